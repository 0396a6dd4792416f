"""What the office asks of the rules of one table, whatever the game is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

from card_specs.language.rules import OrderRules
from card_specs.values import dataclass

State = Any
"""The engine's state: the office keeps and copies it and looks at it through the referee alone."""

Json = Any


@dataclass(frozen=True)
class Played:
    """What one move did, beside the new state."""

    state: State
    then: tuple[tuple[str, str], ...]  # (player, move) that standing orders answered
    happened: tuple[dict[str, Json], ...]  # facts, each with those who may know it
    used_chance: bool
    learned: bool  # the mover saw something new: a chain of moves ends
    revealed: bool  # sealed answers came to light
    shown: bool = False  # somebody else saw a card that the mover had not seen before

    def seen(self, player: str) -> tuple[str, ...]:
        """The player's own move as far as everybody may know it; nothing where it is secret."""
        own = (fact for fact in self.happened if fact.get("player") == player and "move" in fact)
        return tuple(str(fact["move"]) for fact in islice(own, 1) if "to" not in fact)


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winners: tuple[str, ...]
    scores: Mapping[str, int]


class Refused(Exception):
    """The rules do not allow the move or order now; the state is what it was.

    `reason` and `named` say what is wrong with an order, for a mail in its reader's language:
    `choice`, `card`, `form`, `rule` or `condition`, and the word that was not understood;
    `forms` are the words that may stand in its place.
    """

    def __init__(
        self, what: str, reason: str = "", named: str = "", forms: Sequence[str] = ()
    ) -> None:
        self.reason, self.named, self.forms = reason, named, tuple(forms)
        super().__init__(what)


class Referee(Protocol):
    """The rules of one table with its deal's key.  States are values: none is changed."""

    def start(self) -> Played:
        """The position after set-up."""

    def play(self, state: State, player: str, move: str) -> Played:
        """Carry out a legal move.  Raises `Refused`."""

    def asked(self, state: State) -> Mapping[str, Sequence[str]]:
        """Everybody who is asked now, with all legal moves, sorted."""

    def serial(self, state: State, player: str) -> int:
        """The number of the question this player is asked: another one is another question."""

    def public(self, state: State) -> dict[str, Json]:
        """What a spectator is shown (protocol 7)."""

    def own(self, state: State, player: str) -> dict[str, Json]:
        """Zones that this player sees beyond the public ones."""

    def ahead(self, state: State, player: str) -> Any:
        """The graph of positions that a player's view allows, for the turn page."""

    def late(self, state: State, player: str) -> str:
        """The move of the rules page for a missed deadline."""

    def order(self, state: State, player: str, orders: dict[str, Json]) -> State:
        """Set standing orders.  Raises `Refused` with what is wrong with them."""

    @property
    def order_rules(self) -> Mapping[str, OrderRules]:
        """Which standing orders this table knows, by key."""

    def orders(self, state: State, player: str) -> dict[str, Json]:
        """The standing orders in force for a player."""

    def result(self, state: State) -> Result | None:
        """How it ended, or None while it goes on."""

    def dump(self, state: State) -> dict[str, Json]:
        """The whole state as canonical JSON values."""

    def load(self, data: dict[str, Json]) -> State:
        """A state that was dumped.  Raises `Refused` where this program cannot go on with it."""

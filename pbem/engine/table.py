"""A table: who plays which game with which options, and its compiled rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from card_specs.language.deck import deck
from card_specs.language.load_rules import rules_for
from card_specs.language.model import Game
from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.engine.cards import Deck, Face
from pbem.engine.options import Texts
from pbem.engine.program import Program, compile_program
from pbem.engine.state import State

STANDING = "standing"
"""The option that every game has: standing orders known when the table is made."""


class TableError(PersonError):
    """A table that cannot be: a wrong variant, option, number of players, or order."""


@dataclass(frozen=True, eq=False)
class Table:
    """`players` are the names by seat, clockwise; `options` what was chosen, without defaults.

    `standing` is the option of that name as given.
    """

    game: Game = field(repr=False)
    variant: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    standing: Any
    program: Program = field(repr=False)
    texts: Texts = field(repr=False)
    seats: Mapping[str, int] = field(repr=False)
    patterns: tuple[tuple[str, int | None], ...] = field(repr=False)
    telling: list[Program] = field(default_factory=list, repr=False)
    """The program that also says what happens, once somebody has asked for it."""

    def seated(self, players: Sequence[str]) -> Table:
        """The same table with other players, without compiling anything."""
        names = _checked(players)
        if len(names) != len(self.players):
            raise TableError(f"this table is for {len(self.players)} players, not {len(names)}")
        return replace(self, players=names, **_named(self.program, names))

    def new_state(self) -> State:
        """A state with empty zones and counters as they begin; nothing has been carried out."""
        zones: list[list[str]] = [[] for _ in self.patterns]
        return State(zones, list(self.program.start_counters), self.players, self.patterns)

    @property
    def fingerprint(self) -> str:
        """A digest that tells these rules, with their options, from others."""
        return self.program.fingerprint

    def told(self) -> Program:
        """The program that says what happens; compiled when first needed."""
        if not self.telling:
            program = self.program
            self.telling.append(compile_program(program.rules, program.deck, telling=True))
        return self.telling[0]


def compile_table(
    game: Game,
    variant: str = "",
    options: Mapping[str, Any] | None = None,
    players: Sequence[str] | int = 2,
) -> Table:
    """A game made ready for certain players.

    `variant` "" is the spec's first; `players` are names, or how many (they are then p1, p2, …).
    Raises `SpecError` for a spec with mistakes, `TableError` for a table that cannot be.
    """
    if isinstance(players, int):
        players = [f"p{seat + 1}" for seat in range(players)]
    names = _checked(players)
    chosen = dict(options or {})
    standing = chosen.pop(STANDING, None)
    try:
        rules = rules_for(game, variant, chosen, len(names))
    except ValueError as error:
        raise TableError(str(error)) from error
    cards = read_deck(game, rules.options, len(names))
    program = compile_program(rules, cards)
    return Table(
        game,
        rules.variant,
        chosen,
        names,
        standing,
        program,
        **_named(program, names),
    )


def _checked(players: Sequence[str]) -> tuple[str, ...]:
    names = tuple(players)
    if len(set(names)) < len(names):
        raise TableError("two players have the same name")
    for name in names:
        if not name or any(c.isspace() or c in "=.,~+" for c in name):
            raise TableError(f"'{name}' is no name for a player: no blanks and none of = . , ~ +")
    return names


def _named(program: Program, names: tuple[str, ...]) -> dict[str, Any]:
    """What depends on the players' names."""
    patterns = []
    for spot in program.layout.zone_spots:
        patterns.append((".".join((spot.thing, *spot.words)), spot.seat))
    return {
        "texts": Texts(program.options, names),
        "seats": {name: seat for seat, name in enumerate(names)},
        "patterns": tuple(patterns),
    }


def read_deck(game: Game, options: Mapping[str, Any], players: int) -> Deck:
    """The cards of a table, as the engine looks at them."""
    faces: dict[str, Face] = {}
    copies: dict[str, int] = {}
    for card in deck(game, options, players):
        kind = card.kind
        if card.code not in faces:
            faces[card.code] = Face(kind.name, frozenset(kind.tags), card.attributes, kind.has)
        copies[card.code] = copies.get(card.code, 0) + card.in_play
    return Deck(faces, copies)

"""The engine as the office's referee: compiled once for a spec, seated for each table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from card_specs.language.model import Game as Spec
from card_specs.language.problems import PersonError
from card_specs.language.rules import OrderRules
from pbem import engine
from pbem.engine.chance import Stream
from pbem.engine.lexicon import Lexicon
from pbem.engine.table_words import lexicon_of
from pbem.office.referee import Json, Played, Refused, Result, State
from pbem.turn_page.ahead import Graph, ahead


class Compiled:
    """One spec, variant and options for a number of players, ready to be seated."""

    def __init__(self, spec: Spec, variant: str, options: Mapping[str, Any], players: int) -> None:
        self.spec = spec
        self._table = engine.compile_table(spec, variant, options, players)
        self._words = lexicon_of(spec, self._table.program.rules, ())

    def lexicon(self, seats: Sequence[str], names: Mapping[str, str]) -> Lexicon:
        """The words of the table's moves."""
        return self._words.seated(seats, names)

    def referee(self, seats: Sequence[str], key: bytes) -> EngineReferee:
        """The referee of one table, whose chance comes from the key of its deal."""
        return EngineReferee(self._table.seated(seats), key)


class EngineReferee:
    """Plays by the engine.  Its states are copied before they change, so none is ever lost."""

    def __init__(self, table: engine.Table, key: bytes) -> None:
        self._table, self._key = table, key

    @property
    def table(self) -> engine.Table:
        return self._table

    def seen(self, state: State, player: str) -> engine.View:
        """What a player sees: all that a bot is given."""
        return engine.view(self._table, state, player)

    def start(self) -> Played:
        begun = engine.begin(self._table, Stream(self._key))
        return Played(begun.state, begun.then, _facts(begun), True, True, False)

    def play(self, state: State, player: str, move: str) -> Played:
        before = engine.view(self._table, state).public
        after = engine.clone(state)
        try:
            made = engine.make(self._table, after, player, move, Stream(self._key))
        except engine.Refused as refusal:
            raise Refused(str(refusal)) from None
        secret = not before["asked"] and not before["over"]
        revealed = secret and engine.view(self._table, after).public != before
        shown = self._shows(state, after, player)
        told, news = made.then, _facts(made)
        return Played(after, told, news, made.used_chance, made.learned, revealed, shown)

    def _shows(self, before: State, after: State, mover: str) -> bool:
        """Did somebody else see a card that the mover does not know?

        The mover knows what all see now and what left their own sight. A like card seen elsewhere
        is another card: else the way back would tell what somebody drew.
        """

        def more(player: str, old: State, new: State) -> Counter[str]:
            return self._seen(new, player) - self._seen(old, player)

        known = more("", before, after) + more(mover, after, before)
        others = [player for player in self._table.players if player != mover]
        return any(more(one, before, after) - known for one in others)

    def _seen(self, state: State, player: str) -> Counter[str]:
        return engine.seen_cards(engine.view(self._table, state, player))

    def asked(self, state: State) -> Mapping[str, Sequence[str]]:
        return engine.asks(self._table, state)

    def serial(self, state: State, player: str) -> int:
        return engine.asked_serial(self._table, state, player)

    def public(self, state: State) -> dict[str, Json]:
        public: dict[str, Json] = _json(engine.view(self._table, state).public)
        return public

    def own(self, state: State, player: str) -> dict[str, Json]:
        own: dict[str, Json] = _json(engine.view(self._table, state, player).own["zones"])
        return own

    def ahead(self, state: State, player: str) -> Graph:
        return ahead(self._table, engine.view(self._table, state, player))

    def late(self, state: State, player: str) -> str:
        return engine.deadline(self._table, state, player)

    def order(self, state: State, player: str, orders: dict[str, Json]) -> State:
        after = engine.clone(state)
        try:
            engine.set_orders(self._table, after, player, orders)
        except engine.OrderError as error:
            raise Refused(str(error), error.reason, error.named, error.forms) from None
        return after

    @property
    def order_rules(self) -> Mapping[str, OrderRules]:
        return self._table.program.rules.orders

    def orders(self, state: State, player: str) -> dict[str, Json]:
        if not state.orders:
            return {}
        orders: dict[str, Json] = _json(state.orders[self._table.seats[player]])
        return orders

    def result(self, state: State) -> Result | None:
        found = engine.result(self._table, state)
        return Result(found.winners, dict(found.scores)) if found.over else None

    def dump(self, state: State) -> dict[str, Json]:
        # As text: a dump has nulls and names of its own, which canonical JSON has no place for.
        text = json.dumps(engine.dump(self._table, state), sort_keys=True, ensure_ascii=False)
        return {"engine": text}

    def load(self, data: dict[str, Json]) -> State:
        try:
            return engine.load(self._table, json.loads(data["engine"]))
        except engine.LoadError as error:
            raise PersonError(str(error)) from None


def _facts(made: engine.Played) -> tuple[dict[str, Json], ...]:
    return tuple(_json(fact) for fact in made.happened)


def _json(value: Any) -> Any:
    """Plain JSON values, so that nothing of a state is shared."""
    if isinstance(value, Mapping):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    return value

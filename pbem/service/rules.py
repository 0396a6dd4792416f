"""The engine as the office's referee: compiled once for a spec, seated for each table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from card_specs.language.model import Game as Spec
from card_specs.language.problems import PersonError
from pbem import engine
from pbem.engine.chance import Stream
from pbem.engine.lexicon import Lexicon
from pbem.engine.table_words import lexicon_of
from pbem.office.referee import Json, Played, Refused, Result, State


class Compiled:
    """One spec, variant and options for a number of players, ready to be seated."""

    def __init__(self, spec: Spec, variant: str, options: Mapping[str, Any], players: int) -> None:
        self.spec = spec
        self._table = engine.compile_table(spec, variant, options, players)

    def lexicon(self, seats: Sequence[str], names: Mapping[str, str]) -> Lexicon:
        """The words of the table's moves."""
        return lexicon_of(self.spec, self._table.program.rules, seats, names)

    def referee(self, seats: Sequence[str], key: bytes) -> EngineReferee:
        """The referee of one table, whose chance comes from the key of its deal."""
        return EngineReferee(self._table.seated(seats), key)


class EngineReferee:
    """Plays by the engine.  Its states are copied before they change, so none is ever lost."""

    def __init__(self, table: engine.Table, key: bytes) -> None:
        self._table, self._key = table, key

    def start(self) -> Played:
        state = engine.start(self._table, Stream(self._key))
        return Played(state, (), (), used_chance=True, learned=True)

    def play(self, state: State, player: str, move: str) -> Played:
        before = {name: engine.view(self._table, state, name) for name in self._table.players}
        count = state.count
        after = engine.clone(state)
        after.then = []
        try:
            engine.apply(self._table, after, player, move, Stream(self._key))
        except engine.Refused as refusal:
            raise Refused(str(refusal)) from None
        names, texts = self._table.players, self._table.texts
        then = tuple((names[seat], texts[made]) for seat, made in after.then)
        after.then = None
        used_chance = after.count != count
        views = {name: engine.view(self._table, after, name) for name in names}
        learned = used_chance or _saw_more(before[player], views[player])
        happened = _facts(player, move, then, before, views)
        return Played(after, then, happened, used_chance, learned)

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

    def late(self, state: State, player: str) -> str:
        return engine.deadline(self._table, state, player)

    def order(self, state: State, player: str, orders: dict[str, Json]) -> State:
        after = engine.clone(state)
        try:
            engine.set_orders(self._table, after, player, orders)
        except engine.OrderError as error:
            raise Refused(str(error)) from None
        return after

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


def _saw_more(before: engine.View, after: engine.View) -> bool:
    """Does the reader see a card now that no zone showed before?"""
    return bool(_seen(after) - _seen(before))


def _seen(view: engine.View) -> Counter[str]:
    cards: Counter[str] = Counter()
    for zone in view.zones.values():
        if not isinstance(zone, int):
            cards.update(_bare(card) for card in zone)
    return cards


def _bare(card: str) -> str:
    return card.split("=")[0].rstrip("~")


def _facts(
    player: str,
    move: str,
    then: Sequence[tuple[str, str]],
    before: Mapping[str, engine.View],
    after: Mapping[str, engine.View],
) -> tuple[dict[str, Json], ...]:
    """What happened, each fact with its readers: made of views alone, so nothing can leak."""
    secret = player not in before[player].public["asked"]
    facts: list[dict[str, Json]] = [_told({"player": player, "move": move}, [player], secret)]
    facts += [_told({"player": who, "move": what}, [who], secret) for who, what in then]
    reader = next(iter(after))
    facts += _changes(before[reader].public, after[reader].public)
    for name in after:
        own = _gained(before[name].own["zones"], after[name].own["zones"])
        facts += [{"zone": zone, "gained": cards, "to": [name]} for zone, cards in own]
    if _was_secret(before[reader]) and before[reader].public != after[reader].public:
        facts.append({"revealed": True})
    return tuple(facts)


def _told(fact: dict[str, Json], readers: list[str], secret: bool) -> dict[str, Json]:
    return {**fact, "to": readers} if secret else fact


def _was_secret(view: engine.View) -> bool:
    return not view.public["asked"] and not view.public["over"]


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, Json]]:
    shown = {zone: cards for zone, cards in after["zones"].items() if not isinstance(cards, int)}
    facts: list[dict[str, Json]] = [
        {"zone": zone, "gained": cards} for zone, cards in _gained(before["zones"], shown)
    ]
    for zone, size in after["zones"].items():
        was = before["zones"].get(zone, 0)
        if isinstance(size, int) and isinstance(was, int) and size > was:
            facts.append({"zone": zone, "more": size - was})
    for counter, value in after["counters"].items():
        if before["counters"].get(counter) != value:
            facts.append({"counter": counter, "value": value})
    return facts


def _gained(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    found = []
    for zone, cards in after.items():
        if isinstance(cards, int):
            continue
        was = before.get(zone, ())
        more = Counter(cards) - Counter(() if isinstance(was, int) else was)
        if more:
            found.append((zone, sorted(more.elements())))
    return found


def _json(value: Any) -> Any:
    """Plain JSON values, so that nothing of a state is shared."""
    if isinstance(value, Mapping):
        return {str(key): _json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json(item) for item in value]
    return value

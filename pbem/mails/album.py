"""What is worked out once for a table's spec: its rules, its cards, and how it wants to be shown.

What the spec's section `mail_table` leaves open is settled here from its zones and counters.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from card_specs.language.deck import deck
from card_specs.language.fixed_numbers import fixed_numbers
from card_specs.language.load_rules import rules_for
from card_specs.language.mail_table import MailTable, read_mail_table
from card_specs.language.model import Card, Game, Value, Word
from card_specs.language.rules import CounterRules, Order, Rules, Seen, ZoneRules
from card_specs.language.tree import Counter
from card_specs.language.types import Kind
from card_specs.language.vocabulary.choices import Ask, Window
from card_specs.language.walk import carried_out, inside
from card_specs.values import dataclass
from pbem.engine.cards import Deck, code_of, standing_for
from pbem.engine.table import STANDING, read_deck

MOST_ALBUMS = 16
MOST_COLUMNS = 3


@dataclass(frozen=True, eq=False)
class Album:
    """A spec as one table plays it, for mails."""

    spec: Game
    rules: Rules
    hints: MailTable
    cards: Mapping[str, Card]
    """By code; of copies that differ in print the first."""
    deck: Deck
    numbers: Mapping[str, Value]
    """The named numbers of this table, for the texts on cards."""

    # --- zones ----------------------------------------------------------------------------------

    @cached_property
    def zones(self) -> dict[str, ZoneRules]:
        """The zones that are shown at all."""
        return {name: zone for name, zone in self.rules.zones.items() if not zone.hidden}

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """Zones with the reader's own cards."""
        named = tuple(name for name in self.hints.hand if name in self.zones)
        if named:
            return named
        return tuple(
            name
            for name, zone in self.zones.items()
            if zone.seen is Seen.OWNER and self.only_of_players(name)
        )

    @cached_property
    def piles(self) -> tuple[str, ...]:
        """Zones of the table itself."""
        if self.hints.piles is not None:
            return tuple(name for name in self.hints.piles if name in self.zones)
        return tuple(name for name, zone in self.zones.items() if not zone.of)

    @cached_property
    def lanes(self) -> tuple[str, ...]:
        """Zones that are one row for each word of a list: the table's own."""
        return tuple(name for name, zone in self.zones.items() if zone.of and not _of_player(zone))

    @cached_property
    def own_lanes(self) -> tuple[str, ...]:
        """Zones that are one row for each word and player."""
        return tuple(
            name for name, zone in self.zones.items() if len(zone.of) > 1 and _of_player(zone)
        )

    def only_of_players(self, name: str) -> bool:
        """Whether there is one such zone or counter for each player."""
        things: Mapping[str, ZoneRules | CounterRules] = {**self.rules.counters, **self.zones}
        thing = things.get(name)
        return thing is not None and len(thing.of) == 1 and _of_player(thing)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Players' zones drawn card by card."""
        return tuple(name for name in self.hints.rows or () if self.only_of_players(name))

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """Zones and counters that are columns of the players' table."""
        if self.hints.columns is not None:
            return tuple(name for name in self.hints.columns if self._is_shown(name))
        counters = [
            name
            for name, counter in self.counters.items()
            if self.only_of_players(name) and counter.each_turn is None and not counter.faces
        ]
        hidden = [
            name
            for name, zone in self.zones.items()
            if zone.seen is not Seen.ALL and self.only_of_players(name)
        ]
        return (*self.own_lanes[:1], *counters[:1], *hidden[:1])[:MOST_COLUMNS]

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Players' zones and counters that are told where there is something."""
        if self.hints.notes is not None:
            return tuple(name for name in self.hints.notes if self._is_shown(name))
        taken = {*self.columns, *self.rows}
        return tuple(
            name
            for name, zone in self.zones.items()
            if name not in taken and zone.seen is Seen.ALL and self.only_of_players(name)
        )

    def _is_shown(self, name: str) -> bool:
        return name in self.own_lanes or (
            self.only_of_players(name) and (name in self.zones or name in self.counters)
        )

    @cached_property
    def counters(self) -> dict[str, CounterRules]:
        """Counters that are shown and have a title."""
        return {
            name: counter
            for name, counter in self.rules.counters.items()
            if not counter.hidden and counter.noun.title
        }

    @cached_property
    def table_counters(self) -> tuple[str, ...]:
        """The table's own counters that are told."""
        if self.hints.counters is not None:
            return tuple(name for name in self.hints.counters if name in self.counters)
        return tuple(
            name
            for name, counter in self.counters.items()
            if not counter.of and counter.each_turn is None and counter.type.kind is Kind.NUMBER
        )

    @cached_property
    def shared_counters(self) -> tuple[str, ...]:
        """Counters by the words of a list that a player's own term stands for: a team's lives."""
        bodies = [one.body for one in self.rules.terms.values() if one.of]
        mine = {body.counter for body in bodies if isinstance(body, Counter)}
        return tuple(
            name
            for name, counter in self.counters.items()
            if name in mine and len(counter.of) == 1 and counter.of[0].kind is Kind.WORD
        )

    @cached_property
    def last_verbs(self) -> frozenset[str]:
        """The verbs that end a question which is put again and again: several moves fit a mail."""
        asks = (ask for ask in self.asks if isinstance(ask, Ask))
        return frozenset(ask.decline.verb for ask in asks if ask.again and ask.decline)

    @cached_property
    def asks(self) -> tuple[Ask | Window, ...]:
        """Every question of the rules."""
        nodes = carried_out(self.rules)
        return (*inside(nodes, Ask), *inside(nodes, Window))

    # --- cards ----------------------------------------------------------------------------------

    def card(self, card: str) -> Card | None:
        """The printed card of a card, however it lies."""
        return self.cards.get(code_of(card))

    def word_of(self, card: str) -> Word | None:
        """The colour (or suit) of a card as it lies: the first of its words that has paints."""
        code = standing_for(card) or code_of(card)
        return self.coloured(self.cards[code].attributes) if code in self.cards else None

    def coloured(self, attributes: Mapping[str, Any]) -> Word | None:
        for axis, value in attributes.items():
            word = self.word(axis, str(value))
            if word is not None and word.paints:
                return word
        return None

    def word(self, list_name: str, name: str) -> Word | None:
        """A word of the spec's lists."""
        return self.spec.words.get(list_name, {}).get(name)

    def any_word(self, name: str) -> Word | None:
        """The word of that name in whichever list has it."""
        for words in self.spec.words.values():
            if name in words:
                return words[name]
        return None

    def is_stack(self, zone: str) -> bool:
        return self.rules.zones[zone].order is Order.STACK

    def is_set(self, zone: str) -> bool:
        return self.rules.zones[zone].order is Order.SET


def _of_player(thing: ZoneRules | CounterRules) -> bool:
    return bool(thing.of) and thing.of[-1].kind is Kind.PLAYER


_albums: OrderedDict[tuple[int, str, str, int], Album] = OrderedDict()


def album(spec: Game, variant: str, options: Mapping[str, Any], players: int) -> Album:
    """The album of a table; made once for a spec, variant, options and number of players."""
    key = (id(spec), variant, repr(sorted(options.items(), key=str)), players)
    found = _albums.get(key)
    if found is None or found.spec is not spec:
        found = _albums[key] = _made(spec, variant, options, players)
        while len(_albums) > MOST_ALBUMS:
            _albums.popitem(last=False)
    _albums.move_to_end(key)
    return found


def _made(spec: Game, variant: str, options: Mapping[str, Any], players: int) -> Album:
    chosen = {name: value for name, value in options.items() if name != STANDING}
    rules = rules_for(spec, variant, chosen, players)
    cards: dict[str, Card] = {}
    for card in deck(spec, rules.options, players):
        cards.setdefault(card.code, card)
    numbers = fixed_numbers(spec, rules.options, players)
    known = read_deck(spec, rules.options, players)
    return Album(spec, rules, read_mail_table(spec), cards, known, numbers)

"""A spec's rules half for one table: sections -> `Rules`.

`rules_for` is what plays: a variant, options and a number of players, everything checked.
`check_rules` (in `check_rules.py`) goes through all variants and option values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Map
from dataclasses import replace

from card_specs.language import check_questions, check_steps, reading_lists
from card_specs.language.check_cards import read_card
from card_specs.language.check_orders import (
    Moves,
    noun_of,
    read_conditions,
    read_mail,
    read_orders,
)
from card_specs.language.checking import Checking
from card_specs.language.constants import constant
from card_specs.language.declare import ZONE_TYPE, Declaring
from card_specs.language.effects import ReadEffect, read_effect, with_effect
from card_specs.language.effects import declared as declared_effect
from card_specs.language.model import Game, Value
from card_specs.language.nodes import Mapping, Node, Scalar
from card_specs.language.patches import base_of, patched
from card_specs.language.problems import Problems, nearest
from card_specs.language.read_words import settle
from card_specs.language.reading import Scope, read_term
from card_specs.language.rules import (
    CardRules,
    CounterRules,
    EndAt,
    EndRules,
    Moment,
    Noun,
    Order,
    Parameter,
    RuleRules,
    Rules,
    Seen,
    TermRules,
    ZoneRules,
)
from card_specs.language.rules_description import END
from card_specs.language.shapes import Fields
from card_specs.language.tree import (
    Block,
    Call,
    Counter,
    Listed,
)
from card_specs.language.types import (
    NUMBER,
    PLAYER,
    PLAYERS,
    TRUTH,
    UNKNOWN,
    Kind,
    Type,
)
from card_specs.language.vocabulary.values import SetValue

_BRACES = re.compile(r"\{(\w+)(?::[^{}]+)?\}")

READERS = (check_questions, check_steps, reading_lists)
"""The modules that register readers of block steps and of expressions, and the ones they need."""


def rules_for(
    game: Game,
    variant: str = "",
    options: Map[str, object] | None = None,
    players: int | None = None,
) -> Rules:
    """The rules of one table.

    `variant` "" is the spec's first (or the base where there is none); `options` overrule the
    defaults; `players` is the greatest number that may play if not given.  Raises `SpecError` with
    every problem found, `ValueError` for a variant, option or number that cannot be.
    """
    name = variant or next(iter(game.variants), "")
    if name and name not in game.variants:
        raise ValueError(f"unknown variant '{name}' — {nearest(name, game.variants)}")
    allowed = game.variants[name].players if name else game.players
    number = allowed.most if players is None else players
    if number not in allowed:
        raise ValueError(f"{number} cannot play — players: {allowed}")
    problems = Problems()
    rules = TableReading(game, name, settled(game, options or {}), number, problems).rules()
    problems.raise_if_any()
    assert rules is not None
    return rules


def settled(game: Game, chosen: Map[str, object]) -> dict[str, object]:
    """What each option is set to; groups of players and effects may be lists and mappings.

    Raises `ValueError` for an unknown option or a value that is not allowed.
    """
    plain = {}
    whole: dict[str, object] = {}
    for name, value in chosen.items():
        sort = game.options[name].sort if name in game.options else ""
        if (sort == "groups" and isinstance(value, list | tuple)) or (
            sort == "effect" and isinstance(value, Map)
        ):
            whole[name] = value
        else:
            plain[name] = value
    return {**settle(game.options, plain), **whole}


def in_expressions(value: object) -> Value:
    """An option's value as expressions see it: groups are a truth, an effect is its name."""
    if isinstance(value, Map):
        return str(value.get("id", "custom"))
    return value if isinstance(value, int | str) else bool(value)


class TableReading:
    """The reading of one table's rules; `checking` holds what was found on the way."""

    def __init__(
        self,
        game: Game,
        variant: str,
        options: Map[str, object],
        players: int,
        problems: Problems,
    ) -> None:
        self.game = game
        self.variant = variant
        self.chosen = dict(options)
        self.options = {name: in_expressions(value) for name, value in options.items()}
        self.players = players
        self.problems = problems
        self.tree = patched(base_of(game), game, variant, self.options, problems)
        self.declaring = Declaring(game, self.tree, self.options, players, problems)
        self.names = self.declaring.names
        groups = self.tree.get("moves")
        named = {key.text: value for key, value in groups} if isinstance(groups, Mapping) else {}
        if groups is not None and not isinstance(groups, Mapping):
            self.declaring.reading.wrong(groups, "a mapping of names to lists of moves")
        self.effect_rules: dict[str, RuleRules] = {}
        deck = self.tree.get("deck")
        self.deck = deck.text if isinstance(deck, Scalar) else ""
        self.checking = Checking(self.names, problems, self.declaring.reading, named, self.deck)

    def rules(self) -> Rules | None:
        """Everything read; None if there were problems."""
        self._check_deck()
        names = self.names
        terms = self._terms()
        zones = {name: self._zone(name) for name in names.zones}
        counters = {name: self._counter(name) for name in names.counters}
        rules = dict(self._rules())
        cards = dict(self._cards())
        rules.update(self.effect_rules)
        pass_turn = self._block("pass_turn") if "pass_turn" in self.tree else self._next_player()
        if "turn" not in self.tree:
            self.problems.add(self.game.mark, "the spec has no 'turn'", "its steps in order")
        found = Rules(
            game=self.game.id,
            variant=self.variant,
            options=self.chosen,
            players=self.players,
            words=names.words,
            attributes=names.attributes,
            zones=zones,
            deck=self.deck,
            counters=counters,
            moments={name: self._moment(name) for name in names.moments},
            terms=terms,
            rules=rules,
            cards=cards,
            setup=self._block("setup"),
            turn=self._block("turn"),
            pass_turn=pass_turn,
            end=self._end(),
            orders={},
            conditions=(),
            mail={},
            deadline=(),
        )
        found = self._with_policies(found)
        return None if self.problems.errors else found

    def _with_policies(self, rules: Rules) -> Rules:
        """The rules with what may answer for a player, which speaks of all moves."""
        checking, cards = self.checking, rules.cards.values()
        orders = read_orders(checking, self.tree.get("orders"), cards)
        conditions = read_conditions(checking, self.tree.get("conditions"))
        return replace(
            rules,
            orders=orders,
            conditions=conditions,
            mail=read_mail(checking, self.tree.get("mail"), orders, conditions),
            deadline=Moves(checking, cards).policies(self.tree.get("deadline")),
        )

    def _check_deck(self) -> None:
        node = self.tree.get("deck")
        if node is None:
            hint = "for example deck: stock" if not self.names.zones else ""
            message = "the spec does not say in which zone all cards lie at first"
            self.problems.add(self.game.mark, message, hint or "deck: ZONE")
        elif self.deck not in self.names.zones:
            hint = nearest(self.deck, self.names.zones)
            self.problems.add(node.mark, f"there is no zone '{self.deck}'", hint)
        elif self.names.zones[self.deck].of:
            self.problems.add(node.mark, "the deck's zone cannot belong to players or words")
        self.names.use("zone", self.deck)

    # --- declared things -------------------------------------------------------------------------

    def _terms(self) -> dict[str, TermRules]:
        found = {}
        for name, term in self.names.terms.items():
            read_term(self.names, self.problems, term)
            assert term.body is not None
            if term.writable and not isinstance(term.body, Counter):
                if term.body.type.kind is not Kind.UNKNOWN:
                    hint = "for example place: lives.it"
                    self.problems.add(term.node.mark, "a place is a counter", hint)
                continue
            fields = self.declaring.terms[name][1]
            self._check_words(fields, term.takes)
            takes = tuple(Parameter(*parameter) for parameter in term.takes)
            noun = noun_of(fields, "words")
            found[name] = TermRules(name, term.mark, term.of, takes, term.body, term.writable, noun)
        return found

    def _check_words(self, fields: Fields, takes: tuple[tuple[str, Type], ...]) -> None:
        """What stands in braces in a term's or rule's words is a parameter, or a named number."""
        known = [name for name, _ in takes]
        for text in fields.words("words").values():
            for name in _BRACES.findall(text):
                if name in known:
                    continue
                if name in self.names.terms or name in self.names.options:
                    self.names.use("term" if name in self.names.terms else "option", name)
                    continue
                message = f"'{{{name}}}' in the words is no parameter"
                self.problems.add(fields.mark("words"), message, nearest(name, known))

    def _zone(self, name: str) -> ZoneRules:
        shape = self.names.zones[name]
        fields = self.declaring.zones[name][1]
        when_empty = self.checking.block(
            fields.node.get("when_empty"), Scope(), f"zones/{name}/when_empty"
        )
        return ZoneRules(
            name,
            shape.mark,
            shape.of,
            Order(shape.order),
            Seen(shape.seen),
            self._hidden(fields),
            when_empty,
            noun_of(fields),
        )

    def _counter(self, name: str) -> CounterRules:
        shape = self.names.counters[name]
        declared = self.declaring.counters.get(name)
        if declared is None:
            return CounterRules(
                name, shape.mark, (), shape.type, None, None, None, False, 0, None, None, Noun()
            )
        fields = declared[1]
        about = ((0, shape.of[-1]),) if shape.of else ()
        scope = Scope(me=False, candidates=about)
        return CounterRules(
            name,
            shape.mark,
            shape.of,
            shape.type,
            self.checking.optional(fields, "start", scope, shape.type),
            self.checking.optional(fields, "each_turn", scope, shape.type),
            self.checking.optional(fields, "derived", scope, shape.type),
            self._hidden(fields),
            shape.faces,
            fields.get("min", int),
            fields.get("max", int),
            noun_of(fields),
            fields.words("added"),
            fields.words("becomes"),
        )

    def _hidden(self, fields: Fields) -> bool:
        """`hidden`, which may depend on options and players but on nothing else."""
        found = self.checking.optional(fields, "hidden", Scope(me=False), TRUTH)
        if found is None or found.type.kind is Kind.UNKNOWN:
            return False
        value = constant(found)
        if value is None:
            hint = "only options and players may decide it"
            self.problems.add(found.at, "'hidden' changes during the game", hint)
        return bool(value)

    def _moment(self, name: str) -> Moment:
        signature = self.names.moments[name]
        fields = self.declaring.moments[name][1]
        gives = tuple(Parameter(*parameter) for parameter in signature.takes)
        return Moment(name, signature.mark, fields.words("title"), gives)

    # --- what is done ----------------------------------------------------------------------------

    def _rules(self) -> Iterator[tuple[str, RuleRules]]:
        for name, signature in self.names.rules.items():
            fields = self.declaring.rules[name][1]
            self._check_words(fields, signature.takes)
            scope = Scope(dict(signature.takes))
            condition = self.checking.optional(fields, "if", scope, TRUTH)
            place = f"rules/{name}"
            body = self.checking.block(fields.node.get("do"), scope, place)
            if any(of == ZONE_TYPE for _, of in signature.takes):
                continue
            takes = tuple(Parameter(*parameter) for parameter in signature.takes)
            words = fields.words("words")
            yield name, RuleRules(name, signature.mark, place, takes, condition, body, words)

    def _cards(self) -> Iterator[tuple[str, CardRules]]:
        cards = self.tree.get("cards")
        assert isinstance(cards, Mapping)
        for key, node in cards:
            if isinstance(node, Mapping) and node.items:
                found: CardRules | None = read_card(self.checking, key.text, node)
                option = node.get("effect")
                if option is not None:
                    effect = self._effect(option)
                    found = with_effect(found, effect, option.mark) if found and effect else None
                if found is not None:
                    yield key.text, found

    def _effect(self, node: Node) -> ReadEffect | None:
        """The effect that the table has chosen for a card; None if it has none."""
        effects = [name for name, one in self.game.options.items() if one.sort == "effect"]
        name = node.text if isinstance(node, Scalar) else ""
        if name not in effects:
            hint = nearest(name, effects)
            self.problems.add(node.mark, f"there is no option '{name}' of type effect", hint)
            return None
        declared = declared_effect(self.game, name, self.chosen[name], self.checking)
        if declared is None:
            return None
        effect = read_effect(self.checking, self.declaring, name, declared)
        self.effect_rules.update(effect.rules)
        return effect

    def _block(self, section: str) -> Block:
        return self.checking.block(self.tree.get(section), Scope(), section)

    def _next_player(self) -> Block:
        """What holds without `pass_turn`: the next player's turn."""
        mark = self.game.mark
        turn = Counter(mark, PLAYER, "turn", ())
        after = Call(mark, PLAYER, "next", (turn,))
        return (SetValue(mark, "pass_turn/0", turn, after),)

    def _end(self) -> EndRules:
        node = self.tree.get("end")
        if node is None:
            self.problems.add(self.game.mark, "the spec has no 'end'", "end: {if: …, winners: …}")
            return EndRules(self.game.mark, None, None, None, EndAt.ONCE)
        fields = END.read(node, self.checking.shapes)
        if fields is None:
            return EndRules(node.mark, None, None, None, EndAt.ONCE)
        scope = Scope(me=False)
        about = Scope(me=False, candidates=((0, PLAYER),))
        at = fields.text("at", "once")
        condition = self.checking.optional(fields, "if", scope, TRUTH)
        winners = self.checking.optional(fields, "winners", scope)
        if winners is not None and winners.type not in (PLAYER, PLAYERS, UNKNOWN):
            message = f"the winners are players, this is {winners.type}"
            self.problems.add(fields.mark("winners"), message)
        elif winners is not None and winners.type == PLAYER:
            winners = Listed(winners.at, PLAYERS, (winners,))
        scores = self.checking.optional(fields, "scores", about, NUMBER)
        when = EndAt(at) if at in [one.value for one in EndAt] else EndAt.ONCE
        return EndRules(node.mark, condition, winners, scores, when)

"""Cards and expressions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

from card_specs.language import tree as t
from card_specs.language.deck import deck
from card_specs.language.load_rules import rules_for
from card_specs.language.model import Game
from card_specs.language.types import Kind, Type

CARD = re.compile(r"([A-Z0-9]+(?:-[A-Z0-9]+)*)(~?)(?:\+([A-Z0-9-]+))?(?:=([A-Z0-9-]+))?")
"""Code, face down, the card it is paired with, the card it stands for."""


def split(card: str) -> tuple[str, str, str, str]:
    found = CARD.fullmatch(card)
    assert found, card
    code, down, pair, standing = found.groups("")
    return code, down, pair, standing


class Env:
    """Who acts, the card played, locals, and what `it` is at each level."""

    def __init__(
        self,
        me: int,
        this: str | None = None,
        local: dict[str, Any] | None = None,
        it: dict[int, Any] | None = None,
    ) -> None:
        self.me = me
        self.this = this
        self.local = {} if local is None else local
        self.it = it or {}

    def acting(self, me: int) -> Env:
        return Env(me, self.this, self.local, self.it)

    def knowing(self, name: str, value: object) -> Env:
        return Env(self.me, self.this, {**self.local, name: value}, self.it)

    def about(self, level: int, value: object) -> Env:
        return Env(self.me, self.this, self.local, {**self.it, level: value})


class Values:
    """What expressions give at this moment of a game; cards are strings, players are seats."""

    def __init__(
        self, game: Game, variant: str, options: dict[str, Any], names: Sequence[str]
    ) -> None:
        self.names = list(names)
        self.seats = range(len(names))
        self.game = game
        self.rules = rules_for(game, variant, options, len(names))
        self.kinds: dict[str, str] = {}
        self.attributes: dict[str, dict[str, Any]] = {}
        self.tags: dict[str, set[str]] = {}
        self.deck: list[str] = []
        for card in deck(game, options, len(names)):
            self.kinds[card.code] = card.kind.name
            self.attributes[card.code] = {**card.kind.has, **card.attributes}
            self.tags[card.code] = set(card.kind.tags)
            self.deck += [card.code] * card.in_play
        self.order = {code: place for place, code in enumerate(self.kinds)}
        self.zones: dict[tuple[Any, ...], list[str]] = {}
        self.counters: dict[tuple[Any, ...], Any] = {}

    def owners(self, of: tuple[Type, ...]) -> list[tuple[Any, ...]]:
        ranges = [
            self.seats if one.kind is Kind.PLAYER else self.rules.words[one.words] for one in of
        ]
        return list(itertools.product(*ranges))

    def name(self, key: tuple[Any, ...]) -> str:
        """A zone or counter as traces name it."""
        return ".".join(self.names[one] if isinstance(one, int) else str(one) for one in key)

    def in_deck_order(self, cards: Sequence[str]) -> list[str]:
        return sorted(cards, key=lambda card: self.order[split(card)[0]])

    def attribute(self, card: str | None, name: str) -> Any:
        if card is None:
            return None
        code, _, _, standing = split(card)
        if name == "code":
            return code
        if standing and name in self.attributes[standing]:
            return self.attributes[standing][name]
        return self.attributes[code].get(name)

    def key(self, zone: t.Zone, env: Env) -> tuple[Any, ...]:
        return (zone.zone, *(self.value(owner, env) for owner in zone.owners))

    def value(self, e: t.Expr, env: Env) -> Any:
        return getattr(self, f"_{type(e).__name__.lower()}")(e, env)

    # --- single values ---------------------------------------------------------------------------

    def _number(self, e: t.Number, env: Env) -> int:
        return e.value

    def _truth(self, e: t.Truth, env: Env) -> bool:
        return e.value

    def _word(self, e: t.Word, env: Env) -> str:
        return e.value

    def _code(self, e: t.Code, env: Env) -> str:
        return e.value

    def _me(self, e: t.Me, env: Env) -> int:
        return env.me

    def _this(self, e: t.This, env: Env) -> str | None:
        return env.this

    def _candidate(self, e: t.Candidate, env: Env) -> Any:
        return env.it[e.level]

    def _local(self, e: t.Local, env: Env) -> Any:
        return env.local[e.name]

    def _nobody(self, e: t.Nobody, env: Env) -> list[Any]:
        return []

    def _zone(self, e: t.Zone, env: Env) -> list[str]:
        return self.zones[self.key(e, env)]

    def _counter(self, e: t.Counter, env: Env) -> Any:
        owners = tuple(self.value(owner, env) for owner in e.owners)
        rules = self.rules.counters.get(e.counter)
        if rules is not None and rules.derived is not None:
            return self.value(rules.derived, Env(env.me, it={0: owners[-1] if owners else None}))
        return self.counters[(e.counter, *owners)]

    def _attribute(self, e: t.Attribute, env: Env) -> Any:
        return self.attribute(self.value(e.of, env), e.name)

    def _cardis(self, e: t.CardIs, env: Env) -> bool:
        card = self.value(e.of, env)
        if card is None:
            return False
        code, down, pair, standing = split(card)
        if e.trait is t.Trait.KIND:
            return self.kinds[code] == e.name
        if e.trait is t.Trait.TAG:
            return e.name in self.tags[code]
        return bool({"down": down, "paired": pair, "marked": standing}[e.name])

    def _termvalue(self, e: t.TermValue, env: Env) -> Any:
        term, inside = self.rules.terms[e.term], self.of_term(e, env)
        return self.value(term.body, inside)

    def of_term(self, e: t.TermValue, env: Env) -> Env:
        term = self.rules.terms[e.term]
        arguments = [self.value(argument, env) for argument in e.arguments]
        it = {0: arguments.pop(0)} if term.of is not None else {}
        names = [parameter.name for parameter in term.takes]
        return Env(env.me, env.this, dict(zip(names, arguments, strict=True)), it)

    def _call(self, e: t.Call, env: Env) -> Any:
        count = len(self.seats)
        step = 1 if self.counters[("direction",)] == "clockwise" else -1
        values = [self.value(argument, env) for argument in e.arguments]
        if None in values:
            return None
        at = values[0] if values else env.me
        functions = {
            "players": lambda: list(self.seats),
            "others": lambda: [(at + step * i) % count for i in range(1, count)],
            "next": lambda: (at + step) % count,
            "previous": lambda: (at - step) % count,
            "left_of": lambda: (at + 1) % count,
            "right_of": lambda: (at - 1) % count,
            "players_from": lambda: [(at + step * i) % count for i in range(count)],
            "after": lambda: [(at + step * i) % count for i in range(1, count)],
            "seats_from": lambda: [(at + i) % count for i in range(count)],
            "seat": lambda: at + 1,
            "abs": lambda: abs(at),
        }
        return functions[e.function]()

    def _codeof(self, e: t.CodeOf, env: Env) -> str:
        wanted = [self.value(argument, env) for argument in e.arguments]
        axes = [axis.name for axis in self.game.kinds[e.kind].axes]
        for code, kind in self.kinds.items():
            if kind == e.kind and [self.attributes[code][axis] for axis in axes] == wanted:
                return code
        raise AssertionError(wanted)

    # --- operators -------------------------------------------------------------------------------

    def _conditional(self, e: t.Conditional, env: Env) -> Any:
        return self.value(e.yes if self.value(e.condition, env) else e.no, env)

    def _all(self, e: t.All, env: Env) -> bool:
        return all(self.value(one, env) for one in e.operands)

    def _any(self, e: t.Any, env: Env) -> bool:
        return any(self.value(one, env) for one in e.operands)

    def _not(self, e: t.Not, env: Env) -> bool:
        return not self.value(e.operand, env)

    def _exists(self, e: t.Exists, env: Env) -> bool:
        value = self.value(e.operand, env)
        return bool(value) if isinstance(value, list) else value is not None

    def _compare(self, e: t.Compare, env: Env) -> bool:
        left, right = self.value(e.left, env), self.value(e.right, env)
        if left is None or right is None:
            return False
        if e.operator in ("==", "!="):
            return (left == right) is (e.operator == "==")
        less, equal = left < right, left == right
        return {"<": less, "<=": less or equal, ">": not less and not equal, ">=": not less}[
            e.operator
        ]

    def _member(self, e: t.Member, env: Env) -> bool:
        return self.value(e.left, env) in self.value(e.right, env)

    def _arithmetic(self, e: t.Arithmetic, env: Env) -> int:
        left, right = self.value(e.left, env), self.value(e.right, env)
        if e.operator in "/%":
            return left // right if e.operator == "/" else left % right
        return {"+": left + right, "-": left - right, "*": left * right}[e.operator]

    def _negative(self, e: t.Negative, env: Env) -> int:
        return -self.value(e.operand, env)

    def _joined(self, e: t.Joined, env: Env) -> list[Any]:
        return [*self.value(e.left, env), *self.value(e.right, env)]

    # --- lists and picks -------------------------------------------------------------------------

    def _listed(self, e: t.Listed, env: Env) -> list[Any]:
        values = [self.value(item, env) for item in e.items]
        return [value for value in values if value is not None]

    def _range(self, e: t.Range, env: Env) -> list[int]:
        return list(range(self.value(e.low, env), self.value(e.high, env) + 1))

    def _where(self, e: t.Where, env: Env) -> list[Any]:
        source = self.value(e.source, env)
        return [one for one in source if self.value(e.condition, env.about(e.level, one))]

    def _count(self, e: t.Count, env: Env) -> int:
        return len(self.value(e.of, env))

    def _take(self, e: t.Take, env: Env) -> Any:
        cards, first = list(self.value(e.of, env)), e.end is t.End.FIRST
        if e.number is None:
            return (cards[0] if first else cards[-1]) if cards else None
        number = self.value(e.number, env)
        return cards[:number] if first else cards[len(cards) - min(number, len(cards)) :]

    def _allbut(self, e: t.AllBut, env: Env) -> list[Any]:
        cards = list(self.value(e.of, env))
        return cards[1:] if e.end is t.End.FIRST else cards[:-1]

    def _item(self, e: t.Item, env: Env) -> Any:
        number, items = self.value(e.number, env), self.value(e.of, env)
        return items[number - 1] if number is not None and 1 <= number <= len(items) else None

    def _folded(self, e: t.Folded, env: Env) -> int:
        values = [self.value(e.by, env.about(e.level, one)) for one in self.value(e.of, env)]
        if not values:
            return 0
        return {t.Fold.SUM: sum, t.Fold.MAX: max, t.Fold.MIN: min}[e.fold](values)

    def _ranked(self, e: t.Ranked, env: Env) -> list[Any]:
        items = list(self.value(e.of, env))
        values = [self.value(e.by, env.about(e.level, one)) for one in items]
        best = (max if e.highest else min)(values, default=0)
        return [one for one, value in zip(items, values, strict=True) if value == best]

    def _everyword(self, e: t.EveryWord, env: Env) -> list[str]:
        return list(self.rules.words[e.type.words])

    def _everycode(self, e: t.EveryCode, env: Env) -> list[str]:
        return [code for code, kind in self.kinds.items() if kind == e.kind]

    def _everyvalue(self, e: t.EveryValue, env: Env) -> list[Any]:
        values = {self.attribute(card, e.attribute) for card in self.value(e.of, env)} - {None}
        if e.type.words:
            return [word for word in self.rules.words[e.type.words] if word in values]
        return sorted(values)

    def _choose(self, e: t.Choose, env: Env) -> list[tuple[str, ...]]:
        cards = self.in_deck_order(self.value(e.of, env))
        return list(dict.fromkeys(itertools.combinations(cards, self.value(e.number, env))))

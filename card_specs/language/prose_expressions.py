"""Expressions in words: each form has a phrase in Spanish and in English.

What is said of a card or player inside a `where` is a predicate ("is face up"); everything else is
a noun phrase or, where it is a truth, a clause.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from card_specs.language import grammar
from card_specs.language.model import Game
from card_specs.language.prose_words import PHRASES
from card_specs.language.rules import Noun, Rules
from card_specs.language.tree import (
    All,
    AllBut,
    Arithmetic,
    Attribute,
    Call,
    Candidate,
    CardIs,
    Choose,
    Code,
    CodeOf,
    Compare,
    Conditional,
    Count,
    Counter,
    End,
    EveryCode,
    EveryValue,
    EveryWord,
    Exists,
    Expr,
    Folded,
    Item,
    Joined,
    Listed,
    Local,
    Me,
    Member,
    Negative,
    Nobody,
    Not,
    Number,
    Range,
    Ranked,
    Take,
    TermValue,
    This,
    Trait,
    Truth,
    Where,
    Word,
    Zone,
)
from card_specs.language.tree import Any as AnyOf
from card_specs.language.types import Kind

_LOCALS = {Kind.PLAYER: "player", Kind.CARD: "card", Kind.CODE: "code", Kind.NUMBER: "number"}


class Expressions:
    """Says expressions of one table in one language."""

    def __init__(self, game: Game, rules: Rules, language: str) -> None:
        self.game = game
        self.rules = rules
        self.language = language
        self.texts = PHRASES[language]
        self.named: dict[str, Expr] = {}
        """Lists of players that the steps have given a name."""

    def phrase(self, name: str, *parts: str) -> str:
        text = self.texts[name].format(*parts)
        return grammar.contracted(text) if self.language == "es" else text

    def say(self, expr: Expr) -> str:
        """An expression as a noun phrase or clause."""
        return _SAY[type(expr)](self, expr)

    def of(self, text: str) -> str:
        return grammar.with_preposition("of", text, self.language)

    def place_of(self, player: Expr) -> str:
        """A player after a preposition: `desde ti`."""
        mine = isinstance(player, Me)
        return self.phrase("with_me") if mine else self.say(player)

    def word(self, name: str, value: str) -> str:
        """A word of a list by its title."""
        known = self.game.words.get(name, {}).get(value)
        if known is not None:
            return known.title.get(self.language, value)
        return value

    def attribute(self, name: str) -> str:
        """A card's attribute; the usual ones have words of their own."""
        return self.texts.get(f"attribute {name}", name.replace("_", " "))

    def cards_in(self, expr: Expr) -> str:
        """What is counted or asked for: the cards of a zone, or any list."""
        text = self.say(expr)
        if isinstance(expr, Zone):
            within = grammar.with_preposition("in", text, self.language)
            return f"{self.phrase('some_cards')} {within}"
        return text

    def kind(self, name: str) -> str:
        """A kind of card by its title, small."""
        title = self.game.kinds[name].title.get(self.language, name)
        return re.sub(r"\s*\{\w+\}", "", title).strip().lower() or name

    def is_plural(self, expr: Expr) -> bool:
        """Whether what stands for an expression is a plural noun."""
        noun = Noun()
        if isinstance(expr, Counter):
            noun = self.rules.counters[expr.counter].noun
        elif isinstance(expr, TermValue):
            noun = self.rules.terms[expr.term].noun
        if self.language == "es":
            return bool(noun.title) and grammar.gender_of(noun)[1]
        first = noun.title.get(self.language, "").split(" ")[0]
        return first.endswith("s") and not first.endswith("ss")

    # --- predicates ------------------------------------------------------------------------------

    def predicate(self, expr: Expr, several: bool) -> str:
        """What a condition says of the candidate: `is face up`."""
        return _PREDICATES.get(type(expr), Expressions._clause)(self, expr, several)

    def _clause(self, expr: Expr, several: bool) -> str:
        return self.say(expr)

    def _agreeing(self, text: str, several: bool) -> str:
        return grammar.many(text, self.language) if several else text

    def _joined(self, expr: Any, several: bool) -> str:
        word = "and" if isinstance(expr, All) else "or"
        parts = [self.predicate(one, several) for one in expr.operands]
        return grammar.listed(parts, self.language, word)

    def _denied(self, expr: Any, several: bool) -> str:
        inner = self.predicate(expr.operand, False)
        return self._agreeing(grammar.negated(inner, self.language), several)

    def _card_is(self, expr: Any, several: bool) -> str:
        if not isinstance(expr.of, Candidate):
            return self.say(expr)
        return self._agreeing(self.trait(expr), several)

    def trait(self, expr: CardIs) -> str:
        """`is face down`, `is a number card`."""
        if expr.trait is Trait.STATE:
            return self.phrase(expr.name)
        if expr.trait is Trait.KIND:
            return self.phrase("is_kind", self.kind(expr.name))
        return self.phrase("tagged", expr.name)

    def _term_is(self, expr: Any, several: bool) -> str:
        about = expr.arguments and isinstance(expr.arguments[0], Candidate)
        if about and expr.type.kind is Kind.TRUTH:
            return self._agreeing(self.term_words(expr), several)
        return self.say(expr)

    def term_words(self, expr: TermValue) -> str:
        """The words of a term with its arguments put in."""
        term = self.rules.terms[expr.term]
        text = term.noun.title.get(self.language, "") or expr.term.replace("_", " ")
        arguments = list(expr.arguments)
        if term.of is not None and arguments:
            arguments.pop(0)
        for one, value in zip(term.takes, arguments, strict=False):
            text = text.replace(f"{{{one.name}}}", self.say(value))
        return text

    # --- nouns -----------------------------------------------------------------------------------

    def owned(self, name: str, noun: Noun, owners: tuple[Expr, ...]) -> str:
        """A zone or counter with its owner: `tu mano`, `the hand of that player`."""
        if not noun.title:
            noun = Noun({self.language: name.replace("_", " ")}, noun.gender, noun.plural)
        mine = bool(owners) and isinstance(owners[-1], Me)
        text = (grammar.your if mine else grammar.the)(noun, self.language)
        for owner in owners[:-1] if mine else owners:
            text = f"{text} {self.of(self.say(owner))}"
        return text


Sayer = Callable[[Expressions, Any], str]


def _zone(says: Expressions, expr: Zone) -> str:
    zone = says.rules.zones.get(expr.zone)
    return says.owned(expr.zone, zone.noun if zone else Noun(), expr.owners)


def _counter(says: Expressions, expr: Counter) -> str:
    if expr.counter == "turn":
        return says.phrase("turn")
    counter = says.rules.counters[expr.counter]
    return says.owned(expr.counter, counter.noun, expr.owners)


def _term(says: Expressions, expr: TermValue) -> str:
    term = says.rules.terms[expr.term]
    words = says.term_words(expr)
    if term.of is None or not expr.arguments:
        return words
    subject = expr.arguments[0]
    if expr.type.kind is Kind.TRUTH:
        return f"{says.say(subject)} {words}"
    if isinstance(subject, Me):
        return grammar.your(Noun({says.language: words}), says.language)
    return f"{words} {says.of(says.say(subject))}"


def _take(says: Expressions, expr: Take) -> str:
    end = "first" if expr.end is End.FIRST else "last"
    source = says.say(expr.of)
    if expr.of.type.item.kind not in (Kind.CARD, Kind.CODE):
        found = says.named.get(expr.of.name) if isinstance(expr.of, Local) else None
        begun = found.source if isinstance(found, Where) else None
        if isinstance(begun, Call) and begun.function == "players_from":
            return says.phrase(f"{end}_from", says.place_of(begun.arguments[0]))
        return f"{says.phrase(f'{end}_of')} {says.of(source)}"
    if expr.number is not None:
        text = says.phrase("tops" if end == "first" else "lasts", says.say(expr.number))
        return f"{text} {says.of(source)}"
    if isinstance(expr.of, Where):
        return f"{says.phrase(f'{end}_card')} {says.of(source)}"
    zone = says.rules.zones.get(expr.of.zone) if isinstance(expr.of, Zone) else None
    if zone is not None and zone.order.value == "stack":
        end = "top" if end == "first" else "bottom"
    return f"{says.phrase(end)} {says.of(source)}"


def _where(says: Expressions, expr: Where) -> str:
    source = says.say(expr.source)
    if expr.source.type.item.kind is Kind.CARD and isinstance(expr.source, Zone | TermValue):
        source = f"{says.phrase('cards')} {says.of(source)}"
    condition = expr.condition
    if isinstance(condition, Compare) and isinstance(condition.left, Attribute):
        of = condition.left
        if isinstance(of.of, Candidate):
            rest = f"{says.texts[condition.operator]} {says.say(condition.right)}"
            return says.phrase("whose", source, says.attribute(of.name), rest)
    name = "such" if _is_about_it(condition) else "such_that"
    return says.phrase(name, source, says.predicate(condition, True))


def _is_about_it(expr: Expr) -> bool:
    """Whether a condition can be said of the candidate as a predicate."""
    if isinstance(expr, All | AnyOf):
        return all(_is_about_it(one) for one in expr.operands)
    if isinstance(expr, Not):
        return _is_about_it(expr.operand)
    if isinstance(expr, CardIs):
        return isinstance(expr.of, Candidate)
    if not isinstance(expr, TermValue) or not expr.arguments:
        return False
    return isinstance(expr.arguments[0], Candidate) and expr.type.kind is Kind.TRUTH


def _compare(says: Expressions, expr: Compare) -> str:
    verb = says.texts[expr.operator]
    if says.is_plural(expr.left):
        verb = grammar.many(verb, says.language)
    return f"{says.say(expr.left)} {verb} {says.say(expr.right)}"


def _attribute(says: Expressions, expr: Attribute) -> str:
    name = says.attribute(expr.name)
    if isinstance(expr.of, Candidate):
        return says.phrase("its", name)
    article = "el " if says.language == "es" else "the "
    return f"{article}{name} {says.of(says.say(expr.of))}"


def _not(says: Expressions, expr: Not) -> str:
    inner = expr.operand
    if isinstance(inner, Exists):
        return says.phrase("none", says.cards_in(inner.operand))
    if isinstance(inner, Member):
        return says.phrase("notin", says.say(inner.left), says.say(inner.right))
    return says.phrase("not", says.say(inner))


def _exists(says: Expressions, expr: Exists) -> str:
    inner = expr.operand
    if isinstance(inner, TermValue) and inner.type.is_list:
        subject = inner.arguments and says.rules.terms[inner.term].of
        words = says.term_words(inner)
        return f"{says.say(inner.arguments[0])} {words}" if subject else words
    name = "there" if expr.operand.type.is_list else "exists"
    return says.phrase(name, says.cards_in(expr.operand))


def _chain(says: Expressions, expr: Any) -> str:
    word = "and" if isinstance(expr, All) else "or"
    return grammar.listed([says.say(one) for one in expr.operands], says.language, word)


def _arithmetic(says: Expressions, expr: Arithmetic) -> str:
    return f"{says.say(expr.left)} {says.texts[expr.operator]} {says.say(expr.right)}"


def _call(says: Expressions, expr: Call) -> str:
    mine = f"{expr.function}_me"
    if mine in says.texts and isinstance(expr.arguments[0], Me):
        return says.phrase(mine)
    return says.phrase(expr.function, *(says.place_of(one) for one in expr.arguments))


def _code_of(says: Expressions, expr: CodeOf) -> str:
    parts = " ".join(says.say(one) for one in expr.arguments)
    return f"{says.kind(expr.kind)} {parts}"


def _local(says: Expressions, expr: Local) -> str:
    if expr.type.is_list:
        return expr.name.replace("_", " ").lower()
    return says.phrase(_LOCALS.get(expr.type.kind, "word"))


def _candidate(says: Expressions, expr: Candidate) -> str:
    return says.phrase(_LOCALS.get(expr.type.kind, "other"))


def _folded(says: Expressions, expr: Folded) -> str:
    return says.phrase(expr.fold.value, says.say(expr.of), says.say(expr.by))


def _ranked(says: Expressions, expr: Ranked) -> str:
    name = "highest" if expr.highest else "lowest"
    return says.phrase(name, says.say(expr.of), says.say(expr.by))


_SAY: dict[type, Sayer] = {
    Number: lambda says, expr: str(expr.value),
    Truth: lambda says, expr: says.phrase("true" if expr.value else "false"),
    Word: lambda says, expr: says.word(expr.type.words, expr.value),
    Code: lambda says, expr: expr.value,
    Me: lambda says, expr: says.phrase("me"),
    This: lambda says, expr: says.phrase("this"),
    Candidate: _candidate,
    Local: _local,
    Nobody: lambda says, expr: says.phrase("nobody"),
    Zone: _zone,
    Counter: _counter,
    Attribute: _attribute,
    CardIs: lambda says, expr: f"{says.say(expr.of)} {says.trait(expr)}",
    TermValue: _term,
    Call: _call,
    CodeOf: _code_of,
    Conditional: lambda says, expr: says.phrase(
        "conditional", says.say(expr.yes), says.say(expr.condition), says.say(expr.no)
    ),
    All: _chain,
    AnyOf: _chain,
    Not: _not,
    Exists: _exists,
    Compare: _compare,
    Member: lambda says, expr: says.phrase("in", says.say(expr.left), says.say(expr.right)),
    Arithmetic: _arithmetic,
    Negative: lambda says, expr: f"−{says.say(expr.operand)}",
    Joined: lambda says, expr: grammar.listed(
        [says.say(expr.left), says.say(expr.right)], says.language
    ),
    Listed: lambda says, expr: grammar.listed(
        [says.say(one) for one in expr.items], says.language, "or"
    ),
    Range: lambda says, expr: says.phrase("range", says.say(expr.low), says.say(expr.high)),
    Where: _where,
    Count: lambda says, expr: says.phrase("count", says.cards_in(expr.of)),
    Take: _take,
    AllBut: lambda says, expr: says.phrase(
        "but", says.say(expr.of), says.phrase("top" if expr.end is End.FIRST else "bottom")
    ),
    Item: lambda says, expr: (
        f"{says.phrase('item', says.say(expr.number))} {says.of(says.say(expr.of))}"
    ),
    Folded: _folded,
    Ranked: _ranked,
    EveryWord: lambda says, expr: says.phrase("every", expr.type.words.replace("_", " ")),
    EveryCode: lambda says, expr: says.phrase("codes", says.kind(expr.kind)),
    EveryValue: lambda says, expr: says.phrase("values", expr.attribute, says.say(expr.of)),
    Choose: lambda says, expr: says.phrase("choose", says.say(expr.number), says.say(expr.of)),
}
_PREDICATES: dict[type, Callable[[Expressions, Any, bool], str]] = {
    All: Expressions._joined,
    AnyOf: Expressions._joined,
    Not: Expressions._denied,
    CardIs: Expressions._card_is,
    TermValue: Expressions._term_is,
}

"""Noun phrases about players, cards and zones as a card's text has them.

`sus cincos`, `otro jugador que tiene cincos`, `una carta de tu mano que está boca abajo`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from card_specs.language import grammar
from card_specs.language.constants import constant
from card_specs.language.prose_expressions import Expressions
from card_specs.language.rules import Noun, Rules
from card_specs.language.tree import (
    All,
    Arithmetic,
    Call,
    Candidate,
    Compare,
    Count,
    Counter,
    Exists,
    Expr,
    Local,
    Me,
    Member,
    Not,
    Number,
    Range,
    TermValue,
    Where,
    Zone,
)
from card_specs.language.tree import Any as AnyOf

_ES = {
    "other": "otro jugador", "a_player": "un jugador", "who": "{0} que {1}", "their": "su",
    "theirs": "sus", "has": "tiene {0}", "has_no": "no tiene {0}", "you_have": "tienes {0}",
    "you_have_no": "no tienes {0}", "there": "hay {0}", "there_no": "no hay {0}",
    "cards_in": "cartas {0}", "a_card": "una carta {0}", "one": "{0} {1}",
    "some": "una carta {0} que {1}", "some_of": "las cartas {0} que {1}", "a_word": "un {0}",
    "of_turn": "de quien tiene el turno", "fewer": "menos de {0}", "more": "más de {0}",
    "least": "al menos {0}", "most": "como mucho {0}", "equal": "{0}",
    "unequal": "un número distinto de {0}", "to_player": "a {0}",
    "between": "{0} está entre {1} y {2}",
    "such": "{0} que {1}", "in_all": "entre {0}", "they": "{0} que {1}",
    "they_from": "quienes {0}, desde {1}", "somebody": "hay jugadores que {0}",
    "somebody_not": "no hay jugadores que {0}",
    "he_has": "tiene {0}", "he_has_no": "no tiene {0}",
}  # fmt: skip
_EN = {
    "other": "another player", "a_player": "a player", "who": "{0} who {1}", "their": "their",
    "theirs": "their", "has": "has {0}", "has_no": "has no {0}", "you_have": "you have {0}",
    "you_have_no": "you have no {0}", "there": "there are {0}", "there_no": "there are no {0}",
    "cards_in": "cards {0}", "a_card": "a card {0}", "one": "{0} {1}",
    "some": "a card {0} that {1}", "some_of": "the cards {0} that {1}", "a_word": "a {0}",
    "of_turn": "of the player whose turn it is", "fewer": "fewer than {0}", "more": "more than {0}",
    "least": "at least {0}", "most": "at most {0}", "equal": "{0}",
    "unequal": "other than {0}", "to_player": "{0}", "between": "{0} is from {1} to {2}",
    "such": "{0} that {1}", "in_all": "in all of {0}", "they": "{0} who {1}",
    "they_from": "those who {0}, from {1} on", "somebody": "there are players who {0}",
    "somebody_not": "there are no players who {0}",
    "he_has": "they have {0}", "he_has_no": "they have no {0}",
}  # fmt: skip
_COMPARED = {"<": "fewer", ">": "more", ">=": "least", "<=": "most", "==": "equal", "!=": "unequal"}
_LISTS = {"color": {"es": "color", "en": "colour"}, "suit": {"es": "palo", "en": "suit"}}


class Whose(Enum):
    """Whose the asked player's things are called: *tu*, *su*, *vuestra*."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"


class Relatives:
    """Says noun phrases of one table in one language."""

    def __init__(self, expressions: Expressions, rules: Rules, language: str) -> None:
        self.expressions, self.rules, self.language = expressions, rules, language
        self.phrases = _ES if language == "es" else _EN
        self.whose = Whose.MINE
        """Who is spoken of as `me` in the steps."""

    @contextmanager
    def speaking(self, whose: Whose) -> Iterator[None]:
        """Speak of somebody else for a while; of the others once they are spoken of."""
        before = self.whose
        self.whose = whose if before is Whose.MINE else before
        yield
        self.whose = before

    def phrase(self, name: str, *parts: str) -> str:
        text = self.phrases[name].format(*parts)
        return grammar.contracted(text) if self.language == "es" else text

    # --- zones and counters ----------------------------------------------------------------------

    def noun(self, zone: Zone) -> Noun:
        found = self.rules.zones[zone.zone].noun
        if found.title:
            return found
        return Noun({self.language: zone.zone.replace("_", " ")}, found.gender, found.plural)

    def zone(self, zone: Zone, form: str = "") -> str:
        """`tu mano`, `sus cincos`, `del mazo`; `form` is a preposition."""
        noun = self.noun(zone)
        text = self._owned(noun, zone.owners)
        return grammar.with_preposition(form, text, self.language) if form else text

    def _owned(self, noun: Noun, owners: tuple[Expr, ...]) -> str:
        last = owners[-1] if owners else None
        if isinstance(last, Me) and self.whose is Whose.MINE:
            return grammar.your(noun, self.language)
        if isinstance(last, Me) and self.whose is Whose.BOTH:
            return grammar.of_both(noun, self.language)
        if isinstance(last, Local | Candidate | Me):
            many = self.language == "es" and grammar.gender_of(noun)[1]
            return f"{self.phrases['theirs' if many else 'their']} {noun.title[self.language]}"
        the = grammar.the(noun, self.language)
        if isinstance(last, Counter):
            return f"{the} {self.phrases['of_turn']}"
        return the

    def place(self, target: Expr) -> str:
        """A counter that is written to: `tu dado`, `su oferta`."""
        if isinstance(target, Counter) and target.counter in self.rules.counters:
            noun = self.rules.counters[target.counter].noun
            if noun.title.get(self.language):
                return self._owned(noun, target.owners)
        return self.expressions.say(target)

    def zone_of(self, expr: Expr) -> str:
        """`del mazo`, `de tu mano`."""
        if isinstance(expr, Zone):
            return self.zone(expr, "from" if self.language == "en" else "of")
        return grammar.with_preposition("of", self.expressions.say(expr), self.language)

    def holding(self, zone: Zone) -> str:
        """What somebody has who has cards there: `cincos`, `Protección`, `cartas en la reserva`."""
        noun = self.noun(zone)
        title = noun.title.get(self.language, zone.zone)
        plural = grammar.gender_of(noun)[1] if self.language == "es" else title.endswith("s")
        if plural or title[:1].isupper():
            return title
        the = grammar.the(noun, self.language)
        return self.phrase("cards_in", grammar.with_preposition("in", the, self.language))

    # --- players and cards -----------------------------------------------------------------------

    def player(self, choices: Expr) -> str:
        """A player to be chosen: `otro jugador que tiene cincos`."""
        source = choices.source if isinstance(choices, Where) else choices
        others = isinstance(source, Call) and source.function == "others"
        noun = self.phrases["other" if others else "a_player"]
        if isinstance(choices, Where):
            noun = self.phrase("who", noun, self.predicate(choices.condition))
        return self.phrase("to_player", noun)

    def card(self, choices: Expr) -> str:
        """A card to be chosen: `una carta de tu mano`, `uno de sus cincos`."""
        if isinstance(choices, Zone):
            noun = self.noun(choices)
            gender, plural = grammar.gender_of(noun)
            if plural and choices.owners:
                one = ("una" if gender == "f" else "uno") if self.language == "es" else "one"
                return self.phrase("one", one, self.zone(choices, "of"))
            return self.phrase("a_card", self.zone_of(choices))
        if isinstance(choices, TermValue) and choices.type.is_list:
            owners = choices.arguments[:1]
            noun = Noun({self.language: self.expressions.term_words(choices)})
            one = "una" if grammar.gender_of(noun)[0] == "f" else "uno"
            one = one if self.language == "es" else "one"
            whole = grammar.with_preposition("of", self._owned(noun, owners), self.language)
            return self.phrase("one", one, whole)
        if isinstance(choices, Where):
            return self.phrase("some", self.zone_of(choices.source), self.about(choices.condition))
        return self.phrase("a_card", self.zone_of(choices))

    def some_of(self, cards: Where) -> str:
        """Those cards of a zone that are so."""
        return self.phrase("some_of", self.zone_of(cards.source), self.about(cards.condition, True))

    def about(self, condition: Expr, several: bool = False) -> str:
        """What is said of a card: `está boca abajo`."""
        return self.expressions.predicate(condition, several)

    def word(self, words: str) -> str:
        """A word to be chosen: `un color`."""
        return self.phrase("a_word", self.list_name(words))

    def list_name(self, words: str) -> str:
        return _LISTS.get(words, {}).get(self.language, words.replace("_", " "))

    # --- conditions ------------------------------------------------------------------------------

    def predicate(self, condition: Expr, several: bool = False) -> str:
        """What is said of a player: `tiene cincos y no tiene Protección`."""
        if isinstance(condition, All | AnyOf):
            word = "and" if isinstance(condition, All) else "or"
            parts = [self.predicate(one, several) for one in condition.operands]
            return grammar.listed(_without_repeats(parts), self.language, word)
        denied = isinstance(condition, Not)
        inner = condition.operand if isinstance(condition, Not) else condition
        if isinstance(inner, Exists):
            held = self._held(inner.operand)
            if held:
                text = self.phrase("has_no" if denied else "has", held)
                return grammar.many(text, self.language) if several else text
        return self.expressions.predicate(condition, several)

    def people(self, players: Expr) -> str:
        """Several players: `los demás que siguen en juego`."""
        if not isinstance(players, Where):
            return self.expressions.say(players)
        those = self.predicate(players.condition, several=True)
        source = players.source
        if isinstance(source, Call) and source.function in ("players_from", "seats_from"):
            return self.phrase("they_from", those, self.expressions.place_of(source.arguments[0]))
        return self.phrase("they", self.expressions.say(players.source), those)

    def _held(self, cards: Expr) -> str:
        if isinstance(cards, TermValue) and cards.type.is_list and len(cards.arguments) == 1:
            return self.expressions.term_words(cards)
        if isinstance(cards, Zone):
            return self.holding(cards)
        if isinstance(cards, Where) and isinstance(cards.source, Zone):
            return self.phrase(
                "such", self.holding(cards.source), self.about(cards.condition, True)
            )
        return ""

    def clause(self, condition: Expr) -> str:
        """A condition as a clause about the one who plays: `tienes cincos`."""
        if isinstance(condition, All | AnyOf):
            word = "and" if isinstance(condition, All) else "or"
            parts = [one for one in condition.operands if constant(one) is None]
            return grammar.listed([self.clause(one) for one in parts], self.language, word)
        denied = isinstance(condition, Not)
        inner = condition.operand if isinstance(condition, Not) else condition
        if isinstance(inner, Exists):
            named = self._named(inner.operand)
            if named is not None:
                those = self.predicate(named.condition, several=True)
                return self.phrase("somebody_not" if denied else "somebody", those)
            held = self._held(inner.operand)
            if held:
                return self._have(inner.operand, held, denied)
        if isinstance(condition, Compare):
            return self._compared(condition)
        if isinstance(condition, Member) and isinstance(condition.right, Range):
            ends = (condition.left, condition.right.low, condition.right.high)
            return self.phrase("between", *(self.expressions.say(one) for one in ends))
        return self._of_this(self.expressions.say(condition))

    def _named(self, expr: Expr) -> Where | None:
        """The players that a name stands for, which the steps have found by a condition."""
        found = self.expressions.named.get(expr.name) if isinstance(expr, Local) else None
        return found if isinstance(found, Where) else None

    def _of_this(self, clause: str) -> str:
        """A clause about the card itself: `sigue a la de arriba`, `it follows the top card`."""
        this = self.expressions.phrase("this") + " "
        if not clause.startswith(this):
            return clause
        return clause[len(this) :] if self.language == "es" else "it " + clause[len(this) :]

    def _have(self, cards: Expr, held: str, denied: bool) -> str:
        owner = _owner(cards)
        name = "there"
        if isinstance(owner, Me) and self.whose is Whose.MINE:
            name = "you_have"
        elif isinstance(owner, Local | Me):
            name = "he_has"
        return self.phrase(name + ("_no" if denied else ""), held)

    def _compared(self, condition: Compare) -> str:
        """`tienes más de cinco cartas en la mano`, `los saltos son menos de 5`."""
        limit = constant(condition.right)
        left = condition.left
        right = str(limit) if isinstance(limit, int) else self.expressions.say(condition.right)
        amount = self.phrase(_COMPARED[condition.operator], right)
        if isinstance(left, Count):
            return self._have(left.of, f"{amount} {self._counted(left.of)}", False)
        if isinstance(left, Arithmetic) and left.operator == "+":
            parts = (left.left, left.right)
            if all(isinstance(one, Count) and self._held(one.of) for one in parts):
                held = [self._held(one.of) for one in parts if isinstance(one, Count)]
                whole = self.phrase("in_all", grammar.listed(held, self.language))
                return self._have(parts[0].of, f"{amount} {whole}", False)  # type: ignore[attr-defined]
        if (
            isinstance(left, Counter)
            and isinstance(limit, int)
            and self.expressions.is_plural(left)
        ):
            noun = self.rules.counters[left.counter].noun.title[self.language]
            return self._have(left, f"{amount} {noun}", False)
        if isinstance(left, Counter | TermValue | Number) and isinstance(limit, int):
            verb = self.expressions.phrase("==")
            if self.expressions.is_plural(left):
                verb = grammar.many(verb, self.language)
            return f"{self.place(left)} {verb} {amount}"
        return self.expressions.say(condition)

    def _counted(self, cards: Expr) -> str:
        """What is counted, after its number: `cartas en la mano`, `jugadores en juego`."""
        held = self._held(cards)
        if held:
            return held
        text = self.expressions.say(cards)
        return text.removeprefix("los ").removeprefix("las ").removeprefix("the ")


def _owner(thing: Expr) -> Expr | None:
    """Whose the cards or the counter are."""
    if isinstance(thing, Where):
        return _owner(thing.source)
    if isinstance(thing, Zone | Counter):
        return thing.owners[-1] if thing.owners else None
    if isinstance(thing, TermValue):
        return thing.arguments[0] if thing.arguments else None
    return None


def _without_repeats(parts: list[str]) -> list[str]:
    """`tiene cartas en mano o cartas en la reserva`: a verb that all share is said once."""
    first = parts[0].split(" ")[0]
    if first not in ("tiene", "tienen", "has", "have"):
        return parts
    return [parts[0], *(part.removeprefix(f"{first} ") for part in parts[1:])]

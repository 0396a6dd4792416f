"""Noun phrases about players, cards and zones as a card's text has them.

`sus cincos`, `otro jugador que tiene cincos`, `una carta de tu mano que está boca abajo`.
"""

from __future__ import annotations

from card_specs.language import grammar
from card_specs.language.constants import constant
from card_specs.language.prose_expressions import Expressions
from card_specs.language.rules import Noun, Rules
from card_specs.language.tree import (
    All,
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
    "such": "{0} que {1}",
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
    "such": "{0} that {1}",
}  # fmt: skip
_COMPARED = {"<": "fewer", ">": "more", ">=": "least", "<=": "most", "==": "equal", "!=": "unequal"}
_LISTS = {"color": {"es": "color", "en": "colour"}, "suit": {"es": "palo", "en": "suit"}}


class Relatives:
    """Says noun phrases of one table in one language."""

    def __init__(self, expressions: Expressions, rules: Rules, language: str) -> None:
        self.expressions, self.rules, self.language = expressions, rules, language
        self.phrases = _ES if language == "es" else _EN
        self.others = False
        """Whether somebody else is spoken of: what is `me` in the steps is then *su*, *their*."""

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
        if isinstance(last, Me) and not self.others:
            return grammar.your(noun, self.language)
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

    def predicate(self, condition: Expr) -> str:
        """What is said of a player: `tiene cincos y no tiene Protección`."""
        if isinstance(condition, All | AnyOf):
            word = "and" if isinstance(condition, All) else "or"
            parts = [self.predicate(one) for one in condition.operands]
            return grammar.listed(parts, self.language, word)
        denied = isinstance(condition, Not)
        inner = condition.operand if isinstance(condition, Not) else condition
        if isinstance(inner, Exists):
            held = self._held(inner.operand)
            if held:
                return self.phrase("has_no" if denied else "has", held)
        return self.expressions.predicate(condition, False)

    def _held(self, cards: Expr) -> str:
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
            held = self._held(inner.operand)
            if held:
                return self._have(inner.operand, held, denied)
        if isinstance(condition, Compare):
            return self._compared(condition)
        if isinstance(condition, Member) and isinstance(condition.right, Range):
            ends = (condition.left, condition.right.low, condition.right.high)
            return self.phrase("between", *(self.expressions.say(one) for one in ends))
        return self._of_this(self.expressions.say(condition))

    def _of_this(self, clause: str) -> str:
        """A clause about the card itself: `sigue a la de arriba`, `it follows the top card`."""
        this = self.expressions.phrase("this") + " "
        if not clause.startswith(this):
            return clause
        return clause[len(this) :] if self.language == "es" else "it " + clause[len(this) :]

    def _have(self, cards: Expr, held: str, denied: bool) -> str:
        zone = cards.source if isinstance(cards, Where) else cards
        owner = zone.owners[-1] if isinstance(zone, Zone) and zone.owners else None
        mine = isinstance(owner, Me) and not self.others
        name = "you_have" if mine else "there"
        return self.phrase(name + ("_no" if denied else ""), held)

    def _compared(self, condition: Compare) -> str:
        """`tienes más de cinco cartas en la mano`, `los saltos son menos de 5`."""
        limit = constant(condition.right)
        left = condition.left
        right = str(limit) if isinstance(limit, int) else self.expressions.say(condition.right)
        amount = self.phrase(_COMPARED[condition.operator], right)
        if isinstance(left, Count) and isinstance(left.of, Zone):
            return self._have(left.of, f"{amount} {self.holding(left.of)}", False)
        if isinstance(left, Counter | TermValue | Number) and isinstance(limit, int):
            verb = self.expressions.phrase("==")
            if self.expressions.is_plural(left):
                verb = grammar.many(verb, self.language)
            return f"{self.place(left)} {verb} {amount}"
        return self.expressions.say(condition)

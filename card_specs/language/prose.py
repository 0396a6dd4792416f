"""Rules read back in words: cards, rules, turns, as a designer checks and a rulebook prints them.

The same trees that the engine compiles are said here, so a wrong rule shows.  The words of terms,
zones and counters are those of the spec; what has none goes by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from card_specs.language import grammar, numerals
from card_specs.language.constants import constant
from card_specs.language.model import Game
from card_specs.language.prose_expressions import Expressions
from card_specs.language.rules import Argument, CardRules, Move, Rules
from card_specs.language.tree import Block, Call, Choose, Expr, Listed, Me, Step, Where, Zone
from card_specs.language.types import PLAYER, Kind
from card_specs.language.vocabulary.cards import Edge
from card_specs.language.vocabulary.choices import Ask, Window
from card_specs.language.vocabulary.flow import CallRule

_EDGES = {
    "es": {Edge.TOP: "encima", Edge.BOTTOM: "debajo", Edge.LEFT: "a la izquierda"},
    "en": {Edge.TOP: "on top", Edge.BOTTOM: "at the bottom", Edge.LEFT: "at the left end"},
}
_WORDS = {
    "es": {
        "only_if": "Solo si {0}.", "choose": "elige {0}", "a_player": "a un jugador de {0}",
        "other": "a otro jugador", "a_card": "una carta de {0}", "one_of": "uno de {0}",
        "or": "o", "you": "eliges", "they": "{0} elige", "each": "cada uno de {0} elige",
        "may": "jugar una carta ({0})", "setup": "Preparación", "turn": "Turno",
        "end": "Final", "won": "Gana: {0}", "drawn": "Al robarla", "or_else": "o {0}",
    },
    "en": {
        "only_if": "Only if {0}.", "choose": "choose {0}", "a_player": "a player of {0}",
        "other": "another player", "a_card": "a card of {0}", "one_of": "one of {0}",
        "or": "or", "you": "you choose", "they": "{0} chooses", "each": "each of {0} chooses",
        "may": "to play a card ({0})", "setup": "Set-up", "turn": "Turn",
        "end": "End", "won": "Wins: {0}", "drawn": "When drawn", "or_else": "or {0}",
    },
}  # fmt: skip


class Prose:
    """Says the rules of one table in one language; a `Speaker` for steps."""

    def __init__(self, game: Game, rules: Rules, language: str) -> None:
        self.game = game
        self.rules = rules
        self.language = language
        self.expressions = Expressions(game, rules, language)
        self.words = _WORDS[language]

    # --- what steps need -------------------------------------------------------------------------

    def said(self, value: object, form: str) -> str | None:
        """A field of a step in a grammatical form; None if it is missing."""
        if value is None or value is False or value == () or value == "":
            return None
        if value is True:
            return ""
        if isinstance(value, Edge):
            return _EDGES[self.language].get(value)
        if isinstance(value, Expr):
            return self._expression(value, form)
        if isinstance(value, tuple):
            return self._several(value, form)
        if isinstance(value, CallRule):
            return self.call(value)
        if isinstance(value, Ask | Window):
            return self.choices(value)
        return str(value).replace("_", " ")

    def _expression(self, value: Expr, form: str) -> str:
        text = self.expressions.say(value)
        if form in grammar.PREPOSITIONS[self.language]:
            return grammar.with_preposition(form, text, self.language)
        if form == "cards":
            return self._cards(value, text)
        if form == "times":
            return self.expressions.phrase("times", text)
        if form == "asked":
            return self._asked(value, text)
        return text

    def _cards(self, value: Expr, text: str) -> str:
        if not text.isdigit():
            return self.expressions.phrase("as_many", text)
        one = text == "1"
        return self.expressions.phrase("one_card" if one else "n_cards", text)

    def _asked(self, who: Expr, text: str) -> str:
        if isinstance(who, Me):
            return self.words["you"]
        return self.words["they" if who.type == PLAYER else "each"].format(text)

    def _several(self, value: tuple[object, ...], form: str) -> str:
        if all(isinstance(one, Step) for one in value):
            return self.steps(value)  # type: ignore[arg-type]
        parts = [self.said(one, form) or "" for one in value]
        return grammar.listed(parts, self.language)

    def call(self, step: CallRule) -> str:
        """The words of an own rule, its arguments put in."""
        rule = self.rules.rules[step.rule]
        text = rule.words.get(self.language, "") or step.rule.replace("_", " ")
        for parameter, value in zip(rule.takes, step.arguments, strict=True):
            text = text.replace(f"{{{parameter.name}}}", self.expressions.say(value))
            text = self._counted(text, parameter.name, value)
        return text

    def _counted(self, text: str, name: str, value: Expr) -> str:
        """The text with `{name:card|cards}` filled in."""

        def filled(match: re.Match[str]) -> str:
            number, form = constant(value), match.group(1)
            if isinstance(number, int) and numerals.is_form(form):
                return numerals.said(number, form, self.language).replace("\u00a0", " ")
            return f"{self.expressions.say(value)} {form.rpartition('|')[2]}"

        return re.sub(rf"\{{{name}:([^{{}}]+)\}}", filled, text)

    def choices(self, ask: Ask | Window) -> str:
        """What may be answered to a question."""
        found = [self.move(move) for move in ask.moves]
        if ask.moment:
            title = self.rules.moments[ask.moment].title.get(self.language, ask.moment)
            found.append(self.words["may"].format(title))
        if ask.decline is not None:
            found.append(f"«{ask.decline.verb}»")
        return grammar.listed(found, self.language, "or")

    def steps(self, block: Block) -> str:
        """Steps as clauses, one after the other."""
        return "; ".join(step.say(self) for step in block)

    # --- moves and cards -------------------------------------------------------------------------

    def move(self, move: Move) -> str:
        """A move as it is written, with what it does."""
        text = " ".join(
            [move.verb]
            + ([move.card.text] if move.card else [])
            + [f"{key}={part.text}" for key, part in move.keys]
        )
        details = [self.argument(argument) for argument in move.arguments]
        if move.do:
            details.append(self.steps(move.do))
        return f"«{text}» ({'; '.join(details)})" if details else f"«{text}»"

    def argument(self, argument: Argument) -> str:
        """`choose another player`."""
        return self.words["choose"].format(self._choice(argument))

    def _choice(self, argument: Argument) -> str:
        choices = argument.choices
        text = self.expressions.say(choices)
        if isinstance(choices, Listed | Choose):
            return text
        if isinstance(choices, Call) and choices.function == "others":
            return self.words["other"]
        of = choices.type.item.kind
        if of is Kind.PLAYER:
            return self.words["a_player"].format(text)
        if of is Kind.CARD and isinstance(choices, Zone | Where):
            return self.words["a_card"].format(text)
        return self.words["one_of"].format(text)

    def card(self, card: CardRules) -> str:
        """What a kind of card does: when, what is chosen, its steps, its condition."""
        sentences = []
        if card.moment:
            title = self.rules.moments[card.moment].title.get(self.language, card.moment)
            clauses = [self.argument(argument) for argument in card.arguments]
            clauses += [step.say(self) for step in card.do]
            if card.target is not None:
                target = self._expression(card.target, "in")
                clauses.append({"es": f"queda {target}", "en": f"it stays {target}"}[self.language])
            said = f"{title}: {'; '.join(clauses)}" if clauses else title
            sentences.append(grammar.sentence(said))
            if card.condition is not None:
                condition = self.expressions.say(card.condition)
                sentences.append(self.words["only_if"].format(condition))
        if card.when_drawn is not None:
            drawn = self.steps(card.when_drawn)
            sentences.append(grammar.sentence(f"{self.words['drawn']}: {drawn}"))
        return " ".join(sentences)

    # --- all of it -------------------------------------------------------------------------------

    def everything(self) -> Iterator[str]:
        """Every card, rule, and the course of the game, a line each."""
        for card in self.rules.cards.values():
            yield f"{card.kind}: {self.card(card)}"
        for rule in self.rules.rules.values():
            words = rule.words.get(self.language, rule.name)
            yield f"{words}: {grammar.sentence(self.steps(rule.body))}"
        for name, block in (("setup", self.rules.setup), ("turn", self.rules.turn)):
            for step in block:
                yield f"{self.words[name]}: {grammar.sentence(step.say(self))}"
        end = self.rules.end
        if end.condition is not None:
            condition = self.expressions.say(end.condition)
            yield f"{self.words['end']}: {grammar.sentence(condition)}"
        if end.winners is not None:
            yield grammar.sentence(self.words["won"].format(self.expressions.say(end.winners)))

"""What a card does, as a person would print it: from the same steps that the engine runs.

`prose.py` reads all rules back word for word, for a designer who checks them.  Here a card's effect
becomes a sentence or two: choices first, then what happens, then the condition; chosen players and
cards are spoken of as *su*, *their*, *it*.  What has no idiom here is said as `prose.py` says it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from card_specs.language import grammar, numerals
from card_specs.language.card_phrases import DOINGS, EDGES, EN, ES, third
from card_specs.language.constants import constant
from card_specs.language.model import Game
from card_specs.language.prose import Prose
from card_specs.language.relatives import Relatives, Whose
from card_specs.language.rules import Argument, CardRules, Noun, Rules
from card_specs.language.tree import (
    Block,
    Call,
    Compare,
    Conditional,
    Counter,
    End,
    Expr,
    Listed,
    Local,
    Me,
    Number,
    Step,
    Take,
    This,
    Where,
    Zone,
)
from card_specs.language.types import CARD, PLAYER, Kind
from card_specs.language.vocabulary.cards import (
    Deal,
    Draw,
    Edge,
    Exchange,
    MoveCards,
    Pick,
    Shuffle,
)
from card_specs.language.vocabulary.chance import Roll
from card_specs.language.vocabulary.choices import Ask, How
from card_specs.language.vocabulary.flow import CallRule, CheckEnd, ForEach, If, Repeat
from card_specs.language.vocabulary.marks import MarkCard, TurnDown, TurnUp
from card_specs.language.vocabulary.values import AddValue, Let, SetValue


def card_text(game: Game, rules: Rules, kind: str, language: str) -> str:
    """What a card of the kind does; nothing for one that does nothing."""
    card = rules.cards.get(kind)
    return CardProse(game, rules, language).text(card) if card else ""


class CardProse(Prose):
    """Says cards of one table in one language."""

    def __init__(self, game: Game, rules: Rules, language: str) -> None:
        super().__init__(game, rules, language)
        self.phrases = ES if language == "es" else EN
        self.about = Relatives(self.expressions, rules, language)
        self.chosen: dict[str, Argument] = {}
        self.somebody = False
        """Whether somebody else does what is said: `pone`, `puts`."""

    def phrase(self, name: str, *parts: str) -> str:
        text = self.phrases[name].format(*parts)
        if self.somebody and name in DOINGS:
            text = third(text, self.language)
        return grammar.contracted(text) if self.language == "es" else text

    # --- the card --------------------------------------------------------------------------------

    def text(self, card: CardRules) -> str:
        """The card in sentences: what is chosen, what happens, when it may be played."""
        sentences = []
        effect = self.effect(card)
        if effect:
            sentences.append(grammar.sentence(effect))
        if card.condition is not None and constant(card.condition) is not True:
            sentences.append(self.phrase("only_if", self.about.clause(card.condition)))
        if card.when_drawn is not None:
            drawn = self.joined(card.when_drawn)
            sentences.append(grammar.sentence(self.phrase("drawn", drawn)))
        return " ".join(sentences)

    def effect(self, card: CardRules) -> str:
        """Choices and steps as one sentence."""
        self.chosen = {one.name: one for one in card.arguments}
        idiom = self._own_or_other(card)
        if idiom:
            return idiom
        clauses = self.clauses(card.do)
        if card.target is not None:
            clauses.append(self.phrase("stays", self.about.zone(card.target)))
        done = self._listed([clause for clause in clauses if clause])
        chosen = [self.choice(one) for one in card.arguments]
        if not chosen:
            return done
        choose = self.phrase("choose", grammar.listed(chosen, self.language))
        return f"{choose}: {done}" if done else choose

    def _own_or_other(self, card: CardRules) -> str:
        """`suma 2 a tu oferta o resta 1 a la de otro`: one number for oneself, one for others."""
        step = card.do[0] if len(card.do) == 1 else None
        if not isinstance(step, AddValue) or not isinstance(step.value, Conditional):
            return ""
        target, test = step.target, step.value.condition
        own, other = constant(step.value.yes), constant(step.value.no)
        chosen = isinstance(target, Counter) and target.owners
        if not chosen or not isinstance(test, Compare) or test.operator != "==":
            return ""
        if not (isinstance(own, int) and isinstance(other, int) and own > 0 > other):
            return ""
        assert isinstance(target, Counter)
        mine = grammar.your(self._noun(target), self.language)
        article = grammar.the(self._noun(target), self.language).split(" ")[0]
        theirs = self.phrase("other", f"{-other}", article)
        both = self.phrase("add", f"{own}", mine), theirs
        return " ".join(both)

    def _noun(self, counter: Counter) -> Noun:
        return self.rules.counters[counter.counter].noun

    # --- choices ---------------------------------------------------------------------------------

    def choice(self, argument: Argument) -> str:
        """What a player chooses: `otro jugador que tiene cincos`, `una carta de tu mano`."""
        choices = argument.choices
        if argument.type == PLAYER:
            return self.about.player(choices)
        if argument.type == CARD:
            return self.about.card(choices)
        if argument.type.kind is Kind.WORD:
            return self.about.word(argument.type.words)
        if isinstance(choices, Listed):
            parts = [self.expressions.say(one) for one in choices.items]
            return grammar.listed(parts, self.language, "or")
        return self._choice(argument)

    # --- steps -----------------------------------------------------------------------------------

    def joined(self, block: Block) -> str:
        """Steps in a row: `a, b y c`."""
        return self._listed(self.clauses(block))

    def clauses(self, block: Block) -> list[str]:
        """Steps one by one; two that give each other something are one."""
        found: list[str] = []
        steps = list(block)
        while steps:
            step = steps.pop(0)
            given = crossing(step, steps[0]) if steps else None
            if given is not None:
                steps.pop(0)
                noun = grammar.the(self.about.noun(given), self.language)
                found.append(self.phrase("exchange", noun))
            else:
                found.append(self.clause(step))
        return [text for text in found if text]

    def _listed(self, clauses: list[str]) -> str:
        """`a, b y c`; where one has parts of its own, `a; b; c`."""
        if any(
            ";" in clause or clause.startswith(("si ", "if ", "cada ", "each "))
            for clause in clauses[1:]
        ):
            return "; ".join(clauses)
        return grammar.listed(clauses, self.language)

    def clause(self, step: Step) -> str:
        """One step, told to its player."""
        said = _CLAUSES.get(type(step))
        text = said(self, step) if said is not None else step.say(self)
        return grammar.contracted(text) if self.language == "es" else text

    def cards(self, number: Expr) -> str:
        """`siete cartas`."""
        value = constant(number)
        one, many = self.phrases["card|cards"].split("|")
        if isinstance(value, int):
            return numerals.counted(value, one, many, self.language).replace("\u00a0", " ")
        return self._cards(number, self.expressions.say(number))

    def _draw(self, step: Any) -> str:
        if step.limit is not None:
            return self.phrase("up_to", self.cards(step.limit))
        amount = self.cards(step.number or Number(step.at, step.target.type, 1))
        if step.source.zone == self.rules.deck or not step.source.owners:
            return self.phrase("draw", amount)
        return self.phrase("draw_from", amount, self.about.zone(step.source, "from"))

    def _move(self, step: Any) -> str:
        target = self._into(step)
        if isinstance(step.cards, Local):
            return self.phrase("put_it", self.pronoun(step.cards), target)
        return self.phrase("put", self.several(step.cards), target)

    def _into(self, step: Any) -> str:
        edge = EDGES["es" if self.language == "es" else "en"].get(step.edge)
        order = self.rules.zones[step.target.zone].order.value if step.target.zone else ""
        if edge and order != "set" and (step.edge is not Edge.TOP or order == "stack"):
            form = "of" if self.language == "es" else ""
            return edge.format(self.about.zone(step.target, form))
        return self.about.zone(step.target, "in" if self.language == "es" else "into")

    def pronoun(self, local: Local) -> str:
        """The ending of `ponla`, `ponlo`: a card is feminine unless it is one of *tus cincos*."""
        argument = self.chosen.get(local.name)
        if argument is None or not isinstance(argument.choices, Zone):
            return "la"
        gender, many = grammar.gender_of(self.about.noun(argument.choices))
        return "lo" if many and gender == "m" else "la"

    def several(self, cards: Expr) -> str:
        """Cards that are moved: a whole zone, some of it, its top."""
        if isinstance(cards, Zone):
            own = bool(cards.owners) and isinstance(cards.owners[-1], Me | Local)
            text = self.about.zone(cards)
            return text if own else self.phrase("everything", text)
        if isinstance(cards, Where):
            return self.about.some_of(cards)
        if isinstance(cards, Take) and cards.number is None and isinstance(cards.of, Where):
            return self.about.card(cards.of)
        if isinstance(cards, Take) and cards.number is not None and cards.end is End.FIRST:
            return f"{self.cards(cards.number)} {self.about.zone_of(cards.of)}"
        if isinstance(cards, This):
            return self.expressions.say(cards)
        return self.expressions.say(cards)

    def _pick(self, step: Any) -> str:
        return self.phrase("random", self.about.zone(step.source, "from"))

    def _exchange(self, step: Any) -> str:
        return self.phrase("swap", self.about.zone(step.one), self.about.zone(step.other))

    def _add(self, step: Any) -> str:
        words = self.told(step.target, step.value, "added")
        if words:
            return words
        target = self.about.place(step.target)
        value = constant(step.value)
        if isinstance(value, int):
            name = "take" if value < 0 else "add"
            return self.phrase(name, str(abs(value)), target)
        return self.phrase("add", self.expressions.say(step.value), target)

    def told(self, target: Expr, value: Expr, which: str) -> str:
        """What adding to a counter (or setting it) means, where the spec says so."""
        if not isinstance(target, Counter):
            return ""
        counter = self.rules.counters[target.counter]
        words = counter.added if which == "added" else counter.becomes
        text = words.get(self.language, "")
        number = constant(value)
        if not isinstance(number, int):
            return text.replace("{value}", self.expressions.say(value))
        return text.replace("{value:times}", numerals.times(number, self.language)).replace(
            "{value}", numerals.cardinal(number, self.language)
        )

    def _set(self, step: Any) -> str:
        if isinstance(step.target, Local):
            return ""
        words = self.told(step.target, step.value, "becomes")
        if words:
            return words
        name = "become|many" if self.expressions.is_plural(step.target) else "become"
        return self.phrase(name, self.about.place(step.target), self.expressions.say(step.value))

    def _turned(self, step: Any) -> str:
        name = "up" if isinstance(step, TurnUp) else "down"
        if isinstance(step.card, Local):
            return self.phrase(name, "a")
        return step.say(self)  # type: ignore[no-any-return]

    def _marked(self, step: Any) -> str:
        """`mark this as number(COLOR, this.rank)`: only the colour is another."""
        chosen = [one for one in getattr(step.code, "arguments", ()) if isinstance(one, Local)]
        if isinstance(step.card, This) and len(chosen) == 1 and chosen[0].type.words:
            return self.phrase("same_but", self.about.list_name(chosen[0].type.words))
        return self.phrase("counts", self.expressions.say(step.code))

    def _asked_clause(self, step: Any) -> str:
        """A question about one card or player: who chooses what, and what comes of it."""
        moves = step.moves
        simple = moves and not step.moment and all(len(move.arguments) == 1 for move in moves)
        if not simple or len({self._outcome(move) for move in moves}) > 1:
            return step.say(self)  # type: ignore[no-any-return]
        both = isinstance(step.who, Listed)
        mine = isinstance(step.who, Me)
        with self.about.speaking(Whose.BOTH if both else Whose.MINE if mine else Whose.THEIRS):
            named = [self.choice(move.arguments[0]) for move in moves]
            self.somebody = self.somebody or not mine
            done = "" if both else self.joined(moves[0].do)
            self.somebody = False
        chosen = grammar.listed(named, self.language, "or")
        if step.how is How.SEALED:
            chosen = self.phrase("secretly", chosen)
        if both:
            return self.phrase("both_choose", self._both(step.who), chosen)
        if mine:
            text = self.phrase("choose", chosen)
            return f"{text} {'y' if self.language == 'es' else 'and'} {done}" if done else text
        who = self.phrase("that_player" if step.who.type == PLAYER else "they_each")
        return self.phrase("asked_and" if done else "asked", who, chosen, done)

    def _both(self, who: Listed) -> str:
        others = [self.expressions.say(one) for one in who.items if not isinstance(one, Me)]
        return self.phrase("both", grammar.listed(others, self.language))

    def _outcome(self, move: Any) -> object:
        """What a move does, to compare: where its card goes."""
        step = move.do[0] if len(move.do) == 1 else None
        return step.target if isinstance(step, MoveCards) else move.do

    def _each(self, step: Any) -> str:
        """The same for several players: `cada jugador pone su mano …`."""
        if step.type != PLAYER:
            return step.say(self)  # type: ignore[no-any-return]
        before, self.somebody = self.somebody, True
        done = self.joined(step.do)
        self.somebody = before
        items = step.items
        if isinstance(items, Call) and items.function == "players":
            return self.phrase("everybody", done)
        who = self.about.people(items)
        if done.startswith(("si ", "if ")):
            who += ":"
        return self.phrase("each_of", who, done)

    def _let(self, step: Any) -> str:
        """A list of players gets a name: it is said where it is used."""
        if step.value.type.is_list and step.value.type.item == PLAYER:
            self.expressions.named[step.name] = step.value
            return ""
        return step.say(self)  # type: ignore[no-any-return]

    def _deal(self, step: Any) -> str:
        amount = self.cards(step.number) if step.number is not None else self.phrase("all_cards")
        source = self.about.zone(step.source, "of" if self.language == "es" else "from")
        return self.phrase("deal", amount, source, self.about.people(step.players))

    def _if(self, step: Any) -> str:
        known = constant(step.condition)
        if known is not None:
            return self.joined(step.then if known else step.otherwise)
        text = self.phrase("if", self.about.clause(step.condition), self.joined(step.then))
        return text + (self.phrase("else", self.joined(step.otherwise)) if step.otherwise else "")

    def _repeat(self, step: Any) -> str:
        number = constant(step.times) if step.times is not None else None
        if isinstance(number, int):
            return self.phrase("times", numerals.times(number, self.language), self.joined(step.do))
        return step.say(self)  # type: ignore[no-any-return]


_CLAUSES: dict[type[Step], Callable[[CardProse, Any], str]] = {
    Draw: CardProse._draw,
    MoveCards: CardProse._move,
    Pick: CardProse._pick,
    Exchange: CardProse._exchange,
    Shuffle: lambda prose, step: prose.phrase("shuffle", prose.about.zone(step.zone)),
    AddValue: CardProse._add,
    SetValue: CardProse._set,
    TurnUp: CardProse._turned,
    TurnDown: CardProse._turned,
    MarkCard: CardProse._marked,
    Ask: CardProse._asked_clause,
    If: CardProse._if,
    Repeat: CardProse._repeat,
    Roll: lambda prose, step: prose.phrase("roll", prose.about.place(step.counter)),
    CallRule: lambda prose, step: prose.call(step),
    Deal: CardProse._deal,
    ForEach: CardProse._each,
    Let: CardProse._let,
    CheckEnd: lambda prose, step: "",
}


def crossing(one: Step, other: Step) -> Zone | None:
    """The zone whose cards two players give each other in two steps; None if they do not."""
    if not isinstance(one, MoveCards) or not isinstance(other, MoveCards):
        return None
    first, second = one.cards, other.cards
    if not isinstance(first, Zone) or not isinstance(second, Zone):
        return None
    same = (first.zone, one.target.zone) == (second.zone, other.target.zone)
    crossed = first.owners == other.target.owners and second.owners == one.target.owners
    return first if same and crossed and first.owners != second.owners else None

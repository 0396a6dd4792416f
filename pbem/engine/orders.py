"""Policies: standing orders and the host's answer after a missed deadline.

A policy picks one of the legal moves: of those that begin as it says and meet its condition, the
one that it prefers.  Policies are compiled when they are first needed, each for the question it
answers, since it may look at what the question's frame knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.rules import Beginning, Condition, Policy, Rules
from card_specs.values import dataclass
from pbem.engine.cards import code_of
from pbem.engine.looks import Look, Looks, MoveValues
from pbem.engine.options import Option
from pbem.engine.question import Frame, Question
from pbem.engine.state import Move, State

if TYPE_CHECKING:
    from pbem.engine.asking import Askers
    from pbem.engine.compiler import Compiler

Orders = Mapping[str, Any]
"""One player's standing orders: key -> a word, a list of cards, or a list of rules."""


@dataclass(frozen=True)
class Compiled:
    """A policy's condition and preference as functions of state, frame, player and move."""

    policy: Policy
    condition: Look | None
    prefer: Look | None


class Judge:
    """Policies of one program."""

    askers: Askers

    def __init__(self, compiler: Compiler) -> None:
        self.rules: Rules = compiler.rules
        self.looks = Looks(compiler.rules, compiler.deck)
        self.options: Sequence[Option] = compiler.options
        self.places = compiler.deck.places()
        self._compiled: dict[tuple[int, int], Compiled] = {}
        self._conditions: dict[tuple[int, str], Look] = {}

    # --- standing orders --------------------------------------------------------------------------

    def ordered(
        self, state: State, frame: Frame, question: Question, seat: int, moves: list[Move]
    ) -> bool:
        """Whether a standing order answers; then `state.who` and `state.chosen` say how."""
        assert state.orders is not None
        mine = state.orders[seat]
        if not mine or question.key is None:
            return False
        key = question.key(state, frame, seat)
        if key not in mine:
            return False
        move = self._by_order(state, frame, question, seat, moves, key, mine[key])
        if move is None:
            return False
        state.who, state.chosen = seat, move
        if state.then is not None:
            state.then.append((seat, move))
        return True

    def _by_order(
        self, state: State, frame: Frame, question: Question, seat: int, moves: list[Move],
        key: str, order: Any,
    ) -> Move | None:  # fmt: skip
        rules = self.rules.orders[key]
        if isinstance(order, str):
            policies = rules.choices.get(order, ())
            return self.choose(state, frame, question, seat, moves, policies)
        if rules.cards is not None and _is_card_list(order):
            return self._from_list(state, frame, question, seat, moves, key, order)
        return self._by_rules(state, frame, question, seat, moves, key, order)

    def _from_list(
        self, state: State, frame: Frame, question: Question, seat: int, moves: list[Move],
        key: str, cards: Sequence[str],
    ) -> Move | None:  # fmt: skip
        """The first card of the list that is legal; it is struck off."""
        listed = self.rules.orders[key].cards
        assert listed is not None
        for place, card in enumerate(cards):
            for move in self._candidates(state, frame, question, seat, moves, listed.policy):
                if self._card(move) == card:
                    self._strike(state, seat, key, [*cards[:place], *cards[place + 1 :]])
                    return move
        return None

    def _strike(self, state: State, seat: int, key: str, left: list[str]) -> None:
        assert state.orders is not None
        mine = {**state.orders[seat], key: left}
        state.orders = [*state.orders[:seat], mine, *state.orders[seat + 1 :]]

    def _by_rules(
        self, state: State, frame: Frame, question: Question, seat: int, moves: list[Move],
        key: str, order: Any,
    ) -> Move | None:  # fmt: skip
        """The first rule whose conditions all hold decides; else what the spec says."""
        rule_list = self.rules.orders[key].rules
        assert rule_list is not None
        for rule in order if isinstance(order, list | tuple) else [order]:
            for word, conditions in rule.items():
                if all(self._holds(state, frame, question, seat, one) for one in conditions):
                    policy = rule_list.words[word]
                    if policy is None:
                        return None
                    return self.choose(state, frame, question, seat, moves, (policy,))
        if rule_list.otherwise is None:
            return None
        return self.choose(state, frame, question, seat, moves, (rule_list.otherwise,))

    def _holds(self, state: State, frame: Frame, question: Question, seat: int, text: str) -> bool:
        condition, value = find_condition(self.rules.conditions, text, state.names)
        look = self._condition(question, condition)
        return bool(look(state, frame, seat, MoveValues({"N": value, "P": value})))

    # --- policies -------------------------------------------------------------------------------

    def choose(
        self, state: State, frame: Frame, question: Question, seat: int, moves: list[Move],
        policies: Sequence[Policy],
    ) -> Move | None:  # fmt: skip
        """What the first policy that takes anything takes."""
        for policy in policies:
            if policy.alone and len(moves) > 1:
                continue
            found = self._candidates(state, frame, question, seat, moves, policy)
            if found:
                return self._preferred(state, frame, question, seat, found, policy)
        return None

    def _candidates(
        self, state: State, frame: Frame, question: Question, seat: int, moves: list[Move],
        policy: Policy,
    ) -> list[Move]:  # fmt: skip
        look = self._policy(question, policy).condition
        found = [move for move in moves if self._begins(state, move, policy) is not None]
        if look is None:
            return found
        return [m for m in found if look(state, frame, seat, self._values(m))]

    def _begins(self, state: State, move: Move, policy: Policy) -> int | None:
        """Which of the policy's beginnings a move has."""
        option = self.options[move[0]]
        for place, beginning in enumerate(policy.takes):
            if option.verb == beginning.verb and self._matches(state, option, move, beginning):
                return place
        return None

    def _matches(self, state: State, option: Option, move: Move, beginning: Beginning) -> bool:
        if beginning.card and self._card(move) != beginning.card:
            return False
        if not beginning.keys:
            return True
        said = dict(piece.split("=", 1) for piece in option.text(move, state.names).split()
                    if "=" in piece)  # fmt: skip
        return all(said.get(key) == value for key, value in beginning.keys)

    def _preferred(
        self, state: State, frame: Frame, question: Question, seat: int, moves: list[Move],
        policy: Policy,
    ) -> Move:  # fmt: skip
        look = self._policy(question, policy).prefer

        def rank(place: int) -> tuple[Any, ...]:
            move = moves[place]
            text = self.options[move[0]].text(move, state.names)
            value = 0 if look is None else look(state, frame, seat, self._values(move))
            missing = value is None
            tie = self._tie(policy.ties, move, place)
            return (missing, -(value or 0), tie, self._begins(state, move, policy), text)

        return moves[min(range(len(moves)), key=rank)]

    def _tie(self, ties: str, move: Move, place: int) -> int:
        """Order by the deck or by the row in which the moves were listed."""
        if ties == "deck":
            return self.places.get(self._card(move), 0)
        return place if ties == "row" else 0

    def _card(self, move: Move) -> str:
        card = self._values(move).get("CARD")
        return code_of(card) if isinstance(card, str) else ""

    def _values(self, move: Move) -> MoveValues:
        return MoveValues(self.options[move[0]].values(move))

    # --- compiling ------------------------------------------------------------------------------

    def _policy(self, question: Question, policy: Policy) -> Compiled:
        key = (question.index, id(policy))
        if key not in self._compiled:
            self._compiled[key] = Compiled(
                policy, self._look(question, policy.condition), self._look(question, policy.prefer)
            )
        return self._compiled[key]

    def _look(self, question: Question, tree: t.Expr | None) -> Look | None:
        return None if tree is None else self.looks.at(tree, question.scope)

    def _condition(self, question: Question, condition: Condition) -> Look:
        key = (question.index, condition.text)
        if key not in self._conditions:
            self._conditions[key] = self.looks.at(condition.body, question.scope)
        return self._conditions[key]


def _is_card_list(order: Any) -> bool:
    return isinstance(order, list | tuple) and all(isinstance(one, str) for one in order)


def find_condition(
    conditions: Sequence[Condition], text: str, names: Sequence[str]
) -> tuple[Condition, Any]:
    """A condition of a rule list by its text, and what it takes: `up<=2` -> (`up<=`, 2)."""
    for condition in conditions:
        if condition.takes is None:
            if text == condition.text:
                return condition, None
        elif text.startswith(condition.text):
            value = text[len(condition.text) :]
            if condition.takes.type == types.PLAYER and value in names:
                return condition, list(names).index(value)
            if condition.takes.type == types.NUMBER and value.lstrip("-").isdigit():
                return condition, int(value)
    raise KeyError(text)

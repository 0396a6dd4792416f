"""Standing orders, their conditions, and what the host answers: policies with types."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from card_specs.language import nodes
from card_specs.language.checking import Checking
from card_specs.language.nodes import Node, Scalar
from card_specs.language.problems import Problem, nearest
from card_specs.language.reading import Scope
from card_specs.language.rules import (
    Argument,
    Beginning,
    CardList,
    CardRules,
    Condition,
    Noun,
    OrderRules,
    Parameter,
    Part,
    Policy,
    RuleList,
)
from card_specs.language.rules_description import CONDITION, ORDER, POLICIES
from card_specs.language.shapes import Fields
from card_specs.language.types import (
    CARD,
    CARDS,
    CODE,
    NUMBER,
    PLAYER,
    TRUTH,
    UNKNOWN,
    Type,
)

PLAY = "play"
"""The verb of moves that play a card at its moment."""


def read_orders(
    checking: Checking, node: Node | None, cards: Iterable[CardRules]
) -> dict[str, OrderRules]:
    """The section `orders`; the moves that policies take must exist."""
    if node is None:
        return {}
    if not isinstance(node, nodes.Mapping):
        checking.shapes.wrong(node, "a mapping of orders")
        return {}
    moves = Moves(checking, cards)
    found = {}
    for key, value in node:
        fields = ORDER.read(value, checking.shapes)
        if fields is not None:
            found[key.text] = _order(checking, key, fields, moves)
    return found


def _order(checking: Checking, key: Scalar, fields: Fields, moves: Moves) -> OrderRules:
    choices: dict[str, tuple[Policy, ...]] = {}
    moves.given = checking.found.orders.get(key.text, {})
    for name, value in fields.others:
        read = POLICIES.read(value, checking.shapes) or ()
        policies = (moves.policy(one) for one in read if one is not None)
        choices[name.text] = tuple(policy for policy in policies if policy)
    cards = fields.get("cards", Fields)
    card_list = None
    if cards is not None:
        take = cards.get("take", Scalar)
        policy = moves.taking(take) if take else None
        card_list = CardList(policy) if policy else None
    return OrderRules(
        key.text, key.mark, choices, _rule_list(fields, moves), card_list, noun_of(fields)
    )


def _rule_list(fields: Fields, moves: Moves) -> RuleList | None:
    """`{shoot: play TIR, ask: ask, else: pass}`."""
    words = fields.entries("rules")
    if not words:
        return None
    policies: dict[str, Policy | None] = {}
    for name, (key, take) in words.items():
        asks = take.text == "ask"
        if asks != (name == "ask"):
            message = "the word 'ask' leaves the question to the player, and no other does"
            moves.checking.problems.add(key.mark, message, "write ask: ask")
        policies[name] = None if asks else moves.taking(take)
    if "else" not in policies:
        message = "the rules do not say what happens when none of them holds"
        moves.checking.problems.add(
            fields.mark("rules"), message, "add else, for example else: pass"
        )
    otherwise = policies.pop("else", None)
    return RuleList(fields.mark("rules"), policies, otherwise)


def noun_of(fields: Fields, key: str = "title") -> Noun:
    """What something is called, with its grammar."""
    gender, plural = fields.text("gender"), fields.get("plural", bool) or False
    return Noun(fields.words(key), gender, plural)


class Moves:
    """All moves of a table by their verb, for policies to be checked against."""

    def __init__(self, checking: Checking, cards: Iterable[CardRules]) -> None:
        self.checking = checking
        self.cards: dict[str, set[str]] = {}
        """Card codes that stand in moves of a verb; `*` for an argument."""
        self.several: set[str] = set()
        """Verbs whose moves name several cards at once."""
        self.given: Mapping[str, Type] = {}
        """Locals of the questions that the policies answer."""
        self.keys: dict[str, dict[str, Type]] = {}
        for move in checking.found.moves:
            self._add(move.verb, move.card, move.keys, move.arguments)
        codes = checking.names.codes
        for card in cards:
            if card.moment in checking.found.asked:
                own = {code for code, kind in codes.items() if kind == card.kind}
                self.cards.setdefault(PLAY, set()).update(own)
                self._keys(PLAY, card.keys, card.arguments)
        for verb in checking.found.declines:
            self.cards.setdefault(verb, set())
            self.keys.setdefault(verb, {})

    def _add(
        self,
        verb: str,
        card: Part | None,
        keys: tuple[tuple[str, Part], ...],
        arguments: tuple[Argument, ...],
    ) -> None:
        cards = self.cards.setdefault(verb, set())
        if card is not None:
            cards.add("*" if card.argument else card.text)
            if any(one.name == card.text and one.type.is_list for one in arguments):
                self.several.add(verb)
        self._keys(verb, keys, arguments)

    def _keys(
        self, verb: str, keys: tuple[tuple[str, Part], ...], arguments: tuple[Argument, ...]
    ) -> None:
        types = {argument.name: argument.type for argument in arguments}
        known = self.keys.setdefault(verb, {})
        for key, part in keys:
            of = types.get(part.text, UNKNOWN) if part.argument else self._literal(part.text)
            known[key] = of if known.get(key, of) == of else UNKNOWN

    def _literal(self, text: str) -> Type:
        if text in self.checking.names.codes:
            return CODE
        return NUMBER if text.isdigit() else UNKNOWN

    # --- policies --------------------------------------------------------------------------------

    def policies(self, node: Node | None) -> tuple[Policy, ...]:
        """A list of policies."""
        if node is None:
            return ()
        read = POLICIES.read(node, self.checking.shapes) or ()
        found = (self.policy(one) for one in read if one is not None)
        return tuple(policy for policy in found if policy)

    def policy(self, fields: Fields) -> Policy | None:
        """One policy: what it takes, on which condition, and what it prefers."""
        takes = fields.values.get("take")
        texts = takes if isinstance(takes, tuple) else (takes,)
        beginnings = [self.beginning(text) for text in texts if isinstance(text, Scalar)]
        known = [one for one in beginnings if one is not None]
        if not known:
            return None
        scope = self._scope(known)
        return Policy(
            fields.node.mark,
            tuple(known),
            self.checking.optional(fields, "if", scope, TRUTH),
            self.checking.optional(fields, "prefer", scope, NUMBER),
            fields.get("alone", bool) or False,
            fields.text("ties", "code"),
        )

    def taking(self, text: Scalar) -> Policy | None:
        """The policy that takes a move and says no more."""
        beginning = self.beginning(text)
        return Policy(text.mark, (beginning,), None, None, False, "code") if beginning else None

    def _scope(self, takes: list[Beginning]) -> Scope:
        """What a policy's expressions know: the move's card and the values of its keys."""
        local: dict[str, Type] = dict(self.given)
        for one in takes:
            cards = self.cards.get(one.verb, set())
            if cards:
                local["CARD"] = CARDS if one.verb in self.several else CARD
            for key, of in self.keys.get(one.verb, {}).items():
                local[key.upper()] = of
        return Scope(local)

    def beginning(self, text: Scalar) -> Beginning | None:
        """`verb [card] [key=value …]` of a move that there is."""
        pieces = text.text.split()
        if not pieces:
            self.checking.problems.add(text.mark, "a move is missing here")
            return None
        verb, rest = pieces[0], pieces[1:]
        self.checking.found.takes.append(text.mark)
        if verb not in self.cards:
            hint = nearest(verb, self.cards)
            problem = Problem(text.mark, f"no question has a move '{verb}'", hint)
            self.checking.found.absent.append(problem)
            return None
        card = ""
        if rest and "=" not in rest[0]:
            card = rest.pop(0)
            known = self.cards[verb]
            if card not in known and not ("*" in known and card in self.checking.names.codes):
                hint = nearest(
                    card, known - {"*"} if "*" not in known else self.checking.names.codes
                )
                message = f"there is no move '{verb} {card}'"
                self.checking.problems.add(text.at(len(verb) + 1), message, hint)
        keys: list[tuple[str, str]] = []
        for piece in rest:
            key, _, value = piece.partition("=")
            if key not in self.keys[verb] or not value:
                hint = nearest(key, self.keys[verb])
                message = f"no move '{verb}' has the key '{key}'"
                self.checking.problems.add(text.at(text.text.index(piece)), message, hint)
            keys.append((key, value))
        return Beginning(verb, card, tuple(sorted(keys)))


# --- conditions and mail -------------------------------------------------------------------------

_PATTERN = re.compile(r"(.*?[=<>])([NP])")


def read_conditions(checking: Checking, node: Node | None) -> tuple[Condition, ...]:
    """The section `conditions`: names, or patterns such as `up<=N` and `on=P`."""
    if node is None:
        return ()
    if not isinstance(node, nodes.Mapping):
        checking.shapes.wrong(node, "a mapping of conditions")
        return ()
    found = []
    for key, value in node:
        if not isinstance(value, nodes.Mapping):
            pair = (Scalar(key.mark, key.source, key.start, key.end, "is"), value)
            value = nodes.Mapping(value.mark, value.source, value.start, value.end, (pair,))
        fields = CONDITION.read(value, checking.shapes)
        if fields is None:
            continue
        match = _PATTERN.fullmatch(key.text)
        takes, text = None, key.text
        scope = Scope()
        if match:
            of = NUMBER if match[2] == "N" else PLAYER
            takes, text = Parameter(match[2], of), match[1]
            scope = scope.knowing(**{match[2]: of})
        body = checking.optional(fields, "is", scope, TRUTH)
        if body is not None:
            found.append(Condition(text, key.mark, takes, body, noun_of(fields, "words")))
    return tuple(found)


def read_mail(
    checking: Checking,
    node: Node | None,
    orders: dict[str, OrderRules],
    conditions: tuple[Condition, ...],
) -> dict[str, object]:
    """The orders that play by mail starts with, as plain values."""
    if node is None:
        return {}
    if not isinstance(node, nodes.Mapping):
        checking.shapes.wrong(node, "a mapping of orders to what they are")
        return {}
    found = {}
    for key, value in node:
        if key.text not in orders:
            hint = nearest(key.text, orders)
            checking.problems.add(key.mark, f"there is no order '{key.text}'", hint)
            continue
        found[key.text] = plain(value)
        _check_setting(checking, orders[key.text], value, conditions)
    return found


def _check_setting(
    checking: Checking, order: OrderRules, node: Node, conditions: tuple[Condition, ...]
) -> None:
    """What an order is set to: one of its choices, `ask`, or rules of its words."""
    if isinstance(node, Scalar):
        if node.text not in ("ask", *order.choices):
            hint = nearest(node.text, ["ask", *order.choices])
            message = f"the order '{order.key}' cannot be '{node.text}'"
            checking.problems.add(node.mark, message, hint)
        return
    for rule in node if isinstance(node, nodes.Sequence) else (node,):
        for word, several in rule if isinstance(rule, nodes.Mapping) else ():
            known = order.rules.words if order.rules else {}
            if word.text not in known:
                message = f"the rules of '{order.key}' have no word '{word.text}'"
                checking.problems.add(word.mark, message, nearest(word.text, known))
            for condition in several if isinstance(several, nodes.Sequence) else ():
                _check_condition(checking, condition, conditions)


def _check_condition(checking: Checking, node: Node, conditions: tuple[Condition, ...]) -> None:
    text = node.text if isinstance(node, Scalar) else ""
    exact = {one.text for one in conditions if one.takes is None}
    begun = any(one.takes is not None and text.startswith(one.text) for one in conditions)
    if text not in exact and not begun:
        message = f"there is no condition '{text}'"
        checking.problems.add(node.mark, message, nearest(text, exact))


def plain(node: Node) -> object:
    """A node as plain lists, mappings and texts."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, nodes.Mapping):
        return {key.text: plain(value) for key, value in node}
    return [plain(item) for item in node]

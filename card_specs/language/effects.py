"""Effects that a table declares for a card: data, turned into calls of the spec's own rules.

An option of the type `effect` names the rules that a table may call (`calls`) and effects that are
ready made (`ready`).  Whoever opens a table may give another one as data:

    {id: gift, target: opponent, steps: [{give: {who: self, to: target}}, {shuffle: {zone: deck}}]}

Each step becomes a rule of its own, its words, numbers and zones put in as constants; the card
(`effect: custom`) then has an ordinary move and effect.
"""

from __future__ import annotations

from collections.abc import Mapping as Map
from dataclasses import replace

from card_specs.language.check_slots import read_zone
from card_specs.language.checking import Checking
from card_specs.language.declare import ZONE_TYPE, Declaring
from card_specs.language.expressions import Reader
from card_specs.language.model import Game
from card_specs.language.nodes import Mapping, Node, Scalar, Sequence, Source
from card_specs.language.problems import Mark, nearest
from card_specs.language.reading import Reading, Scope
from card_specs.language.rules import Argument, CardRules, Parameter, Part, RuleRules
from card_specs.language.tokens import NotReadableError, text_of
from card_specs.language.tree import (
    All,
    Any,
    Call,
    Expr,
    Listed,
    Local,
    Me,
    Number,
    Step,
    Truth,
    Word,
)
from card_specs.language.types import (
    NUMBER,
    PLAYER,
    PLAYERS,
    TRUTH,
    Kind,
    Type,
)
from card_specs.language.vocabulary.flow import CallRule
from card_specs.values import dataclass

TARGET = "WITH"
"""The argument that names the opponent: the move has the key `with`."""

MOST_STEPS = 20


@dataclass(frozen=True)
class Effect:
    """An effect as it was declared: its name, whether it names an opponent, its steps."""

    name: str
    mark: Mark
    opponent: bool
    steps: tuple[tuple[Scalar, Node], ...]


@dataclass(frozen=True)
class ReadEffect:
    """What an effect comes to: rules to add, and how the card uses them."""

    opponent: bool
    condition: Expr
    rules: Map[str, RuleRules]
    calls: tuple[Step, ...]


def node_of(value: object, mark: Mark) -> Node:
    """Plain data from a table as a node, so that it is read like a spec."""
    source = Source(mark.file, "")
    if isinstance(value, Map):
        items = tuple(
            (Scalar(mark, source, 0, 0, str(key)), node_of(one, mark)) for key, one in value.items()
        )
        return Mapping(mark, source, 0, 0, items)
    if isinstance(value, list | tuple):
        return Sequence(mark, source, 0, 0, tuple(node_of(one, mark) for one in value))
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Scalar(mark, source, 0, 0, text)


def declared(game: Game, option: str, value: object, checking: Checking) -> Effect | None:
    """The effect that an option is set to: ready made, of the table's own, or none."""
    mark = Mark(f"option {option}", 1, 1)
    if isinstance(value, Map):
        node: Node | None = node_of(value, mark)
        name = str(value.get("id", option))
    else:
        ready = game.options[option].rules.get("ready")
        node = ready.get(str(value)) if isinstance(ready, Mapping) else None
        name = str(value)
    if node is None:
        return None
    if not isinstance(node, Mapping):
        checking.shapes.wrong(node, "an effect: a mapping with target and steps")
        return None
    for key, _ in node:
        if key.text not in ("id", "target", "steps"):
            hint = nearest(key.text, ["id", "target", "steps"])
            checking.problems.add(key.mark, f"unknown key '{key.text}' in the effect", hint)
    target = node.get("target")
    if target is not None and not (
        isinstance(target, Scalar) and target.text in ("none", "opponent")
    ):
        checking.problems.add(target.mark, "the target is none or opponent")
    opponent = isinstance(target, Scalar) and target.text == "opponent"
    steps = _steps(node.get("steps"), node, checking)
    return Effect(name, node.mark, opponent, steps)


def _steps(node: Node | None, effect: Node, checking: Checking) -> tuple[tuple[Scalar, Node], ...]:
    """The steps: each a mapping of one key, the call, to its arguments."""
    if not isinstance(node, Sequence) or not node.items or len(node) > MOST_STEPS:
        message = f"an effect has 1 to {MOST_STEPS} steps"
        checking.problems.add((node or effect).mark, message)
        return ()
    found = []
    for item in node:
        if isinstance(item, Mapping) and len(item) == 1:
            found.append(item.items[0])
        else:
            hint = "for example draw: {who: self, count: 2}"
            checking.shapes.wrong(item, "one call with its arguments", hint)
    return tuple(found)


def read_effect(
    checking: Checking, declaring: Declaring, option: str, effect: Effect
) -> ReadEffect:
    """The rules of an effect, one for each step, and whether carrying it out does anything."""
    calls_node = declaring.game.options[option].rules.get("calls")
    known = _calls(calls_node)
    rules: dict[str, RuleRules] = {}
    conditions: list[Expr] = []
    calls: list[Step] = []
    reader = _EffectReader(checking, declaring, option, effect)
    for index, (key, arguments) in enumerate(effect.steps, 1):
        rule = known.get(key.text)
        if rule is None or rule not in checking.names.rules:
            hint = nearest(key.text, known)
            checking.problems.add(key.mark, f"an effect cannot '{key.text}'", hint)
            continue
        name = f"{option}/{index}"
        found = reader.rule(name, rule, key, arguments)
        rules[name] = found
        assert found.condition is not None
        conditions.append(found.condition)
        calls.append(CallRule(key.mark, f"cards/{option}/{index}", name, reader.passed(key.mark)))
    mark = effect.mark
    condition = Any(mark, TRUTH, tuple(conditions)) if conditions else Truth(mark, TRUTH, False)
    return ReadEffect(effect.opponent, condition, rules, tuple(calls))


def _calls(node: Node | None) -> dict[str, str]:
    if not isinstance(node, Mapping):
        return {}
    return {key.text: value.text for key, value in node if isinstance(value, Scalar)}


class _EffectReader:
    """Reads the arguments of an effect's steps and the rules that they call."""

    def __init__(
        self, checking: Checking, declaring: Declaring, option: str, effect: Effect
    ) -> None:
        self.checking = checking
        self.declaring = declaring
        self.effect = effect
        self.locals: dict[str, Type] = {TARGET: PLAYER} if effect.opponent else {}

    def passed(self, mark: Mark) -> tuple[Expr, ...]:
        return tuple(Local(mark, of, name) for name, of in self.locals.items())

    def rule(self, name: str, rule: str, key: Scalar, arguments: Node) -> RuleRules:
        """The rule that a step calls, with the step's arguments as constants."""
        checking = self.checking
        checking.names.use("rule", rule)
        constants = self._constants(rule, key, arguments)
        scope = Scope(dict(self.locals), constants=constants)
        fields = self.declaring.rules[rule][1]
        condition = checking.optional(fields, "if", scope, TRUTH)
        if condition is None:
            condition = Truth(key.mark, TRUTH, True)
        body = checking.block(fields.node.get("do"), scope, f"rules/{name}")
        takes = tuple(Parameter(local, of) for local, of in self.locals.items())
        words = fields.words("words")
        return RuleRules(name, key.mark, f"rules/{name}", takes, condition, body, words)

    def _constants(self, rule: str, key: Scalar, arguments: Node) -> dict[str, Expr]:
        takes = dict(self.checking.names.rules[rule].takes)
        given: dict[str, Node] = {}
        if isinstance(arguments, Mapping):
            for argument, value in arguments:
                known = argument.text if argument.text in takes else argument.text.upper()
                if known not in takes:
                    hint = nearest(argument.text, [one.lower() for one in takes])
                    message = f"'{key.text}' has no '{argument.text}'"
                    self.checking.problems.add(argument.mark, message, hint)
                else:
                    given[known] = value
        found: dict[str, Expr] = {}
        for name, of in takes.items():
            node = given.get(name)
            if node is not None:
                found[name] = self._value(node, of)
            elif name.lower() == "target" and of == PLAYER:
                player = self._player(key.mark, "target")
                found[name] = player or Me(key.mark, PLAYER)
            else:
                message = f"'{key.text}' needs '{name.lower()}'"
                self.checking.problems.add(key.mark, message)
                found[name] = Expr(key.mark, Type(Kind.UNKNOWN))
        return found

    def _value(self, node: Node, of: Type) -> Expr:
        """An argument as a constant of the parameter's type."""
        mark = node.mark
        text = node.text if isinstance(node, Scalar) else ""
        found: Expr | None = None
        if of == ZONE_TYPE:
            return self._zone(node)
        if of == NUMBER and text.isdigit() and len(text) < 4:
            found = Number(mark, of, int(text))
        elif of == TRUTH and text in ("true", "false"):
            found = Truth(mark, of, text == "true")
        elif of == PLAYERS:
            found = self._players(mark, text)
        elif of == PLAYER:
            found = self._player(mark, text)
        elif of.kind is Kind.WORD and text in self.checking.names.words[of.words]:
            found = Word(mark, of, text)
        if found is None:
            words = self.checking.names.words.get(of.words, ())
            hint = nearest(text, words) if words else ""
            self.checking.problems.add(mark, f"'{text}' cannot be {of}", hint)
            return Expr(mark, Type(Kind.UNKNOWN))
        return found

    def _player(self, mark: Mark, text: str) -> Expr | None:
        if text == "self":
            return Me(mark, PLAYER)
        if text == "target" and self.effect.opponent:
            return Local(mark, PLAYER, TARGET)
        return None

    def _players(self, mark: Mark, text: str) -> Expr | None:
        one = self._player(mark, text)
        if one is not None:
            return Listed(mark, PLAYERS, (one,))
        me = Me(mark, PLAYER)
        if text == "others":
            return Call(mark, PLAYERS, "others", (me,))
        if text == "all":
            return Call(mark, PLAYERS, "players_from", (me,))
        return None

    def _zone(self, node: Node) -> Expr:
        """`reserve.self`, `reserve.target` or `stock`."""
        text = text_of(node)
        if text is None:
            self.checking.shapes.wrong(node, "a zone")
            return Expr(node.mark, Type(Kind.UNKNOWN))
        people: dict[str, Expr] = {"self": Me(node.mark, PLAYER)}
        if self.effect.opponent:
            people["target"] = Local(node.mark, PLAYER, TARGET)
        scope = Scope(dict(self.locals), constants=people)
        reading = Reading(self.checking.names, self.checking.problems, text, scope)
        try:
            reader = Reader(text.string)
            syntax = reader.operand()
            reader.expect_end()
        except NotReadableError as wrong:
            return reading.wrong(wrong.at, wrong.message, wrong.hint)
        return read_zone(reading, syntax)


def with_effect(card: CardRules, effect: ReadEffect, mark: Mark) -> CardRules:
    """The card with the move and steps of an effect; its own condition still holds."""
    arguments: tuple[Argument, ...] = ()
    keys: tuple[tuple[str, Part], ...] = ()
    if effect.opponent:
        others = Call(mark, PLAYERS, "others", (Me(mark, PLAYER),))
        arguments = (Argument(TARGET, mark, PLAYER, others),)
        keys = ((TARGET.lower(), Part(TARGET, True)),)
    conditions = [one for one in (card.condition, effect.condition) if one is not None]
    condition = All(mark, TRUTH, tuple(conditions))
    return replace(
        card, keys=keys, arguments=arguments, condition=condition, do=(*card.do, *effect.calls)
    )

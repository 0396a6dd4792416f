"""Scenario files as values: YAML text in, `Scenario`s out, all mistakes at once with their places.

The notation is contract/scenarios.md.  A spec's own `examples` have the same form and are read by
the same functions.  Only the form is checked here; whether a zone, a card or an option exists is
found out by `scenarios.py`, which knows the table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from card_specs.language import nodes
from card_specs.language.problems import Mark, Problems, nearest
from card_specs.language.source import decode, parse
from card_specs.values import dataclass

_INTEGER = re.compile(r"-?(0|[1-9]\d{0,15})")
_REST = ("stock", "aside")


@dataclass(frozen=True)
class Expected:
    """A check: every member that is not None is compared, what is unnamed in it is not."""

    at: Mark
    zones: Mapping[str, tuple[str, ...]] | None = None
    top: Mapping[str, str] | None = None
    size: Mapping[str, int] | None = None
    counters: Mapping[str, Any] | None = None
    asks: Mapping[str, tuple[str, ...]] | None = None
    may: Mapping[str, tuple[str, ...]] | None = None
    may_not: Mapping[str, tuple[str, ...]] | None = None
    to_move: tuple[str, ...] | None = None
    hidden: Mapping[str, tuple[str, ...]] | None = None
    shown: Mapping[str, tuple[str, ...]] | None = None
    over: bool | None = None
    winners: tuple[str, ...] | None = None
    scores: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Moved:
    """One player makes one move."""

    at: Mark
    player: str
    move: str


@dataclass(frozen=True)
class Refused:
    """A move that must be refused and change nothing."""

    at: Mark
    player: str
    move: str


@dataclass(frozen=True)
class Late:
    """The host answers for a player."""

    at: Mark
    player: str


Step = Moved | Refused | Late | Expected


@dataclass(frozen=True)
class Given:
    """The position in which a scenario begins; with `start`, the game's own set-up."""

    at: Mark
    start: bool = False
    turn: str = ""
    direction: str = "clockwise"
    zones: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counters: Mapping[str, Any] = field(default_factory=dict)
    rest: str = "stock"


@dataclass(frozen=True)
class Scenario:
    """A worked example; `variant` is empty where neither it nor its file names one."""

    at: Mark
    id: str
    variant: str
    clause: tuple[str, ...]
    title: Mapping[str, str]
    caption: Mapping[str, str]
    players: tuple[str, ...]
    options: Mapping[str, Any]
    given: Given
    dice: tuple[int, ...]
    steps: tuple[Step, ...]
    expect: Expected | None


@dataclass(frozen=True)
class ScenarioFile:
    """The scenarios of one file and the game they are about."""

    game: str
    scenarios: tuple[Scenario, ...]


def read_file(data: bytes, name: str) -> ScenarioFile:
    """A scenario file's bytes; raises `SpecError` with every mistake."""
    problems = Problems()
    text = decode(data, name, problems)
    root = parse(text, name, problems) if text is not None else None
    problems.raise_if_any()
    assert root is not None
    reader = _Reader(problems)
    top = reader.mapping(root, "a scenario file", ("game", "variant", "scenarios"), ("scenarios",))
    game = reader.text(top.get("game"))
    variant = reader.text(top.get("variant"))
    found = reader.scenarios(top.get("scenarios"), variant)
    problems.raise_if_any()
    return ScenarioFile(game, found)


def read_examples(node: nodes.Node, problems: Problems) -> tuple[Scenario, ...]:
    """The scenarios of a spec's `examples` section, a list."""
    return _Reader(problems).scenarios(node, "")


def plain_value(node: nodes.Node) -> Any:
    """A node as plain data: unquoted whole numbers and true/false are such, the rest is text."""
    if isinstance(node, nodes.Mapping):
        return {key.text: plain_value(value) for key, value in node}
    if isinstance(node, nodes.Sequence):
        return [plain_value(item) for item in node]
    if node.style:
        return node.text
    if _INTEGER.fullmatch(node.text):
        return int(node.text)
    return {"true": True, "false": False}.get(node.text, node.text)


class _Reader:
    """Reads nodes, collects what is wrong and goes on with something harmless."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    # --- shapes -------------------------------------------------------------------------------

    def mapping(
        self,
        node: nodes.Node | None,
        what: str,
        known: Sequence[str] = (),
        needed: Sequence[str] = (),
    ) -> dict[str, nodes.Node]:
        """A mapping's values by key; with `known`, other keys are problems."""
        if not isinstance(node, nodes.Mapping):
            if node is not None:
                self.problems.add(node.mark, f"{what} is a mapping", "write key: value")
            return {}
        for key, _ in node:
            if known and key.text not in known:
                message = f"{what} has no '{key.text}'"
                self.problems.add(key.mark, message, nearest(key.text, known))
        for key_needed in needed:
            if key_needed not in node:
                self.problems.add(node.mark, f"{what} needs '{key_needed}'")
        return {key.text: value for key, value in node}

    def text(self, node: nodes.Node | None) -> str:
        if node is None:
            return ""
        if not isinstance(node, nodes.Scalar):
            self.problems.add(node.mark, "a text belongs here, not a list or mapping")
            return ""
        return node.text

    def texts(self, node: nodes.Node | None) -> tuple[str, ...]:
        if node is None:
            return ()
        if not isinstance(node, nodes.Sequence):
            self.problems.add(node.mark, "a list belongs here", "write [a, b]")
            return ()
        return tuple(self.text(item) for item in node)

    def number(self, node: nodes.Node) -> int:
        value = plain_value(node)
        if isinstance(value, bool) or not isinstance(value, int):
            self.problems.add(node.mark, "a whole number belongs here")
            return 0
        return value

    def truth(self, node: nodes.Node) -> bool:
        value = plain_value(node)
        if not isinstance(value, bool):
            self.problems.add(node.mark, "true or false belongs here")
        return value is True

    def words(self, node: nodes.Node | None, what: str) -> dict[str, str]:
        return {key: self.text(value) for key, value in self.mapping(node, what).items()}

    def lists(self, node: nodes.Node | None, what: str) -> dict[str, tuple[str, ...]]:
        return {key: self.texts(value) for key, value in self.mapping(node, what).items()}

    # --- scenarios ----------------------------------------------------------------------------

    def scenarios(self, node: nodes.Node | None, variant: str) -> tuple[Scenario, ...]:
        if node is not None and not isinstance(node, nodes.Sequence):
            self.problems.add(node.mark, "the scenarios are a list", "begin each with '- id: …'")
            return ()
        found: dict[str, Scenario] = {}
        for item in node or ():
            scenario = self._scenario(item, variant)
            if scenario.id in found:
                first = found[scenario.id].at.line
                message = f"two scenarios are called '{scenario.id}'"
                self.problems.add(scenario.at, message, f"the first is in line {first}")
            found[scenario.id] = scenario
        return tuple(found.values())

    _KEYS = (
        "id", "variant", "clause", "title", "caption", "players", "options", "given", "dice",
        "steps", "expect",
    )  # fmt: skip

    def _scenario(self, node: nodes.Node, variant: str) -> Scenario:
        top = self.mapping(node, "a scenario", self._KEYS, ("id", "players", "given"))
        dice = top.get("dice")
        if dice is not None and not isinstance(dice, nodes.Sequence):
            self.problems.add(dice.mark, "`dice` is a list of numbers", "write [4, 2]")
            dice = None
        players = self.texts(top.get("players"))
        expect = top.get("expect")
        return Scenario(
            at=node.mark,
            id=self.text(top.get("id")),
            variant=self.text(top.get("variant")) or variant,
            clause=self.texts(top.get("clause")),
            title=self.words(top.get("title"), "`title`"),
            caption=self.words(top.get("caption"), "`caption`"),
            players=players,
            options={
                key: plain_value(value)
                for key, value in self.mapping(top.get("options"), "`options`").items()
            },
            given=self._given(top.get("given"), node.mark, players),
            dice=tuple(self.number(item) for item in dice or ()),
            steps=self._steps(top.get("steps"), players),
            expect=None if expect is None else self._expected(expect, players),
        )

    def _given(self, node: nodes.Node | None, at: Mark, players: Sequence[str]) -> Given:
        known = ("start", "turn", "direction", "zones", "counters", "rest")
        top = self.mapping(node, "`given`", known)
        start = "start" in top and self.truth(top["start"])
        if node is not None and not start and "turn" not in top:
            message = "`given` says neither whose turn it is nor `start: true`"
            self.problems.add(node.mark, message, "write turn: NAME")
        if "turn" in top:
            self._player(top["turn"], players)
        rest = self.text(top.get("rest")) or "stock"
        if rest not in _REST:
            self.problems.add(top["rest"].mark, f"`rest` is not '{rest}'", nearest(rest, _REST))
        return Given(
            at=node.mark if node is not None else at,
            start=start,
            turn=self.text(top.get("turn")),
            direction=self.text(top.get("direction")) or "clockwise",
            zones=self.lists(top.get("zones"), "`zones`"),
            counters=self._values(top.get("counters")),
            rest=rest,
        )

    def _values(self, node: nodes.Node | None) -> dict[str, Any]:
        return {k: plain_value(v) for k, v in self.mapping(node, "`counters`").items()}

    def _player(self, node: nodes.Node, players: Sequence[str]) -> str:
        name = self.text(node)
        if name and name not in players:
            message = f"'{name}' is no player of this scenario"
            self.problems.add(node.mark, message, nearest(name, players))
        return name

    # --- steps and checks ---------------------------------------------------------------------

    def _steps(self, node: nodes.Node | None, players: Sequence[str]) -> tuple[Step, ...]:
        if node is None:
            return ()
        if not isinstance(node, nodes.Sequence):
            self.problems.add(node.mark, "the steps are a list", "begin each with '- '")
            return ()
        return tuple(step for item in node for step in self._step(item, players))

    def _step(self, node: nodes.Node, players: Sequence[str]) -> list[Step]:
        if not isinstance(node, nodes.Mapping):
            hint = "write '- NAME: move', '- refused: {NAME: move}' or '- expect: {…}'"
            self.problems.add(node.mark, "a step is a mapping", hint)
            return []
        steps: list[Step] = []
        for key, value in node:
            if key.text == "refused":
                steps += [Refused(*move) for move in self._moves(value, players)]
            elif key.text == "deadline":
                steps.append(Late(key.mark, self._player(value, players)))
            elif key.text == "expect":
                steps.append(self._expected(value, players))
            else:
                player = self._player(key, players)
                steps.append(Moved(key.mark, player, self.text(value)))
        return steps

    def _moves(self, node: nodes.Node, players: Sequence[str]) -> list[tuple[Mark, str, str]]:
        self.mapping(node, "`refused`")
        items = node.items if isinstance(node, nodes.Mapping) else ()
        moves = []
        for key, value in items:
            assert isinstance(key, nodes.Scalar)
            moves.append((key.mark, self._player(key, players), self.text(value)))
        return moves

    _CHECKS = (
        "zones", "top", "size", "counters", "asks", "may", "may_not", "to_move", "hidden",
        "shown", "over", "winners", "scores",
    )  # fmt: skip

    def _expected(self, node: nodes.Node, players: Sequence[str]) -> Expected:
        top = self.mapping(node, "`expect`", self._CHECKS)
        found: dict[str, Any] = {}
        for key in ("zones", "asks", "may", "may_not", "hidden", "shown"):
            if key in top:
                found[key] = self.lists(top[key], f"`{key}`")
        for key in ("to_move", "winners"):
            if key in top:
                found[key] = self.texts(top[key])
        for key in ("size", "scores"):
            if key in top:
                pairs = self.mapping(top[key], f"`{key}`").items()
                found[key] = {name: self.number(value) for name, value in pairs}
        if "top" in top:
            found["top"] = self.words(top["top"], "`top`")
        if "counters" in top:
            found["counters"] = self._values(top["counters"])
        if "over" in top:
            found["over"] = self.truth(top["over"])
        self._players(top, players)
        return Expected(node.mark, **found)

    def _players(self, top: Mapping[str, nodes.Node], players: Sequence[str]) -> None:
        """Who is named in a check must sit at the table."""
        for key in ("asks", "may", "may_not", "hidden", "shown", "scores"):
            node = top.get(key)
            for name, _ in node.items if isinstance(node, nodes.Mapping) else ():
                assert isinstance(name, nodes.Scalar)
                self._player(name, players)
        for key in ("to_move", "winners"):
            node = top.get(key)
            for item in node if isinstance(node, nodes.Sequence) else ():
                self._player(item, players)

"""YAML text -> located nodes: a small YAML, in which text stays text.

Only plain, quoted and block scalars, lists and mappings exist.  Duplicate keys, anchors, aliases,
tags, directives, several documents, tabs and deep nesting are problems with a `Mark`; `yes`, `007`
and `1:30` are just texts until a reader (`read.py`) asks for a number or a boolean.  The nodes
themselves are in `nodes.py`.

This module reads no files; it is the only one that imports yaml.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator

import yaml

from card_specs.language.nodes import Mapping, Node, Scalar, Sequence, Source
from card_specs.language.problems import Mark, Problems
from card_specs.language.traps import COLON, Place, explain

MAX_BYTES = 1_000_000
"""A spec's largest size; the five bundled ones are under 50 kB each."""

MAX_NODES = 100_000
"""How many texts, lists and mappings a file may have; the bundled specs have about 3000."""

MAX_DEPTH = 40
"""How deep lists and mappings may stand in one another."""

HAS_LIBYAML = bool(yaml.__with_libyaml__)

_MOST_FORBIDDEN = 10
_FORBIDDEN = re.compile(
    "^%|[\t\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]", flags=re.M
)


def decode(data: bytes, file: str, problems: Problems, most: int = MAX_BYTES) -> str | None:
    """A file's bytes as text: UTF-8, with or without BOM, any line ends; None with a problem."""
    if len(data) > most:
        limit = f"{most // 1000} kB"
        problems.add(
            Mark(file, 1, 1),
            f"the file is larger than {limit}, which no spec needs",
            "is it the right file?",
        )
        return None
    try:
        data = data.removeprefix(codecs.BOM_UTF8)
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        problems.add(
            Mark(file, line, column),
            "the file is not UTF-8 text",
            "save it with the encoding UTF-8",
        )
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse(text: str, file: str, problems: Problems, *, pure: bool = False) -> Node | None:
    """The text's one document as a node, or None after a problem that stops the reading.

    `pure` uses the slow parser written in Python, which is the fallback where libyaml is missing;
    both give the same nodes and the same problems.
    """
    source = Source(file, text)
    if _forbidden(source, problems):
        return None
    loader = yaml.Loader if pure or not HAS_LIBYAML else yaml.CLoader
    try:
        return _Composer(source, problems).document(yaml.parse(text, Loader=loader))
    except yaml.MarkedYAMLError as error:
        problems.add(*explain(source, _place(error)))
    except _StopError as error:
        problems.add(error.at, str(error), error.hint)
    return None


class _StopError(Exception):
    def __init__(self, at: Mark, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.at, self.hint = at, hint


def _place(error: yaml.MarkedYAMLError) -> Place:
    """What the parser said, without its own classes."""
    problem, context = error.problem_mark, error.context_mark
    return Place(
        error.problem or "",
        (problem.line + 1, problem.column + 1) if problem else (1, 1),
        error.context or "",
        (context.line + 1, context.column + 1) if context else None,
    )


def _forbidden(source: Source, problems: Problems) -> bool:
    """Report tabs, control characters and directives, one a line; true if there are any."""
    lines: set[int] = set()
    for match in _FORBIDDEN.finditer(source.text):
        at = source.mark(match.start())
        if at.line in lines:
            continue
        if len(lines) == _MOST_FORBIDDEN:
            break
        lines.add(at.line)
        if match[0] == "\t":
            problems.add(at, "a tab character", "use spaces")
        elif match[0] == "%":
            problems.add(at, "a line that begins with %", "a spec needs no YAML directives")
        else:
            problems.add(at, f"a control character (U+{ord(match[0]):04X})", "delete it")
    return bool(lines)


class _Composer:
    """Builds nodes from the parser's events and reports what a small YAML does not have."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.depth = 0
        self.nodes = 0

    def document(self, events: Iterable[yaml.Event]) -> Node | None:
        """The first document; a second one is a problem."""
        node: Node | None = None
        stream = iter(events)
        for event in stream:
            if isinstance(event, yaml.DocumentStartEvent):
                if node is not None:
                    hint = "remove the line '---'; one file describes one game"
                    self._problem(event, "a second document in the same file", hint)
                    return None
                node = self._node(next(stream), stream)
        if node is None:
            self.problems.add(Mark(self.source.file, 1, 1), "the file is empty")
        return node

    def _node(self, event: yaml.Event, stream: Iterator[yaml.Event]) -> Node:
        if isinstance(event, yaml.AliasEvent):
            self._problem(
                event,
                f"'*{event.anchor}' is a YAML alias, which specs do not have",
                "put a text that begins with * in quotes",
            )
            return self._empty(event)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise _StopError(self._mark(event), f"the file has more than {MAX_NODES} values")
        assert isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent)
        self._plain_node(event, event.tag)
        if isinstance(event, yaml.ScalarEvent):
            start, end = self._span(event)
            style = event.style or ""
            return Scalar(self._mark(event), self.source, start, end, event.value, style)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"lists and mappings stand more than {MAX_DEPTH} deep in one another"
            raise _StopError(self._mark(event), message)
        sequence = isinstance(event, yaml.SequenceStartEvent)
        node = self._sequence(event, stream) if sequence else self._mapping(event, stream)
        self.depth -= 1
        return node

    def _plain_node(self, event: yaml.NodeEvent, tag: str | None) -> None:
        """Report an anchor or a tag on a node."""
        if event.anchor:
            self._problem(
                event,
                f"'&{event.anchor}' is a YAML anchor, which specs do not have",
                "put a text that begins with & in quotes; what is shared goes into `include`",
            )
        if tag:
            self._problem(
                event,
                f"'{tag}' is a YAML tag, which specs do not have",
                "put a text that begins with ! in quotes",
            )

    def _sequence(self, event: yaml.CollectionStartEvent, stream: Iterator[yaml.Event]) -> Node:
        items: list[Node] = []
        for inner in stream:
            if isinstance(inner, yaml.SequenceEndEvent):
                flow, mark = bool(event.flow_style), self._mark(event)
                start, end = self._collection_span(event, inner, flow)
                return Sequence(mark, self.source, start, end, tuple(items), flow)
            items.append(self._node(inner, stream))
        raise AssertionError("the parser ended inside a list")

    def _mapping(self, event: yaml.CollectionStartEvent, stream: Iterator[yaml.Event]) -> Node:
        items: dict[str, tuple[Scalar, Node]] = {}
        for inner in stream:
            if isinstance(inner, yaml.MappingEndEvent):
                flow, mark = bool(event.flow_style), self._mark(event)
                start, end = self._collection_span(event, inner, flow)
                return Mapping(mark, self.source, start, end, tuple(items.values()), flow)
            key = self._node(inner, stream)
            if event.flow_style and isinstance(key, Scalar) and not key.style:
                self._check_colon(key)
            value = self._node(next(stream), stream)
            if self._key_is_good(key, value, items, bool(event.flow_style)):
                assert isinstance(key, Scalar)
                items[key.text] = (key, value)
        raise AssertionError("the parser ended inside a mapping")

    def _check_colon(self, key: Scalar) -> None:
        """`{en:{…}}` is an error to libyaml but not to the parser in Python; so it is one here."""
        colon = self.source.text[key.end : key.end + 2]
        if len(colon) == 2 and colon[0] == ":" and colon[1] in ",[]{}":
            raise _StopError(self.source.mark(key.end), *COLON)

    def _key_is_good(
        self, key: Node, value: Node, seen: dict[str, tuple[Scalar, Node]], flow: bool
    ) -> bool:
        if not isinstance(key, Scalar):
            hint = f'put the whole value in quotes: "{key.raw}…"' if key.raw else ""
            self.problems.add(key.mark, "a list or mapping used as a key", hint)
        elif not key.text:
            self.problems.add(key.mark, "a key is missing before ':'")
        elif key.text in seen:
            first = seen[key.text][0].mark.line
            message = f"the key '{key.text}' occurs twice in one mapping"
            self.problems.add(key.mark, message, f"the first is in line {first}")
        elif flow and isinstance(value, Scalar) and value.start == value.end == key.end:
            hint = "inside { } a comma ends a value: put a text with commas in quotes"
            if ":" in key.text:
                hint = "write a space after the colon"
            self.problems.add(key.mark, f"'{key.text}' has no value", hint)
        else:
            return True
        return False

    def _empty(self, event: yaml.Event) -> Scalar:
        start, end = self._span(event)
        return Scalar(self._mark(event), self.source, start, end, "")

    def _span(self, event: yaml.Event) -> tuple[int, int]:
        begin, end = event.start_mark, event.end_mark
        assert begin is not None
        assert end is not None
        return self.source.index(begin.line, begin.column), self.source.index(end.line, end.column)

    def _collection_span(self, begin: yaml.Event, end: yaml.Event, flow: bool) -> tuple[int, int]:
        start = self._span(begin)[0]
        return (start, self._span(end)[1]) if flow else (start, start)

    def _mark(self, event: yaml.Event) -> Mark:
        assert event.start_mark is not None
        return Mark(self.source.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def _problem(self, event: yaml.Event, message: str, hint: str = "") -> None:
        self.problems.add(self._mark(event), message, hint)

"""The section `cards`: kinds with their axes, as `CardKind`s."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from card_specs.language.arithmetic import Formula, constant
from card_specs.language.description import CODE, KIND, KIND_NAME, KIND_RULES
from card_specs.language.model import NO_WORDS, Axis, CardKind, Count, Word
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Node, Scalar
from card_specs.language.number_shapes import Ranges, looks_like_ranges, split_values
from card_specs.language.problems import Mark, nearest
from card_specs.language.shapes import Fields, Reading, is_empty, no_value

WordLists = Mapping[str, Mapping[str, Word]]
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def read_kinds(
    section: list[tuple[Scalar, Node]], words: WordLists, reading: Reading
) -> dict[str, CardKind]:
    """The kinds by name, in the order written; kinds with problems in them are left out."""
    kinds = {}
    for key, node in section:
        if is_empty(node):
            no_value(key, node, reading)
            continue
        named = KIND_NAME.read(key, reading)
        fields = KIND.read(node, reading)
        if named and fields:
            kind = _kind(key, fields, words, reading)
            if kind:
                kinds[key.text] = kind
    return kinds


def _kind(key: Scalar, fields: Fields, words: WordLists, reading: Reading) -> CardKind | None:
    before = len(reading.problems.errors)
    code = fields.text("code", key.text)
    axes = tuple(_axes(fields, code, words, reading))
    wanted = {*words, *_PLACEHOLDER.findall(code)}
    keys = [key.text for key, _ in fields.others]
    names: dict[str, tuple[str | int, ...]] = {key: () for key in keys if key in wanted}
    names |= {axis.name: axis.values for axis in axes}
    if "code" not in fields.node and not re.fullmatch(CODE.pattern, key.text):
        message = f"the kind '{key.text}' has no code, and its name cannot be one"
        reading.problems.add(key.mark, message, 'for example code: "{color}{rank}"')
    _check_code(fields, code, names, reading)
    copies = _count(fields, "copies", names, reading)
    in_play = _count(fields, "in_play", names, reading) if "in_play" in fields.node else None
    if len(reading.problems.errors) > before:
        return None
    rules = {entry.name: fields.node.get(entry.name) for entry in KIND_RULES}
    return CardKind(
        name=key.text,
        mark=key.mark,
        code=code,
        alias=fields.texts("alias"),
        axes=axes,
        copies=copies,
        in_play=in_play,
        title=fields.words("title") or NO_WORDS,
        text=fields.words("text") or NO_WORDS,
        chip=fields.words("chip") or NO_WORDS,
        block=fields.text("block"),
        tags=tuple(tag.text for tag in fields.get("tags", tuple) or ()),
        has=fields.map("has"),
        each=_each(fields, reading),
        face=fields.text("face"),
        back=fields.text("back", "main"),
        look=fields.map("look"),
        rules={name: node for name, node in rules.items() if node is not None},
        gender=fields.text("gender"),
        plural=fields.get("plural", bool) or False,
        marks=dict(_text_marks(fields)),
    )


def _text_marks(fields: Fields) -> Iterator[tuple[str, Mark]]:
    """Where the printed texts stand: `text` and, where there are several, `text.es`."""
    for name in ("title", "text", "chip"):
        node = fields.node.get(name)
        if node is not None:
            yield name, node.mark
        if isinstance(node, MappingNode):
            yield from ((f"{name}.{key.text}", value.mark) for key, value in node)


def _axes(fields: Fields, code: str, words: WordLists, reading: Reading) -> Iterator[Axis]:
    """The axes: keys that name a word list, or that stand in the code as `{key}`."""
    used = set(_PLACEHOLDER.findall(code))
    for key, node in fields.others:
        if key.text not in words and key.text not in used:
            known = [entry.name for entry in KIND.fields] + list(words)
            hint = nearest(key.text, known)
            message = f"unknown key '{key.text}' in the card kind"
            reading.problems.add(key.mark, message, hint)
            continue
        if is_empty(node):
            no_value(key, node, reading)
            continue
        assert KIND.other is not None
        parts = KIND.other.read(node, reading)
        if isinstance(parts, tuple):
            of_words = key.text in words
            read = _word_values if of_words else _number_values
            yield Axis(key.text, read(key.text, parts, words, reading), of_words)


def _word_values(
    name: str, parts: tuple[Scalar, ...], words: WordLists, reading: Reading
) -> tuple[str | int, ...]:
    known = words[name]
    if [part.text for part in parts] == ["all"]:
        return tuple(known)
    values: dict[str | int, None] = {}
    for part in parts:
        if part.text not in known:
            hint = nearest(part.text, known)
            if "," in part.text:
                hint = f"write a list: [{part.text}]"
            reading.problems.add(part.mark, f"unknown {name} '{part.text}'", hint)
        elif part.text in values:
            reading.problems.add(part.mark, f"'{part.text}' occurs twice in the axis '{name}'")
        else:
            values[part.text] = None
    return tuple(values)


def _number_values(
    name: str, parts: tuple[Scalar, ...], words: WordLists, reading: Reading
) -> tuple[str | int, ...]:
    values: dict[str | int, None] = {}
    for part in parts:
        if not looks_like_ranges(part.text):
            hint = f"known word lists: {', '.join(words)}" if words else "there is no word list"
            message = f"'{part.text}' is no number, and '{name}' is no word list"
            reading.problems.add(part.mark, message, hint)
            continue
        for number in Ranges().read(part, reading) or ():
            if number in values:
                reading.problems.add(part.mark, f"{number} occurs twice in the axis '{name}'")
            values[number] = None
    return tuple(values)


def _check_code(
    fields: Fields, code: str, axes: Mapping[str, tuple[str | int, ...]], reading: Reading
) -> None:
    """Every `{axis}` of the code and its aliases exists, and every axis is in them."""
    patterns = [(fields.get("code", Scalar), code)]
    patterns += [(text, text.text) for _, text in fields.entries("alias").values()]
    for node, pattern in patterns:
        if node is None:
            missing = [] if "code" in fields.node else list(axes)
            mark = fields.node.mark
        else:
            mark = node.mark
            for match in _PLACEHOLDER.finditer(pattern):
                if match[1] not in axes:
                    hint = nearest(match[1], axes) if axes else f"add the key {match[1]}"
                    message = f"the code speaks of '{match[1]}', which is no axis of this kind"
                    reading.problems.add(node.at(match.start(1)), message, hint)
            known = axes.keys() >= set(_PLACEHOLDER.findall(pattern))
            missing = [axis for axis in axes if known and f"{{{axis}}}" not in pattern]
        for axis in missing:
            message = f"the code '{pattern}' is the same for every {axis}"
            reading.problems.add(mark, message, f"put {{{axis}}} into it")


def _count(
    fields: Fields, name: str, axes: Mapping[str, tuple[str | int, ...]], reading: Reading
) -> Count:
    mark = fields.mark(name)
    value = fields.values.get(name)
    if isinstance(value, tuple):
        axis, counts = split_values(value, axes, reading)
        return Count(mark, None, axis, counts)
    return Count(mark, value if isinstance(value, Formula) else constant(1, mark))


def _each(fields: Fields, reading: Reading) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """What differs from copy to copy: a text a copy, by language."""
    each = {}
    for name, (key, texts) in fields.entries("each").items():
        for language in reading.languages:
            if language not in texts:
                reading.problems.add(key.mark, f"the list in '{language}' is missing")
        each[name] = {
            language: tuple(text.text for text in values) for language, (_, values) in texts.items()
        }
    return each

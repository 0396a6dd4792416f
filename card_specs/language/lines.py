"""One-line steps: the form that a step's class declares, and text read by it.

A form is written as `draw [{number: number}] to {target: zone} [as {name: new}]`: words stand for
themselves, `{field: slot}` reads a piece, `[ ]` may be missing, `( | )` is a choice.  A group is
chosen by its first word, so nothing is tried twice; a group that begins with a slot is taken
unless the word that follows the group comes next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from card_specs.language.expressions import Reader
from card_specs.language.problems import nearest
from card_specs.language.syntax import Name, Syntax
from card_specs.language.tokens import NotReadableError
from card_specs.language.tree import (
    Step,
)
from card_specs.language.vocabulary import STEPS
from card_specs.values import dataclass

SLOTS: Mapping[str, str] = {
    "value": "expression",
    "number": "sum",
    "cards": "operand",
    "card": "operand",
    "zone": "operand",
    "zones": "operand",
    "player": "operand",
    "players": "operand",
    "target": "operand",
    "counter": "operand",
    "new": "",
    "flag": "",
}
"""What a slot may be called, and which level of expression it reads."""

Read = Syntax | Name | str | bool | tuple[Syntax, ...]
"""What a slot holds: an expression, a new name, one of its words, a flag, or zones."""


@dataclass(frozen=True)
class Slot:
    """A piece to be read; `slot` is one of `SLOTS` or words with `|` between them."""

    field: str
    slot: str


@dataclass(frozen=True)
class Group:
    alternatives: tuple[Form, ...]
    optional: bool


Form = tuple["str | Slot | Group", ...]


@dataclass(frozen=True)
class Line:
    """A step's class with its form; `words` are those that the form begins with."""

    step: type[Step]
    text: str
    form: Form
    words: tuple[str, ...]


@dataclass(frozen=True)
class ReadLine:
    """A line as read: a step's class and its slots, or the call of an own rule."""

    step: type[Step] | None
    slots: Mapping[str, Read]
    rule: Name | None = None
    arguments: tuple[Syntax, ...] = ()


_FORM = re.compile(r"\{(\w+): ([\w|]+)\}|([\[\](|)])|(\w+)")


def _form(tokens: Iterator[re.Match[str]], closing: str) -> tuple[Form, ...]:
    """The alternatives up to a closing bracket or the end."""
    alternatives: list[Form] = []
    current: list[str | Slot | Group] = []
    for match in tokens:
        field, slot, sign, word = match.groups()
        if sign == closing:
            break
        if sign == "|":
            alternatives.append(tuple(current))
            current = []
        elif sign:
            optional = sign == "["
            current.append(Group(_form(tokens, "]" if optional else ")"), optional))
        else:
            current.append(word or Slot(field, slot))
    return (*alternatives, tuple(current))


def read_form(text: str) -> Form:
    """A form's text as what it is made of."""
    return _form(_FORM.finditer(text), "")[0]


@cache
def lines() -> Mapping[str, tuple[Line, ...]]:
    """All one-line steps by their first word, those with more words at the beginning first."""
    found: dict[str, list[Line]] = {}
    for step in STEPS:
        text = getattr(step, "line", "")
        if not text:
            continue
        form = read_form(text)
        words: list[str] = []
        for part in form:
            if not isinstance(part, str):
                break
            words.append(part)
        found.setdefault(words[0], []).append(Line(step, text, form, tuple(words)))
    return {
        word: tuple(sorted(several, key=lambda line: -len(line.words)))
        for word, several in found.items()
    }


@cache
def _by_step() -> Mapping[type[Step], Line]:
    return {line.step: line for several in lines().values() for line in several}


def line_of(step: type[Step]) -> Line:
    """The form of a step's class."""
    return _by_step()[step]


BLOCKS = ("if", "for each", "repeat", "ask", "window")
"""The steps that are mappings; each is the mapping's first key."""


def read_line(text: str, rules: Mapping[str, object]) -> ReadLine:
    """A one-line step, or the call of one of the rules; raises `NotReadableError`."""
    reader = Reader(text)
    known = lines().get(reader.token.text)
    if known is None or (reader.peek().text == "(" and reader.token.text in rules):
        found = _call(reader, rules)
    else:
        line = _choose(reader, known)
        reader.next += len(line.words)
        slots: dict[str, Read] = {}
        _read(reader, line.form[len(line.words) :], slots, ())
        found = ReadLine(line.step, slots)
    if reader.token.kind != "end":
        hint = f"the step is: {line.text}" if known else ""
        raise reader.wrong(f"{reader.found()} does not belong here", hint)
    return found


def _choose(reader: Reader, known: tuple[Line, ...]) -> Line:
    best = 0
    for line in known:
        same = 0
        while same < len(line.words) and reader.peek(same).text == line.words[same]:
            same += 1
        if same == len(line.words):
            return line
        best = max(best, same)
    reader.next += best
    wanted = sorted({line.words[best] for line in known if len(line.words) > best})
    raise _missing(reader, wanted)


def _call(reader: Reader, rules: Mapping[str, object]) -> ReadLine:
    token = reader.token
    if token.kind not in ("name", "code"):
        raise reader.wrong(f"a step cannot begin with {reader.found()}")
    if token.text not in rules:
        for block in BLOCKS:
            if block.split()[0] == token.text:
                hint = f"write '{block}:' as a key, with its other keys below it"
                raise reader.wrong(f"'{block}' is no one-line step", hint)
        hint = nearest(token.text, [*lines(), *BLOCKS, *rules])
        raise reader.wrong(f"there is no step or rule '{token.text}'", hint)
    reader.next += 1
    arguments = reader.arguments() if reader.take("(") else ()
    return ReadLine(None, {}, Name(token.at, token.text), arguments)


def _read(reader: Reader, form: Form, slots: dict[str, Read], after: tuple[str, ...]) -> None:
    """Read what a form says; `after` are the words that may follow it.

    Where a word is missing, those of the optional parts left out just before are named, too.
    """
    left_out: tuple[str, ...] = ()
    for index, part in enumerate(form):
        if isinstance(part, Group):
            follow = _firsts(form[index + 1 :]) or after
            if _read_group(reader, part, slots, follow):
                left_out = ()
            else:
                left_out += _firsts((part,))
            continue
        if isinstance(part, Slot):
            _read_slot(reader, part, slots)
        elif not reader.take(part):
            raise _missing(reader, (*left_out, part))
        left_out = ()


def _read_slot(reader: Reader, slot: Slot, slots: dict[str, Read]) -> None:
    if slot.slot == "flag":
        slots[slot.field] = True
    elif slot.slot == "new":
        slots[slot.field] = reader.name("a new name")
    elif "|" in slot.slot:
        words = slot.slot.split("|")
        if reader.token.text not in words:
            raise _missing(reader, words)
        slots[slot.field] = reader.token.text
        reader.next += 1
    else:
        read = getattr(reader, SLOTS[slot.slot])
        found: Syntax = read()
        if slot.slot == "zones":
            several = [found]
            while reader.take("or"):
                several.append(read())
            slots[slot.field] = tuple(several)
        else:
            slots[slot.field] = found


def _read_group(
    reader: Reader, group: Group, slots: dict[str, Read], follow: tuple[str, ...]
) -> bool:
    """Read the alternative that is there; false if the group is optional and left out."""
    word = reader.token.text
    for form in group.alternatives:
        firsts = _firsts((form[0],))
        if not firsts:
            if group.optional and (word in follow or reader.token.kind == "end"):
                continue
        elif word not in firsts:
            continue
        _read(reader, form, slots, follow)
        return True
    if not group.optional:
        raise _missing(reader, _firsts((group,)))
    return False


def _firsts(form: Form) -> tuple[str, ...]:
    """The words that a form can begin with; empty if it can begin with any expression."""
    found: list[str] = []
    for part in form:
        if isinstance(part, str):
            return (*found, part)
        if isinstance(part, Slot):
            return tuple(part.slot.split("|")) if "|" in part.slot else ()
        for alternative in part.alternatives:
            found.extend(_firsts(alternative))
        if not part.optional:
            break
    return tuple(found)


def _missing(reader: Reader, words: tuple[str, ...] | list[str]) -> NotReadableError:
    quoted = [f"'{word}'" for word in dict.fromkeys(words)]
    wanted = " or ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)
    hint = ""
    if reader.token.kind == "name" and nearest(reader.token.text, words).startswith("did"):
        hint = nearest(reader.token.text, words)
    return reader.wrong(f"{wanted} is missing before {reader.found()}", hint)

"""What card kinds do, with types: their moment, the keys of their move, their steps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from card_specs.language import nodes
from card_specs.language.check_moves import read_arguments, read_keys
from card_specs.language.check_slots import read_zone
from card_specs.language.checking import Checking
from card_specs.language.expressions import Reader
from card_specs.language.nodes import Scalar
from card_specs.language.problems import nearest
from card_specs.language.reading import Reading, Scope
from card_specs.language.rules import Argument, CardRules, Part
from card_specs.language.tokens import NotReadableError, text_of
from card_specs.language.tree import (
    Zone,
)
from card_specs.language.types import (
    TRUTH,
    Type,
)

_PIECE = re.compile(r"(\S+)")


def read_card(checking: Checking, kind: str, node: nodes.Mapping) -> CardRules:
    """The rules keys of one kind; each effect is checked with what its moment hands over."""
    place = f"cards/{kind}"
    moment, given = _moment(checking, node)
    scope = Scope(given, this=True, answering=True)
    arguments, inner = read_arguments(checking, node.get("for"), scope)
    keys = _keys(checking, node, arguments)
    condition_node = node.get("if")
    condition = checking.expression(condition_node, inner, TRUTH) if condition_node else None
    drawn = node.get("when_drawn")
    when_drawn = None
    if drawn is not None:
        when_drawn = checking.block(drawn, Scope(this=True), f"{place}/when_drawn")
    if not moment:
        _check_unplayed(checking, kind, node)
    return CardRules(
        kind,
        node.mark,
        place,
        moment,
        keys,
        tuple(arguments.values()),
        condition,
        _target(checking, node, inner),
        checking.block(node.get("do"), inner, f"{place}/do"),
        when_drawn,
    )


def _moment(checking: Checking, node: nodes.Mapping) -> tuple[str, dict[str, Type]]:
    when = node.get("when")
    if when is None:
        return "", {}
    if not isinstance(when, Scalar):
        checking.shapes.wrong(when, "the name of a moment")
        return "", {}
    moments = checking.names.moments
    if when.text not in moments:
        hint = nearest(when.text, moments)
        checking.problems.add(when.mark, f"there is no moment '{when.text}'", hint)
        return "", {}
    return when.text, dict(moments[when.text].takes)


def _check_unplayed(checking: Checking, kind: str, node: nodes.Mapping) -> None:
    """Keys that mean something only for a card that can be played."""
    if "when" in node:
        return
    for key in ("with", "for", "if", "to", "do", "effect"):
        value = node.get(key)
        if value is not None:
            message = f"'{kind}' has '{key}' but no 'when': nobody can play it"
            checking.problems.add(value.mark, message, "name its moment: when: …")
            return


def _keys(
    checking: Checking, node: nodes.Mapping, arguments: Mapping[str, Argument]
) -> tuple[tuple[str, Part], ...]:
    """`with: card=CARD from=WHO`; each argument must be among them."""
    text = node.get("with")
    keys: tuple[tuple[str, Part], ...] = ()
    if isinstance(text, Scalar):
        pieces = [(match[1], match.start()) for match in _PIECE.finditer(text.text)]
        keys = read_keys(checking, text, pieces, arguments)
    elif text is not None:
        checking.shapes.wrong(text, "the keys of the move", "for example with: from=WHO")
    said = {part.text for _, part in keys if part.argument}
    for argument in arguments.values():
        if argument.name not in said:
            hint = f"add it to 'with', for example with: {argument.name.lower()}={argument.name}"
            message = f"the move does not say its argument '{argument.name}'"
            checking.problems.add(argument.at, message, hint)
    return keys


def _target(checking: Checking, node: nodes.Mapping, scope: Scope) -> Zone | None:
    to = node.get("to")
    if to is None:
        return None
    text = text_of(to)
    if text is None:
        checking.shapes.wrong(to, "a zone")
        return None
    reading = Reading(checking.names, checking.problems, text, replace(scope))
    try:
        reader = Reader(text.string)
        syntax = reader.operand()
        reader.expect_end()
    except NotReadableError as wrong:
        reading.wrong(wrong.at, wrong.message, wrong.hint)
        return None
    return read_zone(reading, syntax)

"""Moves with types: their text, their arguments, and named groups of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from card_specs.language import nodes
from card_specs.language.checking import Checking
from card_specs.language.nodes import Node, Scalar, Sequence
from card_specs.language.problems import nearest
from card_specs.language.reading import Scope
from card_specs.language.rules import Argument, Move, Part
from card_specs.language.rules_description import MOVE
from card_specs.language.shapes import Fields
from card_specs.language.tree import (
    Choose,
)
from card_specs.language.types import (
    TRUTH,
    Kind,
)

_PIECE = re.compile(r"(\S+)")
_VERB = re.compile(r"[a-z][a-z_]*")
_KEY = re.compile(r"([a-z][a-z_]*)=(\S+)")
_ARGUMENT = re.compile(r"[A-Z][A-Z0-9_]*")


def read_moves(checking: Checking, fields: Fields, scope: Scope, place: str) -> tuple[Move, ...]:
    node = fields.node.get("moves")
    if not isinstance(node, Sequence):
        return ()
    found: list[Move] = []
    for item in node:
        if not isinstance(item, Scalar):
            found.extend(_listed(checking, item, scope, f"{place}/moves", found))
            continue
        if item.text not in checking.groups:
            hint = nearest(item.text, checking.groups)
            if item.text.split() and not hint.startswith("did"):
                hint = f"write '- move: {item.text}' for a move"
            checking.problems.add(item.mark, f"there is no group of moves '{item.text}'", hint)
            continue
        found.extend(group(checking, item.text))
    return tuple(found)


def group(checking: Checking, name: str) -> tuple[Move, ...]:
    """The moves of a named group, read once; they know nothing of who asks."""
    checking.found.groups.add(name)
    if name not in checking.group_moves:
        checking.group_moves[name] = ()
        node = checking.groups[name]
        found: list[Move] = []
        if isinstance(node, Sequence):
            for item in node:
                scope = Scope(answering=True)
                found.extend(_listed(checking, item, scope, f"moves/{name}", found))
        else:
            checking.shapes.wrong(node, "a list of moves")
        checking.group_moves[name] = tuple(found)
    return checking.group_moves[name]


def _listed(
    checking: Checking, node: Node, scope: Scope, place: str, before: list[Move]
) -> list[Move]:
    """A move of a list; its frame is named by its id or verb, numbered if that is taken."""
    fields = MOVE.read(node, checking.shapes)
    if fields is None:
        return []
    text = fields.get("move", Scalar)
    if text is None:
        hint = "for example - move: pass"
        checking.problems.add(node.mark, "the move is missing", hint)
        return []
    name = fields.text("id") or text.text.split(" ")[0]
    taken = {move.place for move in before}
    own = f"{place}/{name}"
    number = 1
    while own in taken:
        number += 1
        own = f"{place}/{name}-{number}"
    move = read_move(checking, fields, text, scope, own)
    return [move] if move else []


def read_move(
    checking: Checking, fields: Fields, text: Scalar, scope: Scope, place: str
) -> Move | None:
    """A move with its arguments, condition and steps."""
    pieces = [(match[1], match.start()) for match in _PIECE.finditer(text.text)]
    if not pieces or not _VERB.fullmatch(pieces[0][0]):
        hint = "for example bid CARD or give CARD from=reserve"
        checking.problems.add(text.mark, "a move begins with its verb in small letters", hint)
        return None
    arguments, inner = read_arguments(checking, fields.node.get("for"), scope)
    card: Part | None = None
    if len(pieces) > 1 and "=" not in pieces[1][0]:
        card = part(checking, text, pieces[1], arguments, card=True)
        del pieces[1]
    keys = read_keys(checking, text, pieces[1:], arguments)
    _check_used(checking, fields, arguments, [card, *(value for _, value in keys)])
    condition = checking.optional(fields, "if", inner, TRUTH)
    do = checking.block(fields.node.get("do"), inner, f"{place}/do")
    verb = pieces[0][0]
    move = Move(text.mark, place, verb, card, keys, tuple(arguments.values()), condition, do)
    checking.found.moves.append(move)
    return move


def read_arguments(
    checking: Checking, node: Node | None, scope: Scope
) -> tuple[dict[str, Argument], Scope]:
    """What a `for` says, and the scope that knows the arguments; later ones may use earlier."""
    found: dict[str, Argument] = {}
    if not isinstance(node, nodes.Mapping):
        return found, scope
    for key, value in node:
        if not _ARGUMENT.fullmatch(key.text):
            continue
        if key.text in checking.names.codes:
            hint = "give the argument another name"
            checking.problems.add(key.mark, f"'{key.text}' is a card's code", hint)
            continue
        if checking.names.clash(key.text, key.mark, "argument", checking.problems):
            continue
        choosing = Scope(
            scope.locals, scope.me, scope.this, choosing=True, constants=scope.constants
        )
        choices = checking.expression(value, choosing)
        of = choices.type if isinstance(choices, Choose) else choices.type.item
        if not choices.type.is_list and choices.type.kind is not Kind.UNKNOWN:
            hint = f"in square brackets: [{value.text}]" if isinstance(value, Scalar) else ""
            message = f"'{key.text}' ranges over a list, this is {choices.type}"
            checking.problems.add(value.mark, message, hint)
        found[key.text] = Argument(key.text, key.mark, of, choices)
        scope = scope.knowing(**{key.text: of})
    return found, scope


def read_keys(
    checking: Checking,
    text: Scalar,
    pieces: list[tuple[str, int]],
    arguments: Mapping[str, Argument],
) -> tuple[tuple[str, Part], ...]:
    """`key=value …`, sorted by key."""
    found: dict[str, Part] = {}
    for piece, at in pieces:
        match = _KEY.fullmatch(piece)
        if not match:
            hint = "for example from=WHO"
            message = f"'{piece}' is no key with a value"
            checking.problems.add(text.at(at), message, hint)
            continue
        if match[1] in found:
            checking.problems.add(text.at(at), f"the key '{match[1]}' occurs twice")
        value = (match[2], at + match.start(2))
        found[match[1]] = part(checking, text, value, arguments, card=False)
    return tuple(sorted(found.items()))


def part(
    checking: Checking,
    text: Scalar,
    piece: tuple[str, int],
    arguments: Mapping[str, Argument],
    card: bool,
) -> Part:
    """A piece of a move: an argument, a card's code, or (for keys) a word or number."""
    word, at = piece
    if word in arguments:
        return Part(word, True)
    if word in checking.names.codes:
        checking.names.use("kind", checking.names.codes[word])
        return Part(word, False)
    if _ARGUMENT.fullmatch(word) or card:
        known = [*arguments, *checking.names.codes]
        hint = nearest(word, known)
        if not hint.startswith("did"):
            hint = f"say what {word} ranges over: for: {{{word}: …}}"
        message = f"'{word}' is neither an argument nor a card's code"
        checking.problems.add(text.at(at), message, hint)
    return Part(word, False)


def _check_used(
    checking: Checking,
    fields: Fields,
    arguments: Mapping[str, Argument],
    parts: list[Part | None],
) -> None:
    """Every argument is part of the move, or nobody could say which was meant."""
    said = {one.text for one in parts if one is not None and one.argument}
    for argument in arguments.values():
        if argument.name not in said:
            hint = "put it into the move, or leave it out of 'for'"
            message = f"the move does not say its argument '{argument.name}'"
            checking.problems.add(argument.at, message, hint)

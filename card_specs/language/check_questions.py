"""Questions with types: moves, their arguments, groups of moves, and what cards do."""

from __future__ import annotations

import re

from card_specs.language.check_moves import read_moves
from card_specs.language.check_slots import read_zone
from card_specs.language.checking import Checking, reads_block
from card_specs.language.expressions import Reader
from card_specs.language.nodes import Scalar
from card_specs.language.problems import nearest
from card_specs.language.reading import Reading, Scope, fits
from card_specs.language.rules import Decline
from card_specs.language.shapes import Fields
from card_specs.language.tokens import NotReadableError, text_of
from card_specs.language.tree import (
    Expr,
    Me,
    Step,
    Word,
    Zone,
)
from card_specs.language.types import (
    CARD,
    PLAYER,
    PLAYERS,
    TRUTH,
    Kind,
    Type,
)
from card_specs.language.vocabulary.choices import Ask, How, Window

ORDERS = Type(Kind.WORD, "orders")


@reads_block("ask")
def _ask(checking: Checking, fields: Fields, scope: Scope, place: str) -> Step | None:
    ask = fields.get("ask", Fields)
    if ask is None:
        return None
    who = _who(checking, ask, scope)
    how = _how(checking, ask, who)
    inner = _asked(scope)
    moves = read_moves(checking, ask, inner, place)
    moment = _moment(checking, ask, scope)
    if not moves and not moment:
        hint = "it needs 'moves' or 'plays'"
        checking.problems.add(ask.node.mark, "the question has no moves", hint)
    only = checking.optional(ask, "only", inner)
    if only is not None and not fits(only.type.item, CARD):
        checking.problems.add(ask.mark("only"), f"'only' names cards, this is {only.type}")
    decline = _decline(checking, ask, inner)
    if decline is None and how is How.FIRST:
        hint = "for example or: pass"
        checking.problems.add(ask.node.mark, "how: first needs a declining move", hint)
    return Ask(
        fields.node.mark,
        place,
        who,
        how,
        moves,
        moment,
        only,
        _zones(checking, ask, "from", inner),
        _zone(checking, ask, "to", inner),
        _around(checking, ask, "before", inner, place, bool(moment)),
        _around(checking, ask, "after", inner, place, False),
        decline,
        ask.text("single") == "auto",
        ask.get("again", bool) or False,
        checking.block(ask.node.get("none"), inner, f"{place}/none"),
        _standing(checking, ask, inner, moment),
        _zone(checking, ask, "shows", inner),
        bool(ask.text("secret")),
        ask.words("title"),
    )


@reads_block("window")
def _window(checking: Checking, fields: Fields, scope: Scope, place: str) -> Step | None:
    window = fields.get("window", Fields)
    if window is None:
        return None
    who = _who(checking, window, scope)
    if not fits(who.type, PLAYERS):
        hint = "for example who: players_from(turn)"
        checking.problems.add(window.mark("who"), "a window is for several players", hint)
    inner = _asked(scope)
    moves = read_moves(checking, window, inner, place)
    moment = _moment(checking, window, scope)
    decline = _decline(checking, window, inner)
    if decline is None:
        checking.problems.add(window.node.mark, "a window needs 'or'", "for example or: pass")
        return None
    return Window(
        fields.node.mark,
        place,
        who,
        moves,
        moment,
        _zones(checking, window, "from", inner),
        _zone(checking, window, "to", inner),
        _around(checking, window, "before", inner, place, bool(moment)),
        _around(checking, window, "after", inner, place, False),
        decline,
        _standing(checking, window, inner, moment),
        bool(window.text("secret")),
        window.words("title"),
    )


def _asked(scope: Scope) -> Scope:
    """What the answers of a question know: the same locals, another `me`, no `this`."""
    return Scope(scope.locals, answering=True, constants=scope.constants)


def _who(checking: Checking, fields: Fields, scope: Scope) -> Expr:
    node = fields.node.get("who")
    if node is None:
        return Me(fields.node.mark, PLAYER)
    who = checking.expression(node, scope)
    if who.type not in (PLAYER, PLAYERS) and who.type.kind is not Kind.UNKNOWN:
        checking.problems.add(node.mark, f"players are asked, this is {who.type}")
    return who


def _how(checking: Checking, fields: Fields, who: Expr) -> How:
    text = fields.text("how")
    if not text:
        if who.type == PLAYERS:
            hint = "each, sealed, or first"
            checking.problems.add(fields.mark("who"), "how are several players asked?", hint)
        return How.ALONE
    if text not in [how.value for how in How]:
        return How.ALONE
    if (text == "alone") != (who.type == PLAYER) and who.type.kind is not Kind.UNKNOWN:
        several = "several players" if who.type == PLAYERS else "one player"
        checking.problems.add(fields.mark("how"), f"how: {text} does not fit {several}")
    return How(text)


def _moment(checking: Checking, fields: Fields, scope: Scope) -> str:
    """The moment whose cards may be played; what it hands over must be known here."""
    node = fields.get("plays", Scalar)
    if node is None:
        for key in ("from", "to", "before", "only"):
            if key in fields.node and key in fields.known:
                message = f"'{key}' is about cards that are played, but there is no 'plays'"
                checking.problems.add(fields.mark(key), message, "name the moment: plays: …")
        return ""
    moments = checking.names.moments
    if node.text not in moments:
        hint = nearest(node.text, moments)
        checking.problems.add(node.mark, f"there is no moment '{node.text}'", hint)
        return ""
    checking.found.asked[node.text] = node
    for name, of in moments[node.text].takes:
        checking.names.use("local", name)
        known = scope.locals.get(name)
        if known is None:
            hint = f"let {name} be … before the question"
            message = f"the moment '{node.text}' hands over '{name}', which is unknown here"
            checking.problems.add(node.mark, message, hint)
        elif not fits(known, of):
            message = f"the moment '{node.text}' hands over '{name}' as {of}, here it is {known}"
            checking.problems.add(node.mark, message)
    if "from" not in fields.node:
        checking.problems.add(node.mark, "where are the cards that may be played?", "from: ZONE")
    return node.text


def _zones(checking: Checking, fields: Fields, key: str, scope: Scope) -> tuple[Zone, ...]:
    """`hand`, or `received or hand`."""
    node = fields.get(key, Scalar)
    text = text_of(node) if node else None
    if text is None:
        return ()
    reading = Reading(checking.names, checking.problems, text, scope)
    try:
        reader = Reader(text.string)
        syntax = [reader.operand()]
        while reader.take("or"):
            syntax.append(reader.operand())
        reader.expect_end()
    except NotReadableError as wrong:
        reading.wrong(wrong.at, wrong.message, wrong.hint)
        return ()
    return tuple(read_zone(reading, one) for one in syntax)


def _zone(checking: Checking, fields: Fields, key: str, scope: Scope) -> Zone | None:
    zones = _zones(checking, fields, key, scope)
    if len(zones) > 1:
        checking.problems.add(fields.mark(key), f"'{key}' is one zone")
    return zones[0] if zones else None


def _around(
    checking: Checking, fields: Fields, key: str, scope: Scope, place: str, this: bool
) -> tuple[Step, ...]:
    """`before` (which knows the card played) or `after`."""
    inner = Scope(scope.locals, this=this, answering=True, constants=scope.constants)
    return checking.block(fields.node.get(key), inner, f"{place}/{key}")


def _decline(checking: Checking, fields: Fields, scope: Scope) -> Decline | None:
    value = fields.values.get("or")
    if isinstance(value, Scalar):
        checking.found.declines.add(value.text)
        return Decline(value.text, None)
    if isinstance(value, Fields):
        checking.found.declines.add(value.text("move"))
        return Decline(value.text("move"), checking.optional(value, "if", scope, TRUTH))
    return None


def _standing(checking: Checking, fields: Fields, scope: Scope, moment: str) -> Expr | None:
    """The key of the order that may answer: a word, or an expression that gives one."""
    node = fields.node.get("standing")
    if node is None:
        return None
    orders = checking.names.words.get("orders", ())
    if isinstance(node, Scalar) and re.fullmatch(r"\w+", node.text):
        if node.text not in orders:
            hint = nearest(node.text, orders)
            checking.problems.add(node.mark, f"there is no order '{node.text}'", hint)
        found: Expr = Word(node.mark, ORDERS, node.text)
    else:
        found = checking.expression(node, scope, ORDERS)
    gives = dict(checking.names.moments[moment].takes) if moment else {}
    for key in _words_in(found):
        known = checking.found.orders.get(key, gives)
        common = {name: of for name, of in gives.items() if known.get(name) == of}
        checking.found.orders[key] = common
    return found


def _words_in(expr: Expr) -> set[str]:
    """The keys of orders that an expression can give."""
    found = {expr.value} if isinstance(expr, Word) and expr.type == ORDERS else set()
    for part in expr.parts():
        found |= _words_in(part)
    return found

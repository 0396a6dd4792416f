"""The moves, orders and attributes that the section `mail_table` names, against a table's rules."""

from __future__ import annotations

from collections.abc import Iterator

from card_specs.language.check_orders import Moves
from card_specs.language.load_rules import TableReading
from card_specs.language.mail_shapes import MAIL_TABLE
from card_specs.language.model import Game
from card_specs.language.nodes import Scalar
from card_specs.language.problems import Problem, Problems, nearest
from card_specs.language.rules import Rules
from card_specs.language.shapes import Fields, Reading

Verdict = tuple[tuple[str, str], Problem | None]


def mail_verdicts(game: Game, rules: Rules, table: TableReading) -> Iterator[Verdict]:
    """A verdict for each text that names a move, an order or an attribute of cards."""
    node = game.sections.get("mail_table")
    fields = MAIL_TABLE.read(node, Reading(Problems(), game.languages)) if node else None
    if fields is None:
        return
    moves = Moves(table.checking, rules.cards.values())
    for text in _beginnings(fields):
        yield ("mail move", str(text.mark)), _wrong_move(text, moves, table)
    for _, attribute in fields.entries("slots").values():
        known = table.names.attributes
        message = f"cards have no '{attribute.text}'"
        problem = Problem(attribute.mark, message, nearest(attribute.text, known))
        yield ("mail slot", str(attribute.mark)), None if attribute.text in known else problem
    for _, question in fields.entries("questions").values():
        order = question.get("order", Scalar)
        if order is not None:
            yield ("mail order", str(order.mark)), _wrong_order(order, rules)


def _beginnings(fields: Fields) -> Iterator[Scalar]:
    """Every text that is the beginning of a move."""
    yield from fields.get("plain", tuple) or ()
    yield from (key for key, _ in fields.entries("labels").values())
    for _, question in fields.entries("questions").values():
        yield from question.get("moves", tuple) or ()
        yield from (key for key, _ in question.entries("labels").values())


def _wrong_move(text: Scalar, moves: Moves, table: TableReading) -> Problem | None:
    verb, *rest = text.text.split() or [""]
    if verb not in moves.cards:
        return Problem(text.mark, f"no move begins with '{verb}'", nearest(verb, moves.cards))
    for word in rest:
        key = word.partition("=")[0]
        if "=" in word and key not in moves.keys[verb]:
            hint = nearest(key, moves.keys[verb])
            return Problem(text.mark, f"no move '{verb}' has the key '{key}'", hint)
        if "=" not in word and word not in table.names.codes and word not in table.names.kinds:
            hint = nearest(word, [*table.names.kinds, *table.names.codes])
            return Problem(text.mark, f"there is no card '{word}'", hint)
    return None


def _wrong_order(text: Scalar, rules: Rules) -> Problem | None:
    """`bid low`: an order and one of its choices; the only order's key may be left out."""
    key, _, choice = text.text.partition(" ")
    if len(rules.orders) == 1 and key not in rules.orders:
        key, choice = next(iter(rules.orders)), text.text
    if key not in rules.orders:
        return Problem(text.mark, f"there is no order '{key}'", nearest(key, rules.orders))
    known = rules.orders[key].choices
    if choice and choice not in known:
        return Problem(text.mark, f"the order '{key}' cannot be '{choice}'", nearest(choice, known))
    return None

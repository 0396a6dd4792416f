"""Standing orders as people give them: checked, and kept in the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from card_specs.language.problems import PersonError, nearest
from pbem.engine.orders import find_condition

if TYPE_CHECKING:
    from pbem.engine.state import State
    from pbem.engine.table import Table

ASK = "ask"
MAIL = "mail"
"""In place of one player's orders, or of all: the defaults of play by mail."""


class OrderError(PersonError):
    """A standing order that cannot be; the text says what may be written.

    `reason`: `key`, `choice`, `card`, `form`, `rule` or `condition`; `named`: the word at fault;
    `forms`: the words that may stand there (not for cards, which are many).
    """

    def __init__(
        self, what: str, reason: str = "form", named: str = "", forms: Sequence[str] = ()
    ) -> None:
        self.reason, self.named, self.forms = reason, named, tuple(forms)
        super().__init__(what)


def given_at_start(table: Table) -> list[Mapping[str, Any]] | None:
    """The orders by seat that the option `standing` gives; None if there are none."""
    standing = table.standing
    if not standing:
        return None
    if standing == MAIL:
        return [_mail(table) for _ in table.players]
    if not isinstance(standing, Mapping):
        raise OrderError(f"`standing` is a mapping of players to their orders, or `{MAIL}`")
    for player in standing:
        if player not in table.seats:
            raise OrderError(f"'{player}' does not play — {nearest(player, table.seats)}")
    return [checked(table, standing.get(player, {})) for player in table.players]


def set_orders(table: Table, state: State, player: str, orders: Any) -> State:
    """Change one player's orders for questions put from now on; gives the same state, changed.

    Raises `OrderError`, and then nothing has changed.
    """
    if player not in table.seats:
        raise OrderError(f"'{player}' does not play — {nearest(player, table.seats)}")
    seat = table.seats[player]
    new = checked(table, orders)
    before: list[Mapping[str, Any]] = state.orders or [{} for _ in table.players]
    after = [*before[:seat], new, *before[seat + 1 :]]
    state.orders = after if any(after) else None
    return state


def checked(table: Table, orders: Any) -> Mapping[str, Any]:
    """One player's orders in full form: key -> word, list of cards, or rules; `ask` is left out."""
    known = table.program.rules.orders
    if orders is None or orders == ASK or orders == {}:
        return {}
    if orders == MAIL:
        return _mail(table)
    if len(known) == 1 and _is_one_order(table, orders):
        orders = {next(iter(known)): orders}
    if not isinstance(orders, Mapping):
        keys = ", ".join(known) or "none"
        raise OrderError(f"orders say for which question they are — known: {keys}")
    for key in orders:
        if key not in known:
            said = f"there are no orders for '{key}' — {nearest(str(key), known)}"
            raise OrderError(said, "key", str(key), tuple(known))
    return {key: _order(table, key, value) for key, value in orders.items() if value != ASK}


def _is_one_order(table: Table, orders: Any) -> bool:
    """Whether the only key that a game has orders for has been left out."""
    if not isinstance(orders, Mapping):
        return True
    (rules,) = table.program.rules.orders.values()
    return rules.rules is not None and bool(orders) and set(orders) <= set(rules.rules.words)


def _mail(table: Table) -> Mapping[str, Any]:
    return checked(table, dict(table.program.rules.mail))


def _order(table: Table, key: str, order: Any) -> Any:
    rules = table.program.rules.orders[key]
    if isinstance(order, str):
        if order not in rules.choices:
            forms = [ASK, *rules.choices]
            said = f"no order '{order}' for '{key}' — {nearest(order, forms)}"
            raise OrderError(said, "choice", order, forms)
        return order
    listed = list(order) if isinstance(order, list | tuple) else [order]
    if rules.cards is not None and all(isinstance(one, str) for one in listed):
        faces = table.program.deck.faces
        for card in listed:
            if card not in faces:
                said = f"there is no card '{card}' — {nearest(card, faces)}"
                raise OrderError(said, "card", card)
        return listed
    if rules.rules is None:
        forms = [ASK, *rules.choices, *(["a list of cards"] if rules.cards else [])]
        said = f"an order for '{key}' is one of: {', '.join(forms)}"
        raise OrderError(said, "form", "", [ASK, *rules.choices])
    return [_rule(table, key, rule) for rule in listed]


def _rule(table: Table, key: str, rule: Any) -> dict[str, list[str]]:
    """One rule `{shoot: [conditions]}`."""
    rule_list = table.program.rules.orders[key].rules
    assert rule_list is not None
    words = ", ".join(rule_list.words)
    if not isinstance(rule, Mapping) or len(rule) != 1:
        raise OrderError(f"a rule for '{key}' is one word ({words}) with a list of conditions")
    ((word, conditions),) = rule.items()
    if word not in rule_list.words:
        said = f"no rule '{word}' for '{key}' — {nearest(str(word), rule_list.words)}"
        raise OrderError(said, "rule", str(word), tuple(rule_list.words))
    if not isinstance(conditions, list | tuple):
        raise OrderError(f"'{word}' takes a list of conditions")
    for text in conditions:
        try:
            find_condition(table.program.rules.conditions, str(text), table.players)
        except KeyError:
            known = [one.text for one in table.program.rules.conditions]
            said = f"no condition '{text}' — {nearest(str(text), known)}"
            raise OrderError(said, "condition", str(text), known) from None
    return {word: [str(text) for text in conditions]}

"""The numbers of a game that have a name: constants of the section `names`, options, players.

`names: {hand_size: 5}` is a number that the rules, the texts of cards and the rulebook share.  An
entry counts as constant where it can be worked out of options, players and other constants alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from card_specs.language.arithmetic import ArithmeticProblem, Formula, formula
from card_specs.language.model import Game, Value
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Node, Scalar
from card_specs.language.read_words import settle


def fixed_numbers(
    game: Game,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    names: Node | None = None,
) -> dict[str, Value]:
    """Every named value that is fixed before the game begins.

    `names` is the section `names` where a variant has changed it.  Options come under the name that
    expressions know them by, too.
    """
    settled = settle(game.options, options or {})
    known: dict[str, Value] = {**settled}
    for name, option in game.options.items():
        called = option.rules.get("as")
        if isinstance(called, Scalar):
            known[called.text] = settled[name]
    known["players"] = players or game.players.most
    waiting = _formulas(names if names is not None else game.sections.get("names"))
    while waiting:
        words = {*known, *_words(game)}
        ready = [name for name, one in waiting.items() if words.issuperset(one.names())]
        if not ready:
            break
        for name in ready:
            try:
                known[name] = waiting.pop(name).result(known)
            except ArithmeticProblem:
                continue
    return known


def named_constants(game: Game, names: Node | None = None) -> frozenset[str]:
    """The names of the section `names` that are constants."""
    found = _formulas(names if names is not None else game.sections.get("names"))
    return frozenset(found) & frozenset(fixed_numbers(game, names=names))


def _words(game: Game) -> set[str]:
    """Words that options may be: in a formula they stand for themselves."""
    return {str(value) for option in game.options.values() for value in option.values}


def _formulas(names: Node | None) -> dict[str, Formula]:
    """The entries that are arithmetic at all: no zones, cards or counters can be told here yet."""
    found = {}
    for key, node in names if isinstance(names, MappingNode) else ():
        value = node.get("is") if isinstance(node, MappingNode) else node
        owned = isinstance(node, MappingNode) and ("of" in node or "takes" in node)
        if isinstance(value, Scalar) and not owned:
            try:
                found[key.text] = formula(value.text.strip(), value.mark)
            except ArithmeticProblem:
                continue
    return found

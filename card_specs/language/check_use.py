"""What a table's rules never use or can never reach.

Each check gives a verdict for everything it looks at: a problem, or None where all is well.  The
caller reports what is a problem at every table.
"""

from __future__ import annotations

from collections.abc import Iterator

from card_specs.language.constants import constant
from card_specs.language.load_rules import TableReading
from card_specs.language.mail_table import named_in_mails
from card_specs.language.model import Game
from card_specs.language.nodes import Mapping, Scalar, Sequence
from card_specs.language.problems import Mark, Problem, Problems, nearest
from card_specs.language.rules import Argument, CardRules, Move, Rules
from card_specs.language.tree import (
    Zone,
)
from card_specs.language.verbs import read_verbs
from card_specs.language.vocabulary.cards import Deal, Draw, Exchange, MoveCards, Pick
from card_specs.language.vocabulary.choices import Ask, Window
from card_specs.language.vocabulary.marks import Lay
from card_specs.language.walk import carried_out, walk

Verdict = tuple[tuple[str, str], Problem | None]
"""What was looked at (a sort and a name), and what is wrong with it."""


def verdicts(game: Game, rules: Rules, table: TableReading) -> Iterator[Verdict]:
    """All of this module's checks."""
    yield from _moments(game, rules)
    yield from _zones(rules)
    yield from _names(game, rules, table)
    yield from _moves(rules, table)
    yield from _policies(table)
    yield from _spoken(game, rules)


def _judged(sort: str, name: str, bad: bool, problem: Problem) -> Verdict:
    return (sort, name), problem if bad else None


def _warning(at: Mark, message: str, hint: str = "") -> Problem:
    return Problem(at, message, hint, "warning")


# --- moments -------------------------------------------------------------------------------------


def _moments(game: Game, rules: Rules) -> Iterator[Verdict]:
    """Cards that no question offers, and questions that no card fits."""
    nodes = carried_out(rules)
    asked: dict[str, Ask | Window] = {}
    for node in walk(nodes):
        if isinstance(node, Ask | Window) and node.moment:
            asked.setdefault(node.moment, node)
    played = {card.moment for card in rules.cards.values()}
    for card in rules.cards.values():
        if card.moment:
            message = f"'{card.kind}' can never be played: no question plays '{card.moment}'"
            hint = nearest(card.moment, asked) if asked else "a question with plays: …"
            problem = Problem(card.at, message, hint)
            yield _judged("card", card.kind, card.moment not in asked, problem)
    for moment, step in asked.items():
        message = f"no card can be played at the moment '{moment}'"
        problem = Problem(step.at, message, "give a kind of card: when: " + moment)
        yield _judged("asked", moment, moment not in played, problem)
    for name, declared in rules.moments.items():
        problem = _warning(declared.at, f"the moment '{name}' is never used")
        yield _judged("moment", name, name not in asked and name not in played, problem)


# --- zones ---------------------------------------------------------------------------------------


def filled_zones(rules: Rules) -> set[str]:
    """The zones that cards can come to."""
    found = {rules.deck}
    for node in walk(carried_out(rules)):
        if isinstance(node, MoveCards | Draw | Deal | Pick):
            found.add(node.target.zone)
        elif isinstance(node, Exchange):
            found |= {node.one.zone, node.other.zone}
        elif isinstance(node, Lay):
            found.add(node.target.zone)
            if node.old is not None:
                found.add(node.old.zone)
        elif isinstance(node, Ask | Window | CardRules) and node.target is not None:
            found.add(node.target.zone)
    return found


def _zones(rules: Rules) -> Iterator[Verdict]:
    filled = filled_zones(rules)
    for name, zone in rules.zones.items():
        problem = Problem(zone.at, f"no card ever comes to the zone '{name}'")
        yield _judged("zone", name, name not in filled, problem)


# --- names ---------------------------------------------------------------------------------------


def _names(game: Game, rules: Rules, table: TableReading) -> Iterator[Verdict]:
    """Terms, rules, counters, groups, orders, options, tags and attributes nobody uses."""
    names, found = table.names, table.checking.found
    in_mails = named_in_mails(game)
    for name, term in names.terms.items():
        unused = ("term", name) not in names.used and name not in in_mails
        yield _judged("term", name, unused, _never("term", name, term.mark))
    for name, rule in names.rules.items():
        unused = ("rule", name) not in names.used and not _called_by_effects(game, name)
        yield _judged("rule", name, unused, _never("rule", name, rule.mark))
    for name, counter in rules.counters.items():
        unused = ("counter", name) not in names.used and counter.derived is None
        fixed = name in ("turn", "direction")
        yield _judged("counter", name, unused and not fixed, _never("counter", name, counter.at))
    for name, node in table.checking.groups.items():
        unused = name not in found.groups
        yield _judged("group", name, unused, _never("group of moves", name, node.mark))
    for name, order in rules.orders.items():
        hint = f"a question with standing: {name}"
        problem = _warning(order.at, f"no question is answered by the order '{name}'", hint)
        yield _judged("order", name, name not in found.orders, problem)
    yield from _cards_half(game, table)


def _never(what: str, name: str, at: Mark) -> Problem:
    return _warning(at, f"the {what} '{name}' is never used")


def _called_by_effects(game: Game, rule: str) -> bool:
    """Whether a table's effects may call the rule."""
    for option in game.options.values():
        calls = option.rules.get("calls")
        if isinstance(calls, Mapping):
            called = (value.text for _, value in calls if isinstance(value, Scalar))
            if rule in called:
                return True
    return False


def _cards_half(game: Game, table: TableReading) -> Iterator[Verdict]:
    names = table.names
    for kind in game.kinds.values():
        for tag in kind.tags:
            problem = _warning(kind.mark, f"the tag '{tag}' of '{kind.name}' is never asked for")
            yield _judged("tag", f"{kind.name} {tag}", ("tag", tag) not in names.used, problem)
        for name in kind.has:
            problem = _warning(kind.mark, f"nobody asks for '{name}' of '{kind.name}'")
            unused = ("card attribute", name) not in names.used
            yield _judged("has", f"{kind.name} {name}", unused, problem)
    formulas = {
        name
        for kind in game.kinds.values()
        for count in (kind.copies, kind.in_play)
        if count is not None and count.formula is not None
        for name in count.formula.names()
    }
    for name, option in game.options.items():
        own = option.rules.get("as")
        called = getattr(own, "text", name)
        used = ("option", called) in names.used or name in formulas or "patch" in option.rules
        problem = _warning(option.mark, f"the option '{name}' changes nothing")
        yield _judged("option", name, not used and option.sort != "effect", problem)


# --- moves ---------------------------------------------------------------------------------------


def _moves(rules: Rules, table: TableReading) -> Iterator[Verdict]:
    """Moves and cards whose condition or choices are empty whatever happens.

    A rule that an effect of the table calls is left out: there, parameters are constants.
    """
    filled = filled_zones(rules)
    effects = set(table.effect_rules)
    nodes = (node for node in carried_out(rules) if getattr(node, "name", "") not in effects)
    for node in walk(nodes):
        if not isinstance(node, Move | CardRules):
            continue
        condition = node.condition
        why = ""
        if condition is not None and constant(condition) is False:
            why = "its condition never holds"
        elif any(_empty(argument, filled) for argument in node.arguments):
            why = "there is never anything to choose"
        name = f"the move '{node.verb}'" if isinstance(node, Move) else f"'{node.kind}'"
        problem = Problem(node.at, f"nobody can ever make {name}: {why}")
        if isinstance(node, Move) or node.moment:
            yield _judged("move", node.place, bool(why), problem)


def _empty(argument: Argument, filled: set[str]) -> bool:
    """Whether an argument ranges over a zone that never holds a card."""
    return isinstance(argument.choices, Zone) and argument.choices.zone not in filled


def _policies(table: TableReading) -> Iterator[Verdict]:
    """Policies that take a move that no question has: judged by place, at every table."""
    absent = {problem.at: problem for problem in table.checking.found.absent}
    for at in table.checking.found.takes:
        problem = absent.get(at)
        yield ("policy", str(at)), problem


# --- verbs and keys ------------------------------------------------------------------------------


def spoken(rules: Rules) -> tuple[dict[str, Mark], dict[str, Mark]]:
    """The verbs and the keys of all moves, with a place for each."""
    verbs: dict[str, Mark] = {}
    keys: dict[str, Mark] = {}
    for node in walk(carried_out(rules)):
        if isinstance(node, Move):
            verbs.setdefault(node.verb, node.at)
            keys.update({key: node.at for key, _ in node.keys if key not in keys})
        elif isinstance(node, CardRules):
            if node.moment:
                verbs.setdefault("play", node.at)
            keys.update({key: node.at for key, _ in node.keys if key not in keys})
        elif isinstance(node, Ask | Window) and node.decline is not None:
            verbs.setdefault(node.decline.verb, node.at)
    return verbs, keys


def _spoken(game: Game, rules: Rules) -> Iterator[Verdict]:
    """Verbs and keys without words, and words for verbs and keys that no move has."""
    if "verbs" not in game.sections:
        return
    words = read_verbs(game.sections, game.languages, Problems())
    verbs, keys = spoken(rules)
    for what, known, used in (("verb", words.verbs, verbs), ("key", words.keys, keys)):
        for name, at in used.items():
            hint = nearest(name, known)
            problem = Problem(at, f"the section '{what}s' has no words for '{name}'", hint)
            yield _judged(what, name, name not in known, problem)
        section = game.sections.get(f"{what}s")
        for name in known:
            node = getattr(section, "key", lambda _: None)(name)
            at = node.mark if node is not None else game.mark
            hint = nearest(name, used)
            problem = Problem(at, f"no move has the {what} '{name}'", hint)
            yield _judged(f"{what} words", name, name not in used, problem)
    bare = game.sections.get("bare")
    for item in bare if isinstance(bare, Sequence) else ():
        if isinstance(item, Scalar):
            problem = Problem(item.mark, f"no move has the verb '{item.text}'")
            yield _judged("bare", item.text, item.text not in verbs, problem)

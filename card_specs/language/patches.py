"""Patches: what a variant or an option's value changes in the rules half of a spec.

The rules half is one tree of located nodes; a patch makes another tree of it before anything is
read.  A path goes down by keys, and in a list of steps or moves by `id`: `rules.flips.do`,
`turn.throwing.do`.  What it names must exist, except for the last key of a mapping.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterable
from dataclasses import replace

from card_specs.language.model import Game, Value, say
from card_specs.language.nodes import Mapping, Node, Scalar, Sequence, Source
from card_specs.language.problems import Mark, Problems, nearest
from card_specs.language.rules_description import PATCH
from card_specs.language.shapes import Fields, Reading, Record

VARIANT_PATCH = Record("patch", PATCH, None)
SECTIONS = (
    "deck",
    "zones",
    "counters",
    "cards",
    "names",
    "moments",
    "rules",
    "setup",
    "turn",
    "pass_turn",
    "moves",
    "end",
    "orders",
    "conditions",
    "mail",
    "deadline",
)
"""The sections of the rules half; `cards` has only what the kinds do."""

Edit = Callable[[Node, Scalar, str], Node | None]
"""Gives a container with its child of a name changed; None if there is no such child."""


def base_of(game: Game) -> Mapping:
    """The rules half of a spec as one mapping of its sections."""
    source = Source(game.mark.file, "")
    kinds = tuple(
        (_key(kind.mark, kind.name), _mapping(kind.mark, kind.rules))
        for kind in game.kinds.values()
    )
    cards = Mapping(game.mark, source, 0, 0, kinds)
    sections = {**game.sections, "cards": cards}
    return _mapping(game.mark, {name: sections[name] for name in SECTIONS if name in sections})


def _mapping(mark: Mark, items: abc.Mapping[str, Node]) -> Mapping:
    pairs = tuple((_key(node.mark, name), node) for name, node in items.items())
    return Mapping(mark, Source(mark.file, ""), 0, 0, pairs)


def _key(mark: Mark, name: str) -> Scalar:
    return Scalar(mark, Source(mark.file, ""), 0, 0, name)


def patched(
    base: Mapping, game: Game, variant: str, options: dict[str, Value], problems: Problems
) -> Mapping:
    """The tree for a variant and options: the variant's patch, then those of the options."""
    found: Node = base
    if variant:
        node = game.variants[variant].node
        assert isinstance(node, Mapping)
        found = apply(found, _only_patch(node), problems)
    for name, value in options.items():
        patch = game.options[name].rules.get("patch")
        entry = patch.get(say(value)) if isinstance(patch, Mapping) else None
        if isinstance(entry, Mapping):
            found = apply(found, entry, problems)
    assert isinstance(found, Mapping)
    return found


def _only_patch(node: Mapping) -> Mapping:
    """A variant without its title and players."""
    kept = (item for item in node if item[0].text not in ("title", "text", "players"))
    return replace(node, items=tuple(kept))


def apply(base: Node, patch: Mapping, problems: Problems) -> Node:
    """The base with one patch: what it sets, then what it inserts, then what it removes."""
    fields = VARIANT_PATCH.read(patch, Reading(problems))
    assert fields is not None
    found = base
    for path, (key, value) in fields.entries("set").items():
        found = edit(found, key, path, _setting(value), problems)
    for path, (key, steps) in fields.entries("insert").items():
        before, _, side = path.rpartition(".")
        if side not in ("after", "before") or not before:
            hint = "for example turn.throwing.after"
            problems.add(key.mark, f"'{path}' does not end in .after or .before", hint)
        elif isinstance(steps, Sequence):
            found = edit(found, key, before, _inserting(steps, side), problems)
    for removed in _removals(fields):
        found = edit(found, removed, removed.text, _remove, problems)
    return found


def _removals(fields: Fields) -> Iterable[Scalar]:
    return fields.get("remove", tuple) or ()


def edit(node: Node, key: Scalar, path: str, change: Edit, problems: Problems) -> Node:
    """The node with what a path names changed; an unknown path is a problem at `key`."""
    names = path.split(".")
    containers: list[Node] = [node]
    for depth, name in enumerate(names[:-1]):
        child = _child(containers[-1], name)
        if child is None:
            _unknown(containers[-1], names, depth, key, problems)
            return node
        containers.append(child)
    if len(names) == 1 and names[0] not in SECTIONS:
        problems.add(key.mark, f"there is no section '{path}'", nearest(path, SECTIONS))
        return node
    found = change(containers[-1], key, names[-1])
    if found is None:
        _unknown(containers[-1], names, len(names) - 1, key, problems)
        return node
    for container, name in zip(reversed(containers[:-1]), reversed(names[:-1]), strict=True):
        found = _with(container, name, found)
    return found


def _unknown(node: Node, names: list[str], depth: int, key: Scalar, problems: Problems) -> None:
    where = f" in '{'.'.join(names[:depth])}'" if depth else ""
    at = key.at(len(".".join(names[:depth])) + (1 if depth else 0))
    hint = nearest(names[depth], _names(node))
    problems.add(at, f"the path leads nowhere: there is no '{names[depth]}'{where}", hint)


def _names(node: Node) -> list[str]:
    if isinstance(node, Mapping):
        return [key.text for key, _ in node]
    if isinstance(node, Sequence):
        return [name for item in node if (name := _id(item))]
    return []


def _id(node: Node) -> str:
    """The `id` of a step or move."""
    found = node.get("id") if isinstance(node, Mapping) else None
    return found.text if isinstance(found, Scalar) else ""


def _child(node: Node, name: str) -> Node | None:
    if isinstance(node, Mapping):
        return node.get(name)
    if isinstance(node, Sequence):
        return next((item for item in node if _id(item) == name), None)
    return None


def _with(node: Node, name: str, value: Node) -> Node:
    """The container with another value for a child that it has."""
    if isinstance(node, Mapping):
        pairs = ((key, value if key.text == name else old) for key, old in node)
        return replace(node, items=tuple(pairs))
    assert isinstance(node, Sequence)
    return replace(node, items=tuple(value if _id(old) == name else old for old in node))


def _setting(value: Node) -> Edit:
    def change(node: Node, key: Scalar, name: str) -> Node | None:
        if _child(node, name) is not None:
            return _with(node, name, value)
        if not isinstance(node, Mapping):
            return None
        offset = len(key.text) - len(name)
        new = Scalar(key.at(offset), key.source, key.start, key.end, name)
        return replace(node, items=(*node.items, (new, value)))

    return change


def _remove(node: Node, key: Scalar, name: str) -> Node | None:
    if _child(node, name) is None:
        return None
    if isinstance(node, Mapping):
        return replace(node, items=tuple(item for item in node if item[0].text != name))
    assert isinstance(node, Sequence)
    return replace(node, items=tuple(item for item in node if _id(item) != name))


def _inserting(steps: Sequence, side: str) -> Edit:
    def change(node: Node, key: Scalar, name: str) -> Node | None:
        if not isinstance(node, Sequence) or _child(node, name) is None:
            return None
        items: list[Node] = []
        for item in node:
            if _id(item) != name:
                items.append(item)
            else:
                items += [item, *steps] if side == "after" else [*steps, item]
        return replace(node, items=tuple(items))

    return change

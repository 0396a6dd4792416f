"""`include`: what one spec takes from others, as one tree.

An included file is the base and the including one lies on top: mappings are merged key by key,
everything else is replaced.  Nodes keep the marks of the file they came from.
"""

from __future__ import annotations

from dataclasses import replace

from card_specs.language.nodes import Mapping, Node, Scalar, Sequence
from card_specs.language.problems import Problems, nearest


def merge(base: Node, over: Node, problems: Problems, path: tuple[str, ...] = ()) -> Node:
    """`over` laid on `base`.

    Under `words`, a list on top of a mapping picks words of it, in its own order.
    """
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        return _merge_mappings(base, over, problems, path)
    picks = len(path) == 2 and path[0] == "words" and isinstance(over, Sequence)
    if picks and isinstance(base, Mapping) and isinstance(over, Sequence):
        return _picked(base, over, problems, path[1])
    return over


def _merge_mappings(
    base: Mapping, over: Mapping, problems: Problems, path: tuple[str, ...]
) -> Mapping:
    items = {key.text: (key, value) for key, value in base}
    for key, value in over:
        if key.text in items:
            value = merge(items[key.text][1], value, problems, (*path, key.text))
        items[key.text] = (key, value)
    return replace(over, items=tuple(items.values()))


def _picked(base: Mapping, over: Sequence, problems: Problems, name: str) -> Mapping:
    items: dict[str, tuple[Scalar, Node]] = {}
    for word in over:
        known = [key.text for key, _ in base]
        if not isinstance(word, Scalar):
            problems.add(word.mark, f"expected a word of the list '{name}'")
        elif (value := base.get(word.text)) is None:
            problems.add(word.mark, f"unknown {name} '{word.text}'", nearest(word.text, known))
        elif word.text in items:
            problems.add(word.mark, f"'{word.text}' occurs twice in the list '{name}'")
        else:
            items[word.text] = (word, value)
    return Mapping(over.mark, over.source, over.start, over.end, tuple(items.values()), over.flow)


def with_value(mapping: Mapping, key: str, value: Node) -> Mapping:
    """The mapping with another value for a key that it has."""
    items = ((k, value if k.text == key else v) for k, v in mapping)
    return replace(mapping, items=tuple(items))

"""How the moves of a game are said: the sections `verbs`, `keys` and `bare` of a spec.

```yaml
verbs:
  play: {es: [jugar, juego, juega], en: play}   # the first of a language is the one that is shown
keys:
  from: {es: de}
bare: [play, bid]          # what a card's code alone means: the first of these that is legal
```
A canonical word is always understood, so a language whose word is the same may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from card_specs.language import nodes
from card_specs.language.problems import Problems, nearest
from card_specs.values import dataclass

Forms = Mapping[str, Mapping[str, tuple[str, ...]]]
"""Canonical word -> language -> how it is written there, the shown form first."""

SECTIONS = ("verbs", "keys", "bare")

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_BAD = re.compile(r"[=~+,;]")


@dataclass(frozen=True)
class Verbs:
    """What the words of moves are called in the spec's languages."""

    verbs: Forms
    keys: Forms
    bare: tuple[str, ...]


def read_verbs(
    sections: Mapping[str, nodes.Node], languages: tuple[str, ...], problems: Problems
) -> Verbs:
    """The three sections, each of which may be missing; what is wrong is added to `problems`."""
    verbs = _forms(sections.get("verbs"), languages, problems)
    keys = _forms(sections.get("keys"), languages, problems)
    return Verbs(verbs, keys, tuple(_bare(sections.get("bare"), verbs, problems)))


def _forms(
    node: nodes.Node | None, languages: tuple[str, ...], problems: Problems
) -> dict[str, dict[str, tuple[str, ...]]]:
    if node is None:
        return {}
    if not isinstance(node, nodes.Mapping):
        problems.add(node.mark, "a mapping belongs here", "write play: {es: [jugar, juego]}")
        return {}
    found = {}
    seen: dict[str, str] = {}
    for word, value in node:
        if not _WORD.fullmatch(word.text):
            hint = "small letters, digits and _, a letter first"
            problems.add(word.mark, f"'{word.text}' cannot be a word of moves", hint)
        found[word.text] = _by_language(value, languages, problems)
        for form in {form for forms in found[word.text].values() for form in forms}:
            other = seen.setdefault(form, word.text)
            if other != word.text:
                message = f"'{form}' means both '{other}' and '{word.text}'"
                problems.add(word.mark, message, "a word of moves has one meaning")
    return found


def _by_language(
    node: nodes.Node, languages: tuple[str, ...], problems: Problems
) -> dict[str, tuple[str, ...]]:
    if not isinstance(node, nodes.Mapping):
        problems.add(node.mark, "the words belong under their languages", "write {es: [jugar]}")
        return {}
    found = {}
    for language, value in node:
        if language.text not in languages:
            message = f"this spec is not written in '{language.text}'"
            problems.add(language.mark, message, nearest(language.text, languages))
        found[language.text] = tuple(_words(value, problems))
    return found


def _words(node: nodes.Node, problems: Problems) -> Iterator[str]:
    """One word or a list of them."""
    for item in node if isinstance(node, nodes.Sequence) else (node,):
        if not isinstance(item, nodes.Scalar):
            problems.add(item.mark, "a word belongs here")
        elif not item.text.strip() or _BAD.search(item.text):
            problems.add(item.mark, f"'{item.text}' cannot be typed as part of a move")
        else:
            yield " ".join(item.text.split())


def _bare(node: nodes.Node | None, verbs: Forms, problems: Problems) -> Iterator[str]:
    for verb in _words(node, problems) if node is not None else ():
        assert node is not None
        if verb not in verbs:
            problems.add(node.mark, f"`bare` names no verb '{verb}'", nearest(verb, verbs))
        yield verb

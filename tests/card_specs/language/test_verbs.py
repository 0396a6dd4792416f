"""The words of moves, as a spec gives them, and what may be wrong with them."""

from __future__ import annotations

import pytest

from card_specs.language import nodes
from card_specs.language.problems import Problems
from card_specs.language.source import parse
from card_specs.language.verbs import Verbs, read_verbs


def read(text: str) -> tuple[Verbs, list[str]]:
    problems = Problems()
    root = parse(text, "g.yaml", problems)
    assert isinstance(root, nodes.Mapping)
    sections = {key.text: value for key, value in root}
    return read_verbs(sections, ("es", "en"), problems), [str(p) for p in problems.found]


def test_words_by_language_one_or_several() -> None:
    found, problems = read(
        "verbs:\n  play: {es: [jugar, juego], en: play}\n  draw: {es: robar}\n"
        "keys:\n  from: {es: de}\nbare: play\n"
    )
    assert problems == []
    assert found.verbs == {
        "play": {"es": ("jugar", "juego"), "en": ("play",)},
        "draw": {"es": ("robar",)},
    }
    assert found.keys == {"from": {"es": ("de",)}}
    assert found.bare == ("play",)


def test_nothing_is_needed() -> None:
    assert read("game: x") == (Verbs({}, {}, ()), [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "verbs: play",
            "g.yaml:1:8: error: a mapping belongs here — write play: {es: [jugar, juego]}",
        ),
        (
            "verbs: {Play: {es: jugar}}",
            (
                "g.yaml:1:9: error: 'Play' cannot be a word of moves"
                " — small letters, digits and _, a letter first"
            ),
        ),
        (
            "verbs: {play: jugar}",
            "g.yaml:1:15: error: the words belong under their languages — write {es: [jugar]}",
        ),
        (
            "verbs: {play: {ess: jugar}}",
            "g.yaml:1:16: error: this spec is not written in 'ess' — did you mean 'es'?",
        ),
        (
            "verbs: {play: {es: a=b}}",
            "g.yaml:1:20: error: 'a=b' cannot be typed as part of a move",
        ),
        ("verbs: {play: {es: [[a]]}}", "g.yaml:1:21: error: a word belongs here"),
        (
            "verbs: {play: {es: dar}, give: {es: dar}}",
            (
                "g.yaml:1:26: error: 'dar' means both 'play' and 'give'"
                " — a word of moves has one meaning"
            ),
        ),
        (
            "verbs: {play: {es: jugar}}\nbare: [plai]",
            "g.yaml:2:7: error: `bare` names no verb 'plai' — did you mean 'play'?",
        ),
    ],
)
def test_mistakes(text: str, problem: str) -> None:
    assert read(text)[1] == [problem]

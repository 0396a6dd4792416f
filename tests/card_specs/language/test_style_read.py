"""What the reader of the style section says about mistakes: every one, with its place."""

from __future__ import annotations

from card_specs.language.problems import Problems
from card_specs.language.source import parse
from card_specs.language.style import FORMATS
from card_specs.language.style_read import read_style

KEYS = "keys in the lines below, or `none` to take it away"


def problems_of(text: str) -> list[str]:
    problems = Problems()
    node = parse(text, "look.yaml", problems)
    assert node is not None
    read_style(node, problems, node.mark)
    return [str(problem) for problem in problems.found]


def test_all_mistakes_are_told_at_once() -> None:
    assert problems_of(
        """\
card: pocker
paint: {}
faces:
  one:
    extends: tow
    layers:
      ground: {fil: red}
      token: {circle: [1, 2], above: [a]}
      index: {corners: [top lef], layers: [1]}
      text: hello
  two:
    extends: two
  three: {extends: four}
  four: {extends: three}
backs: [1]
"""
    ) == [
        "look.yaml:2:1: error: unknown key 'paint' — did you mean 'paints'?",
        "look.yaml:7:16: error: unknown key 'fil' — did you mean 'fill'?",
        "look.yaml:8:23: error: 3 numbers are expected, found 2",
        "look.yaml:8:38: error: a name is expected",
        "look.yaml:9:43: error: layers must be a mapping (key: value)",
        "look.yaml:9:24: error: unknown corner 'top lef' — did you mean 'top left'?",
        f"look.yaml:10:13: error: 'hello' is no layer — {KEYS}",
        "look.yaml:15:8: error: backs must be a mapping (key: value)",
        "look.yaml:5:14: error: unknown face 'tow' — did you mean 'two'?",
        "look.yaml:12:14: error: the face 'two' extends itself",
        "look.yaml:13:20: error: the face 'three' extends itself",
        "look.yaml:14:19: error: the face 'four' extends itself",
        "look.yaml:1:7: error: unknown card format 'pocker' — did you mean 'poker'?",
    ]


def test_a_card_may_have_any_size() -> None:
    problems = Problems()
    node = parse("card: {width: 50, height: 50, bleed: 2}\n", "look.yaml", problems)
    assert node is not None
    card = read_style(node, problems, node.mark).card
    assert (card.width, card.height, card.bleed, card.corner, card.safe) == (50, 50, 2, 3, 3)
    assert problems_of("card: {width: -1}\n") == [
        "look.yaml:1:15: error: a size in mm is expected, from 0 to 1000"
    ]


def test_the_formats_are_those_that_makers_give() -> None:
    sizes = {name: (size.width, size.height) for name, size in FORMATS.items()}
    assert sizes["poker"] == (63.5, 88.9)
    assert sizes["bridge"] == (57.15, 88.9)
    assert sizes["tarot"] == (70, 120)
    assert sizes["mini"] == (44, 68)
    assert sizes["square"] == (70, 70)

"""Each step stands in one place: its form, its words, its documentation, an example."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from card_specs.language import vocabulary
from card_specs.language.phrases import filled
from card_specs.language.rules_description import BLOCK_STEPS
from card_specs.language.step_reference import name_of, rule_tables, spoken
from card_specs.language.tree import Step
from card_specs.language.vocabulary import STEPS

DOCS = Path(__file__).parents[3] / "docs"
PRACTICE = (DOCS / "practice.yaml").read_text(encoding="utf-8")


def test_every_step_is_listed() -> None:
    modules = [module for _, module in inspect.getmembers(vocabulary, inspect.ismodule)]
    classes = {
        value
        for module in modules
        for _, value in inspect.getmembers(module, inspect.isclass)
        if issubclass(value, Step) and value is not Step
    }
    assert classes == set(STEPS)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
def test_a_step_is_complete(step: type[Step]) -> None:
    assert step.line or name_of(step) in (*BLOCK_STEPS, "RULE(…)")
    assert set(step.words) == {"es", "en"}
    assert step.doc.endswith(".")
    assert "steps:\n" in step.example
    assert "expect:\n" in step.example


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
def test_a_step_speaks_both_languages(step: type[Step]) -> None:
    words = spoken(PRACTICE, step)
    assert set(words) == {"es", "en"}
    assert all(text.endswith(".") and "{" not in text for text in words.values())


def test_the_page_has_every_step() -> None:
    page = (DOCS / "language.md").read_text(encoding="utf-8")
    tables = rule_tables(PRACTICE)
    assert all(text in page for text in tables.values())
    assert all(f"#### {name_of(step)}\n" in page for step in STEPS)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"a": "1"}, "take 1"),
        ({"a": "1", "b": "2"}, "take 1 of 2"),
        ({"a": "1", "c": "x"}, "take 1 (x)"),
        ({"a": "1", "b": "2", "c": "x"}, "take 1 of 2 (x)"),
        ({}, "take"),
    ],
)
def test_phrases(fields: dict[str, str], text: str) -> None:
    assert filled("take {a}[ of {b}][ ({c})]", lambda name, form: fields.get(name)) == text


def test_phrases_choose() -> None:
    phrase = "draw [up to {limit:cards} | {number} | a card] {target:to}"
    for fields, text in (
        ({"target": "t"}, "draw a card t"),
        ({"target": "t", "number": "2"}, "draw 2 t"),
        ({"target": "t", "limit": "5"}, "draw up to 5 t"),
    ):
        assert filled(phrase, lambda name, form, known=fields: known.get(name)) == text

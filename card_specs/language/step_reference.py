"""The language reference's generated parts as Markdown: steps with examples, functions, keys.

`docs/generate.py` puts them into docs/language.md between its marks.  Everything comes
from the vocabulary's classes and the shapes that sections are read by.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping

from card_specs.language import grammar
from card_specs.language import rules_description as shapes
from card_specs.language.load_rules import rules_for
from card_specs.language.problems import Problems
from card_specs.language.prose import Prose
from card_specs.language.read_game import read_game
from card_specs.language.reference import table
from card_specs.language.shapes import Record
from card_specs.language.source import parse
from card_specs.language.tree import Step
from card_specs.language.vocabulary import STEPS, cards, chance, choices, flow, marks, values
from card_specs.language.vocabulary.functions import FUNCTIONS
from card_specs.language.walk import inside

_FAMILIES = {
    "cards": cards,
    "marks": marks,
    "values": values,
    "chance": chance,
    "flow": flow,
    "choices": choices,
}
_RECORDS: Mapping[str, Record] = {
    "zone": shapes.ZONE,
    "counter": shapes.COUNTER,
    "term": shapes.TERM,
    "moment": shapes.MOMENT,
    "rule": shapes.RULE,
    "move": shapes.MOVE,
    "ask": shapes.ASK,
    "window": shapes.WINDOW,
    "end": shapes.END,
    "order": shapes.ORDER,
    "policy": shapes.POLICY,
    "condition": shapes.CONDITION,
}


def rule_tables(practice: str) -> Mapping[str, str]:
    """Every generated part by the name under which the page asks for it.

    `practice` is the text of the game in which the examples are played.
    """
    found = {name: table(record.fields) for name, record in _RECORDS.items()}
    for name, module in _FAMILIES.items():
        own = [step for step in STEPS if step.__module__ == module.__name__]
        found[f"steps_{name}"] = "\n".join(_step(step, practice) for step in own)
    found["functions"] = functions()
    return found


SCENARIO = ("given", "dice", "answers", "expect")
"""What an example says about how it is played; its other sections belong to its spec."""


def example_spec(practice: str, example: str) -> str:
    """The practice game with the example's steps as its rule `example`, and its other sections."""
    spec = practice
    for block in re.split(r"^(?=\w)", example, flags=re.MULTILINE):
        section, _, body = block.partition(":")
        body = body.lstrip("\n")
        head = f"\n{section}:\n"
        if section == "steps":
            spec = spec.replace("    - leave\n", textwrap.indent(body, "  "))
        elif section == "end":
            spec = spec[: spec.index(head) + 1] + block
        elif section and section not in SCENARIO:
            spec = spec.replace(head, head + body) if head in spec else f"{spec}\n{block}"
    return spec


def spoken(practice: str, step: type[Step]) -> Mapping[str, str]:
    """The step of an example in words, by language."""
    problems = Problems()
    node = parse(example_spec(practice, step.example), "example", problems)
    game = read_game(node, (), problems) if node is not None else None
    problems.raise_if_any()
    assert game is not None
    rules = rules_for(game)
    own = next(inside(rules.rules["example"].body, step))
    return {
        language: grammar.sentence(own.say(Prose(game, rules, language)))
        for language in game.languages
    }


def form_of(step: type[Step]) -> str:
    """How a step is written, for people: slots in capitals."""
    if step.line:
        return _shown(step.line)
    return f"{name_of(step)}:"


def name_of(step: type[Step]) -> str:
    """What a step is called: its first words, or a block step's key."""
    if step.line:
        return step.line.split(" [")[0].split(" (")[0].split(" {")[0]
    name = step.__name__
    return {"ForEach": "for each", "CallRule": "RULE(…)"}.get(name, name.lower())


def _shown(form: str) -> str:
    """`draw [N] to ZONE` of `draw [{number: number}] to {target: zone}`."""
    slots = {"new": "NAME", "number": "N", "value": "VALUE", "zones": "ZONE [or ZONE]"}

    def slot(match: re.Match[str]) -> str:
        name = match[2]
        if name == "flag":
            return ""
        return name if "|" in name else slots.get(name, name.upper())

    text = re.sub(r"\{(\w+): ([\w|]+)\}", slot, form)
    return re.sub(r" +([\])])", r"\1", text)


def _step(step: type[Step], practice: str) -> str:
    heading = f"#### {name_of(step)}\n"
    shown = f"\n`{form_of(step)}`\n" if step.line else ""
    words = spoken(practice, step)
    example = f"```yaml\n{step.example.rstrip()}\n```\n"
    return f"{heading}{shown}\n{step.doc}\n\n{example}\n*{words['en']}* · *{words['es']}*\n"


def functions() -> str:
    """The functions of expressions as a table."""
    lines = ["| function | gives | what |", "| --- | --- | --- |"]
    for name, function in FUNCTIONS.items():
        takes = ", ".join(of.kind.value.removeprefix("a ") for of in function.takes)
        call = f"{name}({takes})" if takes else name
        lines.append(f"| `{call}` | {function.gives} | {function.doc} |")
    return "\n".join(lines) + "\n"

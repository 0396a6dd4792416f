"""The JSON Schema of steps: one-line steps by their forms, block steps by their keys."""

from __future__ import annotations

from card_specs.language.lines import lines
from card_specs.language.rules_description import BLOCK_STEPS, LINE_STEP
from card_specs.language.shapes import Schema
from card_specs.language.tree import Step

_CALL = r"[a-zA-Z_][a-zA-Z0-9_]*(\(.*\))?"
"""The call of an own rule: a name, perhaps with arguments."""


def step_definitions() -> Schema:
    """`steps` (a list), `step`, and `line`, a step in one line."""
    step = {"$ref": "#/definitions/step"}
    blocks = [record.schema() for record in BLOCK_STEPS.values()]
    for name, schema in zip(BLOCK_STEPS, blocks, strict=True):
        schema["required"] = [name, *_required(schema, name)]
    line = LINE_STEP.schema()
    line["required"] = ["do"]
    return {
        "steps": {"type": "array", "items": step},
        "step": {"anyOf": [{"$ref": "#/definitions/line"}, *blocks, line]},
        "line": _line(),
    }


def _required(schema: Schema, name: str) -> list[str]:
    known = schema.get("required", [])
    return [key for key in known if key != name] if isinstance(known, list) else []


def _line() -> Schema:
    """Text that begins like a step or is the call of a rule; the forms are its description."""
    known = [line for several in lines().values() for line in several]
    words = sorted({" ".join(line.words) for line in known})
    pattern = f"^(({'|'.join(words)})( .*)?|{_CALL})$"
    return {
        "type": "string",
        "pattern": pattern,
        "description": "A step in one line:\n" + "\n".join(line.text for line in known),
        "examples": [example for line in known if (example := _example(line.step))],
    }


def _example(step: type[Step]) -> str:
    """The first line of a step's example that is such a step."""
    first = step.line.split(" ")[0]
    for text in step.example.splitlines():
        line = text.strip().removeprefix("- ")
        if line.split(" ")[0] == first:
            return line
    return ""

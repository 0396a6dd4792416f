"""The JSON Schema of the spec language, made of the same shapes by which specs are read.

What the schema refuses, the loader refuses.  The loader refuses more: names that do not exist,
codes that collide, counts that do not work out.
"""

from __future__ import annotations

from card_specs.language.book_description import BOOK, book_definitions
from card_specs.language.description import GAME
from card_specs.language.shapes import Schema
from card_specs.language.step_schema import step_definitions
from card_specs.language.style_properties import style_definitions, style_schema

DRAFT = "http://json-schema.org/draft-07/schema#"


def spec_schema() -> Schema:
    """The schema of a whole spec file; one that includes others may leave anything to them."""
    schema = GAME.schema()
    required = schema.pop("required")
    properties = schema["properties"]
    assert isinstance(properties, dict)
    properties["rulebook"] = {**properties["rulebook"], **BOOK.schema()}
    properties["style"] = {**properties["style"], **style_schema()}
    return {
        "$schema": DRAFT,
        "title": "A card game: its cards, its look, its rules",
        **schema,
        "anyOf": [{"required": ["include"]}, {"required": required}],
        "definitions": {**style_definitions(), **step_definitions(), **book_definitions()},
    }

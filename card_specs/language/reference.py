"""The reference of the spec language as Markdown tables, made of the shapes that specs are read by.

`docs/generate.py` puts them into docs/spec.md between `<!-- table: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from card_specs.language import description, mail_shapes
from card_specs.language.shapes import Field, ListOf, MapOf, Record, Shape

_MARKED = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", flags=re.DOTALL)


def tables() -> Mapping[str, str]:
    """Every table by the name under which a page asks for it."""
    rules = {entry.name for entry in description.RULE_SECTIONS}
    kind_rules = {entry.name for entry in description.KIND_RULES}
    game = [entry for entry in description.GAME.fields if entry.name not in rules]
    kind = [entry for entry in description.KIND.fields if entry.name not in kind_rules]
    return {
        "spec": table(game),
        "word": table(description.WORD.fields),
        "option": table(description.OPTION.fields),
        "kind": table(kind),
        "kind_rules": table(description.KIND_RULES),
        "cards": table(description.CARDS.fields),
        "component": table(description.COMPONENT.fields),
        "variant": table(description.VARIANT.fields),
        "rules": table(description.RULE_SECTIONS),
        "mail_table": table(mail_shapes.MAIL_TABLE.fields),
        "mail_question": table(mail_shapes.QUESTION.fields),
    }


def table(fields: Iterable[Field[object]]) -> str:
    """Keys as a table: what may stand there, what it is for, an example."""
    lines = ["| key | holds | is | for example |", "| --- | --- | --- | --- |"]
    for entry in fields:
        name = f"**`{entry.name}`**" if entry.required else f"`{entry.name}`"
        example = f"`{entry.example}`" if entry.example else ""
        cells = (name, holds(entry.shape), entry.doc, example)
        lines.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def holds(shape: Shape[object]) -> str:
    """What may stand there, in a few words."""
    if isinstance(shape, MapOf):
        return f"by name: {holds(shape.value)}"
    if isinstance(shape, ListOf):
        return f"{holds(shape.item)}, or a list" if shape.alone else f"a list: {holds(shape.item)}"
    if isinstance(shape, Record):
        return shape.name
    return shape.wanted


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def filled(page: str, made: Mapping[str, str]) -> str:
    """A page with its marked tables made anew; a mark that no table belongs to is a `KeyError`."""
    return _MARKED.sub(lambda match: f"{match[1]}{made[match[2]]}{match[3]}", page)

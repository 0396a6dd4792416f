"""The spec that `deckgen new` writes: a small real game, commented line by line."""

from __future__ import annotations

import re
from pathlib import Path

from card_specs.language.load import BUNDLED, bundled
from card_specs.language.problems import PersonError

TEMPLATE = BUNDLED / "starter" / "starter.yaml"


def starter(name: str, output: Path | None = None) -> tuple[Path, bytes]:
    """The file to write and what is in it.

    Raises `PersonError` for a name that a game cannot have, or a file that is there already.
    """
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        near = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        hint = f", for example {near}" if re.match("[a-z]", near) else ""
        raise PersonError(f"'{name}' is no name for a game — small letters, digits and _{hint}")
    if name in bundled():
        raise PersonError(f"'{name}' is the name of a bundled game — choose another")
    path = output or Path(f"{name}.yaml")
    if path.exists():
        raise PersonError(f"{path} is there already — choose another name, or move it away")
    title = name.replace("_", " ").capitalize()
    text = TEMPLATE.read_text(encoding="utf-8")
    return path, text.replace("NAME", name).replace("TITLE", title).encode()

"""Lengths as they are typed: `3`, `0.3,-0.2`, `auto`; mm."""

from __future__ import annotations

import math

import typer


def pair(text: str) -> tuple[float, float]:
    """Two lengths: `0.3,-0.2`, or with decimal commas `0,3;-0,2`."""
    parts = text.replace(",", ".").split(";") if ";" in text else text.split(",")
    if len(parts) != 2:
        raise typer.BadParameter(f"'{text}': two lengths in mm, as in 0.3,-0.2")
    return _length(parts[0], text), _length(parts[1], text)


def length_or_auto(text: str) -> float | None:
    """A length, or None for `auto`."""
    return None if text.strip().lower() == "auto" else _length(text.replace(",", "."), text)


def _length(part: str, whole: str) -> float:
    try:
        value = float(part)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise typer.BadParameter(f"'{whole}' is no length in mm")
    return value

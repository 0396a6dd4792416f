"""The look that an SVG element hands down to what stands in it: paints, lines, letters.

A paint is `#RRGGBB` or a reference that the face resolves later: `currentColor`, or
`var(--base, #D12B38)` for a paint that the face hands over, with the colour to show without one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from card_specs.values import dataclass
from deckgen.drawing import Colour, Stroke
from deckgen.svg_path import numbers

Paint = str
"""`#RRGGBB`, `currentColor`, or `var name #RRGGBB` (the fallback may be missing)."""

_VAR = re.compile(r"var\(\s*--([A-Za-z][\w-]*)\s*(?:,\s*([^()]*|rgb\([^()]*\)))?\s*\)")
_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")
_RGB = re.compile(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)")
NAMED = {"white": "#FFFFFF", "black": "#000000", "red": "#FF0000", "blue": "#0000FF"}


@dataclass(frozen=True)
class Look:
    """What an element inherits; lengths in the drawing's own units."""

    fill: Paint | None = "#000000"
    stroke: Paint | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"
    even_odd: bool = False
    current: Paint = "currentColor"
    font: str = ""
    weight: str = "400"
    size: float = 16.0
    anchor: str = "start"
    spacing: float = 0.0

    def line(self) -> Stroke | None:
        """The stroke, or None where nothing would be seen."""
        if self.stroke is None or self.width <= 0:
            return None
        return Stroke(self.stroke, self.width, self.dash, self.cap, self.join)


def colour(text: str) -> Colour:
    """`#RRGGBB` in capitals from any of the ways a colour is written; ValueError otherwise."""
    value = text.strip()
    if _HEX.fullmatch(value):
        digits = value[1:] if len(value) == 7 else "".join(2 * c for c in value[1:])
        return "#" + digits.upper()
    match = _RGB.fullmatch(value)
    if match and all(int(part) < 256 for part in match.groups()):
        return "#" + "".join(f"{int(part):02X}" for part in match.groups())
    if value.lower() in NAMED:
        return NAMED[value.lower()]
    raise ValueError(f"'{text}' is not a colour; write #RRGGBB, none, currentColor or var(--name)")


def paint(text: str, look: Look) -> Paint | None:
    """A fill or stroke attribute as a paint; ValueError says what is not understood."""
    value = text.strip()
    if value in ("none", "transparent"):
        return None
    if value == "currentColor":
        return look.current
    match = _VAR.fullmatch(value)
    if match:
        fallback = colour(match.group(2)) if match.group(2) else ""
        return f"var {match.group(1)} {fallback}".rstrip()
    return colour(value)


def painted(value: Paint | None, find: Callable[[str], Colour | None]) -> Colour | None:
    """The colour of a paint, its reference looked up with `find`; KeyError if there is none.

    `find` is asked for `currentColor` and for the names of `var(--name)`.
    """
    if value is None or value[0] == "#":
        return value
    _, _, rest = value.partition("var ")
    name, _, fallback = rest.partition(" ")
    found = find(name or value) or fallback
    if not found:
        raise KeyError(name or value)
    return found


def _length(text: str) -> float:
    value = text.strip().removesuffix("px")
    found = numbers(value)
    if len(found) != 1:
        raise ValueError(f"'{text}' is not a length; write a plain number")
    return found[0]


def _dash(text: str) -> tuple[float, ...]:
    if text.strip() == "none":
        return ()
    found = tuple(numbers(text.replace("px", "")))
    if any(part < 0 for part in found) or sum(found) <= 0:
        return ()
    return found * 2 if len(found) % 2 else found


def _one_of(*words: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if text.strip() not in words:
            raise ValueError(f"'{text}' is none of {', '.join(words)}")
        return text.strip()

    return check


def _opaque(text: str) -> None:
    if _length(text.replace("%", "")) not in (1.0, 100.0):
        raise ValueError(f"opacity {text}: only 1 is possible; give a plain lighter colour")


def _weight(text: str) -> str:
    names = {"normal": "400", "regular": "400", "bold": "700", "bolder": "700"}
    value = names.get(text.strip(), text.strip())
    if not value.isdigit():
        raise ValueError(f"'{text}' is not a font weight; write 400, 700 or 900")
    return value


_PLACES = (  # what other readers take, and what an editor writes without effect
    "id class stroke-miterlimit paint-order version width height viewBox preserveAspectRatio "
    "display visibility overflow stroke-dashoffset font-style font-variant font-stretch "
    "vector-effect role x y rx ry r cx cy d points x1 y1 x2 y2 href clipPathUnits "
    "transform clip-path aria-label baseProfile style line-height enable-background"
)
_ELSEWHERE = frozenset(_PLACES.split())


def change(look: Look, name: str, value: str) -> dict[str, Any] | None:
    """The fields of a look that one attribute or style property sets.

    None if there is no such attribute; ValueError says what is wrong with its value.
    """
    match name:
        case "fill" | "stroke":
            return {name: paint(value, look)}
        case "color":
            return {"current": paint(value, look) or look.current}
        case "opacity" | "fill-opacity" | "stroke-opacity":
            _opaque(value)
            return {}
    if name in _FIELDS:
        field, read = _FIELDS[name]
        return {field: read(value)}
    return {} if name in _ELSEWHERE or name.startswith("-") else None


_FIELDS: dict[str, tuple[str, Callable[[str], object]]] = {
    "stroke-width": ("width", _length),
    "stroke-dasharray": ("dash", _dash),
    "stroke-linecap": ("cap", _one_of("butt", "round", "square")),
    "stroke-linejoin": ("join", _one_of("miter", "round", "bevel")),
    "fill-rule": ("even_odd", lambda text: _one_of("nonzero", "evenodd")(text) == "evenodd"),
    "clip-rule": ("even_odd", lambda text: _one_of("nonzero", "evenodd")(text) == "evenodd"),
    "font-family": ("font", lambda text: text.split(",")[0].strip().strip("'\"")),
    "font-weight": ("weight", _weight),
    "font-size": ("size", _length),
    "text-anchor": ("anchor", _one_of("start", "middle", "end")),
    "letter-spacing": ("spacing", _length),
}


def known() -> list[str]:
    """The names that `change` understands, for hints."""
    return sorted([*_FIELDS, "fill", "stroke", "color", "opacity", "transform", "clip-path"])

"""A drawing as PNG bytes: its SVG, painted by resvg.  The only module that imports resvg_py."""

from __future__ import annotations

from deckgen.drawing import Drawing
from deckgen.geometry import Rect
from deckgen.to_svg import svg

MAX_PIXELS = 100_000_000


def pixels(view: Rect, dpi: float) -> tuple[int, int]:
    """How many pixels wide and high a picture of that part (mm) is."""
    return max(1, round(view.width / 25.4 * dpi)), max(1, round(view.height / 25.4 * dpi))


def png(drawing: Drawing, view: Rect, dpi: float = 300.0) -> bytes:
    """The part of a drawing inside `view` (mm) as a PNG file; transparent where nothing is.

    ValueError if it came to more than `MAX_PIXELS`.
    """
    import resvg_py

    width, height = pixels(view, dpi)
    if width * height > MAX_PIXELS:
        raise ValueError(f"{dpi:g} dpi would make a picture of {width} × {height} pixels")
    data = resvg_py.svg_to_bytes(
        svg_string=svg(drawing, view),
        dpi=dpi,
        width=width,
        height=height,
        skip_system_fonts=True,
    )
    return bytes(data)

"""Sizes: the only place where a bare number is a length.  All are millimetres.

The origin of a card is the top left corner of its trimmed edge, of a page that of the paper;
y runs downwards.  Points exist in the PDF writer alone.
"""

from __future__ import annotations

from card_specs.values import dataclass


@dataclass(frozen=True)
class Rect:
    """A rectangle by its top left corner, width and height (mm)."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def grown(self, by: float) -> Rect:
        """The rectangle with `by` mm added on every side (taken away where negative)."""
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def outset(self, top: float, right: float, bottom: float, left: float) -> Rect:
        """The rectangle with its own amount added on each side (mm)."""
        return Rect(
            self.x - left, self.y - top, self.width + left + right, self.height + top + bottom
        )

    def joined(self, other: Rect) -> Rect:
        """The least rectangle that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


@dataclass(frozen=True)
class CardFormat:
    """A card's trimmed size, corner radius, bleed and safe margin (mm)."""

    width: float = 63.5
    height: float = 88.9
    corner: float = 3.0
    bleed_by: float = 3.0
    safe_by: float = 3.0

    @property
    def trim(self) -> Rect:
        return Rect(0, 0, self.width, self.height)

    @property
    def bleed(self) -> Rect:
        return self.trim.grown(self.bleed_by)

    @property
    def safe(self) -> Rect:
        return self.trim.grown(-self.safe_by)

"""Page formats of a rulebook in mm: the booklet's page, and sheets in two columns."""

from __future__ import annotations

from card_specs.values import dataclass
from deckgen.geometry import Rect


@dataclass(frozen=True)
class PageFormat:
    """A page: its size, margins, and in how many columns text stands.

    `tabbed` pages hang a chapter's heading from the top edge and mirror odd and even ones.
    """

    name: str
    width: float
    height: float
    inner: float
    outer: float
    top: float
    foot: float
    columns: int = 1
    gutter: float = 6.0
    tabbed: bool = True

    @property
    def text_width(self) -> float:
        return self.width - self.inner - self.outer

    @property
    def text_height(self) -> float:
        return self.height - self.top - self.foot

    @property
    def column_width(self) -> float:
        return (self.text_width - self.gutter * (self.columns - 1)) / self.columns

    def frame(self, number: int) -> Rect:
        """Where text stands on a page; on even pages the outer edge is the left one."""
        left = self.outer if self.tabbed and number % 2 == 0 else self.inner
        return Rect(left, self.top, self.text_width, self.text_height)


A5 = PageFormat("a5", 148.0, 210.0, 15.0, 13.0, 37.0, 17.0)
HALF_LETTER = PageFormat("half-letter", 139.7, 215.9, 13.0, 11.0, 37.0, 18.0)
A4 = PageFormat("a4", 210.0, 297.0, 14.0, 14.0, 14.0, 16.0, 2, tabbed=False)
LETTER = PageFormat("letter", 215.9, 279.4, 15.0, 15.0, 13.0, 15.0, 2, tabbed=False)
BAND = 28.0
"""The coloured band over the first sheet in two columns, and over a quick reference (mm)."""

QUICK = {
    "a4": PageFormat("a4", 210.0, 297.0, 14.0, 14.0, 36.0, 12.0, tabbed=False),
    "letter": PageFormat("letter", 215.9, 279.4, 14.0, 14.0, 35.0, 11.0, tabbed=False),
}
BOOKLET = {"a4": A5, "letter": HALF_LETTER}
SHEETS = {"a4": A4, "letter": LETTER}

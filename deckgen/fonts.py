"""The fonts there are: those of the font packages, and a user's own beside the spec.

A font has a name ("Lato Black", or a file's name without `.ttf`); drawings hold names and writers
ask here for the file.  Nothing is read before it is needed, and a file is read once a process.
Widths come from the file itself; a character the font lacks is a `MissingGlyphError`, since the
PDF library would leave a hole without a word.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from card_specs.values import dataclass
from deckgen.drawing import Drawing, Group, Text
from deckgen.truetype import FontError, TrueType

_PACKAGES = ("font_fredoka_one", "font_lato")
"""The bundled fonts' packages; each also declares its files as a `fonts_ttf` entry point."""

CAPITALS = {"Fredoka One": 0.733, "Lato": 0.72}
"""Height of the capitals in em, for centring (visual guide, section 3)."""


class MissingGlyphError(Exception):
    """A text holds a character which its font lacks."""

    def __init__(self, char: str, font: str) -> None:
        self.char, self.font = char, font
        super().__init__(f"the font {font} has no '{char}' (U+{ord(char):04X})")


@dataclass(frozen=True, eq=False)
class Font:
    """One font file under its name."""

    name: str
    file: Path

    @cached_property
    def data(self) -> bytes:
        return self.file.read_bytes()

    @cached_property
    def tables(self) -> TrueType:
        """The file understood; FontError if it is none."""
        return TrueType(self.data)

    def width(self, text: str, size: float, spacing: float = 0.0) -> float:
        """The advance of a run of glyphs in mm; MissingGlyphError for a hole in the font."""
        total = self._widths.get(text)
        if total is None:
            total = self._widths[text] = self._units(text)
        return total * size / self.tables.units + spacing * len(text)

    @cached_property
    def _widths(self) -> dict[str, int]:
        """Words measured before, in the font's units; a deck says the same ones again and again."""
        return {}

    def _units(self, text: str) -> int:
        advance = self.tables.advance
        total = 0
        for char in text:
            step = advance(char)
            if step is None:
                raise MissingGlyphError(char, self.name)
            total += step
        return total + sum(self.kerns(text))

    def kerns(self, text: str) -> tuple[int, ...]:
        """What is added after each character but the last, in the font's units."""
        found = self._kerns.get(text)
        if found is None:
            kern = self.tables.kern
            found = self._kerns[text] = tuple(kern(*pair) for pair in pairwise(text))
        return found

    @cached_property
    def _kerns(self) -> dict[str, tuple[int, ...]]:
        return {}

    @cached_property
    def capitals(self) -> float:
        """How high the capitals stand, in em: measured from the letter H."""
        points = [float(v) for segment in self.tables.outline("H") for v in segment[2::2]]
        return -min(points, default=-0.7 * self.tables.units) / self.tables.units


_known: dict[str, Font] = {}


def _key(name: str) -> str:
    return name.replace(" ", "").replace("-", "").lower()


def _bundled() -> Iterator[tuple[str, Path]]:
    for package in _PACKAGES:
        files: dict[str, str] = importlib.import_module(package).font_files
        for name, file in files.items():
            yield name, Path(file)


def _installed() -> Iterator[tuple[str, Path]]:
    """The fonts of any package that declares some; asked only for names not found before."""
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group="fonts_ttf"), key=lambda p: p.name):
        for name, file in point.load().items():
            yield name, Path(file)


def names(folders: Iterable[Path] = ()) -> list[str]:
    """Every font's name, for hints: the packages' and those in the folders."""
    own = [file.stem for folder in folders for file in sorted(folder.glob("*.[to]tf"))]
    return sorted({_spaced(name) for name, _ in _bundled()} | set(own))


def _spaced(name: str) -> str:
    """`LatoBlackItalic` as `Lato Black Italic`."""
    out = "".join(f" {char}" if char.isupper() and i else char for i, char in enumerate(name))
    return out.strip()


def find(name: str, folders: Iterable[Path] = ()) -> Font | None:
    """The font of that name: a file in one of the folders first, then the packages'.

    The font can be asked for by its `.name` from then on (`font`).  None if there is none.
    """
    for folder in folders if Path(name).name == name else ():
        for file in (folder / f"{name}.ttf", folder / f"{name}.otf", folder / name):
            if file.suffix.lower() in (".ttf", ".otf") and file.is_file():
                return _remember(Font(file.stem, file.resolve()))
    known = _known.get(_key(name))
    if known is not None:
        return known
    for source in (_bundled, _installed):
        for found, file in source():
            if _key(found) == _key(name):
                return _remember(Font(_spaced(found), file))
    return None


def _remember(font: Font) -> Font:
    """The font under a name that no other file has in this process."""
    name = font.name
    count = 1
    while True:
        known = _known.setdefault(_key(name), font)
        if known.file == font.file:
            return known
        count += 1
        name = f"{font.name} {count}"
        font = Font(name, font.file)


def font(name: str) -> Font:
    """A font by the name a drawing holds; KeyError if no drawing can hold it."""
    found = _known.get(_key(name)) or find(name)
    if found is None:
        raise KeyError(name)
    return found


def drawing_fonts(drawing: Drawing) -> frozenset[str]:
    """The names of the fonts that a drawing's texts use."""
    used: set[str] = set()
    for mark in drawing:
        if isinstance(mark, Text):
            used.add(mark.font)
        elif isinstance(mark, Group):
            used |= drawing_fonts(mark.marks)
    return frozenset(used)


__all__ = [
    "CAPITALS",
    "Font",
    "FontError",
    "MissingGlyphError",
    "drawing_fonts",
    "find",
    "font",
    "names",
]

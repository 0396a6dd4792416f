"""Art by name: which file it is, read once a process.

Names are looked up in a style's folders and then in the bundled symbols; nothing outside these
folders can be named, since specs come from strangers.  What a file holds is the business of `art`
and `bitmap`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from pathlib import Path

from card_specs.language.load import shown
from card_specs.language.problems import Mark, Problem, Problems
from card_specs.values import dataclass
from deckgen import art, bitmap, fonts
from deckgen.art import Art
from deckgen.bitmap import Bitmap

BUNDLED = Path(__file__).resolve().parent.parent / "card_specs" / "art"
_ENDINGS = (".svg", ".png", ".jpg", ".jpeg")
_NAME = re.compile(r"[^\W][\w.-]*(?:/[^\W][\w.-]*)*")
_WEIGHTS = {"400": "", "700": " Bold", "900": " Black", "300": " Light", "100": " Thin"}

Piece = Art | Bitmap


@dataclass(frozen=True)
class _Read:
    """What a file gave: a piece of art, or problems."""

    piece: Piece | None
    problems: tuple[Problem, ...] = ()


_read: dict[tuple[str, int, int], _Read] = {}


@dataclass(eq=False)
class ArtFolders:
    """Where one game's art is looked up; each name and each folder just once."""

    folders: tuple[Path, ...]
    fonts: tuple[Path, ...] = ()
    _known: dict[str, _Read | None] = field(default_factory=dict)
    _files: dict[str, Path | None] = field(default_factory=dict)
    _inside: dict[Path, frozenset[str]] = field(default_factory=dict)

    def find(self, name: str, problems: Problems) -> Piece | None:
        """The art of that name; None if there is no such file, or with problems if it is wrong."""
        if name not in self._known:
            self._known[name] = self._search(name)
        found = self._known[name]
        if found is None:
            return None
        problems.found.extend(found.problems)
        return found.piece

    def has(self, name: str) -> bool:
        """Whether there is a file of that name (right or wrong)."""
        return self._file(name) is not None

    def names(self) -> Iterable[str]:
        """All names there are, for hints."""
        for folder in self.folders:
            for file in sorted(folder.glob("*")):
                if file.suffix.lower() in _ENDINGS:
                    yield file.stem

    def _file(self, name: str) -> Path | None:
        if name not in self._files:
            self._files[name] = self._searched(name) if _NAME.fullmatch(name) else None
        return self._files[name]

    def _searched(self, name: str) -> Path | None:
        below, _, last = name.rpartition("/")
        for folder in self.folders:
            there = self._names_in(folder / below)
            for ending in _ENDINGS:
                if last + ending in there:
                    file = folder / (name + ending)
                    if file.is_file() and file.resolve().is_relative_to(folder.resolve()):
                        return file
        return None

    def _names_in(self, folder: Path) -> frozenset[str]:
        if folder not in self._inside:
            try:
                self._inside[folder] = frozenset(file.name for file in folder.iterdir())
            except OSError:  # no such folder, or not ours to read: nothing is found there
                self._inside[folder] = frozenset()
        return self._inside[folder]

    def _search(self, name: str) -> _Read | None:
        file = self._file(name)
        if file is None:
            return None
        about = file.stat()
        key = (str(file), about.st_mtime_ns, about.st_size)
        if key not in _read:
            _read[key] = self._load(file, about.st_size)
        return _read[key]

    def _load(self, file: Path, size: int) -> _Read:
        named = shown(file)
        problems = Problems()
        if size > bitmap.MAX_BYTES:
            problems.add(Mark(named, 1, 1), f"the file has {size / 1e6:.1f} MB; art may have 5 MB")
            return _Read(None, tuple(problems.found))
        data = file.read_bytes()
        if file.suffix.lower() == ".svg":
            return _Read(art.read(data, named, problems, self._measure), tuple(problems.found))
        try:
            return _Read(bitmap.plain(bitmap.read(data, file.stem)))
        except bitmap.BitmapError as error:
            problems.add(Mark(named, 1, 1), str(error))
            return _Read(None, tuple(problems.found))

    def _measure(
        self, family: str, weight: str, size: float, text: str, spacing: float
    ) -> tuple[str, float]:
        """The font of a <text> and the text's width; ValueError where it cannot be set."""
        name = family + _WEIGHTS.get(weight, "")
        font = fonts.find(name, self.fonts) or fonts.find(family, self.fonts)
        if font is None:
            known = ", ".join(fonts.names(self.fonts))
            raise ValueError(f"there is no font '{family}' (there are {known})")
        try:
            return font.name, font.width(text, size, spacing)
        except (fonts.MissingGlyphError, fonts.FontError) as error:
            raise ValueError(str(error)) from None

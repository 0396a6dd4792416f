"""The deck's own faces and symbols as small PNG files, drawn once.

Drawing costs some 10 ms a card, so every picture is kept in this process, and in a folder too if
one is given: its file is named by what it is drawn from, so a changed deck or program gets new
files.  The press is loaded when the first picture must be drawn.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from card_specs.language.model import Card, Game, Word
from card_specs.language.problems import SpecError

if TYPE_CHECKING:
    from deckgen.drawing import Drawing

MOST_KEPT = 2000
"""Pictures of some 5 kB each."""

MOST_SPECS = 16

LARGEST = 10_000
"""Bytes; larger ones are listed as attachments by some mail programs."""


class Drawn:
    """Pictures of cards and symbols; `folder` keeps them between runs."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._kept: dict[tuple[int, str, str], tuple[Game, bytes]] = {}
        self._looks: dict[int, tuple[Game, str]] = {}

    def card(self, spec: Game, card: Card, lang: str) -> bytes:
        """A card's face; empty where it cannot be drawn or comes out too large."""

        def draw() -> Drawing:
            from deckgen.small_pictures import card_drawing  # the press only where it draws

            return card_drawing(spec, card, lang)

        def paint(drawing: Drawing) -> bytes:
            from deckgen.small_pictures import card_picture

            return card_picture(spec, drawing)

        return self._found(spec, card.id, lang, draw, paint)

    def symbol(self, spec: Game, word: Word) -> bytes:
        """A colour's symbol on its ground; empty where it has none."""

        def draw() -> Drawing:
            from deckgen.small_pictures import symbol_drawing

            return symbol_drawing(spec, word)

        def paint(drawing: Drawing) -> bytes:
            from deckgen.small_pictures import symbol_picture

            return symbol_picture(drawing)

        return self._found(spec, f"{word.list} {word.name}", "", draw, paint)

    def _found(
        self,
        spec: Game,
        what: str,
        lang: str,
        draw: Callable[[], Drawing],
        paint: Callable[[Drawing], bytes],
    ) -> bytes:
        key = (id(spec), what, lang)
        known = self._kept.get(key)
        if known is None or known[0] is not spec:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            data = self._on_disk(spec, f"{what}\n{lang}", lambda: _made(draw, paint))
            known = self._kept[key] = (spec, data)
        return known[1]

    def _on_disk(self, spec: Game, what: str, make: Callable[[], bytes]) -> bytes:
        if self._folder is None:
            return make()
        name = hashlib.sha256(f"{self._look(spec)}\n{what}".encode()).hexdigest()[:32]
        path = self._folder / f"{name}.png"
        if path.is_file():
            return path.read_bytes()
        from deckgen.files import CannotWriteError, write_whole

        data = make()
        with contextlib.suppress(CannotWriteError):  # a cache that is full is no reason to stop
            write_whole(path, data, tell=False)
        return data

    def _look(self, spec: Game) -> str:
        known = self._looks.get(id(spec))
        if known is None or known[0] is not spec:
            if len(self._looks) >= MOST_SPECS:
                self._looks.clear()
            known = self._looks[id(spec)] = (spec, look_of(spec))
        return known[1]


def look_of(spec: Game) -> str:
    """A digest of what a spec's pictures are drawn from: its files, and the program that draws.

    Files are told by name, size and time: reading and drawing them is what this saves.
    """
    here = Path(__file__).parents[2]
    code = [*(here / "deckgen").glob("*.py"), *(here / "card_specs" / "language").glob("*.py")]
    own = [path for path in Path(spec.folder).rglob("*") if path.is_file()]
    digest = hashlib.sha256()
    for path in sorted({*code, *own, *map(Path, spec.includes)}):
        found = path.stat()
        digest.update(f"{path.name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _made(draw: Callable[[], Drawing], paint: Callable[[Drawing], bytes]) -> bytes:
    """A picture's bytes; none where it cannot be drawn or comes out too large."""
    try:
        drawing = draw()
    except SpecError:
        return b""  # somebody's art is wrong: the mail says everything in words as well
    data = paint(drawing) if drawing else b""
    return data if len(data) < LARGEST else b""

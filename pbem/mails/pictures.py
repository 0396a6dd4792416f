"""The deck's own faces and symbols as small PNG files, drawn once.

Drawing costs some 30 ms a card, so every picture is kept in this process, and in a folder too if
one is given: its file is named by what it was drawn from, so a changed deck gets new files.  The
press is loaded when the first picture is wanted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from card_specs.language.model import Card, Game, Word
from card_specs.language.problems import SpecError

if TYPE_CHECKING:
    from deckgen.drawing import Drawing

MOST_KEPT = 2000
"""Pictures of some 5 kB each."""

LARGEST = 10_000
"""Bytes; larger ones are listed as attachments by some mail programs."""


class Drawn:
    """Pictures of cards and symbols; `folder` keeps them between runs."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._kept: dict[tuple[int, str, str], tuple[Game, bytes]] = {}

    def card(self, spec: Game, card: Card, lang: str) -> bytes:
        """A card's face; empty where it cannot be drawn or comes out too large."""

        from deckgen.small_pictures import card_drawing, card_picture

        def draw() -> Drawing:
            return card_drawing(spec, card, lang)

        return self._found(spec, card.id, lang, draw, lambda drawing: card_picture(spec, drawing))

    def symbol(self, spec: Game, word: Word) -> bytes:
        """A colour's symbol on its ground; empty where it has none."""

        from deckgen.small_pictures import symbol_drawing, symbol_picture

        def draw() -> Drawing:
            return symbol_drawing(spec, word)

        return self._found(spec, f"{word.list} {word.name}", "", draw, symbol_picture)

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
            known = self._kept[key] = (spec, self._made(draw, paint))
        return known[1]

    def _made(self, draw: Callable[[], Drawing], paint: Callable[[Drawing], bytes]) -> bytes:
        try:
            drawing = draw()
        except SpecError:
            return b""  # somebody's art is wrong: the mail says everything in words as well
        if not drawing:
            return b""
        data = self._on_disk(drawing, paint)
        return data if len(data) < LARGEST else b""

    def _on_disk(self, drawing: Drawing, paint: Callable[[Drawing], bytes]) -> bytes:
        if self._folder is None:
            return paint(drawing)
        from deckgen.files import CannotWriteError, write_whole
        from deckgen.small_pictures import fingerprint

        path = self._folder / f"{fingerprint(drawing)}.png"
        if path.is_file():
            return path.read_bytes()
        data = paint(drawing)
        with contextlib.suppress(CannotWriteError):  # a cache that is full is no reason to stop
            write_whole(path, data, tell=False)
        return data

"""Texts measured and set: lines broken evenly, shrunk within limits, never clipped.

Text holds `**key words**` and `{icons}`; an icon is 1.2 em wide and stands like a word, glued to a
following full stop or comma.  What does not fit is a `TooLongError` that says by how much; the
caller knows the file, card and field.  Sizes are mm; nothing here knows cards or colours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from card_specs.values import dataclass
from deckgen import fonts

ICON_WIDTH = 1.2
"""An icon's advance in em; it is drawn at `ICON_SIZE` of that, centred `ICON_MIDDLE` em up."""
ICON_SIZE = 0.94
ICON_MIDDLE = 0.36

LINE_HEIGHT = 1.2
"""What a line of letters takes from the box, in em; the distance to the next one is the leading."""

_STEP = 0.05  # mm between the sizes that are tried
_TOKEN = re.compile(r"\{([A-Za-z][\w/-]*)\}|(\*\*)|([^{*]+|.)", flags=re.DOTALL)
_HYPHENATION = {"es": "es", "en": "en_US"}


class TooLongError(Exception):
    """A text does not fit; `message` says how much of it would."""


@dataclass(frozen=True)
class Face:
    """How a text is set: its fonts, size and the least size, line distance in em."""

    font: str
    bold: str
    size: float
    least: float
    leading: float = 1.26
    spacing: float = 0.0


@dataclass(frozen=True)
class Piece:
    """Something that is not broken: letters of one font, or an icon; `width` in em of the size."""

    text: str
    bold: bool
    icon: bool = False


@dataclass(frozen=True)
class Run:
    """Letters or an icon at x mm from the line's start."""

    x: float
    text: str
    bold: bool
    icon: bool
    width: float


@dataclass(frozen=True)
class Line:
    runs: tuple[Run, ...]
    width: float


@dataclass(frozen=True)
class Setting:
    """Lines as they are set: `size` is what the text shrank to, `height` what the lines need."""

    lines: tuple[Line, ...]
    size: float
    leading: float
    height: float

    @property
    def width(self) -> float:
        return max((line.width for line in self.lines), default=0.0)


Word = tuple[Piece, ...]
"""Pieces between two spaces."""


@lru_cache(maxsize=512)
def paragraphs(text: str) -> tuple[tuple[Word, ...], ...]:
    """The words of each paragraph; paragraphs end where the text has a line end."""
    out: list[list[list[Piece]]] = [[[]]]
    bold = False
    for match in _TOKEN.finditer(text):
        icon, stars, plain = match.groups()
        if icon:
            out[-1][-1].append(Piece(icon, bold, True))
        elif stars:
            bold = not bold
        else:
            _add(out, plain, bold)
    return tuple(tuple(tuple(word) for word in words if word) for words in out)


def _add(out: list[list[list[Piece]]], plain: str, bold: bool) -> None:
    for part in re.split(r"([ \n]+)", plain):
        if "\n" in part:
            out.append([[]])
        elif part.startswith(" "):
            out[-1].append([])
        elif part:
            last = out[-1][-1]
            if last and not last[-1].icon and last[-1].bold == bold:
                part = last.pop().text + part
            last.append(Piece(part, bold))


class _Measure:
    """Widths of one face, in mm for an em of 1 mm."""

    def __init__(self, face: Face) -> None:
        self.face = face
        self.plain, self.bold = fonts.font(face.font), fonts.font(face.bold)
        self.space = self.plain.width(" ", 1.0)
        self.spacing = face.spacing / face.size if face.size else 0.0

    def piece(self, piece: Piece) -> float:
        if piece.icon:
            return ICON_WIDTH
        font = self.bold if piece.bold else self.plain
        return font.width(piece.text, 1.0, self.spacing)

    def word(self, word: Word) -> float:
        return sum(map(self.piece, word))

    def line(self, words: tuple[Word, ...], size: float) -> Line:
        runs: list[Run] = []
        x = 0.0
        for i, word in enumerate(words):
            if i:
                x += self.space
            for piece in word:
                width = self.piece(piece)
                _join(runs, Run(x, piece.text, piece.bold, piece.icon, width), self.space, i)
                x += width
        scaled = (Run(r.x * size, r.text, r.bold, r.icon, r.width * size) for r in runs)
        return Line(tuple(scaled), x * size)


def _join(runs: list[Run], run: Run, space: float, after_space: int) -> None:
    """Append a run, as part of the last one where they are of one font."""
    last = runs[-1] if runs else None
    if last is None or last.icon or run.icon or last.bold != run.bold:
        runs.append(run)
        return
    gap = run.x - last.x - last.width
    text = last.text + (" " if gap > space / 2 else "") + run.text
    runs[-1] = Run(last.x, text, last.bold, False, run.x + run.width - last.x)


def line(text: str, face: Face, width: float | None = None) -> Setting:
    """One line, shrunk down to the face's least size to fit a width; TooLongError if it cannot."""
    measure = _Measure(face)
    words = tuple(word for words in paragraphs(text) for word in words)
    natural = measure.line(words, 1.0).width
    size = face.size
    if width is not None and natural * size > width + 1e-6:
        size = int(width / natural / _STEP) * _STEP
        if size < face.least - 1e-6:
            size = face.least if natural * face.least <= width + 1e-6 else 0.0
    if size <= 0:
        raise TooLongError(
            f"the text is {natural * face.least:.1f} mm wide at its least size "
            f"({face.least:g} mm), and there is room for {width:.1f} mm"
        )
    return Setting((measure.line(words, size),), size, face.leading * size, LINE_HEIGHT * size)


def block(
    text: str, face: Face, width: float, height: float, grow: float = 0.0, language: str = ""
) -> Setting:
    """Lines in a box: full size first, then smaller, then hyphenated, then a taller box."""
    measure = _Measure(face)
    whole = paragraphs(text)
    for cut in (None, _cutter(language)):
        for size in _sizes(face):
            setting = _set(measure, whole, size, width, height, cut)
            if setting is not None:
                return setting
    for cut in (None, _cutter(language)):
        setting = _set(measure, whole, face.least, width, height + grow, cut)
        if setting is not None:
            return setting
    raise TooLongError(_how_much(measure, whole, face.least, width, height + grow))


def _sizes(face: Face) -> Iterator[float]:
    size = face.size
    while size > face.least + 1e-6:
        yield size
        size = round(size - _STEP, 3)
    yield face.least


Cut = Callable[[str], list[str]]


def _cutter(language: str) -> Cut:
    """Where a word may be divided; the patterns are loaded when the first word needs them."""

    def cut(word: str) -> list[str]:
        return _divide(word, language)

    return cut


def divided(word: str, language: str) -> list[str]:
    """A word's parts where a hyphen may stand: at least two letters before and three after."""
    return list(_divide(word, language))


@lru_cache(maxsize=2048)
def _divide(word: str, language: str) -> list[str]:
    name = _HYPHENATION.get(language)
    if name is None:
        return [word]
    letters = re.search(r"[^\W\d_]{5,}", word)
    if letters is None:
        return [word]
    parts: list[str] = _patterns(name).inserted(letters.group(), "\u00ad").split("\u00ad")
    parts[0] = word[: letters.start()] + parts[0]
    parts[-1] += word[letters.end() :]
    return parts


@lru_cache(maxsize=4)
def _patterns(name: str):  # type: ignore[no-untyped-def]
    import pyphen

    return pyphen.Pyphen(lang=name, left=2, right=3)


def _set(
    measure: _Measure,
    whole: tuple[tuple[Word, ...], ...],
    size: float,
    width: float,
    height: float,
    cut: Cut | None,
) -> Setting | None:
    """The text in that size, or None if it does not fit."""
    leading = measure.face.leading * size
    limit = width / size + 1e-6
    lines: list[tuple[Word, ...]] = []
    for words in whole:
        broken = _broken(measure, words, limit, cut)
        if broken is None:
            return None
        lines += broken
    needed = (len(lines) - 1) * leading + LINE_HEIGHT * size
    if not lines or needed > height + 1e-6:
        return None
    return Setting(tuple(measure.line(words, size) for words in lines), size, leading, needed)


def _broken(
    measure: _Measure, words: tuple[Word, ...], limit: float, cut: Cut | None
) -> list[tuple[Word, ...]] | None:
    """As few lines as possible, as even as possible; None if a word is too wide."""
    if not words:
        return [()]
    if cut is not None:
        return _divided(measure, words, limit, cut)
    widths = [measure.word(word) for word in words]
    if any(w > limit for w in widths):
        return None
    return _even(words, widths, measure.space, limit)


def _even(
    words: tuple[Word, ...], widths: list[float], space: float, limit: float
) -> list[tuple[Word, ...]]:
    """Least number of lines, then least sum of squared room left over (Knuth and Plass's idea)."""
    count = len(words)
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]  # lines, badness, start of the last line
    for end in range(1, count + 1):
        options = []
        width = -space
        for start in range(end - 1, -1, -1):
            width += widths[start] + space
            if width > limit:
                break
            lines, badness, _ = best[start]
            options.append((lines + 1, badness + (limit - width) ** 2, start))
        best.append(min(options))
    out: list[tuple[Word, ...]] = []
    end = count
    while end:
        start = best[end][2]
        out.append(words[start:end])
        end = start
    return out[::-1]


def _divided(
    measure: _Measure, words: tuple[Word, ...], limit: float, cut: Cut
) -> list[tuple[Word, ...]] | None:
    """Full lines, a word that does not fit at a line's end divided there; None if one cannot be."""
    lines: list[list[Word]] = [[]]
    x = 0.0
    for word in words:
        rest = word
        while rest:
            gap = measure.space if lines[-1] else 0.0
            width = measure.word(rest)
            if x + gap + width <= limit:
                lines[-1].append(rest)
                x += gap + width
                break
            head, tail = _split(measure, rest, limit - x - gap, cut)
            if head:
                lines[-1].append(head)
                rest = tail
            elif not lines[-1]:
                return None
            lines.append([])
            x = 0.0
    return [tuple(line) for line in lines]


def _split(measure: _Measure, word: Word, room: float, cut: Cut) -> tuple[Word, Word]:
    """The most of a word that fits with a hyphen, and the rest; nothing if none of it does."""
    for i, piece in reversed(list(enumerate(word))):
        if piece.icon:
            continue
        parts = cut(piece.text)
        for take in range(len(parts) - 1, 0, -1):
            head = (*word[:i], Piece("".join(parts[:take]) + "-", piece.bold))
            if measure.word(head) <= room:
                rest = Piece("".join(parts[take:]), piece.bold)
                return head, (rest, *word[i + 1 :])
    return (), word


def _how_much(
    measure: _Measure,
    whole: tuple[tuple[Word, ...], ...],
    size: float,
    width: float,
    height: float,
) -> str:
    """In words: how many lines the text has and how many there is room for."""
    limit = width / size
    wide = [w for words in whole for w in words if measure.word(w) > limit]
    if wide:
        text = "".join(piece.text for piece in wide[0])
        return f"the word '{text}' is wider than the box ({width:g} mm), even at {size:g} mm"
    lines = sum(len(_broken(measure, words, limit, None) or ()) for words in whole)
    room = 1 + int((height - LINE_HEIGHT * size) / (measure.face.leading * size) + 1e-6)
    return (
        f"the text needs {lines} lines at its least size ({size:g} mm), "
        f"and there is room for {room}"
    )

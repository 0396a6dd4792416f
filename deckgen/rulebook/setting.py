"""Paragraphs set in lines: words, symbols, little cards, discs; ragged right, never a lone word.

Lines are broken as evenly as they can be.  A word is divided only where a line would otherwise end
far short (visual guide, section 6).  Sizes are mm; nothing here knows pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from functools import lru_cache, partial
from itertools import groupby

from card_specs.values import dataclass
from deckgen import fonts, typeset
from deckgen.drawing import Colour, Stroke, Text
from deckgen.geometry import Rect
from deckgen.rulebook.inline import Disc, Icon, Inline, Rich, Span
from deckgen.rulebook.shelf import Shelf
from deckgen.rulebook.sketch import Piece, Sketch, circle
from deckgen.rulebook.theme import INK, Look, Type

ICON_WIDTH, ICON_SIZE, ICON_MIDDLE = 1.2, 0.98, 0.35
DISC = 1.35
MINI_HEIGHT = 1.9
"""In em: an icon's advance, its size and its middle above the baseline; a disc; a little card."""

FAR_SHORT = 18.0
"""A line of body text that ends so far short may divide the next word (mm)."""

ASCENT = 0.95
"""From a line's top to its baseline, in em of a line that is 1.2 em high."""

_SPARE = "Lato Black"


@dataclass(frozen=True)
class Atom:
    """Something that is not broken; `width` in mm."""

    inline: Inline
    font: str
    width: float


Word = tuple[Atom, ...]


@dataclass(frozen=True)
class Setting:
    """Lines of words with their widths, ready to be drawn."""

    lines: tuple[tuple[Word, ...], ...]
    widths: tuple[float, ...]
    type: Type
    space: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.type.pitch

    @property
    def width(self) -> float:
        return max(self.widths, default=0.0)

    def cut(self, lines: int) -> tuple[Setting, Setting]:
        """The first lines, and the rest."""
        head = replace(self, lines=self.lines[:lines], widths=self.widths[:lines])
        tail = replace(self, lines=self.lines[lines:], widths=self.widths[lines:])
        return head, tail


@dataclass(frozen=True)
class Stretch:
    """A run of one line that leads to the same place (or nowhere), in reading order."""

    link: str
    lang: str
    sketch: Sketch
    box: Rect


@dataclass(frozen=True)
class Setter:
    """Sets paragraphs for one book."""

    shelf: Shelf
    look: Look
    language: str
    made: dict[tuple[Rich, Type, float, bool, bool], Setting] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What has been set before: a book is set again once its page numbers are known."""

    def set(
        self, rich: Rich, type_: Type, width: float, *, hyphens: bool = False, bold: bool = False
    ) -> Setting:
        """The text in lines of at most that width."""
        key = (rich, type_, width, hyphens, bold)
        found = self.made.get(key)
        if found is None:
            found = self.made[key] = self._set(rich, type_, width, hyphens, bold)
        return found

    def _set(self, rich: Rich, type_: Type, width: float, hyphens: bool, bold: bool) -> Setting:
        words = _words(_atoms(rich, type_, bold))
        space = _font(type_.font).width(" ", type_.em, type_.spacing)
        lines = _even(words, space, width)
        if hyphens:
            lines = _divided(lines, space, width, type_, self.language)
        widths = tuple(_line_width(line, space) for line in lines)
        return Setting(tuple(lines), widths, type_, space)

    def draw(
        self,
        setting: Setting,
        x: float,
        y: float,
        colour: Colour = INK,
        *,
        align: float = 0.0,
        width: float = 0.0,
        strong: Colour = "",
    ) -> tuple[Stretch, ...]:
        """The lines from the top left corner x, y on; `align` 0.5 centres them in `width`.

        `strong` is the colour of key words.
        """
        out: list[Stretch] = []
        type_ = setting.type
        top = (type_.pitch - 1.2 * type_.em) / 2 + ASCENT * type_.em
        for number, line in enumerate(setting.lines):
            base = y + number * type_.pitch + top
            start = x + align * (width - setting.widths[number])
            out += self._line(line, setting, start, base, colour, strong or colour)
        return _merged(out)

    def _line(
        self, line: Sequence[Word], setting: Setting, x: float, y: float, *colours: Colour
    ) -> Iterator[Stretch]:
        runs: list[tuple[Inline, str, float, str, float]] = []
        for index, word in enumerate(line):
            gap = setting.space if index else 0.0
            for atom in word:
                last = runs[-1] if runs else None
                if last is not None and _same(last[0], atom.inline) and last[1] == atom.font:
                    blank = " " if gap else ""
                    text = last[3] + blank + atom.inline.text  # type: ignore[union-attr]
                    runs[-1] = (last[0], last[1], last[2], text, last[4] + gap + atom.width)
                else:
                    text = atom.inline.text if isinstance(atom.inline, Span) else ""
                    runs.append((atom.inline, atom.font, x + gap, text, atom.width))
                x += gap + atom.width
                gap = 0.0
        em = setting.type.em
        for inline, font, at, text, width in runs:
            pieces = self._pieces(inline, font, text, at, y, width, setting.type, *colours)
            link, lang = (inline.link, inline.lang) if isinstance(inline, Span) else ("", "")
            yield Stretch(link, lang, tuple(pieces), Rect(at, y - 0.85 * em, width, 1.15 * em))

    def _pieces(
        self, inline: Inline, font: str, text: str, x: float, y: float, width: float, type_: Type,
        colour: Colour, strong: Colour,
    ) -> Iterator[Piece]:  # fmt: skip
        em = type_.em
        if isinstance(inline, Span):
            ink = strong if inline.bold else colour
            shown = text.replace("\u00a0", " ")
            yield Text(x, y, em, font, shown, ink, width, type_.spacing)
        elif isinstance(inline, Icon):
            ink = strong if inline.bold else colour
            middle = (x + ICON_WIDTH * em / 2, y - ICON_MIDDLE * em)
            yield from self.shelf.symbol(inline.art, *middle, ICON_SIZE * em, ink)
        elif isinstance(inline, Disc):
            yield from self.disc(
                inline.list, inline.word, x + DISC * em / 2, y - 0.36 * em, DISC * em
            )
        else:
            card_width = MINI_HEIGHT * em * self.shelf.width / self.shelf.height
            yield from self.shelf.card(inline.code, x + 0.12 * em, y - 1.22 * em, card_width)

    def disc(self, words: str, word: str, x: float, y: float, size: float) -> Iterator[Piece]:
        """A word's symbol in a disc of its colour, the middle at x, y."""
        found = self.shelf.faces.game.words[words][word]
        paints = self.look.named.get(word, self.look.house)
        if self.look.saver:
            yield circle(x, y, size / 2, "#FFFFFF", Stroke(paints.deep, 0.4))
        else:
            yield circle(x, y, size / 2, paints.base)
        ink = paints.deep if self.look.saver else paints.on
        yield from self.shelf.symbol(found.symbol, x, y, size * 0.62, ink)


def _same(one: Inline, other: Inline) -> bool:
    """Whether two pieces can be written as one run of glyphs."""
    if not isinstance(one, Span) or not isinstance(other, Span):
        return False
    return (one.bold, one.italic, one.link, one.lang) == (
        other.bold, other.italic, other.link, other.lang,
    )  # fmt: skip


def _merged(stretches: list[Stretch]) -> tuple[Stretch, ...]:
    """Neighbours that lead nowhere (or to the same place in the same line) as one."""
    out: list[Stretch] = []
    for one in stretches:
        last = out[-1] if out else None
        if last and not last.link and not one.link and last.lang == one.lang:
            out[-1] = Stretch("", one.lang, last.sketch + one.sketch, last.box.joined(one.box))
        else:
            out.append(one)
    return tuple(out)


# --- words ---------------------------------------------------------------------------------------


def _font(name: str) -> fonts.Font:
    return fonts.font(name)


def _atoms(rich: Rich, type_: Type, bold: bool) -> Iterator[Atom | None]:
    """Atoms, and None where a line may end."""
    for one in rich:
        if isinstance(one, Span):
            name = type_.bold if one.bold or bold else type_.italic if one.italic else type_.font
            parts = one.text.replace("\n", " ").split(" ")
            for index, part in enumerate(parts):
                if index:
                    yield None
                if part:
                    span = Span(part, one.bold or bold, one.italic, one.link, one.lang)
                    yield from _covered(span, name, type_)
        elif isinstance(one, Icon):
            icon = Icon(one.art, one.alt, one.bold or bold)
            yield Atom(icon, "", ICON_WIDTH * type_.em)
        elif isinstance(one, Disc):
            yield Atom(one, "", DISC * type_.em)
        else:
            yield Atom(one, "", MINI_HEIGHT * type_.em * 0.715 + 0.24 * type_.em)


def _covered(span: Span, name: str, type_: Type) -> Iterator[Atom]:
    """The text in its font, what the font lacks in another one."""
    for part, used in _parts_in(name, span.text):
        shown = part.replace("\u00a0", " ")
        one = span if part == span.text else replace(span, text=part)
        yield Atom(one, used, _font(used).width(shown, type_.em, type_.spacing))


@lru_cache(maxsize=8192)
def _parts_in(name: str, text: str) -> tuple[tuple[str, str], ...]:
    """Stretches of a text with the font that has their characters."""
    parts = groupby(text, partial(_has, name))
    return tuple(("".join(chars), name if has else _SPARE) for has, chars in parts)


@lru_cache(maxsize=1024)
def _has(name: str, char: str) -> bool:
    return char == "\u00a0" or _font(name).tables.advance(char) is not None


def _words(atoms: Iterator[Atom | None]) -> list[Word]:
    words: list[list[Atom]] = [[]]
    for atom in atoms:
        if atom is None:
            words.append([])
        else:
            words[-1].append(atom)
    return [tuple(word) for word in words if word]


def _word_width(word: Word) -> float:
    return sum(atom.width for atom in word)


def _line_width(line: Sequence[Word], space: float) -> float:
    return sum(map(_word_width, line)) + space * max(0, len(line) - 1)


def _letters(word: Word) -> int:
    texts = (atom.inline.text for atom in word if isinstance(atom.inline, Span))
    return sum(len(text) for text in texts)


# --- lines ---------------------------------------------------------------------------------------


def _even(words: Sequence[Word], space: float, width: float) -> list[tuple[Word, ...]]:
    """As few lines as possible, as even as possible, the last one of more than a short word."""
    if not words:
        return []
    widths = [_word_width(word) for word in words]
    limit = max(width, max(widths)) + 1e-6
    count = len(words)
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for end in range(1, count + 1):
        options = []
        taken = -space
        for start in range(end - 1, -1, -1):
            taken += widths[start] + space
            if taken > limit:
                break
            lines, badness, _ = best[start]
            options.append((lines + 1, badness + _badness(words, start, end, limit - taken), start))
        best.append(min(options))
    out: list[tuple[Word, ...]] = []
    end = count
    while end:
        start = best[end][2]
        out.append(tuple(words[start:end]))
        end = start
    return out[::-1]


def _badness(words: Sequence[Word], start: int, end: int, slack: float) -> float:
    """How bad a line is: the square of what is left over; a last line may be short."""
    if end < len(words):
        return slack * slack
    alone = end - start == 1 and start > 0 and _letters(words[start]) < 10
    return 4000.0 if alone else 0.02 * slack * slack


def _divided(
    lines: list[tuple[Word, ...]], space: float, width: float, type_: Type, language: str
) -> list[tuple[Word, ...]]:
    """The lines with a word divided where one ends far short; never in two lines in a row."""
    index = 0
    while index < len(lines) - 1:
        room = width - _line_width(lines[index], space) - space
        if room + space > FAR_SHORT:
            parts = _parts(lines[index + 1][0], room, type_, language)
            if parts:
                rest = [parts[1], *lines[index + 1][1:]]
                rest += [word for line in lines[index + 2 :] for word in line]
                lines = [
                    *lines[:index], (*lines[index], parts[0]), *_even(rest, space, width),
                ]  # fmt: skip
                index += 1
        index += 1
    return lines


def _parts(word: Word, room: float, type_: Type, language: str) -> tuple[Word, Word] | None:
    """A long plain word in two, the first part with its hyphen in the room; None if it cannot."""
    atom = word[0]
    if not isinstance(atom.inline, Span) or len(word) > 2:
        return None
    text = atom.inline.text
    letters = text.rstrip(".,;:!?»)”")
    if len(letters) < 8 or not letters.isalpha() or letters != letters.lower():
        return None
    pieces = typeset.divided(text, language)
    for take in range(len(pieces) - 1, 0, -1):
        head, tail = "".join(pieces[:take]) + "-", "".join(pieces[take:])
        if len(head) < 4 or len(tail.rstrip(".,;:!?»)”")) < 3:
            continue
        first = _atom(atom, head, type_)
        if first.width <= room:
            return (first,), (_atom(atom, tail, type_), *word[1:])
    return None


def _atom(atom: Atom, text: str, type_: Type) -> Atom:
    width = _font(atom.font).width(text, type_.em, type_.spacing)
    assert isinstance(atom.inline, Span)
    return Atom(replace(atom.inline, text=text), atom.font, width)


def text_mark(
    text: str, x: float, y: float, size: float, font: str, colour: Colour, *, align: float = 0.0
) -> Text:
    """One line on its baseline y; `align` 0.5 centres it at x, 1 ends it there.  Size in mm."""
    used = _font(font)
    width = used.width(text, size)
    return Text(x - align * width, y, size, font, text, colour, width)

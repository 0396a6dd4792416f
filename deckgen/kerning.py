"""How much nearer some pairs of letters stand: a font's GPOS table, pair adjustments alone.

Without it `To` and `Vo` have holes that every other program closes.  Only what horizontal kerning
needs is read: lookups of type 2 (pairs of glyphs or of classes), also through type 9 (extension).
Source: the OpenType specification 1.9, tables GPOS and common layout.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

_PAIRS, _EXTENSION = 2, 9
_ADVANCE = 0x0004


class Kerning:
    """The pair adjustments of one font; `at` is where its GPOS table begins."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self._tables = list(self._subtables(at))
        self._known: dict[tuple[int, int], int] = {}

    def between(self, left: int, right: int) -> int:
        """What is added to the advance of a glyph before another, in the font's units."""
        pair = (left, right)
        if pair not in self._known:
            found = (table.adjustment(left, right) for table in self._tables)
            self._known[pair] = next((value for value in found if value is not None), 0)
        return self._known[pair]

    def _u16(self, at: int) -> int:
        value: int = struct.unpack_from(">H", self._data, at)[0]
        return value

    def _subtables(self, at: int) -> Iterator[_Pairs | _Classes]:
        features, lookups = at + self._u16(at + 6), at + self._u16(at + 8)
        used: dict[int, None] = {}
        for i in range(self._u16(features)):
            record = features + 2 + 6 * i
            if self._data[record : record + 4] == b"kern":
                feature = features + self._u16(record + 4)
                for j in range(self._u16(feature + 2)):
                    used[self._u16(feature + 4 + 2 * j)] = None
        for index in sorted(used):
            yield from self._of_lookup(lookups + self._u16(lookups + 2 + 2 * index))

    def _of_lookup(self, lookup: int) -> Iterator[_Pairs | _Classes]:
        kind = self._u16(lookup)
        for i in range(self._u16(lookup + 4)):
            at = lookup + self._u16(lookup + 6 + 2 * i)
            inner = kind
            if kind == _EXTENSION:
                inner = self._u16(at + 2)
                at += struct.unpack_from(">I", self._data, at + 4)[0]
            if inner == _PAIRS and self._u16(at + 4) & _ADVANCE:
                yield (_Pairs if self._u16(at) == 1 else _Classes)(self._data, at)


class _Subtable:
    """What both formats have: the glyphs that may stand left, and values of some size."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at
        coverage, first, second = struct.unpack_from(">3H", data, at + 2)
        self.covered = _coverage(data, at + coverage)
        self.before = 2 * (first & (_ADVANCE - 1)).bit_count()  # values that stand first
        self.value = 2 * first.bit_count()
        self.pair = self.value + 2 * second.bit_count()

    def advance(self, at: int) -> int:
        value: int = struct.unpack_from(">h", self.data, at + self.before)[0]
        return value


class _Pairs(_Subtable):
    """Format 1: for each left glyph a list of right glyphs."""

    def adjustment(self, left: int, right: int) -> int | None:
        index = self.covered.get(left)
        if index is None:
            return None
        at = self.at + struct.unpack_from(">H", self.data, self.at + 10 + 2 * index)[0]
        for i in range(struct.unpack_from(">H", self.data, at)[0]):
            record = at + 2 + i * (2 + self.pair)
            if struct.unpack_from(">H", self.data, record)[0] == right:
                return self.advance(record + 2)
        return None


class _Classes(_Subtable):
    """Format 2: glyphs in classes, a value for each pair of classes."""

    def __init__(self, data: bytes, at: int) -> None:
        super().__init__(data, at)
        first, second, _, self.count = struct.unpack_from(">4H", data, at + 8)
        self.left, self.right = _classes(data, at + first), _classes(data, at + second)

    def adjustment(self, left: int, right: int) -> int | None:
        if left not in self.covered:
            return None
        row = self.left.get(left, 0) * self.count + self.right.get(right, 0)
        return self.advance(self.at + 16 + row * self.pair)


def _coverage(data: bytes, at: int) -> dict[int, int]:
    """Glyphs with their coverage index."""
    kind, count = struct.unpack_from(">2H", data, at)
    if kind == 1:
        glyphs = struct.unpack_from(f">{count}H", data, at + 4)
        return {glyph: i for i, glyph in enumerate(glyphs)}
    found = {}
    for i in range(count):
        start, end, index = struct.unpack_from(">3H", data, at + 4 + 6 * i)
        found.update({glyph: index + glyph - start for glyph in range(start, end + 1)})
    return found


def _classes(data: bytes, at: int) -> dict[int, int]:
    """Glyphs with their class, those of class 0 left out."""
    kind, start = struct.unpack_from(">2H", data, at)
    if kind == 1:
        count = struct.unpack_from(">H", data, at + 4)[0]
        classes = struct.unpack_from(f">{count}H", data, at + 6)
        return {start + i: one for i, one in enumerate(classes) if one}
    found = {}
    for i in range(start):  # in format 2 this is the number of ranges
        first, last, one = struct.unpack_from(">3H", data, at + 4 + 6 * i)
        if one:
            found.update(dict.fromkeys(range(first, last + 1), one))
    return found

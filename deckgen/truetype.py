"""A TrueType file's tables, read as far as a card needs them: widths, coverage, outlines.

Reading is lazy, since a deck asks for a few dozen of a font's thousands of glyphs.  Sizes are in
the font's own units (`units` to the em).  A file that is no usable font is a `FontError`, which
says in one line what it is instead.  Source: the OpenType specification 1.9, tables head, maxp,
hhea, hmtx, cmap (formats 4 and 12), loca and glyf.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager

from deckgen.drawing import Matrix
from deckgen.kerning import Kerning
from deckgen.svg_path import Path, Segment

MAX_BYTES = 20_000_000
_DEPTH = 6  # a composite glyph of composite glyphs; fonts have one level


class FontError(Exception):
    """The file is not a font that can be used; the text says why."""


@contextmanager
def _damage_told() -> Iterator[None]:
    """Numbers that lead nowhere are the file's fault, not ours."""
    try:
        yield
    except (struct.error, IndexError, StopIteration, ValueError) as error:
        raise FontError("the font file is damaged") from error


class TrueType:
    """One font file's bytes, understood."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.tables = _tables(data)
        with _damage_told():
            self._read_heads()
        self._advances: dict[str, int | None] = {}
        self._glyphs: dict[str, int] = {}
        self._kerning: Kerning | None = None
        self._pairs: dict[str, int] = {}

    def _read_heads(self) -> None:
        head, hhea = self._at("head"), self._at("hhea")
        self.units: int = self._short("H", head + 18)
        self._long_loca = self._short("h", head + 50) == 1
        self._metrics: int = self._short("H", hhea + 34)
        self._count: int = self._short("H", self._at("maxp") + 4)
        self._hmtx, self._loca, self._glyf = self._at("hmtx"), self._at("loca"), self._at("glyf")
        if not 16 <= self.units <= 16384 or not self._metrics:
            raise FontError("the font file is damaged")
        self._read_cmap()

    def _at(self, table: str) -> int:
        if table not in self.tables:
            raise FontError(f"the font file has no '{table}' table")
        return self.tables[table][0]

    def _short(self, kind: str, at: int) -> int:
        value: int = struct.unpack_from(">" + kind, self.data, at)[0]
        return value

    def _read_cmap(self) -> None:
        start = self._at("cmap")
        best: dict[int, int] = {}
        for i in range(self._short("H", start + 2)):
            platform, encoding, offset = struct.unpack_from(">HHI", self.data, start + 4 + 8 * i)
            if platform == 0 or (platform, encoding) in ((3, 1), (3, 10)):
                best[self._short("H", start + offset)] = start + offset
        if 12 in best:
            self._groups(best[12])
        elif 4 in best:
            self._segments(best[4])
        else:
            raise FontError("the font has no Unicode character map")

    def _groups(self, at: int) -> None:
        count = self._short("I", at + 12)
        if count > self._count:
            raise FontError("the font file is damaged")
        flat = struct.unpack_from(f">{3 * count}I", self.data, at + 16)
        self._ends = flat[1::3]
        self._starts = flat[0::3]
        self._firsts: tuple[int, ...] = flat[2::3]
        self._ranges: tuple[int, ...] = ()
        self._deltas: tuple[int, ...] = ()

    def _segments(self, at: int) -> None:
        count = self._short("H", at + 6) // 2
        flat = struct.unpack_from(f">{4 * count + 1}H", self.data, at + 14)
        self._ends = flat[:count]
        self._starts = flat[count + 1 : 2 * count + 1]
        self._deltas = flat[2 * count + 1 : 3 * count + 1]
        self._ranges = flat[3 * count + 1 :]
        self._range_at = at + 16 + 6 * count
        self._firsts = ()

    def glyph(self, char: str) -> int:
        """The number of a character's glyph; 0 where the font lacks it."""
        if char not in self._glyphs:
            with _damage_told():
                self._glyphs[char] = self._find(ord(char))
        return self._glyphs[char]

    def _find(self, code: int) -> int:
        i = bisect_left(self._ends, code)
        if i == len(self._ends) or self._starts[i] > code:
            return 0
        if self._firsts:
            first: int = self._firsts[i] + code - self._starts[i]
            return first
        if self._ranges[i] == 0:
            return (code + self._deltas[i]) & 0xFFFF
        at = self._range_at + 2 * i + self._ranges[i] + 2 * (code - self._starts[i])
        found = self._short("H", at)
        return (found + self._deltas[i]) & 0xFFFF if found else 0

    def advance(self, char: str) -> int | None:
        """How far a character moves the pen; None where the font lacks it."""
        try:
            return self._advances[char]
        except KeyError:
            glyph = self.glyph(char)
            with _damage_told():
                width = self._width(glyph) if glyph else None
            self._advances[char] = width
            return width

    def _width(self, glyph: int) -> int:
        return self._short("H", self._hmtx + 4 * min(glyph, self._metrics - 1))

    def kern(self, left: str, right: str) -> int:
        """What is added between two characters; 0 for most pairs, and beside blanks."""
        known = self._pairs.get(left + right)
        if known is None:
            known = self._pairs[left + right] = self._kern(left, right)
        return known

    def _kern(self, left: str, right: str) -> int:
        if left == " " or right == " " or "GPOS" not in self.tables:
            return 0
        pair = (self.glyph(left), self.glyph(right))
        with _damage_told():
            if self._kerning is None:
                self._kerning = Kerning(self.data, self.tables["GPOS"][0])
            return self._kerning.between(*pair)

    def outline(self, char: str) -> Path:
        """A character's outline, y downwards, baseline at 0; empty for a blank."""
        glyph = self.glyph(char)
        with _damage_told():
            return self._outline(glyph, _DEPTH)

    def _outline(self, glyph: int, depth: int) -> Path:
        start, end = self._span(glyph)
        if start == end or depth == 0:
            return ()
        contours = self._short("h", start)
        if contours < 0:
            return self._composite(start + 10, depth)
        return _curves(self._points(start + 10, contours))

    def _span(self, glyph: int) -> tuple[int, int]:
        if not 0 <= glyph < self._count:
            raise FontError("the font file is damaged")
        if self._long_loca:
            pair = struct.unpack_from(">2I", self.data, self._loca + 4 * glyph)
        else:
            short = struct.unpack_from(">2H", self.data, self._loca + 2 * glyph)
            pair = (2 * short[0], 2 * short[1])
        return self._glyf + pair[0], self._glyf + pair[1]

    def _composite(self, at: int, depth: int) -> Path:
        out: Path = ()
        more = True
        while more:
            flags, glyph = struct.unpack_from(">2H", self.data, at)
            at += 4
            if not flags & 2:
                raise FontError("the font places parts of glyphs by points, which is not supported")
            dx, dy = struct.unpack_from(">2h" if flags & 1 else ">2b", self.data, at)
            at += 4 if flags & 1 else 2
            count = 1 if flags & 8 else 2 if flags & 0x40 else 4 if flags & 0x80 else 0
            scale = [v / 16384 for v in struct.unpack_from(f">{count}h", self.data, at)]
            at += 2 * count
            out += _placed(self._outline(glyph, depth - 1), scale, dx, dy)
            more = bool(flags & 0x20)
        return out

    def _points(self, at: int, contours: int) -> list[list[tuple[float, float, bool]]]:
        """The contours as points (x, y up, on the curve)."""
        data = self.data
        ends = struct.unpack_from(f">{contours}H", data, at)
        at += 2 * contours
        at += 2 + self._short("H", at)
        total = ends[-1] + 1 if ends else 0
        flags: list[int] = []
        while len(flags) < total:
            flag = data[at]
            at += 1
            flags.append(flag)
            if flag & 8:
                flags += [flag] * data[at]
                at += 1
        xs, at = _coordinates(data, at, flags, 2, 16)
        ys, at = _coordinates(data, at, flags, 4, 32)
        points = [(float(x), float(y), bool(f & 1)) for x, y, f in zip(xs, ys, flags, strict=False)]
        starts = [0, *(end + 1 for end in ends[:-1])]
        return [points[a : b + 1] for a, b in zip(starts, ends, strict=True)]


def _tables(data: bytes) -> dict[str, tuple[int, int]]:
    if len(data) > MAX_BYTES:
        raise FontError(f"the font file is larger than {MAX_BYTES // 1_000_000} MB")
    kind = data[:4]
    if kind == b"OTTO":
        raise FontError("this font has PostScript outlines (.otf); use its TrueType version (.ttf)")
    if kind in (b"wOFF", b"wOF2"):
        raise FontError("this is a web font (WOFF); use its TrueType version (.ttf)")
    if kind == b"ttcf":
        raise FontError("this is a collection of fonts (.ttc); use a single font (.ttf)")
    if kind not in (b"\x00\x01\x00\x00", b"true"):
        raise FontError("this file is not a font")
    try:
        count = struct.unpack_from(">H", data, 4)[0]
        tables = {}
        for i in range(count):
            tag, _, offset, length = struct.unpack_from(">4sIII", data, 12 + 16 * i)
            if offset + length > len(data):
                raise FontError("the font file is cut off")
            tables[tag.decode("latin-1")] = (offset, length)
    except struct.error as error:
        raise FontError("the font file is cut off") from error
    return tables


def _coordinates(
    data: bytes, at: int, flags: list[int], short: int, same: int
) -> tuple[list[int], int]:
    value, out = 0, []
    for flag in flags:
        if flag & short:
            value += data[at] if flag & same else -data[at]
            at += 1
        elif not flag & same:
            value += struct.unpack_from(">h", data, at)[0]
            at += 2
        out.append(value)
    return out, at


def _placed(path: Path, scale: list[float], dx: float, dy: float) -> Path:
    a, b, c, d = (1.0, 0.0, 0.0, 1.0)
    if len(scale) == 1:
        a = d = scale[0]
    elif len(scale) == 2:
        a, d = scale
    elif len(scale) == 4:
        a, b, c, d = scale
    matrix: Matrix = (a, -b, -c, d, dx, -dy)  # the outline's y runs downwards already
    out: list[Segment] = []
    for kind, *values in path:
        v = [float(x) for x in values]
        flat: list[float] = []
        for x, y in zip(v[::2], v[1::2], strict=True):
            flat += [matrix[0] * x + matrix[2] * y + dx, matrix[1] * x + matrix[3] * y - dy]
        out.append((kind, *flat))
    return tuple(out)


def _curves(contours: list[list[tuple[float, float, bool]]]) -> Path:
    """Quadratic contours as cubics, y downwards."""
    out: list[Segment] = []
    for points in contours:
        if len(points) < 2:
            continue
        ring = _with_middles(points)
        x0, y0, _ = ring[0]
        out.append(("M", x0, -y0))
        i = 1
        while i < len(ring):
            x, y, on = ring[i]
            if on:
                out.append(("L", x, -y))
                i += 1
            else:
                x1, y1, _ = ring[i + 1]
                curve = ((x0 + 2 * x) / 3, -(y0 + 2 * y) / 3, (x1 + 2 * x) / 3, -(y1 + 2 * y) / 3)
                out.append(("C", *curve, x1, -y1))
                x, y = x1, y1
                i += 2
            x0, y0 = x, y
        out.append(("Z",))
    return tuple(out)


def _with_middles(points: list[tuple[float, float, bool]]) -> list[tuple[float, float, bool]]:
    """The contour from a point on the curve and back to it, implied points written out."""
    ring: list[tuple[float, float, bool]] = []
    for i, point in enumerate(points):
        before = points[i - 1]
        if not point[2] and not before[2]:
            ring.append(((point[0] + before[0]) / 2, (point[1] + before[1]) / 2, True))
        ring.append(point)
    first = next(i for i, point in enumerate(ring) if point[2])
    return [*ring[first:], *ring[: first + 1]]

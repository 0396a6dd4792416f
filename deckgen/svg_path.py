"""SVG path data, transforms and number lists as plain values.

All commands become the three segments of the display list (`M`, `L`, `C`) and `Z`; arcs and
quadratic curves become cubics.  Nothing here knows files or elements: what is wrong is a
`ValueError` whose text says where in the data, and `art` adds the place in the file.
"""

from __future__ import annotations

import math
import re

from deckgen.drawing import Matrix

Segment = tuple[str | float, ...]
Path = tuple[Segment, ...]

_COMMANDS = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_BETWEEN = re.compile(r"[\s,]*")
_FLAG = re.compile(r"[01]")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
_CIRCLE = 0.5522847498  # the cubic's handle for a quarter circle of radius 1
_TRANSFORM = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^()]*)\)\s*")


def numbers(text: str) -> list[float]:
    """The numbers of a list separated by blanks or commas; ValueError names what is none."""
    found, at = [], _skip(text, 0)
    while at < len(text):
        match = _NUMBER.match(text, at)
        if match is None:
            raise ValueError(f"'{text[at : at + 12]}' is not a number")
        found.append(float(match.group()))
        at = _skip(text, match.end())
    return found


def _skip(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def _arc_numbers(text: str) -> list[float]:
    """An arc's numbers; its two flags may stand without blanks (`a5 5 0 0110 0`)."""
    found: list[float] = []
    at = _skip(text, 0)
    while at < len(text):
        pattern = _FLAG if len(found) % 7 in (3, 4) else _NUMBER
        match = pattern.match(text, at)
        if match is None:
            raise ValueError(f"'{text[at : at + 12]}' does not belong into an arc")
        found.append(float(match.group()))
        at = _skip(text, match.end())
    return found


def path(data: str) -> Path:
    """The segments of path data, all absolute; an empty text gives no segment."""
    pen = _Pen()
    end = len(data) - len(data.lstrip())
    for match in _COMMANDS.finditer(data):
        if match.start() != end:
            raise ValueError(f"'{data[end : end + 12]}' is not path data")
        end = match.end()
        pen.command(match.group(1), match.group(2))
    if end != len(data):
        raise ValueError(f"'{data[end : end + 12]}' is not path data")
    return tuple(pen.out)


class _Pen:
    """Where the pen is, while one path is read."""

    def __init__(self) -> None:
        self.out: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[float, float] | None = None  # of the last curve, for S and T
        self.last = ""

    def command(self, letter: str, text: str) -> None:
        kind = letter.upper()
        if not self.out and kind != "M":
            raise ValueError("a path begins with M")
        if kind == "Z":
            if text.strip(" \t\r\n,"):
                raise ValueError(f"'{text.strip()[:12]}' stands after Z")
            self._close()
            return
        values = _arc_numbers(text) if kind == "A" else numbers(text)
        arity = _ARITY[kind]
        if not values or len(values) % arity:
            raise ValueError(
                f"'{letter}' needs {arity} numbers, or a multiple; found {len(values)}"
            )
        for start in range(0, len(values), arity):
            self._draw(kind, letter.islower(), values[start : start + arity])
            if kind == "M":
                kind = "L"  # further pairs after M are lines

    def _close(self) -> None:
        self.out.append(("Z",))
        self.x, self.y, self.last = self.start_x, self.start_y, "Z"

    def _draw(self, kind: str, relative: bool, values: list[float]) -> None:
        dx, dy = (self.x, self.y) if relative else (0.0, 0.0)
        if kind == "H":
            points = [values[0] + dx, self.y]
        elif kind == "V":
            points = [self.x, values[0] + dy]
        elif kind == "A":
            points = [*values[:5], values[5] + dx, values[6] + dy]
        else:
            points = [v + (dy if i % 2 else dx) for i, v in enumerate(values)]
        _DRAW[kind](self, points)
        self.last = kind

    def move(self, p: list[float]) -> None:
        self.out.append(("M", p[0], p[1]))
        self.x, self.y = self.start_x, self.start_y = p[0], p[1]

    def line(self, p: list[float]) -> None:
        self._reopen()
        self.out.append(("L", p[0], p[1]))
        self.x, self.y = p

    def cubic(self, p: list[float]) -> None:
        self._reopen()
        self.out.append(("C", *p))
        self.handle = (p[2], p[3])
        self.x, self.y = p[4], p[5]

    def smooth(self, p: list[float]) -> None:
        self.cubic([*self._reflected("CS"), *p])

    def quadratic(self, p: list[float]) -> None:
        qx, qy, x, y = p
        x0, y0 = self.x, self.y
        start = [x0 + (qx - x0) * 2 / 3, y0 + (qy - y0) * 2 / 3]
        self.cubic([*start, x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3, x, y])
        self.handle = (qx, qy)

    def smooth_quadratic(self, p: list[float]) -> None:
        self.quadratic([*self._reflected("QT"), *p])

    def arc(self, p: list[float]) -> None:
        self._reopen()
        for segment in arc(self.x, self.y, *p):
            self.out.append(segment)
        self.x, self.y = p[5], p[6]

    def _reopen(self) -> None:
        if self.last == "Z":  # after a closing line the next one starts at the same point
            self.out.append(("M", self.x, self.y))

    def _reflected(self, kinds: str) -> tuple[float, float]:
        if self.handle is None or self.last not in kinds or not self.last:
            return self.x, self.y
        return 2 * self.x - self.handle[0], 2 * self.y - self.handle[1]


_DRAW = {
    "M": _Pen.move,
    "L": _Pen.line,
    "H": _Pen.line,
    "V": _Pen.line,
    "C": _Pen.cubic,
    "S": _Pen.smooth,
    "Q": _Pen.quadratic,
    "T": _Pen.smooth_quadratic,
    "A": _Pen.arc,
}


def arc(
    x0: float,
    y0: float,
    rx: float,
    ry: float,
    turn: float,
    large: float,
    sweep: float,
    x: float,
    y: float,
) -> list[Segment]:
    """An elliptical arc as cubics of at most a quarter turn (SVG 1.1, appendix F.6.5)."""
    rx, ry = abs(rx), abs(ry)
    if (x0, y0) == (x, y):
        return []
    if rx == 0 or ry == 0:
        return [("L", x, y)]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    half_x, half_y = (x0 - x) / 2, (y0 - y) / 2
    px, py = cos * half_x + sin * half_y, cos * half_y - sin * half_x
    grow = math.sqrt((px / rx) ** 2 + (py / ry) ** 2)
    if grow > 1:  # too small to reach: the least ellipse that does
        rx, ry = rx * grow, ry * grow
    below = (rx * py) ** 2 + (ry * px) ** 2
    root = math.sqrt(max(0.0, (rx * ry) ** 2 / below - 1)) * (1 if large != sweep else -1)
    cx, cy = root * rx * py / ry, -root * ry * px / rx
    first = math.atan2((py - cy) / ry, (px - cx) / rx)
    sweep_by = math.atan2((-py - cy) / ry, (-px - cx) / rx) - first
    if sweep and sweep_by < 0:
        sweep_by += 2 * math.pi
    elif not sweep and sweep_by > 0:
        sweep_by -= 2 * math.pi
    centre = (cos * cx - sin * cy + (x0 + x) / 2, sin * cx + cos * cy + (y0 + y) / 2)
    frame: Matrix = (cos * rx, sin * rx, -sin * ry, cos * ry, *centre)
    return _round_to(frame, first, sweep_by, x, y)


def _round_to(frame: Matrix, first: float, by: float, x: float, y: float) -> list[Segment]:
    """Cubics along the unit circle from angle `first`, seen through `frame`, ending in x y."""
    a, b, c, d, e, f = frame
    count = max(1, math.ceil(abs(by) / (math.pi / 2) - 1e-9))
    step = by / count
    handle = 4 / 3 * math.tan(step / 4)
    out: list[Segment] = []
    for i in range(count):
        start, end = first + i * step, first + (i + 1) * step
        flat: list[float] = []
        for u, v in (
            (
                math.cos(start) - handle * math.sin(start),
                math.sin(start) + handle * math.cos(start),
            ),
            (math.cos(end) + handle * math.sin(end), math.sin(end) - handle * math.cos(end)),
            (math.cos(end), math.sin(end)),
        ):
            flat += [a * u + c * v + e, b * u + d * v + f]
        if i == count - 1:
            flat[4:] = [x, y]
        out.append(("C", *flat))
    return out


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """An ellipse of four cubics, clockwise from its right end."""
    kx, ky = _CIRCLE * rx, _CIRCLE * ry
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> Path:
    """A rectangle, its corners rounded by rx and ry (0 for sharp ones)."""
    right, bottom = x + width, y + height
    rx, ry = min(abs(rx), width / 2), min(abs(ry), height / 2)
    if rx <= 0 or ry <= 0:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    kx, ky = rx * (1 - _CIRCLE), ry * (1 - _CIRCLE)
    return (
        ("M", x + rx, y),
        ("L", right - rx, y),
        ("C", right - kx, y, right, y + ky, right, y + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - ky, right - kx, bottom, right - rx, bottom),
        ("L", x + rx, bottom),
        ("C", x + kx, bottom, x, bottom - ky, x, bottom - ry),
        ("L", x, y + ry),
        ("C", x, y + ky, x + kx, y, x + rx, y),
        ("Z",),
    )


def multiplied(m: Matrix, n: Matrix) -> Matrix:
    """The matrix that applies `n` first and then `m`."""
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * o + e,
        b * k + d * o + f,
    )


def rotated(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """A turn about a point, clockwise on the page (y runs downwards)."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    if degrees % 90 == 0:  # exact, or half-turned indices would drift
        cos, sin = float(round(cos)), float(round(sin))
    return (cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy)


def transform(text: str) -> Matrix:
    """The matrix of a `transform` attribute; ValueError names what is not understood."""
    result: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    at = 0
    while at < len(text.rstrip()):
        match = _TRANSFORM.match(text, at)
        if match is None:
            raise ValueError(f"'{text[at : at + 16].strip()}' is not a transform")
        result = multiplied(result, _one(match.group(1), numbers(match.group(2))))
        at = match.end()
    return result


def _one(name: str, v: list[float]) -> Matrix:
    count = len(v)
    if name == "matrix" and count == 6:
        return (v[0], v[1], v[2], v[3], v[4], v[5])
    if name == "translate" and count in (1, 2):
        return (1.0, 0.0, 0.0, 1.0, v[0], v[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return (v[0], 0.0, 0.0, v[-1], 0.0, 0.0)
    if name == "rotate" and count in (1, 3):
        return rotated(*v)
    if name == "skewX" and count == 1:
        return (1.0, 0.0, math.tan(math.radians(v[0])), 1.0, 0.0, 0.0)
    if name == "skewY" and count == 1:
        return (1.0, math.tan(math.radians(v[0])), 0.0, 1.0, 0.0, 0.0)
    raise ValueError(f"{name}({', '.join(f'{x:g}' for x in v)}) is not a transform")

"""Can a deck's colours be told apart, and can what stands on them be read?

Contrast is WCAG 2.1's, the distance of two colours CIEDE2000 (Sharma, Wu and Dalal 2005); the three
kinds of colour blindness are simulated with the matrices of Machado, Oliveira and Fernandes (2009)
at full severity, in linear RGB; grey is the grey of the same luminance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from deckgen.colours import Rgb, contrast, from_light, linear, luminance, mix
from deckgen.drawing import Colour

TELLABLE = 10.0
"""Under this distance two colours are told apart side by side, but not alone."""

READABLE, VISIBLE = 4.5, 3.0
"""WCAG's least contrast of small text, and of large text and signs."""

STEP = 4
"""Percent of black or white by which a ground is made readable."""

Lab = tuple[float, float, float]

VISIONS: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado 2009, severity 1.0."""

EYES = ("normal", *VISIONS, "grey")
"""The ways of seeing that a palette is looked at."""


def light_seen(colour: Colour, eye: str) -> Rgb:
    """The light of a colour as that eye sees it, or as a print without colour shows it."""
    light = linear(colour)
    if eye == "normal":
        return light
    if eye == "grey":
        same = luminance(colour)
        return (same, same, same)
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True))))
        for row in VISIONS[eye]
    )
    return (red, green, blue)


def seen(colour: Colour, eye: str) -> Colour:
    """The colour that shows everybody what that eye sees."""
    return from_light(light_seen(colour, eye))


def lab(light: Rgb) -> Lab:
    """CIELAB of an amount of light, for the white D65."""
    red, green, blue = light
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (_cube_root(value) for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def distance(first: Colour, second: Colour, eye: str = "normal") -> float:
    """CIEDE2000 of what an eye sees; about 1 is the least difference seen side by side."""
    return ciede2000(lab(light_seen(first, eye)), lab(light_seen(second, eye)))


def ciede2000(first: Lab, second: Lab) -> float:
    """The distance of two colours in CIELAB, with all weights 1."""
    l1, a1, b1 = first
    l2, a2, b2 = second
    middle = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(middle**7 / (middle**7 + 25**7)))
    c1, h1 = _polar((1 + g) * a1, b1)
    c2, h2 = _polar((1 + g) * a2, b2)
    delta_h = _turn(h1, h2, c1 * c2)
    mean_h = _mean_turn(h1, h2, c1 * c2)
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * _cos(mean_h - 30)
        + 0.24 * _cos(2 * mean_h)
        + 0.32 * _cos(3 * mean_h + 6)
        - 0.20 * _cos(4 * mean_h - 63)
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    twist = 60 * math.exp(-(((mean_h - 275) / 25) ** 2))
    r = -2 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7)) * math.sin(math.radians(twist))
    dl, dc = (l2 - l1) / s_l, (c2 - c1) / s_c
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(delta_h / 2)) / s_h
    return math.sqrt(max(0.0, dl**2 + dc**2 + dh**2 + r * dc * dh))


def _polar(a: float, b: float) -> tuple[float, float]:
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0


def _turn(h1: float, h2: float, chroma: float) -> float:
    if chroma == 0:
        return 0.0
    return (h2 - h1 + 180) % 360 - 180


def _mean_turn(h1: float, h2: float, chroma: float) -> float:
    if chroma == 0:
        return h1 + h2
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


@dataclass(frozen=True)
class Pair:
    """Two named colours and how far apart each eye sees them."""

    first: str
    second: str
    distances: Mapping[str, float]

    @property
    def worst(self) -> tuple[str, float]:
        """The eye that sees them nearest to each other, and the distance."""
        return min(self.distances.items(), key=lambda item: item[1])


def pairs(palette: Mapping[str, Colour]) -> Iterator[Pair]:
    """Every two colours of a palette."""
    for (one, first), (two, second) in combinations(palette.items(), 2):
        yield Pair(one, two, {eye: distance(first, second, eye) for eye in EYES})


def least(palette: Mapping[str, Colour]) -> dict[str, float]:
    """The least distance in a palette for each eye."""
    found = list(pairs(palette))
    return {eye: min(pair.distances[eye] for pair in found) for eye in EYES}


def confused(palette: Mapping[str, Colour], eyes: Iterable[str] = EYES) -> Iterator[Pair]:
    """The pairs that some eye cannot tell apart when they do not lie side by side."""
    wanted = tuple(eyes)
    for pair in pairs(palette):
        if min(pair.distances[eye] for eye in wanted) < TELLABLE:
            yield pair


def hard_to_read(front: Colour, ground: Colour, wanted: float = READABLE) -> float | None:
    """The contrast if it is less than wanted, else None."""
    found = contrast(front, ground)
    return found if found < wanted - 0.005 else None


def readable_ground(ground: Colour, front: Colour) -> Colour:
    """The ground, as little darker (or lighter) as makes small letters on it readable.

    For screens: on a printed card the letters are larger.
    """
    far = max("#000000", "#FFFFFF", key=lambda one: contrast(front, one))
    for percent in range(0, 100, STEP):
        found = mix(far, ground, percent)
        if not hard_to_read(front, found):
            return found
    return far

"""Colours as numbers: mixing, luminance, contrast, and the greys of a print without colour.

Colours are `#RRGGBB`.  Luminance and contrast are those of WCAG 2.1 (relative luminance, 1 to 21).
"""

from __future__ import annotations

from functools import lru_cache

from deckgen.drawing import Colour

WHITE: Colour = "#FFFFFF"
INK: Colour = "#1F2238"
"""The family's black: 15.6 : 1 on white (visual guide, section 4)."""

Rgb = tuple[float, float, float]


def rgb(colour: Colour) -> Rgb:
    """Red, green and blue from 0 to 1."""
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def hexadecimal(parts: Rgb) -> Colour:
    """`#RRGGBB` of red, green and blue from 0 to 1; what lies outside is brought in."""
    return "#" + "".join(f"{round(255 * min(1.0, max(0.0, part))):02X}" for part in parts)


@lru_cache(maxsize=4096)
def mix(first: Colour, second: Colour, percent: float) -> Colour:
    """So many percent of the first mixed into the second."""
    share = percent / 100
    pairs = zip(rgb(first), rgb(second), strict=True)
    red, green, blue = (a * share + b * (1 - share) for a, b in pairs)
    return hexadecimal((red, green, blue))


def linear(colour: Colour) -> Rgb:
    """The colour's parts as amounts of light."""
    red, green, blue = (_light(part) for part in rgb(colour))
    return (red, green, blue)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def from_light(parts: Rgb) -> Colour:
    """The colour of amounts of light."""
    red, green, blue = (
        12.92 * p if p <= 0.0031308 else 1.055 * p ** (1 / 2.4) - 0.055
        for p in (min(1.0, max(0.0, part)) for part in parts)
    )
    return hexadecimal((red, green, blue))


@lru_cache(maxsize=4096)
def luminance(colour: Colour) -> float:
    """Relative luminance, 0 (black) to 1 (white)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour) -> float:
    """The ratio of two colours' luminances, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def grey(colour: Colour) -> Colour:
    """The grey of the same luminance."""
    light = luminance(colour)
    return from_light((light, light, light))


@lru_cache(maxsize=256)
def deep_of(base: Colour) -> Colour:
    """A colour for lines and text on white and on the tint, made from a base (at least 5.5 : 1)."""
    ground = tint_of(base)
    for percent in range(100, 0, -5):
        found = mix(base, "#000000", percent)
        if contrast(found, ground) >= 5.5:
            return found
    return INK


@lru_cache(maxsize=256)
def tint_of(base: Colour) -> Colour:
    """A light ground made from a base."""
    return mix(base, WHITE, 14)


@lru_cache(maxsize=256)
def on_of(base: Colour) -> Colour:
    """White or ink, whichever is read on the base; white from 3 : 1, as for numerals."""
    return WHITE if contrast(WHITE, base) >= 3 else INK

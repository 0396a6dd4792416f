"""Small pictures for screens: a card's face with round corners, a colour's symbol on its ground.

Made for mails: at twice the size at which they are shown, in so few colours that they stay under
10 kB.  Drawings and pixels are apart, so that a cache can ask what a picture is made from.
"""

from __future__ import annotations

from card_specs.language.model import Card, Game, Word
from card_specs.language.problems import Problems
from deckgen.art import Art, fitted, in_paints
from deckgen.bitmap import paletted
from deckgen.drawing import Drawing, Group, Shape, Stroke
from deckgen.face import faces_of
from deckgen.geometry import Rect
from deckgen.palette import readable_ground
from deckgen.svg_path import rectangle
from deckgen.to_png import png

CARD_WIDTH = 144
"""Pixels; shown at half of it or less."""

SYMBOL = Rect(0, 0, 24, 24)
SYMBOL_PIXELS = 32
COLOURS = 200
EDGE = "#9AA0AA"


def card_drawing(game: Game, card: Card, language: str) -> Drawing:
    """A card's front, cut at its round corners, with an edge that shows on any ground."""
    faces = faces_of(game)
    form = faces.card
    cut = Shape(rectangle(0, 0, form.width, form.height, form.corner, form.corner))
    edge = rectangle(0.3, 0.3, form.width - 0.6, form.height - 0.6, form.corner, form.corner)
    line = Shape(edge, stroke=Stroke(EDGE, 0.6))
    return (Group(faces.draw(card, language), clip=cut), line)


def card_picture(game: Game, drawing: Drawing) -> bytes:
    """The pixels of a card's drawing."""
    form = faces_of(game).card
    return paletted(png(drawing, form.trim, 25.4 * CARD_WIDTH / form.width), COLOURS)


def symbol_art(game: Game, word: Word) -> Drawing:
    """A word's symbol alone, fitted into `SYMBOL`, in the colours of its drawing."""
    piece = _symbol(game, word)
    if piece is None:
        return ()
    paints = {"currentColor": "#000000", **word.paints}
    try:
        return (Group(in_paints(piece.marks, paints.get), fitted(piece.view, SYMBOL)),)
    except KeyError:  # the drawing wants paints that only a face has
        return ()


def _symbol(game: Game, word: Word) -> Art | None:
    art = faces_of(game).art
    if not word.symbol or not art.has(word.symbol):
        return None
    piece = art.find(word.symbol, Problems())
    return piece if isinstance(piece, Art) else None


def symbol_drawing(game: Game, word: Word) -> Drawing:
    """A word's symbol in its colours; nothing if it has none."""
    piece = _symbol(game, word)
    if piece is None:
        return ()
    on = word.paints.get("on", "#FFFFFF")
    ground = readable_ground(word.paints.get("base", "#2A2F3A"), on)  # the same as round its code
    if piece.paints != {"currentColor"}:  # in its own colours, which need a light ground
        ground = "#FFFFFF"
    paints = {**word.paints, "currentColor": on}
    try:
        marks = in_paints(piece.marks, paints.get)
    except KeyError:  # the drawing wants paints that only a face has
        return ()
    box = SYMBOL.grown(-3)
    tile = Shape(rectangle(0, 0, SYMBOL.width, SYMBOL.height, 5, 5), fill=ground)
    return (tile, Group(marks, fitted(piece.view, box)))


def symbol_picture(drawing: Drawing) -> bytes:
    """The pixels of a symbol's drawing."""
    return paletted(png(drawing, SYMBOL, 25.4 * SYMBOL_PIXELS / SYMBOL.width), COLOURS)

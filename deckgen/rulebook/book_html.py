"""A rulebook as one HTML file: its pictures and letters inside, nothing from the network.

The same blocks as the printed book, with real headings, tables, lists and alternative texts; made
by a template whose texts are escaped unless they are made here.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from deckgen import fonts
from deckgen.drawing import Mark, Matrix
from deckgen.geometry import Rect
from deckgen.recolour import recoloured
from deckgen.rulebook import content as blocks
from deckgen.rulebook.blocks import units_of
from deckgen.rulebook.content import BookContent, ChapterContent, Content, Example
from deckgen.rulebook.example_block import stage
from deckgen.rulebook.inline import Disc, Icon, Inline, Mini, Rich, anchor, words_of
from deckgen.rulebook.sketch import Piece, Sketch, Stamp
from deckgen.rulebook.theme import INK, Paints
from deckgen.rulebook.units import Kit, Unit
from deckgen.rulebook.wording import say as phrase
from deckgen.to_svg import Album

FIGURE_WIDTH = 118.0
"""mm: how wide a figure is drawn; a browser scales it."""

FONTS = (("Fredoka One", 400), ("Lato", 400), ("Lato Black", 900))


def html(kit: Kit, content: BookContent, edition: str) -> bytes:
    """The whole file."""
    pages = _Pages(kit, content)
    environment = Environment(
        loader=PackageLoader("deckgen.rulebook"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    chapters = [(chapter, pages.kit_of(chapter).paints) for chapter in content.chapters]
    text = environment.get_template("book.html").render(
        book=content,
        chapters=chapters,
        edition=edition,
        house=kit.look.house,
        faces=[(name, weight, _font(name)) for name, weight in FONTS],
        say=lambda key, *slots: phrase(kit.language, key, *slots),
        pages=pages,
        blocks=blocks,
        anchor=anchor,
    )
    return text.replace("<!--definitions-->", pages.album.definitions()).encode()


def _font(name: str) -> str:
    return base64.b64encode(fonts.font(name).data).decode("ascii")


class _Pages:
    """What the template asks for: texts, pictures, figures."""

    def __init__(self, kit: Kit, content: BookContent) -> None:
        self.kit, self.content = kit, content
        self.album = Album()
        self.paints: dict[str, Paints] = {}
        turn = 0
        for chapter in content.chapters:
            self.paints[chapter.id] = kit.look.of(chapter.color, turn)
            turn += not chapter.color

    def kit_of(self, chapter: ChapterContent) -> Kit:
        return self.kit.having(self.paints[chapter.id])

    def kind(self, block: Content) -> str:
        """The name of a block's sort, for the template."""
        return type(block).__name__

    # --- texts -----------------------------------------------------------------------------------

    def rich(self, text: Rich) -> Markup:
        """A text with its marks; words are escaped."""
        return Markup("").join(self._inline(one) for one in text)

    def words(self, text: Rich) -> str:
        return words_of(text)

    def _inline(self, one: Inline) -> Markup:
        if isinstance(one, Icon):
            return self.symbol(one.art, one.alt, "icon")
        if isinstance(one, Mini):
            return Markup('<span class="mini">{}</span>').format(self.card(one.code))
        if isinstance(one, Disc):
            return self._disc(one)
        made = escape(one.text)
        if one.lang:
            made = Markup('<span lang="{}">{}</span>').format(one.lang, made)
        if one.italic:
            made = Markup("<em>{}</em>").format(made)
        if one.bold:
            made = Markup("<strong>{}</strong>").format(made)
        if one.link:
            made = Markup('<a href="#{}">{}</a>').format(anchor(one.link), made)
        return made

    def _disc(self, one: Disc) -> Markup:
        return self.disc(one.list, one.word)

    def disc(self, words: str, word: str) -> Markup:
        """A word's symbol in its disc."""
        sketch = tuple(self.kit.setter.disc(words, word, 3.2, 3.2, 6.4))
        return self._svg(sketch, Rect(0, 0, 6.4, 6.4), "disc", "")

    # --- pictures --------------------------------------------------------------------------------

    def card(self, code: str, css: str = "card") -> Markup:
        """A card with its name as the alternative text."""
        shelf = self.kit.shelf
        sketch = shelf.card(code, 0, 0, shelf.width)
        view = Rect(-0.5, -0.5, shelf.width + 1, shelf.height + 2.4)
        return self._svg(sketch, view, css, shelf.names.get(code, code))

    def symbol(self, name: str, alt: str = "", css: str = "symbol") -> Markup:
        """A symbol in the colour of the text."""
        if not name:
            return Markup("")
        sketch = self.kit.shelf.symbol(name, 12, 12, 24, INK)
        return self._svg(sketch, Rect(0, 0, 24, 24), css, alt, inked=True)

    def figure(self, chapter: ChapterContent | None, block: Content) -> Markup:
        """A block as a picture: as it is printed, without its caption."""
        kit = self.kit_of(chapter) if chapter else self.kit
        unit = units_of(kit, (block,), FIGURE_WIDTH)[0]
        return self._unit(unit, self._alt(block))

    def stage(self, chapter: ChapterContent | None, block: Example) -> Markup:
        """The scenes of an example."""
        kit = self.kit_of(chapter) if chapter else self.kit
        return self._unit(stage(kit, block, FIGURE_WIDTH), block.alt)

    def _alt(self, block: Content) -> str:
        names = self.kit.shelf.names
        if isinstance(block, blocks.Seats | blocks.ArtPicture):
            return block.alt
        if isinstance(block, blocks.Choices):
            said = [
                f"{names.get(code, code)}: "
                + phrase(self.kit.language, "legal" if legal else "illegal")
                for code, legal in block.cards
            ]
            return f"{names.get(block.top, block.top)}. {'; '.join(said)}."
        if isinstance(block, blocks.Fan | blocks.CardRow):
            return ", ".join(names.get(code, code) for code in block.cards)
        return ""

    def _unit(self, unit: Unit, alt: str) -> Markup:
        sketch = tuple(piece for chunk in unit.draw(0, 0) for piece in chunk.sketch)
        view = Rect(-0.5, -0.5, FIGURE_WIDTH + 1, unit.height + 1)
        return self._svg(sketch, view, "figure", alt)

    def _svg(
        self, sketch: Sketch, view: Rect, css: str, alt: str, *, inked: bool = False
    ) -> Markup:
        about = {"class": css}
        about |= {"role": "img", "aria-label": alt} if alt else {"aria-hidden": "true"}
        made = self.album.picture(list(self._pieces(sketch)), view, about)
        if inked:
            made = made.replace("<use ", '<use class="inked" ')
        return Markup(made)

    def _pieces(self, sketch: Iterable[Piece]) -> Iterable[Mark | tuple[str, Matrix]]:
        for piece in sketch:
            if isinstance(piece, Stamp):
                name = "d-" + anchor(piece.key)
                drawing = self.kit.shelf.get(piece.key).drawing
                if piece.key.startswith("symbol:") and piece.key.endswith(INK):
                    drawing = _current(drawing)
                self.album.keep(name, drawing)
                yield name, piece.matrix
            else:
                yield piece


def _current(drawing: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """A symbol in ink takes the colour of the text, for dark screens."""
    return recoloured(drawing, lambda colour: "currentColor" if colour == INK else colour)

"""A game's deck as sheets to print: which cards, how many, their faces, and where they go.

Puts the press's parts together; draws nothing and decides no place itself.  What is wrong with
faces is told all at once (`SpecError`), what is wrong with the wish as a `PersonError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from card_specs.language.deck import deck
from card_specs.language.model import Card, Game, Option, Value, say
from card_specs.language.problems import Mark, PersonError, Problem, SpecError, nearest
from card_specs.values import dataclass
from deckgen import printers
from deckgen.drawing import Drawing
from deckgen.face import NO_BACK, Faces, backs_of, gathered
from deckgen.fonts import MissingGlyphError
from deckgen.geometry import CardFormat
from deckgen.impose import impose
from deckgen.papers import card_format, paper_named
from deckgen.pdf_file import About
from deckgen.pictures import chosen
from deckgen.sheet import Backs, Copies, Marks, MarksOn, Order, Sheet, SheetOptions, Side
from deckgen.small_print import SmallPrint, lay_out_with
from deckgen.to_pdf import Job

WORDS: Mapping[str, str] = {"es": "mazo de cartas para imprimir", "en": "deck of cards to print"}
_DUPLEX = {Backs.DUPLEX_LONG: "DuplexFlipLongEdge", Backs.DUPLEX_SHORT: "DuplexFlipShortEdge"}


@dataclass(frozen=True)
class SheetWish:
    """What is asked of the sheets, as a command line gives it; mm."""

    paper: str = "a4"
    backs: Backs = Backs.DUPLEX_LONG
    marks: Marks = Marks.CROP
    marks_on: MarksOn = MarksOn.FRONTS
    order: Order = Order.ALTERNATE
    gap: float | None = 0.0
    margin: float = 4.0
    shift: tuple[float, float] | None = None
    printer: str = ""


@dataclass(frozen=True)
class TableWish:
    """The table that the cards are for: players, `name=value` options, variant."""

    players: int | None = None
    options: tuple[str, ...] = ()
    variant: str = ""


@dataclass(frozen=True)
class Wish:
    """What a person asks for.

    No language is the spec's first; `card` and `bleed` (mm) overrule the style's.  `copies` prints
    the whole deck so many times or, with `only`, so many of each of those cards; 0 is once, or as
    many as the deck has.
    """

    language: str = ""
    sheet: SheetWish = SheetWish()
    table: TableWish = TableWish()
    card: str = ""
    bleed: float | None = None
    ink: str = "full"
    only: tuple[str, ...] = ()
    copies: int = 0


@dataclass(frozen=True)
class Deck:
    """What goes to paper, and what to tell whoever asked for it."""

    job: Job
    cards: int
    warnings: tuple[str, ...]

    @property
    def language(self) -> str:
        return self.job.about.lang

    @property
    def report(self) -> dict[str, object]:
        """Figures for `--json`."""
        options, sheets = self.job.layout.options, self.job.sheets
        return {
            "title": self.job.about.title,
            "language": self.job.about.lang,
            "cards": self.cards,
            "faces": len({name for sheet in sheets for name in sheet.faces}),
            "sheets": max((sheet.of for sheet in sheets), default=0),
            "pages": len(sheets),
            "per_sheet": self.job.layout.grid.count,
            "paper": str(options.paper),
            "card_mm": [options.card.width, options.card.height],
            "backs": options.backs.value,
            "warnings": list(self.warnings),
        }


def deck_to_print(game: Game, wish: Wish) -> Deck:
    """The deck on its sheets.  Raises `SpecError` and `PersonError`."""
    language = _language(game, wish)
    faces = Faces(game)
    size = _size(faces.card, wish)
    options = _sheet_options(wish.sheet, size)
    cards = _cards(game, wish)
    if not cards:
        raise PersonError(f"{game.id} has no cards to print for such a table")
    fronts = {card.id: card for card, _ in cards}
    backs = {} if options.backs is Backs.NONE else backs_of(fronts.values())
    drawings = _drawn(faces, fronts, backs, _Drawn(language, wish.ink, _whole(faces.card, size)))
    small = _small(game, language)
    total = sum(count for _, count in cards)
    layout, warning = lay_out_with(options, small, total)
    sheets = impose(layout, _copies(cards))
    subject = WORDS.get(language, WORDS["en"])
    about = About(small.title, language, subject, duplex=_duplex(options, sheets))
    warnings = [str(problem) for problem in gathered(faces.warnings.found)]
    warnings += [f"warning: {warning}"] if warning else []
    return Deck(Job(layout, sheets, drawings, small, about), total, tuple(warnings))


def output_file(game: Game, language: str) -> Path:
    """Where the deck goes if nobody says otherwise."""
    return Path("output") / f"{game.id}-{language}.pdf"


def _language(game: Game, wish: Wish) -> str:
    if wish.language and wish.language not in game.languages:
        raise PersonError(
            f"{game.id} does not speak '{wish.language}' — {nearest(wish.language, game.languages)}"
        )
    return wish.language or game.languages[0]


def _sheet_options(wish: SheetWish, size: CardFormat) -> SheetOptions:
    """The options with their names looked up; a printer's profile fills in shift and scale."""
    if wish.shift is not None and wish.backs in (Backs.FOLD, Backs.NONE):
        raise PersonError(f"--shift moves back pages, and '{wish.backs}' has none — leave it out")
    known = printers.printer(wish.printer) if wish.printer else printers.Printer()
    return SheetOptions(
        paper=paper_named(wish.paper),
        card=size,
        backs=wish.backs,
        gap=wish.gap,
        margin=wish.margin,
        marks=wish.marks,
        marks_on=wish.marks_on,
        order=wish.order,
        shift=known.shift if wish.shift is None else wish.shift,
        scale=known.scale,
    )


def _size(style: CardFormat, wish: Wish) -> CardFormat:
    size = card_format(wish.card, style) if wish.card else style
    return size if wish.bleed is None else replace(size, bleed_by=wish.bleed)


def _whole(style: CardFormat, size: CardFormat) -> CardFormat:
    """The size to draw: a narrower bleed is cut off on the sheet, for that no face is changed."""
    return replace(size, bleed_by=max(size.bleed_by, style.bleed_by))


def _small(game: Game, language: str) -> SmallPrint:
    """The title and the terms of the deck.  Raises `SpecError` for letters that the font lacks."""
    title, credit, licence = (
        " ".join(text.get(language, "").split())
        for text in (game.title, game.credits, game.licence)
    )
    small = SmallPrint(title or game.id, " ".join(filter(None, (credit, licence))), language)
    try:
        small.measure()
    except MissingGlyphError as error:
        hint = "the sheets' small print needs it: use another character"
        message = f"title, credits or licence ({language}): {error}"
        raise SpecError([Problem(game.mark, message, hint)]) from error
    return small


def _duplex(options: SheetOptions, sheets: Sequence[Sheet]) -> str:
    """What a viewer should preset: both sides only where the pages come in pairs."""
    paired = options.order is Order.ALTERNATE and any(s.side is Side.BACK for s in sheets)
    return _DUPLEX.get(options.backs, "Simplex") if paired else "Simplex"


# --- which cards, and how many ----------------------------------------------------------------


def _cards(game: Game, wish: Wish) -> list[tuple[Card, int]]:
    """The cards in the spec's order, each with its number of copies."""
    try:
        values = option_values(game, wish.table.options)
        all_cards = deck(game, values, _players(game, wish.table))
    except ValueError as error:
        raise PersonError(str(error)) from error
    if not wish.only:
        whole = [(card, card.copies) for card in all_cards if card.copies]
        return whole * max(wish.copies, 1)
    picked = ((card, wish.copies or card.copies) for card in chosen(all_cards, wish.only))
    return [(card, count) for card, count in picked if count]


def _copies(cards: Iterable[tuple[Card, int]]) -> list[Copies]:
    """For the sheets, which know names only."""
    return [Copies(card.id, _back(card), count) for card, count in cards]


def _back(card: Card) -> str | None:
    """The name under which a card's back is kept; no card's own name has a space."""
    return None if card.back == NO_BACK else f"back {card.back}"


def _players(game: Game, wish: TableWish) -> int | None:
    """How many play: as asked, or the most that the variant allows."""
    numbers = game.players
    if wish.variant:
        if wish.variant not in game.variants:
            hint = nearest(wish.variant, game.variants)
            raise PersonError(f"{game.id} has no variant '{wish.variant}' — {hint}")
        numbers = game.variants[wish.variant].players
    if wish.players is None:
        return numbers.most
    if wish.players not in numbers:
        raise PersonError(f"{game.id} is for {numbers} players, not for {wish.players}")
    return wish.players


def option_values(game: Game, settings: Iterable[str]) -> dict[str, Value]:
    """The table options that `name=value` texts set.  Raises `PersonError`."""
    values: dict[str, Value] = {}
    for setting in settings:
        name, equals, text = (part.strip() for part in setting.partition("="))
        if not equals:
            raise PersonError(f"'{setting}' sets no option — write it as name=value")
        option = game.options.get(name)
        if option is None:
            raise PersonError(f"{game.id} has no option '{name}' — {nearest(name, game.options)}")
        values[name] = _value(option, text)
    return values


def _value(option: Option, text: str) -> Value:
    """The value meant; what is not allowed is refused by `deck`, with what is."""
    known = {say(value): value for value in option.values}
    if text in known:
        return known[text]
    return int(text) if text.lstrip("-").isdigit() else text


# --- their faces ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Drawn:
    """How faces are drawn."""

    language: str
    ink: str
    size: CardFormat


def _drawn(
    faces: Faces, fronts: Mapping[str, Card], backs: Mapping[str, Mark], how: _Drawn
) -> dict[str, Drawing]:
    """All faces; raises `SpecError` with everything that is wrong with any of them."""
    problems: list[Problem] = []
    drawings: dict[str, Drawing] = {}
    for name, card in fronts.items():
        try:
            drawings[name] = faces.draw(card, how.language, how.ink, how.size)
        except SpecError as error:
            problems += error.problems
    for name, mark in backs.items():
        try:
            drawn = faces.draw_back(name, how.ink, how.size, how.language, mark)
            drawings[f"back {name}"] = drawn
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(gathered(problems))
    return drawings

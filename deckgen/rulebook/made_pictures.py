"""Blocks with pictures: cards that the spec names, examples and tables as the engine has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from card_specs.language import grammar
from card_specs.language.book import Block
from deckgen.rulebook import scenes
from deckgen.rulebook.content import (
    ArtPicture,
    Box,
    CardRow,
    Content,
    Example,
    Fan,
    Panel,
    PanelLine,
)
from deckgen.rulebook.desk import Desk
from deckgen.rulebook.inline import Rich, plain, words_of
from deckgen.rulebook.made_texts import number_of
from deckgen.rulebook.played import Played
from deckgen.rulebook.scenes import Asked
from deckgen.rulebook.wording import say as phrase


def fan(desk: Desk, block: Block) -> list[Content]:
    return [Fan(desk.cards(block, block.names()))]


def row_(desk: Desk, block: Block) -> list[Content]:
    large = block.fields.get("large", bool) or False
    return [CardRow(desk.cards(block, block.names()), desk.fill.rich(block.texts("text")), large)]


def panel(desk: Desk, block: Block) -> list[Content]:
    lines = []
    for fields in block.items():
        figure, text = (fields.get(name, dict) or {} for name in ("figure", "text"))
        card = (*desk.cards(block, (fields.text("card"),)), "")[0]
        lines.append(PanelLine(card, desk.fill.rich(figure), desk.fill.rich(text)))
    large = (*desk.cards(block, (block.name("card"),)), "")[0] if block.name("card") else ""
    return [Panel(large, tuple(lines))]


def picture_(desk: Desk, block: Block) -> list[Content]:
    caption = desk.fill.rich(block.texts("text"))
    alt = desk.fill.plain(block.texts("alt")) or words_of(caption)
    return [ArtPicture(block.name(), caption, alt, block.at)]


def example(desk: Desk, block: Block) -> list[Content]:
    title = desk.fill.rich(block.texts("title"))
    asked = Asked(block.names("show"), block.name("value"))
    caption = block.fields.get("text", bool) is not False
    found = example_of(desk, block.name(), asked, block.name("symbol"), title)
    if found is None:
        return []
    if not found.scenes:
        return [Box(found.caption, found.title, block.name("symbol"))]
    if not caption:
        found = Example(found.id, found.title, found.symbol, found.scenes, (), found.alt)
    return [found]


def example_of(
    desk: Desk, id: str, asked: Asked, symbol: str = "", title: Rich = ()
) -> Example | None:
    """An example as a figure; without scenes where it is no picture."""
    played = desk.played.get(id)
    if played is None:
        return None
    made_scenes = scenes.example_of(desk.matter, played, asked)
    named = title or plain(played.title.get(desk.language, "") or _first_card(desk, played))
    caption = plain(played.caption.get(desk.language, ""))
    found = Example(id, named, symbol, made_scenes, caption, "")
    alt = scenes.described(desk.matter, found)
    return Example(id, named, symbol, made_scenes, caption, alt)


def _first_card(desk: Desk, played: Played) -> str:
    """What an example without a title is called: the first card that is played."""
    for made_round in played.rounds:
        for _, move in made_round.moves:
            for token in move.split()[1:2]:
                if token in desk.matter.by_code:
                    return grammar.sentence(desk.matter.name(token)).rstrip(".")
    return phrase(desk.language, "example").rstrip(".")


def choices(desk: Desk, block: Block) -> list[Content]:
    played = desk.played.get(block.name())
    if played is None:
        return []
    caption = desk.fill.rich(block.texts("text"))
    return [scenes.choices_of(desk.matter, played, block.name("zone"), caption)]


def seats(desk: Desk, block: Block) -> list[Content]:
    played = desk.played.get(block.name())
    if played is None:
        return []
    places = block.fields.node.get("places")
    laid = scenes.Laid(
        block.names("zones"),
        block.names("front"),
        number_of(desk, block.at, places.raw) if places is not None else 0,
        block.name("place"),
        desk.fill.plain(block.texts("first")),
        desk.fill.plain(block.texts("dealer")),
    )
    return [scenes.seats_of(desk.matter, played, laid, desk.fill.rich(block.texts("text")))]


MAKERS: Mapping[str, Callable[[Desk, Block], list[Content]]] = {
    "fan": fan,
    "row": row_,
    "panel": panel,
    "picture": picture_,
    "example": example,
    "choices": choices,
    "seats": seats,
}

"""Blocks with pictures: cards that the spec names, examples and tables as the engine has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

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
from deckgen.rulebook.inline import Rich, plain, words_of
from deckgen.rulebook.made_texts import number_of
from deckgen.rulebook.played import Played
from deckgen.rulebook.scenes import Asked
from deckgen.rulebook.wording import say as phrase

if TYPE_CHECKING:
    from deckgen.rulebook.compose import Composer


def fan(composer: Composer, block: Block) -> list[Content]:
    return [Fan(composer.cards(block, block.names()))]


def row_(composer: Composer, block: Block) -> list[Content]:
    large = block.fields.get("large", bool) or False
    return [
        CardRow(
            composer.cards(block, block.names()), composer.fill.rich(block.texts("text")), large
        )
    ]


def panel(composer: Composer, block: Block) -> list[Content]:
    lines = []
    for fields in block.items():
        figure, text = (fields.get(name, dict) or {} for name in ("figure", "text"))
        card = (*composer.cards(block, (fields.text("card"),)), "")[0]
        lines.append(PanelLine(card, composer.fill.rich(figure), composer.fill.rich(text)))
    large = (*composer.cards(block, (block.name("card"),)), "")[0] if block.name("card") else ""
    return [Panel(large, tuple(lines))]


def picture_(composer: Composer, block: Block) -> list[Content]:
    caption = composer.fill.rich(block.texts("text"))
    alt = composer.fill.plain(block.texts("alt")) or words_of(caption)
    return [ArtPicture(block.name(), caption, alt, block.at)]


def example(composer: Composer, block: Block) -> list[Content]:
    title = composer.fill.rich(block.texts("title"))
    asked = Asked(block.names("show"), block.name("value"))
    caption = block.fields.get("text", bool) is not False
    found = example_of(composer, block.name(), asked, block.name("symbol"), title)
    if found is None:
        return []
    if not found.scenes:
        return [Box(found.caption, found.title, block.name("symbol"))]
    if not caption:
        found = Example(found.id, found.title, found.symbol, found.scenes, (), found.alt)
    return [found]


def example_of(
    composer: Composer, id: str, asked: Asked, symbol: str = "", title: Rich = ()
) -> Example | None:
    """An example as a figure; without scenes where it is no picture."""
    played = composer.played.get(id)
    if played is None:
        return None
    made_scenes = scenes.example_of(composer.matter, played, asked)
    named = title or plain(played.title.get(composer.language, "") or _first_card(composer, played))
    caption = plain(played.caption.get(composer.language, ""))
    found = Example(id, named, symbol, made_scenes, caption, "")
    alt = scenes.described(composer.matter, found)
    return Example(id, named, symbol, made_scenes, caption, alt)


def _first_card(composer: Composer, played: Played) -> str:
    """What an example without a title is called: the first card that is played."""
    for made_round in played.rounds:
        for _, move in made_round.moves:
            for token in move.split()[1:2]:
                if token in composer.matter.by_code:
                    return grammar.sentence(composer.matter.name(token)).rstrip(".")
    return phrase(composer.language, "example").rstrip(".")


def choices(composer: Composer, block: Block) -> list[Content]:
    played = composer.played.get(block.name())
    if played is None:
        return []
    caption = composer.fill.rich(block.texts("text"))
    return [scenes.choices_of(composer.matter, played, block.name("zone"), caption)]


def seats(composer: Composer, block: Block) -> list[Content]:
    played = composer.played.get(block.name())
    if played is None:
        return []
    places = block.fields.node.get("places")
    laid = scenes.Laid(
        block.names("zones"),
        block.names("front"),
        number_of(composer, block.at, places.raw) if places is not None else 0,
        block.name("place"),
        composer.fill.plain(block.texts("first")),
        composer.fill.plain(block.texts("dealer")),
    )
    return [scenes.seats_of(composer.matter, played, laid, composer.fill.rich(block.texts("text")))]


MAKERS: Mapping[str, Callable[[Composer, Block], list[Content]]] = {
    "fan": fan,
    "row": row_,
    "panel": panel,
    "picture": picture_,
    "example": example,
    "choices": choices,
    "seats": seats,
}

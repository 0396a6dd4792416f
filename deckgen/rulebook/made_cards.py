"""Blocks made of the spec's cards: contents, legend, the table of cards, entries, parts, index."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from card_specs.language.book import Block, is_for
from card_specs.language.model import CardKind
from card_specs.language.problems import nearest
from card_specs.language.shapes import Fields
from deckgen.rulebook.content import (
    CardLine,
    CardTable,
    Content,
    Contents,
    Entries,
    Entry,
    Legend,
    LegendWord,
    Part,
    Parts,
    Table,
)
from deckgen.rulebook.desk import Desk
from deckgen.rulebook.inline import Rich, Span, plain
from deckgen.rulebook.made_pictures import example_of
from deckgen.rulebook.made_texts import scalar, upper_first
from deckgen.rulebook.scenes import Asked
from deckgen.rulebook.wording import say as phrase


def contents(desk: Desk, block: Block) -> list[Content]:
    """The chapters; pages are put in when they are known."""
    found = []
    chapters = [c for c in desk.book.chapters if is_for(c.only, desk.order.variant)]
    number = 0
    for index, chapter in enumerate(chapters):
        counts = index < len(chapters) - 1 or chapter.closing
        number += counts
        target = f"chapter:{chapter.id or f'chapter-{chapter.at.line}'}"
        found.append((str(number) if counts else "", desk.fill.rich(chapter.title), target))
    return [Contents(tuple(found))]


def legend(desk: Desk, block: Block) -> list[Content]:
    words = desk.order.game.words.get(block.name(), {})
    if not words:
        hint = nearest(block.name(), desk.order.game.words)
        desk.problems.add(block.at, f"there is no word list '{block.name()}'", hint)
    language = desk.language
    return [
        Legend(
            tuple(
                LegendWord(
                    word.list,
                    word.name,
                    word.letters.get(language, word.letter),
                    word.title.get(language, word.name),
                )
                for word in words.values()
                if any(card.attributes.get(word.list) == word.name for card in desk.matter.cards)
            )
        )
    ]


def kinds_of(desk: Desk, block: Block) -> list[CardKind]:
    """The kinds that a block names, or all that are printed."""
    game = desk.order.game
    names = block.names()
    if names == ("all",):
        printed = {card.kind.name for card in desk.matter.cards if card.copies}
        return [kind for kind in game.kinds.values() if kind.name in printed]
    for name in names:
        if name not in game.kinds:
            hint = nearest(name, game.kinds)
            desk.problems.add(block.at, f"there is no kind of card '{name}'", hint)
    return [game.kinds[name] for name in names if name in game.kinds]


def card_table(desk: Desk, block: Block) -> list[Content]:
    """A line a kind; the counts of `deck: all` add up to the deck."""
    lines = block.fields.map("lines")
    pictures = block.fields.texts("pictures")
    titles = block.fields.map("titles")
    _known_kinds(desk, block, lines, pictures, titles)
    made = []
    for kind in kinds_of(desk, block):
        code = _shown_card(desk, block, kind, pictures.get(kind.name, ""))
        text = desk.fill.rich(lines[kind.name]) if kind.name in lines else ()
        target = f"entry:{kind.name}"
        made.append(
            CardLine(
                kind.name,
                code,
                upper_first(desk.matter.title(kind)),
                desk.matter.count(kind.name),
                desk.matter.local_code(code),
                text or card_text(desk, kind),
                target if target in desk.fill.links else "",
                f"card:{kind.name}" if target not in desk.fill.links else "",
            )
        )
    return [CardTable(tuple(made), sum(line.count for line in made))]


def _known_kinds(desk: Desk, block: Block, *by_kind: Mapping[str, object]) -> None:
    kinds = desk.order.game.kinds
    for name in {name for one in by_kind for name in one if name not in kinds}:
        desk.problems.add(block.at, f"there is no kind of card '{name}'", nearest(name, kinds))


def _shown_card(desk: Desk, block: Block, kind: CardKind, wanted: str) -> str:
    cards = desk.matter.of_kind(kind.name)
    if not wanted:
        return cards[0].code if cards else ""
    if wanted not in {card.code for card in cards}:
        hint = nearest(wanted, [card.code for card in cards])
        message = f"no card of the kind '{kind.name}' has the code '{wanted}'"
        desk.problems.add(block.at, message, hint)
    return wanted


def card_text(desk: Desk, kind: CardKind) -> Rich:
    """What is printed on a card of the kind, else what its steps say."""
    cards = desk.matter.of_kind(kind.name)
    text = cards[0].text.get(desk.language, "") if cards else ""
    if text:
        at = kind.marks.get(f"text.{desk.language}", kind.mark)
        return desk.fill.filled(scalar(text, at))
    return plain(desk.said.steps_in_words(kind))


def entries(desk: Desk, block: Block) -> list[Content]:
    """An entry for each of the kinds that are named."""
    game = desk.order.game
    found = []
    for name, fields in block.fields.map("entries").items():
        kind = game.kinds.get(name)
        if kind is None:
            message = f"there is no kind of card '{name}'"
            desk.problems.add(fields.node.mark, message, nearest(name, game.kinds))
            continue
        found.append(_entry(desk, block, kind, fields))
    return [Entries(tuple(found))]


def _entry(desk: Desk, block: Block, kind: CardKind, fields: Fields) -> Entry:
    language = desk.language
    other = next((one for one in desk.order.game.languages if one != language), "")
    text = fields.get("text", dict)
    chip = fields.get("chip", dict)
    title = fields.get("title", dict)
    figure = None
    example: Rich = ()
    if fields.text("example"):
        made = example_of(desk, fields.text("example"), Asked(), "")
        show = fields.get("figure", bool) or False
        figure = made if show and made is not None and made.scenes else None
        example = made.caption if made is not None and figure is None else ()
    return Entry(
        kind.name,
        _shown_card(desk, block, kind, fields.text("card")),
        upper_first(desk.fill.plain(title) if title else desk.matter.title(kind)),
        desk.fill.plain(chip) if chip else desk.said.moment_of(kind),
        kind.title.get(other, "") if "{" not in kind.title.get(other, "") else "",
        other,
        desk.fill.rich(text) if text else plain(desk.said.steps_in_words(kind)),
        example,
        figure,
    )


def parts(desk: Desk, block: Block) -> list[Content]:
    """Printed things that are no cards."""
    components = desk.order.game.components
    names = list(components) if block.names() == ("all",) else list(block.names())
    lines = block.fields.map("lines")
    found = []
    for name in names:
        part = components.get(name)
        if part is None:
            message = f"there is no component '{name}'"
            desk.problems.add(block.at, message, nearest(name, components))
            continue
        title = part.title.get(desk.language, name)
        text = desk.fill.rich(lines[name]) if name in lines else ()
        symbol = {"dice_nets": "dice"}.get(part.kind, "pencil")
        found.append(Part(upper_first(title), part.count, text, symbol))
    return [Parts(tuple(found))] if found else []


def index(desk: Desk, block: Block) -> list[Content]:
    """Every card: name, code, count, page of its entry."""
    matter, language = desk.matter, desk.language
    cells: list[tuple[Rich, ...]] = []
    for kind in sorted(matter.game.kinds.values(), key=lambda one: upper_first(matter.title(one))):
        cards = matter.of_kind(kind.name)
        if not cards or not matter.count(kind.name):
            continue
        targets = (f"entry:{kind.name}", f"card:{kind.name}")
        link = next((one for one in targets if one in desk.fill.links), "")
        page = _page_of(desk, link)
        codes = _codes_of(desk, kind)
        cells.append(
            (
                (Span(upper_first(matter.title(kind)), True, link=link),),
                plain(codes),
                plain(f"×{matter.count(kind.name)}"),
                (Span(page, link=link),),
            )
        )
    if len(cells) % 2:
        cells.append(((), (), (), ()))
    half = len(cells) // 2
    rows = tuple((*cells[i], *cells[i + half]) for i in range(half))
    head = [plain(phrase(language, key)) for key in ("card", "code", "count")]
    head.append(plain(phrase(language, "page_short")))
    return [Table((*head, *head), rows, (21, 13, 8, 9) * 2, sort="index")]


def _page_of(desk: Desk, link: str) -> str:
    """The page of a card, a dash where it stands on none; an arrow where there are no pages."""
    if not link:
        return "–"
    pages = desk.fill.pages
    return "→" if pages is None else desk.fill.page(link, pages)


def _codes_of(desk: Desk, kind: CardKind) -> str:
    """The code of a kind's first card, and whether there are others."""
    codes = list(dict.fromkeys(card.code for card in desk.matter.of_kind(kind.name)))
    first = desk.matter.local_code(codes[0])
    return first if len(codes) == 1 else f"{first} …"


MAKERS: Mapping[str, Callable[[Desk, Block], list[Content]]] = {
    "contents": contents,
    "legend": legend,
    "deck": card_table,
    "parts": parts,
    "entries": entries,
    "index": index,
}

"""Blocks made of a spec's rules half: options, variants, moves, orders, words, credits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from card_specs.language.book import Block, Texts
from card_specs.language.model import Option, say
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Scalar, Sequence
from card_specs.language.problems import nearest
from card_specs.language.shapes import Fields
from deckgen.rulebook import wording
from deckgen.rulebook.content import Cases, Content, Credits, Item, Paragraph, Table
from deckgen.rulebook.desk import Desk
from deckgen.rulebook.inline import Rich, Span, bold, joined, plain
from deckgen.rulebook.made_texts import number_of, scalar, upper_first
from deckgen.rulebook.wording import say as phrase

# --- the table's agreements ----------------------------------------------------------------------


def options(desk: Desk, block: Block) -> list[Content]:
    """Agreement, what is normal, what is possible too."""
    known = desk.order.game.options
    names = list(known) if block.names() == ("all",) else list(block.names())
    words = block.fields.map("words")
    rows = []
    for name in names:
        option = known.get(name)
        if option is None:
            hint = nearest(name, known)
            desk.problems.add(block.at, f"there is no option '{name}'", hint)
            continue
        own = {key: texts for key, (_, texts) in words.get(name, {}).items()}
        rows.append(_option_row(desk, option, own))
    say_ = desk.language
    head = tuple(plain(phrase(say_, key)) for key in ("agreement", "normal", "possible"))
    return [Table(head, tuple(rows), (7, 5, 7))] if rows else []


def _option_row(desk: Desk, option: Option, own: Mapping[str, Texts]) -> tuple[Rich, ...]:
    def words(key: str, otherwise: str) -> Rich:
        return desk.fill.rich(own[key]) if key in own else plain(otherwise)

    title = words("title", "") or bold(plain(upper_first(option.title.get(desk.language, ""))))
    default = words(say(option.default), desk.matter.option_value(option, option.default))
    if option.least is not None:
        ends = (option.least, option.most)
        others: Rich = words("others", phrase(desk.language, "from_to", *ends))
    else:
        values = [value for value in option.values if value != option.default]
        said = [words(say(one), desk.matter.option_value(option, one)) for one in values]
        others = joined(said, " · ")
    return title, default, others


def variants(desk: Desk, block: Block) -> list[Content]:
    """Every variant: what it is."""
    known = desk.order.game.variants
    names = list(known) if block.names() == ("all",) else list(block.names())
    texts = block.fields.map("texts")
    if desk.order.variant:
        names = [name for name in names if name == desk.order.variant]
    items = []
    for name in names:
        if name not in known:
            message = f"there is no variant '{name}'"
            desk.problems.add(block.at, message, nearest(name, known))
            continue
        variant = known[name]
        title = upper_first(variant.title.get(desk.language, name))
        text = desk.fill.rich(texts[name]) if name in texts else ()
        items.append(Item(plain(f"{title} ({variant.players})".replace("-", "–")), text, "player"))
    return [Cases(tuple(items))] if items else []


# --- play by mail --------------------------------------------------------------------------------


def moves(desk: Desk, block: Block) -> list[Content]:
    """How moves are written; two to a row."""
    cells: list[Rich] = []
    for fields in block.items():
        move = desk.matter.move(fields.text("move"))
        _check_move(desk, fields)
        cells.append((Span(move.replace(" ", "\u00a0"), True),))
        cells.append(desk.fill.rich(fields.get("text", dict) or {}))
    if len(cells) % 4:
        cells += [(), ()]
    rows = tuple(tuple(cells[i : i + 4]) for i in range(0, len(cells), 4))
    return [Table((), rows, (11, 8, 8, 8), sort="moves")]


def _check_move(desk: Desk, fields: Fields) -> None:
    verbs = desk.matter.verbs.verbs
    verb = fields.text("move").split(" ")[0]
    if verb not in verbs:
        message = f"the spec has no verb '{verb}'"
        desk.problems.add(fields.mark("move"), message, nearest(verb, verbs))


def orders(desk: Desk, block: Block) -> list[Content]:
    """The standing orders in a paragraph; every key and choice of the spec has its words."""
    section = desk.order.game.sections.get("orders")
    given = block.fields.map("orders")
    parts_: list[Rich] = []
    for key, choices in _order_choices(section):
        own = {name: texts for name, (_, texts) in given.get(key, {}).items()}
        for name in choices:
            if name not in own:
                message = f"the standing order '{key}: {name}' is not explained"
                desk.problems.add(block.at, message, f"write {key}: {{{name}: {{es: …, en: …}}}}")
        title = _order_title(section, key, desk.language)
        said = joined([desk.fill.rich(texts) for texts in own.values()], "; ")
        if said:
            parts_.append((*bold(plain(f"{upper_first(title)}: ")), *said))
    for key in given:
        if key not in dict(_order_choices(section)):
            hint = nearest(key, dict(_order_choices(section)))
            desk.problems.add(block.at, f"there is no standing order '{key}'", hint)
    if not parts_:
        return []
    lead = desk.fill.filled(scalar(phrase(desk.language, "orders"), block.at))
    return [Paragraph("text", (*lead, *joined(parts_, ". "), Span(".")))]


def _order_choices(section: object) -> Iterator[tuple[str, list[str]]]:
    if not isinstance(section, MappingNode):
        return
    skipped = ("title", "gender", "plural", "rules", "cards")
    for key, node in section:
        if isinstance(node, MappingNode):
            yield key.text, [name.text for name, _ in node if name.text not in skipped]


def _order_title(section: object, key: str, language: str) -> str:
    node = section.get(key) if isinstance(section, MappingNode) else None
    title = node.get("title") if isinstance(node, MappingNode) else None
    text = title.get(language) if isinstance(title, MappingNode) else title
    return text.text if isinstance(text, Scalar) else key


def deadline(desk: Desk, block: Block) -> list[Content]:
    """What is answered for somebody who is late."""
    text = desk.fill.rich(block.texts())
    if not text:
        section = desk.order.game.sections.get("deadline")
        verbs = list(dict.fromkeys(_deadline_verbs(section)))
        said = ", ".join(desk.matter.move(verb) for verb in verbs)
        text = plain(phrase(desk.language, "late_made", said))
    lead = desk.fill.filled(scalar(phrase(desk.language, "late"), block.at))
    return [Paragraph("text", (*lead, *text))]


def _deadline_verbs(section: object) -> Iterator[str]:
    for policy in section if isinstance(section, Sequence) else ():
        take = policy.get("take") if isinstance(policy, MappingNode) else None
        for one in take.items if isinstance(take, Sequence) else (take,):
            if isinstance(one, Scalar):
                yield one.text.split(" ")[0]


# --- the end of the book -------------------------------------------------------------------------


def by_players(desk: Desk, block: Block) -> list[Content]:
    """A column for each number of players."""
    numbers = desk.matter.players
    head = (plain(phrase(desk.language, "players_row")), *(plain(str(n)) for n in numbers))
    rows = []
    for fields in block.items():
        node = fields.node.get("is")
        text = node.raw if node is not None else ""
        cells = [plain(str(number_of(desk, block.at, text, n))) for n in numbers]
        rows.append((desk.fill.rich(fields.get("row", dict) or {}), *cells))
    return [Table(head, tuple(rows), (4, *(1 for _ in numbers)))]


def glossary(desk: Desk, block: Block) -> list[Content]:
    """Terms in this book's language and the other, then the names of the cards."""
    game, language = desk.order.game, desk.language
    other = next((one for one in game.languages if one != language), "")
    pairs: list[tuple[Rich, Rich]] = []
    for texts in block.fields.get("glossary", tuple) or ():
        second = texts.get(other)
        there = desk.other_fill.filled(second) if second is not None else ()
        pairs.append((desk.fill.rich(texts), there))
    for kind in game.kinds.values():
        here, there_ = kind.title.get(language, ""), kind.title.get(other, "")
        if here and "{" not in here and here != there_:
            pairs.append((plain(here), plain(there_)))
    half = (len(pairs) + 1) // 2
    columns = [pairs[:half], pairs[half:] + [((), ())] * (2 * half - len(pairs))]
    rows = tuple(
        (bold(a[0]), a[1], bold(b[0]), b[1]) for a, b in zip(columns[0], columns[1], strict=True)
    )
    names = [plain(wording.NAMES.get(one, one)) for one in (language, other)]
    return [Table((*names, *names), rows, (5, 4, 5, 4), sort="words", other=other)]


def credits_(desk: Desk, block: Block) -> list[Content]:
    game, language = desk.order.game, desk.language
    terms = game.credits.get(language, "") or game.licence.get(language, "")
    lines = [phrase(language, "fonts"), phrase(language, "one_source")]
    if desk.book.edition:
        edition = phrase(language, "edition", desk.book.edition)
        lines.append(f"{edition} · {phrase(language, 'language')}")
    return [Credits(plain(terms), tuple(lines))]


MAKERS: Mapping[str, Callable[[Desk, Block], list[Content]]] = {
    "options": options,
    "variants": variants,
    "moves": moves,
    "orders": orders,
    "deadline": deadline,
    "by_players": by_players,
    "glossary": glossary,
    "credits": credits_,
}

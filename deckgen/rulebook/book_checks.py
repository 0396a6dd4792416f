"""What `deckgen check` says of a rulebook: texts that cannot be filled, literal numbers.

Examples are not played here (the check has no engine): `pbem check` does, and so does every
`deckgen rules`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from card_specs.language import numerals
from card_specs.language.book import Block, Book, Texts, read_book
from card_specs.language.fixed_numbers import fixed_numbers, named_constants
from card_specs.language.model import Game
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Node, Scalar, Sequence
from card_specs.language.placeholders import Plain, pieces
from card_specs.language.problems import Problem, Problems, SpecError, nearest
from card_specs.language.shapes import Fields
from deckgen.face import Faces
from deckgen.rulebook.compose import Composer, wanted_examples
from deckgen.rulebook.desk import Desk, Order
from deckgen.rulebook.matter import Matter
from deckgen.rulebook.played import Played
from deckgen.rulebook.theme import look_of

_FIGURES = re.compile(r"(?<![\w.,:×+−/])(\d+)(?![\w.,:]*\w)")
_BEFORE_A_NOUN = re.compile(r"\b([^\W\d_]+)(?= ([^\W\d_]+))")
_ARTICLES = frozenset(
    (
        *("a", "an", "the", "this", "that", "each", "every"),
        *("un", "el", "del", "al", "este", "ese", "cada", "otro"),
    )
)
"""Before a card's name, not before an amount: `a five comes out`."""

LEAST_IN_LETTERS = 3
"""Smaller numbers stand in too many sentences that are not about the game's."""


def check_rulebook(game: Game, problems: Problems) -> None:
    """Everything that can be said of the section `rulebook` without playing."""
    if "rulebook" not in game.sections:
        return
    found = Problems()
    book = read_book(game, found)
    if not found.errors:
        _check_examples(game, book, found)
        _check_texts(game, book, found)
    known = _parameters(game)
    for language in game.languages:
        for node in _texts_of(book, language):
            found.found += _literal(node, language, known)
    problems.found += dict.fromkeys(found.found)


def _check_examples(game: Game, book: Book, problems: Problems) -> None:
    """The examples that the book shows are there."""
    section = game.sections.get("examples")
    ids = [
        node.text
        for one in (section if isinstance(section, Sequence) else ())
        if isinstance(one, MappingNode) and isinstance(node := one.get("id"), Scalar)
    ]
    for name in wanted_examples(book):
        if name not in ids:
            at = next((block.at for block in book.blocks() if _shows(block, name)), book.at)
            problems.add(at, f"there is no example '{name}'", nearest(name, ids))


def _shows(block: Block, example: str) -> bool:
    if block.sort == "entries":
        entries = block.fields.map("entries").values()
        return any(entry.text("example") == example for entry in entries)
    return block.sort in ("example", "choices", "seats") and block.name() == example


def _check_texts(game: Game, book: Book, problems: Problems) -> None:
    """Every text can be filled, in every language; every name of art and paint exists."""
    nothing: Mapping[str, Played] = {}
    try:
        faces = Faces(game)
        look_of(book, faces, saver=False)
    except SpecError as error:
        problems.found += error.problems
        return
    for language in game.languages:
        order = Order(game, language)
        try:
            Composer(Desk(order, book, nothing, problems, faces.art.has)).book_content()
        except SpecError as error:
            problems.found += error.problems
    marks = book.look.marks
    for name in (book.look.cover, book.look.folio, book.look.foot):
        if name and "{" not in name and not faces.art.has(name):
            at = next((mark for mark in marks.values() if mark.line), book.at)
            hint = nearest(name, faces.art.names())
            problems.add(at, f"there is no drawing '{name}' for the book", hint)


# --- literal numbers -----------------------------------------------------------------------------


def _parameters(game: Game) -> Mapping[int, str]:
    """Numbers of the game that a text should not say literally, and what they are called."""
    numbers = fixed_numbers(game)
    names = {*named_constants(game), *game.options}
    found: dict[int, str] = {}
    for name in sorted(names):
        value = numbers.get(name)
        if type(value) is int and value > 1:
            found.setdefault(value, f"{{{name}}}")
    for option in game.options.values():
        for value in (option.least, option.most):
            if value is not None and value > 1:
                found.setdefault(value, f"a bound of the option '{option.name}'")
    found.setdefault(Matter(game, game.languages[0]).count(), "{deck}")
    return found


def _texts_of(book: Book, language: str) -> Iterator[Scalar]:
    """Every text of the book in a language."""
    for chapter in book.chapters:
        yield from _local((chapter.title, chapter.subtitle), language)
    yield from _local((book.aim,), language)
    for block in book.blocks():
        yield from _scalars(block.fields.node, block.fields, language)
    for side in book.aid:
        yield from _local((side.title, *(text for _, text in side.lines)), language)


def _local(texts: Iterable[Texts], language: str) -> Iterator[Scalar]:
    yield from (text[language] for text in texts if language in text)


def _scalars(node: Node, fields: Fields, language: str) -> Iterator[Scalar]:
    """The texts below a node: what stands under a language's key."""
    if isinstance(node, MappingNode):
        for key, value in node:
            if key.text == language and isinstance(value, Scalar):
                yield value
            elif not isinstance(value, Scalar):
                yield from _scalars(value, fields, language)
    elif isinstance(node, Sequence):
        for item in node:
            yield from _scalars(item, fields, language)


def _literal(node: Scalar, language: str, known: Mapping[int, str]) -> Iterator[Problem]:
    """Warnings for the numbers in a text that the game has under a name."""
    for piece in pieces(node.text):
        if not isinstance(piece, Plain):
            continue
        for offset, number, shown in _numbers(piece.text, language):
            if number in known:
                message = f"'{shown}' stands literally, and it is {known[number]}"
                hint = f"write the name in braces, or {{{number}}} if it is another {number}"
                yield Problem(node.at(piece.offset + offset), message, hint, "warning")


def _numbers(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """Numbers in figures, and in letters before a plural: place, number, how it is written."""
    for match in _FIGURES.finditer(text):
        yield match.start(), int(match[1]), match[1]
    words = numerals.CARDINALS.get(language, ())
    for match in _BEFORE_A_NOUN.finditer(text):
        word, noun = match[1].lower(), match[2].lower()
        shouted = match[1].isupper()
        plural = len(noun) > 3 and noun.endswith("s")
        named = text[: match.start()].rstrip().rpartition(" ")[2].lower() in _ARTICLES
        if word in words[LEAST_IN_LETTERS:] and plural and not (shouted or named):
            yield match.start(), words.index(word), f"{match[1]} {match[2]}"

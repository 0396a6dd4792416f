"""What a book is made from: the facts of its spec, texts that fill themselves, played examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cached_property

from card_specs.language.book import Block, Book, is_for
from card_specs.language.model import Game
from card_specs.language.problems import Problems, nearest
from card_specs.values import dataclass
from deckgen.rulebook.card_words import CardWords
from deckgen.rulebook.content import ChapterContent
from deckgen.rulebook.filling import Filler
from deckgen.rulebook.inline import Rich
from deckgen.rulebook.matter import Matter
from deckgen.rulebook.played import Played


@dataclass(frozen=True)
class Order:
    """Which book is wanted; `pages` are those of the last setting, for `{page …}`.

    None where there are no pages: links then say what they lead to.  `kept` takes the chapters that
    say no page number, by their numbers, for the next setting.
    """

    game: Game
    language: str
    variant: str = ""
    pages: Mapping[str, str] | None = field(default_factory=dict)
    kept: dict[int, ChapterContent] = field(default_factory=dict)


class Desk:
    """Where one book in one language is made; everything that makes blocks works from it."""

    def __init__(
        self,
        order: Order,
        book: Book,
        played: Mapping[str, Played],
        problems: Problems,
        has_art: Callable[[str], bool],
    ) -> None:
        self.order, self.book, self.played, self.problems = order, book, played, problems
        self.matter = Matter(order.game, order.language, order.variant)
        self.language = order.language
        links = self._links()
        self.matter.titles.update(self._card_titles())
        self.fill = Filler(self.matter, problems, has_art, links, self._titles(links), order.pages)

    def _links(self) -> frozenset[str]:
        """Everything in the book that can be linked to; cards of the table that have no entry."""
        found = {f"chapter:{one.id}" for one in self.book.chapters if one.id}
        for block in self._blocks():
            if block.sort == "entries":
                found |= {f"entry:{kind}" for kind in block.fields.map("entries")}
            elif block.sort == "example":
                found.add(f"example:{block.name()}")
        for block in self._blocks("deck"):
            named = block.names()
            kinds = self.order.game.kinds if named == ("all",) else named
            found |= {f"card:{kind}" for kind in kinds if f"entry:{kind}" not in found}
        return frozenset(found)

    def _blocks(self, sort: str = "") -> Iterator[Block]:
        """The blocks of this book (of a sort)."""
        for block in self.book.blocks():
            if is_for(block.only, self.order.variant) and sort in ("", block.sort):
                yield block

    def _card_titles(self) -> Iterator[tuple[str, str]]:
        """What a table of cards calls kinds, if not what the spec does."""
        for block in self._blocks("deck"):
            for kind, texts in block.fields.map("titles").items():
                node = texts.get(self.language) or next(iter(texts.values()), None)
                if node is not None:
                    yield kind, node.text

    def _titles(self, links: frozenset[str]) -> Mapping[str, str]:
        """What links lead to, in words; for books without pages."""
        found = {}
        for chapter in self.book.chapters:
            node = chapter.title.get(self.language)
            found[f"chapter:{chapter.id}"] = node.text if node is not None else chapter.id
        for link in links:
            sort, _, name = link.partition(":")
            if sort in ("entry", "card") and name in self.order.game.kinds:
                found[link] = self.matter.title(self.matter.kind(name))
            elif sort == "example" and name in self.played:
                found[link] = self.played[name].title.get(self.language, name)
        return found

    def texts(self, block: Block, name: str = "") -> tuple[Rich, ...]:
        """A list of texts among a block's fields."""
        found = block.fields.get(name or block.sort, tuple) or ()
        return tuple(self.fill.rich(one) for one in found if isinstance(one, Mapping))

    def cards(self, block: Block, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Card codes that exist; others are told."""
        for code in codes:
            plain_code = code.rstrip("~")
            if plain_code.startswith("BACK") or plain_code in self.matter.by_code:
                continue
            hint = nearest(plain_code, self.matter.by_code)
            self.problems.add(block.at, f"no card has the code '{code}'", hint)
        return tuple(code for code in codes if self.is_card(code))

    def is_card(self, code: str) -> bool:
        return code.startswith("BACK") or code.rstrip("~") in self.matter.by_code

    # --- what the spec says of its cards ---------------------------------------------------------

    @cached_property
    def other_fill(self) -> Filler:
        """Fills texts in the spec's other language, for tables of two."""
        languages = self.order.game.languages
        other = next((one for one in languages if one != self.language), self.language)
        matter = Matter(self.order.game, other, self.order.variant)
        return Filler(matter, self.problems, self.fill.has_art)

    @cached_property
    def said(self) -> CardWords:
        """What the spec says of its cards."""
        return CardWords(self.order.game, self.language, self.order.variant)

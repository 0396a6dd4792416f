"""Braces filled: a text of the spec becomes a `Rich`, with every mistake at its place.

What may stand in braces is told in docs/rulebook.md.  A name is looked up in this order: what the
book itself knows (page, move, deck, players), kinds, cards, option values, zones, words with a
symbol, icons, and last the numbers of the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field

from card_specs.language import grammar, numerals
from card_specs.language.arithmetic import ArithmeticProblem
from card_specs.language.book import Texts
from card_specs.language.nodes import Scalar
from card_specs.language.placeholders import Hole, Plain, pieces
from card_specs.language.problems import Problems, nearest
from card_specs.values import dataclass
from deckgen import fonts
from deckgen.rulebook.inline import Disc, Icon, Inline, Mini, Rich, Span, merged, words_of
from deckgen.rulebook.matter import Matter
from deckgen.rulebook.wording import say as phrase

TEXT_FONT = "Lato"
_NAME = re.compile(r"[A-Za-z][\w/-]*")
_HELD = re.compile(r"(?<![\w.,])([+−×]?\d+) (?=[^\W\d])")
_BEGINS = re.compile(r"(?:^|[.!?…]\s+|\n)[¿¡«“(\"']*$")
_PLURAL = ("plural",)


class _UnknownError(Exception):
    """Braces that mean nothing; the text is for the person, with a hint."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(eq=False)
class Filler:
    """Fills texts for one book.

    `pages` gives the page of a link's target (None: the book has no pages), `has_art` whether there
    is a symbol of a name; `links` are the targets that exist (an entry is `entry:KIND`).
    """

    matter: Matter
    problems: Problems
    has_art: Callable[[str], bool]
    links: frozenset[str] = frozenset()
    titles: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, str] | None = field(default_factory=dict)
    number_of_players: int | None = None
    paged: int = 0
    """How many page numbers have been written into texts."""

    # --- whole texts -----------------------------------------------------------------------------

    def rich(self, texts: Texts) -> Rich:
        """The text in the book's language."""
        node = texts.get(self.matter.language) or next(iter(texts.values()), None)
        return self.filled(node) if node is not None else ()

    def plain(self, texts: Texts) -> str:
        """The same as words alone."""
        return words_of(self.rich(texts))

    def filled(self, node: Scalar) -> Rich:
        """One text with its braces filled; what is wrong is noted at its place."""
        out: list[Inline] = []
        for piece in pieces(node.text):
            if not isinstance(piece, Hole):
                self._check_letters(node, piece)
                out.append(Span(_tidy(piece.text), piece.bold, piece.italic))
                continue
            try:
                out += self._hole(piece, bool(_BEGINS.search(words_of(out))))
            except _UnknownError as error:
                self.problems.add(node.at(piece.offset), str(error), error.hint)
        return merged(out)

    def _check_letters(self, node: Scalar, piece: Plain) -> None:
        """The text's font has every character; else it is told where."""
        letters = fonts.font(TEXT_FONT).tables
        for offset, char in enumerate(piece.text):
            if char not in " \n" and letters.advance(char) is None:
                message = f"the font {TEXT_FONT} has no '{char}' (U+{ord(char):04X})"
                self.problems.add(node.at(piece.offset + offset), message, "use another character")

    # --- braces ----------------------------------------------------------------------------------

    def _hole(self, hole: Hole, begins: bool) -> Rich:
        word, _, rest = hole.text.partition(" ")
        special = _SPECIAL.get(word)
        if special is not None:
            return special(self, hole, rest.strip())
        for look in (self._kind, self._card, self._option, self._zone, self._word, self._icon):
            found = look(hole, begins)
            if found is not None:
                return found
        return self._number(hole, begins)

    def _kind(self, hole: Hole, begins: bool) -> Rich | None:
        kind = self.matter.game.kinds.get(hole.text)
        if kind is None:
            return None
        title, language = self.matter.title(kind), self.matter.language
        if hole.form == "made":
            return _span(hole, self.matter.made(kind), begins)
        if hole.form == "plural":
            title = grammar.plural(title, language)
        elif hole.form == "lower":
            title = title[:1].lower() + title[1:]
        elif hole.form:
            raise _UnknownError(f"a kind has no form '{hole.form}'", "plural, lower or made")
        target = f"entry:{kind.name}"
        return _span(hole, title, begins, target if target in self.links else "")

    def _card(self, hole: Hole, begins: bool) -> Rich | None:
        code = hole.text
        if code not in self.matter.by_code:
            return None
        name = self.matter.name(code)
        if hole.form == "name":
            return _span(hole, name, begins)
        if hole.form == "code":
            return _span(hole, self.matter.local_code(code), False)
        if hole.form:
            raise _UnknownError(f"a card has no form '{hole.form}'", "name or code")
        return (Mini(code, name),)

    def _option(self, hole: Hole, begins: bool) -> Rich | None:
        name, equals, wanted = hole.text.partition("=")
        option = self.matter.game.options.get(name.strip())
        if option is None or not equals or wanted.startswith("="):
            return None
        for value in option.values:
            if str(value).lower() == wanted.strip():
                return _span(hole, self.matter.option_value(option, value), begins)
        raise _UnknownError(f"the option '{name}' is never '{wanted}'", f"it is {option.allowed}")

    def _zone(self, hole: Hole, begins: bool) -> Rich | None:
        if hole.text not in self.matter.zones:
            return None
        if hole.form not in ("", "the", "of", "to", "from", "in", "plural"):
            raise _UnknownError(f"a zone has no form '{hole.form}'", "the, of, to, from or plural")
        return _span(hole, self.matter.zone(hole.text, hole.form), begins)

    def _word(self, hole: Hole, begins: bool) -> Rich | None:
        word = self.matter.word(hole.text)
        if word is None:
            return None
        title = word.title.get(self.matter.language, word.name)
        if hole.form == "name":
            return _span(hole, title, begins)
        return (Disc(word.list, word.name, ""), Span(f"\u00a0{title}", hole.bold))

    def _icon(self, hole: Hole, begins: bool) -> Rich | None:
        if hole.text in self.matter.numbers:
            return None
        icons = self.matter.game.words.get("icon", {})
        word = icons.get(hole.text)
        if word is None and not (_NAME.fullmatch(hole.text) and self.has_art(hole.text)):
            return None
        alt = word.title.get(self.matter.language, word.name) if word else ""
        return (Icon(word.symbol or word.name if word else hole.text, alt, hole.bold),)

    def _number(self, hole: Hole, begins: bool) -> Rich:
        try:
            value = self.matter.value(hole.text, self.number_of_players)
        except ArithmeticProblem as problem:
            known = [*self.matter.numbers, *self.matter.game.kinds, *self.matter.zones]
            message = f"'{{{hole.text}}}' means nothing here: {problem}"
            raise _UnknownError(message, nearest(hole.text, known)) from None
        if isinstance(value, str):
            return self._chosen(hole, value, begins)
        if isinstance(value, bool):
            return _span(hole, phrase(self.matter.language, "yes" if value else "no"), begins)
        if not numerals.is_form(hole.form):
            forms = "word, ordinal, times, +, - or ONE|MANY"
            raise _UnknownError(f"a number has no form '{hole.form}'", forms)
        return _span(hole, numerals.said(value, hole.form, self.matter.language), begins)

    def _chosen(self, hole: Hole, value: str, begins: bool) -> Rich:
        """An option's default in words."""
        option = self.matter.game.options.get(hole.text)
        text = self.matter.option_value(option, value) if option else value
        return _span(hole, text, begins)

    # --- what begins with a word of its own ------------------------------------------------------

    def _page(self, hole: Hole, rest: str) -> Rich:
        target = next((f"{sort}:{rest}" for sort in _TARGETS if f"{sort}:{rest}" in self.links), "")
        if not target:
            known = [link.partition(":")[2] for link in self.links]
            raise _UnknownError(
                f"there is no chapter, entry or example '{rest}'", nearest(rest, known)
            )
        if self.pages is None:
            return (Span(self.titles.get(target, rest), link=target),)
        said = phrase(self.matter.language, "page", self.page(target, self.pages))
        return (Span(said.replace(" ", "\u00a0"), link=target),)

    def page(self, target: str, pages: Mapping[str, str]) -> str:
        """The page that a text says, as far as it is known."""
        self.paged += 1
        return pages.get(target, "00")

    def _move(self, hole: Hole, rest: str) -> Rich:
        return (Span(self.matter.move(rest).replace(" ", "\u00a0"), True),)

    def _deck(self, hole: Hole, rest: str) -> Rich:
        return self._amount(hole, rest, self.matter.count)

    def _copies(self, hole: Hole, rest: str) -> Rich:
        return self._amount(hole, rest, self.matter.copies)

    def _amount(self, hole: Hole, kind: str, count: Callable[[str], int]) -> Rich:
        if kind and kind not in self.matter.game.kinds:
            hint = nearest(kind, self.matter.game.kinds)
            raise _UnknownError(f"there is no kind of card '{kind}'", hint)
        return _span(hole, numerals.said(count(kind), hole.form, self.matter.language), False)

    def _players(self, hole: Hole, rest: str) -> Rich:
        numbers = self.matter.players
        if hole.form == "word":
            ends = [numerals.cardinal(n, self.matter.language) for n in (numbers[0], numbers[-1])]
            text = ends[0] if len(numbers) == 1 else phrase(self.matter.language, "to", *ends)
        else:
            text = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
        return _span(hole, text, False)


_TARGETS = ("chapter", "entry", "example", "card")
_SPECIAL: Mapping[str, Callable[[Filler, Hole, str], Rich]] = {
    "page": Filler._page,
    "move": Filler._move,
    "deck": Filler._deck,
    "copies": Filler._copies,
    "players": Filler._players,
}


def _span(hole: Hole, text: str, begins: bool, link: str = "") -> Rich:
    if begins:
        text = text[:1].upper() + text[1:]
    return (Span(text, hole.bold, hole.italic, link),)


def _tidy(text: str) -> str:
    """A number and its noun stay together."""
    return _HELD.sub("\\1\u00a0", text)

"""A move in a player's words -> the one legal move that it means, or why there is none.

Three things can go wrong, and each is a value: the text cannot be read, it is a move but not a
legal one, or it could mean several (or needs more words).  Nothing is guessed: what comes back
under `Read` is what the text says.  Only the reader's own list of legal moves is looked at, so no
answer tells what the reader may not know.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Collection, Container, Iterator, Sequence
from enum import Enum

from card_specs.values import dataclass
from pbem.engine.lexicon import Lexicon, Parts, Sense, plain, take_apart

_MOST_READINGS = 64
_MOST_TOKENS = 40
_ENDS = " \t.!,;:"
_AND = ("y", "e", "and", "&")
"""Words between two cards of a list."""
_QUOTES = "\"'`´‘’‚“”„«»‹›"


@dataclass(frozen=True)
class Read:
    """The text means this legal move (canonical)."""

    move: str


@dataclass(frozen=True)
class Unreadable:
    """The text is no move: `word` is the first thing that means nothing, `near` the likeliest."""

    text: str
    word: str
    near: str = ""


class Because(Enum):
    """Why a readable move is not legal now."""

    NOT_ASKED = "not asked"
    """Nothing at all is asked of the reader now."""
    VERB = "verb"
    """Nothing of that sort can be done now."""
    NOT_HELD = "not held"
    """The reader does not have that card."""
    CARD = "card"
    """Not with this card, now."""
    KEY = "key"
    """Not like that: another player, colour, place …"""
    NUMBER = "number"
    """The list that the reader was sent has no such number."""


@dataclass(frozen=True)
class NotLegal:
    """A move, but not one of the legal ones; `near` are the legal moves most like it."""

    move: str
    because: Because
    near: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ambiguous:
    """Several legal moves are meant, or the one that is begun needs more words."""

    text: str
    moves: tuple[str, ...]


Answer = Read | Unreadable | NotLegal | Ambiguous


def read_move(
    lexicon: Lexicon,
    legal: Sequence[str],
    text: str,
    lang: str,
    held: Collection[str] | None = None,
) -> Answer:
    """What a text means to a reader whose legal moves are `legal`.

    `held` are the codes of the cards the reader has, where they are known: they only make the
    reason of a refusal more exact.
    """
    words = _words(text)
    if " ".join(words) in legal:
        return Read(" ".join(words))
    senses = {take_apart(move).sense: move for move in legal}
    readings = list(_readings(lexicon, words, lang, senses))
    hits = list(dict.fromkeys(senses[p.sense] for p in readings if p.sense in senses))
    hits = hits or _same_cards(readings, legal)
    if len(hits) == 1:
        return Read(hits[0])
    if hits:
        return Ambiguous(text, tuple(hits))
    begun = [move for move in legal if any(_begins(p, take_apart(move)) for p in readings)]
    if begun:
        return Ambiguous(text, tuple(begun))
    whole = [parts for parts in readings if parts.verb]
    if whole:
        return _not_legal(whole[0], legal, held)
    if readings and not legal:
        return NotLegal(str(readings[0]).strip(), Because.NOT_ASKED)
    if readings:
        return _not_legal(_with_verb(lexicon, readings[0]), legal, held)
    return _unreadable(lexicon, text, words, lang)


# --- from words to readings ------------------------------------------------------------------


def _words(text: str) -> list[str]:
    """The words of a line, without the marks that mail programs and people put around it."""
    text = unicodedata.normalize("NFKC", text)
    text = "".join(" " if c.isspace() else c for c in text if c.isspace() or c.isprintable())
    text = text.strip(_ENDS + _QUOTES)
    text = re.sub(r"\s*=\s*", "=", text)
    text = re.sub(r"\s+,\s*|[,:]\s+", " ", text)  # `pass: C2, C9`: as people write a list
    return text.split()[:_MOST_TOKENS]


def _readings(
    lexicon: Lexicon, words: Sequence[str], lang: str, legal: Container[Sense]
) -> Iterator[Parts]:
    """All canonical moves that the words can be, with a verb or (a bare code) without."""
    for verb, size in lexicon.verb(words):
        yield from _arguments(lexicon, Parts(verb), words[size:], lang)
    for parts in _arguments(lexicon, Parts(""), words, lang):
        if parts.cards:
            yield from _bare(lexicon, parts, legal)


def _bare(lexicon: Lexicon, parts: Parts, legal: Container[Sense]) -> Iterator[Parts]:
    """A code alone means the first of the spec's verbs for it that is legal with it."""
    for verb in lexicon.bare:
        said = Parts(verb, parts.cards, parts.keys)
        if said.sense in legal:
            yield said
            return
    yield parts


def _with_verb(lexicon: Lexicon, parts: Parts) -> Parts:
    return Parts(lexicon.bare[0] if lexicon.bare else "", parts.cards, parts.keys)


def _arguments(lexicon: Lexicon, start: Parts, words: Sequence[str], lang: str) -> Iterator[Parts]:
    """Every way to read the words after the verb as cards and keys; none if one means nothing."""
    open_ends = [(start, 0)]
    for _ in range(_MOST_READINGS):
        if not open_ends:
            return
        parts, at = open_ends.pop()
        if at == len(words):
            yield parts
        else:
            open_ends += reversed(list(_next(lexicon, parts, words, at, lang)))


def _next(
    lexicon: Lexicon, parts: Parts, words: Sequence[str], at: int, lang: str
) -> Iterator[tuple[Parts, int]]:
    """One more card, `key=value` or `key value`."""
    word = words[at]
    if parts.cards and at + 1 < len(words) and plain(word) in _AND:
        yield parts, at + 1
    for code in lexicon.code(word, lang):
        yield Parts(parts.verb, (*parts.cards, code), parts.keys), at + 1
    name, equals, value = word.partition("=")
    size = 1
    if not equals and at + 1 < len(words):
        value, size = words[at + 1], 2
    if not value:
        return
    taken = {key for key, _ in parts.keys}
    for key in lexicon.key(name):
        if key not in taken:
            for meant in lexicon.value(value, lang):
                yield Parts(parts.verb, parts.cards, (*parts.keys, (key, meant))), at + size


def _same_cards(readings: Sequence[Parts], legal: Sequence[str]) -> list[str]:
    """Legal moves with the same cards, however their lists are cut: `C2 C9 CA` for `CA,C2,C9`."""
    said = [_one_by_one(parts) for parts in readings if len(_one_by_one(parts)[1]) > 1]
    if not said:
        return []
    return [
        move
        for move in legal
        if any(
            cards == there and keys == its_keys and verb in ("", its_verb)
            for its_verb, there, its_keys in [_one_by_one(take_apart(move))]
            for verb, cards, keys in said
        )
    ]


def _one_by_one(parts: Parts) -> Sense:
    """What a move says with every card of its lists apart."""
    cards = sorted(card for token in parts.cards for card in token.split(","))
    return parts.verb, tuple(cards), tuple(sorted(parts.keys))


# --- what is wrong ---------------------------------------------------------------------------


def _begins(said: Parts, move: Parts) -> bool:
    """Whether a legal move is what was said and more, or the same under a verb not said."""
    if said.verb and said.verb != move.verb:
        return False
    fits = not said.cards or sorted(said.cards) == sorted(move.cards)
    return fits and set(said.keys) <= set(move.keys)


def _not_legal(said: Parts, legal: Sequence[str], held: Collection[str] | None) -> NotLegal:
    moves = [take_apart(move) for move in legal]
    same_verb = [move for move in moves if move.verb == said.verb]
    same_card = [move for move in same_verb if set(said.cards) & set(move.cards)]
    if not legal:
        because, near = Because.NOT_ASKED, []
    elif not same_verb:
        because, near = Because.VERB, [m for m in moves if set(said.cards) & set(m.cards)]
    elif said.cards and not same_card:
        missing = held is not None and not set(said.cards) <= set(held)
        because, near = Because.NOT_HELD if missing else Because.CARD, same_verb
    else:
        because, near = Because.KEY, same_card or same_verb
    return NotLegal(str(said), because, tuple(map(str, near)))


def _unreadable(lexicon: Lexicon, text: str, words: Sequence[str], lang: str) -> Unreadable:
    """The first word that means nothing anywhere, with the nearest one that does."""
    for word in words:
        if plain(word) in _AND:
            continue
        pieces = [piece.strip("¡¿") for piece in word.split("=") if piece]
        for piece in pieces:
            if not _means_something(lexicon, piece, lang):
                return Unreadable(text, piece, _near(lexicon, piece, lang))
    return Unreadable(text, words[-1] if words else "")


def _means_something(lexicon: Lexicon, word: str, lang: str) -> bool:
    known = (lexicon.key(word), lexicon.value(word, lang), tuple(lexicon.verb([word])))
    return any(known)


def _near(lexicon: Lexicon, word: str, lang: str) -> str:
    shown = {plain(known): known for known in lexicon.known(lang)}
    near = difflib.get_close_matches(plain(word), sorted(shown), n=1)
    return shown[near[0]] if near else ""

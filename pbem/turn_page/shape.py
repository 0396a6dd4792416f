"""How a game's table is drawn, for the page's script: what follows from the spec, not from a view.

The same as `pbem.mails.table_block` draws, told as plain values: names of zones and counters, their
titles, the places of a row.  The script puts the cards of a position in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from card_specs.language import grammar
from card_specs.language.model import Word
from card_specs.language.rules import Seen
from card_specs.language.types import Kind
from pbem.mails.album import Album
from pbem.mails.sight import attribute
from pbem.mails.wording import Wording, capital, colours_of

Json = Any
Words = Mapping[str, Wording]
"""The wording of each of the page's languages."""


def said(words: Words, make: Callable[[Wording], str]) -> dict[str, str]:
    """A text in every language of the page."""
    return {lang: make(one) for lang, one in words.items()}


# --- cards ---------------------------------------------------------------------------------------


def cards(album: Album, words: Words) -> dict[str, Json]:
    """Each code: its paint, the sign in its middle, and code and title by language."""
    paints = list(album_paints(album))
    found = {}
    for code, printed in album.cards.items():
        word = album.word_of(code)
        numbers = [v for v in printed.attributes.values() if isinstance(v, int)]
        named = [v for v in printed.attributes.values() if isinstance(v, str)]
        card: dict[str, Json] = {
            lang: [one.code(code), one.card_title(code)] for lang, one in words.items()
        }
        if word is not None:
            card["p"] = paints.index(key_of(word))
        if numbers:
            card["n"] = str(numbers[-1])
        if named:
            card["k"] = named
        values = {by: attribute(album.deck, code, by) for by in album.hints.slots.values()}
        if any(value is not None for value in values.values()):
            card["v"] = {by: value for by, value in values.items() if value is not None}
        found[code] = card
    return found


def key_of(word: Word) -> str:
    return f"{word.list} {word.name}"


def album_paints(album: Album) -> dict[str, Word]:
    """The words with colours of their own that cards or rows have, in the order of their lists."""
    used = {
        key_of(word)
        for code in album.cards
        if (word := album.word_of(code)) is not None
    }  # fmt: skip
    for zone in (*album.lanes, *album.own_lanes):
        used |= {key_of(word) for word in _lane_words(album, zone)}
    every = [word for words in album.spec.words.values() for word in words.values()]
    return {key_of(one): one for one in every if one.paints and key_of(one) in used}


def paints(album: Album, symbols: Mapping[str, str]) -> list[Json]:
    """Ground, ink, light ground and dark ink of each coloured word, and its symbol's id."""
    found = []
    for key, word in album_paints(album).items():
        paint = word.paints
        ground, ink = colours_of(word)
        deep = paint.get("deep", ground)
        found.append({
            "g": ground, "i": ink, "t": paint.get("tint", "#FFFFFF"),
            "d": deep, "s": symbols.get(key, ""),
        })  # fmt: skip
    return found


def values(album: Album, words: Words, names: Sequence[str]) -> dict[str, Json]:
    """What may stand behind a key beside cards and players; `list`: a word of one of the lists."""
    known = list(album_paints(album))
    found = {}
    for name in names:
        told: dict[str, Json] = said(words, lambda w, n=name: w.value(n))  # type: ignore[misc]
        word = album.any_word(name)
        if word is not None:
            told["list"] = True
            if key_of(word) in known:
                told["p"] = known.index(key_of(word))
        found[name] = told
    return found


# --- the table -----------------------------------------------------------------------------------


def shape(album: Album, words: Words) -> dict[str, Json]:
    """Piles, rows, columns of the players' table, notes: by name, with their titles."""
    things = (
        *album.piles, *album.lanes, *album.own_lanes, *album.rows, *album.columns, *album.notes,
        *shown_counters(album), *album.hand,
    )  # fmt: skip
    return {
        "piles": list(album.piles),
        "anyPile": album.hints.piles is not None,
        "stacks": [zone for zone in album.piles if album.is_stack(zone)],
        "counters": list(shown_counters(album)),
        "lanes": [_lane(album, words, zone) for zone in album.lanes],
        "own": [_lane(album, words, zone) for zone in album.own_lanes],
        "rows": list(album.rows),
        "columns": [_column(album, name) for name in album.columns],
        "notes": [_column(album, name) for name in album.notes],
        "hand": list(album.hand),
        "titles": {name: said(words, lambda w, n=name: _title(w, n))  # type: ignore[misc]
                   for name in dict.fromkeys(things)},
        "top": {zone: said(words, lambda w, z=zone: _top(album, w, z))  # type: ignore[misc]
                for zone in album.piles},
    }  # fmt: skip


def shown_counters(album: Album) -> tuple[str, ...]:
    """The counters of the table, and those that players have together: `alive.team1`."""
    shared = [
        f"{name}.{word}"
        for name in album.shared_counters
        for word in album.rules.words[album.counters[name].of[0].words]
    ]
    return (*album.table_counters, *shared)


def _title(words: Wording, name: str) -> str:
    """A zone's or counter's title; whose it is behind it: `vidas (equipo 1)`."""
    what, _, whose = name.partition(".")
    return f"{words.title(what)} ({words.value(whose)})" if whose else words.title(what)


def _top(album: Album, words: Wording, zone: str) -> str:
    """`Arriba del descarte`; of a zone that is no stack just its name."""
    if not album.is_stack(zone):
        return capital(words.title(zone))
    lang = words.phrases.language
    of_zone = grammar.with_preposition("of", grammar.the(words.noun_of(zone), lang), lang)
    return capital(words.phrases.text("turn.top", of_zone=of_zone))


def _column(album: Album, name: str) -> dict[str, Json]:
    zone = album.zones.get(name)
    found: dict[str, Json] = {"n": name}
    if name in album.own_lanes:
        found["lane"] = [word.name for word in _lane_words(album, name)]
    elif zone is not None:
        found["zone"] = True
        found["open"] = zone.seen is Seen.ALL
        found["set"] = album.is_set(name)
    elif name in album.counters:
        found["word"] = album.counters[name].type.kind is not Kind.NUMBER
    if name in album.hints.goals:
        found["goal"] = album.hints.goals[name]
    return found


def _lane_words(album: Album, zone: str) -> list[Word]:
    listed = album.rules.zones[zone].of[0].words
    names: Sequence[str] = album.rules.words.get(listed, ())
    return [word for name in names if (word := album.word(listed, name)) is not None]


def _lane(album: Album, words: Words, zone: str) -> dict[str, Json]:
    """A zone that is one row for each word of a list."""
    known = list(album_paints(album))
    by = album.hints.slots.get(zone, "")
    rows = []
    for word in _lane_words(album, zone):
        row: dict[str, Json] = {"w": word.name}
        row |= {lang: [one.words(word.title), word.letters.get(one.lang, word.letter) or word.name]
                for lang, one in words.items()}  # fmt: skip
        if word.paints:
            row["p"] = known.index(key_of(word))
        if by:
            row["at"] = _values(album, by, word)
        rows.append(row)
    your = said(words, lambda w: capital(grammar.your(w.noun_of(zone), w.phrases.language)))
    return {"z": zone, "by": by, "rows": rows, "your": your}


def _values(album: Album, by: str, word: Word) -> list[Json]:
    """The values of an attribute among the cards of a word (of all, if cards have no such word)."""
    axis = any(word.list in printed.attributes for printed in album.cards.values())
    found = {
        attribute(album.deck, code, by)
        for code, printed in album.cards.items()
        if not axis or word.name in printed.attributes.values()
    } - {None}
    return sorted(found, key=lambda value: (isinstance(value, str), value))

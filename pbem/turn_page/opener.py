"""The file that opens signed views of many games: the turn page with every game's words in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from card_specs.language.model import Game
from pbem.engine.lexicon import Forms, Lexicon
from pbem.engine.table_words import lexicon_of
from pbem.mails.album import Album, album
from pbem.mails.phrases import LANGUAGES, phrases
from pbem.mails.tray import NoPictures, Tray
from pbem.mails.wording import Wording
from pbem.turn_page.faces import Faces
from pbem.turn_page.page import PLAYING, filled
from pbem.turn_page.shape import Json, Words, album_paints, cards, paints, shape, values
from pbem.turn_page.words import words_of


def opener(games: Sequence[Game], lang: str) -> str:
    """The file for these games; `lang` is what a reader without scripts sees."""
    drawings: list[str] = []
    books = [_book(game, number, drawings) for number, game in enumerate(games)]
    words = {one: words_of(one) for one in LANGUAGES}
    mine = words_of(lang)
    return filled(
        lang=lang,
        title=mine["open_title"],
        drawings="".join(drawings),
        data={"games": books, "words": words, "langs": list(words)},
        scripts=(*PLAYING, "open.js"),
        plain={
            "kicker": mine["open_title"],
            "place": "",
            "title": mine["open_head"],
            "lead": [],
            "note": mine["open_scripts"],
            "moves": [],
            "sections": [],
            "address": "",
        },
    )


def _book(game: Game, number: int, drawings: list[str]) -> dict[str, Json]:
    """One game's words, cards and table."""
    most = game.players.most
    found = _album(game, "", most)
    words = _words(found)
    faces = Faces(game, prefix=f"b{number}")
    symbols = {key: faces.symbol(word) for key, word in album_paints(found).items()}
    drawings.append(faces.svg())
    lexicon = next(iter(words.values())).lexicon
    shapes: list[Json] = []
    for variant in game.variants or [""]:
        one = _album(game, variant, most)
        made = shape(one, _words(one))
        if made not in shapes:
            shapes.append(made)
    known = values(found, words, list(lexicon.values))
    for name, told in known.items():
        told["say"] = {lang: lexicon.shown_value(name, lang) for lang in words}
    return {
        "id": game.id,
        "title": {lang: one.words(game.title) for lang, one in words.items()},
        "langs": list(words),
        "cards": cards(found, words),
        "paints": paints(found, symbols),
        "shapes": shapes,
        "verbs": _forms(lexicon, lexicon.verbs, words),
        "keys": _forms(lexicon, lexicon.keys, words),
        "values": known,
    }


def _forms(lexicon: Lexicon, forms: Forms, words: Words) -> dict[str, Mapping[str, str]]:
    return {word: {lang: lexicon.shown(forms, word, lang) for lang in words} for word in forms}


def _album(game: Game, variant: str, players: int) -> Album:
    """The album of a variant with as many players as it may have: then it has all cards."""
    variant = variant or next(iter(game.variants), "")
    if variant in game.variants:
        players = min(players, game.variants[variant].players.most)
    return album(game, variant, {}, players)


def _words(found: Album) -> dict[str, Wording]:
    """The wording of each of the game's languages that we have phrases in."""
    game = found.spec
    lexicon = lexicon_of(game, found.rules, (), {})
    languages = [lang for lang in game.languages if lang in LANGUAGES] or ["en"]
    made = {}
    for lang in languages:
        tray = Tray(NoPictures(), game, lang, "")
        made[lang] = Wording(found, lexicon, {}, "", lang, phrases(lang), tray)
    return made

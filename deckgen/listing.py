"""What `deckgen list` says: games and their cards as lines of text, or as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from card_specs.language.deck import deck
from card_specs.language.model import Card, Game, Words, say

_SAID: Mapping[str, Mapping[str, str]] = {
    "es": {
        "cards": "cartas",
        "in play": "en juego",
        "players": "jugadores",
        "options": "opciones",
        "variants": "variantes",
        "code": "código",
        "title": "nombre",
        "copies": "copias",
        "components": "además",
        "default": "por defecto",
    },
    "en": {
        word: word
        for word in (
            "cards",
            "in play",
            "players",
            "options",
            "variants",
            "code",
            "title",
            "copies",
            "components",
            "default",
        )
    },
}


def words(texts: Words, language: str, default: str) -> str:
    """A localised text in a language, else in any that there is, else the default."""
    return texts.get(language) or next(iter(texts.values()), default)


def games_text(games: Iterable[Game], language: str) -> str:
    """One line a game: name, title, players, cards, variants."""
    rows = []
    for game in games:
        title = words(game.title, language, game.id)
        variants = ", ".join(game.variants)
        players = f"{game.players} {_SAID[language]['players']}"
        rows.append((game.id, title, players, _total(deck(game), language), variants))
    return table(rows)


def _total(cards: Sequence[Card], language: str) -> str:
    said = _SAID[language]
    printed, playing = sum(card.copies for card in cards), sum(card.in_play for card in cards)
    text = f"{printed} {said['cards']}"
    return text if printed == playing else f"{text}, {playing} {said['in play']}"


def game_text(game: Game, language: str) -> str:
    """A game's title and totals, its options and variants, and its kinds of cards."""
    said = _SAID[language]
    cards = deck(game)
    title, players = words(game.title, language, game.id), f"{game.players} {said['players']}"
    parts = [f"{title} ({game.id}): {players}, {_total(cards, language)}\n"]
    if game.summary:
        parts.append(f"{words(game.summary, language, '')}\n")
    if game.options:
        rows = []
        for option in game.options.values():
            default = f"{said['default']} {say(option.default)}"
            rows.append((option.name, words(option.title, language, ""), option.allowed, default))
            rows += [
                (f"  {value}", words(title, language, ""), "", "")
                for value, title in option.value_titles.items()
            ]
        parts.append(f"\n{said['options'].capitalize()}\n{table(rows)}")
    if game.variants:
        variants = [
            (variant.name, words(variant.title, language, ""), f"{variant.players}")
            for variant in game.variants.values()
        ]
        parts.append(f"\n{said['variants'].capitalize()}\n{table(variants)}")
    heads = (said["code"], said["title"], said["copies"], said["cards"])
    parts.append(f"\n{table([heads, *_kind_rows(cards, language)])}")
    return "".join(parts)


def _kind_rows(cards: Sequence[Card], language: str) -> list[tuple[str, ...]]:
    """A row a kind: first to last code, title, copies of each, how many cards in all."""
    rows: list[tuple[str, ...]] = []
    for name in dict.fromkeys(card.kind.name for card in cards):
        group = [card for card in cards if card.kind.name == name]
        codes = list(dict.fromkeys(card.local_code(language) for card in group))
        shown = codes[0] if len(codes) == 1 else f"{codes[0]} … {codes[-1]}"
        numbers = sorted({sum(c.copies for c in group if c.code == card.code) for card in group})
        copies = f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
        title = words(group[0].title, language, name)
        rows.append((shown, title, copies, str(sum(card.copies for card in group))))
    return rows


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as lines with their columns under one another."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)


def game_data(game: Game, *, details: bool = False) -> dict[str, object]:
    """A game as plain data; with `details` also its options and every card."""
    cards = deck(game)
    data: dict[str, object] = {
        "game": game.id,
        "title": dict(game.title),
        "languages": [*game.languages],
        "players": [*game.players.numbers],
        "variants": {
            name: {"title": dict(variant.title), "players": [*variant.players.numbers]}
            for name, variant in game.variants.items()
        },
        "cards": sum(card.copies for card in cards),
        "in_play": sum(card.in_play for card in cards),
        "faces": len(cards),
    }
    if not details:
        return data
    options = {
        name: {
            "title": dict(option.title),
            "default": option.default,
            "values": [*option.values],
            "min": option.least,
            "max": option.most,
        }
        for name, option in game.options.items()
    }
    return {**data, "options": options, "deck": [_card_data(card) for card in cards]}


def _card_data(card: Card) -> dict[str, object]:
    return {
        "id": card.id,
        "code": card.code,
        "kind": card.kind.name,
        "codes": dict(card.codes),
        "copies": card.copies,
        "in_play": card.in_play,
        "title": dict(card.title),
        "text": dict(card.text),
        **({"printed": dict(card.printed)} if card.printed else {}),
    }

"""A spec's tree of nodes -> `Game`: all problems are collected, nothing is read from files."""

from __future__ import annotations

from collections.abc import Mapping

from card_specs.language.check_deck import check_deck
from card_specs.language.description import GAME, LANGUAGE, RULE_SECTIONS
from card_specs.language.model import Component, Game, Players, Variant
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Node, Scalar
from card_specs.language.problems import Problems
from card_specs.language.read_cards import read_kinds
from card_specs.language.read_words import read_options, read_words
from card_specs.language.shapes import Fields, ListOf, Reading

MOST_PLAYERS = 100
SECTIONS = (*(entry.name for entry in RULE_SECTIONS), "style")


def read_game(node: Node, includes: tuple[str, ...], problems: Problems) -> Game | None:
    """The game that a merged tree describes; None if it has errors, which are in `problems`."""
    if not isinstance(node, MappingNode):
        problems.add(node.mark, "a spec is a mapping of sections", "for example game: my_game")
        return None
    reading = Reading(problems, _languages(node, problems))
    fields = GAME.read(node, reading)
    assert fields is not None
    words = read_words(fields.map("words"), reading)
    options = read_options(fields.entries("options"), reading)
    cards = fields.get("cards", Fields)
    kinds = read_kinds(cards.others if cards else [], words, reading)
    players = _players(fields, reading)
    if cards and not cards.others and not problems.errors:
        problems.add(cards.node.mark, "the section 'cards' has no kinds of cards")
    if problems.errors:
        return None
    game = Game(
        id=fields.text("game"),
        mark=fields.mark("game"),
        folder="",
        title=fields.words("title"),
        languages=reading.languages,
        players=players,
        summary=fields.words("summary"),
        credits=fields.words("credits"),
        licence=fields.words("licence"),
        includes=includes,
        options=options,
        words=words,
        kinds=kinds,
        components=_components(fields.entries("components")),
        variants=_variants(fields.entries("variants"), players, reading),
        sections={key.text: value for key, value in node if key.text in SECTIONS},
    )
    check_deck(game, problems)
    return None if problems.errors else game


def _languages(root: MappingNode, problems: Problems) -> tuple[str, ...]:
    """The spec's languages: those it names, or those of its title."""
    named = root.get("languages")
    reading = Reading(Problems())
    if named is not None:
        languages = ListOf(LANGUAGE).read(named, reading) or ()
        return tuple(dict.fromkeys(language.text for language in languages))
    title = root.get("title")
    if isinstance(title, MappingNode):
        return tuple(key.text for key, _ in title if LANGUAGE.read(key, reading))
    if isinstance(title, Scalar):
        hint = f"for example title: {{en: {title.text}}}, or languages: [en]"
        problems.add(title.mark, "in which language is the title?", hint)
    return ()


def _players(fields: Fields, reading: Reading) -> Players:
    numbers = sorted(fields.get("players", tuple) or (1,))
    if numbers[0] < 1 or numbers[-1] > MOST_PLAYERS:
        message = f"a game has 1 to {MOST_PLAYERS} players"
        reading.problems.add(fields.mark("players"), message)
    return Players(tuple(numbers))


def _components(section: Mapping[str, tuple[Scalar, Fields]]) -> dict[str, Component]:
    return {
        name: Component(
            name,
            key.mark,
            fields.text("kind"),
            fields.words("title"),
            fields.get("count", int) or 1,
            fields.node,
        )
        for name, (key, fields) in section.items()
    }


def _variants(
    section: Mapping[str, tuple[Scalar, Fields]], players: Players, reading: Reading
) -> dict[str, Variant]:
    variants = {}
    for name, (key, fields) in section.items():
        numbers = tuple(sorted(fields.get("players", tuple) or players.numbers))
        for number in numbers:
            if number not in players:
                message = f"the variant '{name}' is for {number}, the game is not"
                reading.problems.add(fields.mark("players"), message, f"players: {players}")
                break
        variants[name] = Variant(
            name, key.mark, fields.words("title"), Players(numbers), fields.node
        )
    return variants

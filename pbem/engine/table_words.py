"""The `Lexicon` of a table: its words of moves, gathered from the spec.

What the section `verbs` leaves out is understood in its canonical form: every verb, key and
literal that the rules themselves contain is known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass

from card_specs.language.deck import deck
from card_specs.language.model import Game
from card_specs.language.problems import Problems
from card_specs.language.rules import Argument, CardRules, Decline, Move, Part, Rules
from card_specs.language.verbs import read_verbs
from pbem.engine.lexicon import Forms, Lexicon

_PLAY = "play"
"""The verb of a card that is played by its kind's `when`."""


def lexicon_of(
    game: Game, rules: Rules, players: Sequence[str], names: Mapping[str, str] | None = None
) -> Lexicon:
    """The words of a table's moves; `names` are what players are called besides their ids."""
    problems = Problems()
    said = read_verbs(game.sections, game.languages, problems)
    problems.raise_if_any()
    verbs, keys, literals = _Used().of(rules)
    cards = deck(game, rules.options, rules.players)
    return Lexicon(
        languages=game.languages,
        verbs=_with(said.verbs, verbs),
        keys=_with(said.keys, keys),
        codes={
            card.code: {lang: card.local_code(lang) for lang in game.languages} for card in cards
        },
        values=_with(_values(game, rules), literals),
        bare=said.bare,
        players=tuple(players),
        names=names or {},
    )


def _with(forms: Forms, words: Sequence[str]) -> Forms:
    return {**{word: {} for word in words}, **forms}


def _values(game: Game, rules: Rules) -> Forms:
    """Words of the spec's lists and names of zones, as they are called in each language."""
    values: dict[str, dict[str, tuple[str, ...]]] = {}
    for listed in game.words.values():
        for word in listed.values():
            values[word.name] = {
                lang: tuple(
                    filter(None, (word.title.get(lang, ""), word.letters.get(lang, word.letter)))
                )
                for lang in game.languages
            }
    for words in rules.words.values():
        for name in words:
            values.setdefault(name, {})
    for zone in rules.zones.values():
        titles = zone.noun.title
        if not values.get(zone.name):  # also where a list without titles names the zone
            values[zone.name] = {lang: (title,) for lang, title in titles.items() if title}
    return values


class _Used:
    """The verbs, keys and literals in a table's rules: whatever a legal move can be made of."""

    def __init__(self) -> None:
        self.verbs: dict[str, None] = {}
        self.keys: dict[str, None] = {}
        self.literals: dict[str, None] = {}

    def of(self, rules: Rules) -> tuple[list[str], list[str], list[str]]:
        for node in _inside(rules):
            if isinstance(node, CardRules):
                self.verbs[_PLAY] = None
            if isinstance(node, Move | Decline):
                self.verbs[node.verb] = None
            if isinstance(node, Move | CardRules):
                self._keys(node.keys)
        return list(self.verbs), list(self.keys), list(self.literals)

    def _keys(self, keys: tuple[tuple[str, Part], ...]) -> None:
        for key, part in keys:
            self.keys[key] = None
            if not part.argument:
                self.literals[part.text] = None


def _inside(value: object) -> Iterator[object]:
    """Everything in a tree of dataclasses, mappings and tuples; moves' arguments are skipped."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, Mapping):
            pending += one.values()
        elif isinstance(one, tuple):
            pending += one
        elif is_dataclass(one) and not isinstance(one, Argument):
            yield one
            pending += [getattr(one, field.name) for field in fields(one)]

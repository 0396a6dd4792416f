"""What a rulebook can know of its game in one language: numbers, cards, names, words of moves.

`Matter` answers questions; it sets nothing and draws nothing.  The table is that of the variant the
book is for, with the default options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from card_specs.language import grammar, numerals
from card_specs.language.arithmetic import ArithmeticProblem, formula
from card_specs.language.card_names import card_name, kind_title, made_of, noun_of
from card_specs.language.deck import deck
from card_specs.language.fixed_numbers import fixed_numbers
from card_specs.language.model import Card, CardKind, Game, Option, Value, Word, say
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Node, Scalar
from card_specs.language.patches import base_of, patched
from card_specs.language.problems import Problems
from card_specs.language.read_words import settle
from card_specs.language.rules import Noun
from card_specs.language.verbs import Forms, Verbs, read_verbs
from card_specs.values import dataclass
from deckgen.rulebook.wording import say as phrase


@dataclass(frozen=True, eq=False)
class Matter:
    """One game, one language, perhaps one variant (`""`: the whole game)."""

    game: Game
    language: str
    variant: str = ""
    titles: dict[str, str] = field(default_factory=dict)
    """What the book calls kinds of cards, if not what the spec does."""

    # --- numbers ---------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> Mapping[str, Value]:
        """Named constants and options."""
        return self.numbers_for(None)

    def numbers_for(self, players: int | None) -> Mapping[str, Value]:
        """The same for a number of players."""
        return fixed_numbers(self.game, {}, players, self._names)

    @cached_property
    def _names(self) -> Node | None:
        """The section `names` as the variant leaves it."""
        if not self.variant:
            return self.game.sections.get("names")
        settled = settle(self.game.options, {})
        tree = patched(base_of(self.game), self.game, self.variant, settled, Problems())
        return tree.get("names")

    def value(self, text: str, players: int | None = None) -> Value:
        """What an expression gives; raises `ArithmeticProblem` for one that is not fixed."""
        numbers = self.numbers if players is None else self.numbers_for(players)
        read = formula(text, self.game.mark)
        for name in read.names():
            if name not in numbers and name not in self._option_words:
                raise ArithmeticProblem(f"'{name}' is no number that is fixed before the game")
        return read.result(numbers)

    @cached_property
    def _option_words(self) -> frozenset[str]:
        options = self.game.options.values()
        return frozenset(str(value) for option in options for value in option.values)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """How many may play."""
        return self.players_of(self.variant)

    def players_of(self, variant: str) -> tuple[int, ...]:
        """How many may play a variant ("": whichever)."""
        if variant:
            return self.game.variants[variant].players.numbers
        return self.game.players.numbers

    # --- cards -----------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return deck(self.game)

    @cached_property
    def by_code(self) -> Mapping[str, Card]:
        """Cards by their codes; the first print of each."""
        found: dict[str, Card] = {}
        for card in self.cards:
            found.setdefault(card.code, card)
        return found

    def of_kind(self, kind: str) -> list[Card]:
        return [card for card in self.cards if card.kind.name == kind]

    def count(self, kind: str = "") -> int:
        """How many cards are printed, of a kind or in all."""
        return sum(card.copies for card in self.cards if kind in ("", card.kind.name))

    def copies(self, kind: str) -> int:
        """How many there are of each card of a kind."""
        cards = self.of_kind(kind)
        codes = {card.code for card in cards}
        return self.count(kind) // len(codes) if codes else 0

    def kind(self, name: str) -> CardKind:
        return self.game.kinds[name]

    def title(self, kind: CardKind) -> str:
        return self.titles.get(kind.name) or kind_title(kind, self.language)

    def made(self, kind: CardKind) -> str:
        """What a kind consists of, in words."""
        return made_of(self.game, kind, self.copies(kind.name), self.language)

    def noun(self, kind: CardKind) -> Noun:
        return noun_of(kind, self.language)

    def name(self, code: str) -> str:
        """A card's name, also that of one in a condition: `R3~`, `NUM=R3`, `G4+COL`."""
        if code.endswith("~"):
            return f"{self.name(code[:-1])} ({phrase(self.language, 'face_down')})"
        if "=" in code:
            one, _, other = code.partition("=")
            return phrase(self.language, "as", self.name(one), self.name(other))
        if "+" in code:
            names = [self.name(part) for part in code.split("+")]
            return " + ".join(names)
        card = self.by_code.get(code)
        return card_name(self.game, card, self.language) if card else code

    def local_code(self, code: str) -> str:
        card = self.by_code.get(code)
        return card.local_code(self.language) if card else code

    # --- names -----------------------------------------------------------------------------------

    @cached_property
    def zones(self) -> Mapping[str, Noun]:
        """What the zones are called; hidden ones are not spoken of."""
        found = {}
        section = self.game.sections.get("zones")
        for key, node in section if isinstance(section, MappingNode) else ():
            if isinstance(node, MappingNode):
                found[key.text] = self._noun(node)
        return found

    def _noun(self, node: MappingNode) -> Noun:
        title = node.get("title")
        text = title.get(self.language) if isinstance(title, MappingNode) else title
        gender, plural = node.get("gender"), node.get("plural")
        return Noun(
            {self.language: text.text} if isinstance(text, Scalar) else {},
            gender.text if isinstance(gender, Scalar) else "",
            isinstance(plural, Scalar) and plural.text == "true",
        )

    def zone(self, name: str, form: str = "") -> str:
        """A zone's name, alone or with an article and a preposition."""
        noun = self.zones[name]
        title = noun.title.get(self.language, name)
        if form == "plural":
            return grammar.plural(title, self.language)
        if form == "the":
            return grammar.the(noun, self.language)
        if form in ("of", "to", "from", "in"):
            the = grammar.the(noun, self.language)
            return grammar.with_preposition(form, the, self.language)
        return title

    def order_of(self, zone: str) -> str:
        """`stack`, `row` or `set`."""
        return self._zone_says(zone, "order") or "set"

    def is_private(self, zone: str) -> bool:
        """Whether not everybody sees its cards."""
        return self._zone_says(zone, "seen") not in ("", "all")

    def is_hidden(self, zone: str) -> bool:
        """Whether it is a working zone, which is never spoken of."""
        return self._zone_says(zone, "hidden") == "true"

    def belongs_to_players(self, zone: str) -> bool:
        section = self.game.sections.get("zones")
        node = section.get(zone) if isinstance(section, MappingNode) else None
        of = node.get("of") if isinstance(node, MappingNode) else None
        return of is not None and "player" in of.raw

    def _zone_says(self, zone: str, key: str) -> str:
        section = self.game.sections.get("zones")
        node = section.get(zone) if isinstance(section, MappingNode) else None
        value = node.get(key) if isinstance(node, MappingNode) else None
        return value.text if isinstance(value, Scalar) else ""

    def word(self, name: str) -> Word | None:
        """A word that has a picture, of whichever list."""
        for words in self.game.words.values():
            word = words.get(name)
            if word is not None and word.symbol and word.list != "icon":
                return word
        return None

    def option_value(self, option: Option, value: Value) -> str:
        """The words of an option's value."""
        titled = option.value_titles.get(say(value))
        if titled:
            return titled.get(self.language, say(value))
        if isinstance(value, bool):
            return phrase(self.language, "yes" if value else "no")
        return numerals.figures(value) if isinstance(value, int) else value

    # --- moves -----------------------------------------------------------------------------------

    @cached_property
    def verbs(self) -> Verbs:
        return read_verbs(self.game.sections, self.game.languages, Problems())

    def move(self, text: str) -> str:
        """A canonical move as the reader writes it."""
        verb, *rest = text.split()
        return " ".join([self._form(self.verbs.verbs, verb), *map(self._token, rest)])

    def _form(self, forms: Forms, word: str) -> str:
        found = forms.get(word, {}).get(self.language, ())
        return found[0] if found else word

    def _token(self, token: str) -> str:
        key, equals, value = token.partition("=")
        if not equals or key in self.by_code:
            return self._codes(token)
        return f"{self._form(self.verbs.keys, key)}={self._move_value(value)}"

    def _move_value(self, value: str) -> str:
        for words in self.game.words.values():
            if value in words and words[value].list != "icon":
                return words[value].title.get(self.language, value).replace(" ", "_")
        if value in self.zones:
            return self.zone(value).replace(" ", "_")
        return self._codes(value)

    def _codes(self, text: str) -> str:
        return ",".join(
            "=".join("+".join(map(self.local_code, one.split("+"))) for one in part.split("="))
            for part in text.split(",")
        )

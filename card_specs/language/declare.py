"""The first reading of the rules half: which names there are, and of what type.

Nothing is read here that needs another name: owners of zones and counters, types of parameters,
attributes of cards, values of options.  Expressions and steps come later and find all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Map

from card_specs.language.deck import code_of, faces
from card_specs.language.model import Game, Option, Value
from card_specs.language.names import Names, Shape, Signature, Term
from card_specs.language.nodes import Mapping, Node, Scalar, Sequence
from card_specs.language.problems import Problems, nearest
from card_specs.language.rules_description import COUNTER, MOMENT, RULE, TERM, ZONE
from card_specs.language.shapes import Fields, Reading, Record
from card_specs.language.tokens import RESERVED
from card_specs.language.types import (
    CARD,
    CARDS,
    CODE,
    CODES,
    NUMBER,
    NUMBERS,
    PLAYER,
    PLAYERS,
    TRUTH,
    Kind,
    Type,
)

TYPES: Map[str, Type] = {
    "number": NUMBER,
    "numbers": NUMBERS,
    "truth": TRUTH,
    "card": CARD,
    "cards": CARDS,
    "code": CODE,
    "codes": CODES,
    "player": PLAYER,
    "players": PLAYERS,
}
"""The types that a spec can name; `zone` and lists of words come on top."""

ZONE_TYPE = Type(Kind.CARDS, "zone")
"""The type of a parameter that is a zone, which only effects of the table fill in."""


def called(option: Option) -> str:
    """The name of an option in expressions."""
    node = option.rules.get("as")
    return node.text if isinstance(node, Scalar) else option.name


Declared = dict[str, tuple[Scalar, Fields]]
"""A section's entries, read as records."""


class Declaring:
    """Names being gathered for one table."""

    def __init__(
        self, game: Game, tree: Mapping, options: Map[str, Value], players: int, problems: Problems
    ) -> None:
        self.game = game
        self.tree = tree
        self.problems = problems
        self.reading = Reading(problems, game.languages)
        self.names = Names(players=players)
        self._inlines: dict[tuple[str, ...], str] = {}
        """The names of lists written in place: equal ones are the same list."""
        self.zones: Declared = {}
        self.counters: Declared = {}
        self.terms: Declared = {}
        self.moments: Declared = {}
        self.rules: Declared = {}
        self._words(options)
        self._cards()
        self._options(options)
        self._sections()

    # --- the cards half --------------------------------------------------------------------------

    def _words(self, options: Map[str, Value]) -> None:
        words = self.names.words
        words["direction"] = ("clockwise", "counterclockwise")
        for name, known in self.game.words.items():
            words[name] = tuple(known)
        orders = self.tree.get("orders")
        if isinstance(orders, Mapping):
            words["orders"] = tuple(key.text for key, _ in orders)
        for name, option in self.game.options.items():
            if isinstance(options.get(name), str):
                values = tuple(value for value in option.values if isinstance(value, str))
                words[called(option)] = values

    def _options(self, options: Map[str, Value]) -> None:
        names = self.names
        for name, option in self.game.options.items():
            known = called(option)
            if known in RESERVED or name not in options:
                continue
            names.clash(known, option.mark, "option", self.problems)
            names.options[known] = options[name]

    def _cards(self) -> None:
        names = self.names
        names.attributes["code"] = CODE
        for kind in self.game.kinds.values():
            names.kinds[kind.name] = tuple(axis.name for axis in kind.axes)
            names.tags.update(kind.tags)
            for axis in kind.axes:
                of = Type(Kind.WORD, axis.name) if axis.of_words else NUMBER
                self._attribute(axis.name, of, kind.name)
            for name, value in kind.has.items():
                self._attribute(name, self._type_of(name, value), kind.name)
        for kind, attributes in faces(self.game):
            names.codes[code_of(self.game, kind, attributes)] = kind.name

    def _type_of(self, name: str, value: Value) -> Type:
        """The type of a `has` value; a text is a word of the list of the attribute's name."""
        if isinstance(value, bool):
            return TRUTH
        if isinstance(value, int):
            return NUMBER
        if name not in self.game.words:
            known = self.names.words.get(name, ())
            self.names.words[name] = known if value in known else (*known, value)
        return Type(Kind.WORD, name)

    def _attribute(self, name: str, of: Type, kind: str) -> None:
        known = self.names.attributes.setdefault(name, of)
        if known != of:
            message = f"'{name}' is {of} in the kind '{kind}' and {known} in another"
            self.problems.add(self.game.kinds[kind].mark, message, "give one another name")

    # --- the sections ----------------------------------------------------------------------------

    def _sections(self) -> None:
        self.zones = dict(self._entries("zones", ZONE, "zone"))
        for name, (key, fields) in self.zones.items():
            of = self._owners(name, fields.node.get("of"))
            order, seen = fields.text("order", "set"), fields.text("seen", "all")
            if seen == "owner" and PLAYER not in of:
                at = fields.mark("seen")
                self.problems.add(at, f"the zone '{name}' has no owner who could see it")
            shape = Shape(name, key.mark, of, CARDS, order, seen)
            self.names.zones[name] = shape
        self.counters = dict(self._entries("counters", COUNTER, "counter"))
        for name, (key, fields) in self.counters.items():
            self.names.counters[name] = self._counter(name, key, fields)
        for name, kind in (("turn", PLAYER), ("direction", Type(Kind.WORD, "direction"))):
            known = self.names.counters.get(name)
            mark = known.mark if known else self.game.mark
            self.names.counters[name] = Shape(name, mark, (), kind)
        self._terms()
        self._signatures()

    def _entries(
        self, section: str, record: Record, what: str, short: str = ""
    ) -> Iterator[tuple[str, tuple[Scalar, Fields]]]:
        """The entries of a section; `short` is the key that an entry without keys stands for."""
        node = self.tree.get(section)
        if node is None:
            return
        if not isinstance(node, Mapping):
            self.reading.wrong(node, f"a mapping of each {what}'s name to its keys")
            return
        for key, value in node:
            if what in ("zone", "counter", "term"):
                fixed = what == "counter" and key.text in ("turn", "direction")
                if not fixed and self.names.clash(key.text, key.mark, what, self.problems):
                    continue
            if short and not isinstance(value, Mapping):
                pairs = ((Scalar(key.mark, key.source, key.start, key.end, short), value),)
                value = Mapping(value.mark, value.source, value.start, value.end, pairs)
            fields = record.read(value, self.reading)
            if fields is not None:
                yield key.text, (key, fields)
                if what == "term":
                    self._term(key, fields)

    def _counter(self, name: str, key: Scalar, fields: Fields) -> Shape:
        of = self._owners(name, fields.node.get("of"))
        node = fields.get("is", Scalar)
        kind = NUMBER if node is None else self.type_named(node) or NUMBER
        faces = fields.get("faces", int) or 0
        derived = fields.node.get("derived") is not None
        if derived and len(of) > 1:
            self.problems.add(fields.mark("derived"), "a derived counter has one owner at most")
        return Shape(name, key.mark, of, kind, faces=faces, fixed=derived)

    def _terms(self) -> None:
        self.terms = dict(self._entries("names", TERM, "term", "is"))

    def _term(self, key: Scalar, fields: Fields) -> None:
        name = key.text
        place = fields.node.get("place")
        node = place if place is not None else fields.node.get("is")
        if node is None or (place is not None and "is" in fields.node):
            hint = "for example is: top of deck"
            self.problems.add(key.mark, f"the term '{name}' needs 'is' or 'place'", hint)
            return
        about = fields.get("of", Scalar)
        of = self.type_named(about) if about else None
        takes = self._takes(name, fields)
        if about and takes:
            hint = "make it a parameter"
            self.problems.add(about.mark, f"the term '{name}' has 'of' and 'takes'", hint)
        self.names.terms[name] = Term(name, key.mark, of, takes, node, place is not None)

    def _signatures(self) -> None:
        self.moments = dict(self._entries("moments", MOMENT, "moment"))
        for name, (key, fields) in self.moments.items():
            gives = self._parameters(name, fields.node.get("gives"))
            self.names.moments[name] = Signature(name, key.mark, gives)
        self.rules = dict(self._entries("rules", RULE, "rule", "do"))
        for name, (key, fields) in self.rules.items():
            self.names.rules[name] = Signature(name, key.mark, self._takes(name, fields))

    def _takes(self, name: str, fields: Fields) -> tuple[tuple[str, Type], ...]:
        return self._parameters(name, fields.node.get("takes"))

    def _parameters(self, name: str, node: Node | None) -> tuple[tuple[str, Type], ...]:
        """Parameters with their types; a list of words in brackets is a list of its own."""
        if not isinstance(node, Mapping):
            return ()
        found: list[tuple[str, Type]] = []
        for key, value in node:
            if self.names.clash(key.text, key.mark, "parameter", self.problems):
                continue
            if isinstance(value, Sequence):
                of: Type | None = Type(Kind.WORD, self._inline(f"{name}.{key.text}", value))
            else:
                of = self.type_named(value)
            found.append((key.text, of or NUMBER))
        return tuple(found)

    # --- types -----------------------------------------------------------------------------------

    def type_named(self, node: Node) -> Type | None:
        """The type that a text names: `player`, `cards`, `color`, `words of color`, `zone`."""
        if not isinstance(node, Scalar):
            self.reading.wrong(node, "a type", "for example player or number")
            return None
        text = node.text
        if text in TYPES:
            return TYPES[text]
        if text == "zone":
            return ZONE_TYPE
        several = text.startswith("words of ")
        name = text.removeprefix("words of ")
        if name in self.names.words:
            self.names.use("words", name)
            return Type(Kind.WORDS if several else Kind.WORD, name)
        known = [*TYPES, *self.names.words, "zone"]
        self.problems.add(node.mark, f"there is no type '{text}'", nearest(text, known))
        return None

    def _owners(self, name: str, node: Node | None) -> tuple[Type, ...]:
        """The owners of a zone or counter; a player, if any, comes last."""
        if node is None:
            return ()
        items = list(node) if isinstance(node, Sequence) else [node]
        found: list[Type] = []
        for index, item in enumerate(items):
            if isinstance(item, Sequence):
                inline = self._inline(name if len(items) == 1 else f"{name}.{index + 1}", item)
                found.append(Type(Kind.WORD, inline))
                continue
            of = self.type_named(item)
            if of is not None and of.kind not in (Kind.PLAYER, Kind.WORD):
                message = f"'{name}' cannot belong to {of}"
                self.problems.add(item.mark, message, "to player or to the words of a list")
            elif of is not None:
                found.append(of)
        if PLAYER in found[:-1]:
            self.problems.add(node.mark, "the player comes last", "for example [color, player]")
        return tuple(found)

    def _inline(self, name: str, node: Sequence) -> str:
        """A list of words written in place; gives the name that it gets."""
        words = []
        for item in node:
            if isinstance(item, Scalar):
                words.append(item.text)
            else:
                self.reading.wrong(item, "a word")
        known = self._inlines.setdefault(tuple(words), name)
        self.names.words[known] = tuple(words)
        return known

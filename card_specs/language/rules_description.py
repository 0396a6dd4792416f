"""The rules half in one table: the keys of its sections and block steps, and what they hold.

The readers of the sections go by it, and the JSON Schema and the language reference are made of
it.  Expressions and one-line steps are texts here; their own readers look inside.
"""

from __future__ import annotations

from card_specs.language.nodes import Node, Scalar, Sequence
from card_specs.language.shapes import (
    Anything,
    Boolean,
    Either,
    Field,
    Integer,
    ListOf,
    Localised,
    MapOf,
    Reading,
    Record,
    Schema,
    Shape,
    Text,
)
from card_specs.values import dataclass

NAME = Text("a name of small letters, digits and _", "[a-z][a-z0-9_]*", "for example big_wheel")
ARGUMENT = Text("a name in capitals", "[A-Z][A-Z0-9_]*", "for example CARD")
VERB = Text("a word of small letters", "[a-z][a-z_]*", "for example pass")
ORDER_KEY = NAME


@dataclass(frozen=True)
class Expression:
    """An expression: a text, or a list in square brackets taken verbatim."""

    wanted: str = "an expression"

    def read(self, node: Node, reading: Reading) -> Node | None:
        if isinstance(node, Scalar) or (isinstance(node, Sequence) and node.flow):
            return node
        reading.wrong(node, self.wanted, "write it in one line")
        return None

    def schema(self) -> Schema:
        return {"type": ["string", "number", "boolean", "array"]}


def steps_wanted(node: Node, reading: Reading) -> None:
    """Report what is no list of steps."""
    hint = "begin each step on its own line with '- '"
    if isinstance(node, Sequence):
        reading.problems.add(node.mark, "steps do not stand in square brackets", hint)
    else:
        reading.wrong(node, "a list of steps", hint)


@dataclass(frozen=True)
class Steps:
    """A list of steps."""

    wanted: str = "a list of steps"

    def read(self, node: Node, reading: Reading) -> Node | None:
        if isinstance(node, Sequence) and not node.flow:
            return node
        steps_wanted(node, reading)
        return None

    def schema(self) -> Schema:
        return {"$ref": "#/definitions/steps"}


@dataclass(frozen=True)
class Later:
    """What a reader of the rules half reads in its own time; here the value is the node."""

    shape: Shape[object]

    @property
    def wanted(self) -> str:
        return self.shape.wanted

    def read(self, node: Node, reading: Reading) -> Node | None:
        return node

    def schema(self) -> Schema:
        return self.shape.schema()


NOUN = (
    Field("title", Localised(), "what it is called", "{es: mano, en: hand}"),
    Field("gender", Text("m or f", "[mf]"), "its gender in Spanish; default: by its ending", "f"),
    Field("plural", Boolean(), "whether its Spanish name is a plural; default: by its ending"),
)
WORDS = (
    Field("words", Localised(), "what it is called; {name} puts a parameter in"),
    Field("gender", Text("m or f", "[mf]"), "its gender in Spanish; default: by its ending", "f"),
    Field("plural", Boolean(), "whether its Spanish name is a plural; default: by its ending"),
)
OWNERS = Either("an owner or a list of owners", scalar=Anything(), sequence=Anything())

ZONE = Record(
    "zone",
    (
        Field("of", OWNERS, "player, a list of words, or several of these", "[color, player]"),
        Field(
            "order",
            Text("stack, row or set", "stack|row|set"),
            "how its cards lie: a stack has its top first, a row runs from left to right",
            "stack",
            required=True,
        ),
        Field(
            "seen",
            Text("all, owner or nobody", "all|owner|nobody"),
            "who sees its cards",
            "all",
            required=True,
        ),
        Field("when_empty", Steps(), "what a draw does when it finds no card"),
        Field("hidden", Expression(), "a working zone, never shown or listed", "true"),
        *NOUN,
    ),
)
COUNTER = Record(
    "counter",
    (
        Field("of", OWNERS, "player, a list of words, or several of these", "player"),
        Field("is", Text(), "number (default), truth, player, or a list of words", "player"),
        Field("start", Expression(), "its value at the start; default: 0, or nothing", "1"),
        Field("each_turn", Expression(), "its value at the start of each turn", "0"),
        Field("derived", Expression(), "worked out when shown, never stored; 'it' is the owner"),
        Field("hidden", Expression(), "never shown at such a table", "true"),
        Field("faces", Integer(2, 1000), "the sides of the die that it shows", "6"),
        Field("min", Integer(-1_000_000, 1_000_000), "it never falls below", "0"),
        Field("max", Integer(-1_000_000, 1_000_000), "it never rises above", "10"),
        Field("added", Localised(), "what adding to it means, in card texts; {value}"),
        Field("becomes", Localised(), "what setting it means, in card texts; {value}"),
        *NOUN,
    ),
)
PARAMETER = Text("a name", "[A-Za-z][A-Za-z0-9_]*", "for example p, or ON for the key 'on'")
TAKES = MapOf(Anything(), PARAMETER)
TERM = Record(
    "term",
    (
        Field("of", Text(), "what it is about: card, player, or a list of words", "card"),
        Field("takes", TAKES, "its parameters and their types", "{p: player, c: card}"),
        Field("is", Expression(), "its value; 'it' is what the term is about"),
        Field("place", Expression(), "the counter that it stands for, when it may be written"),
        *WORDS,
    ),
)
MOMENT = Record(
    "moment",
    (
        Field("title", Localised(), "when it is, in words", "{es: En tu turno, en: On your turn}"),
        Field("gives", TAKES, "locals of the asking steps that the cards may use; no secrets"),
    ),
)
RULE = Record(
    "rule",
    (
        Field("takes", TAKES, "its parameters and their types", "{winner: player}"),
        Field("if", Expression(), "whether carrying it out would do anything"),
        Field("do", Steps(), "its steps", required=True),
        Field(
            "words",
            Localised(),
            "what happens, in words; {name} puts a parameter in, {name:card|cards} with its noun",
        ),
    ),
)
FOR = MapOf(Expression(), ARGUMENT)
MOVE = Record(
    "move",
    (
        Field("move", Text(), "the move as it is written; capitals are its arguments", "bid CARD"),
        Field("for", FOR, "what each argument ranges over", "{CARD: hand}"),
        Field("if", Expression(), "whether it is legal, for each choice of arguments"),
        Field("do", Steps(), "its steps; 'me' is the one who answers"),
        Field("id", NAME, "a name for patches"),
    ),
)
MOVES = Either(
    "a list of moves",
    sequence=ListOf(Either("a move, or the name of a group", scalar=NAME, mapping=MOVE)),
)
DECLINE = Record(
    "declining move",
    (
        Field("move", VERB, "its verb", "end", required=True),
        Field("if", Expression(), "when it may be made"),
    ),
)
_QUESTION = (
    Field("title", Localised(), "what is asked, in words"),
    Field("who", Expression(), "a player or players; default: me", "players_from(turn)"),
    Field("moves", Later(MOVES), "moves, and names of groups of them"),
    Field("plays", NAME, "the moment whose cards may be played", "action"),
    Field("from", Text("a zone or zones"), "where these cards are", "hand"),
    Field("to", Text("a zone"), "where a played card goes", "discard"),
    Field("before", Steps(), "after a card is laid, before its own effect"),
    Field("after", Steps(), "after every move and its effect, but not the declining one"),
    Field(
        "or",
        Either("a move", VERB, mapping=DECLINE),
        "the declining move; alone it is not asked",
        "pass",
    ),
    Field("standing", Expression(), "the order that may answer", "bid"),
    Field("secret", Text("who", "who"), "nobody may learn who is asked", "who"),
)
ASK = Record(
    "question",
    (
        *_QUESTION,
        Field(
            "how",
            Text("alone, each, sealed or first", "alone|each|sealed|first"),
            "alone: one player; each: all at once, carried out as they come; sealed: all at once, "
            "carried out when the last is in; first: the first in rank who does not decline",
            "each",
        ),
        Field("only", Expression(), "the only card (or cards) that may be played", "drawn"),
        Field("single", Text("auto", "auto"), "one legal move is made unasked", "auto"),
        Field("again", Boolean(), "asked again until it is declined or nothing is left"),
        Field("none", Steps(), "what happens when there is no legal move"),
        Field("shows", Text("a zone"), "a zone opened to the one who is asked", "deck"),
    ),
)
WINDOW = Record("window", _QUESTION)
IF = Record(
    "step 'if'",
    (
        Field("if", Expression(), "the condition"),
        Field("then", Steps(), "the steps if it holds", required=True),
        Field("else", Steps(), "the steps if it does not hold"),
        Field("id", NAME, "a name for patches"),
    ),
)
FOR_EACH = Record(
    "step 'for each'",
    (
        Field("for each", Later(Text()), "player, card, word, number, code; a name; 'in'; a list"),
        Field("do", Steps(), "the steps", required=True),
        Field("id", NAME, "a name for patches"),
    ),
)
REPEAT = Record(
    "step 'repeat'",
    (
        Field("repeat", Later(Text()), "'N times' or 'while CONDITION'"),
        Field("do", Steps(), "the steps", required=True),
        Field("id", NAME, "a name for patches"),
    ),
)
ASK_STEP = Record("step 'ask'", (Field("ask", ASK, "a question"), Field("id", NAME, "its name")))
WINDOW_STEP = Record(
    "step 'window'", (Field("window", WINDOW, "a question"), Field("id", NAME, "its name"))
)
LINE_STEP = Record(
    "step", (Field("do", Text(), "a one-line step"), Field("id", NAME, "a name for patches"))
)
BLOCK_STEPS = {
    "if": IF,
    "for each": FOR_EACH,
    "repeat": REPEAT,
    "ask": ASK_STEP,
    "window": WINDOW_STEP,
}

END = Record(
    "end",
    (
        Field("if", Expression(), "when the game is over"),
        Field("winners", Expression(), "who has won, then"),
        Field("scores", Expression(), "the score of 'it', a player"),
        Field(
            "at",
            Text("once, turn_end or said", "once|turn_end|said"),
            "when that is looked at: at once, when a turn ends, or at 'check end'",
            "turn_end",
        ),
    ),
)
TAKE = Either("a move or a list of moves", Text(), ListOf(Text()))
POLICY = Record(
    "policy",
    (
        Field("take", TAKE, "how the move begins: a verb, perhaps a card and keys", required=True),
        Field("if", Expression(), "whether the move may be taken; CARD is the move's card"),
        Field("prefer", Expression(), "the move with the highest is taken", "-CARD.rank"),
        Field("alone", Boolean(), "only if there is no other legal move"),
        Field("ties", Text("code, deck or row", "code|deck|row"), "the order of equal ones"),
    ),
)
POLICIES = Either("a list of policies", sequence=ListOf(POLICY))
RULE_WORDS = MapOf(Text(), NAME)
ORDER = Record(
    "order",
    (
        Field("title", Localised(), "what is decided, in words"),
        Field("gender", Text("m or f", "[mf]"), "its gender in Spanish"),
        Field("plural", Boolean(), "whether its Spanish name is a plural"),
        Field("rules", RULE_WORDS, "an order that is a list of rules: what their words do"),
        Field(
            "cards",
            Record("card order", (Field("take", Text(), "the verb", required=True),)),
            "an order that is a list of cards",
        ),
    ),
    other=POLICIES,
)
CONDITION = Record(
    "condition",
    (Field("is", Expression(), "the condition", required=True), *WORDS),
)
PATCH = (
    Field("set", MapOf(Anything(), Text()), "paths and their new values"),
    Field("insert", MapOf(Steps(), Text()), "steps to put in: PATH.after or PATH.before"),
    Field("remove", ListOf(Text()), "paths to take out"),
)

STEPS = Steps()
EXPRESSION = Expression()
ZONES = MapOf(ZONE, NAME)
COUNTERS = MapOf(COUNTER, NAME)
TERMS = MapOf(Either("an expression, or a term", EXPRESSION, EXPRESSION, TERM), NAME)
MOMENTS = MapOf(MOMENT, NAME)
RULES = MapOf(Either("steps, or a rule", sequence=STEPS, mapping=RULE), NAME)
GROUPS = MapOf(Either("a list of moves", sequence=ListOf(MOVE)), NAME)
ORDERS = MapOf(ORDER, NAME)
CONDITIONS = MapOf(Either("a condition", EXPRESSION, EXPRESSION, CONDITION), Text())

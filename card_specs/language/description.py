"""The spec language, cards half, in one table: every key, its shape, its meaning, an example.

The loader reads by it, `schema.py` makes the JSON Schema of it, and docs/spec.md its tables.
The rules half is listed as `Anything` here; its own readers say more.
"""

from __future__ import annotations

from card_specs.language import rules_description as rules
from card_specs.language.mail_shapes import MAIL_TABLE
from card_specs.language.number_shapes import AxisValues, Copies, FreeValue, Ranges
from card_specs.language.rules_description import Later
from card_specs.language.shapes import (
    Anything,
    Boolean,
    Either,
    Field,
    Integer,
    ListOf,
    Localised,
    MapOf,
    Record,
    Text,
)

NAME = Text("a name of small letters, digits and _", "[a-z][a-z0-9_]*", "for example big_wheel")
WORD_NAME = Text(
    "a word of small letters, digits and _", "[a-z][a-z0-9_]*|[0-9]{1,3}", "for example red"
)
KIND_NAME = Text("a name of letters, digits and _", "[A-Za-z][A-Za-z0-9_]*", "for example DAD")
LANGUAGE = Text("a language's two letters", "[a-z]{2}", "for example es")
PAINT = Text('a colour like "#D12B38"', "#[0-9A-Fa-f]{6}", 'in quotes: "#D12B38"')
CODE = Text(
    "capitals, digits and hyphens, with {axis} where an axis stands",
    r"([A-Z0-9]|\{[a-z][a-z0-9_]*\})+(-([A-Z0-9]|\{[a-z][a-z0-9_]*\})+)*",
    'for example "{color}{rank}" or DAD',
)
LETTERS = Text("one to three capitals or digits", "[A-Z0-9]{1,3}", "for example R")
FILE_NAME = Text(
    "a CSV or XLSX file", r"[^\\:*?<>|]+\.(csv|CSV|xlsx|XLSX)", "for example cards.csv"
)
INCLUDE_NAME = Text(
    "a file's name without .yaml",
    "[A-Za-z0-9_][A-Za-z0-9_-]*(/[A-Za-z0-9_-]+)*",
    "for example colours or looks/mine",
)

GENDER = (
    Field("gender", Text("m or f", "[mf]"), "of its Spanish noun, if the ending misleads", "f"),
    Field("plural", Boolean(), "whether its noun is a plural", "true"),
)
WORD = Record(
    "word",
    (
        Field("name", Localised(), "what it is called", "{es: rojo, en: red}"),
        Field("letter", LETTERS, "stands for it in codes; default: its first letter", "R"),
        Field("alias", MapOf(LETTERS, LANGUAGE), "a language's own letter", "{es: A}"),
        Field("symbol", Text(), "the art file drawn for it", "heart"),
        Field("paints", MapOf(PAINT, NAME), "colours handed to drawings", '{base: "#D12B38"}'),
        Field("has", MapOf(FreeValue(), NAME), "further attributes, for the rules", "{value: 3}"),
        *GENDER,
    ),
)
WORD_LIST = Either(
    "a list of words, or a mapping of words to what they are",
    sequence=ListOf(WORD_NAME, alone=False),
    mapping=MapOf(WORD, WORD_NAME),
)

VALUES = Either(
    "the values that may be chosen",
    sequence=ListOf(FreeValue(), alone=False),
    mapping=MapOf(Localised(), Text("a value", r"-?[A-Za-z0-9_]+")),
)
OPTION_DEFAULT = Either("a value", scalar=FreeValue(), sequence=ListOf(FreeValue(), alone=False))
OPTION_SORT = Text("groups or effect", "groups|effect")
OPTION_RULES = (
    Field("as", NAME, "its name in expressions, if its own is taken", "hand_size"),
    Field("type", OPTION_SORT, "groups of players, or an effect of the table's own", "groups"),
    Field("patch", Anything(), "what a value changes in the spec"),
    Field("calls", Anything(), "what an effect's steps call"),
    Field("ready", Anything(), "effects that are ready made"),
)
OPTION = Record(
    "option",
    (
        Field("title", Localised(), "what it is called", "{es: vidas, en: lives}"),
        Field("text", Localised(), "more about it, for people who set up a table"),
        Field("default", OPTION_DEFAULT, "what holds if nobody says; else the first value", "5"),
        Field("values", VALUES, "what may be chosen, also with a title each", "[3, 4, 5]"),
        Field("min", Integer(-1000, 1_000_000), "the least number", "10"),
        Field("max", Integer(-1000, 1_000_000), "the greatest number", "15"),
        *OPTION_RULES,
    ),
)

EACH = MapOf(MapOf(ListOf(Text()), LANGUAGE), NAME)
KIND_RULES = (
    Field("when", Later(rules.NAME), "the moment at which it may be played"),
    Field("with", Later(Text()), "the keys of its move"),
    Field("for", Later(rules.FOR), "what its player chooses with it"),
    Field("if", Later(rules.EXPRESSION), "the condition under which it may be played"),
    Field("to", Later(Text()), "the zone to which it goes when played"),
    Field("do", Later(rules.STEPS), "its effect, as steps"),
    Field("when_drawn", Later(rules.STEPS), "steps instead of taking it when it is drawn"),
    Field("effect", Later(rules.NAME), "the option whose effect it has"),
)
KIND = Record(
    "card kind",
    (
        Field("code", CODE, "the move code; default: the kind's name", '"{color}{rank}"'),
        Field("alias", MapOf(CODE, LANGUAGE), "a language's own code", "{es: CAM}"),
        Field("copies", Copies(), "how many of each are printed; default: 1", "4"),
        Field("in_play", Copies(), "how many of them play; default: all", "0"),
        Field("title", Localised(), "its name; {axis} is put in", "{es: Robo, en: Rob}"),
        Field("text", Localised(), "its effect; **bold** and {icon} marks"),
        Field("chip", Localised(), "when it may be played, in a few words", "{es: COMODÍN, …}"),
        Field("block", NAME, "neighbouring kinds that interleave by their first axis", "actions"),
        Field("tags", ListOf(NAME), "names of what it is, for the rules", "[follower]"),
        Field("has", MapOf(FreeValue(), NAME), "attributes, for the rules", "{step: 3}"),
        Field("each", EACH, "what differs in print from copy to copy"),
        Field("face", NAME, "one of the style's faces; default: docs/faces.md", "paddle"),
        Field("back", NAME, "one of the style's backs; default: main", "main"),
        Field("look", MapOf(Anything(), NAME), "values for the face's slots", "{emblem: magnet}"),
        *GENDER,
        *KIND_RULES,
    ),
    other=AxisValues(),
    key=NAME,
)
CARDS = Record(
    "section 'cards'",
    (
        Field("from", ListOf(FILE_NAME), "CSV or XLSX files, a kind a row", "cards.csv"),
        Field("sheet", Text(), "the sheet of an XLSX file; default: the first", "Cards"),
    ),
    other=KIND,
    key=KIND_NAME,
)

COMPONENT = Record(
    "component",
    (
        Field("kind", NAME, "what sort of thing it is", "dice_nets", required=True),
        Field("title", Localised(), "what it is called"),
        Field("count", Integer(1, 1000), "how many; default: 1", "6"),
    ),
    other=Anything(),
)
VARIANT = Record(
    "variant",
    (
        Field("title", Localised(), "what it is called", "{es: clásico, en: classic}"),
        Field("players", Ranges(), "how many may play it; default: the game's", "3-4"),
    ),
    other=Anything(),
)

RULE_SECTIONS = (
    Field("zones", Later(rules.ZONES), "where cards lie"),
    Field("deck", Later(rules.NAME), "the zone in which all cards lie at first"),
    Field("counters", Later(rules.COUNTERS), "numbers and words that the table keeps"),
    Field("names", Later(rules.TERMS), "own terms"),
    Field("moments", Later(rules.MOMENTS), "when cards may be played"),
    Field("rules", Later(rules.RULES), "own rules: named steps"),
    Field("setup", Later(rules.STEPS), "the steps before the first turn"),
    Field("turn", Later(rules.STEPS), "the steps of a turn"),
    Field("pass_turn", Later(rules.STEPS), "who is next"),
    Field("moves", Later(rules.GROUPS), "named lists of moves"),
    Field("verbs", Anything(), "the words of moves, in each language"),
    Field("keys", Anything(), "the words of their keys"),
    Field("bare", Anything(), "what a card's code alone may mean"),
    Field("end", Later(rules.END), "when the game is over, and who has won"),
    Field("orders", Later(rules.ORDERS), "standing orders"),
    Field("conditions", Later(rules.CONDITIONS), "conditions for standing orders"),
    Field("mail", Anything(), "the orders that play by mail starts with"),
    Field("deadline", Later(rules.POLICIES), "what the host does for an absent player"),
    Field("mail_table", MAIL_TABLE, "how mails show the table and put its questions"),
    Field("rulebook", Anything(), "the rulebook's prose"),
    Field("examples", Anything(), "scenarios"),
)
GAME = Record(
    "spec",
    (
        Field("game", NAME, "the game's name in files and moves", "my_game", required=True),
        Field("title", Localised(), "its title", "{es: Mi juego, en: My game}", required=True),
        Field("languages", ListOf(LANGUAGE), "default: those of the title", "[es, en]"),
        Field("players", Ranges(), "how many may play", "2-6", required=True),
        Field("summary", Localised(), "the game in a sentence"),
        Field("credits", Localised(), "printed on the sheet margin and on rule sheets"),
        Field("licence", Localised(), "the same, shorter"),
        Field("include", ListOf(INCLUDE_NAME), "specs that this one builds on", "[colours]"),
        Field("options", MapOf(OPTION, NAME), "what a table may choose"),
        Field("words", MapOf(WORD_LIST, NAME), "closed lists of words: colours, suits, icons"),
        Field("cards", CARDS, "the kinds of cards, in deck order", required=True),
        Field("components", MapOf(COMPONENT, NAME), "other printed things"),
        *RULE_SECTIONS,
        Field("variants", MapOf(VARIANT, NAME), "ways to play; the first is the default"),
        Field("style", Anything(), "what the cards look like (docs/faces.md)"),
    ),
)

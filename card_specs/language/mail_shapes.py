"""The shapes of the section `mail_table`: keys, meanings, examples.  Light to import."""

from __future__ import annotations

from card_specs.language.shapes import (
    Boolean,
    Field,
    Integer,
    ListOf,
    Localised,
    MapOf,
    Record,
    Text,
)

NAME = Text("a name of small letters, digits and _", "[a-z][a-z0-9_]*", "for example hand")
VERB = Text("a word of small letters", "[a-z][a-z_]*", "for example pass")
LANGUAGE = Text("a language's two letters", "[a-z]{2}", "for example es")
KIND = Text("a kind of cards", "[A-Za-z][A-Za-z0-9_]*", "for example ACE")
MOVE = Text("how a move begins: a verb, perhaps a card and keys", hint="for example play TIR")
NAMES = ListOf(NAME)

QUESTION = Record(
    "question in mails",
    (
        Field("moves", ListOf(MOVE), "it is this one if a legal move begins so", "play TIR", True),
        Field("when", NAME, "own term: it is this one only where that holds", "own_throw"),
        Field("title", Localised(), "what is asked; {turn}, {zone}, {counter.turn} are put in"),
        Field("subject", Localised(), "the same in a word or two, after the turn's number"),
        Field("topic", Localised(), "the subject where a number says less", "Auction: {lot}"),
        Field("text", Localised(), "a sentence before the moves"),
        Field("if", MapOf(Localised(), NAME), "own terms; a sentence for each that holds"),
        Field("picture", NAME, "own term: the card that is shown beside it", "thrown"),
        Field("worth", NAME, "own term of cards: what each is worth here", "worth"),
        Field("labels", MapOf(Localised(), MOVE), "what the buttons of its moves say"),
        Field("even", Boolean(), "no move stands out among the others", "true"),
        Field("secret", Boolean(), "nobody learns who has answered", "true"),
        Field("rest", Localised(), "about the cards that cannot be used now"),
        Field("order", Text(), "a standing order that answers it, canonical", "draw auto"),
    ),
)
MAIL_TABLE = Record(
    "section 'mail_table'",
    (
        Field(
            "hand",
            NAMES,
            "zones with the reader's cards; default: those that only their owner sees",
        ),
        Field("piles", NAMES, "the table's zones, in the order shown", "[discard, stock]"),
        Field("counters", NAMES, "the table's counters; default: those with a title"),
        Field("columns", NAMES, "zones and counters in the players' table", "[fives, hand]"),
        Field("rows", NAMES, "players' zones drawn card by card", "row"),
        Field("notes", NAMES, "players' zones and counters told only where there is something"),
        Field("slots", MapOf(NAME, NAME), "rows with a place for each value of an attribute"),
        Field("framed", NAME, "own term: the cards that are looked for now", "thrown"),
        Field("goals", MapOf(Integer(1, 1000), NAME), "how many of something are wanted"),
        Field("plain", ListOf(MOVE), "how ordinary moves begin; default: the first of `bare`"),
        Field("quiet", ListOf(MOVE), "how moves begin that stay in the background"),
        Field("labels", MapOf(Localised(), MOVE), "what the buttons of moves say"),
        Field(
            "needs",
            MapOf(Localised(), KIND),
            "kinds of cards with a condition of their own; what they wait for",
            "ACE: {es: antes necesitas un rey., en: you need a king first.}",
        ),
        Field(
            "told",
            MapOf(MapOf(ListOf(Text()), LANGUAGE), VERB),
            "a verb in the past: he …, you …; default: regular",
            "give: {es: [dio, diste], en: gave}",
        ),
        Field(
            "news",
            MapOf(Localised(), NAME),
            "zones of the table; what it is called in a mail's subject that cards left them",
            "lot: {es: subasta, en: auction}",
        ),
        Field("questions", MapOf(QUESTION, NAME), "what is asked, by the moves that answer it"),
    ),
)

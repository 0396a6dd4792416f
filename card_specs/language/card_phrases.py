"""The phrases of cards' texts, in Spanish and in English, and how others do what a card says."""

from __future__ import annotations

import re

from card_specs.language.vocabulary.cards import Edge

ES = {
    "choose": "elige {0}", "only_if": "Solo si {0}.", "stays": "queda en {0}",
    "drawn": "al robarla, {0}", "draw": "roba {0}", "draw_from": "roba {0} {1}",
    "card|cards": "carta|cartas", "up_to": "roba hasta tener {0}", "put": "pon {0} {1}",
    "put_it": "pon{0} {1}", "random": "toma una carta al azar {0}", "shuffle": "baraja {0}",
    "add": "suma {0} a {1}", "take": "resta {0} a {1}",
    "other": "o resta {0} a {1} de otro jugador",
    "become": "{0} pasa a ser {1}", "become|many": "{0} pasan a ser {1}",
    "up": "ponl{0} boca arriba", "down": "ponl{0} boca abajo", "counts": "esta carta vale como {0}",
    "same_but": "esta carta cuenta como de ese {0}", "if": "si {0}, {1}", "else": "; si no, {0}",
    "each": "cada jugador {0}", "times": "{0}: {1}", "swap": "intercambia {0} y {1}",
    "asked": "{0} elige {1}", "asked_and": "{0} elige {1} y {2}", "roll": "lanza {0}",
    "all_of": "toda {0}", "everything": "todo lo que hay en {0}", "or": "o",
    "that_player": "ese jugador", "they_each": "cada uno de ellos",
    "everybody": "cada jugador {0}", "each_of": "cada uno de {0} {1}", "both": "tú y {0}",
    "both_choose": "{0} elegís {1}", "secretly": "en secreto {0}", "exchange": "intercambiáis {0}",
    "deal": "reparte {0} {1} a {2}", "all_cards": "todas las cartas",
}  # fmt: skip
EN = {
    "choose": "choose {0}", "only_if": "Only if {0}.", "stays": "it stays in {0}",
    "drawn": "when it is drawn, {0}", "draw": "draw {0}", "draw_from": "draw {0} {1}",
    "card|cards": "card|cards", "up_to": "draw until you hold {0}", "put": "put {0} {1}",
    "put_it": "put it {1}", "random": "take a random card {0}", "shuffle": "shuffle {0}",
    "add": "add {0} to {1}", "take": "take {0} off {1}",
    "other": "or take {0} off another player's",
    "become": "{0} becomes {1}", "become|many": "{0} become {1}",
    "up": "turn it face up", "down": "turn it face down", "counts": "this card counts as {0}",
    "same_but": "this card counts as that {0}", "if": "if {0}, {1}", "else": "; if not, {0}",
    "each": "each player: {0}", "times": "{0}: {1}", "swap": "exchange {0} and {1}",
    "asked": "{0} chooses {1}", "asked_and": "{0} chooses {1} and {2}", "roll": "roll {0}",
    "all_of": "all of {0}", "everything": "everything in {0}", "or": "or",
    "that_player": "that player", "they_each": "each of them",
    "everybody": "each player {0}", "each_of": "each of {0} {1}", "both": "you and {0}",
    "both_choose": "{0} choose {1}", "secretly": "secretly {0}", "exchange": "exchange {0}",
    "deal": "deal {0} {1} to {2}", "all_cards": "all cards",
}  # fmt: skip
EDGES = {
    "es": {Edge.TOP: "encima {0}", Edge.BOTTOM: "debajo {0}", Edge.LEFT: "a la izquierda {0}"},
    "en": {Edge.TOP: "on top of {0}", Edge.BOTTOM: "under {0}", Edge.LEFT: "at the left of {0}"},
}
DOINGS = frozenset(
    ("choose", "draw", "draw_from", "up_to", "put", "put_it", "random", "shuffle", "add", "take",
     "up", "down", "swap", "roll")
)  # fmt: skip
"""Phrases that begin with what the player is told to do."""


def third(doing: str, language: str) -> str:
    """What a player is told, of somebody else: `ponla arriba` -> `la pone arriba`."""
    if language == "es":
        text = re.sub(r"^pon(l[ao]) ", r"\1 pone ", doing)
        return re.sub(r"^pon ", "pone ", text)
    verb, space, rest = doing.partition(" ")
    return f"{verb}s{space}{rest}"

"""Small specs for the engine's tests: a base, of which a test replaces sections; short cuts."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from pbem import engine
from pbem.engine.chance import Fixed

SECTIONS = {
    "words": """
        color:
          red: {letter: R, name: {es: rojo, en: red}}
          blue: {letter: B, name: {es: azul, en: blue}}
        """,
    "zones": """
        stock: {order: stack, seen: nobody}
        hand: {of: player, order: set, seen: owner}
        pile: {order: stack, seen: all}
        row: {of: player, order: row, seen: all}
        """,
    "deck": "stock",
    "counters": """
        n: {}
        score: {of: player}
        """,
    "cards": """
        number:
          code: "{color}{rank}"
          color: all
          rank: 1-5
          title: {es: número, en: number}
        JOK:
          copies: 2
          title: {es: comodín, en: joker}
        """,
    "setup": "- set n to 0",
    "turn": """
        - ask:
            moves:
              - move: go
                do:
                  - add 1 to n
        """,
    "end": """
        if: n == 99
        winners: players
        scores: score.it
        """,
}


def tiny(**sections: str) -> str:
    """The text of a small spec; a section given as "" is left out."""
    parts = ["game: tiny", "title: {es: Mini, en: Tiny}", "players: 2-4"]
    for name, text in {**SECTIONS, **sections}.items():
        body = textwrap.dedent(text).strip()
        if not body:
            continue
        plain = "\n" not in body and not body.startswith("- ") and ": " not in body
        parts.append(f"{name}: {body}" if plain else f"{name}:\n{textwrap.indent(body, '  ')}")
    return "\n".join(parts) + "\n"


def turn(*steps: str) -> str:
    """A turn in which the move `go` carries out the steps."""
    lines = "\n".join(f"          {line}" for step in steps for line in step.splitlines())
    return "- ask:\n    moves:\n      - move: go\n        do:\n" + lines


def begun(table: engine.Table, stock: Sequence[str] = (), dice: Sequence[int] = ()) -> engine.State:
    """A game that has begun, under fixed chance."""
    return engine.start(table, Fixed(dice), stock)


def zone(table: engine.Table, state: engine.State, name: str) -> list[str]:
    cards: list[str] = engine.trace_state(table, state)["zones"][name]
    return cards


def counter(table: engine.Table, state: engine.State, name: str) -> Any:
    return engine.trace_state(table, state)["counters"][name]


def do(table: engine.Table, state: engine.State, *moves: str, dice: Sequence[int] = ()) -> None:
    """Make moves, each `player: move`, under fixed chance."""
    chance = Fixed(dice)
    for line in moves:
        player, _, move = line.partition(": ")
        engine.apply(table, state, player, move, chance)

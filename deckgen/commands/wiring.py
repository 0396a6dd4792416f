"""The one place where the press meets the engine: worked examples are played by `pbem`.

`deckgen` itself imports no engine; what a rulebook needs is handed in as a function
(`deckgen.rulebook.played.Play`).  `tests/test_house.py` lets this file alone import `pbem`.
"""

from __future__ import annotations

from deckgen.rulebook.played import Play


def player() -> Play:
    """Who plays the examples of a spec."""
    from pbem.replay.book_examples import play_examples  # only a rulebook needs the engine

    return play_examples

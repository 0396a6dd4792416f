"""The words of a table's moves, from the spec that its `open` record pins."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.lexicon import Lexicon
from pbem.player.typed import Words
from pbem.service.rules import Compiled
from pbem.store.pins import same_spec


def words_of(spec: str) -> Words:
    """How words are found: in `spec` (a name or file) where it is named, else in the pinned one."""

    def words(
        name: str, pin: str, variant: str, options: dict[str, object], seats: Sequence[str]
    ) -> Lexicon:
        game = same_spec(spec or name, pin)
        return Compiled(game, variant, options, len(seats)).lexicon(tuple(seats), {})

    return words

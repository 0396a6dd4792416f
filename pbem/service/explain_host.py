"""How a host folder would read a mail: the real counter, and nothing is written or sent."""

from __future__ import annotations

import time
from pathlib import Path

from pbem.letters.explain import REASONS, Explained, refused, word_of_the_table
from pbem.letters.mime import SetAside, read_letter
from pbem.letters.sorting import sort
from pbem.office import counter
from pbem.office.visit import Reaction
from pbem.store.folder import HostFolder

from . import watching
from .books import Books, World
from .bots import Bots
from .duties import DUTIES
from .reception import best_uses, visit_of
from .rules import Compiled
from .strangers import answers_digest


class HostExplainer:
    """Explains mails against the open asks and tokens of a folder."""

    def __init__(self, root: Path) -> None:
        self._folder = HostFolder(root)
        world = World(lambda: int(time.time()), lambda length: b"\0" * length)
        self._books = Books(self._folder, None, Compiled, None, Bots(), world, DUTIES)
        self._right: set[str] = set()  # mails of this list, with a right token and without
        self._without: set[str] = set()

    def close(self) -> None:
        """Let go of the folder."""
        self._folder.close()

    def explain(self, data: bytes) -> Explained:
        """What would become of this mail now."""
        try:
            letter = read_letter(data)
        except SetAside as error:
            return Explained("ignore", code="set-aside", why=str(error))
        found = sort(letter, self._books.post)
        known_as = letter.known_as
        if known_as in self._right or (not found.tokens and known_as in self._without):
            return Explained("duplicate", why="this mail came before")
        (self._right if found.tokens else self._without).add(known_as)
        if found.outcome == "reject" and answers_digest(self._books.post, letter):
            return refused("digest")
        if found.outcome != "read":
            return Explained(found.outcome, code=found.code, why=found.why)
        uses = best_uses(self._books, found.tokens)
        if len(uses) > 1:
            return refused("two-asks")
        use = uses[0]
        known = self._folder.notebook.handled(letter.known_as, use.game)
        person = self._folder.notebook.seat(use.game, use.player)
        if person is None or (known and known[0]):
            return Explained("duplicate", why="this mail was handled before")
        if person.watches:
            return word_of_the_table(watching.meaning(letter))
        return _explained(counter.receive(visit_of(self._books, use, letter, person, 0)))


def _explained(reaction: Reaction) -> Explained:
    if reaction.outcome == "duplicate":
        return Explained("duplicate", why=reaction.why)
    if reaction.outcome == "refused":
        why = reaction.why or REASONS.get(reaction.code, "")
        return Explained("reject", code=reaction.code, why=why)
    if reaction.draft is None:
        return word_of_the_table(reaction.code)
    kind = reaction.draft["kind"]
    if kind == "move":
        return Explained("move", "; ".join(reaction.draft["moves"]), why="every move is legal")
    return Explained("move", kind, why=f"it would be recorded as `{kind}`")

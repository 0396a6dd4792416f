"""Whoever looks on at a table: sees what everybody sees, may ask how it stands, and may leave."""

from __future__ import annotations

from pbem.engine.lexicon import plain
from pbem.letters.mime import Letter
from pbem.letters.sorting import TokenUse
from pbem.letters.typed_line import typed_line

from .books import Books

ANSWERS_A_DAY = 20
DAY = 86400
STOP = ("stop", "basta", "leave", "unsubscribe", "no", "no, gracias", "no, thanks")
STATUS = ("status", "estado")


def meaning(letter: Letter) -> str:
    """What is asked for: `unwatched`, `status`, or anything else, which is answered with help."""
    word = plain((typed_line(letter.text or "") or "").strip(" .!¡\"'«»"))
    return "unwatched" if word in STOP else "status" if word in STATUS else "watch-help"


def receive(books: Books, letter: Letter, use: TokenUse) -> str:
    """Handle a mail of somebody who looks on; what became of it.

    A mail that was handled before does nothing.  Whoever leaves gets one last mail.
    """
    notebook, now = books.folder.notebook, books.world.now()
    handled = notebook.handled(letter.known_as, use.game)
    if handled and handled[0]:
        return "duplicate"
    kind = meaning(letter)
    place = f"{use.game}/{use.player}"
    if notebook.count_answer(place, now // DAY, "seat") <= ANSWERS_A_DAY:
        books.note(letter.known_as, use.game, kind, use.player, kind, {})
    else:
        notebook.note_handled(letter.known_as, use.game, True, kind, "", now)
    if kind == "unwatched":
        notebook.drop_seat(use.game, use.player)
    return kind

"""Which line of a mail its writer typed first: neither quoted, nor an attribution, nor a signature.

The quoted turn mail lists moves, so a quotation that isn't seen as one would be executed.  When
in doubt a line is taken as typed: it then fails to be a command and the answer says so.
"""

from __future__ import annotations

import unicodedata

from . import marks


def typed_line(text: str) -> str | None:
    """The first line that the writer typed, trimmed, or None where nothing was typed.

    `text` is cleaned (`decoding.clean`); what follows a signature delimiter, a bar or a header
    block is never typed.  Marks are looked for in their plain form (NFKC), so that a fullwidth
    `>` quotes too; the line itself comes back as it was typed.
    """
    typed = [line.strip() for line in text.split("\n")]
    place = 0
    while place < len(typed):
        if not typed[place] or typed[place].startswith((">", "|>")):
            place += 1
            continue
        here = [_plain(line) for line in typed[place : place + 9]]
        if here[0].startswith((">", "|>")):
            place += 1
            continue
        if marks.is_signature_mark(here[0]) or marks.is_bar(here) or marks.is_header_block(here):
            return None
        skipped = marks.attribution_length(here) or int(marks.is_program_signature(here[0]))
        if not skipped:
            return typed[place]
        place += skipped
    return None


def _plain(line: str) -> str:
    return unicodedata.normalize("NFKC", line[: marks.LONGEST + 1]).strip()

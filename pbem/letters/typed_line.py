"""Which line of a mail its writer typed first: neither quoted, nor an attribution, nor a signature.

The quoted turn mail lists moves, so a quotation that isn't seen as one would be executed.  When
in doubt a line is taken as typed: it then fails to be a command and the answer says so.
"""

from __future__ import annotations

import re

_LEADS = r"(?:El|On|Le|Am|Il|Em|No|Op|Den|Dne|W dniu|Em|A)"
_VERBS = (
    r"(?:escribi[óo]|wrote|writes|a écrit|schrieb|ha scritto|escreveu|schreef|skrev|napsal"
    r"|napisał|va escriure|idatzi zuen|escribiu)"
)
_ATTRIBUTION = re.compile(rf"^{_LEADS}\b.{{4,400}}?\b{_VERBS}\b[^:]{{0,160}}:$", re.I)
_NAMED = re.compile(rf"^.{{0,120}}<[^<>\s]+@[^<>\s]+>\)?,?\s*{_VERBS}\s*:$", re.I)
_DATED = re.compile(r"^\d{4}-\d\d-\d\d \d{1,2}:\d\d.{0,120}<[^<>\s]+@[^<>\s]+>\)?\s*:$")
_BAR = re.compile(
    r"^[\s*]*(?:-{2,}\s*(?:mensaje original|original message|mensaje reenviado"
    r"|forwarded message|ursprüngliche nachricht|message d'origine|missatge original)\s*-*"
    r"|_{10,}|-{20,}|inicio del mensaje reenviado:|begin forwarded message:)",
    re.I,
)
_FROM = re.compile(r"^[*\s]*(?:De|From|Von|Da)\s*:\s*\*?\s*\S", re.I)
_HEADER = re.compile(
    r"^[*\s]*(?:Enviado(?: el)?|Sent|Date|Fecha|Para|To|Asunto|Subject|CC|Gesendet|An|Betreff)\s*:",
    re.I,
)


def typed_line(text: str) -> str | None:
    """The first line that the writer typed, trimmed, or None where nothing was typed.

    `text` is cleaned (`decoding.clean`); what follows a signature delimiter, a bar or a header
    block is never typed.
    """
    lines = [line.strip() for line in text.split("\n")]
    place = 0
    while place < len(lines):
        line = lines[place]
        if not line or line.startswith((">", "|>")):
            place += 1
            continue
        if _ends_reply(lines, place):
            return None
        folded = _attribution_length(lines, place)
        if not folded:
            return line
        place += folded
    return None


def _ends_reply(lines: list[str], place: int) -> bool:
    line = lines[place]
    if line in ("--", "—") or _BAR.match(line):
        return True
    if not _FROM.match(line):
        return False
    following = [text for text in lines[place + 1 : place + 7] if text]
    return any(_HEADER.match(text) for text in following[:3])


def _attribution_length(lines: list[str], place: int) -> int:
    """How many lines from here on are one attribution (0: none); it may be folded over three."""
    joined = ""
    for length, line in enumerate(lines[place : place + 4], 1):
        if not line or line.startswith(">"):
            return 0
        joined = f"{joined} {line}".strip()
        if _is_attribution(joined):
            return length
        if length == 1 and not _may_begin(line):
            return 0
    return 0


def _is_attribution(line: str) -> bool:
    return any(pattern.match(line) for pattern in (_ATTRIBUTION, _NAMED, _DATED))


def _may_begin(line: str) -> bool:
    lead = re.match(rf"^(?:{_LEADS}\b|\d{{4}}-\d\d-\d\d )", line, re.I)
    return bool(lead) and len(line) > 12

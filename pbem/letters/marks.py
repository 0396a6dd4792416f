"""The lines that mail programs put into a reply: attributions, bars, header blocks, signatures.

Each is recognised by what real programs write, in the languages of their makers.  Lines are
looked at up to a length only, so that no line is worth more than a moment.
"""

from __future__ import annotations

import re

LONGEST = 600
"""Characters of a line, or of some lines joined, that are looked at."""

_LEADS = r"(?:El|En|On|Le|La|Am|Il|Em|No|Op|Den|Dne|W dniu|O|A|At)"
_VERBS = (
    r"(?:escribi[óo]|wrote|writes|a écrit|schrieb|ha scritto|escreveu|schreef|skrev|napsal"
    r"|napisał|va escriure|ha escrit|idatzi zuen|idatzi du|escribiu)"
)
_ATTRIBUTIONS = (
    re.compile(rf"^{_LEADS}\b.{{4,400}}?\b{_VERBS}\b[^:]{{0,160}}:$", re.I),
    re.compile(rf"^.{{0,120}}<[^<>\s]+@[^<>\s]+>\)?,?\s*{_VERBS}\b.{{0,80}}:$", re.I),
    re.compile(rf"^.{{1,120}}?\s{_VERBS}(?:\s*\([^()]{{4,60}}\))?\s*:$", re.I),
    re.compile(r"^[^<>@]{0,80}\d{1,2}:\d\d[^<>@]{0,120}<?[^<>@\s]+@[^<>@\s]+>?\)?\s*:$"),
    re.compile(
        r"^(?:Citando a|Citando|Quoting|Zitat von|Missatge de|Mensaje de)\s.{2,300}:$", re.I
    ),
)
_LEAD = re.compile(rf"^(?:{_LEADS}\b[^<]*\d|Missatge de\b|\d{{4}}-\d\d-\d\d )", re.I)
_TAIL = re.compile(rf"^>\)?,?\s*{_VERBS}\s*:$", re.I)

_BARS = (
    r"mensaje original|mensaje reenviado|original message|forwarded message|original appointment"
    r"|ursprüngliche nachricht|weitergeleitete nachricht|message d['’]origine|message original"
    r"|message transféré|mensagem original|mensagem encaminhada|messaggio originale"
    r"|messaggio inoltrato|missatge original|missatge reenviat|oorspronkelijk bericht"
)
_BAR = re.compile(
    rf"^[\s*]*(?:-{{2,}}\s*(?:{_BARS})\s*-*|_{{10,}}|-{{20,}}"
    r"|inicio del mensaje reenviado\s*:|begin forwarded message\s*:|inici del missatge reenviat\s*:"
    r"|anfang der weitergeleiteten nachricht\s*:|début du message (?:transféré|réexpédié)\s*:"
    r"|inizio messaggio inoltrato\s*:|início da mensagem (?:re)?encaminhada\s*:)",
    re.I,
)
_ATTRIBUTION_BAR = re.compile(rf"^-{{3,}}\s*[^-].{{2,400}}\b{_VERBS}\s*:?\s*-{{2,}}$", re.I)

_FROM = r"(?:De|From|Von|Da|Van|Från)"
_OTHER = (
    r"(?:Enviad[oa](?: el| en| em)?|Sent|Date|Fecha|Data|Datum|Para|To|À|A|An|Per a|Asunto|Subject"
    r"|Assunto|Assumpte|Objet|Oggetto|Betreff|Onderwerp|Cc|Gesendet|Envoyé(?: le)?|Inviato"
    r"|Enviat(?: el)?|Verzonden|Aan|Reply-To|Responder a)"
)
_LABEL = re.compile(rf"^[*_\s]*(?:(?P<sender>{_FROM})|{_OTHER})\s*:", re.I)
_ONE_LINE = re.compile(rf"\s\*?{_OTHER}\s*:", re.I)

_SENT_WITH = re.compile(
    r"^(?:(?:enviad[oa]|mandad[oa]) desde mi|sent from my|enviat des del meu|enviado do meu"
    r"|envoyée? de mon)\s.{1,80}$"
    r"|^(?:enviad[oa]|mandad[oa]|enviat|sent|envoyée?|gesendet|inviato|verzonden|von meine[mr]"
    r"|obtener|obtén|obtenga|obteniu|descargar?|get|téléchargez|obtenez|obter|obtenha|scarica"
    r"|ottieni|holen sie sich|diese nachricht wurde)\b.{0,80}"
    r"\b(?:iphone|ipad|mac|android|móvil|mobile|galaxy|samsung|outlook|yahoo|mail|correo|proton"
    r"|dispositivo|device|phone|teléfono|smartphone|tableta|tablet|huawei|xiaomi|blackberry|windows"
    r"|spark|gmail|gmx|web\.de|k-9|fairemail|thunderbird)\b.{0,80}$",
    re.I,
)


def is_attribution(line: str) -> bool:
    """Is this line (or some lines joined) one like `El …, Mesa escribió:`?"""
    return len(line) <= LONGEST and any(pattern.match(line) for pattern in _ATTRIBUTIONS)


def attribution_length(lines: list[str]) -> int:
    """How many of the lines, from the first on, are one folded attribution; 0: it is none."""
    joined = ""
    for length, line in enumerate(lines[:4], 1):
        if not line or (line.startswith(">") and not _TAIL.match(line)):
            return 0
        if length > 1 and _LEAD.match(line) and is_attribution(" ".join(lines[length - 1 : 4])):
            return 0  # the attribution begins here; what stands above was typed
        joined = f"{joined} {line}".strip()
        if is_attribution(joined):
            return length
        if length == 1 and not (len(line) <= LONGEST and (_LEAD.match(line) or "<" in line)):
            return 0
    return 0


def is_bar(lines: list[str]) -> bool:
    """Does a bar begin here, under which the quoted mail stands without marks?"""
    line = lines[0][:LONGEST]
    if _BAR.match(line):
        return True
    if not line.startswith("---"):
        return False
    return any(
        _ATTRIBUTION_BAR.match(" ".join(lines[:length])[: LONGEST + 1]) for length in (1, 2, 3)
    )


def is_header_block(lines: list[str]) -> bool:
    """Do the headers of a quoted mail begin here, in whatever order, perhaps in one line?"""
    first = _LABEL.match(lines[0][:LONGEST])
    if not first:
        return False
    if first["sender"] and len(_ONE_LINE.findall(lines[0][:LONGEST])) >= 2:
        return True
    following = [line[:LONGEST] for line in lines[1:9] if line][:5]
    found = [_LABEL.match(line) for line in following]
    if first["sender"]:
        return any(found[:3])
    return any(match is not None and match["sender"] is not None for match in found)


def is_signature_mark(line: str) -> bool:
    """A signature's delimiter: what follows was not typed for us."""
    return line in ("--", "—")


def is_program_signature(line: str) -> bool:
    """`Enviado desde mi iPhone` and the like, which programs add without a delimiter."""
    return len(line) <= 200 and _SENT_WITH.match(line) is not None

"""Verbs in the past, for telling what was played: `jugó`, `jugaste`; `played`.

A spec names its verbs in the infinitive; irregular ones that are not here it says itself
(`mail_table: told`).
"""

from __future__ import annotations

from pbem.mails.scene import Scene

_SPANISH = {
    "dar": ("dio", "diste"), "poner": ("puso", "pusiste"), "hacer": ("hizo", "hiciste"),
    "decir": ("dijo", "dijiste"), "traer": ("trajo", "trajiste"), "ir": ("fue", "fuiste"),
    "pedir": ("pidió", "pediste"), "elegir": ("eligió", "elegiste"),
    "poner a prueba": ("puso a prueba", "pusiste a prueba"), "seguir": ("siguió", "seguiste"),
}  # fmt: skip
_ENGLISH = {
    "draw": "drew", "throw": "threw", "take": "took", "give": "gave", "put": "put", "bid": "bid",
    "lay": "laid", "choose": "chose", "get": "got", "keep": "kept", "win": "won", "lose": "lost",
    "hold": "held", "buy": "bought", "sell": "sold", "pay": "paid", "lead": "led", "hit": "hit",
    "ask": "asked", "cut": "cut", "let": "let", "say": "said", "show": "showed",
}  # fmt: skip
_VOWELS = "aeiou"


def past(scene: Scene, verb: str, mine: bool) -> str:
    """A canonical verb in the past: of the reader, or of somebody else."""
    told = scene.album.hints.told.get(verb, {}).get(scene.words.lang)
    if told:
        return told[-1] if mine else told[0]
    shown = scene.words.verb(verb)
    if scene.words.lang == "es":
        return preterite(shown, mine)
    return past_tense(shown) if scene.words.lang == "en" else shown


def preterite(verb: str, mine: bool) -> str:
    """A Spanish infinitive, with whatever follows it, as `él` or `tú` did it."""
    if verb in _SPANISH:
        return _SPANISH[verb][mine]
    first, space, rest = verb.partition(" ")
    stem, ending = first[:-2], first[-2:]
    if first in _SPANISH:
        done = _SPANISH[first][mine]
    elif ending == "ar":
        done = stem + ("aste" if mine else "ó")
    elif ending in ("er", "ir"):
        second = "íste" if stem[-1:] in ("a", "e", "o") else "iste"
        done = stem + (second if mine else _third(stem))
    else:
        return verb
    return done + space + rest


def _third(stem: str) -> str:
    """`sustituyó`, but `siguió`: a vowel before the ending makes it -yó."""
    return "yó" if stem[-1:] in _VOWELS and not stem.endswith(("qu", "gu")) else "ió"


def past_tense(verb: str) -> str:
    """An English verb, with whatever follows it, in the past."""
    first, space, rest = verb.partition(" ")
    if first in _ENGLISH:
        done = _ENGLISH[first]
    elif first.endswith("e"):
        done = f"{first}d"
    elif first.endswith("y") and first[-2:-1] not in _VOWELS:
        done = f"{first[:-1]}ied"
    else:
        done = f"{first}{first[-1] if _doubles(first) else ''}ed"
    return done + space + rest


def _doubles(verb: str) -> bool:
    """A short verb that ends in one vowel and one consonant: `unflipped`, but `passed`."""
    ends, short = verb[-3:], verb.removeprefix("un")
    return (
        3 <= len(short) <= 4
        and ends[2] not in _VOWELS + "wxy"
        and ends[1] in _VOWELS
        and ends[0] not in _VOWELS
    )

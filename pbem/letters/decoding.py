"""Bytes of a part to the text that its writer saw: charset, flowed lines, hidden characters."""

from __future__ import annotations

import codecs
import re
import unicodedata


def decode(data: bytes, label: str | None) -> str:
    """Text of some bytes by their label; a wrong label never loses the text.

    iso-8859-1 is read as windows-1252, since that is what mail programs mean by it; us-ascii,
    no label and an unknown one: UTF-8 if the bytes are that, else windows-1252.
    """
    name = _codec_name(label)
    if name == "iso8859-1":
        return _windows(data)
    if name is None or name == "ascii":
        return _guess(data)
    try:
        return data.decode(name)
    except (LookupError, ValueError):  # Python also has codecs from bytes to bytes (zip, hex)
        return _guess(data)


def _codec_name(label: str | None) -> str | None:
    if not label:
        return None
    try:
        return codecs.lookup(label.strip().strip("'\"")).name
    except (LookupError, ValueError):
        return None


def _windows(data: bytes) -> str:
    return data.decode("windows-1252", "replace")


def _guess(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _windows(data)


def unfold_flowed(text: str, delsp: bool) -> str:
    """Join the soft line breaks of format=flowed (RFC 3676), quote depths kept apart."""
    lines: list[str] = []
    open_depth = -1  # quote depth of the line that the next one may join, -1: none
    for line in text.split("\n"):
        line = line.rstrip("\r")
        depth = len(line) - len(line.lstrip(">"))
        body = line[depth:]
        body = body[1:] if body.startswith(" ") else body
        signature = body == "-- "
        if open_depth == depth and not signature:
            lines[-1] += body
        else:
            lines.append(">" * depth + (" " if depth else "") + body)
        soft = body.endswith(" ") and not signature
        if soft and delsp:
            lines[-1] = lines[-1][:-1]
        open_depth = depth if soft else -1
    return "\n".join(lines)


_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]"
)


def clean(text: str) -> str:
    """NFC, every blank a space, no invisible, direction or control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _HIDDEN.sub("", unicodedata.normalize("NFC", text))
    return "".join(_visible(sign) for sign in text)


def _visible(sign: str) -> str:
    if sign == "\n" or (" " <= sign <= "~"):
        return sign
    kind = unicodedata.category(sign)
    if kind in ("Zl", "Zp"):
        return "\n"
    if kind == "Zs" or sign == "\t":
        return " "
    return "" if kind in ("Cc", "Cf", "Cs", "Co", "Cn") else sign

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
    if name == "utf-8":
        return data.decode("utf-8", _AS_WINDOWS)
    try:
        return data.decode(_WIDER.get(name, name))
    except (LookupError, ValueError):  # Python also has codecs from bytes to bytes (zip, hex)
        return _guess(data)


def _windows_byte(error: UnicodeError) -> tuple[str, int]:
    """A byte that is no UTF-8 is read as windows-1252, and the rest of the text stays UTF-8."""
    assert isinstance(error, UnicodeDecodeError)
    return _windows(error.object[error.start : error.end]), error.end


_AS_WINDOWS = "pbem-as-windows-1252"
codecs.register_error(_AS_WINDOWS, _windows_byte)
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "euc_kr": "cp949", "shift_jis": "cp932"}
"""What mail programs write under the label of a smaller set."""


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
_UNUSUAL = re.compile(r"[^\n -~]")
_MARKS = re.compile(r"([^\w\s\x00-\x7f]{32})[^\w\s\x00-\x7f]+")
"""Long rows of marks, cut: to order combining ones takes time by the square of their number."""


def clean(text: str) -> str:
    """NFC, every blank a space, no invisible, direction or control characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = unicodedata.normalize("NFC", _MARKS.sub(r"\1", _HIDDEN.sub("", text)))
    return _UNUSUAL.sub(_visible, text)


def _visible(found: re.Match[str]) -> str:
    sign = found.group()
    kind = unicodedata.category(sign)
    if kind in ("Zl", "Zp"):
        return "\n"
    if kind == "Zs" or sign == "\t":
        return " "
    return "" if kind in ("Cc", "Cf", "Cs", "Co", "Cn", "Me") else sign  # Me: the frame of a keycap

"""What a YAML parser's complaint means to somebody who writes a spec.

libyaml and PyYAML say the same things in different words; both are translated here to one message
with the place where the writer has to look and a hint that names the usual cause: an unquoted
`: `, text after a closing bracket, a quote that is never closed, an indentation that slips.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

from card_specs.language.problems import Mark


class Place(NamedTuple):
    """A parser's complaint: the problem, and what it was reading when it found it."""

    problem: str
    at: tuple[int, int]
    context: str
    since: tuple[int, int] | None


class Lines(Protocol):
    """The part of a source that is needed here."""

    @property
    def file(self) -> str: ...

    def line(self, number: int) -> str: ...


Explained = tuple[Mark, str, str]

COLON = ("a space is missing after the colon", "write 'key: value'")
"""Message and hint for `{en:{…}}`."""

_QUOTE = "put the whole value in quotes"


def explain(source: Lines, place: Place) -> Explained:
    """A parser's complaint as place, message and hint."""
    for words, explanation in _EXPLANATIONS:
        if any(word in place.problem for word in words):
            return explanation(source, place)
    return _mark(source, place.at), f"this is not YAML: {place.problem}", ""


def _mark(source: Lines, at: tuple[int, int]) -> Mark:
    return Mark(source.file, *at)


def _found(source: Lines, at: tuple[int, int]) -> str:
    """The thing at a place, as a word for a message."""
    rest = source.line(at[0])[at[1] - 1 :].strip()
    if not rest:
        return "the end of the line"
    word = re.match(r"\w[\w-]*|.", rest)
    return f"'{word[0] if word else rest[0]}'"


def _second_colon(source: Lines, place: Place) -> Explained:
    line, column = place.at
    before = source.line(line)[: column - 1]
    key = re.match(r"(\s*(?:- )*)([^:]+): (.*)", before)
    if key:
        value = source.line(line)[len(key[1]) + len(key[2]) + 2 :]
        hint = f'{_QUOTE}: {key[2]}: "{value}"'
        return _mark(source, place.at), "a second ': ' in one line", hint
    message = "this line cannot have a value: the line above is not finished or has one already"
    hint = "check the indentation, and that the line above ends with ':'"
    return Mark(source.file, line, len(before) - len(before.lstrip()) + 1), message, hint


def _after_value(source: Lines, place: Place) -> Explained:
    line, column = place.at
    before = source.line(line)[: column - 1].rstrip()
    if before.strip() and before[-1] in "]}\"'":
        opening = {"]": "[", "}": "{"}.get(before[-1], before[-1])
        message = f"text after the closing {before[-1]}"
        hint = f"{_QUOTE}: one that begins with {opening} must end with {before[-1]}"
        return _mark(source, place.at), message, hint
    hint = "entries of one list or mapping begin in the same column"
    return _mark(source, place.at), "this line does not fit the indentation above it", hint


def _open_quote(source: Lines, place: Place) -> Explained:
    at = place.since or place.at
    return _mark(source, at), "this quote is never closed", "end the text with the same quote"


def _open_bracket(source: Lines, place: Place) -> Explained:
    since = place.since or place.at
    opening = source.line(since[0])[since[1] - 1 : since[1]]
    closing = "}" if opening == "{" else "]"
    if place.at[0] > since[0]:
        return _mark(source, since), f"this {opening} is never closed", f"add the missing {closing}"
    message = f"found {_found(source, place.at)} where ',' or '{closing}' belongs"
    hint = 'put texts with brackets, commas, colons or quotes in "…"'
    return _mark(source, place.at), message, hint


def _bad_start(source: Lines, place: Place) -> Explained:
    at = place.since or place.at
    return _mark(source, at), f"a value cannot begin with {_found(source, at)}", _QUOTE


def _question(source: Lines, place: Place) -> Explained:
    return _mark(source, place.at), "a '?' that stands alone", _QUOTE


def _bad_escape(source: Lines, place: Place) -> Explained:
    line, column = place.at
    text = source.line(line)
    start = column if text[column - 1 : column] == "\\" else column - 1
    message = f"'{text[start - 1 : start + 1]}' means nothing inside \"…\""
    return Mark(source.file, line, start), message, r"write \\ for a backslash, or use '…'"


def _no_colon(source: Lines, place: Place) -> Explained:
    at = place.since or place.at
    message = "this line is neither 'key: value' nor a list item"
    return _mark(source, at), message, "add the ':', or quote or indent a text that runs on"


def _no_value(source: Lines, place: Place) -> Explained:
    return (
        _mark(source, place.at),
        f"found {_found(source, place.at)} where a value belongs",
        _QUOTE,
    )


def _block_header(source: Lines, place: Place) -> Explained:
    hint = "begin the text on the next line, indented"
    return _mark(source, place.at), "text in the same line as | or >", hint


def _inline_list(source: Lines, place: Place) -> Explained:
    hint = "begin the list on the next line, or write it in [ ]"
    return _mark(source, place.at), "a list item '- ' in the middle of a line", hint


def _no_space(source: Lines, place: Place) -> Explained:
    return _mark(source, place.at), *COLON


_EXPLANATIONS = (
    (("unexpected ':'",), _no_space),
    (("mapping values are not allowed",), _second_colon),
    (("expected <block end>", "did not find expected key"), _after_value),
    (("<document start>", "'-' indicator"), _after_value),
    (("unexpected end of stream",), _open_quote),
    (("',' or '}'", "',' or ']'"), _open_bracket),
    (("cannot start any token", "alphabetic or numeric"), _bad_start),
    (("whitespace or line break", "expected ' '", "expected URI"), _bad_start),
    (("mapping keys are not allowed",), _question),
    (("unknown escape character",), _bad_escape),
    (("could not find expected ':'",), _no_colon),
    (("expected the node content", "did not find expected node content"), _no_value),
    (
        ("chomping or indentation", "comment or line break", "comment or a line break"),
        _block_header,
    ),
    (("sequence entries are not allowed",), _inline_list),
)

"""A mail's contents as HTML.  The only module that imports Jinja2; everything is escaped by it.

Mail programs cut long mails off (Gmail at 102 kB), so above a budget the quieter moves lose their
links first; their numbers stay, and a number typed by hand plays them as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeGuard

from pbem.mails.blocks import Block, CardRow, Page, Pill, Pills
from pbem.mails.rich import Bold, Chip, Link, Rich, Run

if TYPE_CHECKING:
    from jinja2 import Template

LARGEST = 60_000
"""Bytes of HTML."""

WORD = 16
"""Letters of a word that are kept together."""

CUT = "\u200b"

_TABLE_CODE = re.compile(r"[0-9a-z]{4}(-[0-9a-z]{4})+\W?")
"""It is read out and compared: on one line."""

MOST_LINKED = 4
"""How many moves of one card keep their links in the shortest form."""


def to_html(page: Page) -> str:
    """The HTML part, as short as it must be."""
    html = _rendered(page)
    for keep in (_not_quiet, _first_few, _none):
        if len(html.encode()) <= LARGEST:
            break
        html = _rendered(_with_links(page, keep))
    return html


def _not_quiet(pill: Pill, place: int) -> bool:
    return pill.look != "quiet"


def _first_few(pill: Pill, place: int) -> bool:
    return place < MOST_LINKED


def _none(pill: Pill, place: int) -> bool:
    return False


def _with_links(page: Page, keep: Any) -> Page:
    """The page with links only where they are to be kept."""
    sections = tuple(
        replace(one, blocks=tuple(_thinned(block, keep) for block in one.blocks))
        for one in page.sections
    )
    return replace(page, sections=sections)


def _thinned(block: Block, keep: Any) -> Block:
    if not isinstance(block, CardRow | Pills):
        return block
    pills = tuple(
        pill if not pill.number or keep(pill, place) else replace(pill, href="")
        for place, pill in enumerate(block.pills)
    )
    return replace(block, pills=pills)


def _rendered(page: Page) -> str:
    sections = [
        {"heading": one.heading, "blocks": [(type(block).__name__, block) for block in one.blocks]}
        for one in page.sections
    ]
    return _template().render(
        page={
            "lang": page.lang,
            "title": page.title,
            "kicker": page.kicker,
            "place": page.place,
            "lead": page.lead,
            "preheader": page.preheader,
            "sections": sections,
            "footer": page.footer,
            "bar": page.bar,
        }
    )


def _template() -> Template:
    return template("pbem.mails", "mail.html")


@lru_cache(maxsize=8)
def template(package: str, name: str) -> Template:
    """A template of a package's folder `templates`: everything that is put in is escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=False,
        keep_trailing_newline=True,
    )
    environment.filters["pieces"] = pieces
    environment.filters["whole"] = whole
    environment.filters["runs"] = lambda rich: list(_runs(rich))
    return environment.get_template(name)


def pieces(text: str, size: int = WORD) -> list[str]:
    """A text cut where its longest words may be broken, so that no name makes a mail wider.

    Addresses and names of files are cut at their marks first.
    """
    return re.sub(rf"[!-~\w]{{{size + 1},}}", lambda word: _cut(word[0], size), text).split(CUT)


def whole(text: str) -> list[tuple[str, bool]]:
    """A text in parts, each with whether it must stay on one line: a code breaks at no hyphen."""
    parts = re.split(r"((?<!\S)\S+-\S+)", text)
    return [(part, place % 2 == 1) for place, part in enumerate(parts) if part]


def _cut(word: str, size: int) -> str:
    if _TABLE_CODE.fullmatch(word):
        return word
    parts = re.split(r"(?=@)|(?<=[./_-])", word)
    short = (part[at : at + size] for part in parts for at in range(0, len(part), size))
    return CUT.join(short)


def _runs(rich: Rich) -> Iterator[tuple[str, object, str]]:
    """Runs with what they are, for the template; a stop behind a card stays on the card's line."""
    stop = ""
    for run, after in zip_longest(rich, rich[1:], fillvalue=""):
        if isinstance(run, str):
            yield "text", run.removeprefix(stop), ""
            stop = ""
        else:
            stop = after[:1] if isinstance(run, Chip) and _is_stop(after) else ""
            yield {Bold: "bold", Chip: "chip", Link: "link"}[type(run)], run, stop


def _is_stop(run: Run) -> TypeGuard[str]:
    return isinstance(run, str) and run.startswith((".", ",", ";", ":", ")"))

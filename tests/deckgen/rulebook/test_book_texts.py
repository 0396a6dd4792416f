"""The HTML and the Markdown book: complete, offline, readable; the words as a golden."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path

import books
import pytest

GOLDENS = Path(__file__).parent / "goldens"


@pytest.mark.parametrize("language", books.LANGUAGES)
@pytest.mark.parametrize("name", books.GAMES)
def test_the_words_are_as_before(name: str, language: str) -> None:
    """A golden, to be read by a person: DECKGEN_GOLDENS=write makes it anew."""
    text = books.book(name, language, "md").decode()
    path = GOLDENS / f"{name}-{language}.md"
    if os.environ.get("DECKGEN_GOLDENS") == "write":
        path.write_text(text, encoding="utf-8")
    assert text.splitlines() == path.read_text("utf-8").splitlines()


class Page(HTMLParser):
    """What a reader's program sees of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.images: list[dict[str, str | None]] = []
        self.lang = ""
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if about.get("id") and tag != "path":
            self.ids.append(str(about["id"]))
        if tag == "html":
            self.lang = about.get("lang") or ""
        if tag == "a" and about.get("href"):
            self.links.append(str(about["href"]))
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "svg":
            self.images.append(about)
        self.loaded += [str(about[key]) for key in ("src", "data", "srcset") if about.get(key)]


@pytest.mark.parametrize("language", books.LANGUAGES)
def test_the_page_is_whole_and_accessible(language: str) -> None:
    text = books.book("cinco", language, "html").decode()
    page = Page()
    page.feed(text)
    assert page.lang == language
    assert page.loaded == []
    assert not re.search(r"https?://(?!www\.w3\.org)", text)
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert page.headings[0] == 1
    assert page.headings.count(1) == 1
    for before, after in zip(page.headings, page.headings[1:], strict=False):
        assert after <= before + 1 or after <= 4
    for image in page.images:
        assert image.get("aria-hidden") == "true" or (
            image.get("role") == "img" and image.get("aria-label")
        )
    assert "prefers-color-scheme: dark" in text
    assert "@media print" in text


def test_words_of_a_spec_are_escaped(tmp_path: Path) -> None:
    from card_specs.language.load import load
    from deckgen.rulebook.make import Wish, rulebook
    from pbem.replay.book_examples import play_examples

    path = tmp_path / "mine.yaml"
    path.write_text(
        "game: mine\ntitle: {es: '<script>alert(1)</script>', en: '<b>Mine</b>'}\nplayers: 2-4\n"
        "cards:\n  ONE: {copies: 4, title: {es: '<i>Uno</i>', en: One}, "
        "text: {es: '<img src=x>', en: x}}\n",
        encoding="utf-8",
    )
    text = rulebook(load(path), Wish("es", "html"), play_examples).decode()
    assert "<script>" not in text
    assert "<img" not in text
    assert "<i>Uno" not in text
    assert "&lt;script&gt;" in text

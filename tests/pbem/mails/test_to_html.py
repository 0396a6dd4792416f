"""The HTML part: escaped, small enough, legible without pictures and without its style sheet."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from pbem.mails.blocks import CardRow, Page, Pill, Section
from pbem.mails.compose import compose
from pbem.mails.mail import Mail
from pbem.mails.scene import scene
from pbem.mails.to_html import LARGEST, pieces, to_html
from pbem.mails.tray import NoPictures

from .reading import opened
from .samples import KINDS, sample
from .tabletop import table_of

LONGEST_LINK = 456
"""Signs of a link that every mail program keeps whole."""

VOID = {"meta", "img", "br", "link", "wbr"}


class Balanced(HTMLParser):
    """Tags that are opened are closed again, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.pictures: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.pictures.append(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_well_formed(kind: str, lang: str) -> None:
    html = opened(compose(sample(kind, lang))).html
    assert html.startswith("<!DOCTYPE html>")
    assert f'<html lang="{lang}"' in html
    parser = Balanced()
    parser.feed(html)
    assert parser.open == []
    for picture in parser.pictures:
        assert "alt" in picture
        assert (picture["src"] or "").startswith("cid:")
        assert picture["width"]
    for forbidden in ("<script", "<form", "<iframe", "http-equiv", "display:flex", "opacity"):
        assert forbidden not in html
    assert not re.search(r'(?:src|href)="(?!cid:|mailto:)', html)


def _page(pills: int, look: str = "even") -> Page:
    link = (
        "mailto:mesa%2Bdiez-m2xw.47.h3t9q6d8rk4w2c7z@mesa.example.org?subject=x&body=" + "y" * 250
    )
    rows = tuple(
        CardRow("", f"R{row}", "rojo", (), tuple(
            Pill(row * 10 + n, (f"como R{n}",), f"colocar R{row} como R{n}", link,
                 look if n else "even")
            for n in range(10)
        ))
        for row in range(pills // 10)
    )  # fmt: skip
    section = Section("moves", "Tus jugadas", rows)
    return Page("es", "Te toca", "DIEZ", "partida diez-m2xw", (), "", (section,), ())


def test_a_normal_turn_links_every_move() -> None:
    assert to_html(_page(60)).count("<a ") == 60


@pytest.mark.parametrize("pills", [90, 150, 300, 700])
def test_above_the_budget_links_go_first_and_numbers_stay(pills: int) -> None:
    html = to_html(_page(pills, "quiet"))
    if pills < 500:
        assert len(html.encode()) <= LARGEST
    assert html.count("<a ") < pills
    for row in range(pills // 10):
        assert f"como R{row % 10}" in html


def spanish(mail: Mail, shown: str) -> str:
    """The canonical code of one that is shown in Spanish, however the card lies."""
    codes = {local["es"]: code for code, local in mail.tablet.lexicon.codes.items()}
    bare = re.split(r"[=+~]", shown)[0]
    return codes.get(bare, bare)


@pytest.mark.parametrize("game", ["cinco", "cinco_vivos", "cinquillo", "diez", "seis"])
def test_whole_games_keep_to_the_budget(game: str) -> None:
    table = table_of(game, 4, seed="b")
    for _ in range(10):
        player = table.walk(13)
        if not player:
            break
        mail = table.mail("turn", player, "es")
        shown = opened(compose(mail))
        assert len(shown.html.encode()) < LARGEST
        assert all(len(data) < 10_000 for data in shown.pictures.values())
        assert max(map(len, shown.links)) < LONGEST_LINK
        asked = scene(mail, NoPictures()).question
        filled = shown.html.count('class="b1"')
        assert filled <= (0 if asked is not None and asked.even else 1)
        since = re.search(r"Desde tu último turno</h2>(.*?)<h2", shown.html, re.S)
        assert since is None or since[1].count("&#8226;") <= 5
        for picture, alt in re.findall(r'<img src="cid:([^"]*)"[^>]* alt="([^"]+)"', shown.html):
            assert picture.startswith(f"{re.sub('[^A-Za-z0-9-]', '', spanish(mail, alt))}-es."), alt


def test_what_a_button_plays_stands_beside_its_picture() -> None:
    """Without pictures nothing is lost: codes, names and texts are text."""
    shown = opened(compose(sample("turn", "es")))
    bare = re.sub(r"<img[^>]*>", "", shown.html)
    for word in ("A2", "azul 2", "Embargo", "L8", "Arriba del descarte"):
        assert word in bare


def test_the_preheader_is_hidden_and_short() -> None:
    html = opened(compose(sample("turn", "en"))).html
    found = re.search(r'<div style="display:none[^>]*>([^&<]*)', html)
    assert found
    assert 20 <= len(found[1]) <= 110
    assert "Until Thursday" in found[1]


def test_a_table_code_is_on_one_line_and_a_long_name_is_not() -> None:
    html = opened(compose(sample("start", "es"))).html
    assert html.count('<span style="white-space:nowrap">k7q2-m9xd-4t0v-8hzr') == 2
    assert pieces("Maria-Antonieta-Guadalupe.") == ["Maria-", "Antonieta-", "Guadalupe."]


def test_a_stop_stays_on_the_line_of_the_card_before_it() -> None:
    html = opened(compose(sample("news", "es"))).html
    chips = re.findall(r"white-space:nowrap\">(?:<img[^>]*>&nbsp;)?[A-Z0-9-]+</span>(.)", html)
    assert set(chips) & set(".,;")
    loose = re.findall(
        r"(?<!nowrap\">)<span style=\"display:inline-block[^<]*(?:<img[^>]*>[^<]*)?</span>[.,;]",
        html,
    )
    assert loose == []


def test_rows_of_cards_are_said_to_screen_readers() -> None:
    table = table_of("seis", 3)
    player = table.walk(40, "roll")
    html = opened(compose(table.mail("turn", player, "es"))).html
    assert 'role="img" aria-label="fila: R1, R2' in html
    table = table_of("cinquillo", 3)
    html = opened(compose(table.mail("turn", table.walk(9), "en"))).html
    assert re.search(r'role="img" aria-label="coins: .*\. cups: .*\. ', html)

"""`pbem page`: one file that opens signed views and turn mails of every bundled game."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from mails.reading import as_written
from mails.tabletop import TOKEN
from typer.testing import CliRunner

from card_specs.language.load import bundled, load
from pbem import engine
from pbem.cli import PROGRAM
from pbem.engine.moves import Read
from pbem.letters.commands import Item, resolve
from pbem.mails.compose import compose
from pbem.mails.mail import Attachment
from pbem.mails.tray import NoPictures
from pbem.protocol.signing import key_from_seed, sign, thumbprint
from pbem.turn_page.opener import opener
from pbem.turn_page.words import words_of

from .chromium import Browser
from .driving import choose, quiet
from .pages import DECISIONS, Made, made

LARGEST = 135_000
EACH = pytest.mark.parametrize(("game", "variant", "players", "until"), DECISIONS)


@lru_cache(maxsize=1)
def the_file() -> str:
    return opener([load(name) for name in bundled()], "es")


KEY = key_from_seed(bytes(range(32)))


def signed(found: Made) -> bytes:
    view: dict[str, Any] = {**found.mail.view}  # type: ignore[dict-item]
    view |= {"head": "0" * 64, "open": "1" * 64}
    return sign(KEY, "pbem-view", json.loads(json.dumps(view)))


def give(browser: Browser, folder: Path, name: str, data: bytes) -> None:
    """Choose a file with the page's button."""
    page, file = folder / "mesa.html", folder / name
    page.write_text(the_file(), encoding="utf-8")
    file.write_bytes(data)
    browser.open(page)
    root = browser.send("DOM.getDocument")["root"]["nodeId"]
    node = browser.send("DOM.querySelector", {"nodeId": root, "selector": "#file"})["nodeId"]
    browser.send("DOM.setFileInputFiles", {"files": [str(file)], "nodeId": node})
    done = "!!document.getElementById('kid') || !!document.getElementById('problem').textContent"
    for _ in range(300):
        if browser.run(done):
            return
    raise AssertionError("the file was not read")


def test_it_knows_the_bundled_games_and_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "mesa.html"
    run = CliRunner().invoke(PROGRAM.app(), ["page", "-o", str(path)])
    assert run.exit_code == 0
    html = path.read_text(encoding="utf-8")
    assert html == the_file()
    assert len(html.encode()) < LARGEST
    for word in ("atob", "eval(", "Blob", "data:", "<form", "<iframe", "https://", " style="):
        assert word not in html
    found = re.search(r'id="turn">(.*?)</script>', html, re.S)
    assert found is not None
    assert [book["id"] for book in json.loads(found[1])["games"]] == list(bundled())


def test_other_games_can_be_added(tmp_path: Path) -> None:
    path = tmp_path / "mesa.html"
    run = CliRunner().invoke(PROGRAM.app(), ["page", "nowhere.yaml", "-o", str(path)])
    assert run.exit_code != 0
    assert not path.exists()


@pytest.mark.browser
@EACH
def test_a_view_prepares_its_own_moves(
    browser: Browser, tmp_path: Path, game: str, variant: str, players: int, until: str
) -> None:
    found = made(game, variant, players, until)
    browser.size(360, 900)
    give(browser, tmp_path, "view.jws", signed(found))
    moves = list(found.mail.view["own"]["moves"])  # type: ignore[index]
    lexicon = found.mail.tablet.lexicon
    for lang in ("es", "en"):
        browser.click(f'.langs [lang="{lang}"]')
        for number in (0, len(moves) // 2, len(moves) - 1):
            choose(browser, moves[number], by_keys=lang == "en", numbers=[number])
            line = browser.run("document.getElementById('line').textContent")
            assert line == found.said([moves[number]], lang)
            answer = resolve(Item(None, line), lexicon, moves, sorted(moves), lang)
            assert answer == Read(moves[number])
            browser.key("Backspace")
    told = browser.run("document.getElementById('kid').textContent")
    assert thumbprint(KEY.jwk) in told
    assert not browser.run("!!document.getElementById('send')")
    assert browser.run("document.documentElement.scrollWidth") == 360
    quiet(browser)


@pytest.mark.browser
def test_a_whole_mail_also_says_where_the_answer_goes(browser: Browser, tmp_path: Path) -> None:
    found = made("diez", "triad", 3, "place")
    file = Attachment("diez-7k3f-12.jws", "application/jose+json", signed(found) + b"\n")
    mail = type(found.mail)(**{**vars(found.mail), "attachments": (file,)})
    give(browser, tmp_path, "turn.eml", compose(mail, NoPictures()))
    move = found.mail.view["own"]["moves"][0]  # type: ignore[index]
    browser.click('.langs [lang="es"]')
    choose(browser, move, by_keys=False, numbers=[0])
    link = browser.run("document.getElementById('send').getAttribute('href')")
    address, subject, body = as_written(link)
    assert address == f"mesa+diez-7k3f.12.{TOKEN}@mesa.example.org"
    assert subject == f"Re: [diez-7k3f] Turno 12 (diez-7k3f.12.{TOKEN})"
    assert body.split("\r\n")[0] == found.said([move], "es")
    quiet(browser)


@pytest.mark.browser
@pytest.mark.parametrize("data", [b"", b"{}", b"no view", b'{"payload":"e30","protected":"e30"}'])
def test_what_is_no_view_is_told(browser: Browser, tmp_path: Path, data: bytes) -> None:
    give(browser, tmp_path, "view.jws", data)
    told = browser.run("document.getElementById('problem').textContent")
    assert told in {words_of(lang)["open_bad"] for lang in ("es", "en")}
    quiet(browser)


@pytest.mark.browser
def test_what_a_file_says_is_no_markup(browser: Browser, tmp_path: Path) -> None:
    found = made("cinquillo", "classic", 4, "play")
    view: dict[str, Any] = {**found.mail.view}  # type: ignore[dict-item]
    view["player"] = "<img src=x onerror=alert(1)>"
    give(browser, tmp_path, "view.jws", sign(KEY, "pbem-view", json.loads(json.dumps(view))))
    assert not browser.run("!!document.querySelector('#app img')")
    assert "<img" in browser.run("document.querySelector('#app h1').textContent")
    quiet(browser)


@pytest.mark.browser
def test_a_sealed_view_says_what_opens_it(browser: Browser, tmp_path: Path) -> None:
    sealed = b'{"protected":"eyJlbmMiOiJBMjU2R0NNIn0","iv":"x","ciphertext":"y","tag":"z"}'
    give(browser, tmp_path, "view.jwe", sealed)
    told = browser.run("document.getElementById('problem').textContent")
    assert told in {words_of(lang)["open_sealed"] for lang in ("es", "en")}


@pytest.mark.browser
@pytest.mark.parametrize("player", ["ana", ""])
def test_where_nothing_is_asked_nothing_is_to_be_chosen(
    browser: Browser, tmp_path: Path, player: str
) -> None:
    """News, and what somebody sees who only looks on."""
    found = made("diez", "triad", 3, "place")
    shown = engine.view(found.table.table, found.table.state, player)
    view: dict[str, Any] = {**found.mail.view}  # type: ignore[dict-item]
    view |= {"player": player, "ask": 0, "head": "0" * 64, "open": "1" * 64}
    view |= {"public": dict(shown.public), "own": {"zones": dict(shown.own.get("zones", {}))}}
    browser.size(360, 800)
    give(browser, tmp_path, "view.jws", sign(KEY, "pbem-view", json.loads(json.dumps(view))))
    title = browser.run("document.querySelector('#app h1').textContent")
    assert title in {words_of(lang)["open_quiet"] for lang in ("es", "en")}
    assert not browser.run("!!document.querySelector('.dock, .card:not([aria-disabled])')")
    assert browser.run("document.querySelectorAll('#h-h').length") == (1 if player else 0)
    assert browser.run("document.querySelector('#app .strap').textContent").endswith("diez-7k3f")
    assert browser.run("document.documentElement.scrollWidth") == 360
    quiet(browser)


@pytest.mark.browser
def test_it_says_things_as_a_turn_mail_does(browser: Browser, tmp_path: Path) -> None:
    """When, what is chosen, and that a seat may only take signed moves (no view says which)."""
    browser.size(360, 900)
    give(browser, tmp_path, "view.jws", signed(made("cinco", "standard", 3, "play R")))
    browser.click('.langs [lang="es"]')
    until = browser.run("document.querySelector('#app header p:last-child').textContent")
    assert re.fullmatch(r"Hasta el jueves 4 de diciembre a las \d\d:\d\d\.", until)
    browser.click('.card[aria-expanded="false"]')
    labels = "[...document.querySelectorAll('#choice span:last-child')].map(e => e.textContent)"
    assert browser.run(labels) == ["azul", "verde", "rojo", "amarillo"]
    browser.click("#choice button")
    told = browser.run("document.getElementById('status').textContent")
    assert told == f"{words_of('es')['open_copy']} {words_of('es')['open_signed']}"
    browser.click('.langs [lang="en"]')
    until = browser.run("document.querySelector('#app header p:last-child').textContent")
    assert re.fullmatch(r"Until Thursday 4 December, \d\d:\d\d\.", until)


@pytest.mark.browser
def test_what_is_written_on_plain_faces_fits(browser: Browser, tmp_path: Path) -> None:
    give(browser, tmp_path, "view.jws", signed(made("cinco", "standard", 3, "play R")))
    overlaps = """[...document.querySelectorAll('svg.face')].flatMap(face => {
      const boxes = [...face.children].slice(1).map(e => e.getBoundingClientRect());
      const edge = face.getBoundingClientRect();
      return boxes.flatMap((a, i) => [
        ...(a.right > edge.right || a.left < edge.left ? [face.textContent] : []),
        ...boxes.slice(i + 1).filter(b => a.left < b.right - 1 && b.left < a.right - 1
          && a.top < b.bottom - 6 && b.top < a.bottom - 6).map(() => face.textContent)]);
    })"""
    assert browser.run("document.querySelectorAll('svg.face').length") == 6
    assert browser.run(overlaps) == []

"""What a person sees of a page: whole words, no jumps, nothing hidden, as the mail says it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .chromium import Browser
from .driving import choose, opened
from .pages import DECISIONS, made

pytestmark = pytest.mark.browser

BROKEN = """(pattern => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let node; node = walker.nextNode();) {
    if (!node.parentElement.offsetParent || node.parentElement.closest('.sr')) continue;
    for (const match of node.data.matchAll(new RegExp(pattern, 'g'))) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      found.push([match[0], lines.size]);
    }
  }
  return found;
})(%r)"""
"""Every place of a pattern in the shown text, with the number of lines that it stands on."""


@pytest.mark.parametrize("scripts", [True, False])
def test_codes_and_names_of_games_stand_on_one_line(
    browser: Browser, tmp_path: Path, scripts: bool
) -> None:
    found = made(*DECISIONS[0])  # has A-COM3=V3 on the pile
    for width in range(330, 400, 10):
        browser.size(width, 900, scripts=scripts)
        opened(browser, found.html, tmp_path)
        places = browser.run(BROKEN % r"[RVAL]-COM3=?\w*|cinco-7k3f(?=,)")
        assert len(places) > 3
        assert [place for place, lines in places if lines > 1] == []
    browser.size(360, 800)


def test_names_and_counts_stand_on_one_line(browser: Browser, tmp_path: Path) -> None:
    browser.size(360, 900)
    opened(browser, made("seis", "classic", 3, "play NUM").html, tmp_path)
    assert browser.run(BROKEN % r"un.\d(?=: ¿lo cambias)") == [["un\u00a05", 1]]
    opened(browser, made(*DECISIONS[0]).html, tmp_path)
    places = browser.run(BROKEN % r"▶.Beto|te toca|\d de 5|mazo.\d+")
    assert len(places) == 6
    assert [place for place, lines in places if lines > 1] == []


@pytest.mark.parametrize(("lang", "told"), [("es", "Verde 3."), ("en", "Green 3.")])
def test_a_wild_on_the_pile_is_called_what_it_stands_for(
    browser: Browser, tmp_path: Path, lang: str, told: str
) -> None:
    opened(browser, made(*DECISIONS[0]).html, tmp_path, lang)
    choose(browser, "play R-WILD3 color=green", by_keys=False)
    assert told in browser.run("document.querySelector('.pile').textContent")


def test_one_question_of_many_cards_is_asked_at_once(browser: Browser, tmp_path: Path) -> None:
    found = made("diez", "triad", 2, "take")
    opened(browser, found.html, tmp_path)
    shown = browser.run("[...document.querySelectorAll('#choice button')].map(e => [e.ariaLabel,"
                        "e.querySelector('span:last-child').textContent])")  # fmt: skip
    assert len(shown) > 12
    cards = [code for _, code in shown]
    order = [str(card["es"][0]) for card in found.data["cards"].values()]
    places = [order.index(code.split(" · ")[0]) for code in cards]
    assert places == sorted(places)
    assert cards[:2] == ["R1", "R2"]
    assert shown[0][0] == "Tomar R1"
    assert not browser.run("!!document.querySelector('.back, .other')")
    browser.key("Escape")
    assert browser.run("document.activeElement.closest('#choice') !== null")
    browser.key("2")
    assert browser.run("document.getElementById('line').textContent") == "tomar R2"


def test_what_is_asked_next_is_not_under_the_bar(browser: Browser, tmp_path: Path) -> None:
    browser.size(360, 560)
    opened(browser, made("diez", "triad", 3, "place").html, tmp_path)
    browser.run("scrollTo(0, document.querySelector('#hand').offsetTop - 300)")
    browser.run("document.querySelector('.card[aria-expanded]').click()")
    assert browser.run("document.activeElement.closest('#choice') !== null")
    room = browser.run(
        "document.querySelector('.dock').getBoundingClientRect().top"
        " - document.activeElement.getBoundingClientRect().bottom"
    )
    assert room > 0
    browser.size(360, 800)


def test_a_reason_moves_nothing_and_is_seen(browser: Browser, tmp_path: Path) -> None:
    browser.size(800, 500)
    opened(browser, made(*DECISIONS[2]).html, tmp_path)
    high = "document.documentElement.scrollHeight"
    before = browser.run(high)
    browser.click(".card[aria-disabled]")
    told, over = browser.run(
        "(b => [document.getElementById('why').textContent, document.querySelector('.dock')"
        ".getBoundingClientRect().top - b.bottom])"
        "(document.getElementById('why').getBoundingClientRect())"
    )
    assert told
    assert over > 0
    assert browser.run(high) == before
    browser.size(360, 800)


def test_colours_of_a_row_have_shapes_too(browser: Browser, tmp_path: Path) -> None:
    opened(browser, made("seis", "mirror", 4, "flip").html, tmp_path)
    cells = "document.querySelectorAll('.line-up .pl%s').length"
    assert browser.run(cells % "") == browser.run(cells % " svg") > 20
    opened(browser, made("diez", "points", 2, "replace ladder=*").html, tmp_path)
    cells = "document.querySelectorAll('.lad .pl:not(.free)%s').length"
    assert browser.run(cells % "") == browser.run(cells % " svg") > 2


def test_cards_that_are_alike_are_counted(browser: Browser, tmp_path: Path) -> None:
    opened(browser, made("seis", "classic", 3, "roll").html, tmp_path)
    notes = browser.run("document.querySelector('.notes').textContent")
    assert notes == "comodines: DAD×2SAL×2NUM×2REV×2VOL×2TIR×2"


def test_the_question_stands_before_the_deadline(browser: Browser, tmp_path: Path) -> None:
    for scripts, place in ((True, "#app"), (False, "#plain")):
        browser.size(360, 800, scripts=scripts)
        opened(browser, made(*DECISIONS[2]).html, tmp_path)
        told = browser.run(f"document.querySelector('{place} header').innerText")
        assert re.search(r"que sigue después de la subasta\.\s+Hasta el ", told)
    browser.size(360, 800)


def test_without_scripts_the_hand_and_its_reasons_are_told(
    browser: Browser, tmp_path: Path
) -> None:
    browser.size(360, 800, scripts=False)
    opened(browser, made(*DECISIONS[0]).html, tmp_path)
    told = browser.run("document.getElementById('plain').innerText")
    assert "L6 L9 R-COM3 A-SAL V-REV\n" in told
    assert "L6, L9 y A-SAL, ahora no: " in told
    opened(browser, made("seis", "classic", 3, "play TIR").html, tmp_path)
    links = browser.run("[...document.querySelectorAll('#plain a')].map(a => a.innerText)")
    assert links == ["TIR: Disparar", "No disparar"]
    browser.size(360, 800)


def test_a_phone_shows_the_three_things_to_do_in_one_line(browser: Browser, tmp_path: Path) -> None:
    browser.size(360, 800)
    for lang in ("es", "en"):
        opened(browser, made(*DECISIONS[0]).html, tmp_path, lang)
        choose(browser, "play R-WILD3 color=green", by_keys=False)
        tops = browser.run("[...document.querySelectorAll('.acts > *')].map(e => e.offsetTop)")
        assert len(tops) == 3
        assert len(set(tops)) == 1


def test_where_a_card_lies_is_written_under_it(browser: Browser, tmp_path: Path) -> None:
    for width in (360, 800):
        browser.size(width, 800)
        opened(browser, made("diez", "triad", 2, "return").html, tmp_path)
        wider, told = browser.run(
            "(e => [e.offsetWidth - e.parentElement.querySelector('.face').getBoundingClientRect()"
            ".width, e.textContent])(document.querySelector('.tag'))"
        )
        assert told == "cartas recibidas"
        assert wider < 1
    browser.size(360, 800)


def test_what_stands_in_a_cell_fits_it(browser: Browser, tmp_path: Path) -> None:
    for width in (360, 800):
        browser.size(width, 800)
        opened(browser, made("diez", "points", 2, "replace ladder=*").html, tmp_path)
        cut = browser.run(
            "[...document.querySelectorAll('.pl')].filter(e => e.scrollHeight > e.clientHeight"
            " || e.scrollWidth > e.clientWidth).map(e => e.textContent)"
        )
        assert cut == []
    browser.size(360, 800)


def test_the_bar_leaves_room_on_a_phone_that_lies(browser: Browser, tmp_path: Path) -> None:
    browser.size(640, 360)
    opened(browser, made(*DECISIONS[0]).html, tmp_path)
    choose(browser, "play R-WILD3 color=green", by_keys=False)
    top = "document.querySelector('.dock').getBoundingClientRect().top"
    assert browser.run(top) > 170
    browser.click("summary")  # what is longer than the window scrolls in itself
    assert browser.run(top) > 0
    browser.size(360, 800)


def test_what_is_written_on_a_plain_face_stays_on_it(browser: Browser, tmp_path: Path) -> None:
    opened(browser, made("hearts", "", 4, "pass").html, tmp_path)
    out = browser.run(
        "[...document.querySelectorAll('.card svg.face')].flatMap(face => {"
        " const inside = face.querySelector('rect').getBoundingClientRect();"
        " return [...face.querySelectorAll('text')].filter(t => (b => b.left < inside.left"
        " || b.right > inside.right)(t.getBoundingClientRect())).map(t => t.textContent); })"
    )
    assert browser.run("document.querySelectorAll('.card svg.face text').length") > 20
    assert out == []


def test_a_set_of_cards_is_clicked_together(browser: Browser, tmp_path: Path) -> None:
    """Three of thirteen cards: one click for each, on the cards or on the buttons."""
    opened(browser, made("hearts", "", 4, "pass").html, tmp_path)
    codes = "[...document.querySelectorAll('#choice span:last-child')].map(e => e.textContent)"
    browser.click('[data-card="C2"]')
    others = browser.run(codes)
    assert len(others) == 12
    assert others[0] == "T4"
    browser.click('[data-card="C10"]')
    lifted = "[...document.querySelectorAll('.card[aria-expanded=true]')].map(e => e.dataset.card)"
    assert browser.run(lifted) == ["C2", "C10"]
    assert "T10" not in browser.run(codes)
    browser.key("2")
    line = browser.run("document.getElementById('line').textContent")
    assert sorted(line.removeprefix("pasar ").split(",")) == ["T10", "T2", "TA"]

"""Using a page in the browser as a person does, and reading what it has prepared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from mails.reading import PROGRAMS, Doorman, received, sent
from mails.tabletop import TOKEN

from pbem import engine
from pbem.engine.moves import Read
from pbem.letters.commands import Command, resolve

from .chromium import Browser
from .pages import Made

SHOW = """(id => {
  const T = JSON.parse(document.getElementById('turn').textContent);
  return T.moves.map((m, i) => m.id === id ? i : -1).filter(i => i >= 0);
})(%s)"""
WAYS = """(numbers => {
  const has = e => (e.dataset.moves || '').split(' ').some(m => m && numbers.includes(+m));
  const find = pick => [...document.querySelectorAll(pick)].findIndex(has);
  const asked = '#choice .opts button';
  if (document.getElementById('choice')) return [asked, find(asked), 0];
  const cards = document.querySelectorAll('#hand .card').length, card = find('#hand .card');
  return card >= 0 ? ['#hand .card', card, 0] : ['.other button', find('.other button'), cards];
})(%s)"""
COUNT = "(document.getElementById('undo') ? document.getElementById('line').textContent : '')"


def opened(browser: Browser, html: str, folder: Path, lang: str = "") -> None:
    """Open a page; `lang` is switched to by its button."""
    path = folder / "page.html"
    path.write_text(html, encoding="utf-8")
    browser.open(path)
    if lang:
        browser.click(f'.langs [lang="{lang}"]')
        assert browser.run("document.documentElement.lang") == lang


def choose(browser: Browser, move: str, by_keys: bool, numbers: Sequence[int] = ()) -> None:
    """Choose a move the way a person does: the card (or button), then what is asked.

    `numbers` are those that the page gives the move, by default those of its data.
    """
    numbers = numbers or browser.run(SHOW % json.dumps(move))
    before = browser.run(COUNT)
    for _ in range(6):
        where, at, before_it = browser.run(WAYS % json.dumps(numbers))
        assert at >= 0, f"there is no way to {move}"
        place = at + before_it
        if not by_keys:
            browser.run(f"document.querySelectorAll({where!r})[{at}].scrollIntoView()")
            mark = f"document.querySelectorAll({where!r})[{at}].setAttribute('data-target', '')"
            browser.run(mark)
            browser.click("[data-target]")
            still = "document.querySelectorAll('[data-target]').forEach(e => "
            browser.run(still + "e.removeAttribute('data-target'))")
        elif place < 9:
            browser.key(str(place + 1))
        else:
            browser.run(f"document.querySelectorAll({where!r})[0].focus()")
            for _ in range(at):
                browser.key("ArrowRight")
            browser.key("Enter")
        if browser.run(COUNT) != before:
            return
    raise AssertionError(f"{move} was not reached")


def prepared(browser: Browser) -> tuple[str, str]:
    """The line shown, and the link."""
    line = browser.run("document.getElementById('line').textContent")
    return line, browser.run("document.getElementById('send').getAttribute('href')")


def meant(found: Made, link: str, lang: str) -> list[list[str]]:
    """What the host plays, whichever mail program sends the answer."""
    doorman = Doorman({(found.mail.game, "12", TOKEN): found.player})
    lexicon, mailed = found.mail.tablet.lexicon, found.mail.view["own"]["moves"]  # type: ignore[index]
    every = []
    for program in PROGRAMS:
        token, said = received(sent(program(link), "ana@example.org"), doorman)
        assert token.player == found.player
        assert not isinstance(said, Command)
        state = engine.clone(found.table.state)
        played = []
        for item in said.items:
            legal = engine.asks(found.table.table, state)[found.player]
            answer = resolve(item, lexicon, mailed, legal, lang)
            assert isinstance(answer, Read), (link, answer)
            played.append(answer.move)
            if len(played) < len(said.items):
                engine.make(found.table.table, state, found.player, answer.move)
        every.append(played)
    return every


def quiet(browser: Browser) -> None:
    """No request left the page, and nothing was stopped or thrown."""
    assert browser.requests() == []
    assert browser.complaints() == []

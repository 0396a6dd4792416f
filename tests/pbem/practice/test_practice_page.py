"""The practice page: whole games by clicks in a real browser, and what its server refuses."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

import pytest
from turn_page.chromium import Browser

from card_specs.language.load import load
from pbem import engine
from pbem.engine.chance import Fast
from pbem.practice.game import Against, seated
from pbem.practice.server import LONGEST, Server, Session
from pbem.practice.sheet import shown_names

GAMES = [
    ("cinco", "standard", 3),
    ("cinquillo", "cabron", 3),
    ("cinco_vivos", "teams", 4),
    ("seis", "mirror", 2),
    ("seis", "classic", 3),
]


def session(game: str = "seis", variant: str = "classic", players: int = 3) -> Session:
    spec = load(game)

    def deal(number: int) -> Against:
        return seated(spec, variant, {}, players, 1, "policy", 7 + number)

    return Session(deal, "es")


@contextmanager
def served(one: Session) -> Iterator[Server]:
    with Server(one, "secret") as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def ask(
    server: Server, method: str, path: str = "", body: str = "", **headers: str
) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(server.host)
    connection.request(method, path or server.path, body, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


@pytest.fixture
def server() -> Iterator[Server]:
    with served(session()) as one:
        yield one


def test_the_page_comes_with_a_policy_and_is_not_kept(server: Server) -> None:
    answer = ask(server, "GET")
    assert answer.status == 200
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_only_its_own_path_and_host_are_answered(server: Server) -> None:
    assert ask(server, "GET", "/").status == 404
    assert ask(server, "GET", "/secret/../etc/passwd").status == 404
    assert ask(server, "GET", Host=f"evil.example:{server.server_port}").status == 403
    assert ask(server, "PUT").status == 501


def test_a_move_counts_only_from_the_page_itself(server: Server) -> None:
    game = server.session.game
    move = game.asks()[game.me][0]
    form = urlencode({"moves": move})
    before = engine.dump(game.table, game.state)
    assert ask(server, "POST", body=form).status == 403
    assert ask(server, "POST", body=form, Origin="http://evil.example").status == 403
    assert ask(server, "POST", body=form, Origin="null").status == 403
    assert engine.dump(game.table, game.state) == before
    ours = f"http://{server.host}"
    answer = ask(server, "POST", body=form, Origin=ours)
    assert (answer.status, answer.headers["Location"]) == (303, server.path)
    assert engine.dump(game.table, game.state) != before


def test_what_is_no_legal_move_changes_nothing(server: Server) -> None:
    game, ours = server.session.game, f"http://{server.host}"
    before = engine.dump(game.table, game.state)
    for body in ("", "moves=fly+away", "moves=%FF%00", "x=1", "moves=;;"):
        assert ask(server, "POST", body=body, Origin=ours).status == 303
    assert ask(server, "POST", body="x" * (LONGEST + 1), Origin=ours).status == 413
    assert engine.dump(game.table, game.state) == before


def test_another_game_has_other_cards() -> None:
    one = session()
    first = one.page("/p/")
    one.again()
    assert one.page("/p/") != first
    assert session().page("/p/") == first


@pytest.mark.parametrize("game", ["cinco", "cinquillo", "diez"])
def test_the_page_shows_no_more_than_the_seat_sees(game: str) -> None:
    """Other hidden cards, the same view: the same page."""
    spec = load(game)
    one = session(game, next(iter(spec.variants), "standard"), 2)
    page, against = one.page("/p/"), one.game
    for seed in "abc":
        world = engine.determinize(against.table, against.view(), Fast(seed))
        assert engine.dump(against.table, world) != engine.dump(against.table, against.state)
        against.state = world
        assert one.page("/p/") == page


STEP = (
    "(document.querySelector('#choice .opts button')"
    " || document.querySelector('.card:not([aria-disabled])')"
    " || document.querySelector('.other button')).click()"
)


@pytest.mark.parametrize(("game", "variant", "players"), GAMES)
def test_a_whole_game_by_clicks(browser: Browser, game: str, variant: str, players: int) -> None:
    with served(session(game, variant, players)) as server:
        browser.size(360, 800)
        browser.events.clear()
        browser.send("Page.navigate", {"url": server.address})
        browser.wait_for("Page.loadEventFired")
        for _ in range(400):
            if not server.session.game.asks():
                break
            while not browser.run("!!document.querySelector('#send')"):
                browser.run(STEP)
            browser.events.clear()
            browser.run("document.querySelector('#send').click()")
            browser.wait_for("Page.loadEventFired")
            assert browser.complaints() == []
        assert browser.run("document.querySelector('#send').textContent") == "Otra partida"
        assert "an" in browser.run("document.querySelector('h1').textContent")
        wide = browser.run("document.documentElement.scrollWidth")
        assert wide == 360
        browser.events.clear()
        browser.run("document.querySelector('#send').click()")
        browser.wait_for("Page.loadEventFired")
        assert server.session.game.asks()


def test_without_scripts_buttons_play(browser: Browser) -> None:
    with served(session()) as server:
        browser.size(800, 800, scripts=False)
        try:
            browser.events.clear()
            browser.send("Page.navigate", {"url": server.address})
            browser.wait_for("Page.loadEventFired")
            number = server.session.number
            place = browser.run(
                "(() => { const e = document.querySelector('#plain form button');"
                "e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
                "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
            )
            browser.events.clear()
            about = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
            browser.send("Input.dispatchMouseEvent", {"type": "mousePressed", **about})
            browser.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **about})
            browser.wait_for("Page.loadEventFired")
            assert server.session.number == number + 1
        finally:
            browser.size(800, 800)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_bots_are_called_bots(lang: str) -> None:
    one = session()
    shown = shown_names(one.game, lang)
    others = [name for player, name in shown.items() if player != one.game.me]
    assert others == ["Bot 2", "Bot 3"]


def test_a_person_called_you_is_not_called_so_twice(browser: Browser) -> None:
    with served(session()) as server:
        one = server.session
        while asks := one.game.asks():
            one.answer([next(iter(asks[one.game.me]))])
        browser.events.clear()
        browser.send("Page.navigate", {"url": server.address})
        browser.wait_for("Page.loadEventFired")
        assert browser.run("document.querySelector('tbody td').textContent") == "Tú"

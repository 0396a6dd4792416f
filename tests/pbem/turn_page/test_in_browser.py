"""The page in a real browser: every kind of decision, both languages, mouse and keyboard."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from legible import UNREADABLE
from mails.reading import PROGRAMS
from mails.tabletop import TOKEN, table_of
from mails.test_names import renamed

from pbem import engine
from pbem.turn_page.ahead import ahead
from pbem.turn_page.page import page
from pbem.turn_page.words import words_of

from .chromium import Browser
from .driving import choose, meant, opened, prepared, quiet
from .pages import DECISIONS, Made, made

pytestmark = pytest.mark.browser
MOST_MOVES = 10
NAMED = ("button", "image", "region", "group", "link")
"""Roles that say nothing without a name."""


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(("game", "variant", "players", "until"), DECISIONS)
def test_every_move_is_prepared_exactly(
    browser: Browser, tmp_path: Path, game: str, variant: str, players: int, until: str, lang: str
) -> None:
    """The reader's language is one, the language shown is each in turn; mouse in the reader's."""
    found = made(game, variant, players, until, lang)
    moves = list(found.mail.view["own"]["moves"])  # type: ignore[index]
    if len(moves) > MOST_MOVES:
        moves = random.Random(until).sample(moves, MOST_MOVES)
    for shown in ("es", "en"):
        browser.size(360 if shown == lang else 800, 900)
        opened(browser, found.html, tmp_path, shown)
        for move in moves if shown == lang else moves[: MOST_MOVES // 2]:
            choose(browser, move, by_keys=shown != lang)
            line, link = prepared(browser)
            assert line == found.said([move], shown)
            assert link == found.link([move], shown)
            assert meant(found, link, lang) == [[move]] * len(PROGRAMS)
            browser.key("Backspace")
        quiet(browser)


@pytest.mark.parametrize(("lang", "file"), [("es", "turno.eml"), ("en", "turn.eml")])
def test_a_signed_move_is_only_copied(
    browser: Browser, tmp_path: Path, lang: str, file: str
) -> None:
    found = made(*DECISIONS[0], lang)
    html = page(replace(found.mail, only_signed=True), found.graph)
    opened(browser, html, tmp_path)
    move = str(found.mail.view["own"]["moves"][0])  # type: ignore[index]
    choose(browser, move, by_keys=False)
    assert not browser.run("!!document.getElementById('send')")
    command = f'pbem move {file} "{move}"'
    assert command in browser.run("document.getElementById('status').textContent")
    browser.send("Browser.grantPermissions", {"permissions": ["clipboardReadWrite"]}, session="")
    browser.click("#copy")
    copied = words_of(lang)["signed_copied"]
    for _ in range(100):
        if browser.run("document.getElementById('status').textContent") == copied:
            break
    assert browser.run("document.getElementById('live').textContent") == copied
    assert browser.run("navigator.clipboard.readText()") == command
    quiet(browser)


CHAINED = [("diez", "triad", 3, "place"), ("diez", "triad", 2, "replace"), ("diez", "points", 3,
           "place"), ("seis", "classic", 3, "play NUM")]  # fmt: skip


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize(("game", "variant", "players", "until"), CHAINED)
def test_chains(
    browser: Browser, tmp_path: Path, game: str, variant: str, players: int, until: str,
    by_keys: bool,
) -> None:  # fmt: skip
    found, dice = made(game, variant, players, until), random.Random(f"{until}{by_keys}")
    browser.size(360, 900)
    opened(browser, found.html, tmp_path)
    chain: list[str] = []
    at = 0
    while at >= 0 and len(chain) < 6:
        edges = [edge for edge in found.graph.edges[at] if edge.to > 0] or found.graph.edges[at]
        edge = dice.choice(edges)
        choose(browser, edge.move, by_keys)
        chain.append(edge.move)
        at = edge.to
        line, link = prepared(browser)
        assert (line, link) == (found.said(chain, "es"), found.link(chain, "es"))
        assert meant(found, link, "es")[0] == chain
        if at >= 0:
            assert shown_sizes(browser) == sizes(found, at)
    assert len(chain) > 1
    browser.click("#undo")
    assert prepared(browser)[0] == found.said(chain[:-1], "es")
    quiet(browser)


def shown_sizes(browser: Browser) -> int:
    return int(browser.run("document.querySelectorAll('#hand .card').length"))


def sizes(found: Made, at: int) -> int:
    """How many cards the reader holds in a position of the graph."""
    zones = found.graph.positions[at].zones
    return sum(len(cards) for zone in found.data["hand"]
               if not isinstance(cards := zones[zone], int))  # fmt: skip


LINES = [
    (
        "cinco",
        "standard",
        3,
        "play R",
        "play R-WILD3 color=yellow",
        "jugar R-COM3 color amarillo",
        "play R-WILD3 color yellow",
    ),
    (
        "cinco",
        "standard",
        3,
        "play EMB",
        "play EMB card=R5 from=carla",
        "jugar EMB carta R5 de carla",
        "play EMB card R5 from carla",
    ),
    ("cinco", "standard", 4, "bid", "bid G3", "ofertar V3", "bid G3"),
    (
        "cinco",
        "standard",
        4,
        "play PTS",
        "play PTS on=carla",
        "jugar PUN en carla",
        "play PTS on carla",
    ),
    ("cinco", "standard", 3, "discard", "discard G-SKP", "descartar V-SAL", "discard G-SKP"),
    ("cinco", "standard", 2, "pass", "pass", "pasar", "pass"),
    ("cinco_vivos", "standard", 3, "play", "play DR2", "jugar DR2", "play DR2"),
    ("cinco_vivos", "teams", 4, "play", "play BOM", "jugar BOM", "play BOM"),
    ("cinquillo", "classic", 4, "play", "play O5", "jugar O5", "play O5"),
    ("cinquillo", "cabron", 3, "play", "play O5", "jugar O5", "play O5"),
    ("diez", "triad", 3, "place", "place R1", "colocar R1", "place R1"),
    (
        "diez",
        "triad",
        2,
        "give",
        "give COL from=reserve",
        "dar COL de reserva",
        "give COL from reserve",
    ),
    ("diez", "triad", 2, "take", "take COL", "tomar COL", "take COL"),
    (
        "diez",
        "triad",
        3,
        "play ROB",
        "play ROB from=beto",
        "jugar ROB de beto",
        "play ROB from beto",
    ),
    ("diez", "triad", 2, "replace", "replace Y1", "sustituir L1", "replace Y1"),
    (
        "diez",
        "points",
        3,
        "place",
        "place R1 ladder=1",
        "colocar R1 escalera 1",
        "place R1 ladder 1",
    ),
    ("seis", "classic", 3, "roll", "roll", "lanzar", "roll"),
    ("seis", "classic", 3, "play NUM", "play NUM to=4", "jugar NUM a 4", "play NUM to 4"),
    ("seis", "classic", 3, "play TIR", "play TIR", "jugar TIR", "play SHT"),
    ("seis", "classic", 3, "end", "end", "terminar", "end"),
    ("seis", "classic", 3, "unflip", "unflip G4", "destapar V4", "unflip G4"),
    ("seis", "mirror", 4, "flip", "flip G2", "voltear V2", "flip G2"),
    ("cinco", "standard", 3, "?drawn", "pass", "pasar", "pass"),
    ("cinco", "standard", 3, "draw", "draw", "robar", "draw"),
    ("cinco_vivos", "sudden", 3, "play", "play DR2", "jugar DR2", "play DR2"),
    ("diez", "triad", 4, "give", "give R10", "dar R10", "give R10"),
    (
        "diez",
        "triad",
        2,
        "play SWP",
        "play SWP with=beto",
        "jugar INT con beto",
        "play SWP with beto",
    ),
    (
        "diez",
        "triad",
        2,
        "place as=* with=*",
        "place Y1 as=G1 with=COL",
        "colocar L1 como V1 con COL",
        "place Y1 as G1 with COL",
    ),
    ("diez", "triad", 3, "?shed", "reserve Y5", "reservar L5", "reserve Y5"),
    ("diez", "triad", 2, "return", "return G10", "devolver V10", "return G10"),
    (
        "diez",
        "points",
        2,
        "place as=* ladder=*",
        "place NUM as=G1 ladder=1",
        "colocar NUM como V1 escalera 1",
        "place NUM as G1 ladder 1",
    ),
    (
        "diez",
        "points",
        2,
        "place as=* ladder=* with=*",
        "place Y1 as=G1 ladder=1 with=COL",
        "colocar L1 como V1 escalera 1 con COL",
        "place Y1 as G1 ladder 1 with COL",
    ),
    (
        "diez",
        "points",
        2,
        "replace ladder=*",
        "replace R1 ladder=1",
        "sustituir R1 escalera 1",
        "replace R1 ladder 1",
    ),
    ("seis", "random", 2, "roll", "roll", "lanzar", "roll"),
    ("seis", "classic", 4, "play VOL", "play VOL on=dani", "jugar VOL en dani", "play TRN on dani"),
]
"""Of each decision one move, and the line that is prepared for it, letter by letter."""


@pytest.mark.parametrize(("game", "variant", "players", "until", "move", "es", "en"), LINES)
def test_the_words_change_with_the_language(
    browser: Browser, tmp_path: Path, game: str, variant: str, players: int, until: str,
    move: str, es: str, en: str,
) -> None:  # fmt: skip
    found = made(game, variant, players, until)
    opened(browser, found.html, tmp_path)
    choose(browser, move, by_keys=False)
    assert prepared(browser)[0] == es
    browser.click('.langs [lang="en"]')
    assert prepared(browser)[0] == en
    assert browser.run("document.activeElement.lang") == "en"
    assert browser.run("document.querySelector('#app h2').textContent") == words_of("en")["table"]


def any_page(browser: Browser, folder: Path, decision: Sequence[object] = DECISIONS[1]) -> Made:
    found = made(*decision)  # type: ignore[arg-type]
    browser.size(800, 900)
    opened(browser, found.html, folder)
    return found


def test_a_card_that_cannot_be_played_says_why(browser: Browser, tmp_path: Path) -> None:
    any_page(browser, tmp_path)
    browser.run("document.querySelector('.card[aria-disabled]').focus()")
    told = browser.run("document.getElementById('why').textContent")
    assert ", ahora no: " in told
    browser.run("document.querySelector('.card:not([aria-disabled])').focus()")
    assert not browser.run("document.getElementById('why').textContent")
    browser.click(".card[aria-disabled]")
    assert browser.run("document.getElementById('why').textContent")
    assert not browser.run("!!document.getElementById('send')")


def test_focus_goes_on_and_back(browser: Browser, tmp_path: Path) -> None:
    any_page(browser, tmp_path)
    browser.click('.card[aria-expanded="false"]')
    where = "document.activeElement.closest('#choice') !== null"
    assert browser.run(where)
    assert browser.run("document.querySelector('.card[aria-expanded=true]') !== null")
    browser.key("Escape")
    assert not browser.run("!!document.getElementById('choice')")
    assert browser.run("document.activeElement.classList.contains('card')")
    browser.key("Enter")
    browser.key("ArrowRight")
    browser.key("Enter")
    assert browser.run("document.activeElement.id") == "send"
    assert browser.run("document.getElementById('live').textContent").startswith("jugar ")


def test_the_whole_mail_can_be_seen(browser: Browser, tmp_path: Path) -> None:
    found = any_page(browser, tmp_path)
    move = found.mail.view["own"]["moves"][0]  # type: ignore[index]
    choose(browser, move, by_keys=False)
    browser.click("summary")
    assert browser.run("document.querySelector('details').open")
    text = "document.getElementById('mail-%s').textContent"
    assert browser.run(text % "to") == f"mesa+{found.mail.game}.12.{TOKEN}@mesa.example.org"
    assert browser.run(text % "subject").endswith(f"({found.mail.game}.12.{TOKEN})")
    assert browser.run(text % "body").startswith(found.said([move], "es") + "\r\n\r\n")


def test_copy_takes_the_line_alone(browser: Browser, tmp_path: Path) -> None:
    found = any_page(browser, tmp_path)
    move = found.mail.view["own"]["moves"][0]  # type: ignore[index]
    choose(browser, move, by_keys=False)
    browser.send("Browser.grantPermissions", {"permissions": ["clipboardReadWrite"]}, session="")
    browser.click("#copy")
    copied = words_of("es")["copied"]
    for _ in range(200):
        if browser.run("document.getElementById('status').textContent") == copied:
            break
    assert browser.run("document.getElementById('live').textContent") == copied
    line = browser.run("navigator.clipboard.readText()")
    assert line == found.said([move], "es")


def test_an_answer_too_long_to_open_is_copied(browser: Browser, tmp_path: Path) -> None:
    found = made(*DECISIONS[1])
    html = found.html.replace('Basta con pulsar Enviar.","en"', "x" * 1700 + '","en"')
    assert html != found.html
    opened(browser, html, tmp_path)
    browser.run("document.querySelector('.card[aria-expanded]').click()")
    browser.key("1")
    assert not browser.run("!!document.getElementById('send')")
    assert browser.run("document.getElementById('status').textContent") == words_of("es")["long"]
    assert browser.run("!!document.getElementById('copy')")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize(("game", "variant", "players", "until"), DECISIONS[::3])
def test_nothing_is_wider_than_the_window(
    browser: Browser, tmp_path: Path, game: str, variant: str, players: int, until: str,
    width: int, dark: bool,
) -> None:  # fmt: skip
    found = made(game, variant, players, until)
    browser.size(width, 800, dark)
    opened(browser, found.html, tmp_path)
    browser.run("(e => e && e.click())(document.querySelector('.card[aria-expanded]'))")
    browser.run("(e => e && e.click())(document.querySelector('#choice .opts button'))")
    assert browser.run("document.documentElement.scrollWidth") == width
    assert browser.run(f"({UNREADABLE})(document)") == []
    small = browser.run(
        "[...document.querySelectorAll('button,.btn,summary')].filter(e => !e.closest('.langs') && "
        "(r => r.width && r.height < 43)(e.getBoundingClientRect())).map(e => e.outerHTML)"
    )
    assert small == []
    ground = browser.run("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(20, 23, 27)" if dark else "rgb(243, 240, 233)")


def test_without_scripts_the_text_stands_there(browser: Browser, tmp_path: Path) -> None:
    found = made(*DECISIONS[0])
    browser.size(360, 800, scripts=False)
    opened(browser, found.html, tmp_path)
    shown = "getComputedStyle(document.getElementById('%s')).display"
    assert browser.run(shown % "plain") == "block"
    assert browser.run(shown % "app") == "none"
    assert browser.run("document.documentElement.scrollWidth") == 360
    low = "[...document.querySelectorAll('#plain a')].filter(a => a.offsetHeight < 44).length"
    assert browser.run(low) == 0
    browser.size(360, 800)


def test_motion_is_reduced_on_request(browser: Browser, tmp_path: Path) -> None:
    found = made(*DECISIONS[0])
    opened(browser, found.html, tmp_path)
    feature = {"name": "prefers-reduced-motion", "value": "reduce"}
    browser.send("Emulation.setEmulatedMedia", {"features": [feature]})
    took = browser.run("getComputedStyle(document.querySelector('.card')).transitionDuration")
    assert took == "0s"
    browser.size(800, 900)


def test_screen_readers_are_told_everything(browser: Browser, tmp_path: Path) -> None:
    """Every button has a name, every row of cards too, and headings name the regions."""
    for decision in DECISIONS[::4]:
        any_page(browser, tmp_path, decision)
        tree = browser.send("Accessibility.getFullAXTree")["nodes"]
        named = [one for one in tree if not one.get("ignored") and one["role"]["value"] in NAMED]
        assert len(named) > 4
        for one in named:
            assert one.get("name", {}).get("value"), one


def test_a_table_of_hidden_cards_and_a_long_graph(browser: Browser, tmp_path: Path) -> None:
    """The largest pages open as well, and a chain goes on to where nobody has looked."""
    table = table_of("diez", 2, seed="o")
    player = table.walk(12, "place")
    graph = ahead(table.table, engine.view(table.table, table.state, player), 2)
    mail = table.mail("turn", player)
    opened(browser, page(mail, graph), tmp_path)
    edge = next(edge for edge in graph.edges[0] if edge.to == -2)
    choose(browser, edge.move, by_keys=False)
    assert browser.run("document.getElementById('status').textContent") == words_of("es")["far"]


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize(
    ("game", "players", "until"), [("cinco", 6, "bid"), ("diez", 4, "play ROB")]
)
def test_no_name_makes_a_page_wider(
    browser: Browser, tmp_path: Path, game: str, players: int, until: str, width: int
) -> None:
    table = table_of(game, players, seed="c")
    player = table.walk(500, until)
    graph = ahead(table.table, engine.view(table.table, table.state, player), 50)
    html = page(renamed(table.mail("turn", player)), graph)
    for scripts in (True, False):
        browser.size(width, 800, scripts=scripts)
        opened(browser, html, tmp_path)
        assert browser.run("document.documentElement.scrollWidth") == width
        assert not browser.run("!!document.querySelector('#app img, #plain img, #app script')")
        quiet(browser)
    browser.size(360, 800)


@pytest.mark.parametrize(
    ("lang", "lives"),
    [("es", "vidas (equipo 1: ana y carla) 5"), ("en", "lives (team 1: ana and carla) 5")],
)
def test_what_players_have_together_is_on_the_table(
    browser: Browser, tmp_path: Path, lang: str, lives: str
) -> None:
    opened(browser, made("cinco_vivos", "teams", 4, "play", lang).html, tmp_path, lang)
    told = str(browser.run("document.body.innerText")).lower().replace("\u00a0", " ")
    assert lives in told

"""The page as a file: what it may not hold, how large it is, that it tells nothing else."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from mails.reading import as_written
from mails.tabletop import TOKEN, table_of

from pbem import engine
from pbem.engine.moves import Read
from pbem.letters.commands import Item, resolve
from pbem.mails.links import LONGEST
from pbem.turn_page.ahead import FURTHER, ahead
from pbem.turn_page.page import LARGEST, attached_page, page, shortened
from pbem.turn_page.words import words_of

from .pages import DECISIONS, data_of, made

EACH = pytest.mark.parametrize(("game", "variant", "players", "until"), DECISIONS)
FORBIDDEN = ("eval(", "atob", "Blob", "data:", "<iframe", "<form", "<img", "password",
             "http://", "https://", "innerHTML", "import(", "fetch(")  # fmt: skip
ALLOWED = ("http://www.w3.org/2000/svg",)


@EACH
def test_nothing_in_it_looks_like_smuggling(
    game: str, variant: str, players: int, until: str
) -> None:
    html = made(game, variant, players, until).html
    for name in ALLOWED:
        html = html.replace(name, "")
    for word in FORBIDDEN:
        assert word not in html
    assert len(html.encode()) <= LARGEST


def test_only_its_own_scripts_and_styles_are_allowed() -> None:
    html = made(*DECISIONS[0]).html
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    scripts = re.findall(r"<script>(.*?)</script>", html, re.S)
    hashes = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts]
    assert rules["script-src"] == " ".join(f"'sha256-{one}'" for one in hashes)
    assert "unsafe" not in policy[1]
    assert " style=" not in html


@EACH
def test_without_scripts_all_moves_are_links(
    game: str, variant: str, players: int, until: str
) -> None:
    found = made(game, variant, players, until)
    plain = re.search(r'<main id="plain">(.*?)</main>', found.html, re.S)
    assert plain is not None
    links = [unescape(one) for one in re.findall(r'href="(mailto:[^"]*)"', plain[1])]
    lexicon, moves = found.mail.tablet.lexicon, found.data["moves"]
    now = {moves[m]["id"] for m in found.data["states"][0][::2]}
    meant = set()
    for link in links:
        assert len(link) < LONGEST
        address, subject, body = as_written(link)
        assert address.endswith("@mesa.example.org")
        assert TOKEN in address
        assert TOKEN in subject
        answer = resolve(Item(None, body.split("\r\n")[0]), lexicon, (), sorted(now), "es")
        assert isinstance(answer, Read)
        meant.add(answer.move)
    assert meant == now


@EACH
@pytest.mark.parametrize("lang", ["es", "en"])
def test_prepared_words_mean_their_move_to_the_reader(
    game: str, variant: str, players: int, until: str, lang: str
) -> None:
    found = made(game, variant, players, until, lang)
    every = [one["id"] for one in found.data["moves"]]
    for one in found.data["moves"]:
        for text in one["say"].values():
            assert text.isascii()
            assert not set("=&%+#") & set(text)
            answer = resolve(Item(None, text), found.mail.tablet.lexicon, (), every, lang)
            assert answer == Read(one["id"])


def test_names_are_no_markup() -> None:
    table = table_of("diez", 3)
    player = table.walk(40, "place")
    mail = table.mail("turn", player)
    names = {**mail.tablet.names, player: "</script><b>O'Hara & \u2028"}
    mail = replace(mail, tablet=replace(mail.tablet, names=names))
    graph = ahead(table.table, engine.view(table.table, table.state, player), 30)
    html = page(mail, graph)
    assert "<b>O'Hara" not in html
    assert data_of(html)["names"][player] == "</script><b>O'Hara & \u2028"


def test_many_positions_fit() -> None:
    table = table_of("diez", 2, seed="o")
    player = table.walk(12, "place")
    graph = ahead(table.table, engine.view(table.table, table.state, player))
    assert len(graph.positions) > 500
    html = page(table.mail("turn", player), graph)
    assert len(html.encode()) <= LARGEST
    assert len(data_of(html)["states"]) == len(graph.positions)


def test_a_page_too_large_is_drawn_plainly_and_looks_less_far() -> None:
    table = table_of("diez", 2, seed="o")
    player = table.walk(12, "place")
    graph = ahead(table.table, engine.view(table.table, table.state, player), 400)
    mail = table.mail("turn", player)
    whole = len(page(mail, graph, 10**6).encode())
    for largest in (whole - 1, whole - 25_000, 66_000):
        html = page(mail, graph, largest)
        assert len(html.encode()) <= largest
        data = data_of(html)
        assert max(to for state in data["states"] for to in state[1::2]) < len(data["states"])
    assert len(data["states"]) < len(graph.positions)
    assert all(not any(face.values()) for code, face in data["faces"].items() if code)


def test_what_is_cut_off_says_that_nobody_looked() -> None:
    found = made("diez", "triad", 3, "place")
    small = shortened(found.graph, 1)
    assert len(small.positions) == len(small.edges) == 1
    assert all(edge.to < 0 for edge in small.edges[0])
    assert any(edge.to == FURTHER for edge in small.edges[0])


def test_it_is_attached_as_a_file() -> None:
    found = made("diez", "triad", 3, "place")
    file = attached_page(found.mail, found.graph)
    assert file.name == "diez-7k3f-12.html"
    assert file.content_type == "text/html"


def test_other_cards_are_nowhere_in_it() -> None:
    """Nothing but what the view shows lies in any zone of the data."""
    for decision in DECISIONS:
        found = made(*decision)
        shown = found.mail.view
        assert shown is not None
        assert found.data["zones"] == {**shown["public"]["zones"], **shown["own"]["zones"]}
        assert found.data["counters"] == shown["public"]["counters"]


def test_both_languages_have_the_same_words() -> None:
    spanish, english = words_of("es"), words_of("en")
    assert spanish.keys() == english.keys()
    assert spanish["ask"].keys() == english["ask"].keys()
    for name, text in spanish.items():
        if isinstance(text, str):
            slots = re.compile(r"\{\w+\}")
            assert sorted(slots.findall(text)) == sorted(slots.findall(english[name])), name


def test_the_same_bytes_every_time() -> None:
    script = (
        "import sys, hashlib; sys.path.insert(0, 'tests/pbem')\n"
        "from turn_page.pages import made\n"
        "html = made('diez', 'triad', 3, 'place').html\n"
        "print(hashlib.sha256(html.encode()).hexdigest())"
    )
    root = Path(__file__).parents[3]
    seen = set()
    for seed in ("1", "2"):
        run = subprocess.run([sys.executable, "-c", script], cwd=root, text=True, check=True,
                             capture_output=True,
                             env={**os.environ, "PYTHONHASHSEED": seed})  # fmt: skip
        seen.add(run.stdout)
    assert len(seen) == 1


def test_where_only_signed_moves_count_nothing_opens_a_mail() -> None:
    found = made(*DECISIONS[0])
    html = page(replace(found.mail, only_signed=True), found.graph)
    assert 'href="mailto:' not in html
    assert "mesa+" not in html
    assert data_of(html)["signs"]
    plain = html.partition('<main id="plain">')[2].partition("</main>")[0]
    assert "pbem move turno.eml 1<" in plain
    assert "Responde al correo" not in plain


def test_counters_that_the_rules_keep_for_themselves_are_not_on_the_table() -> None:
    """DIEZ counts by ladder and by card within a turn; a team's lives are its players'."""
    assert data_of(made("cinco_vivos", "teams", 4, "play").html)["shape"]["counters"][-2:] == [
        "alive.team1",
        "alive.team2",
    ]
    shown = data_of(made("diez", "triad", 2, "place").html)["shape"]["counters"]
    assert not [name for name in shown if "." in name]

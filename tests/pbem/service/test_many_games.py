"""A host with many games: one mail touches one game alone, whatever else lies in the folder.

Nothing here is timed; `benchmarks/post.py` does that.
"""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.protocol.canonical import canonical, to_base64url
from pbem.service import tables
from pbem.service.books import Books, World
from pbem.service.bots import Bots
from pbem.service.by_hand import status
from pbem.service.duties import DUTIES
from pbem.service.reception import mentions
from pbem.service.results import results

PLAYERS = ("ana", "beto")
GAMES = 4

_heard: list[tuple[str, str]] = []
_hearing = False


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _hearing and event in ("open", "os.listdir", "os.scandir"):
        path = arguments[0]
        if isinstance(path, str | bytes | Path):
            _heard.append((event, str(path.decode() if isinstance(path, bytes) else path)))


sys.addaudithook(_hook)  # hooks stay until the process ends: this one listens only when told to


@contextlib.contextmanager
def listening() -> Iterator[list[tuple[str, str]]]:
    """Every file that is opened and every folder that is listed, meanwhile."""
    global _hearing
    _heard.clear()
    _hearing = True
    try:
        yield _heard
    finally:
        _hearing = False


@pytest.fixture
def many(village: Any) -> Any:
    """A village with a few tables, all being played, as a new process finds it."""
    for _ in range(GAMES):
        village.open("crazy_eights", PLAYERS)
    village.join(PLAYERS)
    return village


def asked(village: Any) -> tuple[str, Any]:
    """A player and a mail that asks something."""
    return next(
        (player, mailed) for player in PLAYERS for mailed in village.mails(player) if mailed.moves
    )


def test_a_mail_opens_no_file_of_another_game(many: Any) -> None:
    player, mailed = asked(many)
    game = mailed.view["game"]
    many.answer(player, mailed, mailed.moves[0])
    many.reopen()
    with listening() as heard:
        assert many.run().played == 1
    touched = [path for _, path in heard if path.startswith(str(many.root))]
    assert any(f"{game}/log.jsonl" in path for path in touched)
    others = set(many.folder.games()) - {game}
    assert not [path for path in touched if any(other in path for other in others)]
    listed = {path for event, path in heard if event != "open" and path.startswith(str(many.root))}
    assert str(many.root / "games") not in listed
    assert str(many.root / "seeds") not in listed


def test_a_run_without_mail_opens_no_game(many: Any) -> None:
    many.reopen()
    with listening() as heard:
        assert many.run().read == 0
    assert not [path for _, path in heard if path.startswith(str(many.root / "games"))]


def test_tables_that_wait_for_the_late_are_not_looked_at_in_every_run(village: Any) -> None:
    game = village.open("crazy_eights", PLAYERS, late="wait")
    village.join(PLAYERS)
    for _ in range(10):
        village.run(86400)  # reminded, and long after the deadline
    with listening() as heard:
        village.reopen()
        assert village.run(60).read == 0
    assert not [path for _, path in heard if f"games/{game}" in path]
    assert village.run(600).read == 0


@pytest.fixture
def statements(many: Any) -> list[str]:
    """All that the notebook was asked in days of a host: moves, mistakes, strangers, reminders."""
    asked_for: list[str] = []
    many.folder.notebook._base.set_trace_callback(asked_for.append)
    player, mailed = asked(many)
    many.answer(player, mailed, mailed.moves[0])
    many.answer(player, mailed, "what?")
    many.mail(player, "mesa@host.example.org", "hello")
    many.mail("carla", "mesa@host.example.org", "hello")
    many.run()
    for _ in range(5):
        many.run(86400)
    list(status(many.books))
    many.folder.notebook.clear(many.folder.games()[0])
    many.folder.notebook._base.set_trace_callback(None)
    return asked_for


ONCE_A_DAY = "select distinct game from seats"
"""Whose mails are kept, when those of strangers are cleared: reads all seats."""


def test_no_statement_reads_a_whole_table(many: Any, statements: list[str]) -> None:
    assert statements.count(ONCE_A_DAY) <= 6  # days
    looked = {line.split("where")[0] for line in statements if line.startswith("select")}
    assert len(looked) > 8
    for line in set(statements) - {ONCE_A_DAY}:
        if line.split()[0] in ("select", "update", "delete", "insert"):
            plan = many.folder.notebook._base.execute(f"explain query plan {line}").fetchall()
            assert not [row for row in plan if row[3].startswith("SCAN") and not small(row)], line


def small(row: Any) -> bool:
    """An index that holds nothing but what is sought: games and answers with mails to leave."""
    return any(f"INDEX {name}" in row[3] for name in ("games_busy", "handled_waiting"))


def test_the_plans_are_those_of_the_notebook(many: Any) -> None:
    """A scan would be seen: the check above can fail."""
    base: sqlite3.Connection = many.folder.notebook._base
    plan = base.execute("explain query plan select game from games where phase = 'over'").fetchall()
    assert plan[0][3].startswith("SCAN")
    assert not small(plan[0])


def test_tables_in_memory_are_bounded(many: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_GAMES", 2)
    many.reopen()
    for game in many.folder.games():
        many.books.tables.get(game)
    assert len(many.books.tables._open) == 2


def test_tables_of_one_spec_share_what_is_made_from_it(many: Any) -> None:
    many.reopen()
    one, other = (many.books.tables.get(game).rules for game in many.folder.games()[:2])
    assert one.compiled is other.compiled
    assert one.lexicon._verbs is other.lexicon._verbs
    assert one.lexicon._codes is other.lexicon._codes


def test_status_compiles_no_rules(many: Any) -> None:
    wanted = list(status(many.books))

    def compile_spec(*_: Any) -> Any:
        raise AssertionError("rules are compiled to say who is awaited")

    world = World(lambda: many.now, many.random.randbytes)
    looker = Books(many.folder, None, compile_spec, None, Bots(), world, DUTIES)
    assert list(status(looker)) == wanted
    assert all(one.awaited for one in wanted)


def test_status_reads_the_log_where_the_checkpoint_is_behind(many: Any) -> None:
    wanted = list(status(many.books))
    for game in many.folder.games():
        (many.root / "games" / game / "state.jws").unlink()
    many.reopen()
    assert list(status(many.books)) == wanted


def test_ranking_audits_finished_games_alone(many: Any) -> None:
    with listening() as heard:
        found = results(many.folder)
    assert (found.matches, found.left_out) == ([], [])
    assert not [path for _, path in heard if path.endswith(".seed")]


@given(st.text(max_size=40), st.text(max_size=40), st.binary(min_size=32, max_size=32))
def test_a_mail_is_found_wherever_it_stands_in_a_line(
    before: str, after: str, digest: bytes
) -> None:
    known_as = digest.hex()
    kept = [sign for sign in before if not "\ud800" <= sign <= "\udfff"]
    payload = canonical({"a": "".join(kept), "mail": known_as, "z": after.encode().hex()})
    line = b'{"payload":"' + to_base64url(payload).encode() + b'"}\n'
    assert mentions(b'{"payload":"eA"}\n' + line, known_as)
    assert not mentions(line, digest[::-1].hex()) or digest == digest[::-1]

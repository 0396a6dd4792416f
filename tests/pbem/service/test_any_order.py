"""Mails in any order and number of copies: the same game comes of it."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from village import Village

from pbem.auditing import audit_host
from pbem.protocol.records import read_log
from pbem.store.folder import HostFolder

PLAYERS = ("ana", "beto", "carla", "dani")
Round = list[tuple[str, bytes]]
"""A round of mails: who wrote each, and its bytes."""


def copied(village: Village, root: Path) -> Village:
    """The same village at the same moment, in a folder of its own."""
    shutil.copytree(village.root, root)
    other = copy.copy(village)
    other.root, other.random = root, copy.deepcopy(village.random)
    other.folder = HostFolder(root)
    other._open()
    return other


def written(village: Village, answers: dict[str, str]) -> Round:
    """The mails with which everybody answers what they were sent, not yet delivered."""
    found: Round = []
    inbox = village.root / "mail" / "inbox" / "new"
    for player in PLAYERS:
        for mailed in village.mails(player):
            if mailed.kind == "invitation" or mailed.moves:
                move = answers.get(player) or mailed.moves[0]
                village.answer(player, mailed, move)
                (path,) = inbox.iterdir()
                found.append((player, path.read_bytes()))
                path.unlink()
    return found


@pytest.fixture(scope="module")
def joining(tmp_path_factory: pytest.TempPathFactory) -> tuple[Village, Round]:
    village = Village(tmp_path_factory.mktemp("joining") / "host")
    village.open("hearts", PLAYERS)
    mails = written(village, {player: f"unirme palabras de {player}" for player in PLAYERS})
    village.folder.close()
    return village, mails


@pytest.fixture(scope="module")
def passing(tmp_path_factory: pytest.TempPathFactory) -> tuple[Village, Round]:
    """A table at which all four are asked at once, in secret: what they pass."""
    village = Village(tmp_path_factory.mktemp("passing") / "host")
    village.open("hearts", PLAYERS)
    village.join(PLAYERS)
    mails = written(village, {})
    assert len(mails) == 4
    village.folder.close()
    return village, mails


def with_new_id(mail: bytes, number: int) -> bytes:
    """The same mail as if it was written once more."""
    start = mail.index(b"Message-ID: <") + len(b"Message-ID: <")
    return mail[:start] + b"again%d." % number + mail[start:]


ORDERS = st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=8)
"""Copies of mails of the round (number, and whether as a new mail), in any place."""


@st.composite
def deliveries(draw: st.DrawFn) -> list[tuple[int, bool, bool]]:
    """Every mail at least once, in any order: number, as a new mail?, is there a run after it?"""
    first = [(number, False) for number in draw(st.permutations(range(4)))]
    order = draw(st.permutations(first + draw(ORDERS)))
    return [(number, new, draw(st.booleans())) for number, new in order]


def outcome(village: Village) -> dict[str, Any]:
    """What the game has come to, whatever the order of the records."""
    (game,) = village.folder.games()
    table = village.books.tables.get(game)
    _, records = read_log(village.folder.log(game))
    mails = [r.payload["mail"] for r in records if r.payload.get("mail")]
    assert len(mails) == len(set(mails))
    assert table.referee is not None
    return {
        "phase": table.game.phase,
        "state": json.loads(table.referee.dump(table.game.state)["engine"]),
        "asks": {player: ask.moves for player, ask in table.game.asks.items()},
        "kinds": sorted(record.payload["kind"] for record in records),
    }


def delivered(village: Village, mails: Round, plan: Sequence[tuple[int, bool, bool]]) -> None:
    for place, (number, new, runs) in enumerate(plan):
        mail = mails[number][1]
        village.deliver(with_new_id(mail, place) if new else mail)
        if runs:
            village.run(1)
    village.run(1)


def checked(made: tuple[Village, Round], root: Path, plan: Any) -> None:
    village, mails = made
    usual = copied(village, root / "usual")
    delivered(usual, mails, [(number, False, True) for number in range(4)])
    other = copied(village, root / "other")
    delivered(other, mails, plan)
    assert outcome(other) == outcome(usual)
    for one in (usual, other):
        one.folder.close()
        shutil.rmtree(one.root)


FEW = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@FEW
@given(plan=deliveries())
def test_joins(joining: tuple[Village, Round], tmp_path: Path, plan: Any) -> None:
    checked(joining, tmp_path, plan)


@FEW
@given(plan=deliveries())
def test_sealed_answers(passing: tuple[Village, Round], tmp_path: Path, plan: Any) -> None:
    checked(passing, tmp_path, plan)


def test_every_mail_three_times_a_whole_game(village: Village) -> None:
    """Old mails of earlier turns come again and again; nobody plays twice."""
    game = village.open("cinquillo", ("ana", "beto"), options={"limit": 1})
    village.join(("ana", "beto"))
    old: list[bytes] = []
    played = 0
    for _ in range(400):
        mails = written(village, {})
        if not mails:
            break
        for _, mail in mails:
            for number in range(3):
                village.deliver(with_new_id(mail, number + played) if number == 1 else mail)
        for mail in old[-3:]:
            village.deliver(mail)
        old += [mail for _, mail in mails]
        played += len(mails)
        assert village.run().played == len(mails)
    _, records = read_log(village.folder.log(game))
    assert sum(record.payload["kind"] == "move" for record in records) == played
    assert audit_host(village.root, game).findings == []

"""Hosts that cheat and sign anew what they changed: the audit of what players kept names it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from village import Village

from pbem.auditing import audit_host, audit_kept
from pbem.office.clock import GRACE, Waiting, timeout, waiting_at
from pbem.office.leaving import closed
from pbem.office.voting import seat
from pbem.protocol.canonical import sha256
from pbem.protocol.deal import make_deal
from pbem.protocol.records import read_log
from pbem.protocol.signing import sign
from pbem.service.by_hand import end

PLAYERS = ("ana", "beto", "carla")
DAY = 86400
Payloads = list[dict[str, Any]]


def begun(village: Village, **wish: Any) -> str:
    game = village.open("cinquillo", PLAYERS, **wish)
    village.join(PLAYERS)
    return game


def signed_anew(village: Village, game: str, change: Callable[[Payloads], None]) -> bytes:
    """The log with something changed, each line chained to the one before and signed again."""
    said = [dict(signed.payload) for signed in read_log(village.folder.log(game))[1]]
    change(said)
    lines: list[bytes] = []
    for n, payload in enumerate(said):
        payload |= {"n": n, "prev": sha256(lines[-1]) if lines else ""}
        lines.append(sign(village.folder.key, "pbem-log", payload))
    return b"\n".join(lines) + b"\n"


def audited(log: bytes, where: Path, *files: bytes) -> str:
    """All that the audit of a log and of further signed files contradicts, as one text."""
    paths = [where / f"{number}.jws" for number, _ in enumerate(files)]
    for path, data in zip(paths, files, strict=True):
        path.write_bytes(data)
    (where / "log.jsonl").write_bytes(log)
    return "\n".join(audit_kept(where / "log.jsonl", paths, "", "").findings)


def test_words_that_the_player_did_not_say_cannot_choose_the_deal(
    village: Village, tmp_path: Path
) -> None:
    game = begun(village)
    end(village.books, game)

    def steer(said: Payloads) -> None:
        roster = next(record for record in said if record["kind"] == "roster")
        roster["seats"] = [{**one, "words": f"w{n}"} for n, one in enumerate(roster["seats"])]
        start = next(record for record in said if record["kind"] == "start")
        start["deal"] = make_deal(said[0], village.folder.key.kid, roster["seats"], {})

    def nobody(said: Payloads) -> None:
        next(record for record in said if record["kind"] == "roster")["seats"] = []

    assert audited(signed_anew(village, game, lambda said: None), tmp_path) == ""
    assert "other words than ana joined with" in audited(
        signed_anew(village, game, steer), tmp_path
    )
    assert "other seats than the table" in audited(signed_anew(village, game, nobody), tmp_path)


def test_two_logs_that_part_are_two_stories(village: Village, tmp_path: Path) -> None:
    game = begun(village)
    end(village.books, game)

    def other(said: Payloads) -> None:
        said[-1]["salt"] = "A" * 22

    mine = signed_anew(village, game, lambda said: None)
    yours = tmp_path / "yours.jsonl"
    yours.write_bytes(signed_anew(village, game, other))
    (tmp_path / "log.jsonl").write_bytes(mine)
    found = audit_kept(tmp_path / "log.jsonl", [yours], "", "").findings
    assert len(found) == 1
    assert "another record than in another file" in found[0]
    yours.write_bytes(b"".join(mine.splitlines(keepends=True)[:-1]))  # shorter, but the same
    assert audit_kept(tmp_path / "log.jsonl", [yours], "", "").findings == []


def late(village: Village, game: str, away: int, reminded: int, at: int) -> Waiting:
    """Whoever is awaited, as the host would have it: times in seconds after the question."""
    table = village.books.tables.get(game)
    ((player, ask),) = table.game.asks.items()
    village.now = ask.at + at
    (one,) = waiting_at(table.game, {player: ask.at + away}, {player: [ask.at + reminded]}, {})
    return one


@pytest.mark.parametrize(
    ("away", "reminded", "at", "said"),
    [
        (0, DAY // 2, DAY + GRACE, ""),
        (0, DAY // 2, DAY + GRACE - 1, "not late yet"),
        (0, DAY // 2, DAY // 2, "not late yet"),
        (0, DAY, DAY + GRACE, "no reminder"),
        (0, -DAY, DAY + GRACE, "no reminder"),  # before it was asked
        (3 * DAY, 4 * DAY + GRACE, 4 * DAY + GRACE + DAY // 4, ""),  # an absence: the same notice
        (3 * DAY, 4 * DAY + GRACE, 4 * DAY + GRACE + DAY // 4 - 1, "no reminder"),
    ],
)
def test_nobody_is_late_too_soon(
    village: Village, away: int, reminded: int, at: int, said: str
) -> None:
    game = begun(village, deadline=DAY)
    one = late(village, game, away, reminded, at)
    table = village.books.tables.get(game)
    assert table.referee is not None
    village.books.record(game, timeout(table.game, one, table.referee))
    end(village.books, game)
    found = " ".join(audit_host(village.root, game).findings)
    assert (said in found) if said else found == ""


def test_views_that_no_record_calls_for(village: Village, tmp_path: Path) -> None:
    """News may show what stood there; nothing else, and no question that was never asked."""
    game = begun(village)
    views = {p: m.view for p in PLAYERS for m in village.mails(p) if m.view and m.kind == "start"}
    end(village.books, game)
    log = signed_anew(village, game, lambda said: None)
    mine = next(view for view in views.values() if view and not view["ask"])
    other = next(view for view in views.values() if view and view["player"] != mine["player"])

    def found(view: dict[str, Any]) -> str:
        return audited(log, tmp_path, sign(village.folder.key, "pbem-view", view) + b"\n")

    assert found(mine) == ""
    assert "other own" in found({**mine, "own": {"zones": other["own"]["zones"]}})
    asked = {"deadline": mine["at"] + 9 * DAY, "moves": ["pass"], "orders": {}}
    more = {**mine, "ask": 7, "own": {**mine["own"], **asked}}
    assert "no such view" in found(more)


def test_a_question_gives_the_time_that_the_table_agreed(village: Village, tmp_path: Path) -> None:
    game = begun(village)
    ((asked, _),) = village.books.tables.get(game).game.asks.items()
    (view,) = [m.view for m in village.mails(asked) if m.view and m.view["ask"]]
    end(village.books, game)
    log = signed_anew(village, game, lambda said: None)
    for seconds, said in ((0, ""), (5 * DAY, ""), (-1, "less time")):
        own = {**view["own"], "deadline": view["own"]["deadline"] + seconds}
        line = sign(village.folder.key, "pbem-view", {**view, "own": own}) + b"\n"
        found = audited(log, tmp_path, line)
        assert (said in found) if said else found == ""


def test_an_open_table_is_not_abandoned_before_its_time(village: Village) -> None:
    game = begun(village)
    village.books.record(game, closed(village.folder.seed(game), "abandoned"))
    assert "in the last 60 days" in " ".join(audit_host(village.root, game).findings)


def test_another_hand_on_a_seat_is_noted(village: Village) -> None:
    game = begun(village)
    village.books.record(game, seat("carla", "address", "host"))
    village.books.record(game, {**seat("ana", "key", "host"), "key": village.folder.key.jwk})
    end(village.books, game)
    outcome = audit_host(village.root, game)
    assert outcome.findings == []
    notes = " ".join(outcome.notes)
    assert "carla has another address from here on, by host" in notes
    assert "ana has another key from here on, by host" in notes

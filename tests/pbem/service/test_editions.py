"""A newer program replays a game first, and leaves it alone where it would play it otherwise."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pbem.auditing import audit_host
from pbem.office.undoing import undo
from pbem.protocol.canonical import from_base64url, to_base64url
from pbem.protocol.signing import sign
from pbem.service.by_hand import status

PLAYERS = ("ana", "beto")
OLD = {"version": "0.0.9", "code": "0123456789abcdef"}


def started(village: Any) -> str:
    game = str(village.open("cinquillo", PLAYERS, options={"limit": 1}))
    village.join(PLAYERS)
    turns(village, 3)
    return game


def turns(village: Any, count: int = 400) -> None:
    """Rounds in which everybody who is asked plays their first move."""
    for _ in range(count):
        for player in PLAYERS:
            for mailed in village.mails(player):
                if mailed.moves:
                    village.answer(player, mailed, mailed.moves[0])
        if not village.run().read:
            return


def written_by(village: Any, game: str, **changed: Any) -> None:
    """The checkpoint as another program left it."""
    n, head, state = village.folder.checkpoint(game)
    village.folder.put_checkpoint(game, n, head, {**state, "program": OLD, **changed})
    village.reopen()


def test_the_same_game_goes_on_by_a_newer_program(village: Any) -> None:
    game = started(village)
    written_by(village, game)
    turns(village)
    assert village.books.tables.get(game).game.phase == "over"
    assert village.folder.checkpoint(game)[2]["program"] != OLD
    assert audit_host(village.root, game).findings == []


def other_engine(state: dict[str, Any]) -> dict[str, Any]:
    engine = json.loads(state["state"]["engine"])
    engine["chance"] += 1
    return {"state": {"engine": json.dumps(engine)}}


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda state: {"public_hash": "0" * 64}, "public_hash"),
        (lambda state: {"asks": {}}, "asks"),
        (other_engine, "state"),
    ],
)
def test_a_state_that_comes_out_otherwise_is_left_alone(
    village: Any, change: Any, what: str
) -> None:
    game = started(village)
    good = village.root / "games" / game / "state.jws"
    kept = good.read_bytes()
    written_by(village, game, **change(village.folder.checkpoint(game)[2]))
    other = str(village.open("seis", PLAYERS))
    for player in PLAYERS:
        for mailed in village.mails(player):
            text = mailed.moves[0] if mailed.moves else "unirme"
            village.answer(player, mailed, text)
    summary = village.run()
    (said,) = {line for line in summary.lines if "left alone" in line}
    assert f"[{game}]" in said
    assert f"({what})" in said
    assert "version 0.0.9" in said
    assert village.books.tables.get(other).game.phase == "playing"  # others are not held up
    waiting = list((village.root / "mail" / "inbox" / "new").iterdir())
    assert waiting  # the mail is not lost
    good.write_bytes(kept)  # as if the right version went on
    village.reopen()
    village.run()
    assert not list((village.root / "mail" / "inbox" / "new").iterdir())
    turns(village)
    assert village.books.tables.get(game).game.phase == "over"


def test_a_view_that_comes_out_otherwise_is_left_alone(village: Any) -> None:
    game = started(village)
    table = village.books.tables.get(game)
    (player, ask), *_ = table.game.asks.items()
    kept = village.folder.kept_view(game, f"{player}-{game}-{ask.number}.jws")
    other = {**kept.payload, "own": {**kept.payload["own"], "moves": ["pass"]}}
    line = sign(village.folder.key, "pbem-view", other)
    village.folder.keep_view(game, f"{player}-{game}-{ask.number}.jws", line)
    written_by(village, game)
    village.mail("ana", "mesa@host.example.org", "1", subject=f"({game}.1.{'0' * 16})")
    (said,) = village.run().lines
    assert f"the view of {player} at pub {table.game.pub}" in said


def test_a_spoilt_checkpoint_is_replayed(village: Any) -> None:
    game = started(village)
    path = village.root / "games" / game / "state.jws"
    good = path.read_bytes()
    for spoilt in (b"", b"\0" * len(good), good[: len(good) // 2], good + good, b"{}\n"):
        path.write_bytes(spoilt)
        village.reopen()
        assert village.books.tables.get(game).game.n > 4
    path.unlink()
    village.reopen()
    turns(village)
    assert audit_host(village.root, game).findings == []


def test_a_checkpoint_of_another_game_is_not_taken(village: Any) -> None:
    one, two = started(village), str(village.open("cinquillo", PLAYERS))
    place = village.root / "games"
    shutil.copy(place / one / "state.jws", place / two / "state.jws")
    village.reopen()
    assert village.books.tables.get(two).game.phase == "joining"


def test_a_spoilt_log_names_its_line_and_holds_nobody_else_up(village: Any) -> None:
    game = started(village)
    log = village.root / "games" / game / "log.jsonl"
    lines = log.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(b"A", b"B", 1)
    log.write_bytes(b"\n".join(lines))
    (village.root / "games" / game / "state.jws").unlink()
    village.reopen()
    other = str(village.open("seis", PLAYERS))
    for player in PLAYERS:
        for mailed in village.mails(player):
            village.answer(player, mailed, mailed.moves[0] if mailed.moves else "unirme")
    said = {line for line in village.run().lines if "left alone" in line}
    assert any("log.jsonl" in line and "line 5" in line for line in said)
    assert village.books.tables.get(other).game.phase == "playing"


@pytest.mark.parametrize(
    ("name", "spoil", "said"),
    [
        (
            "keys/host.key",
            lambda data: to_base64url(b"k" * 32).encode(),
            "not the key of this game",
        ),
        ("seeds/GAME.seed", lambda data: to_base64url(b"s" * 32).encode(), "not the seed of this"),
        ("games/GAME/log.jsonl", None, "the lines from 1 on are missing"),
        ("games/GAME/log.jsonl", lambda data: data[: len(data) // 2], "on are missing"),
        ("specs/PIN/cinquillo.yaml", lambda data: b"\xff\xfe", "changed after its game had begun"),
    ],
)
def test_a_game_whose_files_are_spoilt_waits_for_a_copy(
    village: Any, name: str, spoil: Any, said: str
) -> None:
    """Nothing is signed by another key, dealt from another seed or told anew; mails wait."""
    game = started(village)
    (pin,) = (village.root / "specs").iterdir()
    path = village.root / name.replace("GAME", game).replace("PIN", pin.name)
    log, good = village.root / "games" / game / "log.jsonl", path.read_bytes()
    played = log.read_bytes()
    checkpoint = village.root / "games" / game / "state.jws"
    if spoil is None:
        path.unlink()
    else:
        path.write_bytes(spoil(good))
    village.reopen()
    asked = {player: [m for m in village.mails(player) if m.moves] for player in PLAYERS}
    for player, mails in asked.items():
        for mailed in mails:
            village.answer(player, mailed, mailed.moves[0])
    lines = village.run().lines
    assert any("left alone" in line and said in line for line in lines), lines
    assert all(not village.mails(player) for player in PLAYERS)
    path.write_bytes(good)
    assert log.read_bytes() == played
    assert checkpoint.exists()
    village.reopen()
    village.run()
    turns(village)
    assert village.books.tables.get(game).game.phase == "over"
    assert audit_host(village.root, game).findings == []


def test_what_lies_beside_the_games_is_none(village: Any) -> None:
    """A person's copy of a game's folder: status and ranking go on without it."""
    game = started(village)
    games = village.root / "games"
    shutil.copytree(games / game, games / f"{game}.bak")
    (games / "notes.txt").write_text("x", "utf-8")
    assert village.folder.games() == [game]
    assert [found.game for found in status(village.books)] == [game]


def test_a_changed_spec_on_disk_names_itself(village: Any) -> None:
    game = started(village)
    (spec,) = Path(village.root / "specs").iterdir()
    main = spec / "cinquillo.yaml"
    main.write_text(main.read_text("utf-8") + "\n# changed\n", "utf-8")
    village.reopen()
    village.mail("ana", "mesa@host.example.org", "1", subject=f"({game}.1.{'0' * 16})")
    (said,) = village.run().lines
    assert "changed after its game had begun" in said


def test_a_checkpoint_left_behind_is_caught_up_with(village: Any) -> None:
    """Killed before `state.jws` was replaced, at any record: joins, the start, moves, an undo."""
    game = str(village.open("cinquillo", PLAYERS, options={"limit": 1}))
    path = village.root / "games" / game / "state.jws"
    kept = [path.read_bytes()]
    village.join(PLAYERS)
    kept.append(path.read_bytes())
    for turn in range(6):
        mails = [(p, mailed) for p in PLAYERS for mailed in village.mails(p) if mailed.moves]
        for player, mailed in mails:
            village.answer(player, mailed, mailed.moves[0])
        village.run()
        kept.append(path.read_bytes())
        if turn == 3:
            last = village.books.tables.get(game).game.steps[-1]
            village.books.record(game, undo(last.player, last.n - 1, "host", {}))
    now = village.books.tables.replayed(game).game
    kinds = [json.loads(_payload(line))["kind"] for line in village.folder.log(game)]
    assert "undo" in kinds
    for old in kept:
        path.write_bytes(old)
        village.reopen()
        assert village.books.tables.get(game).game.last == now.last


def _payload(line: bytes) -> bytes:
    return from_base64url(str(json.loads(line)["payload"]))

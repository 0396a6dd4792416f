"""Host folders and purses that earlier versions wrote: opened and gone on with, or refused by name.

`tests/old_folders/v1` was made once by `tests/old_folders/make.py` and is never made again: every
later version must open it.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from village import MONDAY, Village

from card_specs.language.problems import PersonError
from pbem.auditing import audit_host
from pbem.player.purse import Purse
from pbem.player.replies import Kept, reply
from pbem.protocol.canonical import Refusal, from_base64url
from pbem.protocol.signing import sign
from pbem.store.folder import HostFolder

OLD = sorted((Path(__file__).parents[2] / "old_folders").glob("v*"))
GAME = "cinquillo-ce7r"


def opened(root: Path) -> Village:
    """A village around a host folder that is there already."""
    village = Village.__new__(Village)
    village.root, village.random, village.now, village.sent = root, random.Random(9), MONDAY, 1000
    village.now += 3600  # later than all that the folder has seen; so is the count of mails
    village.folder = HostFolder(root)
    village._open()
    return village


@pytest.fixture(params=OLD, ids=lambda path: path.name)
def old(request: Any, tmp_path: Path) -> Path:
    """A copy of an old folder: `host` and `purse`."""
    shutil.copytree(request.param, tmp_path / "old")
    return tmp_path / "old"


def test_a_game_under_way_goes_on_and_proves_itself(old: Path) -> None:
    village, purse = opened(old / "host"), Purse(old / "purse", random.Random(1).randbytes)
    table = village.books.tables.get(GAME)
    assert table.game.phase == "playing"
    assert table.game.n > 10
    for _ in range(400):
        table = village.books.tables.get(GAME)
        if table.game.phase == "over":
            break
        for player, ask in table.game.asks.items():
            token = village.books.post.token(table.game, player, str(ask.number))
            address = f"mesa+{GAME}.{ask.number}.{token}@host.example.org"
            if table.game.seats[player].only_signed:
                village.deliver(signed(table.game, player, purse, address))
            else:
                village.mail(player, address, "1")
        assert village.run().played
    assert table.game.phase == "over"
    assert audit_host(village.root, GAME).findings == []
    village.folder.close()


def signed(game: Any, player: str, purse: Purse, address: str) -> bytes:
    """The first move of an open question, signed with the key of the old purse."""
    ask = game.asks[player]
    said = {"v": 1, "host": game.host, "game": game.id, "player": player, "ask": ask.number}
    said |= {"pub": ask.pub, "head": ask.head, "moves": [ask.moves[0]]}
    kept = Kept(address, f"{player}@example.org", "Re: x", f"<{ask.number}@x>", "", ())
    return reply(kept, ask.moves[0], "move.jws", sign(purse.key(), "pbem-move", said))


def test_a_purse_opens(old: Path) -> None:
    purse = Purse(old / "purse", random.Random(1).randbytes)
    host = HostFolder(old / "host")
    seat = purse.seat(host.key.kid, GAME)
    assert seat is not None
    assert seat.player == "ana"
    joins = [json.loads(from_base64url(json.loads(line)["payload"])) for line in host.log(GAME)]
    assert purse.key().jwk in [one.get("key") for one in joins]
    host.close()


def test_another_format_of_each_file_is_refused_with_the_way_out(old: Path) -> None:
    host = old / "host"
    out = "use the version of pbem that"

    def reached() -> None:
        village = opened(host)
        try:
            village.books.tables.get(GAME)
        finally:
            village.folder.close()

    def refuses(what: str) -> None:
        with pytest.raises(PersonError) as caught:
            reached()
        assert what in str(caught.value)
        assert out in str(caught.value)

    settings = (host / "host.yaml").read_text("utf-8")
    (host / "host.yaml").write_text(settings.replace("format: 1", "format: 2"), "utf-8")
    refuses("format 2 is not 1")
    (host / "host.yaml").write_text(settings, "utf-8")

    base = sqlite3.connect(host / "host.db", isolation_level=None)
    (was,) = base.execute("pragma user_version").fetchone()
    base.execute("pragma user_version = 99")
    refuses("format 99")
    base.execute(f"pragma user_version = {was}")
    base.close()

    village = opened(host)
    key = village.folder.key
    village.folder.close()
    state = host / "games" / GAME / "state.jws"
    good = state.read_bytes()
    payload = json.loads(from_base64url(json.loads(good)["payload"]))
    state.write_bytes(sign(key, "pbem-state", {**payload, "v": 2}) + b"\n")
    refuses("format 2, this program reads 1")
    state.unlink()

    log = host / "games" / GAME / "log.jsonl"
    first, *rest = log.read_bytes().splitlines()
    record = json.loads(from_base64url(json.loads(first)["payload"]))
    log.write_bytes(sign(key, "pbem-log", {**record, "v": 2}) + b"\n")
    refuses("line 1: format 2, this program reads 1")
    log.write_bytes(sign(key, "pbem-log", {**record, "language": 2}) + b"\n")
    refuses("version 2 of the rules language")
    log.write_bytes(b"\n".join([first, *rest]) + b"\n")
    village = opened(host)
    assert village.books.tables.get(GAME).game.phase == "playing"
    village.folder.close()


def test_another_format_of_a_purse_is_refused_with_the_way_out(old: Path) -> None:
    purse = Purse(old / "purse", random.Random(1).randbytes)
    (path,) = (old / "purse" / "seats").rglob("*.json")
    kid, said = path.parent.name, json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**said, "v": 2}), "utf-8")
    with pytest.raises(PersonError, match=r"format 2.*use the version of pbem that wrote it"):
        purse.seat(kid, GAME)
    for spoilt in ("", "{}", "[]", json.dumps({**said, "more": 1})):
        path.write_text(spoilt, "utf-8")
        with pytest.raises(PersonError, match="restore it from a copy"):
            purse.seat(kid, GAME)
    (old / "purse" / "signing.key").write_text("short\n")
    with pytest.raises(PersonError, match="restore it from a copy"):
        purse.key()


def test_a_signed_file_of_another_format_says_so() -> None:
    from pbem.protocol.records import check_members

    with pytest.raises(Refusal, match="format 7, this program reads 1"):
        check_members("pbem-view", {"v": 7})

"""A real host reads the mails of both corpora as `pbem explain` says it would.

Those that move nothing, since all are sent to one open question: refused, ignored, unknown.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from village import Village

from pbem.store.config import Config

TESTS = Path(__file__).parents[2]
HELD = {"own-mail", "turn-over", "not-an-option"}
"""These need an id, an old token or the options of this very host: the tests of the office and
test_what_players_write have them."""


def cases() -> list[tuple[Path, str]]:
    found = []
    for folder in (TESTS / "mail_corpus", TESTS / "mail_kinds"):
        for case in yaml.safe_load((folder / "cases.yaml").read_text("utf-8"))["cases"]:
            expect: Any = case["expect"]
            if isinstance(expect, dict) and "move" not in expect and "before" not in case:
                (code,) = expect.values()
                path = folder / case["file"]
                data = path.read_bytes()
                if code not in HELD and b"4e70aa" not in data and b"\n1) play B3" not in data:
                    found.append((path, code))
    return found


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the host noted about each mail; the same question is open before and after."""
    config = Config("Mesa", "mesa@host.example.org", server="mx.host.example.org")
    village = Village(tmp_path_factory.mktemp("corpora") / "host", config=config)
    village.open("cinco", ("ana", "beto", "carla"))
    village.join(("ana", "beto", "carla"))
    players = ("ana", "beto", "carla")
    (asked,) = [mail for player in players for mail in village.mails(player) if mail.moves]
    local = asked.reply_to.partition("@")[0].encode()
    found = {}
    for path, _ in cases():
        head, blank, body = path.read_bytes().partition(b"\r\n\r\n")
        head = re.sub(rb"mesa\+cinco-7k3f\.12\.9b1d4c(?=@)", local, head)
        village.deliver(head + blank + body)
        (found[path.name],) = [x for x in village.run(0).lines if not x.startswith("bounce")]
    (again,) = village.books.tables.get(game_of(asked.reply_to)).game.asks.values()
    assert str(again.number) == asked.reply_to.split(".")[1]
    return found


def game_of(address: str) -> str:
    return address.partition("+")[2].split(".")[0]


@pytest.mark.parametrize(("path", "code"), cases(), ids=lambda x: getattr(x, "stem", ""))
def test_the_host_says_the_same(path: Path, code: str, told: dict[str, str]) -> None:
    line = told[path.name]
    assert re.search(rf"(?:refused|ignored:|unknown:) {code}\b", line), line

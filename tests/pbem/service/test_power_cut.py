"""After a power cut, a copy put back or a spoilt disk the game goes on, or what is wrong is said.

The log is fsynced before anything is mailed; everything else may be older than it, torn or gone.
"""

from __future__ import annotations

import copy
import json
import shutil
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
from killing import Killed

from card_specs.language.problems import PersonError
from pbem.auditing import audit_host
from pbem.protocol.records import read_log
from pbem.store.disk import cut_torn_line, whole_lines
from pbem.store.folder import HostFolder

PLAYERS = ("ana", "beto")


def answer(village: Any) -> int:
    mails = [(p, mailed) for p in PLAYERS for mailed in village.mails(p) if mailed.moves]
    for player, mailed in mails:
        village.answer(player, mailed, mailed.moves[0])
    return len(mails)


def all_goes_on(village: Any, game: str) -> None:
    village.run()
    while answer(village):
        village.run()
    assert village.books.tables.get(game).game.phase == "over"
    assert audit_host(village.root, game).findings == []
    assert village.sent_otherwise() == []
    _, records = read_log(village.folder.log(game))
    mails = [r.payload["mail"] for r in records if r.payload.get("mail")]
    assert len(mails) == len(set(mails))


class Cut:
    """A village before and after a run: pieces of one can be put into the other."""

    def __init__(self, root: Path) -> None:
        self.village = Killed(root / "host")
        self.game = str(self.village.open("cinquillo", PLAYERS, options={"limit": 1}))
        self.village.join(PLAYERS)
        answer(self.village)
        self.village.folder.close()
        self.before, self.after = root / "before", root / "after"
        shutil.copytree(self.village.root, self.before)
        self.village.reopen()
        self.village.run()
        self.village.folder.close()
        shutil.copytree(self.village.root, self.after)

    def again(self, base: Path) -> Killed:
        """The village with the folder as it was then."""
        village = copy.copy(self.village)
        shutil.rmtree(village.root)
        shutil.copytree(base, village.root)
        return village

    def log(self, base: Path) -> bytes:
        return (base / "games" / self.game / "log.jsonl").read_bytes()

    def open(self, village: Killed) -> None:
        village.folder = HostFolder(village.root)
        village._open()


@pytest.fixture
def cut(tmp_path: Path) -> Cut:
    return Cut(tmp_path)


def test_a_last_line_torn_at_every_byte(cut: Cut, tmp_path: Path) -> None:
    log, path = cut.log(cut.after), tmp_path / "log.jsonl"
    start = log[:-1].rindex(b"\n") + 1
    for end in range(start, len(log)):
        for torn in (log[start:end], log[start:end] + b"\0" * 9, log[start:end] + b"\0\n"):
            path.write_bytes(log[:start] + torn)
            assert b"\n".join(whole_lines(path)) + b"\n" == log[:start]
            cut_torn_line(path)
            assert path.read_bytes() == log[:start]


@pytest.mark.parametrize("part", [0.0, 0.001, 0.5, 0.999, 1.0])
@pytest.mark.parametrize("notebook", ["before", "after"])
def test_the_game_goes_on_from_a_torn_log(cut: Cut, part: float, notebook: str) -> None:
    """The mail is still in the inbox; the notebook is as it was, or marks the game as busy."""
    old, new = cut.log(cut.before), cut.log(cut.after)
    village = cut.again(cut.before)
    end = len(old) + int((len(new) - len(old)) * part)
    (village.root / "games" / cut.game / "log.jsonl").write_bytes(new[:end])
    cut.open(village)
    if notebook == "after":
        village.folder.notebook.put_busy(cut.game, "playing")
    all_goes_on(village, cut.game)


def put_back(village: Killed, base: Path, *names: str) -> None:
    for name in names:
        for path in village.root.glob(name + "*"):
            path.unlink()
        for path in base.glob(name + "*"):
            shutil.copy(path, village.root / path.relative_to(base))


def test_an_older_notebook_put_back(cut: Cut) -> None:
    village = cut.again(cut.after)
    put_back(village, cut.before, "host.db")
    cut.open(village)
    all_goes_on(village, cut.game)


def test_an_older_notebook_and_the_mail_once_more(cut: Cut) -> None:
    village = cut.again(cut.after)
    put_back(village, cut.before, "host.db")
    for path in (village.root / "mail" / "inbox" / "cur").iterdir():
        path.rename(village.root / "mail" / "inbox" / "new" / path.name.split(":")[0])
    cut.open(village)
    summary = village.run()
    assert summary.played == 0
    all_goes_on(village, cut.game)


def test_a_notebook_that_is_gone_is_named(cut: Cut) -> None:
    village = cut.again(cut.after)
    for path in village.root.glob("host.db*"):
        path.unlink()
    with pytest.raises(PersonError, match=r"host\.db.*is missing.*restore it from a copy"):
        HostFolder(village.root)


@pytest.mark.parametrize("name", ["games", "seeds", "specs"])
def test_a_folder_that_is_gone_is_named_and_loses_nothing(cut: Cut, name: str) -> None:
    village = cut.again(cut.after)
    (village.root / name).rename(village.root / "elsewhere")
    with pytest.raises(PersonError, match=rf"{name} is missing.*restore it from a copy"):
        HostFolder(village.root)
    (village.root / "elsewhere").rename(village.root / name)
    cut.open(village)
    all_goes_on(village, cut.game)


def test_a_spoilt_notebook_is_named(cut: Cut) -> None:
    village = cut.again(cut.after)
    for path in village.root.glob("host.db*"):
        path.unlink()
    (village.root / "host.db").write_bytes(b"no database" * 1000)
    with pytest.raises(PersonError, match=r"host\.db: file is not a database"):
        HostFolder(village.root)


def test_older_checkpoints_and_no_views(cut: Cut) -> None:
    village = cut.again(cut.after)
    put_back(village, cut.before, f"games/{cut.game}/state.jws")
    shutil.rmtree(village.root / "games" / cut.game / "views")
    (village.root / "games" / cut.game / "views").mkdir()
    cut.open(village)
    all_goes_on(village, cut.game)


@pytest.mark.parametrize("spoil", ["gone", "garbage", "flipped", "exchanged"])
def test_a_reminder_carries_the_same_view_whatever_became_of_its_file(cut: Cut, spoil: str) -> None:
    village = cut.again(cut.after)
    cut.open(village)
    (player,) = village.books.tables.get(cut.game).game.asks
    (asked,) = [mailed for mailed in village.mails(player) if mailed.moves]
    (name,) = [name for name in asked.files if name.endswith(".jws")]
    path = village.root / "games" / cut.game / "views" / f"{player}-{name}"
    good = path.read_bytes()
    if spoil == "gone":
        path.unlink()
    elif spoil == "garbage":
        path.write_bytes(b"\0" * len(good))
    elif spoil == "flipped":
        path.write_bytes(good.replace(b"A", b"B", 1))
    else:
        others = [p for p in path.parent.iterdir() if not p.name.startswith(player)]
        path.write_bytes(others[-1].read_bytes())
    village.now += 2 * 86400
    assert village.run().reminders == 1
    (reminder,) = village.mails(player)
    assert reminder.files[name] == asked.files[name] == good


@pytest.mark.parametrize("name", ["seeds/{}.seed", "specs"])
def test_what_is_missing_is_named_and_others_go_on(cut: Cut, name: str) -> None:
    village = cut.again(cut.after)
    cut.open(village)
    other = village.open("seis", PLAYERS)
    missing = village.root / name.format(cut.game)
    hidden = village.root / "hidden"
    if missing.is_dir():
        main = next(path for path in missing.glob("*/cinquillo.yaml"))
        main.rename(hidden)
    else:
        main = missing
        missing.rename(hidden)
    village.folder.close()
    cut.open(village)
    village.books.tables._compiled = OrderedDict()  # a new process has read no spec yet
    for player in PLAYERS:
        for mailed in village.mails(player):
            village.answer(player, mailed, mailed.moves[0] if mailed.moves else "unirme")
    lines = village.run().lines
    assert any(cut.game in line and "restore it from a copy" in line for line in lines), lines
    assert village.books.tables.get(other).game.phase == "playing"
    hidden.rename(main)
    village.folder.close()
    cut.open(village)
    assert json.dumps(village.run().lines).count("played") >= 1
    all_goes_on(village, cut.game)

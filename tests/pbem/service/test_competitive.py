"""Competitive tables: keys, stakes, penalties, and the ranking that comes of them (CINQ-10)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from village import Mailed, Village

from card_specs.language.problems import PersonError
from pbem.auditing import audit_host
from pbem.commands import rank_command
from pbem.player.purse import Purse
from pbem.player.replies import Joining, join, move, read_mail
from pbem.protocol.records import read_log
from pbem.ranking import standings
from pbem.service.by_hand import ask_undo, end, give_seat
from pbem.service.opening import Wish, open_table
from pbem.service.results import chips_of, results

HOUR, DAY = 3600, 86400


class Club:
    """Players with keys of their own, who sign everything."""

    def __init__(self, village: Village, players: tuple[str, ...]) -> None:
        self.village, self.players = village, players
        root = village.root.parent
        self.purses = {p: Purse(root / f"purse-{p}", random.Random(p).randbytes) for p in players}
        self.got: dict[str, list[Mailed]] = {player: [] for player in players}
        self.silent: set[str] = set()
        self.chance = random.Random(4)
        self.game = ""

    def open(self, spec: str = "cinquillo", **wish: Any) -> str:
        self.game = self.village.open(spec, self.players, competitive=True, **wish)
        return self.game

    def kept(self, player: str, mailed: Mailed) -> Any:
        path = self.village.root.parent / "mail.eml"
        path.write_bytes(mailed.raw)
        return read_mail(path, self.purses[player])

    def read(self) -> int:
        """Read all mail and answer it with signed files; how many were answered."""
        written = 0
        for player in self.players:
            for mailed in self.village.mails(player):
                self.got[player].append(mailed)
                reply = None if player in self.silent else self.reply(player, mailed)
                if reply:
                    self.village.deliver(reply)
                    written += 1
        return written

    def reply(self, player: str, mailed: Mailed) -> bytes | None:
        purse = self.purses[player]
        if mailed.kind in ("invitation", "roster"):
            return join(self.kept(player, mailed), purse, Joining(player, f"de {player}"))
        if mailed.kind in ("turn", "start") and mailed.moves:
            return move(self.kept(player, mailed), purse, [self.chance.choice(mailed.moves)])
        return None

    def step(self, seconds: int = 60) -> None:
        self.read()
        self.village.run(seconds)
        got = self.silent
        self.silent = set(self.players)  # only read
        self.read()
        self.silent = got

    def play(self, done: Callable[[], bool], most: int = 500) -> None:
        for _ in range(most):
            if done():
                return
            self.read()
            self.village.run(60)
        raise AssertionError("it never came to that")

    def now(self) -> Any:
        return self.village.books.tables.get(self.game).game

    def sit_down(self) -> None:
        self.play(lambda: self.now().phase == "playing")

    def is_over(self) -> bool:
        return bool(self.now().phase == "over")

    def last(self, player: str, kind: str) -> Mailed:
        return [mailed for mailed in self.got[player] if mailed.kind == kind][-1]

    def leave(self, player: str) -> None:
        seat = self.village.books.post.token(self.now(), player, "0")
        box = f"mesa+{self.game}.0.{seat}@host.example.org"
        self.silent = set(self.players)
        self.village.mail(player, box, "abandonar")
        self.step()
        self.village.answer(player, self.last(player, "confirm"), "confirmar")
        self.step()

    def standing(self) -> dict[str, tuple[int, int]]:
        """Points and chips by player."""
        found = results(self.village.folder)
        assert found.left_out == []
        table = standings(found.matches, self.village.folder.config.chips, found.held)
        return {one.person.partition("@")[0]: (one.points, one.chips) for one in table}


@pytest.fixture
def three(village: Village) -> Club:
    return Club(village, ("ana", "beto", "carla"))


@pytest.fixture
def two(village: Village) -> Club:
    return Club(village, ("ana", "beto"))


def test_a_whole_match_with_keys_and_stakes(three: Club, capsys: Any) -> None:
    three.open(options={"limit": 1, "stake": 20})
    three.sit_down()
    assert three.standing() == {"ana": (0, 80), "beto": (0, 80), "carla": (0, 80)}
    three.play(three.is_over)
    end = three.now().end
    (winner,) = end["winners"]
    expected = dict.fromkeys(three.players, (-10, 80)) | {winner: (30, 140)}
    assert three.standing() == expected
    records = [signed.payload for signed in read_log(three.village.folder.log(three.game))[1]]
    assert {r["by"] for r in records if r["kind"] == "move"} == {"key"}
    assert audit_host(three.village.root, three.game).findings == []
    rank_command.command(three.village.root, as_json=True)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["place"], line["points"], line["chips"]) for line in lines] == [
        (1, 30, 140),
        (2, -10, 80),
        (2, -10, 80),
    ]
    three.read()
    assert "⚔" in three.last("ana", "turn").text
    xp = three.last("ana", "end").view
    assert xp is not None
    assert xp["public"]["counters"][f"xp.{winner}"] == 30


@pytest.mark.parametrize("spec", ["cinco", "seis"])
def test_any_game_can_be_competitive(village: Village, spec: str) -> None:
    club = Club(village, ("ana", "beto", "carla"))
    club.open(spec, stake=5)
    club.sit_down()
    club.play(club.is_over, 3000)
    found = club.standing()
    assert sum(chips for _, chips in found.values()) == 300
    assert sorted(points for points, _ in found.values()) in ([-10, -10, 30], [-10, 0, 0])


def test_joining_without_a_key_is_refused_with_the_way_how(two: Club) -> None:
    two.open()
    (invitation,) = two.village.mails("ana")
    assert "Mesa competitiva" in invitation.text
    assert "pbem join" in invitation.text
    two.village.answer("ana", invitation, "unirme gatos")
    two.village.run()
    (answer,) = two.village.mails("ana")
    assert answer.kind == "refused"
    assert "pbem join invitacion.eml --player ana" in " ".join(answer.text.split())
    assert not two.now().seats["ana"].joined


def test_only_signed_moves_count_whatever_the_join_says(two: Club) -> None:
    two.open()
    two.sit_down()
    assert all(seat.only_signed for seat in two.now().seats.values())
    player = next(iter(two.now().asks))
    two.silent = set(two.players)
    two.step()
    asked = next(m for m in reversed(two.got[player]) if m.moves)
    assert f"{two.game}.{asked.view['ask']}." not in unquote(asked.html)  # nothing to press
    two.village.answer(player, asked, asked.moves[0])
    assert two.village.run().refused == 1
    assert any("pbem move" in m.text for m in two.village.mails(player))


def test_chips_must_cover_the_stake(two: Club) -> None:
    two.open(stake=101)
    two.read()
    two.village.run()
    (answer,) = two.village.mails("ana")
    assert "No te llegan las fichas" in answer.text
    assert "100" in answer.text
    assert not two.now().seats["ana"].joined


def test_stakes_of_tables_under_way_are_not_there_twice(two: Club) -> None:
    two.open(stake=60)
    two.sit_down()
    kid = two.purses["ana"].key().kid
    folder = two.village.folder
    assert chips_of(folder, "ana@example.org", kid) == 40
    assert chips_of(folder, "Ana+otra@example.org", "x") == 40  # known by the address
    assert chips_of(folder, "new@example.org", kid) == 40  # known by the key
    assert chips_of(folder, "new@example.org", "x") == 100
    end(two.village.books, two.game)
    assert chips_of(folder, "ana@example.org", kid) == 100  # nobody won: the stake comes back


def test_friendly_tables_are_looked_at_once(two: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever joins has their chips counted: not by the first line of every log each time."""
    friendly = two.village.open("cinquillo", two.players)
    two.open(stake=60)
    two.sit_down()
    folder, read = two.village.folder, list[str]()
    real = folder.log
    monkeypatch.setattr(folder, "log", lambda game: (read.append(game), real(game))[1])
    assert friendly in folder.games()
    for _ in range(2):
        assert chips_of(folder, "ana@example.org", "x") == 40
    assert set(read) == {two.game}


def test_no_bots_no_force_no_other_hands(two: Club) -> None:
    books = two.village.books
    addresses = {"ana": "ana@example.org"}
    with pytest.raises(PersonError, match="no bots play at a competitive table"):
        open_table(books, Wish("cinco", ("ana", "x"), addresses, competitive=True))
    with pytest.raises(PersonError, match="no bots play at a competitive table"):
        two.open(late="bot")
    two.open()
    two.sit_down()
    two.play(lambda: len(two.now().steps) > 1)
    with pytest.raises(PersonError, match="can't force an undo"):
        ask_undo(books, two.game, force=True)
    with pytest.raises(PersonError, match="goes to nobody else"):
        give_seat(books, two.game, "ana", bot="random")


# --- leaving ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "points"), [("sí", -20), ("no", -10), ("", -10)], ids=["yes", "no", "silent"]
)
def test_of_two_one_leaves(two: Club, answer: str, points: int) -> None:
    """CINQ-10.6: the match ends when it is settled whether the leaver is penalised."""
    two.open(options={"limit": 1})
    two.sit_down()
    two.leave("beto")
    assert two.now().phase == "playing"
    assert two.now().asks == {}
    vote = two.last("ana", "vote")
    assert "Beto" in vote.subject
    if answer:
        two.village.answer("ana", vote, answer)
        two.step()
    for _ in range(8 if not answer else 0):
        two.step(12 * HOUR)
    end = two.now().end
    assert (end["reason"], end["winners"]) == ("abandoned", ["ana"])
    assert two.standing() == {"ana": (20, 110), "beto": (points, 90)}
    if points == -20:
        assert "20 puntos" in two.last("beto", "seat").text
    else:
        assert "no pierde más de 10 puntos" in two.last("ana", "vote-over").text
    assert audit_host(two.village.root, two.game).findings == []


@pytest.mark.parametrize(
    ("answers", "points"), [(("sí", "yes"), -20), (("sí", ""), -10)], ids=["all", "one is silent"]
)
def test_of_three_one_leaves_and_play_goes_on(
    three: Club, answers: tuple[str, str], points: int
) -> None:
    three.open(options={"limit": 1})
    three.sit_down()
    three.leave("carla")
    for player, answer in zip(("ana", "beto"), answers, strict=True):
        if answer:
            three.village.answer(player, three.last(player, "vote"), answer)
    three.silent = {"carla"}
    pending = [m for p in ("ana", "beto") for m in three.got[p] if m.moves]
    for mailed in pending[-2:]:
        player = str(mailed.message["To"]).partition("@")[0].rpartition("<")[2]
        reply = three.reply(player, mailed)
        assert reply
        three.village.deliver(reply)
    for _ in range(60):
        three.read()
        three.village.run(2 * HOUR)
        if three.is_over():
            break
    assert three.is_over()
    winners = three.now().end["winners"]
    assert "carla" not in winners
    won = (30, 120) if len(winners) == 1 else (0, 105)  # CINQ-10.4, 10.7: a draw shares the stakes
    expected = {"ana": (-10, 90), "beto": (-10, 90), "carla": (points, 90)}
    assert three.standing() == expected | dict.fromkeys(winners, won)
    assert audit_host(three.village.root, three.game).findings == []


def test_whose_seat_was_called_abandoned_may_be_penalised_then(two: Club) -> None:
    two.open()
    two.sit_down()
    two.silent = {"beto"}
    for _ in range(200):
        two.step(13 * HOUR)
        if any(m.kind == "vote" for m in two.got["ana"]):
            break
        two.silent = {"beto"}
        pending = [m for m in two.got["ana"] if m.moves][-1:]
        for mailed in pending:
            two.village.deliver(two.reply("ana", mailed) or b"")
    two.village.answer("ana", two.last("ana", "vote"), "abandono")
    two.silent = set(two.players)
    two.step()
    penalty = two.last("ana", "vote")
    assert "Penalizamos a Beto" in penalty.subject
    two.village.answer("ana", penalty, "sí")
    two.step()
    assert two.is_over()
    assert two.standing() == {"ana": (20, 110), "beto": (-20, 90)}
    assert audit_host(two.village.root, two.game).findings == []


def test_one_mailbox_in_two_seats_brings_no_points(village: Village, tmp_path: Path) -> None:
    addresses = {"ana": "ana@example.org", "beto": "Ana+b@example.org"}
    wish = Wish("cinquillo", ("ana", "beto"), addresses, competitive=True, options={"limit": 1})
    game = open_table(village.books, wish)
    assert village.books.tables.get(game).game.opened["options"]["same_identity"] == [
        ["ana", "beto"]
    ]


def test_a_log_that_has_ended_is_read_once(two: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """A join at a table with stakes works out chips from all results: from notes, not from logs."""
    two.open(options={"limit": 1})
    two.play(two.is_over)
    first = results(two.village.folder)
    assert [match.game for match in first.matches] == [two.game]

    def unread(lines: Any) -> Any:
        raise AssertionError("the log was read again")

    monkeypatch.setattr("pbem.service.results.read_log", unread)
    assert results(two.village.folder).matches == first.matches
    two.open(options={"limit": 1})  # one under way is read
    with pytest.raises(AssertionError, match="read again"):
        results(two.village.folder, competitive=True)

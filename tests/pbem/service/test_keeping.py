"""What protocol 11 promises about time, numbers and other people's mails, on real folders."""

from __future__ import annotations

import os
from typing import Any

import pytest
from village import MONDAY, Village

from pbem.service.keeping import forget
from pbem.service.results import results

PLAYERS = ("ana", "beto")
DAY = 86400
WISH: dict[str, Any] = {"options": {"idle": 8, "custom": "pass"}}


def ended(village: Village) -> str:
    game = village.open("diez", PLAYERS, **WISH)
    village.join(PLAYERS)
    village.play(PLAYERS, lambda moves: moves[-1])
    return game


def inbox(village: Village) -> list[str]:
    found = (village.root / "mail" / "inbox" / "cur").iterdir()
    return [path.read_text("utf-8", "replace") for path in found]


def test_a_month_after_the_end_addresses_and_mails_are_gone(village: Village) -> None:
    game = ended(village)
    other = village.open("diez", ("ana", "dani"), **WISH)
    village.mail("ana", "mesa@host.example.org", "hola")  # of no game
    village.run()
    before = results(village.folder).matches
    village.run(29 * DAY)
    assert village.folder.notebook.seats_of("beto@example.org")
    assert any(game in mail for mail in inbox(village))
    village.run(2 * DAY)
    assert village.folder.notebook.seats(game) == {}
    assert village.folder.notebook.seats_of("beto@example.org") == []
    assert not any(game in mail or "beto@" in mail for mail in inbox(village))
    assert village.folder.notebook.due(village.now + 999 * DAY) != [game]
    assert (village.root / "games" / game / "log.jsonl").exists()
    for path in village.root.rglob("*"):
        if path.is_file() and "people" not in path.parts:
            assert b"beto@example.org" not in path.read_bytes(), path
    after = results(village.folder)
    assert after.left_out == []
    (was,), (now,) = before, after.matches
    assert was.people["ana"] == "ana@example.org"
    assert now.people["beto"].startswith("person ")
    assert now.people.keys() == was.people.keys()
    assert other in village.folder.games()


def test_a_month_later_nothing_is_left_of_strangers(village: Village) -> None:
    game = village.open("diez", PLAYERS, late="wait", **WISH)
    village.join(PLAYERS)
    mesa, genuine = "mesa@host.example.org", "host.example.org; dmarc=pass"
    village.mail("zoe", mesa, "hola", Authentication_Results=genuine, message_id="<z1@zoe>")
    village.deliver(b"Return-Path: <>\r\nFrom: MAILER-DAEMON@zoe.example\r\n\r\nx\r\n")
    village.run()
    assert [mailed.kind for mailed in village.mails("zoe")] == ["unknown"]
    joined = sum(game in mail for mail in inbox(village))
    for path in (village.root / "mail").rglob("*"):
        if path.is_file():
            os.utime(path, (village.now, village.now))
    village.run(29 * DAY)
    assert any("zoe@example.org" in mail for mail in inbox(village))
    assert (village.root / "mail" / "people" / "zoe@example.org").exists()
    village.run(2 * DAY)
    assert sum(game in mail for mail in inbox(village)) == joined == len(inbox(village))
    for path in village.root.rglob("*"):
        assert not path.is_file() or b"zoe@example" not in path.read_bytes(), path
        assert "zoe" not in path.name
    assert (village.root / "mail" / "people" / "ana@example.org").exists()
    for _ in range(2):  # a copy so late is answered once more, as harmless as the first
        village.mail("zoe", mesa, "hola", Authentication_Results=genuine, message_id="<z1@zoe>")
    summary = village.run()
    assert (summary.refused, summary.duplicates) == (1, 1)
    assert len(village.mails("zoe")) == 1
    village.answer("ana", village.mails("ana")[0], "estado")  # the table's own tokens still work
    assert village.run().lines == [f"[{game}] ana: done status"]


def test_forgetting_removes_the_mails(village: Village) -> None:
    ended(village)
    village.mail("xbeto", "mesa@host.example.org", "not his mail")
    village.run()
    forget(village.books, "beto@example.org")
    left = inbox(village)
    assert not any("<beto@example.org>" in mail for mail in left)
    assert any("<xbeto@example.org>" in mail for mail in left)
    assert not (village.root / "mail" / "people" / "beto@example.org").exists()


@pytest.mark.parametrize(
    ("lang", "word", "said"), [("es", "olvídame", "Borrado"), ("en", "forget me", "Removed")]
)
def test_a_player_is_forgotten_by_mail(village: Village, lang: str, word: str, said: str) -> None:
    players = ("ana", "beto", "carla")
    game = village.open("cinquillo", players, languages=dict.fromkeys(players, lang))
    for player in players:
        for mailed in village.mails(player):
            village.answer(player, mailed, "unirme")
    village.run()
    player, mailed = next((p, m) for p in players for m in village.mails(p) if m.moves)
    village.answer(player, mailed, word)
    village.run()
    (asks,) = village.mails(player)
    assert asks.kind == "confirm"
    people = village.root / "mail" / "people" / f"{player}@example.org"
    sent: list[Any] = []
    send = village.transport.send
    village.transport.send = lambda mail: (sent.append(mail), send(mail))[1]
    village.answer(player, asks, "confirmar" if lang == "es" else "confirm")
    village.run()
    told = [mail for mail in sent if mail.to.startswith(f"{player}@")]
    assert [mail.message_id.split(".")[0] for mail in told] == ["<forgotten"]
    assert said.encode() in told[0].data
    assert village.folder.notebook.seats_of(f"{player}@example.org") == []
    assert not people.exists()
    assert village.books.tables.get(game).game.seats[player].bot


def test_twenty_answers_a_seat_and_day(village: Village) -> None:
    village.open("diez", PLAYERS, **WISH)
    village.join(PLAYERS)
    mailed = next(m for p in PLAYERS for m in village.mails(p) if m.moves)
    player = str(mailed.message["To"]).partition("@")[0].rpartition("<")[2]
    for _ in range(30):
        village.answer(player, mailed, "ayuda")
    village.run()
    assert len(village.mails(player)) == 20
    village.answer(player, mailed, "ayuda")
    village.run(DAY)
    kinds = [m.kind for m in village.mails(player)]
    assert "help" in kinds
    village.answer(player, mailed, "1")  # a move counts however many answers there were
    assert village.run().played == 1


def test_twenty_unknown_a_host_and_day(village: Village) -> None:
    genuine = "host.example.org; dmarc=pass header.from=example.org"
    for number in range(25):
        village.mail(f"x{number}", "mesa@host.example.org", "?", Authentication_Results=genuine)
    village.run()
    answered = [name for name in range(25) if village.mails(f"x{name}")]
    assert len(answered) == 20


def test_a_line_under_the_command_reaches_nobody(village: Village) -> None:
    village.open("diez", PLAYERS, **WISH)
    for player in PLAYERS:
        (mailed,) = village.mails(player)
        village.answer(player, mailed, f"unirme\nZZQX saludos de {player}")
    village.run()
    for player in PLAYERS:
        for mailed in village.mails(player):
            assert b"ZZQX" not in mailed.raw
            assert "ZZQX" not in mailed.text + mailed.html
            if mailed.moves:
                village.answer(player, mailed, "1\nZZQX vaya carta")
    village.run()
    for player in PLAYERS:
        assert all("ZZQX" not in m.text + m.html + m.subject for m in village.mails(player))
    for path in (village.root / "games").rglob("*"):
        assert not path.is_file() or b"ZZQX" not in path.read_bytes()


def test_every_mail_has_one_recipient(village: Village) -> None:
    game = ended(village)
    found = list((village.root / "mail" / "people").rglob("*.pbem*"))
    assert len(found) > 10
    for path in found:
        head = path.read_bytes().partition(b"\r\n\r\n")[0]
        assert head.count(b"\r\nTo:") == 1
        assert b"\r\nCc:" not in head
        assert b"\r\nBcc:" not in head
        to = next(line for line in head.split(b"\r\n") if line.startswith(b"To:"))
        assert to.count(b"@") == 1
        assert path.parts[-3].encode() in to
    assert game


def test_a_table_without_a_move_for_sixty_days_is_ended(village: Village) -> None:
    game = village.open("diez", PLAYERS, late="wait", **WISH)
    village.join(PLAYERS)
    for player in PLAYERS:
        village.mails(player)
    while village.now < MONDAY + 59 * DAY:
        village.run(DAY)
    assert village.books.tables.get(game).game.phase == "playing"
    village.run(2 * DAY)
    assert village.books.tables.get(game).game.end["reason"] == "abandoned"
    last = [m for m in village.mails("ana") if m.kind == "end"]
    assert len(last) == 1
    assert any(name.endswith(".jsonl") for name in last[0].files)


@pytest.mark.parametrize("word", ["1.", "opción 1", "nº 1"])
def test_numbers_as_people_say_them(village: Village, word: str) -> None:
    village.open("diez", PLAYERS, **WISH)
    village.join(PLAYERS)
    player, mailed = next((p, m) for p in PLAYERS for m in village.mails(p) if m.moves)
    village.answer(player, mailed, word)
    assert village.run().played == 1

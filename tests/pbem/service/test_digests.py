"""The daily digest, through the service: what it replaces, and that nobody is late through it."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest
from village import MONDAY, Village, bounce

from pbem.auditing import audit_host
from pbem.protocol.records import read_log
from pbem.service.daily import next_at
from pbem.service.explain_host import HostExplainer

PLAYERS = ("ana", "beto", "carla")
HOUR, DAY = 3600, 86400


def waiting(village: Village, player: str) -> list[str]:
    """The games in which a player is asked."""
    return [g for g in village.folder.games() if player in village.books.tables.get(g).game.asks]


def two_tables(village: Village, lang: str = "es") -> tuple[str, dict[str, Any]]:
    """Two tables that wait for the same player, and that player's turn mails by game."""
    languages = dict.fromkeys(PLAYERS, lang)
    for _ in range(2):
        village.open("cinquillo", PLAYERS, languages=languages)
    for player in PLAYERS:
        for mailed in village.mails(player):
            village.answer(player, mailed, "unirme" if lang == "es" else "join")
    village.run()
    turns: dict[str, dict[str, Any]] = {player: {} for player in PLAYERS}
    for _ in range(20):
        for player in PLAYERS:
            turns[player] |= {m.view["game"]: m for m in village.mails(player) if m.moves}
        both = [player for player in PLAYERS if len(waiting(village, player)) == 2]
        if both:
            return both[0], turns[both[0]]
        game = village.folder.games()[0]
        player = next(iter(village.books.tables.get(game).game.asks))
        village.answer(player, turns[player][game], "1")
        village.run()
    raise AssertionError("never two at once")


def until(village: Village, moment: int) -> None:
    """Run each hour until a moment."""
    while village.now < moment:
        village.run(min(HOUR, moment - village.now))


@pytest.mark.parametrize(
    ("lang", "on", "off"), [("es", "resumen sí", "resumen no"), ("en", "digest on", "digest off")]
)
def test_one_mail_a_day_instead_of_reminders_and_receipts(
    village: Village, lang: str, on: str, off: str
) -> None:
    player, turns = two_tables(village, lang)
    village.answer(player, next(iter(turns.values())), on)
    village.run()
    (told,) = village.mails(player)
    assert told.kind == "habits"
    assert "8:00" in told.text
    asked_at = village.now
    until(village, next_at(8, "Europe/Madrid", asked_at) + 60)
    (mail,) = village.mails(player)
    assert mail.kind == "digest"
    assert mail.subject == ("Te esperan 2 mesas" if lang == "es" else "2 tables wait for you")
    assert all(game in mail.text for game in turns)
    # A pill of the digest plays, by the token of its own table.
    links = [unquote(one) for one in re.findall(r'href="(mailto:[^"]+)"', mail.html)]
    game = next(iter(turns))
    link = next(one for one in links if f"+{game}." in one)
    address, _, fields = link.removeprefix("mailto:").partition("?")
    body = next(f for f in fields.replace("&amp;", "&").split("&") if f.startswith("body="))
    village.mail(player, address, body[5:])
    assert village.run().played == 1
    kinds = [m.kind for m in village.mails(player)]
    assert "receipt" not in kinds
    village.answer(player, turns[next(g for g in turns if g != game)], off)
    village.run()
    assert [m.kind for m in village.mails(player)] == ["habits"]


def test_no_deadline_suffers_from_digests(village: Village) -> None:
    """All that wait are reminded by digests or mails, and are late as soon as others would be."""
    player, turns = two_tables(village)
    village.answer(player, next(iter(turns.values())), "resumen 20")
    village.run()
    started = {g: village.books.tables.get(g).game.asks[player].at for g in turns}
    until(village, max(started.values()) + 3 * DAY + 2 * HOUR)
    kinds = [m.kind for m in village.mails(player)]
    assert kinds.count("digest") >= 2
    for game in turns:
        _, records = read_log(village.folder.log(game))
        (late,) = [r.payload for r in records if r.payload["kind"] == "timeout"
                   and r.payload["player"] == player][:1]  # fmt: skip
        assert late["at"] - late["deadline"] <= 2 * HOUR
        assert any(late["at"] - at >= 12 * HOUR for at in late["reminded"])
        village.books.record(game, _ended(village, game))
        assert audit_host(village.root, game).findings == []


def _ended(village: Village, game: str) -> dict[str, Any]:
    from pbem.protocol.canonical import to_base64url

    seed = to_base64url(village.folder.seed(game))
    return {"kind": "end", "reason": "host", "winners": [], "scores": {}, "seed": seed}


def test_with_one_table_reminders_and_receipts_come_as_ever(village: Village) -> None:
    game = village.open("cinquillo", PLAYERS)
    village.join(PLAYERS)
    player, mailed = next((p, m) for p in PLAYERS for m in village.mails(p) if m.moves)
    village.answer(player, mailed, "resumen 8")
    village.run()
    village.mails(player)
    until(village, village.books.tables.get(game).game.asks[player].at + 2 * DAY + HOUR)
    assert [m.kind for m in village.mails(player)] == ["reminder", "reminder"]
    village.answer(player, mailed, "1")
    village.run()
    assert "receipt" in [m.kind for m in village.mails(player)]


def test_a_typed_answer_to_a_digest_is_told_where_to_answer(village: Village) -> None:
    player, turns = two_tables(village)
    village.answer(player, next(iter(turns.values())), "resumen 8")
    village.run()
    until(village, next_at(8, "Europe/Madrid", village.now) + 60)
    mail = next(m for m in village.mails(player) if m.kind == "digest")
    before = [village.folder.log(game) for game in turns]
    village.answer(player, mail, "1", In_Reply_To=str(mail.message["Message-ID"]))
    waits = next((village.root / "mail" / "inbox" / "new").iterdir()).read_bytes()
    explainer = HostExplainer(village.root)
    assert explainer.explain(waits).code == "digest"
    explainer.close()
    village.run()
    (told,) = village.mails(player)
    assert told.kind == "unknown"
    assert "Has respondido al resumen" in " ".join(told.text.split())
    assert [village.folder.log(game) for game in turns] == before


def test_a_digest_made_again_after_a_crash_is_the_same(village: Village, monkeypatch: Any) -> None:
    player, turns = two_tables(village)
    village.answer(player, next(iter(turns.values())), "resumen 8")
    village.run()
    village.mails(player)
    sent: list[Any] = []
    send = type(village.transport).send

    def dies(transport: Any, mail: Any) -> Any:
        sent.append(mail)
        send(transport, mail)
        raise KeyboardInterrupt

    until(village, next_at(8, "Europe/Madrid", village.now) - 60)
    monkeypatch.setattr(type(village.transport), "send", dies)
    with pytest.raises(KeyboardInterrupt):
        village.run(120)
    monkeypatch.undo()
    village.reopen()
    again: list[Any] = []
    take = village.transport.send
    village.transport.send = lambda mail: (again.append(mail), take(mail))[1]
    village.run(3 * HOUR)
    assert [m.message_id for m in again] == [m.message_id for m in sent]
    assert [m.data for m in again] == [m.data for m in sent]
    assert len([m for m in village.mails(player) if m.kind == "digest"]) == 1


def test_a_digest_that_comes_back_is_told_at_all_its_tables(village: Village) -> None:
    player, turns = two_tables(village)
    village.answer(player, next(iter(turns.values())), "resumen 8")
    village.run()
    until(village, next_at(8, "Europe/Madrid", village.now) + 60)
    mail = next(m for m in village.mails(player) if m.kind == "digest")
    others = [one for one in PLAYERS if one != player]
    for other in others:
        village.mails(other)
    village.deliver(bounce(mail, 1))
    village.run()
    for other in others:
        told = [m for m in village.mails(other) if m.kind == "bounce"]
        assert len(told) == 2
        assert all(player.capitalize() in m.subject for m in told)


def test_who_is_away_at_a_table_is_not_asked_there(village: Village) -> None:
    player, turns = two_tables(village)
    first, second = turns
    village.answer(player, turns[first], "resumen 8")
    village.answer(player, turns[second], "ausente 5d")
    village.run()
    until(village, next_at(8, "Europe/Madrid", village.now) + 60)
    assert not [m for m in village.mails(player) if m.kind == "digest"]


def test_the_hour_is_that_of_the_clock_on_the_wall() -> None:
    summer = MONDAY + 150 * DAY  # in May, an hour ahead of winter
    assert next_at(8, "Europe/Madrid", MONDAY) - MONDAY == 23 * HOUR
    assert (next_at(8, "Europe/Madrid", summer) - summer) % DAY == 22 * HOUR
    assert next_at(0, "UTC", MONDAY) % DAY == 0


def test_a_digest_after_a_long_sleep_of_the_host_asks_nothing_whose_time_is_over(
    village: Village,
) -> None:
    player, turns = two_tables(village)
    village.answer(player, next(iter(turns.values())), "resumen sí")
    village.run()
    until(village, village.now + 2 * DAY)
    village.mails(player)
    village.run(2 * DAY)  # the host slept beyond both deadlines
    for mailed in village.mails(player):
        if mailed.kind == "digest":
            assert "jueves 4 de diciembre" not in mailed.text
    assert all(
        ask.at == village.now
        for game in waiting(village, player)
        for ask in [village.books.tables.get(game).game.asks[player]]
    )

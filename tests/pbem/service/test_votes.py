"""What the others decide by vote: about a late player, mails that bounce, moves and seats."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from village import Mailed

from pbem.auditing import audit_host
from pbem.protocol.records import read_log
from pbem.service.by_hand import ask_undo, give_seat, status, told

PLAYERS = ("ana", "beto", "carla")
HOUR, DAY = 3600, 86400


def records(village: Any, game: str) -> list[dict[str, Any]]:
    return [signed.payload for signed in read_log(village.folder.log(game))[1]]


class Life:
    """A table whose players answer at once, save those who are absent; all mails are kept."""

    def __init__(self, village: Any, game: str, players: tuple[str, ...] = PLAYERS) -> None:
        self.village, self.game, self.players = village, game, players
        self.absent: set[str] = set()
        self.got: dict[str, list[Mailed]] = {player: [] for player in players}
        self.chance = random.Random(game)

    def read(self) -> None:
        for player in self.players:
            for mailed in self.village.mails(player):
                self.got[player].append(mailed)
                if mailed.moves and player not in self.absent and mailed.kind != "reminder":
                    self.village.answer(player, mailed, self.chance.choice(mailed.moves))

    def step(self, seconds: int = 13 * HOUR) -> Any:
        self.read()
        summary = self.village.run(seconds)
        self.read()
        return summary

    def until(self, done: Callable[[], bool], most: int = 400) -> None:
        for _ in range(most):
            if done():
                return
            self.step()
        raise AssertionError("it never came to that")

    def kinds(self, player: str) -> list[str]:
        return [mailed.kind for mailed in self.got[player]]

    def last(self, player: str, kind: str) -> Mailed:
        return [mailed for mailed in self.got[player] if mailed.kind == kind][-1]

    def votes(self, player: str) -> list[Mailed]:
        return [mailed for mailed in self.got[player] if mailed.kind == "vote"]

    def game_now(self) -> Any:
        return self.village.books.tables.get(self.game).game


def a_life(village: Any, players: tuple[str, ...] = PLAYERS, **wish: Any) -> Life:
    game = village.open("cinquillo", players, **wish)
    village.join(players)
    return Life(village, game, players)


@pytest.fixture
def late(village: Any) -> Life:
    """Carla has missed two deadlines one after the other, and the others are asked."""
    life = a_life(village)
    life.absent = {"carla"}
    life.until(lambda: bool(life.votes("ana")))
    return life


def test_two_missed_deadlines_put_it_to_the_others(late: Life) -> None:
    missed = [r for r in records(late.village, late.game) if r["kind"] == "timeout"]
    assert [r["player"] for r in missed] == ["carla", "carla"]
    mailed = late.votes("ana")[0]
    assert "vote-about" in late.kinds("carla")
    assert "vote" not in late.kinds("carla")
    assert "Carla" in mailed.subject
    for word in ("esperar", "seguir", "abandono"):
        assert word in mailed.text
        assert f"body={word}" in mailed.html
    assert len(late.votes("ana")) == len(late.votes("beto")) == 1


def test_they_wait(late: Life) -> None:
    for player in ("ana", "beto"):
        late.village.answer(player, late.votes(player)[0], "Esperar.")
    late.step(60)
    assert late.kinds("ana").count("vote-over") == late.kinds("beto").count("vote-over") == 1
    assert "una semana" in late.last("carla", "vote-over").text
    began = late.village.now
    count = len([r for r in records(late.village, late.game) if r["kind"] == "timeout"])
    late.until(lambda: "carla" in late.game_now().asks)
    late.until(
        lambda: len([r for r in records(late.village, late.game) if r["kind"] == "timeout"]) > count
    )
    assert late.village.now - began > 10 * DAY  # a week and the table's three days


@pytest.mark.parametrize("answers", [("seguir", "esperar"), ("", ""), ("abandono", "")])
def test_the_table_plays_on(late: Life, answers: tuple[str, str]) -> None:
    """Also where they disagree, and where nobody answers."""
    for player, answer in zip(("ana", "beto"), answers, strict=True):
        if answer:
            late.village.answer(player, late.votes(player)[0], answer)
    late.until(lambda: "vote-over" in late.kinds("ana"))
    assert "sigue jugando por Carla" in late.last("ana", "vote-over").text
    assert not late.game_now().seats["carla"].left
    late.until(lambda: len(late.votes("ana")) == 2)  # after two more in a row
    missed = [r for r in records(late.village, late.game) if r["kind"] == "timeout"]
    assert len(missed) == 4


def test_they_call_it_an_abandonment(late: Life) -> None:
    late.village.answer("ana", late.votes("ana")[0], "abandono")
    late.village.answer("beto", late.votes("beto")[0], "abandon")
    late.step(60)
    seat = next(r for r in records(late.village, late.game) if r["kind"] == "seat")
    assert (seat["player"], seat["change"], seat["by"]) == ("carla", "resign", "vote")
    assert seat["votes"] == {"ana": True, "beto": True}
    assert "Carla" in late.last("ana", "seat").text
    assert "han dado tu asiento por abandonado" in late.last("carla", "seat").text
    turns = late.kinds("carla").count("turn")
    late.until(lambda: late.game_now().phase == "over", 3000)
    assert late.kinds("carla").count("turn") == turns  # who left is asked nothing more
    assert "end" in late.kinds("carla")
    assert "carla" not in late.game_now().end["winners"]
    assert audit_host(late.village.root, late.game).findings == []


def test_who_plays_again_stops_the_vote(late: Life) -> None:
    late.absent = set()
    asked = [m for m in late.got["carla"] if m.kind == "turn"][-1]
    late.village.answer("carla", asked, "1")
    late.until(lambda: "vote-over" in late.kinds("beto"))
    assert "nada que decidir" in late.last("beto", "vote-over").text
    before = len(records(late.village, late.game))
    late.village.answer("ana", late.votes("ana")[0], "abandono")
    late.absent = set(PLAYERS)
    late.step(60)
    assert "ha terminado" in late.last("ana", "refused").text
    assert not late.game_now().seats["carla"].left
    assert len(records(late.village, late.game)) <= before + 3


def test_a_word_that_is_no_answer_is_refused_with_the_answers(late: Life) -> None:
    late.village.answer("ana", late.votes("ana")[0], "sí")
    late.step(60)
    text = late.last("ana", "refused").text
    assert "esperar, seguir y abandono" in text


def test_a_vote_can_be_changed_until_it_is_over(late: Life) -> None:
    late.village.answer("ana", late.votes("ana")[0], "esperar")
    late.step(60)
    late.village.answer("ana", late.votes("ana")[0], "abandono")
    late.village.answer("beto", late.votes("beto")[0], "abandono")
    late.step(60)
    assert late.game_now().seats["carla"].left


def test_votes_survive_a_new_start_and_leave_once(late: Life) -> None:
    late.village.answer("ana", late.votes("ana")[0], "abandono")
    late.village.run()
    late.village.reopen()
    late.village.folder.notebook.set_busy(late.game)  # as after a kill: all mails once more
    late.village.run()
    late.read()
    assert len(late.votes("ana")) == len(late.votes("beto")) == 1
    late.village.answer("beto", late.votes("beto")[0], "abandono")
    late.village.run()
    assert late.game_now().seats["carla"].left


# --- two players, competitive or not -----------------------------------------------------------


def test_of_two_the_one_who_stays_wins_at_once(village: Any) -> None:
    life = a_life(village, ("ana", "beto"))
    life.absent = {"beto"}
    life.until(lambda: bool(life.votes("ana")))
    village.answer("ana", life.votes("ana")[0], "abandono")
    life.step(60)
    end = life.game_now().end
    assert (end["reason"], end["winners"]) == ("abandoned", ["ana"])
    assert "han abandonado" in life.last("ana", "end").text
    assert audit_host(village.root, life.game).findings == []


def resign(life: Life, player: str) -> None:
    game = life.game_now()
    seat = life.village.books.post.token(game, player, "0")
    life.village.mail(player, f"mesa+{life.game}.0.{seat}@host.example.org", "abandonar")
    life.village.run()
    life.read()
    life.village.answer(player, life.last(player, "confirm"), "confirmar")
    life.village.run()
    life.read()


def test_who_leaves_cannot_win_and_the_host_plays_the_least_harmful_move(village: Any) -> None:
    life = a_life(village, options={"limit": 1})
    life.read()
    resign(life, "carla")
    life.until(lambda: life.game_now().phase == "over", 300)
    by_bot = [r for r in records(village, life.game) if r.get("by") == "bot"]
    assert {r["player"] for r in by_bot} == {"carla"}
    assert "carla" not in life.game_now().end["winners"]
    assert audit_host(village.root, life.game).findings == []


# --- a bot at the deadline ----------------------------------------------------------------------


def test_a_bot_takes_the_seat_at_the_deadline_where_that_was_agreed(village: Any) -> None:
    life = a_life(village, late="bot")
    assert (
        "un bot se queda con tu asiento"
        in "".join(m.text for p in PLAYERS for m in village.mails(p) if m.moves)
        or not life.read()
    )
    life.absent = {"carla"}
    life.until(lambda: life.game_now().seats["carla"].bot)
    said = records(village, life.game)
    at = next(n for n, r in enumerate(said) if r["kind"] == "seat")
    assert (said[at]["change"], said[at]["by"]) == ("bot", "late")
    assert (said[at + 1]["kind"], said[at + 1]["by"]) == ("move", "bot")
    assert not any(r["kind"] == "timeout" for r in said)
    assert "en tu asiento" in life.last("carla", "seat").text
    life.until(lambda: life.game_now().phase == "over", 3000)
    assert audit_host(village.root, life.game).findings == []


def in_a_bots_place(village: Any) -> Life:
    """A table at which a bot has taken Carla's seat at the deadline."""
    life = a_life(village, late="bot")
    life.read()
    life.absent = {"carla"}
    life.until(lambda: life.game_now().seats["carla"].bot)
    line = told(next(status(village.books)), "UTC", False).splitlines()[-1]
    assert line == "  a bot plays for carla — who wants to come back answers `volver` or `back`"
    return life


def test_who_was_replaced_by_a_bot_comes_back_by_the_others_vote(village: Any) -> None:
    life = in_a_bots_place(village)
    old = village.books.post.token(life.game_now(), "carla", "0")
    village.answer("carla", life.last("carla", "seat"), "Volver")
    village.run()
    life.read()
    assert "más de la mitad dice que sí" in life.last("carla", "back-asked").text
    assert "quiere volver a su asiento" in life.votes("ana")[-1].text
    village.answer("carla", life.last("carla", "seat"), "volver")  # asked already
    for player in ("ana", "beto"):
        village.answer(player, life.votes(player)[-1], "sí")
    village.run()
    life.read()
    assert life.last("carla", "refused")
    seat = [r for r in records(village, life.game) if r["kind"] == "seat"][-1]
    assert (seat["change"], seat["by"]) == ("player", "vote")
    assert seat["votes"] == {"ana": True, "beto": True}
    assert "Vuelves a tu asiento" in life.last("carla", "seat").text
    assert "vuelve a jugar una persona" in life.last("ana", "seat").text
    assert village.books.post.token(life.game_now(), "carla", "0") != old
    life.absent = set()
    played = len(records(village, life.game))
    life.until(lambda: life.game_now().phase == "over", 3000)
    mine = [r for r in records(village, life.game)[played:] if r.get("player") == "carla"]
    assert [r["by"] for r in mine if r["kind"] == "move"]
    assert all(r["by"] == "mail" for r in mine if r["kind"] == "move")
    assert audit_host(village.root, life.game).findings == []


def test_the_others_may_keep_the_bot(village: Any) -> None:
    life = in_a_bots_place(village)
    village.answer("carla", life.last("carla", "seat"), "back")
    village.run()
    life.read()
    for player in ("ana", "beto"):
        village.answer(player, life.votes(player)[-1], "no")
    village.run()
    life.read()
    assert "siga el bot" in life.last("carla", "vote-over").text
    assert life.game_now().seats["carla"].bot


def test_the_hosts_person_asks_for_whoever_wants_to_come_back(village: Any) -> None:
    """From an address of the player's own choice, which confirms."""
    life = in_a_bots_place(village)
    said = give_seat(village.books, life.game, "carla", address="nueva@example.org")
    assert said == "asked: ana, beto"
    life.read()
    for player in ("ana", "beto"):
        village.answer(player, life.votes(player)[-1], "sí")
    village.run()
    (offer,) = village.mails("nueva")
    village.answer("nueva", offer, "confirmar")
    village.run()
    assert not life.game_now().seats["carla"].bot
    assert "Vuelves a tu asiento" in "".join(m.text for m in village.mails("nueva"))


def test_back_is_no_word_for_whoever_sits_there(village: Any) -> None:
    life = a_life(village)
    life.read()
    village.answer("ana", life.last("ana", "joined"), "volver")
    village.run()
    life.read()
    assert "no entiende «volver»" in life.last("ana", "refused").text


def test_nobody_plays_for_anybody_where_the_table_waits(village: Any) -> None:
    life = a_life(village, late="wait")
    life.absent = set(PLAYERS)
    for _ in range(20):
        assert life.step(2 * DAY).timeouts == 0
    assert {r["kind"] for r in records(village, life.game)} <= {"open", "join", "roster", "start"}


# --- mails that bounce --------------------------------------------------------------------------


def bounced(village: Any, mailed: Mailed) -> None:
    village.deliver(
        (
            "Return-Path: <>\r\nFrom: MAILER-DAEMON@example.org\r\n"
            "Message-ID: <b1@example.org>\r\n"
            "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
            "--b\r\nContent-Type: text/plain\r\n\r\nno such box\r\n"
            "--b\r\nContent-Type: message/rfc822\r\n\r\n"
            f"Message-ID: {mailed.message['Message-ID']}\r\n\r\nx\r\n--b--\r\n"
        ).encode()
    )


@pytest.fixture
def mute(village: Any) -> Life:
    """Carla's mails come back, and she is awaited."""
    life = a_life(village)
    life.absent = {"carla"}
    life.until(lambda: "carla" in life.game_now().asks and bool(life.kinds("carla")))
    bounced(village, [m for m in life.got["carla"] if m.moves][-1])
    return life


def test_after_a_week_of_bounces_the_others_vote(mute: Life) -> None:
    for _ in range(6):
        assert mute.step(DAY).timeouts == 0
    assert mute.votes("ana") == []
    mute.step(2 * DAY)
    assert "desde hace una semana" in mute.votes("ana")[0].text
    for player in ("ana", "beto"):
        mute.village.answer(player, mute.votes(player)[0], "seguir")
    mute.step(60)
    said = next(r for r in records(mute.village, mute.game) if r["kind"] == "seat")
    assert (said["change"], said["by"], said["votes"]) == (
        "bot",
        "vote",
        {"ana": True, "beto": True},
    )
    mute.until(lambda: mute.game_now().phase == "over", 3000)
    assert audit_host(mute.village.root, mute.game).findings == []


def test_silence_waits_another_week(mute: Life) -> None:
    mute.until(lambda: len(mute.votes("ana")) == 1)
    mute.until(lambda: "vote-over" in mute.kinds("ana"))
    began = mute.village.now
    mute.until(lambda: len(mute.votes("ana")) == 2)
    assert mute.village.now - began >= 6 * DAY
    assert not any(r["kind"] in ("timeout", "seat") for r in records(mute.village, mute.game))


# --- seats and addresses ------------------------------------------------------------------------


def test_the_hosts_person_gives_a_seat_by_the_others_vote(village: Any) -> None:
    life = a_life(village)
    life.read()
    assert give_seat(village.books, life.game, "carla", bot="random") == "asked: ana, beto"
    life.read()
    assert "siga un bot" in life.votes("ana")[0].text
    village.answer("ana", life.votes("ana")[0], "sí")
    village.run()
    assert not life.game_now().seats["carla"].bot  # one of two is not more than half
    village.answer("beto", life.votes("beto")[0], "yes")
    village.run()
    assert life.game_now().seats["carla"].bot
    life.until(lambda: life.game_now().phase == "over", 3000)
    assert audit_host(village.root, life.game).findings == []


def test_another_person_confirms_before_anything_is_shown(village: Any) -> None:
    life = a_life(village)
    life.read()
    life.absent = {"carla"}
    new = "dani@example.org"
    said = give_seat(village.books, life.game, "carla", address=new, name="Dani")
    assert said == "asked: ana, beto"
    life.read()
    assert village.mails("dani") == []
    for player in ("ana", "beto"):
        village.answer(player, life.votes(player)[0], "sí")
    village.run()
    (offer,) = village.mails("dani")
    assert offer.kind == "confirm"
    assert offer.files == {}
    old = village.books.post.token(life.game_now(), "carla", "0")
    village.answer("dani", offer, "confirmar")
    village.run()
    person = village.folder.notebook.seat(life.game, "carla")
    assert (person.address, person.name) == (new, "Dani")
    assert village.books.post.token(life.game_now(), "carla", "0") != old
    seat = [r for r in records(village, life.game) if r["kind"] == "seat"][-1]
    assert (seat["change"], seat["by"], seat["votes"]) == (
        "player",
        "vote",
        {"ana": True, "beto": True},
    )
    assert "address" in [m.kind for m in village.mails("dani")]


def test_a_players_new_address_confirms_from_there(village: Any) -> None:
    life = a_life(village)
    life.read()
    seat = village.books.post.token(life.game_now(), "carla", "0")
    box = f"mesa+{life.game}.0.{seat}@host.example.org"
    village.mail("carla", box, "dirección nueva@example.org")
    village.run()
    life.read()
    first = life.last("carla", "confirm")
    village.answer("carla", first, "confirmar")
    village.run()
    life.read()
    assert "moving" in life.kinds("carla")
    (second,) = village.mails("nueva")
    assert second.files == {}
    village.answer("carla", first, "confirmar")  # the old address cannot confirm for the new one
    village.run()
    assert village.folder.notebook.seat(life.game, "carla").address == "carla@example.org"
    village.answer("nueva", second, "confirmar")
    village.run()
    assert village.folder.notebook.seat(life.game, "carla").address == "nueva@example.org"
    assert "address" in [m.kind for m in village.mails("nueva")]
    village.mail("carla", box, "ayuda")
    village.run()
    assert village.mails("nueva") == []  # the old token is dead


def test_a_mailbox_that_is_gone_is_moved_after_two_days_told_to_all(village: Any) -> None:
    life = a_life(village)
    life.read()
    give_seat(village.books, life.game, "carla", address="otra@example.org")
    life.read()
    assert all("moving-soon" in life.kinds(player) for player in PLAYERS)
    assert "otra@example.org" not in life.last("ana", "moving-soon").text
    (asked,) = village.mails("otra")
    village.answer("otra", asked, "confirmar")
    village.run(HOUR)
    assert village.folder.notebook.seat(life.game, "carla").address == "carla@example.org"
    village.run(2 * DAY)
    assert village.folder.notebook.seat(life.game, "carla").address == "otra@example.org"
    seat = [r for r in records(village, life.game) if r["kind"] == "seat"][-1]
    assert (seat["change"], seat["by"]) == ("address", "host")


# --- taking back --------------------------------------------------------------------------------


def test_playing_on_is_a_no(village: Any) -> None:
    life = a_life(village)
    life.step(60)
    ask_undo(village.books, life.game)
    life.absent = set(PLAYERS)
    life.read()
    asked = [p for p in PLAYERS if life.votes(p)]
    assert len(asked) == 2
    (step,) = [one for one in life.game_now().steps[-1:] if one.raised]
    lexicon = village.books.tables.get(life.game).rules.lexicon
    for one in asked:
        text = " ".join(life.votes(one)[0].text.split())
        assert step.shown
        assert all(lexicon.show(move, "es") in text for move in step.shown)
        assert "Tu voto cuenta si llega antes del" in text
    life.absent = set()
    player, ask = next(iter(life.game_now().asks.items()))
    mailed = [m for m in life.got[player] if m.moves and m.view["ask"] == ask.number][-1]
    village.answer(player, mailed, "1")
    village.run()
    life.absent = set(PLAYERS)
    life.read()
    assert all("se queda como está" in life.last(p, "vote-over").text for p in asked)
    village.answer(asked[0], life.votes(asked[0])[0], "sí")
    village.run()
    life.read()
    assert "ha terminado" in life.last(asked[0], "refused").text


def test_silence_is_a_no_when_the_time_is_over(village: Any) -> None:
    life = a_life(village, late="wait")
    life.step(60)
    life.absent = set(PLAYERS)
    life.step(60)
    ask_undo(village.books, life.game)
    life.read()
    asked = [p for p in PLAYERS if life.votes(p)]
    before = len(records(village, life.game))
    for _ in range(8):
        life.step(12 * HOUR)
    assert all(life.kinds(p).count("vote-over") == 1 for p in asked)
    assert len(records(village, life.game)) == before


# --- what is secret stays so --------------------------------------------------------------------


@pytest.mark.parametrize("agreed", ["play", "bot"])
def test_who_was_late_in_secret_is_told_to_nobody_and_never_voted_on(
    village: Any, agreed: str
) -> None:
    """The host gives the last answer to an auction: others see the result, not who was late."""
    game = village.open("cinco", PLAYERS, late=agreed)
    village.join(PLAYERS)
    life = Life(village, game)
    life.until(lambda: bool(life.game_now().asks) and not life.game_now().named)
    asked = list(life.game_now().asks)
    late = asked[-1]
    life.absent = {late}
    for path in (village.root / "mail" / "inbox" / "new").iterdir():
        if f"From: {late} ".encode() in path.read_bytes():
            path.unlink()  # an answer to this very question
    before = {player: len(life.got[player]) for player in PLAYERS}
    missed = dict(life.game_now().missed)
    life.until(lambda: any(r["kind"] == "timeout" for r in records(village, game)))
    timeout = next(r for r in records(village, game) if r["kind"] == "timeout")
    assert timeout["player"] == late
    life.read()
    assert "late" in [m.kind for m in life.got[late][before[late] :]]
    for player in set(PLAYERS) - {late}:
        fresh = life.got[player][before[player] :]
        assert not {"late", "vote"} & {m.kind for m in fresh}
    assert life.game_now().missed == missed
    assert life.game_now().calls == ()
    assert not any(r["kind"] == "seat" for r in records(village, game))
    assert "la mesa responderá por ti" in life.last(late, "turn").text

"""What players may write besides moves, and what the table does by itself."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.protocol.canonical import to_base64url
from pbem.service.editions import other_view
from pbem.service.keeping import forget
from pbem.verifying import check_files

PLAYERS = ("ana", "beto", "carla")
HOUR, DAY = 3600, 86400


@pytest.fixture
def table(village: Any) -> tuple[Any, str, str, Any]:
    """A Cinquillo table: the village, the game, who is asked, and that turn mail."""
    game = village.open("cinquillo", PLAYERS)
    village.join(PLAYERS)
    for player in PLAYERS:
        for mailed in village.mails(player):
            if mailed.moves:
                return village, game, player, mailed
    raise AssertionError("nobody was asked")


def only(mails: list[Any]) -> Any:
    (mailed,) = mails
    return mailed


def test_a_refused_answer_changes_nothing_and_lists_the_moves(table: Any) -> None:
    village, game, player, mailed = table
    before = village.folder.log(game)
    village.answer(player, mailed, "juego lo que sea")
    village.run()
    answer = only(village.mails(player))
    assert answer.kind == "refused"
    assert "No ha cambiado nada" in answer.text
    assert village.folder.log(game) == before
    village.answer(player, answer, "1")  # the refusal can be answered
    assert village.run().played == 1


def test_a_receipt_with_its_signed_file(table: Any) -> None:
    village, _, player, mailed = table
    village.answer(player, mailed, "1")
    village.run()
    receipt = next(m for m in village.mails(player) if m.kind == "receipt")
    assert any(name.endswith("receipt.jws") for name in receipt.files)
    assert receipt.message["Auto-Submitted"] == "auto-replied"


@pytest.mark.parametrize("word", ["ayuda", "help", "estado", "status"])
def test_help_and_status(table: Any, word: str) -> None:
    village, _, player, mailed = table
    village.answer(player, mailed, word)
    village.run()
    assert only(village.mails(player)).kind in ("help", "status")


def test_orders_play_at_once_from_then_on(table: Any) -> None:
    village, game, player, mailed = table
    other = next(p for p in PLAYERS if p != player)
    seat = village.books.post.token(village.books.tables.get(game).game, other, "0")
    village.mails(other)
    village.mail(other, f"mesa+{game}.0.{seat}@host.example.org", "orden unica")
    village.run()
    assert only(village.mails(other)).kind == "orders"
    state = village.books.tables.get(game)
    assert state.referee.orders(state.game.state, other) == {"play": "single"}
    assert village.answer(player, mailed, "1")


def test_a_seat_token_never_moves(table: Any) -> None:
    village, game, player, mailed = table
    seat = village.books.post.token(village.books.tables.get(game).game, player, "0")
    village.mail(player, f"mesa+{game}.0.{seat}@host.example.org", mailed.moves[0])
    assert village.run().refused == 1
    assert only(village.mails(player)).kind == "refused"


def test_undo_alone_and_the_question_comes_again(table: Any) -> None:
    village, _, player, mailed = table
    village.answer(player, mailed, "1")
    village.run()
    receipt = next(m for m in village.mails(player) if m.kind == "receipt")
    village.answer(player, receipt, "deshacer")
    village.run()
    again = [m for m in village.mails(player) if m.moves]
    assert again
    assert again[-1].moves == mailed.moves
    assert again[-1].view["ask"] == mailed.view["ask"] + 1  # a number is never used again
    village.answer(player, again[-1], "1")
    assert village.run().played == 1


def test_resigning_is_confirmed_by_a_second_mail(table: Any) -> None:
    village, game, player, mailed = table
    village.answer(player, mailed, "abandonar")
    village.run()
    confirm = only(village.mails(player))
    assert confirm.kind == "confirm"
    assert not village.books.tables.get(game).game.seats[player].left
    village.answer(player, confirm, "confirmar")
    village.run()
    assert village.books.tables.get(game).game.seats[player].left
    others = [p for p in PLAYERS if p != player]
    assert all(any(m.kind == "seat" for m in village.mails(p)) for p in others)


def test_nobody_is_late_without_a_reminder_and_grace(table: Any) -> None:
    village, game, player, _ = table
    before = len(village.folder.log(game))
    assert village.run(10 * DAY).timeouts == 0  # the host slept: first comes the reminder
    reminder = only(village.mails(player))
    assert reminder.kind == "reminder"
    assert village.run(11 * HOUR).timeouts == 0
    summary = village.run(2 * HOUR)
    assert summary.timeouts == 1
    record = village.books.tables.get(game)
    assert record.game.n + 1 > before
    assert any(m.kind == "late" for m in village.mails(player))


def test_a_reminder_at_half_and_near_the_end_and_then_the_deadline(table: Any) -> None:
    village, _, player, _ = table
    assert village.run(36 * HOUR).reminders == 1
    assert village.run(HOUR).reminders == 0
    assert village.run(12 * HOUR).reminders == 1
    assert village.run(22 * HOUR).timeouts == 0
    assert village.run(3 * HOUR).timeouts == 1
    assert [m.kind for m in village.mails(player)].count("reminder") == 2


def test_who_is_away_has_more_time(table: Any) -> None:
    village, game, player, mailed = table
    village.answer(player, mailed, "ausente 5d")
    village.run()
    assert only(village.mails(player)).kind == "away"
    assert village.run(4 * DAY).reminders == 0
    ask = village.books.tables.get(game).game.asks[player]
    assert ask.number == mailed.view["ask"]


@pytest.mark.parametrize(
    ("wrote", "zone"),
    [
        ("Europe/Madrid", "Europe/Madrid"),
        ("buenos aires", "America/Argentina/Buenos_Aires"),
        ("América/argentina/BUENOS AIRES", "America/Argentina/Buenos_Aires"),
        ("São  Paulo", "America/Sao_Paulo"),
        ("Bogotá", "America/Bogota"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
    ],
)
def test_zones_are_named_as_people_do(table: Any, wrote: str, zone: str) -> None:
    village, game, player, mailed = table
    village.answer(player, mailed, f"zona {wrote}")
    village.run()
    assert only(village.mails(player)).kind == "habits"
    assert village.folder.notebook.seat(game, player).zone == zone


@pytest.mark.parametrize(
    ("wrote", "said"),
    [
        ("West", "Australia/West y Brazil/West"),
        ("Madird", "Europe/Madrid"),
        ("mi casa", "Por ejemplo"),
        ("", "Por ejemplo"),
    ],
)
def test_a_zone_that_is_none_or_several_is_answered_with_choices(
    table: Any, wrote: str, said: str
) -> None:
    village, _, player, mailed = table
    village.answer(player, mailed, f"zona {wrote}")
    village.run()
    answer = only(village.mails(player))
    assert answer.kind == "refused"
    assert said in " ".join(answer.text.split())


def test_a_clock_that_jumps_back_hurts_nobody(table: Any) -> None:
    village, game, player, mailed = table
    village.run(-30 * DAY)
    village.answer(player, mailed, "1")
    assert village.run(0).played == 1
    lines = village.books.tables.get(game).game
    assert lines.at >= mailed.view["at"]


def test_declining_ends_the_table_and_tells_those_who_joined(village: Any) -> None:
    game = village.open("seis", PLAYERS)
    for player in ("ana", "beto"):
        village.answer(player, only(village.mails(player)), "unirme")
    village.run()
    village.mails("ana")
    invitation = only(village.mails("carla"))
    village.answer("carla", invitation, "no, gracias")
    village.run()
    assert village.books.tables.get(game).game.phase == "over"
    told = only(village.mails("ana"))  # one mail: who, why, and the proof of the deal
    assert told.kind == "end"
    assert told.subject == f"[{game}] La partida no llega a empezar"
    assert "Carla no puede esta vez" in told.text
    assert to_base64url(village.folder.seed(game)) in told.text
    assert f"{game}.jsonl" in told.files
    assert only(village.mails("carla")).kind == "declined"


def test_a_second_click_on_the_invitation_says_that_one_is_in(village: Any) -> None:
    game = village.open("seis", PLAYERS)
    invitations = {player: only(village.mails(player)) for player in PLAYERS}

    def click(word: str, sender: str = "ana") -> Any:
        village.mails("ana")
        village.answer(sender, invitations["ana"], word)
        before = village.folder.log_bytes(game)
        village.run()
        assert village.folder.log_bytes(game) == before
        assert village.mails("eva") == []
        return village.mails("ana")

    village.answer("ana", invitations["ana"], "unirme tres gatos")
    village.run()
    village.mails("ana")
    again = only(click("unirme tres gatos"))
    assert again.kind == "joined"
    assert "Ya estabas en la mesa" in again.text
    village.answer("ana", again, "estado")  # what it carries is in force
    assert village.run().lines == [f"[{game}] ana: done status"]
    said = only(
        click("no, gracias", "eva")
    )  # whoever wrote: nothing changes, and who sits there knows
    assert "ya te sentaste" in said.text
    assert "no, gracias" not in said.text
    assert only(click("vale, me apunto")).kind == "joined"
    assert click("unirme") == []  # three answers a day
    village.now += DAY
    for player in ("beto", "carla"):
        village.answer(player, invitations[player], "unirme")
    village.run()
    assert only(click("unirme")).kind == "status"
    assert village.books.tables.get(game).game.seats["ana"].issue == 1
    village.answer("ana", invitations["ana"], "undo", message_id="<later@example.org>")
    village.run()
    turn = next(m for p in PLAYERS for m in village.mails(p) if m.moves)
    reader = str(turn.message["To"]).partition("@")[0].rpartition("<")[2]
    village.answer(reader, turn, "1", message_id="<later@example.org>")
    assert village.run().played == 1  # what came with a dead token silences no real mail


def test_a_click_on_the_invitation_after_the_end(village: Any) -> None:
    game = village.open("seis", PLAYERS)
    invitation = only(village.mails("ana"))
    village.answer("ana", invitation, "unirme")
    village.run()
    village.books.cancel(game)
    village.mails("ana")
    village.answer("ana", invitation, "unirme")
    village.run()
    assert "ya no espera a nadie" in only(village.mails("ana")).text


@pytest.mark.parametrize("word", ["no, gracias", "nunca"])
def test_a_second_no_is_answered_as_kindly(village: Any, word: str) -> None:
    village.open("seis", PLAYERS)
    invitation = only(village.mails("carla"))
    village.answer("carla", invitation, "no, gracias")
    village.run()
    village.mails("carla")
    village.answer("carla", invitation, word)
    village.run()
    again = only(village.mails("carla"))
    assert again.kind == "declined"
    assert ("no volverá a invitarte" in again.text) == (word == "nunca")
    for late in ("unirme", "gracias"):
        village.answer("carla", invitation, late)
        village.run()
        assert only(village.mails("carla")).kind == "refused"


def test_a_no_after_another_called_the_table_off_counts_for_later_ones(village: Any) -> None:
    from card_specs.language.problems import PersonError

    village.open("seis", PLAYERS)
    for player in ("carla", "beto"):
        village.answer(player, only(village.mails(player)), "no")
    village.run()
    assert [m.kind for m in village.mails("beto")] == ["declined"]
    with pytest.raises(PersonError, match="said no"):
        village.open("cinco", ("ana", "beto"))


def test_never_holds_for_later_tables(village: Any) -> None:
    from card_specs.language.problems import PersonError

    village.open("seis", PLAYERS)
    village.answer("carla", only(village.mails("carla")), "nunca")
    village.run()
    with pytest.raises(PersonError, match="never to be invited"):
        village.open("cinco", PLAYERS)


def test_a_mail_with_a_token_that_others_saw_makes_a_new_token(table: Any) -> None:
    village, game, player, mailed = table
    village.answer(player, mailed, "ayuda", Cc="eva@example.org")
    village.run()
    assert village.books.tables.get(game).game.seats[player].issue == 2
    village.answer(player, mailed, "1")  # the old token is dead
    summary = village.run()
    assert summary.played == 0
    turn = [m for m in village.mails(player) if m.moves]
    village.answer(player, turn[-1], "1")
    assert village.run().played == 1


def test_forgotten_means_gone(table: Any) -> None:
    village, game, player, _ = table
    forget(village.books, f"{player}@example.org")
    assert village.folder.notebook.seat(game, player) is None
    assert village.books.tables.get(game).game.seats[player].bot


def test_a_known_player_without_a_token_is_told_once_a_day(table: Any) -> None:
    village, game, player, _ = table
    for _ in range(3):
        village.mail(player, "mesa@host.example.org", "Se me ha roto el ordenador")
    lines = village.run().lines
    told = only(village.mails(player))
    assert told.kind == "unknown"
    assert f"unknown: no-token, answered — from the address of {player}, {game}" in lines
    assert "Si escribías a la persona que lleva la mesa" in " ".join(told.text.split())
    village.mail(player, "mesa@host.example.org", "1")
    village.run(2 * DAY)
    assert [m.kind for m in village.mails(player)].count("unknown") == 1


def test_strangers_are_answered_only_where_they_are_genuine(village: Any) -> None:
    village.mail("eva", "mesa@host.example.org", "hola")
    village.run()
    assert village.mails("eva") == []
    genuine = "host.example.org; dmarc=pass header.from=example.org"
    village.mail("eva", "mesa@host.example.org", "hola", Authentication_Results=genuine)
    village.run()
    answer = only(village.mails("eva"))
    assert "hola" not in answer.text


def test_a_bounce_that_quotes_our_id_is_noted(table: Any) -> None:
    village, game, player, mailed = table
    bounce = (
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@example.org\r\nMessage-ID: <b1@example.org>\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nno such box\r\n"
        "--b\r\nContent-Type: message/rfc822\r\n\r\n"
        f"Message-ID: {mailed.message['Message-ID']}\r\n\r\nx\r\n--b--\r\n"
    )
    village.deliver(bounce.encode())
    village.run()
    assert village.folder.notebook.seat(game, player).bounced
    assert village.run(30 * DAY).timeouts == 0  # nobody is late whose mails bounce


@pytest.mark.parametrize(
    "text",
    ["Sí", "vale, me apunto", "Yes, please!", "OK", "sí, claro", "I'm in.", "cuenta conmigo"],
)
def test_a_plain_yes_accepts_an_invitation(village: Any, text: str) -> None:
    village.open("cinquillo", PLAYERS)
    village.answer("ana", only(village.mails("ana")), text)
    assert village.run().played == 1
    assert only(village.mails("ana")).kind == "joined"


@pytest.mark.parametrize("text", ["quizás", "sí pero el lunes", "...", "1", "ya te diré, gracias"])
def test_who_neither_joins_nor_declines_is_asked_again_with_both_buttons(
    village: Any, text: str
) -> None:
    village.open("cinquillo", PLAYERS)
    village.answer("ana", only(village.mails("ana")), text)
    assert village.run().refused == 1
    again = only(village.mails("ana"))
    assert "   unirme\n   no       No, gracias" in again.text.replace("\r", "")
    assert "No, gracias" in again.html
    village.answer("ana", again, "unirme")
    assert village.run().played == 1


def test_a_question_mailed_again_for_a_new_token_is_no_second_story(table: Any) -> None:
    village, game, player, mailed = table
    village.answer(player, mailed, "ausente 5d")  # moves the deadline
    village.run(HOUR)
    village.answer(player, mailed, "token")
    village.run(HOUR)
    again = next(m for m in village.mails(player) if m.kind == "turn")
    assert again.reply_to != mailed.reply_to
    assert again.files[f"{game}-1.jws"] == mailed.files[f"{game}-1.jws"]
    people = village.root / "mail" / "people"
    report, _ = check_files([people], "")
    assert report.findings == []
    village.answer(player, again, "1")
    assert village.run().played == 1
    assert other_view(village.books.tables._kept_views(game)) == ""


@pytest.mark.parametrize("text", ["ausente para siempre", "zona Marte", "orden jugar la que sea"])
def test_a_refusal_repeats_the_whole_line(table: Any, text: str) -> None:
    village, _, player, mailed = table
    village.answer(player, mailed, text)
    village.run()
    assert f"Escribiste: {text}" in only(village.mails(player)).text


def test_a_zone_may_be_named_by_its_city(table: Any) -> None:
    village, game, player, mailed = table
    village.answer(player, mailed, "zona Buenos Aires")  # there are two of that name
    village.answer(player, mailed, "zona londres")
    village.answer(player, mailed, "zona México City")
    village.answer(player, mailed, "zona lima")
    village.run()
    assert village.folder.notebook.seat(game, player).zone == "America/Lima"

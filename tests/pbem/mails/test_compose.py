"""Every kind of mail in both languages: headers, parts, sizes, and what must not be in it."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.mails.blocks import CardRow, Pills
from pbem.mails.compose import PAGES, compose
from pbem.mails.mail import Host, Mail
from pbem.mails.moves_block import moves_blocks
from pbem.mails.rich import said
from pbem.mails.scene import scene
from pbem.mails.tray import NoPictures

from .reading import opened
from .samples import ANSWERS, CODES, KINDS, a_table, confirmations, sample
from .tabletop import SEAT_TOKEN, TOKEN, table_of

BOTH = pytest.mark.parametrize("lang", ["es", "en"])
EACH = pytest.mark.parametrize("kind", KINDS)
ROOT = Path(__file__).parents[3]


def test_every_kind_has_a_sample() -> None:
    assert {*KINDS, "confirm"} == set(PAGES)


@BOTH
@EACH
def test_the_headers_of_every_kind(kind: str, lang: str) -> None:
    mail = sample(kind, lang)
    message = opened(compose(mail, NoPictures())).message
    answers = kind in ANSWERS
    assert message["From"] == "Mesa CINCO <mesa@mesa.example.org>"
    assert message["To"] == "Carla <carla@example.org>"
    plus = f"mesa+{mail.game}.{mail.asks}.{mail.token}@mesa.example.org"
    assert message["Reply-To"] == f"Mesa CINCO <{plus}>"
    assert message["Date"] == "Mon, 01 Dec 2025 08:00:00 +0000"
    assert message["Message-ID"] == mail.message_id
    assert message["References"] == mail.references[0]
    assert message["Auto-Submitted"] == ("auto-replied" if answers else "auto-generated")
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["Content-Language"] == lang
    for never in (
        "Precedence",
        "List-Id",
        "List-Unsubscribe",
        "List-Unsubscribe-Post",
        "Bcc",
        "Cc",
    ):
        assert message[never] is None
    assert "[cinco-7k3f] " in str(message["Subject"])


@BOTH
@pytest.mark.parametrize("kind", ["turn", "reminder", "refused", "receipt"])
def test_everything_about_a_question_has_its_subject(kind: str, lang: str) -> None:
    subject = opened(compose(sample(kind, lang), NoPictures())).subject
    about = {
        "es": "[cinco-7k3f] Turno 12: te toca, Carla",
        "en": "[cinco-7k3f] Turn 12: your move, Carla",
    }
    assert subject == (about[lang] if kind == "turn" else f"Re: {about[lang]}")


@BOTH
@EACH
def test_the_parts_of_every_kind(kind: str, lang: str) -> None:
    mail = sample(kind, lang)
    data = compose(mail)
    assert data.count(b"\n") == data.count(b"\r\n")
    assert max(map(len, data.split(b"\r\n"))) <= 78
    shown = opened(data)
    assert all(not part.defects for part in shown.message.walk())
    top = shown.message
    if mail.attachments:
        assert top.get_content_type() == "multipart/mixed"
        top, *files = top.iter_parts()  # type: ignore[assignment]
        assert [part.get_filename() for part in files] == [one.name for one in mail.attachments]
        assert all(part.get_content_disposition() == "attachment" for part in files)
        assert files[0].get_payload(decode=True) == mail.attachments[0].data
    assert top.get_content_type() == "multipart/alternative"
    text, html = top.iter_parts()
    assert text.get_content_type() == "text/plain"
    if shown.pictures:
        assert html.get_content_type() == "multipart/related"
        html, *pictures = html.iter_parts()
        assert all(part.get_content_disposition() == "inline" for part in pictures)
        assert all(part.get_filename() for part in pictures)
    assert html.get_content_type() == "text/html"
    for cid in shown.pictures:
        assert f'src="cid:{cid}"' in shown.html
    assert shown.html.count('src="cid:') >= len(shown.pictures)
    assert len(shown.html.encode()) < 60_000
    assert all(len(one) < 10_000 for one in shown.pictures.values())


@EACH
def test_the_same_mail_gives_the_same_bytes(kind: str) -> None:
    assert compose(sample(kind, "es")) == compose(sample(kind, "es"))


def test_the_same_bytes_in_another_process() -> None:
    code = (
        "import sys, hashlib; sys.path.insert(0, 'tests/pbem');"
        "from mails.samples import sample; from pbem.mails.compose import compose;"
        "print(hashlib.sha256(compose(sample('turn', 'es'))).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
            check=True, capture_output=True, text=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(seen) == 1


@BOTH
@EACH
def test_a_mail_has_only_its_readers_tokens(kind: str, lang: str) -> None:
    """The token of the question, where there is one, and the seat's."""
    shown = opened(compose(sample(kind, lang), NoPictures()))
    for text in (shown.text, shown.html.replace(TOKEN, "").replace(SEAT_TOKEN, "")):
        assert TOKEN not in text
        assert SEAT_TOKEN not in text


@BOTH
def test_an_answer_by_hand_needs_no_link(lang: str) -> None:
    for kind in KINDS:
        assert "mailto" not in opened(compose(sample(kind, lang), NoPictures())).text


@BOTH
@pytest.mark.parametrize("code", CODES)
def test_every_refusal_has_its_reason(code: str, lang: str) -> None:
    facts = {"code": code, "wrote": "jugar <V4>", "answer": None, "known": ["es", "en"]}
    shown = opened(compose(sample("refused", lang, **facts), NoPictures()))
    nothing = {"es": "No ha cambiado nada", "en": "Nothing has changed"}
    assert nothing[lang] in shown.said
    assert "<V4>" in shown.said
    assert "<V4>" not in shown.html
    assert "&lt;V4&gt;" in shown.html


@BOTH
@pytest.mark.parametrize("reason", ["over", "agreed", "host", "abandoned", "cancelled"])
def test_every_way_to_end(reason: str, lang: str) -> None:
    facts = {"reason": reason, "winners": [], "scores": {}} if reason != "over" else {}
    shown = opened(compose(sample("end", lang, **facts), NoPictures()))
    assert "iQ-M7xXvoAmfrd7eDzwfGKdCR2NzIkZsRjg5NSoilw8" in shown.text


@BOTH
def test_every_change_of_a_seat_and_every_sort_of_undo(lang: str) -> None:
    for change in ("resign", "bot", "player", "key", "address", "token"):
        assert "Beto" in opened(compose(sample("seat", lang, change=change), NoPictures())).text
    for by in ("alone", "vote", "host"):
        assert "Beto" in opened(compose(sample("undone", lang, by=by), NoPictures())).text


def test_who_is_out_of_the_seat_is_offered_no_pause() -> None:
    for change, offered in (("bot", False), ("resign", False), ("person", True)):
        html = opened(compose(sample("seat", "es", player="carla", change=change))).html
        assert ("Pausar" in html) == offered
    assert "Pausar" in opened(compose(sample("seat", "es", player="beto", change="bot"))).html


def test_where_nobody_gave_words_the_start_warns() -> None:
    none = {"words": {"ana": "", "beto": ""}, "secrets": False}
    assert "podría haber elegido" in opened(compose(sample("start", "es", **none))).said
    bound = {"words": {"ana": "", "beto": ""}, "secrets": True}
    assert "podría haber elegido" not in opened(compose(sample("start", "es", **bound))).said


def test_the_start_repeats_the_words_and_shows_the_table_code() -> None:
    shown = opened(compose(sample("start", "en"), NoPictures()))
    assert "“tres gatos verdes”" in shown.text
    assert "k7q2-m9xd-4t0v-8hzr" in shown.text


def test_the_invitation_binds_the_deal() -> None:
    text = opened(compose(sample("invitation", "es"), NoPictures())).text
    assert "674c f865 e6b5 4e82" in text
    assert "tres gatos verdes" in text


def test_a_late_player_reads_more_than_the_others() -> None:
    mine = sample("late", "es", player="carla")
    shown = opened(compose(mine, NoPictures()))
    assert shown.subject == "[cinco-7k3f] La mesa ha jugado por ti"
    assert "ausente 5d" in shown.text
    assert "ausente 5d" not in opened(compose(sample("late", "es"), NoPictures())).text


def test_a_secret_answer_is_received_in_secret() -> None:
    shown = opened(compose(sample("receipt", "es", secret=True), NoPictures()))
    assert "secreta" in shown.text
    assert "deshacer" not in shown.text


def test_a_bounce_names_nobody_while_a_question_is_secret() -> None:
    shown = opened(compose(sample("bounce", "es", who=""), NoPictures()))
    assert "Beto" not in shown.text + shown.html + shown.subject


def test_a_sealed_view_shows_neither_hand_nor_moves() -> None:
    mail = sample("turn", "es")
    assert mail.view is not None
    hand = mail.view["own"]["zones"]["hand.carla"]
    view = {**mail.view, "own": {"zones": {}}, "since": []}
    shown = opened(compose(replace(mail, view=view, facts={"sealed": True}), NoPictures()))
    public = str(mail.view["public"]["zones"])
    for card in hand:
        if f"'{card}'" not in public:
            local = mail.tablet.lexicon.shown_code(card, "es")
            assert local not in shown.text.split()
    assert mail.late_move.split()[-1] not in shown.text.split("LA MESA")[0]
    assert "pbem show" in shown.text


def test_confirmations_answer_to_their_own_address() -> None:
    subjects = []
    for mail in confirmations("en"):
        shown = opened(compose(mail, NoPictures()))
        assert f".{mail.asks}.h3t9q6d8rk4w2c7z@" in str(shown.message["Reply-To"])
        subjects.append(shown.subject)
    assert subjects == [
        "[cinco-7k3f] Confirm that you resign",
        "[cinco-7k3f] Confirm your new address",
        "[cinco-7k3f] Confirm that you want to be forgotten",
    ]


def test_a_host_without_plus_parts_has_the_token_in_every_subject() -> None:
    mail = replace(sample("turn", "es"), host=Host("Mesa", "mesa", "mesa.example.org", plus=False))
    shown = opened(compose(mail, NoPictures()))
    assert shown.subject.endswith(f"(cinco-7k3f.12.{TOKEN})")
    assert shown.message["Reply-To"] == "Mesa <mesa@mesa.example.org>"


# --- hostile names -------------------------------------------------------------------------------


def _named(name: str, lang: str = "es") -> Mail:
    mail = sample("turn", lang)
    names = {**mail.tablet.names, "beto": name, "carla": name}
    tablet = replace(mail.tablet, names=names)
    return replace(mail, tablet=tablet, reader=replace(mail.reader, name=name))


@pytest.mark.parametrize(
    "name",
    ['<script>alert("x")</script>', "Ana & Co <b>", '"><img src=x>', "{name} **x** {{ 7*7 }}"],
)
def test_names_are_text_wherever_they_stand(name: str) -> None:
    shown = opened(compose(_named(name), NoPictures()))
    assert name in shown.text
    assert name not in shown.html.replace("{name} **x** {{ 7*7 }}", "x") or "<" not in name
    assert "<script>" not in shown.html
    assert "<img src=x>" not in shown.html
    assert ">49<" not in shown.html
    if "{" in name:
        assert name in shown.html


@pytest.mark.parametrize("name", ["Ana\r\nBcc: eva@example.org", "Ana\nX-Evil: 1", "A\rB"])
def test_a_line_break_in_a_header_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        compose(_named(name), NoPictures())


@BOTH
def test_long_names_with_accents_survive_the_headers(lang: str) -> None:
    name = "Íñigo Muñoz de la Peña y García-Sánchez"
    shown = opened(compose(_named(name, lang), NoPictures()))
    assert name in str(shown.message["To"])
    assert shown.subject.endswith(name)


def test_a_view_that_shows_more_than_the_reader_may_see_is_never_asked_for() -> None:
    """Other hands are numbers in the view, and numbers they stay."""
    table, player = a_table()
    shown = opened(compose(table.mail("turn", player, "es"), NoPictures()))
    state = table.state
    for other in table.players:
        if other != player:
            zone = next(i for i in range(len(state.zones)) if state.zone_name(i) == f"hand.{other}")
            for card in set(state.zones[zone]):
                seen = str(table.view(player))
                if f"'{card}'" not in seen and f" {card}" not in seen:
                    local = table.tablet().lexicon.shown_code(card, "es")
                    assert local not in shown.text.replace(",", " ").split(), card


def test_a_secret_answer_with_cards_of_two_places_is_not_put_under_one_card() -> None:
    """What is given from the reserve stands by itself, not in the row of the only card in hand."""
    table = table_of("diez", 4, "triad", "a")
    player = table.walk(400, "give")
    made = scene(table.mail("turn", player, "es"), NoPictures())
    rows = [block for block in moves_blocks(made) if isinstance(block, CardRow)]
    for row in rows:
        for pill in row.pills:
            assert row.code in pill.typed.split(), (row.code, pill.typed)
    assert any(isinstance(block, Pills) for block in moves_blocks(made))


def test_every_button_of_a_card_elsewhere_names_it() -> None:
    table = table_of("diez", 3, "triad", "a")
    made = scene(table.mail("turn", table.walk(400, "give"), "es"), NoPictures())
    for block in moves_blocks(made):
        for pill in block.pills if isinstance(block, Pills) else ():
            assert pill.typed.split()[1] in said(pill.label).split(), pill

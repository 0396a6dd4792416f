"""Every button of every decision, pressed in three sorts of mail program, plays its move."""

from __future__ import annotations

import pytest

from pbem import engine
from pbem.engine.moves import Read
from pbem.letters.commands import Chain, Command, resolve
from pbem.mails.compose import compose
from pbem.mails.links import LONGEST, mailto, spoken
from pbem.mails.tray import NoPictures

from .reading import PROGRAMS, Doorman, as_android, opened, received, sent
from .samples import confirmations, sample
from .tabletop import SEAT_TOKEN, TOKEN, table_of

DECISIONS = [
    ("cinco", "standard", 3, "play R"),
    ("cinco", "standard", 3, "play EMB"),
    ("cinco", "standard", 4, "bid"),
    ("cinco", "standard", 4, "play PTS"),
    ("cinco", "standard", 3, "discard"),
    ("cinco", "standard", 3, "draw"),
    ("cinco", "standard", 2, "pass"),
    ("cinco", "standard", 3, "?drawn"),
    ("cinco_vivos", "standard", 3, "play"),
    ("cinco_vivos", "sudden", 3, "play"),
    ("cinco_vivos", "teams", 4, "play"),
    ("cinquillo", "classic", 4, "play"),
    ("cinquillo", "cabron", 3, "play"),
    ("diez", "triad", 3, "place"),
    ("diez", "triad", 2, "give"),
    ("diez", "triad", 4, "give"),
    ("diez", "triad", 2, "take"),
    ("diez", "triad", 3, "play ROB"),
    ("diez", "triad", 2, "replace"),
    ("diez", "triad", 2, "play SWP"),
    ("diez", "triad", 2, "place as=* with=*"),
    ("diez", "triad", 3, "?shed"),
    ("diez", "triad", 2, "return"),
    ("diez", "points", 3, "place"),
    ("diez", "points", 2, "place as=* ladder=*"),
    ("diez", "points", 2, "place as=* ladder=* with=*"),
    ("diez", "points", 2, "replace ladder=*"),
    ("seis", "classic", 3, "roll"),
    ("seis", "random", 2, "roll"),
    ("seis", "classic", 3, "play NUM"),
    ("seis", "classic", 3, "play TIR"),
    ("seis", "classic", 3, "?shot"),
    ("seis", "classic", 3, "end"),
    ("seis", "classic", 4, "play VOL"),
    ("seis", "classic", 3, "unflip"),
    ("seis", "mirror", 4, "flip"),
]


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(("game", "variant", "players", "until"), DECISIONS)
def test_each_button_plays_exactly_its_move(
    game: str, variant: str, players: int, until: str, lang: str
) -> None:
    for seed in "abcdefgh":
        table = table_of(game, players, variant, seed)
        player = table.walk(400, until)
        if player:
            break
    else:
        pytest.fail(f"{game} never came to {until}")
    mail = table.mail("turn", player, lang)
    assert mail.view is not None
    moves = mail.view["own"]["moves"]
    legal = engine.asks(table.table, table.state)[player]
    links = opened(compose(mail, NoPictures())).links
    doorman = Doorman(
        {(table.game_id, "12", TOKEN): player, (table.game_id, "0", SEAT_TOKEN): player}
    )
    for program in PROGRAMS:
        played = []
        for link in links:
            letter = sent(program(link), f"{player}@example.org")
            token, said = received(letter, doorman)
            assert token.player == player
            if isinstance(said, Command):
                assert token.ask == "0"  # what outlives the question has the seat's token
                continue
            assert token.ask == "12"
            (item,) = said.items
            answer = resolve(item, mail.tablet.lexicon, moves, legal, lang)
            assert isinstance(answer, Read), (link, answer)
            played.append(answer.move)
        assert sorted(played) == sorted(moves)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_links_are_short_and_plain(lang: str) -> None:
    for link in opened(compose(sample("turn", lang), NoPictures())).links:
        assert len(link) < 456
        address, subject, body = as_android(link)
        for text in (subject, body):
            assert text.isascii()
            assert not set("=&%+#") & set(text)
        assert address.startswith("mesa+")
        first, blank, note, *_ = body.split("\r\n")
        assert first
        assert not blank
        assert note.endswith("Enviar." if lang == "es" else "Send.")
        assert subject.endswith(")")
    assert LONGEST < 2000


def test_a_plain_reader_answers_to_the_bare_box() -> None:
    mail = sample("turn", "es")
    bare = type(mail.reader)(**{**vars(mail.reader), "plain": True})
    shown = opened(compose(type(mail)(**{**vars(mail), "reader": bare}), NoPictures()))
    assert shown.message["Reply-To"] == "Mesa CINCO <mesa@mesa.example.org>"
    assert shown.subject.endswith(f"(cinco-7k3f.12.{TOKEN})")
    assert all(link.startswith("mailto:mesa@mesa.example.org?") for link in shown.links)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(
    ("kind", "commands"),
    [
        ("invitation", ["join", "no"]),
        ("vote", ["yes", "no"]),
        ("joined", ["page"]),
        ("receipt", ["undo"]),
        ("reminder", ["away"]),
    ],
)
def test_buttons_that_are_no_moves(kind: str, commands: list[str], lang: str) -> None:
    mail = sample(kind, lang)
    doorman = Doorman(
        {
            (mail.game, mail.asks, mail.token): mail.reader.player,
            (mail.game, "0", SEAT_TOKEN): mail.reader.player,
        }
    )
    said = [
        received(sent(program(link), mail.reader.address), doorman)[1]
        for link in opened(compose(mail, NoPictures())).links
        for program in PROGRAMS
    ]
    names = {one.name for one in said if isinstance(one, Command)}
    assert set(commands) <= names


def test_confirmations_have_their_own_token() -> None:
    for mail in confirmations("es"):
        doorman = Doorman({(mail.game, mail.asks, mail.token): "carla"})
        for link in opened(compose(mail, NoPictures())).links:
            token, said = received(sent(as_android(link), mail.reader.address), doorman)
            assert token.ask == mail.asks
            assert said in (Command("confirm"), Command("no"))


def test_the_example_of_several_moves_is_a_chain_that_can_be_read() -> None:
    table = table_of("diez", 3, "triad", "a")
    player = table.walk(400, "place")
    mail = table.mail("turn", player, "es")
    text = opened(compose(mail, NoPictures())).text
    line = next(one.strip() for one in text.splitlines() if one.strip().endswith("; terminar"))
    letter = sent(
        ("mesa@mesa.example.org", f"Re: ({mail.game}.12.{TOKEN})", line), "ana@example.org"
    )
    _, said = received(letter, Doorman({(mail.game, "12", TOKEN): player}))
    assert isinstance(said, Chain)
    assert mail.view is not None
    moves = mail.view["own"]["moves"]
    for item in said.items:
        assert isinstance(resolve(item, mail.tablet.lexicon, moves, moves, "es"), Read)


def test_spoken_moves_are_ascii_without_equals_signs() -> None:
    table = table_of("cinco", 3)
    lexicon = table.tablet().lexicon
    move = "play EMB card=G5 from=beto"
    assert spoken(lexicon, move, "es") == "jugar EMB carta V5 de beto"
    assert spoken(lexicon, move, "en") == "play EMB card G5 from beto"
    assert mailto("a+b@c.org", "é+", ["x"]) == "mailto:a%2Bb@c.org?subject=e%2B&body=x%0D%0A"

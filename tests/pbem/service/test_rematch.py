"""The end, the rematch, and what `no` and `never` mean for later tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from typer.testing import CliRunner
from village import MONDAY, Village

from card_specs.language.problems import PersonError
from pbem.auditing import audit_host
from pbem.service.opening import rematch

PLAYERS = ("ana", "beto")
WISH = {"options": {"idle": 8, "custom": "pass"}, "deadline": 86400}
DAY = 86400


def ended(village: Village, languages: dict[str, str] | None = None) -> tuple[str, dict[str, Any]]:
    """A game that was played to its end, and the last mails."""
    game = village.open("diez", PLAYERS, languages=languages or {}, **WISH)
    village.join(PLAYERS)
    return game, village.play(PLAYERS, lambda moves: moves[-1])


def pressed(village: Village, player: str, mailed: Any, word: str) -> None:
    """The prepared answer of the link whose body begins with a word."""
    links = [part.split('"')[0] for part in mailed.html.split('href="mailto:')[1:]]
    link = next(one for one in links if f"body={word}" in one.replace("&amp;", "&"))
    address, _, fields = link.replace("&amp;", "&").partition("?")
    body = next(one for one in fields.split("&") if one.startswith("body="))[5:]
    village.mail(player, unquote(address), unquote(body))


@pytest.mark.parametrize(("lang", "word"), [("es", "revancha"), ("en", "rematch")])
def test_a_click_in_the_end_mail_invites_the_same_players(
    village: Village, lang: str, word: str
) -> None:
    game, last = ended(village, dict.fromkeys(PLAYERS, lang))
    pressed(village, "ana", last["ana"], word)
    village.run()
    found = {player: village.mails(player) for player in PLAYERS}
    assert [m.kind for m in found["ana"]] == ["invitation", "rematch"]
    (invited,) = found["beto"]
    assert invited.kind == "invitation"
    assert invited.subject.endswith(("Ana te invita a DIEZ", "Ana invites you to play TEN"))
    assert game in invited.text
    fresh = village.folder.notebook.note(f"rematch {game}")
    village.answer("beto", last["beto"], word)  # asked twice: the same table
    village.run()
    assert village.folder.games() == sorted([game, fresh])
    before, now = (village.books.tables.get(one).game.opened for one in (game, fresh))
    for name in ("spec", "variant", "options", "seats", "house", "table"):
        assert now[name] == before[name]
    assert now["commit"] != before["commit"]
    invitations = {"ana": found["ana"][0], "beto": invited}
    for player, mailed in invitations.items():
        village.answer(player, mailed, "unirme" if lang == "es" else "join")
    village.run()
    village.play(PLAYERS, lambda moves: moves[-1])
    assert audit_host(village.root, fresh).findings == []


@pytest.mark.parametrize("mails", [1, 2, 3])
def test_killed_while_a_rematch_is_opened_everybody_is_invited_once(
    village: Village, monkeypatch: Any, mails: int
) -> None:
    game, last = ended(village)
    village.answer("ana", last["ana"], "revancha")
    left = [mails]
    way = type(village.transport)
    send = way.send

    def dies(transport: Any, mail: Any) -> Any:
        taken = send(transport, mail)
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt
        return taken

    monkeypatch.setattr(way, "send", dies)
    with pytest.raises(KeyboardInterrupt):
        village.run()
    monkeypatch.undo()
    village.reopen()
    village.run()
    assert len(village.folder.games()) == 2
    kinds = {player: sorted(m.kind for m in village.mails(player)) for player in PLAYERS}
    assert kinds == {"ana": ["invitation", "rematch"], "beto": ["invitation"]}
    assert village.folder.notebook.note(f"rematch {game}") in village.folder.games()


def test_no_rematch_before_the_end_nor_after_addresses_are_gone(village: Village) -> None:
    game = village.open("diez", PLAYERS, **WISH)
    village.join(PLAYERS)
    mailed = next(m for p in PLAYERS for m in village.mails(p) if m.moves)
    player = str(mailed.message["To"]).partition("@")[0].rpartition("<")[2]
    village.answer(player, mailed, "revancha")
    village.run()
    (answer,) = village.mails(player)
    assert "cuando la partida ha terminado" in " ".join(answer.text.split())
    with pytest.raises(PersonError, match="no rematch"):
        rematch(village.books, game)


def test_no_holds_for_a_month_and_never_for_ever(village: Village) -> None:
    village.open("cinquillo", ("ana", "beto", "carla"))
    (mailed,) = village.mails("carla")
    village.answer("carla", mailed, "no, gracias")
    village.run()
    with pytest.raises(PersonError, match="said no"):
        village.open("cinquillo", ("ana", "beto", "carla"))
    village.open("cinquillo", ("ana", "beto", "carla"), again=["carla@example.org"])
    village.mails("carla")
    village.now = MONDAY + 40 * DAY
    village.open("cinquillo", ("ana", "beto", "carla"))
    (mailed,) = village.mails("carla")
    village.answer("carla", mailed, "nunca")
    village.run()
    with pytest.raises(PersonError, match="never"):
        village.open("cinquillo", ("ana", "beto", "carla"), again=["carla@example.org"])


def test_whoever_joins_takes_an_earlier_no_back(village: Village) -> None:
    village.open("cinquillo", ("ana", "beto", "carla"))
    (mailed,) = village.mails("carla")
    village.answer("carla", mailed, "no")
    village.run()
    village.open("cinquillo", ("ana", "beto", "carla"), again=["carla@example.org"])
    mailed = next(m for m in village.mails("carla") if m.kind == "invitation")
    village.answer("carla", mailed, "unirme")
    village.run()
    village.open("cinquillo", ("ana", "beto", "carla"))


def test_fifty_invitations_a_day(village: Village) -> None:
    players = ("ana", "beto", "carla", "dani")
    for _ in range(12):
        village.open("cinquillo", players)
    with pytest.raises(PersonError, match="more than 50 invitations"):
        village.open("cinquillo", players)
    village.now += DAY
    village.open("cinquillo", players)


def test_an_invitation_is_reminded_of_once(village: Village) -> None:
    village.open("cinquillo", PLAYERS)
    for player in PLAYERS:
        village.mails(player)
    kinds = []
    for _ in range(13):
        village.run(DAY)
        kinds += list(village.mails("ana"))
    assert [m.kind for m in kinds] == ["invitation"]
    assert "único recordatorio" in " ".join(kinds[0].text.split())
    assert kinds[0].subject.startswith("Re: ")
    village.answer("ana", kinds[0], "unirme")
    assert village.run().played == 1


def test_the_host_opens_a_rematch(village: Village) -> None:
    from pbem.cli import PROGRAM

    app = PROGRAM.app()
    game, _ = ended(village)
    village.folder.close()
    said = CliRunner().invoke(app, ["open", str(village.root), "--rematch", game])
    assert said.exit_code == 0, said.output
    assert said.output.strip().startswith("diez-")
    said = CliRunner().invoke(app, ["open", str(village.root)])
    assert said.exit_code == 2
    village.reopen()
    assert Path(village.root / "games" / game).exists()

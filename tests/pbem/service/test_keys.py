"""Players who sign: secrets that bind the deal, signed moves, sealed views."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from card_specs.language.problems import PersonError
from pbem.answering import words_of
from pbem.auditing import audit_host
from pbem.cli import main
from pbem.player.purse import Purse
from pbem.player.replies import Joining, join, move, new_key, read_mail, view_of
from pbem.player.typed import moves
from pbem.service.by_hand import give_key

PLAYERS = ("ana", "beto")


@pytest.fixture
def purse(tmp_path: Path) -> Purse:
    return Purse(tmp_path / "purse", random.Random(3).randbytes)


def kept(tmp_path: Path, mailed: Any, purse: Purse) -> Any:
    path = tmp_path / "mail.eml"
    path.write_bytes(mailed.raw)
    return read_mail(path, purse)


def joined(village: Any, tmp_path: Path, purse: Purse, **wish: Any) -> str:
    """Ana joins with her key, Beto with words; both are in and the secret is revealed."""
    game = str(village.open("cinquillo", PLAYERS, options={"limit": 1}))
    (invitation,) = village.mails("ana")
    reply = join(kept(tmp_path, invitation, purse), purse, Joining("ana", **wish))
    village.deliver(reply)
    village.answer("beto", village.mails("beto")[0], "unirme gatos")
    village.run()
    roster = next(m for m in village.mails("ana") if any("roster" in f for f in m.files))
    assert village.books.tables.get(game).game.phase == "revealing"
    village.deliver(join(kept(tmp_path, roster, purse), purse, Joining("ana")))
    village.run()
    assert village.books.tables.get(game).game.phase == "playing"
    return game


def test_a_secret_binds_the_deal_and_signed_moves_count(
    village: Any, tmp_path: Path, purse: Purse
) -> None:
    game = joined(village, tmp_path, purse, only_signed=True)
    chance = random.Random(1)
    for _ in range(400):
        mails = [(p, m) for p in PLAYERS for m in village.mails(p)]
        for player, mailed in mails:
            if not mailed.moves:
                continue
            if player == "ana":
                letter = kept(tmp_path, mailed, purse)
                village.deliver(move(letter, purse, [chance.choice(mailed.moves)]))
            else:
                village.answer(player, mailed, chance.choice(mailed.moves))
        if not village.run().read:
            break
    outcome = audit_host(village.root, game)
    assert outcome.findings == []
    assert "bound by secrets of ana" in outcome.notes[0]


def test_with_only_signed_no_token_moves(village: Any, tmp_path: Path, purse: Purse) -> None:
    joined(village, tmp_path, purse, only_signed=True)
    for _ in range(20):
        mails = [(p, m) for p in PLAYERS for m in village.mails(p) if m.moves]
        for player, mailed in mails:
            village.answer(player, mailed, mailed.moves[0])
        summary = village.run()
        if mails and mails[0][0] == "ana":
            assert (summary.played, summary.refused) == (0, 1)
            return
    raise AssertionError("ana was never asked")


def test_a_sealed_view_is_opened_by_its_owner_alone(
    village: Any, tmp_path: Path, purse: Purse
) -> None:
    joined(village, tmp_path, purse, sealed=True)
    sealed = next(
        m
        for _ in range(30)
        for m in (village.run() and village.mails("ana")) or _play(village)
        if any(name.endswith(".jwe") for name in m.files)
    )
    view = view_of(kept(tmp_path, sealed, purse), purse).payload
    hand = view["own"]["zones"]["hand.ana"]
    assert hand
    assert not any(card in sealed.text.split() for card in hand)
    stranger = Purse(tmp_path / "other", random.Random(9).randbytes)
    with pytest.raises(PersonError, match="does not open"):
        kept(tmp_path, sealed, stranger)


def _play(village: Any) -> list[Any]:
    for mailed in village.mails("beto"):
        if mailed.moves:
            village.answer("beto", mailed, mailed.moves[0])
    return []


def test_a_roster_with_other_words_is_not_answered(
    village: Any, tmp_path: Path, purse: Purse
) -> None:
    village.open("cinquillo", PLAYERS)
    (invitation,) = village.mails("ana")
    letter = kept(tmp_path, invitation, purse)
    village.deliver(join(letter, purse, Joining("ana", words="mis palabras")))
    village.answer("beto", village.mails("beto")[0], "unirme")
    village.run()
    roster = next(m for m in village.mails("ana") if any("roster" in f for f in m.files))
    join(letter, purse, Joining("ana", words="otras"))  # the purse now holds other words
    with pytest.raises(PersonError, match="other words or another commit"):
        join(kept(tmp_path, roster, purse), purse, Joining("ana"))


def asked_of_ana(village: Any) -> Any:
    """A turn mail of hers, after Beto's moves where he begins."""
    for _ in range(20):
        mine = [mailed for mailed in village.mails("ana") if mailed.moves]
        if mine:
            return mine[-1]
        village.first_moves(["beto"])
    raise AssertionError("she was never asked")


def test_a_signed_move_is_said_as_in_a_reply(
    village: Any, tmp_path: Path, purse: Purse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its number, in the words of the game, in the other language; by the real command."""
    game = joined(village, tmp_path, purse)
    asked = asked_of_ana(village)
    letter, count = kept(tmp_path, asked, purse), len(asked.moves)
    lexicon = village.books.tables.get(game).rules.lexicon
    words = words_of("")
    for number, one in enumerate(asked.moves, 1):
        for said in (str(number), f"{number}.", one, *(lexicon.show(one, x) for x in ("es", "en"))):
            assert moves(letter, purse, said.upper(), words) == [one]
    for said in (str(count + 1), "juego lo que sea"):
        with pytest.raises(PersonError, match="is none of the moves"):
            moves(letter, purse, said, words)
    with pytest.raises(PersonError, match="no move but a word for the table"):
        moves(letter, purse, "ayuda", words)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "purse"))
    letter_path, out = tmp_path / "mail.eml", tmp_path / "reply.eml"
    said = lexicon.show(asked.moves[-1], "es")
    monkeypatch.setattr(
        "sys.argv", ["pbem", "move", str(letter_path), *said.split(), "-o", str(out)]
    )
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    village.deliver(out.read_bytes())
    assert village.run().played == 1
    assert village.books.tables.get(game).game.answered["ana"].moves == (asked.moves[-1],)


def test_a_signed_chain_in_words(village: Any, tmp_path: Path, purse: Purse) -> None:
    """After the first move the mail's list says nothing: whether more is legal, the host sees."""
    joined(village, tmp_path, purse)
    asked = asked_of_ana(village)
    letter, words = kept(tmp_path, asked, purse), words_of("")
    later = next(f"play {s}{n}" for n in range(1, 8) for s in "OCEB"
                 if f"play {s}{n}" not in asked.moves)  # fmt: skip
    said = f"1; {later.replace('play', 'juego')}"
    assert moves(letter, purse, said, words) == [asked.moves[0], later]
    with pytest.raises(PersonError, match="is none of the moves"):
        moves(letter, purse, later.replace("play", "juego"), words)
    with pytest.raises(PersonError, match="'zzz' means nothing"):
        moves(letter, purse, "1; zzz", words)
    village.deliver(move(letter, purse, moves(letter, purse, said, words)))
    assert village.run().refused == 1  # both or none


def test_without_its_spec_numbers_and_the_files_moves_are_understood(
    village: Any, tmp_path: Path, purse: Purse
) -> None:
    joined(village, tmp_path, purse)
    asked = asked_of_ana(village)
    letter = kept(tmp_path, asked, purse)
    for other, said in (("cinco", "another version"), ("nada.yaml", "--spec FILE")):
        assert moves(letter, purse, f"1; {asked.moves[0]}", words_of(other)) == [asked.moves[0]] * 2
        with pytest.raises(PersonError, match=said):
            moves(letter, purse, "juego algo", words_of(other))


def test_a_lost_key_is_replaced_and_all_are_told(
    village: Any, tmp_path: Path, purse: Purse
) -> None:
    """The new key signs from then on, the old one no more; the audit holds and names the change."""
    lost = Purse(tmp_path / "lost", random.Random(4).randbytes)
    game = str(village.open("cinquillo", PLAYERS, options={"limit": 1}))
    (invitation,) = village.mails("ana")
    village.deliver(join(kept(tmp_path, invitation, lost), lost, Joining("ana", only_signed=True)))
    village.answer("beto", village.mails("beto")[0], "unirme gatos")
    village.run()
    roster = next(m for m in village.mails("ana") if any("roster" in f for f in m.files))
    village.deliver(join(kept(tmp_path, roster, lost), lost, Joining("ana")))
    village.run()
    jwk = new_key(kept(tmp_path, invitation, purse), purse, "ana")
    with pytest.raises(PersonError, match="no key file"):
        give_key(village.books, game, "ana", b"{}")
    with pytest.raises(PersonError, match="did not join"):
        give_key(village.books, game, "beto", jwk)
    before = {player: village.mails(player) for player in PLAYERS}
    assert "all are told" in give_key(village.books, game, "ana", jwk)
    told = {player: village.mails(player) for player in PLAYERS}
    for player in PLAYERS:
        assert [mail.kind for mail in told[player]] == ["seat"]
        assert "otra clave" in told[player][0].text
        number = int(str(told[player][0].message["Message-ID"]).split(".")[4])
        assert number > 1_000_000  # the record's line would tell how many answered in secret
    tried = False
    for _ in range(400):
        mails = [(p, m) for p in PLAYERS for m in [*before.pop(p, []), *village.mails(p)]]
        for player, mailed in mails:
            if not mailed.moves:
                continue
            if player == "beto":
                village.answer(player, mailed, mailed.moves[0])
                continue
            if not tried:
                village.deliver(move(kept(tmp_path, mailed, lost), lost, [mailed.moves[0]]))
                assert village.run().refused == 1
                tried = True
            village.deliver(move(kept(tmp_path, mailed, purse), purse, [mailed.moves[0]]))
        if not village.run().read:
            break
    assert tried
    assert village.books.tables.get(game).game.phase == "over"
    outcome = audit_host(village.root, game)
    assert outcome.findings == []
    assert any("key" in note and "ana" in note for note in outcome.notes)

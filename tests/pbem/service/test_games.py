"""Whole games by mail, by players who have nothing but a mailbox."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from card_specs.language.problems import PersonError
from pbem.auditing import audit_host, audit_kept
from pbem.transports.maildir import folder_name
from pbem.verifying import check_files

TABLES = [
    ("cinco", ("ana", "beto", "carla"), {}),
    ("cinquillo", ("ana", "beto", "carla"), {"variant": "cabron", "options": {"limit": 1}}),
    ("diez", ("ana", "beto"), {"options": {"idle": 8, "custom": "pass"}}),
    ("cinco_vivos", ("ana", "beto", "carla", "dani"), {"variant": "teams"}),
    ("seis", ("ana", "beto", "carla"), {"variant": "mirror"}),
]


@pytest.mark.parametrize(("spec", "players", "wish"), TABLES, ids=[table[0] for table in TABLES])
def test_a_whole_game(village: Any, spec: str, players: tuple[str, ...], wish: Any) -> None:
    """Played to its end, signed throughout, and audited against everything that was sent."""
    chance = random.Random(spec)
    game = village.open(spec, players, **wish)
    village.join(players)
    last = village.play(players, chance.choice)
    for player in players:
        assert last[player].kind == "end"
        assert any(name.endswith(".jsonl") for name in last[player].files)
    place = village.root / "games" / game
    report, _ = check_files([place / "log.jsonl", *sorted((place / "views").glob("*.jws"))], "")
    assert report.findings == []
    outcome = audit_host(village.root, game)
    assert outcome.findings == []
    assert "words of" in outcome.notes[0]


def test_a_player_s_folder_of_mails_proves_the_game(village: Any, tmp_path: Path) -> None:
    players = ("ana", "beto", "carla")
    game = village.open("cinco", players)
    village.join(players)
    last = village.play(players, lambda moves: moves[0])
    log = tmp_path / "kept.log"  # whatever a mail program calls it
    log.write_bytes(last["ana"].files[f"{game}.jsonl"])
    mails = village.root / "mail" / "people" / folder_name("ana@example.org")
    outcome = audit_kept(log, [mails], "", "")
    assert outcome.findings == []
    assert not [note for note in outcome.notes if "no mail was handed in" in note]
    _, kept = check_files([mails], "")
    assert len(kept) == len(list(mails.rglob("*S")))


def test_several_games_at_once_do_not_get_mixed_up(village: Any) -> None:
    """The same people at three tables of different games: each ends, with its result to all."""
    players = ("ana", "beto", "carla")
    games = {spec: village.open(spec, players, **wish) for spec, players, wish in TABLES[:2]}
    games["again"] = village.open("cinquillo", players, variant="cabron", options={"limit": 1})
    village.join(players)
    chance = random.Random(7)
    ended: dict[str, set[str]] = {game: set() for game in games.values()}
    for _ in range(2000):
        for player in players:
            for mailed in village.mails(player):
                game = mailed.subject.partition("[")[2].partition("]")[0]
                if mailed.kind == "end":
                    ended[game].add(player)
                    assert f"{game}.jsonl" in mailed.files
                if mailed.moves:
                    assert mailed.view["game"] == game
                    village.answer(player, mailed, chance.choice(mailed.moves))
        if not village.run().read:
            break
    assert ended == {game: set(players) for game in games.values()}
    for game in games.values():
        assert audit_host(village.root, game).findings == []


def test_bots_fill_the_other_seats(village: Any) -> None:
    from pbem.service.opening import Wish, open_table

    addresses = {"ana": "ana@example.org"}
    wish = Wish("cinco", ("ana", "beto", "carla"), addresses)
    game = open_table(village.books, wish)
    village.join(("ana",))
    last = village.play(("ana",), lambda moves: moves[0])
    assert last["ana"].kind == "end"
    assert audit_host(village.root, game).findings == []


def test_every_mail_counts_once_whatever_is_delivered_how_often(village: Any) -> None:
    players = ("ana", "beto", "carla")
    game = village.open("cinquillo", players)
    village.join(players)
    (player, mailed) = next(
        (p, m) for p in players for m in village.mails(p) if m.moves and m.view["ask"]
    )
    before = village.folder.log(game)
    village.answer(player, mailed, mailed.moves[0], message_id="<same@x>")
    village.run()
    played = village.folder.log(game)
    assert len(played) == len(before) + 1
    for _ in range(3):
        village.answer(player, mailed, mailed.moves[0], message_id="<same@x>")  # the same mail
        village.answer(player, mailed, mailed.moves[0])  # sent again by hand
    summary = village.run()
    assert (summary.duplicates, summary.played, summary.refused) == (6, 0, 0)
    assert village.folder.log(game) == played


def test_a_folder_opened_again_goes_on(village: Any) -> None:
    """State equals replay: the checkpoint is thrown away and everything is as before."""
    players = ("ana", "beto", "carla")
    game = village.open("seis", players)
    village.join(players)
    chance = random.Random(5)
    for _ in range(12):
        for player in players:
            for mailed in village.mails(player):
                if mailed.moves:
                    village.answer(player, mailed, chance.choice(mailed.moves))
        village.run()
    kept = village.books.tables.get(game)
    village.reopen()
    opened = village.books.tables.get(game)
    assert opened.referee.dump(opened.game.state) == kept.referee.dump(kept.game.state)
    (village.root / "games" / game / "state.jws").unlink()
    village.reopen()
    replayed = village.books.tables.get(game)
    assert replayed.referee.dump(replayed.game.state) == kept.referee.dump(kept.game.state)
    assert replayed.game.asks == kept.game.asks == opened.game.asks
    village.play(players, chance.choice)
    assert audit_host(village.root, game).findings == []


def test_a_copy_whose_token_has_died_since_is_still_a_copy(village: Any) -> None:
    village.open("cinquillo", ("ana", "beto"))
    (invitation,) = village.mails("ana")
    known = village.answer("ana", invitation, "unirme")
    assert village.run().played == 1
    village.answer("ana", invitation, "unirme", message_id=known)
    assert (village.run().duplicates, len(village.mails("ana"))) == (1, 1)


def test_what_bots_play_at_once_is_one_piece_of_news_and_receipts_come_before_questions(
    village: Any,
) -> None:
    from pbem.service.opening import Wish, open_table

    left: list[tuple[str, str]] = []
    send = village.transport.send

    def watched(mail: Any) -> Any:
        left.append((mail.message_id.strip("<>").split(".")[0], mail.message_id))
        return send(mail)

    village.transport.send = watched
    open_table(village.books, Wish("cinco", ("ana", "b", "c"), {"ana": "ana@example.org"}))
    village.join(("ana",))
    most = 0
    for _ in range(40):
        asked = [mailed for mailed in village.mails("ana") if mailed.moves]
        if not asked:
            break
        left.clear()
        village.answer("ana", asked[-1], asked[-1].moves[-1])
        village.run()
        kinds = [kind for kind, _ in left]
        assert kinds.index("receipt") == 0
        most = max(most, kinds.count("news"))
    assert most <= 1


def test_a_game_that_goes_on_cannot_be_audited_yet(village: Any) -> None:
    game = village.open("cinco", ("ana", "beto"))
    village.join(("ana", "beto"))
    with pytest.raises(PersonError, match=f"{game} has not ended, so it can't be audited yet"):
        audit_host(village.root, game)

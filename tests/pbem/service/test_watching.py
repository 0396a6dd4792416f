"""Whoever looks on: what everybody sees, told to everybody, and gone on one word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from village import Village

from pbem.auditing import audit_host, audit_kept
from pbem.protocol.records import read_log
from pbem.service.explain_host import HostExplainer
from pbem.service.keeping import forget
from pbem.verifying import check_files

PLAYERS = ("ana", "beto")
WISH: dict[str, Any] = {"options": {"idle": 8, "custom": "pass"}}
EVA = {"eva": "eva@example.org"}


def opened(village: Village, lang: str = "es") -> tuple[str, dict[str, list[Any]]]:
    """A table with somebody who looks on; the first mails of the players."""
    languages = dict.fromkeys((*PLAYERS, "eva"), lang)
    game = village.open("diez", PLAYERS, watchers=EVA, languages=languages, **WISH)
    first = {player: village.mails(player) for player in PLAYERS}
    assert village.mails("eva") == []
    for player in PLAYERS:
        village.answer(player, first[player][0], "unirme" if lang == "es" else "join")
    village.run()
    return game, first


def test_a_whole_game_is_seen_and_proved(village: Village, tmp_path: Path) -> None:
    game, invitations = opened(village)
    for player in PLAYERS:
        assert "Mira la partida, sin jugar: Eva" in " ".join(invitations[player][0].text.split())
    watched = []
    last: dict[str, Any] = {}
    for _ in range(500):
        for player in PLAYERS:
            for mailed in village.mails(player):
                if mailed.kind == "start":
                    assert "Mira la partida, sin jugar: Eva" in " ".join(mailed.text.split())
                last[player] = mailed if mailed.kind == "end" else last.get(player)
                if mailed.moves:
                    village.answer(player, mailed, mailed.moves[-1])
        watched += village.mails("eva")
        if not village.run().read:
            break
    assert last["ana"].kind == "end"
    assert [m.kind for m in watched].count("end") == 1
    assert watched[0].kind == "watch"
    _, records = read_log(village.folder.log(game))
    assert 2 < len(watched) < len(records)
    views = [mailed.view for mailed in watched]
    assert all(view and view["player"] == "" and view["ask"] == 0 for view in views)
    assert len({view["pub"] for view in views if view}) == len(views)
    assert all(view and view["own"] == {} for view in views)
    place = village.root / "games" / game
    report, _ = check_files([place / "log.jsonl", *sorted((place / "views").glob("*.jws"))], "")
    assert report.findings == []
    assert len(list((place / "views").glob("-*.jws"))) == len(watched)
    assert audit_host(village.root, game).findings == []
    # What she kept is enough to check the game, and that nobody was told another story.
    kept = tmp_path / "eva"
    kept.mkdir()
    for number, mailed in enumerate(watched):
        (kept / f"{number}.eml").write_bytes(mailed.raw)
    (kept / "log.jsonl").write_bytes((place / "log.jsonl").read_bytes())
    outcome = audit_kept(kept / "log.jsonl", sorted(kept.glob("*.eml")), "diez", "")
    assert outcome.findings == []
    with_players = [*sorted(kept.glob("*.eml")), *sorted((place / "views").glob("ana-*.jws"))]
    report, _ = check_files([place / "log.jsonl", *with_players], "")
    assert report.findings == []


@pytest.mark.parametrize(("lang", "stop"), [("es", "basta"), ("en", "stop")])
def test_one_word_ends_it(village: Village, lang: str, stop: str) -> None:
    game, _ = opened(village, lang)
    (first,) = village.mails("eva")
    village.answer("eva", first, "1")  # moves are not hers
    village.answer("eva", first, "estado" if lang == "es" else "status")
    village.run()
    kinds = {m.kind: m for m in village.mails("eva")}
    assert set(kinds) == {"watch-help", "status"}
    assert stop in kinds["watch-help"].text
    log = village.folder.log(game)
    village.answer("eva", first, stop)
    waits = next((village.root / "mail" / "inbox" / "new").iterdir()).read_bytes()
    explainer = HostExplainer(village.root)
    assert explainer.explain(waits).code == "unwatched"
    explainer.close()
    village.run()
    (last,) = village.mails("eva")
    assert last.kind == "unwatched"
    assert village.folder.notebook.seats_of("eva@example.org") == []
    village.play(PLAYERS, lambda moves: moves[-1])
    assert village.mails("eva") == []
    assert village.folder.log(game)[: len(log)] == log


def test_forgotten_or_bounced_whoever_looks_on_is_gone_and_play_goes_on(village: Village) -> None:
    game, _ = opened(village)
    forget(village.books, "eva@example.org")
    village.run()
    assert village.books.tables.get(game).game.phase == "playing"
    assert "eva" not in json.dumps(village.folder.notebook.seats(game).__repr__())

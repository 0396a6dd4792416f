"""Nothing that leaves the host tells what its reader may not know."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from pbem import engine
from pbem.engine.cards import code_of
from pbem.engine.chance import Fast
from pbem.office.notices import view_of
from pbem.protocol.canonical import canonical, to_base64url

TABLES = [
    ("cinco", ("ana", "beto", "carla"), {}),
    ("cinquillo", ("ana", "beto", "carla"), {"options": {"limit": 1}}),
    ("diez", ("ana", "beto"), {"options": {"idle": 6}}),
    ("cinco_vivos", ("ana", "beto", "carla"), {"options": {"lives": 3}}),
    ("seis", ("ana", "beto"), {"variant": "random"}),
]


def shown_codes(value: Any) -> set[str]:
    """All words that occur anywhere in a view: the codes among them are known to its reader."""
    if isinstance(value, dict):
        return set().union(*(shown_codes(v) for v in (*value.keys(), *value.values())), set())
    if isinstance(value, list | tuple):
        return set().union(*(shown_codes(item) for item in value), set())
    return set(re.findall(r"[A-Z0-9-]+", value)) if isinstance(value, str) else set()


@pytest.mark.parametrize(("spec", "players", "wish"), TABLES, ids=[table[0] for table in TABLES])
def test_no_mail_holds_a_card_that_its_reader_has_not_seen(
    village: Any, spec: str, players: tuple[str, ...], wish: Any
) -> None:
    chance = random.Random(spec)
    game = village.open(spec, players, watchers={"eva": "eva@example.org"}, **wish)
    village.join(players)
    readers = (*players, "eva")  # she looks on
    seen: dict[str, set[str]] = {player: set() for player in readers}
    secrets = [village.folder.key.private.private_bytes_raw(), village.folder.seed(game)]
    secrets.append(village.folder.mail_key)
    hidden_words = [form for s in secrets for form in (s.hex(), to_base64url(s))]
    table = village.books.tables.get(game)
    compiled = table.rules.compiled
    codes = set(compiled.referee(table.rules.seats, b"k" * 32).table.program.deck.faces)
    local = {code: table.rules.lexicon.shown_code(code, "es") for code in codes}
    ended = False
    while not ended:
        for player in readers:
            for mailed in village.mails(player):
                ended |= mailed.kind == "end"
                if ended:
                    break
                view = mailed.view
                if view:
                    seen[player] |= shown_codes(view)
                known = seen[player] | {local[c] for c in codes & seen[player]}
                text = mailed.text + re.sub(r"<[^>]*>|&\w+;", " ", mailed.html)
                words = set(re.findall(r"[A-Z0-9-]+", text))
                leaked = {c for c in codes if {c, local[c]} & (words - known)}
                assert not leaked, (mailed.kind, leaked)
                raw = mailed.raw.decode("ascii", "replace")
                assert not any(word in raw for word in hidden_words)
                if mailed.moves:
                    village.answer(player, mailed, chance.choice(mailed.moves))
        summary = village.run()
        lines = " ".join(summary.lines)
        assert not {w for w in re.findall(r"[A-Z0-9-]+", lines) if w in codes}


@pytest.mark.parametrize(("spec", "players", "wish"), TABLES, ids=[table[0] for table in TABLES])
def test_other_hidden_cards_give_the_same_mails(
    village: Any, spec: str, players: tuple[str, ...], wish: Any
) -> None:
    """Non-interference: at every question other worlds with equal views give equal views, the
    same moves and the same answer for whoever is late, so every mail is the same as well."""
    chance = random.Random(spec)
    game = village.open(spec, players, **wish)
    village.join(players)
    other_worlds = 0
    for turn in range(60):
        table = village.books.tables.get(game)
        if table.game.phase != "playing":
            break
        for player in (*players, ""):  # nobody: whoever looks on
            referee, state = table.referee, table.game.state
            seen = referee.seen(state, player)
            world = engine.determinize(referee.table, seen, Fast(f"{spec} {turn} {player}"))
            other = replace(table.game, state=world)
            ask = table.game.asks.get(player)
            number = ask.number if ask else 0
            true_view = view_of(table.game, player, number, 0, referee)
            assert canonical(view_of(other, player, number, 0, referee)) == canonical(true_view)
            if ask:
                assert referee.asked(world)[player] == referee.asked(state)[player]
                assert referee.late(world, player) == referee.late(state, player)
            other_worlds += hidden(referee.table, world) != hidden(referee.table, state)
        for player in players:
            for mailed in village.mails(player):
                if mailed.moves:
                    village.answer(player, mailed, chance.choice(mailed.moves))
        village.run()
    assert other_worlds > 10 or spec == "seis"  # all cards of SEIS lie open


def hidden(table: engine.Table, state: engine.State) -> dict[str, list[str]]:
    zones = engine.trace_state(table, state)["zones"]
    return {name: [code_of(card) for card in cards] for name, cards in zones.items()}

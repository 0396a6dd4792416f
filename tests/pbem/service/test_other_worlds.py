"""Non-interference (protocol 7): whole games played twice with other hidden cards, equal views.

The second world is dealt by the same key with two cards in each other's place which the reader does
not see; everybody writes the same letters again.  As long as they can, and until the reader sees
one of the two, all that the reader and an onlooker are mailed must be the same, byte for byte, less
signatures and heads.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import pytest
from test_polling import read, twin
from test_secrets import TABLES, shown_codes
from village import Mailed, Village

from pbem import engine
from pbem.engine.cards import code_of
from pbem.engine.chance import Stream
from pbem.engine.lexicon import take_apart
from pbem.service import rules

READER, LOOKS_ON = "ana", "eva"
ASKS = ("estado", "ayuda", "orden", "blablabla")
"""What the reader writes besides moves, one after the other."""

GAMES, WORLDS = 6, 4
"""Games, at most, and other worlds of each."""

LEAST = 30
"""Rounds, at least, in which another held other cards."""

Letter = tuple[str, int, str]
"""A player, the question's number, a move."""


@dataclass
class Round:
    """What the two had been mailed before a run, what was known by then, and what was written."""

    mails: list[Any]
    seen: set[str]
    """Codes that the reader had been shown or that were named."""
    held: dict[str, set[str]]
    """Codes by the places where others held them, unseen by the reader."""
    letters: list[Letter] = field(default_factory=list)


class World:
    """A game as it goes by mail, round by round."""

    def __init__(self, village: Village, game: str, players: Sequence[str]) -> None:
        self.village, self.game, self.players = village, game, players
        self.open: dict[str, Mailed] = {}
        self.written = 0
        self.seen: set[str] = set()
        village.run()

    def fetch(self) -> Round:
        mails = []
        for player in (*self.players, LOOKS_ON):
            for mailed in self.village.mails(player):
                if player in (READER, LOOKS_ON) and mailed.kind != "end":
                    mails.append((player, mailed.kind, *read(mailed)))
                    self.seen |= shown_codes(mailed.view or {})
                if mailed.moves and mailed.kind in ("turn", "start"):
                    self.open[player] = mailed
        return Round(mails, set(self.seen), self._others_hold())

    def send(self, letters: Sequence[Letter]) -> None:
        for player, number, move in letters:
            mailed = self.open.pop(player)
            if player == READER:
                text = ASKS[self.written % len(ASKS)]
                self.village.answer(player, mailed, text, message_id=f"<{self.written}@odd>")
                self.written += 1
            self.village.answer(player, mailed, move, message_id=f"<{number}.{player}@move>")
        self.village.run()

    def can_send(self, letters: Sequence[Letter]) -> bool:
        """Whether the same people are asked, and may answer so."""
        asked = {player: mailed for player, mailed in self.open.items() if mailed.view}
        return {player for player, _, _ in letters} == set(asked) and all(
            move in asked[player].moves and (asked[player].view or {})["ask"] == number
            for player, number, move in letters
        )

    def zones(self) -> dict[str, list[str]]:
        table = self.village.books.tables.get(self.game)
        assert table.referee is not None
        found: dict[str, list[str]] = engine.trace_state(table.referee.table, table.game.state)[
            "zones"
        ]
        return found

    def _others_hold(self) -> dict[str, set[str]]:
        table = self.village.books.tables.get(self.game)
        assert table.referee is not None
        public = table.referee.public(table.game.state)["zones"]
        hidden = {name for name, cards in public.items() if isinstance(cards, int)}
        owned = {name for name in hidden if "." in name and not name.endswith(f".{READER}")}
        zones = self.zones()
        return {name: set(map(code_of, zones[name])) for name in owned}


def played(world: World, chance: Any) -> list[Round]:
    """A game played at random to its end."""
    course = []
    while True:
        course.append(world.fetch())
        for player, mailed in sorted(world.open.items()):
            assert mailed.view is not None
            move = chance.choice(mailed.moves)
            course[-1].letters.append((player, mailed.view["ask"], move))
            world.seen |= cards_of(move)
        if not course[-1].letters:
            return course
        world.send(course[-1].letters)


def compared(world: World, course: Sequence[Round], pair: set[str]) -> int:
    """In how many rounds of the same letters another held other cards, and all mails were alike."""
    apart = 0
    for number, before in enumerate(course):
        after = world.fetch()
        if pair & before.seen or not world.can_send(before.letters):
            break
        assert after.mails == before.mails, (pair, number)
        apart += before.held != after.held
        if before.letters:
            world.send(before.letters)
    return apart


def cards_of(move: str) -> set[str]:
    parts = take_apart(move)
    words = [*parts.cards, *(value for _, value in parts.keys)]
    return {code_of(one) for word in words for one in word.split(",")}


def other_deal(pair: tuple[str, str]) -> type[Stream]:
    """Chance of the same key by which two cards have changed places wherever they lie."""
    turned = {pair[0]: pair[1], pair[1]: pair[0]}

    class OtherDeal(Stream):
        deck: ClassVar[list[str]] = []

        def _as_dealt_first(self, cards: Sequence[str]) -> list[str]:
            """What was given in the first world: as it lay there, or in the order of the deck."""
            if not self.deck:
                self.deck.extend(dict.fromkeys(cards))
            given = [turned.get(card, card) for card in cards]
            in_order = list(cards) == sorted(cards, key=self.deck.index)
            return sorted(given, key=self.deck.index) if in_order else given

        def shuffle(self, zone: str, cards: Sequence[str]) -> list[str]:
            order = super().shuffle(zone, self._as_dealt_first(cards))
            return [turned.get(card, card) for card in order]

        def pick(self, zone: str, cards: Sequence[str]) -> str:
            card = super().pick(zone, self._as_dealt_first(cards))
            return turned.get(card, card)

    return OtherDeal


def pairs(world: World, course: Sequence[Round]) -> list[tuple[str, str]]:
    """Cards of which the deck has as many: those first which another holds unseen for longest."""
    many = Counter(code_of(card) for cards in world.zones().values() for card in cards)

    def apart(pair: tuple[str, str]) -> int:
        unseen = (one for one in course if not one.seen & set(pair))
        places = (([pair[0] in at, pair[1] in at] for at in one.held.values()) for one in unseen)
        return sum(any(one != other for one, other in each) for each in places)

    found = [pair for pair in combinations(sorted(many), 2) if many[pair[0]] == many[pair[1]]]
    return sorted(found, key=apart, reverse=True)


HIDING = [table for table in TABLES if table[0] != "seis"]


@pytest.mark.parametrize(("spec", "players", "wish"), HIDING, ids=[table[0] for table in HIDING])
def test_other_hidden_cards_send_the_same_mails(
    tmp_path: Path, monkeypatch: Any, spec: str, players: tuple[str, ...], wish: Any
) -> None:
    rounds: list[int] = []
    for seed in range(GAMES):
        monkeypatch.setattr(rules, "Stream", Stream)
        village = Village(tmp_path / f"host{seed}", seed)
        game = village.open(spec, players, watchers={LOOKS_ON: "eva@example.org"}, **wish)
        for player in players:
            for mailed in village.mails(player):
                village.answer(player, mailed, "unirme")
        village.folder.close()
        first = World(twin(village, tmp_path / f"first{seed}"), game, players)
        course = played(first, random.Random(seed))
        first.village.folder.close()
        for number, pair in enumerate(pairs(first, course)[:WORLDS]):
            monkeypatch.setattr(rules, "Stream", other_deal(pair))
            other = World(twin(village, tmp_path / f"other{seed}-{number}"), game, players)
            rounds.append(compared(other, course, set(pair)))
            other.village.folder.close()
            if sum(rounds) >= LEAST:
                return
    pytest.fail(f"too few worlds can be played: {rounds}")


def test_seis_hides_no_card(tmp_path: Path) -> None:
    """So there is no other world; its secret answers are compared in `test_polling.py`."""
    village = Village(tmp_path / "host")
    players = ("ana", "beto", "carla")
    game = village.open("seis", players)
    village.join(players)
    table = village.books.tables.get(game)
    assert table.referee is not None
    public = table.referee.public(table.game.state)
    assert not [name for name, cards in public["zones"].items() if isinstance(cards, int)]
    village.folder.close()

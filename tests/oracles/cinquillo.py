"""Cinquillo and its cabrón by hand, from the rules page."""

from __future__ import annotations

from oracles.oracle import Oracle, Over, Play

SUITS = {"O": "oros", "C": "copas", "E": "espadas", "B": "bastos"}
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
DECK = [f"{suit}{rank}" for suit in SUITS for rank in RANKS]


def step(card: str) -> int:
    """The place of a card on its ladder."""
    return RANKS.index(int(card[1:]))


class Cinquillo(Oracle):
    def game(self) -> Play:
        players = self.players
        self.zones = {"stock": list(DECK), **{f"layout.{s}": [] for s in SUITS.values()}}
        self.zones.update({f"hand.{p}": [] for p in players})
        self.counters.update({"direction": "counterclockwise", "round": 1})
        self.counters.update({f"score.{p}": 0 for p in players})
        if self.options.get("competitive"):
            self.counters.update({f"xp.{p}": 0 for p in players})
        if len(players) == 3:
            self.counters["extra"] = self.chance.first(players)
        self._deal()
        self.counters["starter"] = self._first_starter()
        while True:
            self.counters["turn"] = self.counters["starter"]
            yield from self._round()
            self._end_of_match()
            self._gather()
            self.counters["round"] += 1
            if len(players) == 3:
                self.counters["extra"] = self.next(self.counters["extra"])
            self._deal()
            self.counters["starter"] = self.next(self.counters["starter"])

    def hand(self, player: str) -> list[str]:
        return self.zones[f"hand.{player}"]

    def row(self, card: str) -> list[str]:
        return self.zones[f"layout.{SUITS[card[0]]}"]

    # --- rounds -------------------------------------------------------------------------------

    def _deal(self) -> None:
        self.shuffle("stock")
        stock = self.zones["stock"]
        each = self.options.get("deal", 10) if len(self.players) == 2 else 40
        player = self.counters.get("extra", self.players[0])
        for _ in range(min(40, each * len(self.players))):
            self.hand(player).append(stock.pop(0))
            player = self.next(player)

    def _first_starter(self) -> str:
        for five in ("O5", "C5", "E5", "B5"):
            for player in self.players:
                if five in self.hand(player):
                    return player
        return str(self.chance.first(self.players))

    def _gather(self) -> None:
        stock = self.zones["stock"]
        for suit in SUITS.values():
            stock += self.zones[f"layout.{suit}"]
            self.zones[f"layout.{suit}"] = []
        for player in self.players:
            stock += sorted(self.hand(player), key=DECK.index)
            self.hand(player).clear()

    def _round(self) -> Play:
        while True:
            me = self.turn
            moves = self._legal(me)
            if moves:
                _, move = yield {me: [f"play {card}" for card in moves]}
                self._play(me, move.split()[1])
                if self._round_is_over(me):
                    return
            elif len(self.players) == 2 and self.zones["stock"]:
                self.hand(me).append(self.zones["stock"].pop(0))
            self.counters["turn"] = self.next(me)

    def _legal(self, player: str) -> list[str]:
        hand = self.hand(player)
        nothing = not any(self.zones[f"layout.{s}"] for s in SUITS.values())
        if self.counters["round"] == 1 and nothing and "O5" in hand:
            return ["O5"]
        return [card for card in hand if self._fits(card)]

    def _fits(self, card: str) -> bool:
        row = self.row(card)
        if not row:
            return card[1:] == "5"
        low, high = step(row[0]), step(row[-1])
        if self.variant == "cabron":
            return step(card) < low or step(card) > high
        return step(card) in (low - 1, high + 1)

    def _play(self, player: str, card: str) -> None:
        self.hand(player).remove(card)
        row = self.row(card)
        if row and step(card) < step(row[0]):
            row.insert(0, card)
        else:
            row.append(card)

    def _round_is_over(self, me: str) -> bool:
        left = {p: len(self.hand(p)) for p in self.players}
        if self.variant == "classic":
            if left[me]:
                return False
            self.counters[f"score.{me}"] += 5 + sum(left.values())
            return True
        if any(self._legal(p) for p in self.players):
            return False
        fewest = [p for p in self.players if left[p] == min(left.values())]
        pot = sum(n for p, n in left.items() if p not in fewest)
        for player in fewest:
            self.counters[f"score.{player}"] += pot // len(fewest)
        return True

    def _end_of_match(self) -> None:
        scores = {p: self.counters[f"score.{p}"] for p in self.players}
        best = max(scores.values())
        if best < self.options.get("limit", 30) and self.counters["round"] < 100:
            return
        self.winners = [p for p in self.players if scores[p] == best]
        self.scores = scores
        if self.options.get("competitive"):
            for player in self.players:
                change = -10
                if player in self.winners:
                    change = 10 * len(self.players) if len(self.winners) == 1 else 0
                self.counters[f"xp.{player}"] = change
        raise Over

    def shown(self) -> dict[str, int]:
        if self.variant != "cabron":
            return {}
        return {f"dead.{p}": sum(map(self._dead, self.hand(p))) for p in self.players}

    def _dead(self, card: str) -> bool:
        row = self.row(card)
        return bool(row) and step(row[0]) < step(card) < step(row[-1])

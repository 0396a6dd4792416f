"""Cinco Vivos by hand, from its rules page."""

from __future__ import annotations

from oracles.oracle import Oracle, Over, Play

COPIES = {
    **{f"N{n}": copies for n, copies in enumerate((8, 8, 8, 8, 8, 4, 2, 1))},
    "DR1": 2, "DR2": 2, "PAS": 4, "REV": 2, "SKP": 6,
    "T21": 5, "T10": 2, "T0": 3, "RDL": 1, "BOM": 1,
}  # fmt: skip
DECK = [card for card, copies in COPIES.items() for _ in range(copies)]


class CincoVivos(Oracle):
    def game(self) -> Play:
        self.zones = {"stock": list(DECK), "discard": []}
        self.zones.update({f"hand.{p}": [] for p in self.players})
        lives = self.options.get("lives", 5)
        self.teams = self.variant == "teams"
        owners = ["team1", "team2"] if self.teams else self.players
        self.counters.update({f"alive.{one}": lives for one in owners})
        self.counters.update({"round": 1, "total": 0, "reshuffles": 0})
        seat = self.options.get("first") == "seat"
        starter = self.players[0] if seat else self.chance.first(self.players)
        self.counters["turn"] = starter
        self._deal()
        while True:
            yield from self._turn()

    # --- who is alive -------------------------------------------------------------------------

    def life(self, player: str) -> str:
        """The counter of a player's lives."""
        if self.teams:
            return f"alive.team{1 + self.players.index(player) % 2}"
        return f"alive.{player}"

    def inside(self, player: str) -> bool:
        return self.teams or self.counters[f"alive.{player}"] > 0

    def alive(self) -> list[str]:
        return [p for p in self.players if self.inside(p)]

    def after(self, player: str) -> list[str]:
        """Turn order from a player, who is left out."""
        return [p for p in self.round_from(player)[1:] if self.inside(p)]

    def hand(self, player: str) -> list[str]:
        return self.zones[f"hand.{player}"]

    def _lose(self, player: str) -> None:
        """A life is lost; in the standard and team games that may end the game."""
        self.counters[self.life(player)] -= 1
        if self.counters[self.life(player)] > 0:
            return
        if self.teams:
            self._end([p for p in self.players if self.life(p) != self.life(player)])
        self.zones["discard"] += sorted(self.hand(player), key=DECK.index)
        self.hand(player).clear()
        self.fallen = True
        if self.variant == "standard" and len(self.alive()) == 1:
            self._end(self.alive())

    def _event_is_over(self) -> None:
        """In sudden death the game ends after the event that took somebody's last life."""
        if self.variant != "sudden" or not self.fallen:
            return
        alive = self.alive()
        most = max(self.counters[f"alive.{p}"] for p in alive)
        best = [p for p in alive if self.counters[f"alive.{p}"] == most]
        sums = {p: sum(int(c[1:]) for c in self.hand(p) if c[0] == "N") for p in best}
        self._end([p for p in best if sums[p] == min(sums.values())])

    def _end(self, winners: list[str]) -> None:
        self.winners = winners
        self.scores = {p: self.counters[self.life(p)] for p in self.players}
        raise Over

    # --- rounds and turns ---------------------------------------------------------------------

    def _deal(self) -> None:
        self.counters.update({"total": 0, "direction": "clockwise", "reshuffles": 0})
        self.shuffle("stock")
        order = [p for p in self.clockwise_from(self.turn) if self.inside(p)]
        for _ in range(10):
            for player in order:
                self.hand(player).append(self.zones["stock"].pop(0))

    def _turn(self) -> Play:
        self.fallen = False
        me = self.turn
        cards = [card for card in set(self.hand(me)) if self._legal(card)]
        if not cards:
            self.counters["total"] = 0
            self._lose(me)
            self._event_is_over()
            self.counters["turn"] = self.after(me)[0]
            return
        _, move = yield {me: [f"play {card}" for card in cards]}
        self._play(me, move.split()[1])

    def _legal(self, card: str) -> bool:
        return card[0] != "N" or self.counters["total"] + int(card[1:]) <= 21

    def _play(self, me: str, card: str) -> None:
        self.hand(me).remove(card)
        self.zones["discard"].insert(0, card)
        if card[0] == "N":
            self.counters["total"] += int(card[1:])
        if card in ("T21", "T10", "T0"):
            self.counters["total"] = int(card[1:])
        if card == "BOM":
            self.counters["total"] = 0
        if card != "BOM" and not self.hand(me):
            self._end_of_round(me)
            return
        others = self.after(me)
        if card == "BOM" and self._bomb(me, others):
            return
        self._effect(me, card, others)
        order = [*self.after(me), me]
        self.counters["turn"] = order[1 if card == "SKP" else 0]

    def _effect(self, me: str, card: str, others: list[str]) -> None:
        if card in ("DR1", "DR2"):
            for player in others:
                for _ in range(int(card[2])):
                    self._draw(player)
        elif card == "REV" and len(others) > 1:
            forward = self.counters["direction"] == "clockwise"
            self.counters["direction"] = "counterclockwise" if forward else "clockwise"
        elif card == "RDL":
            self._redeal(me)

    def _draw(self, player: str) -> None:
        stock, discard = self.zones["stock"], self.zones["discard"]
        if not stock:
            if len(discard) < 2 or self.counters["reshuffles"] == 5:
                return
            self.counters["reshuffles"] += 1
            self.zones["stock"], self.zones["discard"] = discard[1:], discard[:1]
            self.shuffle("stock")
        self.hand(player).append(self.zones["stock"].pop(0))

    def _redeal(self, me: str) -> None:
        self.counters["total"] = 0
        collected = []
        for player in self.alive():
            collected += sorted(self.hand(player), key=DECK.index)
            self.hand(player).clear()
        collected = self.chance.shuffle("redeal", collected)
        order = [p for p in self.clockwise_from(me)[1:] if self.inside(p)] + [me]
        for place, card in enumerate(collected):
            self.hand(order[place % len(order)]).append(card)

    def _bomb(self, me: str, others: list[str]) -> bool:
        """Everybody answers; whether the round ended."""
        for player in others:
            if "N0" in self.hand(player):
                self.hand(player).remove("N0")
                self.zones["discard"].insert(0, "N0")
            else:
                self._lose(player)
        self._event_is_over()
        empty = [p for p in [me, *others] if self.inside(p) and not self.hand(p)]
        if empty:
            self._end_of_round(empty[0])
        return bool(empty)

    def _end_of_round(self, winner: str) -> None:
        if self.teams:
            self._lose(self.next(winner))
        else:
            for player in self.after(winner):
                self._lose(player)
        self._event_is_over()
        self.counters["round"] += 1
        stock = self.zones["stock"]
        stock += self.zones["discard"]
        self.zones["discard"] = []
        for player in self.players:
            stock += sorted(self.hand(player), key=DECK.index)
            self.hand(player).clear()
        left = self.clockwise_from(winner)[1:]
        self.counters["turn"] = next(p for p in left if self.inside(p))
        self._deal()

"""SEIS by hand, from its rules page."""

from __future__ import annotations

from collections.abc import Generator

from oracles.oracle import Asks, Oracle, Over, Play

COLOURS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "P": "purple", "O": "orange"}
WILDS = ("DAD", "SAL", "NUM", "REV", "VOL", "TIR")


class Seis(Oracle):
    def game(self) -> Play:
        players = self.players
        letters = list(COLOURS)[: len(players)]
        number_cards = [f"{c}{n}" for c in COLOURS for n in range(1, 7)]
        rows: dict[str, list[str]] = {}
        aside = [wild for wild in WILDS for _ in range(12 - 2 * len(players))]
        if self.variant == "classic":
            dealt = [f"{c}{n}" for c in letters for n in range(1, 7)]
        else:
            used = number_cards
            if self.variant == "mirror":
                used = [c for c in number_cards if c[0] in letters]
            dealt = self.chance.shuffle("stock", used)
        for seat, player in enumerate(players):
            rows[f"row.{player}"] = dealt[6 * seat : 6 * seat + 6]
        in_rows = {card for row in rows.values() for card in row}
        aside += [card for card in number_cards if card not in in_rows]
        self.zones = {**rows, "spent": [], "aside": aside}
        for seat, player in enumerate(players):
            self.zones[f"wilds.{player}"] = [wild for wild in WILDS for _ in range(2)]
            self.counters[f"color.{player}"] = COLOURS[letters[seat]]
            self.counters[f"die.{player}"] = 0
        self.counters["turn"] = self.chance.first(players)
        while True:
            self.counters.update({"throw": 0, "throws": 1, "skip": 0})
            self.reversed = False
            yield from self._turn()
            self.counters["turn"] = self.next(self.turn, 1 + self.counters["skip"])

    def holds(self, player: str, wild: str) -> bool:
        return wild in self.zones[f"wilds.{player}"]

    def spend(self, player: str, wild: str) -> None:
        self.zones[f"wilds.{player}"].remove(wild)
        self.zones["spent"].insert(0, wild)

    def row(self, player: str) -> list[str]:
        return self.zones[f"row.{player}"]

    # --- the turn -----------------------------------------------------------------------------

    def _turn(self) -> Play:
        me = self.turn
        _, move = yield {me: ["roll"] + ["play DAD"] * self.holds(me, "DAD")}
        if move == "play DAD":
            self.spend(me, "DAD")
            self.counters["throws"] = 2
        while self.counters["throw"] < self.counters["throws"]:
            self.counters["throw"] += 1
            self.counters[f"die.{me}"] = self.chance.die(me, 6)
            yield from self._nudge(me)
            shot = yield from self._shot(me)
            if shot:
                self.counters["skip"] = 0
                return
            yield from self._flip(me)
        yield from self._end_of_turn(me)

    def _nudge(self, me: str) -> Play:
        if not self.holds(me, "NUM"):
            return
        die = self.counters[f"die.{me}"]
        moves = [f"play NUM to={n}" for n in (die - 1, die + 1) if 1 <= n <= 6]
        _, move = yield {me: ["pass", *moves]}
        if move != "pass":
            self.spend(me, "NUM")
            self.counters[f"die.{me}"] = int(move.split("=")[1])

    def _shot(self, me: str) -> Generator[Asks, tuple[str, str], bool]:
        rank = [p for p in [*self.round_from(me)[1:], me] if self.holds(p, "TIR")]
        answers: dict[str, str] = {}
        while True:
            for player in rank:
                if player not in answers:
                    break
                if answers[player] != "pass":
                    self.spend(player, "TIR")
                    self.counters[f"die.{me}"] = 0
                    return True
            else:
                return False
            left = [p for p in rank if p not in answers]
            player, move = yield {p: ["pass", "play TIR"] for p in left}
            answers[player] = move

    # --- flips --------------------------------------------------------------------------------

    def _down(self, player: str, card: str) -> None:
        row = self.row(player)
        row[row.index(card)] = card + "~"
        if all(one.endswith("~") for one in row):
            self.winners = [player]
            self.scores = {p: sum(c.endswith("~") for c in self.row(p)) for p in self.players}
            raise Over

    def _flip(self, me: str) -> Play:
        die = str(self.counters[f"die.{me}"])
        fitting = [card for card in self.row(me) if card[1:] == die]
        if self.variant != "mirror":
            if fitting:
                self._down(me, fitting[0])
            return
        if len(fitting) > 1:
            _, move = yield {me: [f"flip {card}" for card in fitting]}
            self._down(me, move.split()[1])
        elif fitting:
            self._down(me, fitting[0])
        own = self.counters[f"color.{me}"]
        twin = next(letter for letter, word in COLOURS.items() if word == own) + die
        for player in self.players:
            if twin in self.row(player):
                self._down(player, twin)

    # --- the end of the turn ------------------------------------------------------------------

    def _end_of_turn(self, me: str) -> Play:
        while True:
            moves = self._last_cards(me)
            if not moves:
                return
            _, move = yield {me: [*moves, "end"]}
            if move == "end":
                return
            wild = move.split()[1]
            self.spend(me, wild)
            if wild == "SAL":
                self.counters["skip"] += 1
            elif wild == "REV":
                forward = self.counters["direction"] == "clockwise"
                self.counters["direction"] = "counterclockwise" if forward else "clockwise"
                if self._two_skip():
                    self.counters["skip"] += 1
                    self.reversed = True
            else:
                yield from self._turn_back(move.split("=")[1])

    def _two_skip(self) -> bool:
        return self.options.get("reverse_two") == "skip" and len(self.players) == 2

    def _last_cards(self, me: str) -> list[str]:
        moves = []
        skip = self.counters["skip"]
        if self.holds(me, "SAL") and skip < len(self.players) - 1 and not self.reversed:
            moves.append("play SAL")
        if self.holds(me, "REV") and not (self._two_skip() and skip > 0):
            moves.append("play REV")
        if self.holds(me, "VOL"):
            moves += [
                f"play VOL on={p}"
                for p in self.players
                if p != me and any(card.endswith("~") for card in self.row(p))
            ]
        return moves

    def _turn_back(self, player: str) -> Play:
        row = self.row(player)
        down = [card[:-1] for card in row if card.endswith("~")]
        card = down[0]
        if len(down) > 1:
            _, move = yield {player: [f"unflip {one}" for one in down]}
            card = move.split()[1]
        row[row.index(card + "~")] = card

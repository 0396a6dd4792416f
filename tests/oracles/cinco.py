"""CINCO by hand, from its rules page."""

from __future__ import annotations

from collections.abc import Generator

from oracles.oracle import Asks, Oracle, Over, Play

COLOURS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
LETTER = {word: letter for letter, word in COLOURS.items()}
RANKS = (1, 2, 3, 4, 6, 7, 8, 9)


def deck() -> list[str]:
    cards = [f"{c}{r}" for c in COLOURS for r in RANKS for _ in range(2)]
    cards += [f"{c}-WILD{r}" for c in COLOURS for r in (3, 7)]
    cards += [f"{c}5" for c in COLOURS for _ in range(5)] + ["WILD5"] * 5
    for c in COLOURS:
        cards += [f"{c}-REV"] * 2 + [f"{c}-SKP"] * 2
    return cards + ["PTS"] * 7 + ["EMB"] * 5 + ["PRO"] * 5 + ["CHG"] * 5


ORDER = {card: place for place, card in enumerate(dict.fromkeys(deck()))}


def is_five(card: str) -> bool:
    return card == "WILD5" or (len(card) == 2 and card[1] == "5")


def is_number(card: str) -> bool:
    return len(card) == 2 and card[1] in "12346789"


def is_wild(card: str) -> bool:
    return "-WILD" in card


def is_number_card(card: str) -> bool:
    return is_number(card) or is_wild(card)


def colour(card: str) -> str:
    """The letter of a card's colour, as it lies; empty for none."""
    if "=" in card:
        return card.split("=")[1][0]
    return card[0] if "-" in card or len(card) == 2 else ""


def figure(card: str) -> int:
    """The number of a number card."""
    return int(card[-1])


Taken = Generator[Asks, tuple[str, str], str | None]


class Cinco(Oracle):
    def game(self) -> Play:
        players = self.players
        self.zones = {"stock": deck(), "discard": [], "lot": [], "used": []}
        for name in ("hand", "bid", "offer", "fives", "guard"):
            self.zones.update({f"{name}.{p}": [] for p in players})
        self.counters.update({f"value.{p}": 0 for p in players})
        self.counters["direction"] = self.options.get("direction", "clockwise")
        self.shuffle("stock")
        self.counters["turn"] = self.chance.first(players)
        dealt = self.clockwise_from(self.turn)
        stock = self.zones["stock"]
        for _ in range(5):
            for player in dealt:
                self.hand(player).append(stock.pop(0))
        for player in dealt:
            self._replace_fives(player)
        first = yield from self._draw()
        assert first is not None
        self.zones["discard"].insert(0, first)
        while True:
            skipped = yield from self._turn()
            self.counters["turn"] = self.next(self.turn, 1 + skipped)

    def hand(self, player: str) -> list[str]:
        return self.zones[f"hand.{player}"]

    def _replace_fives(self, player: str) -> None:
        while fives := sorted(filter(is_five, self.hand(player)), key=ORDER.__getitem__):
            for five in fives:
                self.hand(player).remove(five)
            self.zones["stock"] += fives
            self.shuffle("stock")
            for _ in fives:
                self.hand(player).append(self.zones["stock"].pop(0))

    # --- the turn -----------------------------------------------------------------------------

    def _turn(self) -> Generator[Asks, tuple[str, str], int]:
        """A whole turn; gives how many players are passed over."""
        me, hand, discard = self.turn, self.hand(self.turn), self.zones["discard"]
        while len(hand) > 5:
            _, move = yield {me: [f"discard {card}" for card in set(hand)]}
            card = move.split()[1]
            hand.remove(card)
            discard.append(card)
        while len(hand) < 5:
            drawn = yield from self._draw()
            if drawn is None:
                break
            hand.append(drawn)
        moves = [move for card in set(hand) for move in self._plays(card)]
        followers = [c for c in hand if (is_number(c) or c[-3:] in ("REV", "SKP"))]
        if not any(self._plays(card) for card in followers):
            moves.append("draw")
        _, move = yield {me: moves}
        if move == "draw":
            drawn = yield from self._draw()
            if drawn is None:
                return 0
            hand.append(drawn)
            plays = self._plays(drawn)
            if not plays:
                return 0
            _, move = yield {me: [*plays, "pass"]}
            if move == "pass":
                return 0
        return (yield from self._play(move))

    def _plays(self, card: str) -> list[str]:
        top = self.zones["discard"][0]
        shown, wanted = colour(card), colour(top)
        if is_number(card):
            same = is_number_card(top.split("=")[0]) and figure(card) == figure(top)
            fits = not wanted or shown == wanted or same
            return [f"play {card}"] if fits else []
        if card[-3:] in ("REV", "SKP"):
            fits = not wanted or shown == wanted or card[-3:] == top[-3:]
            return [f"play {card}"] if fits else []
        if is_wild(card):
            return [f"play {card} color={word}" for word in LETTER]
        if card == "EMB":
            return [
                f"play EMB card={five} from={p}"
                for p in self.players
                if p != self.turn and not self.zones[f"guard.{p}"]
                for five in set(self.zones[f"fives.{p}"])
            ]
        if card == "PRO":
            return ["play PRO"] if self.zones[f"fives.{self.turn}"] else []
        return ["play CHG"] if card == "CHG" else []

    def _play(self, move: str) -> Generator[Asks, tuple[str, str], int]:
        me, hand, discard = self.turn, self.hand(self.turn), self.zones["discard"]
        _, card, *pairs = move.split()
        keys = dict(pair.split("=") for pair in pairs)
        hand.remove(card)
        if card == "PRO":
            self.zones[f"guard.{me}"].append(card)
            return 0
        if is_wild(card):
            card = f"{card}={LETTER[keys['color']]}{figure(card)}"
        discard.insert(0, card)
        if card.endswith("REV"):
            forward = self.counters["direction"] == "clockwise"
            self.counters["direction"] = "counterclockwise" if forward else "clockwise"
        elif card.endswith("SKP"):
            return 1
        elif card == "EMB":
            self.zones[f"fives.{keys['from']}"].remove(keys["card"])
            self._give_five(me, keys["card"])
        elif card == "CHG":
            discard += sorted(hand, key=ORDER.__getitem__)
            hand.clear()
            for _ in range(7):
                drawn = yield from self._draw()
                if drawn is None:
                    break
                hand.append(drawn)
        return 0

    def _give_five(self, player: str, five: str) -> None:
        self.zones[f"fives.{player}"].append(five)
        if len(self.zones[f"fives.{player}"]) >= 5:
            self.winners = [player]
            self.scores = {p: len(self.zones[f"fives.{p}"]) for p in self.players}
            raise Over

    # --- drawing and auctions -----------------------------------------------------------------

    def _draw(self) -> Taken:
        """The next card that is no five, None if there is none; fives are auctioned."""
        stock, discard = self.zones["stock"], self.zones["discard"]
        while True:
            if not stock:
                under = discard[1:]
                holders = any(is_number_card(c) for p in self.players for c in self.hand(p))
                if not under or (all(map(is_five, under)) and not holders):
                    return None
                del discard[1:]
                stock += [card.split("=")[0] for card in under]
                self.shuffle("stock")
                stock = self.zones["stock"]
            card = stock.pop(0)
            if not is_five(card):
                return card
            self.zones["lot"].append(card)
            yield from self._auction()
            stock = self.zones["stock"]

    def _auction(self) -> Play:
        order = self.round_from(self.turn)
        running = order
        while True:
            yield from self._bids(running)
            bidders = [p for p in running if self.zones[f"bid.{p}"]]
            if not bidders:
                self.zones["discard"].append(self.zones["lot"].pop())
                return
            for player in bidders:
                card = self.zones[f"bid.{player}"].pop()
                self.zones[f"offer.{player}"].append(card)
                self.counters[f"value.{player}"] = self._worth(card)
            if len(bidders) > 1:
                yield from self._window(order, bidders)
            values = {p: self.counters[f"value.{p}"] for p in bidders}
            best = [p for p in bidders if values[p] == max(values.values())]
            if len(best) == 1 or self.options.get("ties") == "order":
                self._award(best[0], order)
                return
            self.counters.update({f"value.{p}": 0 for p in self.players})
            running = [p for p in best if any(map(is_number_card, self.hand(p)))]
            if len(running) < 2:
                self._award(running[0] if running else best[0], order)
                return

    def _bids(self, running: list[str]) -> Play:
        open_to: Asks = {}
        for player in running:
            codes = {card for card in self.hand(player) if is_number_card(card)}
            if len(codes) == 1:
                self._bid(player, codes.pop())
            elif codes:
                open_to[player] = [f"bid {card}" for card in codes]
        while open_to:
            player, move = yield dict(open_to)
            del open_to[player]
            self._bid(player, move.split()[1])

    def _bid(self, player: str, card: str) -> None:
        self.hand(player).remove(card)
        self.zones[f"bid.{player}"].append(card)

    def _worth(self, card: str) -> int:
        lot = self.zones["lot"][0]
        twice = lot == "WILD5" or colour(card) == colour(lot)
        if is_wild(card) and self.options.get("wild_bid") == "any":
            twice = True
        return figure(card) * (2 if twice else 1)

    def _window(self, order: list[str], bidders: list[str]) -> Play:
        passed, at = 0, 0
        while passed < len(order):
            player = order[at % len(order)]
            at += 1
            passed += 1
            if "PTS" not in self.hand(player):
                continue
            plays = [f"play PTS on={p}" for p in bidders]
            _, move = yield {player: ["pass", *plays]}
            if move != "pass":
                target = move.split("=")[1]
                self.hand(player).remove("PTS")
                self.zones["used"].append("PTS")
                self.counters[f"value.{target}"] += 2 if target == player else -1
                passed = 0

    def _award(self, winner: str, order: list[str]) -> None:
        self._give_five(winner, self.zones["lot"].pop())
        for player in order:
            self.zones["stock"] += self.zones[f"offer.{player}"]
            self.zones[f"offer.{player}"] = []
        self.zones["stock"] += self.zones["used"]
        self.zones["used"] = []
        self.counters.update({f"value.{p}": 0 for p in self.players})
        self.shuffle("stock")

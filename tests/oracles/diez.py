"""DIEZ by hand, from its rules page; the custom card with the three ready effects."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from oracles.oracle import Asks, Oracle, Over, Play

COLOURS = {"R": "red", "G": "green", "Y": "yellow"}
WILDS = ("NUM", "COL", "SEA", "ROB", "SWP", "CUS")
FACES = [f"{c}{r}" for c in COLOURS for r in range(1, 11)] + list(WILDS)
PLAYED = ("SEA", "ROB", "SWP", "CUS")


def deck_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=FACES.index)


class Diez(Oracle):
    def game(self) -> Play:
        self.custom = self.options.get("custom", "none")
        faces = FACES if self.custom != "none" else FACES[:-1]
        self.points = self.variant == "points"
        self.piles = ["1", "2", "3"] if self.points else list(COLOURS.values())
        self.zones = {"stock": [card for card in faces for _ in range(4)], "active": []}
        for player in self.players:
            for name in ("hand", "received", "reserve"):
                self.zones[f"{name}.{player}"] = []
            self.zones.update({f"ladder.{pile}.{player}": [] for pile in self.piles})
        self.counters["idle"] = 0
        self.shuffle("stock")
        for _ in range(7):
            for player in self.players:
                self.hand(player).append(self.zones["stock"].pop(0))
        self.counters["turn"] = self.chance.first(self.players)
        while True:
            yield from self._turn()

    # --- zones --------------------------------------------------------------------------------

    def hand(self, player: str) -> list[str]:
        return self.zones[f"hand.{player}"]

    def received(self, player: str) -> list[str]:
        return self.zones[f"received.{player}"]

    def reserve(self, player: str) -> list[str]:
        return self.zones[f"reserve.{player}"]

    def held(self, player: str) -> list[str]:
        return self.received(player) + self.hand(player)

    def ladder(self, pile: str, player: str) -> list[str]:
        return self.zones[f"ladder.{pile}.{player}"]

    def _use(self, player: str, card: str) -> str:
        """Take a held card away, the received copy first."""
        zone = self.received(player) if card in self.received(player) else self.hand(player)
        zone.remove(card)
        return card

    def _regenerate(self) -> None:
        order = self.clockwise_from(self.turn)
        if self.zones["stock"] or not any(self.reserve(p) for p in order):
            return
        for player in order:
            self.zones["stock"] += deck_order(self.reserve(player))
            self.reserve(player).clear()
        self.shuffle("stock")

    # --- the turn -----------------------------------------------------------------------------

    def _turn(self) -> Play:
        me = self.turn
        self.counters["moved"] = 0
        self.counters.update({f"played.{card}": 0 for card in PLAYED})
        self.counters.update({f"base.{p}": len(self.ladder(p, me)) for p in self.piles})
        self._regenerate()
        while (moves := list(self._moves(me))) != ["end"]:
            _, move = yield {me: moves}
            self.counters["moved"] = 1
            if move == "end":
                break
            yield from self._make(me, move)
            self._regenerate()
            yield from self._shed(me)
            self._regenerate()
        grown = any(len(self.ladder(p, me)) > self.counters[f"base.{p}"] for p in self.piles)
        self.counters["idle"] = 0 if grown else self.counters["idle"] + 1
        if self.counters["idle"] >= self.options.get("idle", 60):
            self._end(stalled=True)
        self.counters["turn"] = self.next(me)

    def _moves(self, me: str) -> Iterator[str]:
        if not self.counters["moved"] and self.zones["stock"]:
            yield "draw"
        yield from dict.fromkeys(self._places(me))
        yield from self._replacements(me)
        yield from (f"reserve {card}" for card in set(self.hand(me)))
        yield from (f"return {card}" for card in set(self.received(me)))
        for card in PLAYED:
            if card in self.held(me) and self.counters[f"played.{card}"] < 4:
                yield from self._plays(me, card)
        if len(self.held(me)) <= 7:
            yield "end"

    def _places(self, me: str) -> Iterator[str]:
        held = set(self.held(me))
        empty = [p for p in self.piles if not self.ladder(p, me)]
        for pile in self.piles:
            rank = len(self.ladder(pile, me)) + 1
            if rank > 10 or (self.points and pile in empty[1:]):
                continue
            where = f" ladder={pile}" if self.points else ""
            own = [c for c in COLOURS if self.points or COLOURS[c] == pile]
            for c in COLOURS:
                card = f"{c}{rank}"
                if card in held and c in own:
                    yield f"place {card}{where}"
                if card in held and "COL" in held:
                    for other in own:
                        if other != c:
                            yield f"place {card} as={other}{rank}{where} with=COL"
            if "NUM" in held:
                yield from (f"place NUM as={c}{rank}{where}" for c in own)

    def _counts_as(self, pile: str, place: str, number: int) -> str:
        """The card that a place of a ladder counts as; `number` from 1."""
        if "=" in place:
            return place.split("=")[1]
        if "+" in place:
            return next(c for c, word in COLOURS.items() if word == pile) + str(number)
        return place

    def _replacements(self, me: str) -> Iterator[str]:
        for pile in self.piles:
            for number, place in enumerate(self.ladder(pile, me), 1):
                if place.startswith("NUM") and number > self.counters[f"base.{pile}"]:
                    continue
                real = self._counts_as(pile, place, number)
                if place != real and real in self.held(me):
                    yield f"replace {real}" + (f" ladder={pile}" if self.points else "")

    def _plays(self, me: str, card: str) -> Iterator[str]:
        others = [p for p in self.players if p != me]
        mine = len(self.held(me)) > 1 or bool(self.reserve(me))
        if card == "SEA" and self.zones["stock"]:
            yield "play SEA"
        if card == "ROB":
            yield from (f"play ROB from={p}" for p in others if self.reserve(p))
        if card == "SWP" and mine:
            theirs = [p for p in others if self.held(p) or self.reserve(p)]
            yield from (f"play SWP with={p}" for p in theirs)
        if card == "CUS":
            anybody = len(self.held(me)) > 1 or any(self.held(p) for p in others)
            if self.custom == "pass" and anybody:
                yield "play CUS"
            if self.custom == "draw2" and self.zones["stock"]:
                yield "play CUS"
            if self.custom == "reserves":
                full = [p for p in others if self.reserve(me) or self.reserve(p)]
                yield from (f"play CUS with={p}" for p in full)

    # --- moves --------------------------------------------------------------------------------

    def _make(self, me: str, move: str) -> Play:
        words = move.split()
        card = words[1] if len(words) > 1 else ""
        keys = dict(word.split("=", 1) for word in words[2:])
        verb = words[0]
        if verb == "draw":
            self.hand(me).append(self.zones["stock"].pop(0))
        elif verb == "place":
            self._place(me, card, keys)
        elif verb == "replace":
            self._replace(me, card, keys)
        elif verb == "reserve":
            self.hand(me).remove(card)
            self.reserve(me).append(card)
        elif verb == "return":
            self.received(me).remove(card)
            self.zones["stock"].append(card)
        else:
            yield from self._effect(me, card, keys)

    def _place(self, me: str, card: str, keys: dict[str, str]) -> None:
        meant = keys.get("as", card)
        pile = keys.get("ladder", COLOURS[meant[0]])
        place = self._use(me, card)
        if "with" in keys:
            place += "+" + self._use(me, "COL") + (f"={meant}" if self.points else "")
        elif card == "NUM":
            place = f"NUM={meant}"
        self.ladder(pile, me).append(place)
        if sum(len(self.ladder(p, me)) for p in self.piles) == 30:
            self._end(stalled=False)

    def _replace(self, me: str, card: str, keys: dict[str, str]) -> None:
        pile = keys.get("ladder", COLOURS[card[0]])
        ladder = self.ladder(pile, me)
        at = int(card[1:]) - 1
        old, ladder[at] = ladder[at], self._use(me, card)
        if old.startswith("NUM"):
            self.hand(me).append("NUM")
        else:
            self.reserve(me).extend(old.split("=")[0].split("+"))

    def _effect(self, me: str, card: str, keys: dict[str, str]) -> Play:
        self.counters[f"played.{card}"] += 1
        self._use(me, card)
        self.zones["active"].append(card)
        if card == "SEA":
            _, move = yield {me: [f"take {one}" for one in set(self.zones["stock"])]}
            taken = move.split()[1]
            self.zones["stock"].remove(taken)
            self.hand(me).append(taken)
            if self.zones["stock"]:
                self.shuffle("stock")
        elif card == "ROB":
            victim = keys["from"]
            robbed = self.chance.pick(f"reserve.{victim}", deck_order(self.reserve(victim)))
            self.reserve(victim).remove(robbed)
            self.received(me).append(robbed)
        elif card == "SWP":
            yield from self._swap(me, keys["with"])
        else:
            yield from self._custom(me, keys)
        self.zones["active"].remove(card)
        self.reserve(me).append(card)

    def _answers(self, asks: Asks) -> Generator[Asks, tuple[str, str], dict[str, str]]:
        """Everybody's answer; nothing happens before all are in."""
        answers: dict[str, str] = {}
        while len(answers) < len(asks):
            player, move = yield {p: m for p, m in asks.items() if p not in answers}
            answers[player] = move
        return answers

    def _swap(self, me: str, other: str) -> Play:
        pair = (me, other)
        asks = {
            p: [f"give {card}" for card in set(self.held(p))]
            + [f"give {card} from=reserve" for card in set(self.reserve(p))]
            for p in pair
        }
        answers = yield from self._answers(asks)
        given = {}
        for player in pair:
            _, card, *where = answers[player].split()
            if where:
                self.reserve(player).remove(card)
            else:
                self._use(player, card)
            given[player] = card
        self.received(me).append(given[other])
        self.received(other).append(given[me])

    def _custom(self, me: str, keys: dict[str, str]) -> Play:
        if self.custom == "draw2":
            for _ in range(2):
                if self.zones["stock"]:
                    self.hand(me).append(self.zones["stock"].pop(0))
                    self._regenerate()
        elif self.custom == "reserves":
            one, other = f"reserve.{me}", f"reserve.{keys['with']}"
            self.zones[one], self.zones[other] = self.zones[other], self.zones[one]
        else:
            asks = {p: [f"give {c}" for c in set(self.held(p))] for p in self.players}
            answers = yield from self._answers({p: m for p, m in asks.items() if m})
            cards = {p: self._use(p, move.split()[1]) for p, move in answers.items()}
            for player, card in cards.items():
                self.hand(self.next(player)).append(card)

    def _shed(self, me: str) -> Play:
        while True:
            asks = {
                p: [f"reserve {c}" for c in set(self.hand(p))]
                + [f"return {c}" for c in set(self.received(p))]
                for p in self.players
                if p != me and len(self.held(p)) > 7
            }
            if not asks:
                return
            player, move = yield asks
            yield from self._make(player, move)

    # --- the end ------------------------------------------------------------------------------

    def _filled(self, player: str) -> int:
        return sum(len(self.ladder(p, player)) for p in self.piles)

    def _provisional(self, player: str) -> int:
        places = [place for p in self.piles for place in self.ladder(p, player)]
        return sum(place.startswith("NUM") or "+" in place for place in places)

    def _points(self, player: str) -> int:
        total = 0
        for pile in self.piles:
            row = self.ladder(pile, player)
            colours = [self._counts_as(pile, place, n)[0] for n, place in enumerate(row, 1)]
            for at, colour in enumerate(colours):
                near = colours[max(0, at - 1) : at] + colours[at + 1 : at + 2]
                total += 2 if colour in near else 1
        return total

    def shown(self) -> dict[str, int]:
        score = self._points if self.points else self._filled
        return {f"score.{p}": score(p) for p in self.players}

    def _end(self, stalled: bool) -> None:
        self.scores = {p: self.shown()[f"score.{p}"] for p in self.players}
        ranks = {p: (self.scores[p], self._filled(p), -self._provisional(p)) for p in self.players}
        if not self.points and not stalled:
            self.winners = [self.turn]
        else:
            best = max(ranks.values())
            self.winners = [p for p in self.players if ranks[p] == best]
        raise Over

"""Questions, and a whole game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from card_specs.language import rules as r
from card_specs.language.model import Game
from card_specs.language.types import Kind, Type
from card_specs.language.vocabulary.cards import Edge
from card_specs.language.vocabulary.choices import Ask, How, Window
from plain.steps import Luck, Over, Repeated, Run, Steps, TurnEnds, TurnStarts
from plain.values import Env, split


@dataclass
class Answer:
    """A legal move: a spec's own, a card that is played, or (neither) the declining one."""

    env: Env
    move: r.Move | None = None
    card: r.CardRules | None = None


Answers = dict[str, Answer]


class Play(Steps):
    """A game under way: `asked` says who may make which moves, `answer` makes one."""

    def __init__(
        self, game: Game, variant: str, options: dict[str, Any], names: Sequence[str], luck: Luck
    ) -> None:
        super().__init__(game, variant, options, names)
        self.luck = luck
        self.over = False
        for zone in self.rules.zones.values():
            for owners in self.owners(zone.of):
                self.zones[(zone.name, *owners)] = []
        self.zones[(self.rules.deck,)] = list(self.deck)
        self.counters = {("turn",): 0, ("direction",): "clockwise"}
        for counter in self.rules.counters.values():
            if counter.derived is None:
                self._begin(counter)
        self.run_game = self._game()
        self.asked: dict[int, Answers] = next(self.run_game, {})

    def _begin(self, counter: r.CounterRules) -> None:
        start = counter.start if counter.start is not None else counter.each_turn
        for owners in self.owners(counter.of):
            value = self.counters.get((counter.name,))
            if start is not None:
                value = self.value(start, Env(0, it={0: owners[-1] if owners else None}))
            elif counter.type.kind is Kind.NUMBER:
                value = 0
            self.counters[(counter.name, *owners)] = value

    def _game(self) -> Run:
        try:
            yield from self.run(self.rules.setup, Env(self.counters[("turn",)]))
            while True:
                try:
                    yield from self.run(self.rules.turn, Env(self.counters[("turn",)]))
                except TurnEnds:
                    pass
                except TurnStarts as start:
                    self.counters[("turn",)] = start.player
                    self.set_back()
                    continue
                self.check(r.EndAt.TURN_END)
                yield from self.turn_passes()
        except Over:
            self.over = True

    # --- from outside ----------------------------------------------------------------------------

    def asks(self) -> dict[str, list[str]]:
        return {self.names[player]: sorted(answers) for player, answers in self.asked.items()}

    def answer(self, player: str, move: str) -> None:
        try:
            self.asked = self.run_game.send((self.names.index(player), move))  # type: ignore[attr-defined]
        except StopIteration:
            self.asked = {}

    def state(self) -> tuple[dict[str, list[str]], dict[str, Any]]:
        """Zones and counters as a trace compares them: no empty zones, no zeros, sets sorted."""
        zones = {}
        for key, found in self.zones.items():
            rules = self.rules.zones[key[0]]
            assert not (rules.hidden and found)
            if found:
                zones[self.name(key)] = sorted(found) if rules.order is r.Order.SET else list(found)
        counters = {}
        for counter in self.rules.counters.values():
            for owners in self.owners(counter.of) if not counter.hidden else ():
                value = self.counters.get((counter.name, *owners))
                if counter.derived is not None:
                    value = self.value(counter.derived, Env(0, it={0: owners[-1]}))
                counters[self.name((counter.name, *owners))] = self._shown(value, counter.type)
        counters["turn"] = self.names[self.counters[("turn",)]]
        counters["direction"] = self.counters[("direction",)]
        return zones, {name: value for name, value in counters.items() if value not in (0, None)}

    def result(self) -> tuple[list[str], dict[str, int]]:
        end = self.rules.end
        assert end.winners is not None
        winners = self.value(end.winners, Env(self.counters[("turn",)]))
        scores = {
            self.names[seat]: self.value(end.scores, Env(seat, it={0: seat})) if end.scores else 0
            for seat in self.seats
        }
        return [self.names[seat] for seat in winners], scores

    def _shown(self, value: Any, of: Type) -> Any:
        return self.names[value] if of.kind is Kind.PLAYER and value is not None else value

    # --- legal moves -----------------------------------------------------------------------------

    def answers(self, question: Ask | Window, player: int, env: Env) -> Answers:
        """All legal moves of a player; none if only declining is left."""
        found: Answers = {}
        for move in question.moves:
            for inside in self._choices(move.arguments, env.acting(player)):
                if move.condition is None or self.value(move.condition, inside):
                    text = self._text(move.verb, move.card, move.keys, move.arguments, inside)
                    found.setdefault(text, Answer(inside, move))
        if question.moment:
            self._add_cards(found, question, player, env)
        decline = question.decline
        if found and decline is not None:
            may = decline.condition
            if may is None or self.value(may, env.acting(player)):
                found[decline.verb] = Answer(env.acting(player))
        return found

    def _add_cards(self, found: Answers, question: Ask | Window, player: int, env: Env) -> None:
        acting = env.acting(player)
        only = self.value(question.only, acting) if getattr(question, "only", None) else None
        allowed = only if isinstance(only, list) else [only]
        for zone in question.sources:
            for card in self.zones[self.key(zone, acting)]:
                rules = self.rules.cards.get(self.kinds[split(card)[0]])
                if rules is None or rules.moment != question.moment:
                    continue
                if only is not None and card not in allowed:
                    continue
                gives = self.rules.moments[question.moment].gives
                local = {given.name: env.local[given.name] for given in gives}
                for inside in self._choices(rules.arguments, Env(player, card, local)):
                    if rules.condition is None or self.value(rules.condition, inside):
                        text = self._text("play", None, rules.keys, rules.arguments, inside)
                        text = text.replace("play", f"play {split(card)[0]}", 1)
                        found.setdefault(text, Answer(inside, None, rules))

    def _choices(self, arguments: tuple[r.Argument, ...], env: Env) -> Iterator[Env]:
        if not arguments:
            yield Env(env.me, env.this, dict(env.local), env.it)
            return
        for value in list(self.value(arguments[0].choices, env)):
            yield from self._choices(arguments[1:], env.knowing(arguments[0].name, value))

    def _text(
        self,
        verb: str,
        card: r.Part | None,
        keys: tuple[tuple[str, r.Part], ...],
        arguments: tuple[r.Argument, ...],
        env: Env,
    ) -> str:
        types = {argument.name: argument.type for argument in arguments}

        def said(part: r.Part) -> str:
            if not part.argument:
                return part.text
            value, kind = env.local[part.text], types[part.text].kind
            if kind is Kind.PLAYER:
                return self.names[value]
            if isinstance(value, tuple):
                return ",".join(split(one)[0] for one in value)
            return split(value)[0] if kind in (Kind.CARD, Kind.CODE) else str(value)

        pieces = [verb, *([said(card)] if card else []), *(f"{k}={said(p)}" for k, p in keys)]
        return " ".join(pieces)

    # --- questions -------------------------------------------------------------------------------

    def carried_out(self, question: Ask | Window, player: int, answer: Answer, env: Env) -> Run:
        """What an answer does, and `after`; the locals of the asking frame are shared."""
        acting = env.acting(player)
        if answer.move is not None:
            try:
                yield from self.guarded(answer.move.do, answer.env)
            finally:
                for name in env.local:
                    env.local[name] = answer.env.local[name]
        elif answer.card is not None:
            yield from self._played(question, answer.card, answer.env, acting)
        if answer.move is not None or answer.card is not None:
            yield from self.run(question.after, acting)

    def _played(self, question: Ask | Window, card: r.CardRules, env: Env, acting: Env) -> Run:
        sources = [self.key(zone, acting) for zone in question.sources]
        assert env.this is not None
        self.take(sources, env.this)
        target = card.target or question.target
        assert target is not None
        key = self.key(target, acting)
        env.this = split(env.this)[0]
        self.put(key, [env.this], Edge.RIGHT)
        self.check()
        yield from self.run(question.before, Env(acting.me, env.this, acting.local, acting.it))
        self.here = self.zones[key]
        yield from self.guarded(card.do, env)

    def step_ask(self, step: Ask, env: Env) -> Run:
        who = self.value(step.who, env)
        players = who if isinstance(who, list) else [] if who is None else [who]
        if step.how is How.SEALED:
            yield from self._sealed(step, list(players), env)
        elif step.how is How.FIRST:
            yield from self._first(step, list(players), env)
        else:
            yield from self._each(step, list(players), env)

    def _each(self, step: Ask, players: list[int], env: Env) -> Run:
        """All who have a choice, until all have answered (or, `again`, have nothing left)."""
        put = False
        while players:
            asked: dict[int, Answers] = {}
            for player in list(players):
                answers = self.answers(step, player, env)
                if not answers:
                    players.remove(player)
                    if not put:
                        yield from self.run(step.none, env.acting(player))
                elif step.single and len(answers) == 1:
                    put = True
                    yield from self._one(step, player, *answers.values(), env, players)
                else:
                    asked[player] = answers
            if asked:
                put = True
                player, text = yield asked
                yield from self._one(step, player, asked[player][text], env, players)

    def _one(self, step: Ask, player: int, answer: Answer, env: Env, players: list[int]) -> Run:
        again = step.again and (answer.move is not None or answer.card is not None)
        try:
            yield from self.carried_out(step, player, answer, env)
        except Repeated:
            again = True
        if not again:
            players.remove(player)

    def _sealed(self, step: Ask, players: list[int], env: Env) -> Run:
        """All answers are in before the first takes effect."""
        asked = {player: self.answers(step, player, env) for player in players}
        asked = {player: answers for player, answers in asked.items() if answers}
        given: dict[int, str] = {}
        for player, answers in asked.items():
            if step.single and len(answers) == 1:
                given[player] = next(iter(answers))
        while len(given) < len(asked):
            player, text = yield {one: asked[one] for one in asked if one not in given}
            given[player] = text
        for player, answers in asked.items():
            yield from self.carried_out(step, player, answers[given[player]], env)

    def _first(self, step: Ask, players: list[int], env: Env) -> Run:
        """The first in rank who does not decline; closed as soon as that is sure."""
        asked = {player: self.answers(step, player, env) for player in players}
        asked = {player: answers for player, answers in asked.items() if answers}
        given: dict[int, str] = {}
        for player, answers in asked.items():
            while player not in given:
                one, text = yield {p: asked[p] for p in asked if p not in given}
                given[one] = text
            answer = answers[given[player]]
            if answer.move is not None or answer.card is not None:
                yield from self.carried_out(step, player, answer, env)
                return

    def step_window(self, step: Window, env: Env) -> Run:
        players = list(self.value(step.who, env))
        passes = turn = 0
        while passes < len(players):
            player = players[turn % len(players)]
            turn += 1
            passes += 1
            answers = self.answers(step, player, env)
            if answers:
                _, text = yield {player: answers}
                if answers[text].card is not None or answers[text].move is not None:
                    passes = 0
                yield from self.carried_out(step, player, answers[text], env)

"""Steps that ask nobody.  Every step is a generator, so that a question can stand inside it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, Protocol

from card_specs.language import rules as r
from card_specs.language import tree as t
from card_specs.language.vocabulary import cards, chance, flow, marks
from card_specs.language.vocabulary import values as v
from plain.values import Env, Values, split

Run = Iterator[Any]


class Luck(Protocol):
    def shuffle(self, zone: str, cards: list[str]) -> list[str]: ...

    def die(self, player: str, faces: int) -> int: ...

    def pick(self, zone: str, cards: list[str]) -> str: ...

    def first(self, players: list[str]) -> str: ...


class Over(Exception):
    pass


class TurnEnds(Exception):
    pass


class TurnStarts(Exception):
    def __init__(self, player: int) -> None:
        self.player = player


class Left(Exception):
    pass


class Repeated(Exception):
    pass


class Steps(Values):
    luck: Luck
    here: list[str]
    """The zone into which a card was played last."""

    def run(self, block: t.Block, env: Env) -> Run:
        for step in block:
            yield from getattr(self, f"step_{type(step).__name__.lower()}")(step, env)
            self.check()

    def guarded(self, block: t.Block, env: Env) -> Run:
        """A block out of which `leave` leads."""
        with contextlib.suppress(Left):
            yield from self.run(block, env)

    def check(self, when: r.EndAt = r.EndAt.ONCE) -> None:
        end = self.rules.end
        if end.condition is not None and when in (end.when, None):
            self.check_now()

    def check_now(self) -> None:
        condition = self.rules.end.condition
        if condition is not None and self.value(condition, Env(self.counters[("turn",)])):
            raise Over

    # --- cards -----------------------------------------------------------------------------------

    def put(self, key: tuple[Any, ...], found: list[str], edge: cards.Edge) -> None:
        """Cards into a zone, without what they stood for; a pair falls apart."""
        loose = [code for card in found for code in split(card)[::2] if code]
        zone, order = self.zones[key], self.rules.zones[key[0]].order
        front = edge is cards.Edge.LEFT
        if order is r.Order.STACK:
            front = edge is not cards.Edge.BOTTOM
        if front and order is not r.Order.SET:
            zone[:0] = loose
        else:
            zone.extend(loose)

    def take(self, keys: list[tuple[Any, ...]], card: str) -> str:
        """Takes a card out of the first zone that has it, in whatever condition it lies there."""
        for same in (lambda one: one == card, lambda one: split(one)[0] == split(card)[0]):
            for key in keys:
                for one in self.zones[key]:
                    if same(one):
                        self.zones[key].remove(one)
                        return one
        raise AssertionError(card)

    def step_shuffle(self, step: cards.Shuffle, env: Env) -> Run:
        key = self.key(step.zone, env)
        self.zones[key] = list(self.luck.shuffle(self.name(key), self.zones[key]))
        yield from ()

    def step_deal(self, step: cards.Deal, env: Env) -> Run:
        source, players = self.zones[self.key(step.source, env)], self.value(step.players, env)
        number = len(source)
        if step.number is not None:
            number = min(number, self.value(step.number, env) * len(players))
        for turn in range(number if players else 0):
            target = self.key(step.target, env.acting(players[turn % len(players)]))
            self.put(target, [source.pop(0)], cards.Edge.RIGHT)
        yield from ()

    def step_movecards(self, step: cards.MoveCards, env: Env) -> Run:
        value = self.value(step.cards, env)
        several = isinstance(value, list | tuple)
        found = list(value) if several else [value] if value is not None else []
        if step.deck_order:
            found = self.in_deck_order(found)
        sources = [self.key(zone, env) for zone in step.sources]
        target = self.key(step.target, env)
        taken = [self.take(sources, card) for card in found]
        self.put(target, taken, step.edge)
        yield from ()

    def step_draw(self, step: cards.Draw, env: Env) -> Run:
        source, target = self.key(step.source, env), self.key(step.target, env)
        drawn: list[str] = []

        def wanted() -> bool:
            if step.limit is not None:
                return len(self.zones[target]) < int(self.value(step.limit, env))
            number = 1 if step.number is None else self.value(step.number, env)
            return len(drawn) < number

        while wanted():
            if not self.zones[source]:
                yield from self.run(self.rules.zones[source[0]].when_empty, Env(env.me))
                if not self.zones[source]:
                    break
            card = self.zones[source][0]
            rules = self.rules.cards.get(self.kinds[split(card)[0]])
            if rules is not None and rules.when_drawn is not None:
                yield from self.guarded(rules.when_drawn, Env(env.me, card))
                continue
            self.put(target, [self.zones[source].pop(0)], cards.Edge.TOP)
            drawn.append(card)
            self.check()
        several = step.number is not None or step.limit is not None
        if step.name:
            env.local[step.name] = drawn if several else drawn[0] if drawn else None

    def step_pick(self, step: cards.Pick, env: Env) -> Run:
        source, card = self.key(step.source, env), None
        if self.zones[source]:
            card = self.luck.pick(self.name(source), self.in_deck_order(self.zones[source]))
            self.zones[source].remove(card)
            self.put(self.key(step.target, env), [card], cards.Edge.TOP)
        if step.name:
            env.local[step.name] = card
        yield from ()

    def step_exchange(self, step: cards.Exchange, env: Env) -> Run:
        one, other = self.key(step.one, env), self.key(step.other, env)
        self.zones[one], self.zones[other] = self.zones[other], self.zones[one]
        yield from ()

    def step_turndown(self, step: marks.TurnDown, env: Env) -> Run:
        self._turned(step, env, "~")
        yield from ()

    def step_turnup(self, step: marks.TurnUp, env: Env) -> Run:
        self._turned(step, env, "")
        yield from ()

    def _turned(self, step: marks.TurnDown | marks.TurnUp, env: Env, mark: str) -> None:
        card = self.value(step.card, env)
        if card is not None:
            zone = self.zones[self.key(step.zone, env)]
            zone[zone.index(card)] = card.rstrip("~") + mark

    def step_lay(self, step: marks.Lay, env: Env) -> Run:
        sources = [self.key(zone, env) for zone in step.sources]
        text = split(self.value(step.card, env))[0]
        self.take(sources, text)
        if step.together is not None:
            together = split(self.value(step.together, env))[0]
            self.take(sources, together)
            text += f"+{together}"
        if step.standing is not None:
            text += f"={self.value(step.standing, env)}"
        target = self.zones[self.key(step.target, env)]
        if step.number is None:
            target.append(text)
        else:
            place = self.value(step.number, env) - 1
            old, target[place] = target[place], text
            if step.old is not None:
                self.put(self.key(step.old, env), [old], cards.Edge.TOP)
        yield from ()

    def step_markcard(self, step: marks.MarkCard, env: Env) -> Run:
        card, code = self.value(step.card, env), self.value(step.code, env)
        zone = self.here if step.zone is None else self.zones[self.key(step.zone, env)]
        zone[zone.index(card)] = f"{split(card)[0]}={code}"
        yield from ()

    # --- values and chance -----------------------------------------------------------------------

    def write(self, target: v.Target, value: Any, env: Env) -> None:
        if isinstance(target, t.Local):
            env.local[target.name] = value
        elif isinstance(target, t.TermValue):
            body = self.rules.terms[target.term].body
            assert isinstance(body, t.Counter)
            self.write(body, value, self.of_term(target, env))
        else:
            owners = (self.value(owner, env) for owner in target.owners)
            self.counters[(target.counter, *owners)] = value

    def step_setvalue(self, step: v.SetValue, env: Env) -> Run:
        self.write(step.target, self._copy(step.value, env), env)
        yield from ()

    def step_addvalue(self, step: v.AddValue, env: Env) -> Run:
        self.write(step.target, self.value(step.target, env) + self.value(step.value, env), env)
        yield from ()

    def step_let(self, step: v.Let, env: Env) -> Run:
        env.local[step.name] = self._copy(step.value, env)
        yield from ()

    def _copy(self, e: t.Expr, env: Env) -> Any:
        value = self.value(e, env)
        return list(value) if isinstance(value, list) else value

    def step_roll(self, step: chance.Roll, env: Env) -> Run:
        owners = tuple(self.value(owner, env) for owner in step.counter.owners)
        player = owners[-1] if owners else env.me
        thrown = self.luck.die(self.names[player], step.faces)
        self.counters[(step.counter.counter, *owners)] = thrown
        yield from ()

    def step_drawlots(self, step: chance.DrawLots, env: Env) -> Run:
        among = self.seats if step.among is None else self.value(step.among, env)
        drawn = self.luck.first([self.names[player] for player in among])
        self.write(step.target, self.names.index(drawn), env)
        yield from ()

    # --- flow ------------------------------------------------------------------------------------

    def step_if(self, step: flow.If, env: Env) -> Run:
        yield from self.run(step.then if self.value(step.condition, env) else step.otherwise, env)

    def step_foreach(self, step: flow.ForEach, env: Env) -> Run:
        for item in list(self.value(step.items, env)):
            env.local[step.name] = item
            yield from self.run(step.do, env)

    def step_repeat(self, step: flow.Repeat, env: Env) -> Run:
        if step.times is not None:
            for _ in range(self.value(step.times, env)):
                yield from self.run(step.do, env)
        while step.condition is not None and self.value(step.condition, env):
            yield from self.run(step.do, env)

    def step_callrule(self, step: flow.CallRule, env: Env) -> Run:
        rule = self.rules.rules[step.rule]
        values = [self.value(argument, env) for argument in step.arguments]
        names = [parameter.name for parameter in rule.takes]
        local = dict(zip(names, values, strict=True))
        yield from self.guarded(rule.body, Env(env.me, env.this, local))

    def step_leave(self, step: flow.Leave, env: Env) -> Run:
        raise Left
        yield

    def step_again(self, step: flow.Again, env: Env) -> Run:
        raise Repeated
        yield

    def step_endturn(self, step: flow.EndTurn, env: Env) -> Run:
        raise TurnEnds
        yield

    def step_passturn(self, step: flow.PassTurn, env: Env) -> Run:
        yield from self.turn_passes()

    def step_startturn(self, step: flow.StartTurn, env: Env) -> Run:
        raise TurnStarts(self.value(step.player, env))
        yield

    def step_checkend(self, step: flow.CheckEnd, env: Env) -> Run:
        self.check_now()
        yield from ()

    def step_gameover(self, step: flow.GameOver, env: Env) -> Run:
        raise Over
        yield

    def step_reverse(self, step: flow.Reverse, env: Env) -> Run:
        clockwise = self.counters[("direction",)] == "clockwise"
        self.counters[("direction",)] = "counterclockwise" if clockwise else "clockwise"
        yield from ()

    def turn_passes(self) -> Run:
        yield from self.run(self.rules.pass_turn, Env(self.counters[("turn",)]))
        self.set_back()

    def set_back(self) -> None:
        """Counters of a turn go back."""
        for rules in self.rules.counters.values():
            if rules.each_turn is not None:
                for owners in self.owners(rules.of):
                    about = Env(0, it={0: owners[-1] if owners else None})
                    self.counters[(rules.name, *owners)] = self.value(rules.each_turn, about)

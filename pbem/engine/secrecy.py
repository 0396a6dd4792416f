"""Who may know the locals of a rule: everybody, only the one who acts, or nobody.

Worked out from the rules alone, once for a table, and on the safe side.  A value that was read out
of a zone is no better known than the zone; one that was set only because of something secret is
secret, too.  How many cards a zone has is no secret, nor is what a moment `gives` to the cards
played in it: whoever is asked sees it in the moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.rules import Argument, CardRules, Move, Rules, Seen
from card_specs.language.tree import Block, Step
from card_specs.language.vocabulary.cards import Draw, MoveCards, Pick
from card_specs.language.vocabulary.choices import Ask, How, Window
from card_specs.language.vocabulary.flow import CallRule, ForEach, If, Repeat
from card_specs.language.vocabulary.values import AddValue, Let, SetValue
from pbem.engine.stops import PASS_TURN, Procedure
from pbem.engine.trees import Levelled, Trees, about, parts

MAIN: Procedure = ("main", "")
THIS = "\0this"


class Known(IntEnum):
    """To whom a value is known; the greater, the more secret."""

    ALL = 0
    ACTING = 1
    """Only to the player who acts in the frame."""
    NOBODY = 2


class Secrecy:
    """What is known of every local of every unit of a table's rules."""

    def __init__(self, rules: Rules, trees: Trees) -> None:
        self.rules = rules
        self.trees = trees
        self._levels: dict[tuple[Procedure, str], Known] = {}
        self._hidden: dict[str, Known] = {}
        self._under: dict[Procedure, Known] = {}
        self._declared: set[tuple[Procedure, str]] = set()
        """Locals that a moment hands to whoever may play a card: those are no secret."""
        self._acting = Known.ACTING
        """What is known of a zone of `me`: in what somebody else than the frame's `me` does, that
        somebody is not who sees the frame."""
        self._changed = True
        while self._changed:
            self._changed = False
            self._everything()

    def local(self, unit: Procedure, name: str) -> Known:
        """What is known of a local by its name in the spec."""
        return self._levels.get((unit, name), Known.ALL)

    def counter(self, name: str) -> Known:
        """What is known of a counter that is not shown."""
        return self._hidden.get(name, Known.ALL)

    # --- going through the rules ------------------------------------------------------------------

    def _everything(self) -> None:
        for block in (self.rules.setup, self.rules.turn, self.rules.pass_turn):
            self._block(MAIN, block, Known.ALL)
        self._block(PASS_TURN, self.rules.pass_turn, self._under.get(PASS_TURN, Known.ALL))
        for name, rule in self.rules.rules.items():
            self._called(("rule", name), rule.body)
        for name, zone in self.rules.zones.items():
            self._called(("empty", name), zone.when_empty)
        for kind, card in self.rules.cards.items():
            self._called(("card", kind), card.do)
            self._called(("drawn", kind), card.when_drawn or ())

    def _called(self, unit: Procedure, block: Block) -> None:
        self._block(unit, block, self._under.get(unit, Known.ALL))

    def _block(self, unit: Procedure, block: Block, under: Known) -> None:
        for step in block:
            self._step(unit, step, under)

    def _step(self, unit: Procedure, step: Step, under: Known) -> None:
        match step:
            case Let():
                self._raise(unit, step.name, max(under, self.value(unit, step.value)))
            case SetValue() | AddValue():
                self._written(unit, step, under)
            case Draw() | Pick() if step.name:
                self._raise(unit, step.name, max(under, self._zone(step.target)))
            case If():
                inner = max(under, self.value(unit, step.condition))
                self._block(unit, step.then, inner)
                self._block(unit, step.otherwise, inner)
            case ForEach():
                inner = max(under, self.value(unit, step.items))
                self._raise(unit, step.name, inner)
                self._block(unit, step.do, inner)
            case Repeat():
                said = step.condition if step.times is None else step.times
                inner = max(under, self.value(unit, said) if said is not None else Known.ALL)
                self._block(unit, step.do, inner)
            case CallRule():
                self._call(unit, step, under)
            case Ask() | Window():
                self._asked(unit, step, under)

    def _written(self, unit: Procedure, step: SetValue | AddValue, under: Known) -> None:
        level = max(under, self.value(unit, step.value))
        target = step.target
        if isinstance(target, t.TermValue):
            target_tree = self.trees.written_out(target)
            assert isinstance(target_tree, t.Counter)
            target = target_tree
        if isinstance(target, t.Local):
            self._raise(unit, target.name, level)
        elif level > self._hidden.get(target.counter, Known.ALL):
            rules = self.rules.counters.get(target.counter)
            if rules is not None and rules.hidden:
                self._hidden[target.counter] = level
                self._changed = True

    def _call(self, unit: Procedure, step: CallRule, under: Known) -> None:
        procedure = ("rule", step.rule)
        self._carry(procedure, under)
        takes = self.rules.rules[step.rule].takes
        for parameter, argument in zip(takes, step.arguments, strict=True):
            level = max(under, self.value(unit, argument))
            self._raise(procedure, parameter.name, level)
        self._raise(procedure, THIS, self.local(unit, THIS))

    def _asked(self, unit: Procedure, step: Ask | Window, under: Known) -> None:
        secret = step.secret or (isinstance(step, Ask) and step.how in (How.SEALED, How.FIRST))
        mine = not isinstance(step, Window) and isinstance(step.who, t.Me)
        self._declare(unit, step)
        acting = self._acting
        self._acting = acting if mine else Known.NOBODY
        for move in step.moves:
            for argument in move.arguments:
                if not self._shown_at_once(move, argument):
                    self._raise(unit, argument.name, self._chosen(unit, argument, secret, mine))
            self._block(unit, move.do, under)
        for card in self.rules.cards.values():
            if step.moment and card.moment == step.moment:
                self._played(unit, step, card, secret, mine, under)
        for block in (step.before, step.after, step.none if isinstance(step, Ask) else ()):
            self._block(unit, block, under)
        self._acting = acting

    def _declare(self, unit: Procedure, step: Ask | Window) -> None:
        moment = self.rules.moments.get(step.moment)
        for given in moment.gives if moment else ():
            self._declared.add((unit, given.name))
            if self._levels.pop((unit, given.name), None):
                self._changed = True

    def _played(
        self,
        unit: Procedure,
        step: Ask | Window,
        card: CardRules,
        secret: bool,
        mine: bool,
        under: Known,
    ) -> None:
        effect = ("card", card.kind)
        self._carry(effect, under)
        for argument in card.arguments:
            self._raise(effect, argument.name, self._chosen(unit, argument, secret, mine))
        target = card.target or step.target
        seen = target is not None and self.rules.zones[target.zone].seen is Seen.ALL
        self._raise(effect, THIS, Known.ALL if seen else Known.NOBODY)
        moment = self.rules.moments.get(card.moment)
        for given in moment.gives if moment else ():
            self._raise(effect, given.name, self.local(unit, given.name))

    def _chosen(self, unit: Procedure, argument: Argument, secret: bool, mine: bool) -> Known:
        """What a player chose: others learn it with the move, but not a card they can't see."""
        hidden = Known.ACTING if mine else Known.NOBODY
        if secret:
            return hidden
        cards = argument.type.kind in (types.Kind.CARD, types.Kind.CARDS)
        return hidden if cards and self.value(unit, argument.choices) > Known.ALL else Known.ALL

    def _shown_at_once(self, move: Move, argument: Argument) -> bool:
        """Whether the first thing that a move does is to lay the card where everybody sees it."""
        first = move.do[0] if move.do else None
        if not isinstance(first, MoveCards) or not isinstance(first.cards, t.Local):
            return False
        zone = self.rules.zones[first.target.zone]
        return first.cards.name == argument.name and zone.seen is Seen.ALL and not zone.hidden

    def _carry(self, procedure: Procedure, under: Known) -> None:
        if under > self._under.get(procedure, Known.ALL):
            self._under[procedure] = under
            self._changed = True

    def _raise(self, unit: Procedure, name: str, level: int) -> None:
        if (unit, name) in self._declared:
            return
        if level > self._levels.get((unit, name), Known.ALL):
            self._levels[unit, name] = Known(level)
            self._changed = True

    # --- expressions ------------------------------------------------------------------------------

    def value(self, unit: Procedure, tree: t.Expr) -> Known:
        """What is known of an expression's value."""
        return self._value(unit, self.trees.expand(tree), {})

    def _value(self, unit: Procedure, tree: t.Expr, candidates: dict[int, Known]) -> Known:
        match tree:
            case t.Zone():
                return max(self._zone(tree), self._most(unit, tree.owners, candidates))
            case t.Count(of=t.Zone() as zone) | t.Exists(operand=t.Zone() as zone):
                return self._most(unit, zone.owners, candidates)
            case t.Counter():
                hidden = self._hidden.get(tree.counter, Known.ALL)
                return max(hidden, self._most(unit, tree.owners, candidates))
            case t.Local():
                return self.local(unit, tree.name)
            case t.This():
                return self.local(unit, THIS)
            case t.Candidate():
                return candidates.get(tree.level, Known.ALL)
            case t.TermValue():
                body = self._value(unit, self.trees.body(tree.term), {0: Known.ALL})
                return max(body, self._most(unit, tree.arguments, candidates))
        if isinstance(tree, Levelled):
            source, said = about(tree)
            of = self._value(unit, source, candidates)
            return max(of, self._value(unit, said, {**candidates, tree.level: of}))
        return self._most(unit, parts(tree), candidates)

    def _most(
        self, unit: Procedure, trees: Iterable[t.Expr], candidates: dict[int, Known]
    ) -> Known:
        return max((self._value(unit, one, candidates) for one in trees), default=Known.ALL)

    def _zone(self, zone: t.Zone) -> Known:
        """What is known of the cards of a zone."""
        rules = self.rules.zones[zone.zone]
        if rules.seen is Seen.ALL and not rules.hidden:
            return Known.ALL
        mine = rules.seen is Seen.OWNER and zone.owners and isinstance(zone.owners[-1], t.Me)
        return self._acting if mine else Known.NOBODY

"""`ask` and `window`, compiled: the legal moves, what each of them does, and what comes after.

The commonest question, to one player, is put by the program itself.  Questions to several are
opened and continued by `asking.py`; the program gives it the pieces.
"""

from __future__ import annotations

import ast

from card_specs.language import types
from card_specs.language.rules import CardRules, Decline, Part, Seen
from card_specs.language.rules import Move as MoveRules
from card_specs.language.vocabulary.choices import Ask, Window
from card_specs.language.vocabulary.choices import How as SpecHow
from pbem.engine import emit
from pbem.engine.compiler import Compiler
from pbem.engine.draft import Draft, remembered
from pbem.engine.effects import carry_out, play_card
from pbem.engine.emit import const, expr, stmts
from pbem.engine.flow import Writer
from pbem.engine.legal import Legal, Playable
from pbem.engine.options import Option
from pbem.engine.question import How, Question
from pbem.engine.units import Here, Recipe

_HOW = {
    SpecHow.ALONE: How.ALONE,
    SpecHow.EACH: How.EACH,
    SpecHow.SEALED: How.SEALED,
    SpecHow.FIRST: How.FIRST,
}


def ask(c: Compiler, step: Ask, here: Here, writer: Writer) -> None:
    draft = _draft(c, step, _HOW[step.how], here)
    question = draft.question
    question.single, question.again = step.single, step.again
    question.secret = step.secret or question.how in (How.SEALED, How.FIRST)
    _compile(c, draft, here)
    if question.how is How.ALONE:
        writer.start(draft.open)
        _put_alone(c, draft, step, here, writer)
    else:
        _put_to_several(c, draft, here, writer)
    writer.start(draft.on)


def window(c: Compiler, step: Window, here: Here, writer: Writer) -> None:
    draft = _draft(c, step, How.WINDOW, here)
    seen = {c.layout.seen(zone.zone) for zone in step.sources}
    draft.question.secret = seen != {Seen.ALL}
    _compile(c, draft, here)
    _put_to_several(c, draft, here, writer)
    writer.start(draft.on)


def _draft(c: Compiler, step: Ask | Window, how: How, here: Here) -> Draft:
    line = c.line(step)
    if how is not How.ALONE:
        here.keep("asking", None)
    point = c.points.new(step.place, here.unit, here.scope)
    question = Question(len(c.questions), step.place, step.at, how, point, here.unit)
    point.question = question
    c.questions.append(question)
    if how is not How.ALONE:
        question.slot = here.unit.slots[-1].index
    opened = c.blocks.block(line, loop=bool(getattr(step, "again", False)))
    answered, on = c.blocks.block(line, "p"), c.blocks.block(line)
    opened.weight = here.unit.weight
    answers = here.within(here.scope.acting(emit.name("p")))
    question.scope, question.who = answers.scope, Recipe(step.who, here.scope)
    return Draft(step, question, line, opened, answered, on, answers)


def _object(c: Compiler, question: Question) -> ast.Name:
    """The question itself, as an object of the program."""
    return c.build.object("Q", question, ("question", question.index))


def _compile(c: Compiler, draft: Draft, here: Here) -> None:
    """Everything but the putting: legal moves, what they do, and the small functions."""
    step, question, answers = draft.step, draft.question, draft.answers
    moves = [(_move_option(c, question, move), move) for move in step.moves]
    kinds = tuple(
        (_card_option(c, question, card), card)
        for card in c.rules.cards.values()
        if step.moment and card.moment == step.moment
    )
    only = step.only if isinstance(step, Ask) else None
    legal = Legal(c, answers)
    lists = [(option, move.arguments, move.condition) for option, move in moves]
    playable = Playable(kinds, step.sources, only)
    question.identifiers["legal"] = legal.function(lists, playable, draft.line)
    if step.decline is not None:
        question.decline = _decline_option(c, question, step.decline)
        _declining(c, draft, step.decline)
    _small_functions(c, draft)
    for option, move in moves:
        option.block = carry_out(c, draft, option, move)
    for option, card in kinds:
        option.block = play_card(c, draft, option, card)
    _answered(c, draft)


# --- options -------------------------------------------------------------------------------------


def _option(
    c: Compiler,
    question: Question,
    verb: str,
    card: Part | None,
    keys: tuple[tuple[str, Part], ...],
    arguments: list[tuple[str, types.Type]],
) -> Option:
    option = Option(len(c.options), question, verb, card, keys, tuple(arguments))
    c.options.append(option)
    return option


def _move_option(c: Compiler, question: Question, move: MoveRules) -> Option:
    arguments = [(argument.name, argument.type) for argument in move.arguments]
    return _option(c, question, move.verb, move.card, move.keys, arguments)


def _card_option(c: Compiler, question: Question, card: CardRules) -> Option:
    this = Part("\0this", True)
    arguments = [(this.text, types.CARD)]
    arguments += [(argument.name, argument.type) for argument in card.arguments]
    option = _option(c, question, "play", this, card.keys, arguments)
    option.kind = card.kind
    return option


def _decline_option(c: Compiler, question: Question, decline: Decline) -> Option:
    option = _option(c, question, decline.verb, None, (), [])
    option.decline = True
    return option


def _declining(c: Compiler, draft: Draft, decline: Decline) -> None:
    """What the `or` does: nothing, and the question is over for whoever says it."""
    option = draft.question.decline
    assert option is not None
    if decline.condition is not None:
        test = c.value(decline.condition, draft.answers)
        _function(c, draft, "may_decline", stmts("return bool(TEST)", TEST=test))
    block = c.blocks.block(draft.line, "p", "m")
    writer = Writer(c.blocks, block)
    writer.add(c.tell("played", emit.name("p"), emit.name("m")), draft.line)
    block.entries = 1
    if draft.question.how is How.ALONE:
        writer.go(draft.on)
    else:
        leave = stmts("return declined(S, f, Q, p)", Q=_object(c, draft.question))
        writer.leave(leave, draft.line)
    option.block = block
    c.blocks.function(block)


def _small_functions(c: Compiler, draft: Draft) -> None:
    step, answers = draft.step, draft.answers
    if step.standing is not None:
        key = c.value(step.standing, answers)
        _function(c, draft, "key", stmts("return KEY", KEY=key))
    if isinstance(step, Ask) and step.shows is not None:
        zone = c.values.zone_index(step.shows, answers.scope)
        _function(c, draft, "shows", stmts("return ZONE", ZONE=zone))
    if isinstance(step, Ask) and step.none and draft.question.how is not How.ALONE:
        block = c.blocks.block(draft.line, "p")
        block.entries = 1
        writer = Writer(c.blocks, block)
        inside = remembered(c, draft, writer, c.stops.block_flows(step.none))
        c.flow(step.none, inside, writer)
        writer.leave(_went_on(c, draft, inside), draft.line)
        draft.question.identifiers["none"] = block.identifier
        c.blocks.function(block)


def _function(c: Compiler, draft: Draft, attribute: str, steps: list[ast.stmt]) -> None:
    """A small function of state, frame and player."""
    identifier = c.build.fresh("s")
    c.build.add(
        identifier, ["S", "f", "p"], stmts("Z = S.zones\nC = S.counters") + steps, draft.line
    )
    draft.question.identifiers[attribute] = identifier


# --- after an answer -----------------------------------------------------------------------------


def _went_on(c: Compiler, draft: Draft, inside: Here) -> list[ast.stmt]:
    me = inside.scope.me
    assert me is not None
    name = "asked_again" if draft.question.again else "went_on"
    return stmts(f"return {name}(S, f, Q, ME)", Q=_object(c, draft.question), ME=me)


def _answered(c: Compiler, draft: Draft) -> None:
    """`after`, and then the question again or what follows it."""
    writer = Writer(c.blocks, draft.answered)
    inside = remembered(c, draft, writer, c.stops.block_flows(draft.step.after))
    c.flow(draft.step.after, inside, writer)
    if draft.question.how is not How.ALONE:
        writer.leave(_went_on(c, draft, inside), draft.line)
    elif draft.question.again:
        writer.go(draft.open)
    else:
        writer.go(draft.on)


# --- putting it ----------------------------------------------------------------------------------


def _put_alone(c: Compiler, draft: Draft, step: Ask, here: Here, writer: Writer) -> None:
    """To one player: straight in the program."""
    question, line = draft.question, draft.line
    p, found = emit.name("p"), emit.name("M")
    writer.add(stmts("P = WHO", P=p, WHO=c.value(step.who, here)), line)
    if c.trees.nullable(c.trees.expand(step.who)):
        somebody = c.blocks.block(line, "p")
        writer.fork(expr("p is not None"), writer.to(somebody, p), writer.to(draft.on))
        writer.start_with(somebody)
    legal = emit.call(question.identifiers["legal"], emit.name("S"), emit.name("f"), p)
    writer.add(stmts("M = LEGAL", M=found, LEGAL=legal), line)
    put = c.blocks.block(line, "p", "M")
    nothing = c.blocks.block(line, "p") if step.none else c.blocks.block(line)
    writer.fork(found, writer.to(put, p, found), writer.to(nothing, *([p] if step.none else [])))
    writer.start_with(put)
    steps = _or_too(draft) + _answered_by_itself(c, draft)
    stop = "f[0] = POINT\nS.who = p\nS.moves = M\nreturn None"
    writer.leave(steps + stmts(stop, POINT=const(question.point.index)), line)
    writer.start_with(nothing)
    _nobody_asked(c, draft, step, writer)


def _or_too(draft: Draft) -> list[ast.stmt]:
    question = draft.question
    if question.declined is None:
        return []
    steps = stmts("M.append(D)", D=const(question.declined))
    if "may_decline" not in question.identifiers:
        return steps
    may = emit.call(question.identifiers["may_decline"], *map(emit.name, ("S", "f", "p")))
    return stmts("if MAY:\n    STEPS", MAY=may, STEPS=steps)


def _answered_by_itself(c: Compiler, draft: Draft) -> list[ast.stmt]:
    """The one legal move, or what a standing order says."""
    question, steps = draft.question, []
    if question.single:
        steps += stmts("if len(M) == 1:\n    S.who = p\n    S.chosen = M[0]\n    return go")
    if "key" in question.identifiers:
        steps += stmts(
            "if S.orders is not None and ordered(S, f, Q, p, M):\n    return go",
            Q=_object(c, question),
        )
    return steps


def _nobody_asked(c: Compiler, draft: Draft, step: Ask, writer: Writer) -> None:
    """No move but perhaps the `or`, which is not asked but taken; else `none`."""
    question, line = draft.question, draft.line
    if step.none and question.declined is not None:
        nothing = c.blocks.block(line, "p")
        if "may_decline" in question.identifiers:
            may = emit.call(question.identifiers["may_decline"], *map(emit.name, ("S", "f", "p")))
            writer.fork(may, writer.to(draft.on), writer.to(nothing, emit.name("p")))
        else:
            writer.go(draft.on)
        writer.start_with(nothing)
    if step.none:
        inside = remembered(c, draft, writer, c.stops.block_flows(step.none))
        c.flow(step.none, inside, writer)
    writer.go(draft.on)


def _put_to_several(c: Compiler, draft: Draft, here: Here, writer: Writer) -> None:
    """To several: `asking.py` does it, and goes on at `on`."""
    question = draft.question
    question.identifiers["onward"] = draft.on.identifier
    draft.on.entries += 1
    c.blocks.function(draft.on)
    who = c.value(draft.step.who, here)
    if not draft.step.who.type.is_list:
        who = emit.call("there", who)
    leave = stmts("return opened(S, f, Q, tuple(WHO))", Q=_object(c, question), WHO=who)
    writer.leave(leave, draft.line)


Compiler.flow_steps |= {Ask: ask, Window: window}

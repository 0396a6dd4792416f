"""What answers do: the steps of a move, or a card that is laid and takes effect."""

from __future__ import annotations

import ast

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.rules import CardRules
from card_specs.language.rules import Move as MoveRules
from card_specs.language.tree import Expr
from card_specs.language.vocabulary.flow import Leave
from card_specs.language.vocabulary.marks import MarkCard
from pbem.engine import emit
from pbem.engine.calls import call_flow, call_plain
from pbem.engine.compiler import Compiler
from pbem.engine.draft import Draft, remembered
from pbem.engine.emit import const, expr, stmts
from pbem.engine.flow import Block, Writer
from pbem.engine.options import Option
from pbem.engine.question import How
from pbem.engine.scope import Scope
from pbem.engine.stops import all_steps
from pbem.engine.units import Here, Quick, Recipe

SHORT = 5
"""An effect of no more steps is written where the card is played, not called."""


def carry_out(c: Compiler, draft: Draft, option: Option, move: MoveRules) -> Block:
    """The block of a move of the spec's own: its arguments become locals, then its steps."""
    flows = c.stops.block_flows(move.do)
    block, writer, inside = _begun(c, draft, c.build.line(move.at), flows)
    quick = inside.scope.acting(emit.name("p"))
    for place, argument in enumerate(move.arguments, 1):
        recipe = Recipe(argument.choices, inside.scope, choose=True)
        local = c.new_local(argument.name, argument.type, inside, slot=flows, recipe=recipe)
        variable = emit.name(c.build.fresh("v")) if flows else local
        writer.add(stmts("V = m[I]", V=variable, I=const(place)), block.line)
        if flows:
            writer.add(stmts("L = V", L=local, V=variable), block.line)
        quick = quick.knowing(argument.name, variable)
    inside.quick = Quick(block, quick, _chosen_card(c, move))
    c.flow(move.do, inside, writer)
    return _done(draft, block, writer, inside)


def _chosen_card(c: Compiler, move: MoveRules) -> tuple[str, Expr] | None:
    """The only card that a move chooses, and the zone where it surely is when the steps begin."""
    cards = [one for one in move.arguments if one.type == types.CARD]
    if len(cards) != 1 or isinstance(cards[0].choices, t.Choose):
        return None
    source = c.trees.expand(cards[0].choices)
    while isinstance(source, t.Where):
        source = source.source
    return (cards[0].name, source) if isinstance(source, t.Zone) else None


def play_card(c: Compiler, draft: Draft, option: Option, card: CardRules) -> Block:
    """The block of a card that is played: it is laid, then `before`, then its own effect."""
    stops_before = c.stops.block_flows(draft.step.before)
    flows = stops_before or c.stops.framed(("card", card.kind))
    block, writer, inside = _begun(c, draft, c.build.line(card.at), flows)
    this: ast.expr = emit.name(c.build.fresh("v"))
    if flows:
        this = inside.keep("this", types.CARD, secret=draft.question.secret)
    writer.add(stmts("THIS = m[1]", THIS=this), block.line)
    inside = inside.within(inside.scope.playing(this))
    chosen = []
    for place, argument in enumerate(card.arguments, 2):
        value = expr("m[I]", I=const(place))
        if stops_before:
            kept = inside.keep(argument.name, argument.type)
            writer.add(stmts("L = V", L=kept, V=value), block.line)
            value = kept
        chosen.append(value)
    laid = _laid(c, inside, draft, card, writer, block.line)
    c.flow(draft.step.before, inside, writer)
    place_ = f"{option.question.place}/{card.kind}"
    _effect(c, inside, card, [*chosen], laid, writer, place_)
    return _done(draft, block, writer, inside)


def _begun(c: Compiler, draft: Draft, line: int, flows: bool) -> tuple[Block, Writer, Here]:
    """A handler's block, and what `me`, `leave` and `again` are in it."""
    block = c.blocks.block(line, "p", "m")
    block.entries = 1
    c.blocks.function(block)
    writer = Writer(c.blocks, block)
    writer.add(c.tell("played", emit.name("p"), emit.name("m")), line)
    inside = remembered(c, draft, writer, flows).inner()
    me = inside.scope.me
    assert me is not None
    inside.leave = lambda writer, line: writer.go(draft.answered, me)
    inside.again = draft.open
    if draft.question.how is not How.ALONE:
        inside.again = c.blocks.block(line) if flows else None
        if inside.again is not None:
            question = c.build.object("Q", draft.question, ("question", draft.question.index))
            asked = stmts("return asked_again(S, f, Q, ME)", Q=question, ME=me)
            inside.again.entries = 1
            Writer(c.blocks, inside.again).leave(asked, line)
    return block, writer, inside


def _done(draft: Draft, block: Block, writer: Writer, inside: Here) -> Block:
    assert inside.scope.me is not None
    writer.go(draft.answered, inside.scope.me)
    return block


def _laid(
    c: Compiler, inside: Here, draft: Draft, card: CardRules, writer: Writer, line: int
) -> ast.expr:
    """Lay the card; gives the position of the zone where it now lies."""
    sources = draft.step.sources
    target = card.target or draft.step.target
    if target is None:
        return c.values.zone_index(sources[0], inside.scope)
    index = c.values.zone_index(target, inside.scope)
    this = inside.scope.this
    assert this is not None
    top = c.values.is_stack(target.zone)
    origin = c.values.zone_index(sources[0], inside.scope)
    if len(sources) == 1 and sources[0].zone not in c.lying_zones:
        put = "Z[TO].insert(0, THIS)" if top else "Z[TO].append(THIS)"
        made = stmts(f"Z[FROM].remove(THIS)\n{put}", FROM=origin, TO=index, THIS=this)
    else:
        zones = emit.tuple_of(c.zone(zone, inside) for zone in sources)
        made = stmts(
            "moved(ZONES, (THIS,), Z[TO], TOP)", ZONES=zones, THIS=this, TO=index, TOP=const(top)
        )
    made += c.tell("moved", emit.tuple_of([this]), origin, index)
    writer.add(made + c.ended([*sources, target], inside), line)
    return index


def _effect(
    c: Compiler,
    inside: Here,
    card: CardRules,
    chosen: list[ast.expr],
    laid: ast.expr,
    writer: Writer,
    place: str,
) -> None:
    """The card's own steps: written here if they are few, else called."""
    if not card.do:
        return
    line = c.build.line(card.at)
    moment = c.rules.moments.get(card.moment)
    gives = [one.name for one in (moment.gives if moment else ())]
    given = [inside.scope.locals[name] for name in gives]
    steps = list(all_steps(card.do))
    procedure = ("card", card.kind)
    if c.stops.framed(procedure):
        call_flow(c, procedure, [*chosen, *given, laid], inside, writer, place, line)
    elif len(steps) > SHORT or any(isinstance(step, Leave) for step in steps):
        writer.add(call_plain(c, procedure, [*chosen, *given, laid], inside), line)
    else:
        scope = Scope(inside.scope.me, inside.scope.this, dict(zip(gives, given, strict=True)))
        for argument, value in zip(card.arguments, chosen, strict=True):
            local = emit.name(c.build.fresh("v"))
            writer.add(stmts("L = V", L=local, V=value), line)
            scope = scope.knowing(argument.name, local)
        effect = inside.within(scope)
        effect.laid = laid if any(isinstance(step, MarkCard) for step in steps) else None
        writer.add(c.plain(card.do, effect), line)

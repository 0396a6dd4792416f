"""Steps that move cards, as Python: `shuffle deal move pick exchange turn lay mark`.

The common shapes (a whole zone, the top of a stack, one card) have short forms of their own.
"""

from __future__ import annotations

import ast

from card_specs.language import tree as t
from card_specs.language import types
from card_specs.language.vocabulary.cards import Deal, Edge, Exchange, MoveCards, Pick, Shuffle
from card_specs.language.vocabulary.marks import Lay, MarkCard, TurnDown, TurnUp
from pbem.engine import emit
from pbem.engine.compiler import Compiler
from pbem.engine.emit import const, expr, stmts
from pbem.engine.endings import Written
from pbem.engine.units import Here, Recipe


def shuffle(c: Compiler, step: Shuffle, here: Here) -> list[ast.stmt]:
    index = c.values.zone_index(step.zone, here.scope)
    made = stmts("shuffled(S, ZONE)", ZONE=index)
    return made + c.tell("shuffled", index) + c.ended([step.zone], here)


def deal(c: Compiler, step: Deal, here: Here) -> list[ast.stmt]:
    player, cards = emit.name(c.build.fresh("p")), emit.name(c.build.fresh("d"))
    target = t_index(c, step.target, here.within(here.scope.acting(player)))
    source = c.values.zone_index(step.source, here.scope)
    top = c.values.is_stack(step.target.zone)
    made = stmts(
        "WHO = tuple(PLAYERS)\n"
        "for PLAYER, CARDS in zip(WHO, dealt(Z[SOURCE], NUMBER, WHO)):\n"
        "    PUT\n"
        "    TELL",
        WHO=emit.name(c.build.fresh("w_")),
        PLAYERS=c.value(step.players, here),
        PLAYER=player,
        CARDS=cards,
        SOURCE=source,
        NUMBER=const(None) if step.number is None else c.kept(step.number, here),
        PUT=stmts("Z[T][0:0] = CARDS[::-1]" if top else "Z[T] += CARDS", T=target, CARDS=cards),
        TELL=c.tell("moved", cards, source, target),
    )
    return made + c.ended([step.source, everybodys(step.target)], here)


def everybodys(zone: t.Zone) -> t.Zone:
    """A zone of somebody unknown: whoever looks at it must look at all."""
    return t.Zone(zone.at, zone.type, zone.zone, ())


def t_index(c: Compiler, zone: t.Zone, here: Here) -> ast.expr:
    """The position of a zone that a step writes."""
    return c.values.zone_index(zone, here.scope)


def move(c: Compiler, step: MoveCards, here: Here) -> list[ast.stmt]:
    left = step.edge in (Edge.TOP, Edge.LEFT)
    single = not step.cards.type.is_list and len(step.sources) == 1
    if single and step.sources[0].zone not in c.lying_zones:
        return _one_moved(c, step, here, left)
    target = t_index(c, step.target, here)
    gone = emit.name(c.build.fresh("g"))
    made, origin = _taken(c, step, here, gone)
    put = "Z[TO][0:0] = GONE" if left else "Z[TO] += GONE"
    made += stmts(put, TO=target, GONE=gone)
    made += c.tell("moved", gone, origin, target)
    written: list[Written] = [*step.sources, step.target]
    return made + c.ended(written, here)


def _one_moved(c: Compiler, step: MoveCards, here: Here, left: bool) -> list[ast.stmt]:
    """One card that may be there or not, out of a zone where cards lie plainly."""
    origin, target = t_index(c, step.sources[0], here), t_index(c, step.target, here)
    card, made = c.value(step.cards, here), []
    if not isinstance(card, ast.Name):
        variable = emit.name(c.build.fresh("g"))
        made, card = stmts("CARD = VALUE", CARD=variable, VALUE=card), variable
    put = "Z[TO].insert(0, CARD)" if left else "Z[TO].append(CARD)"
    if here.quick is not None and here.quick.card is not None:
        name, zone = here.quick.card
        if isinstance(step.cards, t.Local) and (step.cards.name, step.sources[0]) == (name, zone):
            made += stmts("Z[FROM].remove(CARD)", FROM=origin, CARD=card)
            made += stmts(put, TO=target, CARD=card)
            made += c.tell("moved", emit.tuple_of([card]), origin, target)
            return made + c.ended([step.sources[0], step.target], here)
    made += stmts(
        "if CARD in Z[FROM]:\n    Z[FROM].remove(CARD)\n    PUT\n    TELL\n    ENDED",
        CARD=card,
        FROM=origin,
        PUT=stmts(put, TO=target, CARD=card),
        TELL=c.tell("moved", emit.tuple_of([card]), origin, target),
        ENDED=c.ended([step.sources[0], step.target], here),
    )
    return made


def _taken(
    c: Compiler, step: MoveCards, here: Here, gone: ast.Name
) -> tuple[list[ast.stmt], ast.expr]:
    """Statements that take the cards out into a list; and the position they come from."""
    origin = t_index(c, step.sources[0], here)
    plain = len(step.sources) == 1 and not step.deck_order
    if plain and step.cards == step.sources[0]:
        if step.sources[0].zone in c.lying_zones:
            return stmts("GONE = emptied(Z[FROM])", GONE=gone, FROM=origin), origin
        whole = "GONE = Z[FROM]\nZ[FROM] = []" if step.target != step.sources[0] else None
        if whole:
            return stmts(whole, GONE=gone, FROM=origin), origin
    if plain and _is_top(step.cards, step.sources[0]) and step.sources[0].zone not in c.lying_zones:
        assert isinstance(step.cards, t.Take)
        number = const(1) if step.cards.number is None else c.kept(step.cards.number, here)
        taken = "GONE = Z[FROM][:N]\ndel Z[FROM][:N]"
        if not isinstance(number, ast.Constant):
            number = expr("max(0, N)", N=number)
        return stmts(taken, GONE=gone, FROM=origin, N=number), origin
    cards = c.value(step.cards, here)
    if not step.cards.type.is_list:
        cards = emit.call("there", cards)
    elif isinstance(step.cards, t.Zone):
        cards = emit.call("tuple", cards)
    if step.deck_order:
        cards = emit.call("sorted_by_deck", cards, c.places())
    zones = emit.tuple_of(c.zone(zone, here) for zone in step.sources)
    steps = stmts("GONE = moved(ZONES, CARDS, [], False)", GONE=gone, ZONES=zones, CARDS=cards)
    return steps, origin


def _is_top(cards: t.Expr, zone: t.Zone) -> bool:
    return isinstance(cards, t.Take) and cards.end is t.End.FIRST and cards.of == zone


def pick(c: Compiler, step: Pick, here: Here) -> list[ast.stmt]:
    card: ast.expr = emit.name(c.build.fresh("g"))
    if step.name:
        picked = Recipe(step.target, here.scope, choose=True)
        card = c.new_local(step.name, types.CARD, here, recipe=picked)
    source, target = t_index(c, step.source, here), t_index(c, step.target, here)
    put = "Z[TO].insert(0, CARD)" if c.values.is_stack(step.target.zone) else "Z[TO].append(CARD)"
    made = stmts(
        "CARD = picked(S, FROM, PLACES)\nif CARD is not None:\n    PUT\n    TELL",
        CARD=card,
        FROM=source,
        PLACES=c.places(),
        PUT=stmts(put, TO=target, CARD=card),
        TELL=c.tell("picked", emit.tuple_of([card]), source, target),
    )
    return made + c.ended([step.source, step.target], here)


def exchange(c: Compiler, step: Exchange, here: Here) -> list[ast.stmt]:
    one, other = t_index(c, step.one, here), t_index(c, step.other, here)
    made = c.tell("exchanged", one, other)
    made += stmts("exchanged(Z[A], Z[B])", A=one, B=other)
    return made + c.ended([step.one, step.other], here)


def turn_down(c: Compiler, step: TurnDown, here: Here) -> list[ast.stmt]:
    return _turned(c, step, here, down=True)


def turn_up(c: Compiler, step: TurnUp, here: Here) -> list[ast.stmt]:
    return _turned(c, step, here, down=False)


def _turned(c: Compiler, step: TurnDown | TurnUp, here: Here, down: bool) -> list[ast.stmt]:
    card, zone = emit.name(c.build.fresh("g")), t_index(c, step.zone, here)
    made = stmts("CARD = VALUE", CARD=card, VALUE=c.value(step.card, here))
    made += stmts("turn(Z[ZONE], CARD, DOWN)", ZONE=zone, CARD=card, DOWN=const(down))
    made += c.tell("turned", card, zone, const(down))
    return made + c.ended([step.zone], here)


def lay(c: Compiler, step: Lay, here: Here) -> list[ast.stmt]:
    target = t_index(c, step.target, here)
    under = emit.name(c.build.fresh("g"))
    nothing = const(None)
    pieces = {
        "CARD": c.value(step.card, here),
        "WITH": nothing if step.together is None else c.value(step.together, here),
        "AS": nothing if step.standing is None else c.value(step.standing, here),
        "PLACE": nothing if step.number is None else c.value(step.number, here),
        "OLD": nothing if step.old is None else c.zone(step.old, here),
    }
    made = stmts(
        "UNDER = laid(FROM, CARD, WITH, AS, Z[TO], PLACE, OLD)",
        UNDER=under,
        FROM=emit.tuple_of(c.zone(zone, here) for zone in step.sources),
        TO=target,
        **pieces,
    )
    made += c.tell("laid", t_index(c, step.sources[0], here), target, pieces["CARD"], under)
    written: list[Written] = [*step.sources, step.target, *([step.old] if step.old else [])]
    return made + c.ended(written, here)


def mark_card(c: Compiler, step: MarkCard, here: Here) -> list[ast.stmt]:
    if step.zone is not None:
        index: ast.expr = t_index(c, step.zone, here)
        written: list[Written] = [step.zone]
    else:
        assert here.laid is not None, "`mark this` stands in a card's effect"
        index, written = here.laid, []
    card, code = c.value(step.card, here), c.value(step.code, here)
    made = stmts("mark(Z[ZONE], CARD, CODE)", ZONE=index, CARD=card, CODE=code)
    return made + c.tell("marked", card, index, code) + c.ended(written, here)


Compiler.plain_steps |= {
    Shuffle: shuffle,
    Deal: deal,
    MoveCards: move,
    Pick: pick,
    Exchange: exchange,
    TurnDown: turn_down,
    TurnUp: turn_up,
    Lay: lay,
    MarkCard: mark_card,
}

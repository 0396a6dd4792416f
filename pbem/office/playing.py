"""Moves by mail: a chain against the legal moves of each moment, typed or signed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.moves import Answer, NotLegal, Read
from pbem.letters.commands import Chain, Item, refusal_code, resolve
from pbem.protocol.canonical import Refusal, read
from pbem.protocol.records import check_members
from pbem.protocol.signing import Signed, open_line, thumbprint

from .game import Answered, Ask
from .referee import Referee, Refused, State
from .visit import Reaction, Reply, Visit, refused


@dataclass
class Run:
    """How far a chain of moves got."""

    state: State
    moves: list[str] = field(default_factory=list)
    then: list[list[str]] = field(default_factory=list)
    learned: bool = False
    stopped: Answer | None = None
    left: list[str] = field(default_factory=list)  # what was not played


def play_typed(visit: Visit, chain: Chain) -> Reaction:
    """A chain typed in a mail with the token of the open ask."""
    seat = visit.seat
    if seat.only_signed:
        return refused("only-signed", "this seat takes signed moves only")
    ask = visit.game.asks.get(visit.player)
    if ask is None or str(ask.number) != visit.ask:
        return over(visit, chain)
    if not chain.items:
        return refused("empty")
    run = run_chain(visit, ask, chain)
    if not run.moves:
        return _refuse(visit, run, chain.items[0])
    return _played(visit, ask, run, "mail")


def run_chain(visit: Visit, ask: Ask, chain: Chain) -> Run:
    """Play items as long as the same player is asked, they are legal and nothing new is seen."""
    referee = visit.referee
    assert referee is not None  # an ask is open, so play has started
    run = Run(visit.game.state)
    for place, item in enumerate(chain.items):
        legal = referee.asked(run.state).get(visit.player, ())
        answer = resolve(item, visit.lexicon, ask.moves, legal, visit.habits.language)
        if not isinstance(answer, Read) or not legal or run.learned:
            run.stopped = answer
            run.left = [_text(visit, ask, item) for item in chain.items[place:]]
            return run
        _step(run, referee, visit.player, answer.move)
    return run


def _step(run: Run, referee: Referee, player: str, move: str) -> None:
    played = referee.play(run.state, player, move)
    run.state = played.state
    run.moves.append(move)
    run.then += [list(pair) for pair in played.then]
    run.learned = played.learned


def _text(visit: Visit, ask: Ask, item: Item) -> str:
    if item.number is not None and 1 <= item.number <= len(ask.moves):
        return visit.lexicon.show(ask.moves[item.number - 1], visit.habits.language)
    return item.text or str(item.number)


def _played(visit: Visit, ask: Ask, run: Run, by: str, signed: Any = None) -> Reaction:
    draft: dict[str, Any] = {
        "kind": "move",
        "player": visit.player,
        "ask": ask.number,
        "moves": run.moves,
        "then": run.then,
        "by": by,
        "arrived": visit.arrived,
        "mail": visit.letter.known_as,
    }
    if signed is not None:
        draft["signed"] = signed
    facts = {"moves": run.moves, "left": run.left, "learned": run.learned}
    return Reaction("played", draft=draft, reply=Reply("receipt", facts))


def _refuse(visit: Visit, run: Run, item: Item) -> Reaction:
    answer = run.stopped
    assert answer is not None
    code = refusal_code(answer)
    because = answer.because.value if isinstance(answer, NotLegal) else ""
    return refused(code, because, wrote=item.text or str(item.number), answer=answer)


def over(visit: Visit, chain: Chain) -> Reaction:
    """The ask is closed: the same moves again are a copy, anything else comes too late."""
    last = visit.game.answered.get(visit.player)
    if last and str(last.number) == visit.ask and _same(visit, last, chain.items):
        return Reaction("duplicate", why="the same move for an ask that it answered")
    item = chain.items[0] if chain.items else None
    if item and not _is_command(visit, last, item):
        return refused("not-understood", wrote=item.text or str(item.number))
    return refused("turn-over")


def _is_command(visit: Visit, last: Answered | None, item: Item) -> bool:
    """Is it a move at all, to whatever question?  A friendly word doesn't come too late."""
    moves = last.mailed if last else ()
    answer = resolve(item, visit.lexicon, moves, moves, visit.habits.language)
    return isinstance(answer, Read | NotLegal)


def _same(visit: Visit, last: Answered, items: Sequence[Item]) -> bool:
    said = []
    for item in items:
        answer = resolve(item, visit.lexicon, last.mailed, last.mailed, visit.habits.language)
        said.append(answer.move if isinstance(answer, Read) else item.text)
    return tuple(said) == last.moves or tuple(said[: len(last.moves)]) == last.moves


def play_signed(visit: Visit, line: bytes, typed: Chain | None) -> Reaction:
    """An attached signed move: the attachment decides, a body that says otherwise refuses both."""
    try:
        signed = _open_move(visit, line)
    except Refusal as refusal:
        return refused("signature", refusal.what, reason=refusal.code)
    said = signed.payload
    ask = visit.game.asks.get(visit.player)
    if ask is None or ask.number != said["ask"]:
        last = visit.game.answered.get(visit.player)
        if last and last.number == said["ask"] and last.moves == tuple(said["moves"]):
            return Reaction("duplicate", why="the same signed move again")
        return refused("turn-over")
    if visit.game.heads.get(said["pub"]) != said["head"] or said["pub"] != ask.pub:
        what = "the signed move answers another position"
        return refused("signature", what, reason="position")
    return _carry_out(visit, ask, signed, typed)


def _carry_out(visit: Visit, ask: Ask, signed: Signed, typed: Chain | None) -> Reaction:
    referee = visit.referee
    assert referee is not None
    if typed and typed.items:
        body = run_chain(visit, ask, typed)
        if body.moves and body.moves != signed.payload["moves"]:
            return refused("two-moves", "the text says another move than the signed file")
    run = Run(visit.game.state)
    for move in signed.payload["moves"]:
        try:
            _step(run, referee, visit.player, move)
        except Refused as error:
            return refused("not-an-option", str(error), wrote=move)
    if not run.moves:
        return refused("empty")
    return _played(visit, ask, run, "key", read(signed.line))


def _open_move(visit: Visit, line: bytes) -> Signed:
    key = visit.seat.key
    if key is None:
        raise Refusal("no-key", "this seat has no key of its own")
    signed = open_line(line, "pbem-move", {thumbprint(key): key})
    check_members("pbem-move", signed.payload)
    wanted = {"host": visit.host, "game": visit.game.id, "player": visit.player}
    for name, value in wanted.items():
        if signed.payload[name] != value:
            raise Refusal("signed", f"signed for another {name}")
    return signed

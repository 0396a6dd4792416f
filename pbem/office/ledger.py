"""One record into the game and out as notices; whole logs; checkpoints of a game.

A checkpoint is what `state.jws` holds, so that a mail to a long game costs no replay.  It is a
cache of the log: whatever is wrong with it, replaying gives the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from pbem.protocol.signing import Signed

from .game import Answered, Ask, Call, Game, Record, Seat, Step, advance, begin
from .notices import Notice, after, watching
from .referee import Referee, Result

RefereeFor = Callable[[Game], Referee]
"""The rules of a game whose deal is made."""


def take(
    game: Game,
    record: Record,
    line_hash: str,
    referee: Referee | None,
    stepped: Game | None = None,
) -> tuple[Game, tuple[Notice, ...]]:
    """The game after a record, and whom it tells what.  `stepped` as in `advance`."""
    changed = advance(game, record, line_hash, referee, stepped)
    notices = (*after(game, changed, record), *watching(game, changed, record, referee))
    told = {notice.player: changed.pub for notice in notices if notice.view}
    return replace(changed, told={**changed.told, **told}), notices


def replay(records: Iterable[Signed], referee_for: RefereeFor) -> tuple[Game, Referee | None]:
    """The game of a whole log."""
    game: Game | None = None
    referee: Referee | None = None
    for signed in records:
        record = signed.payload
        if game is None:
            game = begin(record, signed.hash, signed.kid)
            continue
        if record["kind"] == "start":
            referee = referee_for(replace(game, deal=record["deal"]))
        game, _ = take(game, record, signed.hash, referee)
    if game is None:
        raise ValueError("an empty log")
    return game, referee


def dump(game: Game, referee: Referee | None) -> dict[str, Any]:
    """A game as canonical JSON values."""
    oldest = min(game.told.values(), default=0)
    return {
        "phase": game.phase,
        "opened": dict(game.opened),
        "open_hash": game.open_hash,
        "host": game.host,
        "n": game.n,
        "pub": game.pub,
        "at": game.at,
        "head": game.head,
        "last": game.last,
        "heads": {str(pub): head for pub, head in game.heads.items()},
        "seats": {name: _seat(seat) for name, seat in game.seats.items()},
        "roster_hash": game.roster_hash,
        "deal": dict(game.deal),
        "state": referee.dump(game.state) if referee and game.state is not None else {},
        "public_hash": game.public_hash,
        "counts": dict(game.counts),
        "asks": {name: _plain(ask) for name, ask in game.asks.items()},
        "answered": {name: _plain(said) for name, said in game.answered.items()},
        "steps": [_step(step) for step in game.steps],
        "news": [[pub, fact] for pub, fact in game.news if pub > oldest],
        "told": dict(game.told),
        "revealed": game.revealed,
        "missed": dict(game.missed),
        "calls": [[call.n, call.what, call.player] for call in game.calls],
        "end": dict(game.end),
    }


def load(
    game_id: str, data: Mapping[str, Any], referee_for: RefereeFor
) -> tuple[Game, Referee | None]:
    """The game of a checkpoint."""
    game = bare(game_id, data)
    if not data["deal"]:
        return game, None
    referee = referee_for(game)
    state = referee.load(data["state"])
    result: Result | None = referee.result(state)
    named = tuple(referee.public(state)["asked"])
    return replace(game, state=state, result=result, named=named), referee


def bare(game_id: str, data: Mapping[str, Any]) -> Game:
    """The game of a checkpoint without the position: no rules are needed to read it."""
    return Game(
        id=game_id,
        opened=data["opened"],
        open_hash=data["open_hash"],
        host=data["host"],
        phase=data["phase"],
        n=data["n"],
        pub=data["pub"],
        at=data["at"],
        head=data["head"],
        last=data["last"],
        heads={int(pub): head for pub, head in data["heads"].items()},
        seats={name: _read_seat(seat) for name, seat in data["seats"].items()},
        roster_hash=data["roster_hash"],
        deal=data["deal"],
        public_hash=data["public_hash"],
        counts=data["counts"],
        asks={n: Ask(**{**a, "moves": tuple(a["moves"])}) for n, a in data["asks"].items()},
        answered={n: _read_answered(said) for n, said in data["answered"].items()},
        steps=tuple(_read_step(step) for step in data["steps"]),
        news=tuple((pub, fact) for pub, fact in data["news"]),
        told=data["told"],
        revealed=data["revealed"],
        missed=data["missed"],
        calls=tuple(Call(*call) for call in data["calls"]),
        end=data["end"],
    )


def _plain(value: Ask | Answered) -> dict[str, Any]:
    return {
        name: list(item) if isinstance(item, tuple) else item
        for name, item in asdict(value).items()
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {name: value for name, value in asdict(seat).items() if value is not None}


def _read_seat(data: Mapping[str, Any]) -> Seat:
    return Seat(**data)


def _read_answered(data: Mapping[str, Any]) -> Answered:
    return Answered(data["number"], tuple(data["moves"]), tuple(data["mailed"]))


def _read_step(data: dict[str, Any]) -> Step:
    return Step(before=None, **{**data, "shown": tuple(data["shown"])})


def _step(step: Step) -> dict[str, Any]:
    return {
        "n": step.n,
        "player": step.player,
        "raised": step.raised,
        "used_chance": step.used_chance,
        "learned": step.learned,
        "sealed": step.sealed,
        "shown": list(step.shown),
    }

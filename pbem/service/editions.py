"""Which program a game was last played by, and whether this one plays it on as it was.

A newer program must not change a game under way: it replays the log first, and where the state or
a view comes out otherwise the game is left to the program that wrote it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from card_specs.language.problems import PersonError
from pbem.office.game import Game
from pbem.office.notices import Notice, view_of
from pbem.office.referee import Referee
from pbem.protocol.signing import Signed

DECIDES = ("card_specs/language", "pbem/engine", "pbem/office", "pbem/protocol")
"""The code that decides how a game goes on; mails and pages may change at any time."""

_SAME = ("phase", "pub", "head", "last", "public_hash", "counts", "roster_hash")


class LeftAloneError(PersonError):
    """A game that this program does not go on with; the others are not held up by it."""


@cache
def edition() -> dict[str, str]:
    """The program that runs: its version, and a digest of the code that decides about games."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for folder in DECIDES:
        for path in sorted((root / folder).glob("*.py")):
            digest.update(path.name.encode() + b"\n" + path.read_bytes())
    try:
        number = version("deckgen")
    except PackageNotFoundError:  # run from its sources
        number = "unknown"
    return {"version": number, "code": digest.hexdigest()[:16]}


def other_program(state: Mapping[str, Any]) -> str:
    """How the program that wrote a checkpoint is called."""
    written = state.get("program")
    if not isinstance(written, dict):
        return "an earlier version"
    return f"version {written.get('version')} (code {written.get('code')})"


def other_state(was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """What differs between the checkpoint of another program and a replay by this one.

    Only what both programs must mean alike is compared: how a state is written may change.
    """
    for name in _SAME:
        if was.get(name) != now[name]:
            return name
    if _asked(was.get("asks", {})) != _asked(now["asks"]):
        return "asks"
    before, after = _engine(was), _engine(now)
    if all(before.get(name) == after.get(name) for name in ("format", "rules")) and before != after:
        return "state"
    return ""


def _asked(asks: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {player: (ask.get("number"), ask.get("moves")) for player, ask in asks.items()}


def _engine(dumped: Mapping[str, Any]) -> dict[str, Any]:
    state = dumped.get("state") or {}
    return dict(json.loads(state["engine"])) if "engine" in state else {}


Told = Iterable[tuple[Game, Game, Referee | None, Notice, Signed]]
"""Notices with a view of which a file is kept: game before and after, its rules, that file."""


def other_view(told: Told) -> str:
    """The first kept view that this program would have made otherwise."""
    for before, game, referee, notice, kept in told:
        if referee is None:
            continue
        since = before.told.get(notice.player, -1)
        made = view_of(game, notice.player, notice.ask, since, referee)
        if any(_part(made, name) != _part(kept.payload, name) for name in made):
            return f"the view of {notice.player} at pub {game.pub}"
    return ""


def _part(view: Mapping[str, Any], name: str) -> Any:
    """A part of a view; an absence may have moved its deadline since."""
    part = view.get(name)
    if name == "own" and isinstance(part, dict):
        return {key: value for key, value in part.items() if key != "deadline"}
    return part

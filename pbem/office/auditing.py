"""Was a finished game played as it was signed?  The log is replayed from its revealed seed.

Every shuffle, throw and draw, every legal move, what standing orders answered, every view: all of
it follows from the log, and whatever contradicts it is a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.protocol.canonical import from_base64url
from pbem.protocol.deal import deal_key
from pbem.protocol.signing import Signed

from .clock import ABANDONED, GRACE, HOUR, at_deadline
from .competitive import is_competitive
from .game import Game, begin
from .leaving import end_of
from .ledger import take
from .notices import Notice, view_of
from .referee import Referee, Refused
from .undoing import last_of
from .voting import suffice, voters

RefereeWith = Callable[[bytes], Referee]


@dataclass
class Audit:
    """What contradicts the log, and what is worth knowing though it contradicts nothing."""

    findings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked: dict[str, set[int]] = field(default_factory=dict)  # player -> numbers of open asks


@dataclass(frozen=True)
class Expected:
    """The views that the log gives: by player, pub and ask."""

    views: Mapping[tuple[str, int, int], Mapping[str, Any]]
    publics: Mapping[int, Mapping[str, Any]]
    owns: Mapping[tuple[str, int], Sequence[Mapping[str, Any]]]  # zones, by player and pub
    allowed: int = 0  # seconds that the table gives for an answer


def audit_log(records: Sequence[Signed], referee_with: RefereeWith) -> tuple[Audit, Expected]:
    """Replay a whole log (verified before).  Its last record must be `end`."""
    audit = Audit()
    end = records[-1].payload
    if end["kind"] != "end":
        audit.findings.append("the log has no end: only finished games can be audited")
        return audit, Expected({}, {}, {})
    seed = from_base64url(end["seed"])
    game = begin(records[0].payload, records[0].hash, records[0].kid)
    referee: Referee | None = None
    views: dict[tuple[str, int, int], Mapping[str, Any]] = {}
    publics: dict[int, Mapping[str, Any]] = {}
    owns: dict[tuple[str, int], list[Mapping[str, Any]]] = {}
    for signed in records[1:]:
        record = signed.payload
        if record["kind"] == "start":
            referee = referee_with(deal_key(seed, record["deal"]))
        try:
            _check(game, record, referee, audit)
            _note_hands(record, audit)
            after, notices = take(game, record, signed.hash, referee)
        except (PersonError, Refused, KeyError) as error:
            audit.findings.append(f"record {record['n']}: {error}")
            break
        _note_views(game, after, notices, referee, views, publics)
        _note_own(after, referee, owns)
        for player, ask in after.asks.items():
            audit.asked.setdefault(player, set()).add(ask.number)
        game = after
    _note_binding(game, audit)
    return audit, Expected(views, publics, owns, _allowed(game))


def _note_own(
    game: Game, referee: Referee | None, owns: dict[tuple[str, int], list[Mapping[str, Any]]]
) -> None:
    """What each player sees beyond what all see, whenever it changes while `pub` stays."""
    if referee is None or game.state is None:
        return
    for player in game.players:
        known = owns.setdefault((player, game.pub), [])
        zones = referee.own(game.state, player)
        if not known or known[-1] != zones:
            known.append(zones)


def _note_views(
    before: Game,
    game: Game,
    notices: Iterable[Notice],
    referee: Referee | None,
    views: dict[tuple[str, int, int], Mapping[str, Any]],
    publics: dict[int, Mapping[str, Any]],
) -> None:
    if referee is None or game.state is None:
        return
    publics.setdefault(game.pub, referee.public(game.state))
    for notice in notices:
        if notice.view:
            since = before.told.get(notice.player, -1)
            payload = view_of(game, notice.player, notice.ask, since, referee)
            views[notice.player, game.pub, notice.ask] = payload


def _note_hands(record: Mapping[str, Any], audit: Audit) -> None:
    """What the log cannot prove was wanted: whoever sat there knows."""
    if record["kind"] == "seat" and record["change"] in ("key", "address"):
        who, what = record["player"], record["change"]
        audit.notes.append(
            f"record {record['n']}: {who} has another {what} from here on, by {record['by']}: "
            f"{who} knows whether that was right"
        )


# --- single records ------------------------------------------------------------------------------


def _check(game: Game, record: Mapping[str, Any], referee: Referee | None, audit: Audit) -> None:
    check = _CHECKS.get(record["kind"])
    if check and referee is not None:
        wrong = check(game, record, referee)
        if wrong:
            audit.findings.append(f"record {record['n']}: {wrong}")


def _move(game: Game, record: Mapping[str, Any], referee: Referee) -> str:
    """Who may move a seat: its player, only by key where only that counts, or the host for it."""
    player = record["player"]
    seat = game.seats[player]
    if record["by"] == "bot":
        if not (seat.bot or seat.left or seat.house):
            return f"a bot moved for {player}, whose seat is no bot's"
        if seat.left and not seat.bot and record["moves"] != [referee.late(game.state, player)]:
            return f"not the move of the rules page for {player}, who left"
    elif seat.bot or seat.left:
        return f"{player} moved after giving up the seat"
    elif seat.only_signed and record["by"] != "key":
        return f"{player} moved without signing"
    return ""


def _timeout(game: Game, record: Mapping[str, Any], referee: Referee) -> str:
    player = record["player"]
    ask = game.asks.get(player)
    if ask is None or ask.number != record["ask"]:
        return f"{player} was not asked {record['ask']}"
    if at_deadline(game, player) != "play":
        return f"the host played for {player} at a table that has agreed otherwise"
    if record["moves"] != [referee.late(game.state, player)]:
        return f"not the move of the rules page for {player}"
    allowed, at = _allowed(game), record["at"]
    if record["deadline"] < ask.at + allowed or at < record["deadline"] + GRACE:
        return f"{player} was not late yet"
    # An absence, which stands in no log, moves the deadline and not the notice.
    notice = min(12 * HOUR, allowed // 4)
    if not any(ask.at < taken <= at - notice for taken in record["reminded"]):
        return f"no reminder went out to {player} in time"
    return ""


def _allowed(game: Game) -> int:
    """Seconds that the table gives for an answer."""
    return int(game.table.get("deadline", 3 * 24 * HOUR))


def _undo(game: Game, record: Mapping[str, Any], _: Referee) -> str:
    player = record["player"]
    if record["by"] == "alone":
        last = last_of(game, player)
        if last is None or last.used_chance or last.learned or record["to"] != last.n - 1:
            return f"{player} may not take that back alone"
        return ""
    back = [s for s in game.steps if s.n == record["to"] + 1 and s.player == player]
    if not back:
        return f"what was taken back is no move of {player}"
    if back[0].sealed:
        return f"a sealed answer of {player} was taken back"
    if record["by"] == "vote":
        if not suffice(game, record):
            return f"a move of {player} was taken back without the votes of all others"
    elif is_competitive(game.opened):
        return "the host forced an undo at a competitive table"
    return ""


def _seat(game: Game, record: Mapping[str, Any], _: Referee) -> str:
    """A seat changes by its player's own wish, by the others' vote, or as the table agreed."""
    player, change, by = record["player"], record["change"], record["by"]
    competitive = is_competitive(game.opened)
    if change in ("token", "key", "address"):
        return "" if by in (player, "host") else f"{by} changed the seat of {player}"
    if competitive and change in ("bot", "player"):
        return f"the seat of {player} changed hands at a competitive table"
    if by == "vote":
        if game.seats[player].left and change == "resign" and not competitive:
            return f"a penalty for {player} at a table that does not count"
        enough = suffice(game, record)
        return "" if enough else f"the votes about {player} do not suffice for '{change}'"
    if by == player and change != "player":
        return f"{player} left twice" if game.seats[player].left else ""
    if by == "late" and change == "bot":
        ask = game.asks.get(player)
        late = ask is not None and record["at"] >= ask.at + _allowed(game)
        agreed = at_deadline(game, player) == "bot"
        return "" if late and agreed else f"{player} was not late, or no bot was agreed for that"
    if by == "host" and change != "resign" and not voters(game, player):
        return ""
    return f"{by} changed the seat of {player} without a vote"


def _end(game: Game, record: Mapping[str, Any], referee: Referee) -> str:
    over = end_of(game)
    if record["reason"] == "over":
        if referee.result(game.state) is None or over is None:
            return "ended as over while the rules go on"
        if list(over[1]) != list(record["winners"]) or over[2] != dict(record["scores"]):
            return "other winners or scores than the rules give"
    elif record["reason"] == "abandoned" and over is not None:
        if list(over[1]) != list(record["winners"]) or record["scores"]:
            return "other winners than those who stayed"
    elif record["reason"] == "abandoned" and record["at"] - game.at < ABANDONED:
        return "ended as abandoned though something was played in the last 60 days"
    elif record["winners"] or record["scores"]:
        return "a game that was not played to its end has no winners"
    return ""


_CHECKS = {"move": _move, "timeout": _timeout, "undo": _undo, "seat": _seat, "end": _end}


# --- what players kept ----------------------------------------------------------------------------


def audit_views(
    audit: Audit, expected: Expected, kept: Sequence[tuple[str, Mapping[str, Any]]]
) -> None:
    """Each view handed in (file name, payload) equals the one that the log gives."""
    for name, view in kept:
        wanted = expected.views.get((view["player"], view["pub"], view["ask"]))
        if wanted is None:
            if not _could_be(expected, view):
                audit.findings.append(f"{name}: the log gives no such view")
            continue
        wrong = [part for part in wanted if _differs(part, wanted, view)]
        if wrong:
            audit.findings.append(f"{name}: other {', '.join(sorted(wrong))} than the log gives")
        due = view["own"].get("deadline", 0)
        if view["ask"] and due < wanted["at"] + expected.allowed:
            audit.findings.append(f"{name}: less time for the answer than the table gives")


def _could_be(expected: Expected, view: Mapping[str, Any]) -> bool:
    """A view that no record calls for: it asks nothing and shows what stood there at its `pub`."""
    player, pub = view["player"], view["pub"]
    zones = expected.owns.get((player, pub), ()) if player else ({},)
    shown = view["own"].get("zones", {})
    return not view["ask"] and expected.publics.get(pub) == view["public"] and shown in zones


def _differs(part: str, wanted: Mapping[str, Any], view: Mapping[str, Any]) -> bool:
    if part != "own":
        return bool(wanted[part] != view[part])
    # An absence, which stands in no log, may have moved a deadline: never to an earlier time.
    mine = {name: value for name, value in view["own"].items() if name != "deadline"}
    theirs = {name: value for name, value in wanted["own"].items() if name != "deadline"}
    return mine != theirs


def missing_asks(audit: Audit, player: str, kept: Iterable[int]) -> None:
    """Note the asks of a player for which no mail was handed in."""
    missing = sorted(audit.asked.get(player, set()) - set(kept))
    if missing:
        shown = ", ".join(map(str, missing[:20]))
        audit.notes.append(f"{player}: no mail was handed in for ask {shown}")


def _note_binding(game: Game, audit: Audit) -> None:
    """How well the deal was bound: by nothing, words, or secrets."""
    people = [seat for seat in game.seats.values() if not seat.house]
    if any(seat.secret for seat in people):
        named = ", ".join(seat.player for seat in people if seat.secret)
        audit.notes.append(f"the deal was bound by secrets of {named}: nobody could choose it")
    elif any(seat.words for seat in people):
        named = ", ".join(seat.player for seat in people if seat.words)
        audit.notes.append(
            f"the deal was bound by words of {named}: the host together with whoever joined last "
            "could have chosen among deals"
        )
    else:
        audit.notes.append("nobody gave words or a secret: the host could have chosen this deal")

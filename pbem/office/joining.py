"""From invitation to start: joining with words or a key, roster, reveals, declining."""

from __future__ import annotations

from typing import Any

from pbem.protocol.canonical import Refusal, from_base64url, read
from pbem.protocol.deal import make_deal, secret_commit, tidy_words
from pbem.protocol.records import check_members
from pbem.protocol.signing import open_line, thumbprint

from .competitive import is_competitive, stake_of
from .drafts import Draft
from .game import Game
from .leaving import closed, end_of
from .visit import Reaction, Reply, Visit, refused, told


def typed(visit: Visit, words: str) -> Reaction:
    """`join` with any words after it; they help to shuffle and are repeated to everybody."""
    if visit.seat.joined:
        return joined_before(visit.game)
    if visit.game.phase != "joining":
        return refused("join-late")
    if is_competitive(visit.game.opened):
        return refused("needs-key")
    draft = {
        "kind": "join",
        "player": visit.player,
        "words": tidy_words(words),
        "commit": "",
        "key": {},
        "only_signed": False,
        "mail": visit.letter.known_as,
    }
    return Reaction("played", draft=draft, wish={"joined": visit.player})


def joined_before(game: Game) -> Reaction:
    """Whoever sits there joins once more: that they are in, or how it stands by now."""
    if game.phase == "over":
        return refused("join-late")
    return told("status" if game.phase == "playing" else "joined")


def signed(visit: Visit, typ: str, line: bytes) -> Reaction:
    """A signed `join` (with the invitation's token) or `reveal`."""
    try:
        return _join(visit, line) if typ == "pbem-join" else _reveal(visit, line)
    except Refusal as refusal:
        return refused("signature", refusal.what, reason=refusal.code)


def _join(visit: Visit, line: bytes) -> Reaction:
    if visit.seat.joined:
        return joined_before(visit.game)
    if visit.game.phase != "joining":
        return refused("join-late")
    if visit.ask != "0":
        return refused("seat-token", "a join needs the invitation's token")
    claimed = _claimed_key(line)
    said = open_line(line, "pbem-join", {thumbprint(claimed): claimed}).payload
    check_members("pbem-join", said)
    _check(visit, said, "open", visit.game.open_hash)
    stake = stake_of(visit.game.opened)
    chips = visit.chips(thumbprint(claimed)) if visit.chips and stake else stake
    if chips < stake:
        return refused("chips", "the chips don't cover the stake", chips=chips, stake=stake)
    draft: dict[str, Any] = {
        "kind": "join",
        "player": visit.player,
        "words": tidy_words(said["words"]),
        "commit": said["commit"],
        "key": said["key"],
        "only_signed": said["only_signed"],
        "mail": visit.letter.known_as,
        "signed": read(line),
    }
    if "seal" in said:
        draft["seal"] = said["seal"]
    if draft["words"] != said["words"]:
        raise Refusal("words", "words are at most 100 characters with single spaces")
    return Reaction("played", draft=draft, wish={"joined": visit.player})


def _claimed_key(line: bytes) -> dict[str, str]:
    """The key that a join brings: the only signed file that may, since it introduces itself."""
    try:
        key = read(from_base64url(read(line)["payload"]))["key"]
        return dict(key)
    except (KeyError, TypeError, ValueError):
        raise Refusal("members", "the join names no key") from None


def _reveal(visit: Visit, line: bytes) -> Reaction:
    key = visit.seat.key
    if key is None:
        raise Refusal("no-key", "this seat has no key of its own")
    said = open_line(line, "pbem-reveal", {thumbprint(key): key}).payload
    check_members("pbem-reveal", said)
    _check(visit, said, "roster", visit.game.roster_hash)
    if visit.seat.secret:
        return Reaction("duplicate", why="revealed already")
    if secret_commit(visit.game.id, visit.player, from_base64url(said["secret"])) != (
        visit.seat.commit
    ):
        raise Refusal("commit", "the secret does not open the commit")
    draft = {
        "kind": "reveal",
        "player": visit.player,
        "secret": said["secret"],
        "mail": visit.letter.known_as,
        "signed": read(line),
    }
    return Reaction("played", draft=draft)


def _check(visit: Visit, said: dict[str, Any], name: str, value: str) -> None:
    wanted = {"host": visit.host, "game": visit.game.id, "player": visit.player, name: value}
    for member, right in wanted.items():
        if said[member] != right:
            raise Refusal("signed", f"signed for another {member}")


def decline(visit: Visit, _: str) -> Reaction:
    """`no`: the invitation is declined, which is remembered for a month, not for ever."""
    if not _invited(visit):
        return refused("not-understood", wrote="no")
    return Reaction("done", "declined", reply=Reply("declined"), wish={"declined": visit.player})


def never(visit: Visit, _: str) -> Reaction:
    """`never`: no invitation from this host again."""
    if not _invited(visit):
        return refused("not-understood", wrote="never")
    wish = {"declined": visit.player, "never": visit.player}
    return Reaction("done", "never", reply=Reply("declined", {"never": True}), wish=wish)


def _invited(visit: Visit) -> bool:
    """Is it an answer to an invitation?  A table that was called off meanwhile changes nothing."""
    off = visit.game.end.get("reason") == "cancelled"
    return (visit.game.phase == "joining" or off) and not visit.seat.joined


def again(visit: Visit, _: str) -> Reaction:
    """`rematch`: after the end, the same players are invited again, whoever asks first."""
    if visit.game.phase != "over" or visit.game.end["reason"] == "cancelled":
        return refused("rematch-early")
    wish = {"rematch": visit.player}
    return Reaction("done", "rematch", reply=Reply("rematch"), wish=wish)


def next_draft(game: Game, seed: bytes) -> Draft | None:
    """What the host records by itself now: the roster, the start, or the end."""
    if game.phase == "joining" and all(seat.joined for seat in game.seats.values()):
        seats = [
            {"player": seat.player, "words": seat.words, "commit": seat.commit}
            for seat in game.seats.values()
        ]
        return {"kind": "roster", "open": game.open_hash, "seats": seats}
    if game.phase == "revealing":
        if any(seat.commit and not seat.secret for seat in game.seats.values()):
            return None
        return {"kind": "start", "deal": deal_of(game)}
    over = end_of(game)
    if over:
        reason, winners, scores = over
        return closed(seed, reason, winners, scores)
    return None


def deal_of(game: Game) -> dict[str, Any]:
    """The context of the deal from open, roster and reveals."""
    roster = [{"player": seat.player, "words": seat.words} for seat in game.seats.values()]
    secrets = {seat.player: seat.secret for seat in game.seats.values()}
    return make_deal(game.opened, game.host, roster, secrets)


def cancelled(seed: bytes) -> Draft:
    """The end of a table that never starts; the seed is revealed all the same."""
    return closed(seed, "cancelled")

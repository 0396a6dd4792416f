"""A kept mail of a host, and the signed reply to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any

from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.letters.headers import decoded
from pbem.letters.mime import JOSE, Letter, read_letter
from pbem.protocol.canonical import (
    Refusal,
    canonical,
    from_base64url,
    read,
    sha256,
    to_base64url,
)
from pbem.protocol.codes import is_player_id
from pbem.protocol.deal import secret_commit, tidy_words
from pbem.protocol.records import Head, follow, host_of
from pbem.protocol.signing import Signed, open_line, peek, sign

from .purse import Purse, Seat
from .sealing import is_sealed, public_jwk, unseal


@dataclass(frozen=True)
class Kept:
    """A mail of a host: where answers go, who it is for, and the signed lines attached to it."""

    reply_to: str
    to: str
    subject: str
    message_id: str
    text: str
    lines: tuple[bytes, ...]
    language: str = ""


def read_mail(path: Path, purse: Purse) -> Kept:
    """Read a mail file (.eml).  Sealed views are opened."""
    try:
        letter = read_letter(path.read_bytes(), limited=False)
    except OSError as error:
        raise PersonError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    lines = []
    for data in letter.signed:
        line = data.strip()
        lines.append(unseal(line, purse.sealing_seed()).strip() if is_sealed(line) else line)
    return Kept(
        _address(letter, "reply-to") or _address(letter, "from"),
        _address(letter, "to"),
        letter.subject,
        letter.message_id,
        letter.text or "",
        tuple(lines),
        letter.header("content-language").strip(),
    )


def _address(letter: Letter, name: str) -> str:
    found = re.search(r"<([^<>\s]+@[^<>\s]+)>|([^<>\s,]+@[^<>\s,]+)", decoded(letter.header(name)))
    return (found.group(1) or found.group(2)) if found else ""


@dataclass(frozen=True)
class Joining:
    """How to join: words, whether only signed moves count, whether views are sealed."""

    player: str
    words: str = ""
    only_signed: bool = False
    sealed: bool = False


def join(kept: Kept, purse: Purse, wish: Joining) -> bytes:
    """The answer to an invitation (a signed `join`) or to a roster (the `reveal`)."""
    opened = _record(kept, "open")
    if opened is not None:
        return _join(kept, purse, wish, opened)
    roster = _roster(kept, purse)
    if roster is not None:
        return roster
    raise PersonError("this mail is neither an invitation nor a roster: nothing to join")


def new_key(kept: Kept, purse: Purse, player: str) -> bytes:
    """The key of this machine for a table that was joined with another one: a JWK, for the host.

    `kept` is the invitation.  Raises `PersonError` where it is none, or names no such seat.
    """
    opened = _record(kept, "open")
    if opened is None:
        raise PersonError("this mail is no invitation: its file names the table")
    record = opened.payload
    if player not in record["seats"]:
        seats = ", ".join(record["seats"])
        raise PersonError(f"say which seat is yours with --player: {seats}")
    line = opened.line.decode()
    purse.put(Seat(record["game"], player, opened.kid, opened.hash, line, "", "", ""))
    return canonical(purse.key().jwk) + b"\n"


def _join(kept: Kept, purse: Purse, wish: Joining, opened: Signed) -> bytes:
    record, key = opened.payload, purse.key()
    player = wish.player
    if not is_player_id(player) or player not in record["seats"]:
        seats = ", ".join(record["seats"])
        raise PersonError(f"say which seat is yours with --player: {seats}")
    secret = purse.fresh_secret()
    commit = secret_commit(record["game"], player, secret)
    words = tidy_words(wish.words)
    payload: dict[str, Any] = {
        "v": 1,
        "host": opened.kid,
        "game": record["game"],
        "player": player,
        "open": opened.hash,
        "commit": commit,
        "key": key.jwk,
        "only_signed": wish.only_signed,
        "words": words,
    }
    if wish.sealed:
        payload["seal"] = public_jwk(purse.sealing_seed())
    line = opened.line.decode()
    secret_text = to_base64url(secret)
    purse.put(
        Seat(record["game"], player, opened.kid, opened.hash, line, commit, secret_text, words)
    )
    return reply(kept, f"join {words}".strip(), "join.jws", sign(key, "pbem-join", payload))


def _roster(kept: Kept, purse: Purse) -> bytes | None:
    for line in kept.lines:
        if peek(line)[0] != "pbem-log":
            continue
        seat = _seat_of(line, purse)
        opened = read_open(seat.opened.encode())
        signed = open_line(line, "pbem-log", {opened.kid: opened.payload["host"]})
        record = signed.payload
        if record["kind"] != "roster":
            continue
        mine = [s for s in record["seats"] if s["player"] == seat.player]
        if record["open"] != seat.open:
            raise PersonError("this roster belongs to another table than the one you joined")
        if not mine or (mine[0]["commit"], mine[0]["words"]) != (seat.commit, seat.words):
            raise PersonError("this roster has other words or another commit than yours: stop here")
        payload = {
            "v": 1,
            "host": seat.host,
            "game": seat.game,
            "player": seat.player,
            "roster": signed.hash,
            "secret": seat.secret,
        }
        line = sign(purse.key(), "pbem-reveal", payload)
        return reply(kept, "join", "reveal.jws", line)
    return None


def _seat_of(line: bytes, purse: Purse) -> Seat:
    """The seat that a record belongs to, by the host that claims to have signed it."""
    _, kid = peek(line)
    game = read(from_base64url(read(line)["payload"]))["game"]
    seat = purse.seat(kid, str(game))
    if seat is None:
        raise PersonError(f"{game}: you did not join this table with a key on this machine")
    return seat


def read_open(line: bytes) -> Signed:
    """An `open` record, signed by the key that it names."""
    try:
        _, signed = follow(Head(), line, host_of(line))
    except Refusal as refusal:
        raise PersonError(f"the invitation's file is not genuine: {refusal}") from None
    return signed


def _record(kept: Kept, kind: str) -> Signed | None:
    for line in kept.lines:
        if peek(line)[0] == "pbem-log":
            try:
                signed = read_open(line)
            except PersonError:
                continue
            if signed.payload["kind"] == kind:
                return signed
    return None


def view_of(kept: Kept, purse: Purse) -> Signed:
    """The signed view attached to a turn mail, by the host whose table was joined."""
    for line in kept.lines:
        if peek(line)[0] == "pbem-view":
            seat = _seat_of(line, purse)
            opened = read_open(seat.opened.encode())
            return open_line(line, "pbem-view", {opened.kid: opened.payload["host"]})
    raise PersonError("no signed view is attached to this mail")


def opened_of(kept: Kept, purse: Purse) -> dict[str, Any]:
    """The `open` record of the table that a turn mail is of, as it was joined."""
    return read_open(_seat_of(_view_line(kept), purse).opened.encode()).payload


def move(kept: Kept, purse: Purse, moves: Sequence[str]) -> bytes:
    """The signed answer to a turn mail: canonical moves, of which the view offers the first."""
    view = view_of(kept, purse).payload
    offered = view["own"].get("moves", [])
    if not view["ask"] or not offered:
        raise PersonError("this mail asks nothing")
    if moves[0] not in offered:
        raise PersonError(f"'{moves[0]}' is none of the moves — {', '.join(offered)}")
    payload = {
        "v": 1,
        "host": _seat_of(_view_line(kept), purse).host,
        "game": view["game"],
        "player": view["player"],
        "ask": view["ask"],
        "pub": view["pub"],
        "head": view["head"],
        "moves": list(moves),
    }
    return reply(kept, "; ".join(moves), "move.jws", sign(purse.key(), "pbem-move", payload))


def _view_line(kept: Kept) -> bytes:
    return next(line for line in kept.lines if peek(line)[0] == "pbem-view")


def reply(kept: Kept, text: str, name: str, line: bytes) -> bytes:
    """An ordinary reply with the signed file attached."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = kept.to
    mail["To"] = kept.reply_to
    subject = kept.subject if kept.subject.lower().startswith("re:") else f"Re: {kept.subject}"
    mail["Subject"] = subject
    if kept.message_id:
        mail["In-Reply-To"] = kept.message_id
    tag = canonical({"line": line.decode(), "to": kept.reply_to})
    mail["Message-ID"] = f"<signed.{sha256(tag)[:24]}@{kept.to.rpartition('@')[2] or 'localhost'}>"
    mail.set_content(text + "\n")
    maintype, _, subtype = JOSE.partition("/")
    mail.add_attachment(line + b"\n", maintype=maintype, subtype=subtype, filename=name)
    return bytes(mail)


def shown(view: dict[str, Any]) -> list[str]:
    """A view as lines for a terminal: what all see, what only its reader sees, the moves."""
    lines = [f"{view['game']}, {view['player']}, pub {view['pub']}"]
    counters = view["public"]["counters"]
    facts = ", ".join(f"{name} {value}" for name, value in sorted(counters.items()))
    for title, zones in (("table", view["public"]["zones"]), ("yours", view["own"]["zones"])):
        if zones or title == "table":
            lines.append(f"{title}:")
        for name, cards in sorted(zones.items()):
            what = f"{cards} cards" if isinstance(cards, int) else " ".join(cards) or "empty"
            lines.append(f"  {name}: {what}")
        if title == "table":
            lines.append(f"  {facts}")
    if view["ask"]:
        lines.append(f"question {view['ask']}:")
        moves = view["own"].get("moves", [])
        lines += [f"  {number} {move}" for number, move in enumerate(moves, 1)]
    return lines

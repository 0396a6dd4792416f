"""What kind of mail this is, by rules that apply in order: machines, tokens, senders.

A machine is never answered.  A right token is needed and enough; without one the sender's
address decides only who gets a polite answer.  What the rules ask of a host is a `Post`.
"""

from __future__ import annotations

import re
from typing import Protocol

from card_specs.values import dataclass
from pbem.engine.lexicon import plain
from pbem.protocol.codes import normal

from .mime import Letter


class Post(Protocol):
    """What sorting has to know of the host: its own name, its players and its tokens."""

    own_address: str
    own_server: str

    def made(self, message_id: str) -> bool:
        """Is this a Message-ID of ours?"""

    def is_player(self, address: str) -> bool:
        """Is this the registered address of somebody?"""

    def is_game(self, game: str) -> bool:
        """Is there, or was there, such a game here?"""

    def token_of(self, game: str, ask: str, token: str) -> str:
        """The player whose right token this is, or nothing; whether the ask is open or not."""


@dataclass(frozen=True)
class TokenUse:
    """A right token: whose it is and for which ask (a number, `0` the seat, or a confirmation)."""

    game: str
    ask: str
    player: str


@dataclass(frozen=True)
class Sorted:
    """The outcome: `ignore` or `reject` with a code, or `read` with the right tokens found."""

    outcome: str
    code: str = ""
    why: str = ""
    tokens: tuple[TokenUse, ...] = ()


_AUTOMATIC_SUBJECT = re.compile(
    r"(respuesta automatica|automatic reply|fuera de (la )?oficina|out of (the )?office"
    r"|automatische antwort|abwesenheitsnotiz|reponse automatique|risposta automatica"
    r"|resposta automatica|automatisch antwoord|autosvar|auto-?repl(?:y|ies)|auto-?response"
    r"|auto-?respuesta|mensaje automatico|respuesta de ausencia)\b"
)
"""What programs write in front of an absence notice, without accents; in the rules' languages and
in those of the other programs that write nothing else to know it by."""

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)')
_TOKEN = re.compile(
    r"\b([a-z][a-z0-9]*[-‐‑–][0-9a-z]{4,8})\.\s?([a-z0-9]{1,12})\.\s?([0-9a-z]{4,24})\b", re.I
)
"""Also with the blank that a keyboard puts after a dot, or its dash."""


def sort(letter: Letter, post: Post) -> Sorted:
    """Decide what to do with a mail before its text is looked at."""
    machine = _machine(letter, post)
    if machine:
        return machine
    claimed = claimed_tokens(letter, post.own_address)
    right = []
    for game, ask, token in claimed:
        player = post.token_of(game, ask, token)
        if player:
            right.append(TokenUse(game, ask, player))
    if right:
        return Sorted("read", tokens=tuple(dict.fromkeys(right)))
    return _without_token(letter, post, bool(claimed))


def _machine(letter: Letter, post: Post) -> Sorted | None:
    if post.own_address in map(_without_plus, letter.senders) and post.made(letter.message_id):
        return Sorted("ignore", "own-mail", "From is our own address and the Message-ID is ours")
    if letter.report_type == "disposition-notification":
        return Sorted("ignore", "receipt", "a read receipt")
    if letter.report_type == "delivery-status":
        return Sorted("ignore", "bounce", "a delivery report")
    local = {sender.split("@")[0] for sender in letter.senders}
    if local & {"mailer-daemon", "postmaster"}:
        return Sorted("ignore", "bounce", "the sender is a mail system")
    automatic = _automatic(letter)
    if automatic:
        return Sorted("ignore", "auto-reply", automatic)
    if not letter.headers.get("return-path", ("x",))[0].strip(" <>"):
        return Sorted("ignore", "bounce", "the Return-Path is empty")
    if _AUTOMATIC_SUBJECT.match(plain(letter.subject.strip()[:200])):
        return Sorted("ignore", "auto-reply", "the subject is that of an absence notice")
    if letter.calendar:
        return Sorted("ignore", "calendar", "a calendar wrote it")
    return None


def _automatic(letter: Letter) -> str:
    """Which header marks the mail as written by a machine, or nothing."""
    for value in letter.headers.get("auto-submitted", ()):
        submitted = value.split(";")[0].split("(")[0].strip().lower()
        if submitted not in ("", "no"):
            return f"Auto-Submitted: {submitted[:40]}"
    for name in ("x-autoreply", "x-autorespond"):
        if name in letter.headers:
            return f"it has the header {name}"
    precedence = letter.header("precedence").strip().lower()
    if precedence == "auto_reply" or (
        precedence in ("bulk", "junk") and "list-id" not in letter.headers
    ):
        return f"Precedence: {precedence}"
    return ""


def claimed_tokens(letter: Letter, own: str) -> list[tuple[str, str, str]]:
    """Game, ask and token as addresses and subject claim, each once; `own`: our address."""
    box = own.split("@")[0]
    texts = [
        local[len(box) + 1 :]
        for local in map(_local, letter.recipients)
        if local.startswith((f"{box}+", f"{box} "))
    ]
    found = []
    for text in (*texts, letter.subject):
        for game, ask, token in _TOKEN.findall(text):
            name, code = re.split(r"[-‐‑–]", game.lower())
            found.append((f"{name}-{normal(code)}", ask.lower(), normal(token)))
    return list(dict.fromkeys(found))


def _without_token(letter: Letter, post: Post, claimed: bool) -> Sorted:
    lists = letter.header("precedence").strip().lower() == "list" or "list-id" in letter.headers
    if lists:
        return Sorted("ignore", "list-mail", "a mailing list's mail without a token")
    if len(letter.senders) != 1:
        why = f"From holds {len(letter.senders)} addresses"
        return Sorted("ignore", "unverifiable-sender", why)
    if dmarc(letter, post.own_server) == "fail":
        return Sorted("ignore", "unverifiable-sender", "our own server found dmarc=fail")
    if not post.is_player(letter.senders[0]):
        return Sorted("reject", "stranger", "no right token, and the sender plays in no game here")
    if claimed or _has_plus(letter, post.own_address):
        return Sorted("reject", "bad-token", "there is no such token")
    return Sorted("reject", "no-token", "not sent to the address that the turn mail asked for")


def dmarc(letter: Letter, own_server: str) -> str:
    """The dmarc result that our own server wrote topmost (RFC 8601), or nothing."""
    for value in letter.headers.get("authentication-results", ()):
        words = value.split(";")[0].split()
        if words and words[0].lower() == own_server.lower():
            said = _QUOTED.sub(" ", value)  # values may quote what the sender wrote
            found = re.search(r";\s*dmarc\s*=\s*([a-z]+)", said, re.I)
            return found.group(1).lower() if found else ""
    return ""


def _local(address: str) -> str:
    """What stands before the @, without the quotation marks that some programs put there."""
    return address.rpartition("@")[0].strip('" ')


def _without_plus(address: str) -> str:
    return f"{_local(address).split('+')[0]}@{address.rpartition('@')[2]}"


def _has_plus(letter: Letter, own: str) -> bool:
    box = own.split("@")[0]
    return any(_local(address).startswith(f"{box}+") for address in letter.recipients)

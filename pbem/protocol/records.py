"""The members of every signed payload, and the log's chain.

One table says which members a kind has and of which form each is; reading refuses a payload
with one more, one less or one of another form.  Times are integer seconds UTC.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from card_specs.values import dataclass

from . import codes
from .canonical import Json, Refusal, from_base64url, read
from .signing import Jwk, Signed, open_line, thumbprint

VERSION = 1
Form = Callable[[Json], bool]


def _text(value: Json) -> bool:
    return type(value) is str


def _number(value: Json) -> bool:
    return type(value) is int and value >= 0


def _truth(value: Json) -> bool:
    return type(value) is bool


def _object(value: Json) -> bool:
    return type(value) is dict


def _list_of(form: Form) -> Form:
    return lambda value: type(value) is list and all(form(item) for item in value)


def _one_of(*words: str) -> Form:
    return lambda value: type(value) is str and value in words


def _bytes(length: int) -> Form:
    def form(value: Json) -> bool:
        return type(value) is str and len(from_base64url(value)) == length

    return form


def _hash(value: Json) -> bool:
    return type(value) is str and re.fullmatch(r"[0-9a-f]{64}", value) is not None


def _or_empty(form: Form, empty: Json = "") -> Form:
    """An absent text is `""`, an absent object `{}`."""
    return lambda value: (type(value) is type(empty) and value == empty) or form(value)


def _jwk(value: Json) -> bool:
    return type(value) is dict and bool(thumbprint(value))


def _kid(value: Json) -> bool:
    return _bytes(32)(value)


def _game(value: Json) -> bool:
    return type(value) is str and codes.is_game_id(value)


def _player(value: Json) -> bool:
    return type(value) is str and codes.is_player_id(value)


def _members(**forms: Form) -> Form:
    return lambda value: type(value) is dict and _shape(value, forms) == ""


def _pair(value: Json) -> bool:
    return type(value) is list and len(value) == 2 and _player(value[0]) and _text(value[1])


_line = _members(payload=_text, protected=_text, signature=_text)


def _votes(value: Json) -> bool:
    return type(value) is dict and all(_player(who) and _truth(vote) for who, vote in value.items())


_RECORD: dict[str, Form] = {
    "v": lambda value: value == VERSION and type(value) is int,
    "kind": _text,
    "game": _game,
    "n": _number,
    "pub": _number,
    "prev": _or_empty(_hash),
    "at": _number,
    "salt": _bytes(16),
}
_PLAYED: dict[str, Form] = {
    "player": _player,
    "ask": _number,
    "moves": _list_of(_text),
    "then": _list_of(_pair),
}
_SEATS: Form = _list_of(_members(player=_player, words=_text, commit=_or_empty(_hash)))
_DEAL: Form = _members(
    v=_RECORD["v"],
    game=_game,
    host=_kid,
    spec=_hash,
    variant=_text,
    options=_object,
    seats=_list_of(_members(player=_player, words=_text, secret=_or_empty(_bytes(32)))),
)

LOG: dict[str, dict[str, Form]] = {
    "open": {
        "host": _jwk,
        "spec": _members(name=_text, sha256=_hash),
        "language": _number,
        "variant": _text,
        "options": _object,
        "seats": _list_of(_player),
        "house": _list_of(_player),
        "commit": _hash,
        "table": _object,
    },
    "join": {
        "player": _player,
        "words": _text,
        "commit": _or_empty(_hash),
        "key": _or_empty(_jwk, {}),
        "only_signed": _truth,
        "mail": _hash,
        "signed?": _line,
        "seal?": _jwk,
    },
    "roster": {"open": _hash, "seats": _SEATS},
    "reveal": {"player": _player, "secret": _bytes(32), "mail": _hash, "signed": _line},
    "start": {"deal": _DEAL},
    "move": {
        **_PLAYED,
        "by": _one_of("mail", "key", "bot"),
        "arrived": _number,
        "mail": _or_empty(_hash),
        "signed?": _line,
    },
    "timeout": {**_PLAYED, "deadline": _number, "reminded": _list_of(_number)},
    "order": {"player": _player, "orders": _object, "mail": _or_empty(_hash)},
    "undo": {
        "player": _player,
        "to": _number,
        "by": _one_of("alone", "vote", "host"),
        "votes": _votes,
    },
    "seat": {
        "player": _player,
        "change": _one_of("resign", "bot", "player", "key", "address", "token"),
        "by": _text,
        "votes": _votes,
        "key?": _or_empty(_jwk, {}),
    },
    "key": {"host": _jwk},
    "end": {
        "reason": _one_of("over", "agreed", "host", "abandoned", "cancelled"),
        "winners": _list_of(_player),
        "scores": _object,
        "seed": _bytes(32),
    },
}
"""Members of each record beside those that all have; a name that ends in ? may be absent."""

OTHERS: dict[str, dict[str, Form]] = {
    "pbem-view": {
        "v": _RECORD["v"],
        "kind": _one_of("view"),
        "game": _game,
        "player": _or_empty(_player),
        "ask": _number,
        "at": _number,
        "pub": _number,
        "head": _hash,
        "open": _hash,
        "public": _object,
        "own": _object,
        "since": lambda value: type(value) is list,
    },
    "pbem-receipt": {
        "v": _RECORD["v"],
        "kind": _one_of("receipt"),
        "game": _game,
        "player": _player,
        "ask": _number,
        "at": _number,
        "moves": _list_of(_text),
        "pub": _number,
        "head": _hash,
    },
    "pbem-state": {
        "v": _RECORD["v"],
        "kind": _one_of("state"),
        "game": _game,
        "n": _number,
        "head": _hash,
        "state": _object,
    },
    "pbem-join": {
        "v": _RECORD["v"],
        "host": _kid,
        "game": _game,
        "player": _player,
        "open": _hash,
        "commit": _or_empty(_hash),
        "key": _jwk,
        "only_signed": _truth,
        "words": _text,
        "seal?": _jwk,
    },
    "pbem-reveal": {
        "v": _RECORD["v"],
        "host": _kid,
        "game": _game,
        "player": _player,
        "roster": _hash,
        "secret": _bytes(32),
    },
    "pbem-move": {
        "v": _RECORD["v"],
        "host": _kid,
        "game": _game,
        "player": _player,
        "ask": _number,
        "pub": _number,
        "head": _hash,
        "moves": _list_of(_text),
    },
}
RAISES_PUB = frozenset({"open", "join", "roster", "reveal", "start", "undo", "end"})
"""Kinds that always raise `pub`; others raise it when the public view changes."""


def check_members(typ: str, payload: Mapping[str, Json]) -> None:
    """Raise `Refusal` unless the payload has exactly the members of its kind, each of its form."""
    version = payload.get("v")
    if type(version) is int and version != VERSION:
        hint = "use the version of pbem that wrote it"
        raise Refusal("version", f"format {version}, this program reads {VERSION} — {hint}")
    if typ == "pbem-log":
        kind = payload.get("kind")
        if type(kind) is not str or kind not in LOG:
            raise Refusal("kind", f"there is no record of the kind {str(kind)[:40]!r}")
        forms = {**_RECORD, **LOG[kind]}
    elif typ in OTHERS:
        forms = OTHERS[typ]
    else:
        raise Refusal("typ", f"nothing here is signed as {typ[:40]!r}")
    wrong = _shape(payload, forms)
    if wrong:
        raise Refusal("members", wrong)


def _shape(value: Mapping[str, Json], forms: Mapping[str, Form]) -> str:
    """What is wrong with the members of an object, or nothing."""
    needed = {name for name in forms if not name.endswith("?")}
    allowed = needed | {name[:-1] for name in forms if name.endswith("?")}
    for name in sorted(set(value) - allowed):
        return f"the member '{name[:40]}' has no place here"
    for name in sorted(needed - set(value)):
        return f"the member '{name}' is missing"
    for name, item in value.items():
        form = forms.get(name) or forms[name + "?"]
        if not form(item):
            return f"'{name}' has not the form that it must have"
    return ""


@dataclass(frozen=True)
class Head:
    """Where a log stands: what the next line must continue."""

    n: int = -1
    pub: int = -1
    hash: str = ""
    at: int = 0
    game: str = ""
    kind: str = ""
    keys: tuple[Jwk, ...] = ()

    @property
    def by_kid(self) -> dict[str, Jwk]:
        return {thumbprint(jwk): jwk for jwk in self.keys}


BEFORE_START = {
    "open": {""},
    "join": {"open", "join"},
    "roster": {"open", "join"},
    "reveal": {"roster", "reveal"},
    "start": {"roster", "reveal"},
}
"""Which record a record before `start` may follow; `key` may stand anywhere."""


def follow(head: Head, line: bytes, keys: Mapping[str, Jwk]) -> tuple[Head, Signed]:
    """Read the next line of a log.  `keys`: the host's, by thumbprint (line 0 brings its own).

    Raises `Refusal` with the first thing wrong with it or with its place in the chain.
    """
    signed = open_line(line, "pbem-log", head.by_kid or keys)
    record = signed.payload
    check_members("pbem-log", record)
    _check_chain(head, record)
    after = _order(head, record)
    host = (record["host"],) if record["kind"] in ("open", "key") else head.keys
    if record["kind"] == "open" and thumbprint(record["host"]) != signed.kid:
        raise Refusal("key", "line 0 is not signed by the host it names")
    return Head(
        record["n"], record["pub"], signed.hash, record["at"], record["game"], after, host
    ), signed


def _check_chain(head: Head, record: Mapping[str, Json]) -> None:
    if record["n"] != head.n + 1:
        raise Refusal("chain", f"n is {record['n']}, expected {head.n + 1}")
    if record["prev"] != head.hash:
        raise Refusal("chain", "prev is not the hash of the line before")
    if record["at"] < head.at:
        raise Refusal("chain", "at is earlier than the line before")
    if head.game and record["game"] != head.game:
        raise Refusal("chain", f"this is a record of {record['game']}, not of {head.game}")
    rise = record["pub"] - head.pub
    if rise not in (0, 1) or (rise == 0 and record["kind"] in RAISES_PUB):
        raise Refusal("pub", f"pub goes from {head.pub} to {record['pub']}")


def _order(head: Head, record: Mapping[str, Json]) -> str:
    """The kind to remember for the next line.  `key` leaves the order as it was."""
    kind, before = str(record["kind"]), head.kind
    if before == "end":
        raise Refusal("order", f"'{kind}' after the end")
    if kind == "key" and before:
        return before
    started = before not in {"", "open", "join", "roster", "reveal"}
    if kind in BEFORE_START:
        fits = before in BEFORE_START[kind]
    elif kind == "end":
        fits = bool(before) and (started or record["reason"] == "cancelled")
    else:
        fits = started
    if not fits:
        raise Refusal("order", f"'{kind}' cannot follow '{before or 'nothing'}'")
    return kind


def read_log(lines: Iterable[bytes]) -> tuple[Head, list[Signed]]:
    """Follow a whole log from line 0; the host's key is the one that line 0 names.

    Raises `Refusal` that names the line (from 1) and the first thing wrong with it.
    """
    head, records = Head(), list[Signed]()
    for line in lines:
        try:
            keys = host_of(line) if head.n < 0 else {}
            head, signed = follow(head, line, keys)
        except Refusal as refusal:
            what = f"line {len(records) + 1}: {refusal.what}"
            raise Refusal(refusal.code, what) from None
        records.append(signed)
    return head, records


def joining_key(line: bytes) -> dict[str, Jwk]:
    """The key that a signed join brings: it introduces itself."""
    try:
        key = read(from_base64url(read(line)["payload"]))["key"]
        return {thumbprint(key): key}
    except (KeyError, TypeError, AttributeError):
        raise Refusal("members", "a signed join brings its key") from None


def host_of(line: bytes) -> dict[str, Jwk]:
    """The key that an `open` record names: trusted on first use, or pinned by the caller."""
    members = read(line)
    try:
        payload = read(from_base64url(members["payload"]))
        host = payload["host"]
        return {thumbprint(host): host}
    except (KeyError, TypeError, AttributeError):
        raise Refusal("members", "line 0 of a log is an `open` record") from None

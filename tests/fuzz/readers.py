"""Everything that reads what strangers made, as functions of bytes: what each may raise is caught.

`tests/fuzz/test_fuzz.py` feeds them mutations of the seeds in `seeds`; by hand
`tests/fuzz/with_atheris.py` lets coverage choose.  What was found is kept in `corpus/<reader>/`.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from card_specs.language.deck import deck
from card_specs.language.load import load
from card_specs.language.load_rules import rules_for
from card_specs.language.problems import PersonError
from pbem import engine
from pbem.engine.chance import Fast
from pbem.engine.table_words import lexicon_of
from pbem.letters.explain import Asks, Explainer
from pbem.letters.mime import TooLarge, read_letter
from pbem.player.sealing import is_sealed, read_sealed, unseal
from pbem.protocol.canonical import Refusal, canonical, from_base64url, read
from pbem.protocol.records import read_log
from pbem.protocol.signing import key_from_seed, sign
from pbem.protocol.verify import pieces, verify

TESTS = Path(__file__).parents[1]
CORPUS = Path(__file__).parent / "corpus"
Reader = Callable[[bytes], object]


@cache
def _cinco() -> tuple[Any, Any]:
    """The table of the mail corpus: its open questions, and the words of its game."""
    game = load("cinco")
    lexicon = lexicon_of(game, rules_for(game, "standard", {}, 3), ("ana", "beto", "carla"))
    return yaml.safe_load((TESTS / "mail_corpus" / "cases.yaml").read_text("utf-8")), lexicon


@cache
def _vectors() -> dict[str, Any]:
    text = (TESTS / "data" / "protocol_vectors.json").read_text("utf-8")
    return dict(json.loads(text)["files"])


def mail(data: bytes) -> object:
    """A mail, all the way: parsed, sorted, its typed line read against the open questions."""
    context, lexicon = _cinco()
    found = Explainer(Asks.read(context), lexicon, "es").explain(data)
    assert found.outcome in {"move", "command", "reject", "ignore", "duplicate"}
    return found


def line(data: bytes) -> object:
    """The typed line of an otherwise plain mail."""
    template = (TESTS / "mail_corpus" / "s01-plain-en.eml").read_bytes()
    head, _, _ = template.partition(b"\r\n\r\n")
    return mail(head + b"\r\n\r\n" + data)


def attached(data: bytes) -> object:
    """A mail that its owner hands to `pbem verify`."""
    try:
        letter = read_letter(data, limited=False)
    except TooLarge:
        return None
    named = [piece for one in letter.attached for piece in pieces("m.jws", one)]
    return verify(named).findings


def value(data: bytes) -> object:
    """Canonical JSON: what is read is written again as the same bytes."""
    try:
        found = read(data)
    except Refusal:
        return None
    assert canonical(found) == data
    return found


def log(data: bytes) -> object:
    """A log, and the same bytes as a single signed file."""
    with suppress(Refusal):
        read_log(data.split(b"\n"))
    return [verify(pieces(name, data)).findings for name in ("a.jsonl", "a.jws")]


def record(data: bytes) -> object:
    """A payload that the host itself signed: the first line is its kind, the rest JSON."""
    typ, _, text = data.partition(b"\n")
    try:
        payload = json.loads(text)
        key = key_from_seed(from_base64url(_vectors()["host_private_d_b64u"]))
        signed = sign(key, typ.decode("ascii"), payload)
    except (ValueError, RecursionError, Refusal):
        return None
    whole = [text.encode() for text in _vectors()["log_lines"][:1]] + [signed]
    found = [*pieces("a.jsonl", b"\n".join(whole) + b"\n"), *pieces("x.jws", signed + b"\n")]
    return verify(found).findings


def sealed(data: bytes) -> object:
    """A sealed view."""
    if not is_sealed(data):
        return None
    try:
        read_sealed(data)
        return unseal(data, b"k" * 32)
    except PersonError:
        return None


@cache
def _table() -> Any:
    return engine.compile_table(load("seis"), "", {}, 2)


def state(data: bytes) -> object:
    """A saved game."""
    try:
        saved = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(saved, dict):
        return None
    try:
        found = engine.load(_table(), saved)
    except PersonError:
        return None
    return engine.dump(_table(), found)


@cache
def _folder() -> str:
    return tempfile.mkdtemp(prefix="fuzz-spec-")


def spec(data: bytes) -> object:
    """A spec, from its bytes to a table at which the first player is asked."""
    path = Path(_folder()) / "fuzz.yaml"
    path.write_bytes(data)
    try:
        game = load(path)
        deck(game)
        table = engine.compile_table(game, "", {}, 2)
        return engine.begin(table, Fast("fuzz")).state
    except PersonError:
        return None


READERS: dict[str, Reader] = {
    reader.__name__: reader
    for reader in (mail, line, attached, value, log, record, sealed, state, spec)
}
LIMITS = {"spec": 10.0}
"""Seconds that one input may take; one second where nothing is said."""


def seeds(name: str) -> list[bytes]:
    """What mutations start from: real inputs, and what was found before."""
    kept = sorted((CORPUS / name).glob("*")) if (CORPUS / name).exists() else []
    return [*_SEEDS[name](), *(path.read_bytes() for path in kept)]


def _mails() -> list[bytes]:
    folders = [TESTS / name for name in ("mail_corpus", "mail_kinds")]
    return [path.read_bytes() for folder in folders for path in sorted(folder.glob("*.eml"))]


def _lines() -> list[bytes]:
    texts = ("1", "R7", "jugar R7; fin", "la 2", "orden robar auto", "ausente 5d", "> 1\n\n2", "ok")
    return [text.encode() for text in texts]


def _logs() -> list[bytes]:
    files = _vectors()
    whole = "\n".join(files["log_lines"]) + "\n"
    return [text.encode() for text in (whole, files["view_line"], files["receipt_line"])]


def _records() -> list[bytes]:
    files = _vectors()
    payloads = [b"pbem-log\n" + text.encode() for text in files["payloads_canonical"]]
    return [*payloads, b"pbem-view\n" + files["view_payload_canonical"].encode()]


def _sealed() -> list[bytes]:
    from pbem.player.sealing import public_jwk, seal

    return [seal(b"a view's line", public_jwk(b"k" * 32), b"m" * 32)]


def _states() -> list[bytes]:
    begun = engine.begin(_table(), Fast("seed"))
    return [json.dumps(engine.dump(_table(), begun.state)).encode()]


def _specs() -> list[bytes]:
    small = [
        path.read_bytes()
        for path in sorted((TESTS / "bad_specs").rglob("*.yaml"))
        if path.stat().st_size < 3000
    ]
    return [*small[:40], (TESTS.parent / "card_specs" / "diez.yaml").read_bytes()]


_SEEDS: dict[str, Callable[[], list[bytes]]] = {
    "mail": _mails,
    "line": _lines,
    "attached": _mails,
    "value": _logs,
    "log": _logs,
    "record": _records,
    "sealed": _sealed,
    "state": _states,
    "spec": _specs,
}

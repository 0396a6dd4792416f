"""Hostile mails: whatever arrives, reading ends and raises nothing but `SetAside`."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from card_specs.language.load import load
from card_specs.language.load_rules import rules_for
from pbem.engine.table_words import lexicon_of
from pbem.letters.explain import Asks, Explainer
from pbem.letters.mime import LARGEST, TooLarge, read_letter
from pbem.protocol.canonical import Refusal, canonical, read
from pbem.protocol.records import follow
from pbem.protocol.signing import open_line, peek

CORPUS = Path(__file__).parents[2] / "mail_corpus"
MAILS = [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))]
CONTEXT = yaml.safe_load((CORPUS / "cases.yaml").read_text("utf-8"))
GAME = load("cinco")
LEXICON = lexicon_of(GAME, rules_for(GAME, "standard", {}, 3), ("ana", "beto", "carla"))
OUTCOMES = {"move", "command", "reject", "ignore", "duplicate"}


def explained(data: bytes) -> str:
    return Explainer(Asks.read(CONTEXT), LEXICON, "es").explain(data).outcome


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A mail of the corpus with pieces cut out, put in, doubled or changed."""
    data = bytearray(draw(st.sampled_from(MAILS)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.integers(0, 40)))
        piece = draw(
            st.one_of(
                st.binary(max_size=12),
                st.sampled_from(
                    [b"\r\n\r\n", b"\x00", b"=", b"=?utf-8?B?", b"?=", b"--", b"boundary=", b";",
                     b"\xff\xfe", b"<", b">", b"Content-Type: multipart/mixed\r\n", b"From: \r\n",
                     b"Message-ID: [\r\n", b"charset=zip", b"\xe2\x80\xae"]
                ),
                st.just(bytes(data[at:end]) * 2),
            )
        )  # fmt: skip
        data[at:end] = piece
    return bytes(data)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(damaged())
def test_damaged_mails(data: bytes) -> None:
    assert explained(data) in OUTCOMES


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=4000))
def test_any_bytes(data: bytes) -> None:
    assert explained(data) in OUTCOMES


def nested(levels: int) -> bytes:
    """Multiparts inside each other."""
    lines = ["From: ana@example.org", "Message-ID: <deep@x>"]
    for level in range(levels):
        lines += [f"Content-Type: multipart/mixed; boundary=b{level}", "", f"--b{level}"]
    lines += ["Content-Type: text/plain", "", "play R7"]
    return "\r\n".join(lines).encode()


def test_nesting_is_limited_before_it_costs_anything() -> None:
    began = time.process_time()
    with pytest.raises(TooLarge):
        read_letter(nested(900))
    assert read_letter(nested(90)).text is None  # over twenty levels: not readable
    assert read_letter(nested(10)).text is not None
    assert time.process_time() - began < 2


def test_size_is_limited() -> None:
    with pytest.raises(TooLarge):
        read_letter(b"Subject: x\r\n\r\n" + b"x" * LARGEST)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_signed_files_are_refused_by_name(data: bytes) -> None:
    for reader in (read, peek, lambda line: open_line(line, "pbem-log", {})):
        with pytest.raises(Refusal):
            reader(b"\xff" + data)
    try:
        value = read(data)
    except Refusal:
        return
    assert canonical(value) == data


VALUES = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-(2**53) + 1, 2**53 - 1),
        st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.text("abcxyz_-", min_size=1, max_size=5), inner, max_size=4),
    ),
    max_leaves=20,
)


@settings(max_examples=200, deadline=None)
@given(VALUES)
def test_canonical_text_round_trips(value: object) -> None:
    assert read(canonical(value)) == value


def test_a_log_line_needs_a_signature() -> None:
    from pbem.protocol.records import Head

    with pytest.raises(Refusal):
        follow(Head(), b'{"payload":"e30","protected":"e30","signature":""}', {})

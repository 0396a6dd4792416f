"""Headers and parts as they leave."""

from __future__ import annotations

import email
from email.headerregistry import Address
from email.policy import default
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mails.mail import Attachment
from pbem.mails.mime import Envelope, Parts, _folded, _header, assemble

LONG = "[cinco-7k3f] Turno 12: ¿disparas al lanzamiento de Íñigo Muñoz de la Peña y García-Sánchez?"


def envelope(subject: str = "hola", name: str = "Ana", **more: Any) -> Envelope:
    return Envelope(
        subject, ("Mesa", "mesa@example.org"), (name, "ana@example.org"),
        ("Mesa", "mesa+cinco-7k3f.12.k7q2m9x4t8w3hd5n@example.org"), 1764576000,
        "<turn.cinco-7k3f.12.ana.0.abcdefgh@example.org>", "es", **more,
    )  # fmt: skip


@pytest.mark.parametrize("subject", [LONG, "ñ" * 200, "a b  c", "x" * 150])
def test_subjects_survive(subject: str) -> None:
    data = assemble(envelope(subject), Parts("hola\n"))
    assert email.message_from_bytes(data, policy=default)["Subject"] == subject
    assert max(map(len, data.split(b"\r\n"))) <= 160
    data.decode("ascii")


@pytest.mark.parametrize("name", ["Íñigo", 'Ana "la" <rara>', "Pérez, Ana", "a@b", "", "名前"])
def test_display_names_survive(name: str) -> None:
    message = email.message_from_bytes(
        assemble(envelope(name=name), Parts("hola\n")), policy=default
    )
    (address,) = message["To"].addresses
    assert (address.display_name, address.addr_spec) == (name, "ana@example.org")


@pytest.mark.parametrize("bad", ["a\r\nBcc: x@y.z", "a\nb", "a\rb"])
def test_line_breaks_are_refused_in_every_header(bad: str) -> None:
    for wrong in (envelope(bad), envelope(name=bad), envelope(in_reply_to=bad)):
        with pytest.raises(ValueError, match=r"."):
            assemble(wrong, Parts("hola\n"))


@pytest.mark.parametrize("name", ['a"b', "a\r\nb", "ñ.jws", "a b"])
def test_names_of_files_are_ours(name: str) -> None:
    with pytest.raises(ValueError, match="header of a part"):
        assemble(envelope(), Parts("x\n", files=(Attachment(name, "text/plain", b""),)))


def test_text_alone_is_one_part() -> None:
    message = email.message_from_bytes(
        assemble(envelope(), Parts("ñ = 1\n-- \nfin\n")), policy=default
    )
    assert message.get_content_type() == "text/plain"
    assert message.get_content().replace("\r\n", "\n") == "ñ = 1\n-- \nfin\n"


def test_what_looks_like_a_boundary_is_none() -> None:
    """HTML and files are base64, and a text line that begins with two dashes is no boundary."""
    text = "--alt-0\n--\n.\nFrom here\n"
    parts = Parts(text, "<p>x</p>", files=(Attachment("a.jws", "application/jose+json", b"--mix"),))
    message = email.message_from_bytes(assemble(envelope(), parts), policy=default)
    body = message.get_body(("plain",))
    assert body is not None
    assert body.get_content().replace("\r\n", "\n") == text
    assert [part.get_filename() for part in message.iter_attachments()] == ["a.jws"]


def test_answers_say_that_a_mail_made_them() -> None:
    data = assemble(
        envelope(answers=True, in_reply_to="<a@b>", references=("<a@b>", "<c@d>")), Parts("x\n")
    )
    message = email.message_from_bytes(data, policy=default)
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["In-Reply-To"] == "<a@b>"
    assert message["References"] == "<a@b> <c@d>"


@given(
    st.sampled_from(["Subject", "In-Reply-To", "References", "Auto-Submitted"]),
    st.text(alphabet='aZ09 ._+@/:,<>-=?"ñ', min_size=1, max_size=90),
)
def test_what_is_written_directly_is_what_the_library_writes(name: str, value: str) -> None:
    assert _header(name, value) == _folded(name, value)


@pytest.mark.parametrize("name", ["Mesa", "Ana Maria", "Mesa: uno", "Pérez, Ana", "", "a  b"])
def test_addresses_are_written_as_the_library_writes_them(name: str) -> None:
    value = str(Address(name, addr_spec="mesa+x-1.2.k@example.org"))
    assert _header("Reply-To", value) == _folded("Reply-To", value)


def test_a_long_subject_begins_on_the_line_of_its_name() -> None:
    """Some programs show a fold before the first word as a blank."""
    subject = "[cinco-ce7r] Confirma que abandonas (cinco-ce7r.resign.9fyeehf3wvebq42n)"
    data = assemble(envelope(subject), Parts("x"))
    assert f"\r\nSubject: {subject}\r\n".encode() in data

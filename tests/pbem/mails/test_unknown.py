"""The polite answer to a mail without a right token."""

from __future__ import annotations

import pytest

from pbem.mails.unknown import CODES, unknown_mail

from .reading import opened


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("code", CODES)
def test_it_says_what_to_do_and_nothing_more(code: str, lang: str) -> None:
    args = (
        "Mesa",
        "mesa@example.org",
        "ana@example.org",
        lang,
        code,
        "<unknown.none@x>",
        1764576000,
    )
    data = unknown_mail(*args)
    assert data == unknown_mail(*args)
    shown = opened(data)
    assert shown.message["To"] == "ana@example.org"
    assert shown.message["Auto-Submitted"] == "auto-replied"
    assert shown.message["Reply-To"] == "Mesa <mesa@example.org>"
    assert shown.links == ()
    assert max(map(len, shown.text.splitlines())) <= 72
    known = {"es": "Te conocemos", "en": "We know you"}[lang]
    assert (known in shown.text) == code.endswith("-token")
    what = {"es": "Responde directamente al último correo", "en": "Reply directly to the latest"}[
        lang
    ]
    assert (what in shown.said) == (code != "stranger")

"""Names that players and hosts choose: whatever is in them, they are only names."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.mails.compose import compose
from pbem.mails.mail import Mail
from pbem.mails.to_html import pieces
from pbem.mails.tray import NoPictures

from .reading import opened
from .samples import KINDS, sample
from .tabletop import table_of
from .test_browser import CHROMIUM, WIDTHS, measured, shown

NAMES = {
    "ana": "Maximilianofernandezdevillavicencioygozo",  # 40 letters in a word
    "beto": "<img src=x onerror=alert(1)>&amp;",
    "carla": "محمد بن عبد الله",
    "dani": "👩‍👩‍👧‍👦 **Zoë** {when}",
    "eva": "x Bcc: evil@example.org",
    "fito": "Fernández-Villavicencio, Señora de Goñi",
}
WORDS = {"ana": "W" * 300, "beto": "<script>alert(1)</script>", "carla": "{x} **y**\r\n\r\nz"}


def renamed(mail: Mail) -> Mail:
    """The same mail at a table of people with such names."""
    names = {player: NAMES[player] for player in mail.tablet.names}
    lexicon = replace(mail.tablet.lexicon, names=names)
    facts = dict(mail.facts)
    if mail.kind == "invitation":
        facts["by"] = NAMES["beto"]
    if "words" in facts:
        facts["words"] = WORDS
    if "wrote" in facts:
        facts["wrote"] = WORDS["beto"] + WORDS["ana"]
    return replace(
        mail,
        facts=facts,
        tablet=replace(mail.tablet, names=names, lexicon=lexicon),
        reader=replace(mail.reader, name=NAMES[mail.reader.player]),
        host=replace(mail.host, name='Mesa "<b>", X-Evil: 1'),
    )


def turns() -> dict[str, Mail]:
    found = {}
    for game, players, until in (("cinco", 6, "play EMB"), ("seis", 6, "play VOL"),
                                 ("diez", 4, "play ROB")):  # fmt: skip
        table = table_of(game, players, seed="c")
        found[game] = renamed(table.mail("turn", table.walk(400, until), "es"))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_is_no_markup_and_no_header(kind: str) -> None:
    data = compose(renamed(sample(kind, "es")), NoPictures())
    mail = opened(data)
    assert mail.message["Bcc"] is mail.message["X-Evil"] is None
    assert mail.message["To"].addresses[0].addr_spec.endswith("@example.org")
    assert not re.search(r"<script|<img[^>]*onerror|<b>Zoë|<b>y</b>", mail.html)
    lines = mail.text.replace("\r\n", "\n").split("\n")
    assert max(map(len, lines)) <= 72
    head = data.split(b"\r\n\r\n", 1)[0]
    assert max(map(len, head.split(b"\r\n"))) <= 200


def test_names_stand_as_they_were_chosen() -> None:
    mail = opened(compose(turns()["cinco"], NoPictures()))
    assert NAMES["dani"] in mail.text
    assert "<img src=x onerror=alert(1)>&amp;" in mail.said
    assert "&lt;img src=x onerror=alert(1)" in mail.html.replace("<wbr>", "")
    assert "\u2068محمد بن عبد الله\u2069" in mail.said  # does not turn round what follows


def test_only_long_words_may_be_broken() -> None:
    assert pieces("Embargo de Maximiliano y Fernández") == ["Embargo de Maximiliano y Fernández"]
    assert pieces("play goes counterclockwise") == ["play goes counterclockwise"]
    assert pieces("W" * 30, 10) == ["W" * 10] * 3
    assert pieces("a mesa@host.example.org") == ["a mesa", "@host.", "example.", "org"]
    assert pieces("👩‍👩‍👧‍👦" * 9) == ["👩‍👩‍👧‍👦" * 9]


@pytest.mark.browser
@pytest.mark.skipif(not CHROMIUM, reason="no Chromium here")
def test_no_name_makes_a_mail_wider(tmp_path: Path) -> None:
    mails = {kind: renamed(sample(kind, "es")) for kind in ("invitation", "end", "refused")}
    for name, mail in {**mails, **turns()}.items():
        folder = tmp_path / name
        folder.mkdir()
        for width, found in zip(WIDTHS, measured(shown(mail), folder, dark=False), strict=True):
            assert found["wide"] == width, (name, found["wide"])

"""`host.yaml`: written, read back, and refused with its line where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from card_specs.language.problems import PersonError, SpecError
from pbem.store import config
from pbem.store.config import Config


def test_it_reads_what_it_writes(tmp_path: Path) -> None:
    made = Config(
        name='Mesa "de" Ana',
        address="mesa@example.org",
        zone="Europe/Madrid",
        server="mx.example.org",
        transport="imap",
        imap="imap.example.org",
        smtp="smtp.example.org:587",
        user="mesa",
        plus=False,
    )
    path = tmp_path / "host.yaml"
    path.write_text(config.write(made), "utf-8")
    assert config.read(path) == made


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: M\naddress: nobody", "host.yaml:2:10: error: an address is BOX@DOMAIN"),
        ("name: M\naddress: a@b\nadress: x", "host.yaml:3:1: error: unknown setting 'adress'"),
        ("name: M\naddress: a@b\npassword: geheim", "never write a password here"),
        ("name: M\naddress: a@b\nformat: 9", "format 9 is not 1 — use the version of pbem"),
        ("name: M\naddress: a@b\ntransport: pop", "transport is maildir or imap"),
        ("name: M\naddress: " + "x" * 30 + "@b", "the box's name has more than"),
        ("address: a@b", "'name' is missing"),
        ("- a", "settings are lines"),
    ],
)
def test_mistakes(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "host.yaml"
    path.write_text(text + "\n", "utf-8")
    with pytest.raises(SpecError) as caught:
        config.read(path)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("name: M\naddress: a..b@b", ["host.yaml:2:10: error: an address is BOX@DOMAIN"]),
        (
            "name: M\naddress: a@b\nimap: b:99999",
            ["3:7: error: there is no port 99999 — HOST:PORT"],
        ),
        ('name: "M\\nN"\naddress: a@b', ["host.yaml:1:7: error: a host's name is one line"]),
        ("name: M\naddress: a@@b", ["host.yaml:2:10: error: an address is BOX@DOMAIN"]),
        ("name: M\naddress: a@b\nzone: Mars/Base", ["host.yaml:3:7: error: there is no time zone"]),
        ("name: M\naddress: a@b\nzone: Europe", ["no time zone 'Europe' — such as Europe/Madrid"]),
        ("name: M\naddress: a@b\nlanguage: fr", ["3:11: error: there is no language 'fr' — es or"]),
        ("name: M\naddress: a@b\nplus: maybe", ["host.yaml:3:7: error: plus is true or false"]),
        ("name: M\naddress: @a", ["host.yaml:2:10: error: a value cannot begin with '@'"]),
        ("address: a@b\nzone: x\nlanguage: x", ["'name' is missing", "language 'x'", "zone 'x'"]),
    ],
)
def test_each_mistake_is_said_once_and_all_together(
    tmp_path: Path, text: str, errors: list[str]
) -> None:
    path = tmp_path / "host.yaml"
    path.write_text(text + "\n", "utf-8")
    with pytest.raises(SpecError) as caught:
        config.read(path)
    lines = str(caught.value).splitlines()
    assert len(lines) == len(errors)
    assert all(any(error in line for line in lines) for error in errors)


def test_settings_that_are_no_text_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "host.yaml"
    path.write_bytes(b"name: \xff\n")
    with pytest.raises(PersonError, match=r"host.yaml:1:1: error: not UTF-8"):
        config.read(path)

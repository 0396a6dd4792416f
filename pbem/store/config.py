"""`host.yaml`: a host's name, address and mailbox, written by `pbem host`, edited by a person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from card_specs.language.nodes import Mapping as MapNode
from card_specs.language.nodes import Node, Scalar
from card_specs.language.problems import Mark, PersonError, Problems, nearest
from card_specs.language.source import parse
from card_specs.values import dataclass
from pbem.identities import is_address
from pbem.protocol.codes import LOCAL_PART, LONGEST_GAME_ID

FORMAT = 1
LONGEST_BOX = LOCAL_PART - len("+..") - LONGEST_GAME_ID - 4 - 16
"""What game id, ask and token leave of a local part for the box's own name."""

NAME = re.compile(r"[^\x00-\x1f\x7f\u2028\u2029]{1,80}")
LANGUAGES = ("es", "en")

_KEYS = {
    "format",
    "name",
    "address",
    "language",
    "zone",
    "server",
    "transport",
    "imap",
    "smtp",
    "user",
    "password",
    "plus",
    "ca",
    "invitations",
    "chips",
}


@dataclass(frozen=True)
class Config:
    """A host's settings.  Passwords are never here: `password` names where to look for one."""

    name: str
    address: str
    language: str = "es"
    zone: str = "UTC"
    server: str = ""  # the authserv-id of our own mail server
    transport: str = "maildir"  # maildir | imap
    imap: str = ""  # host[:port]
    smtp: str = ""  # host[:port]
    user: str = ""
    password: str = "env:PBEM_PASSWORD"  # env:NAME | keyring
    plus: bool = True  # does the provider keep plus parts?
    invitations: int = 50  # that may leave in a day
    chips: int = 100  # that everybody begins with, for the stakes of competitive tables
    ca: str = ""  # a file with certificates to trust, for a server with its own
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def box(self) -> str:
        return self.address.partition("@")[0]

    @property
    def domain(self) -> str:
        return self.address.partition("@")[2]


def write(config: Config) -> str:
    """The text of `host.yaml`."""
    lines = [
        "# Settings of this host. Passwords don't belong here: `password` says where to find one",
        "# (env:NAME for an environment variable, keyring for the system's key ring).",
        f"format: {FORMAT}",
        f"name: {_quoted(config.name)}",
        f"address: {config.address}",
        f"language: {config.language}",
        f"zone: {config.zone}",
        f"server: {config.server or config.domain}",
        f"transport: {config.transport}",
    ]
    if config.transport == "imap":
        lines += [f"imap: {config.imap}", f"smtp: {config.smtp}", f"user: {config.user}"]
        lines += [f"password: {config.password}"]
    if config.invitations != 50:
        lines.append(f"invitations: {config.invitations}")
    if config.chips != 100:
        lines.append(f"chips: {config.chips}")
    if config.ca:
        lines.append(f"ca: {config.ca}")
    if not config.plus:
        lines.append("plus: false")
    return "\n".join(lines) + "\n"


def read(path: Path) -> Config:
    """Read `host.yaml`.  Raises `SpecError` with every mistake in it."""
    problems = Problems()
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise PersonError(f"{path}:1:1: error: not UTF-8: {error.reason}") from None
    node = parse(text, str(path), problems)
    problems.raise_if_any()
    values = _values(node, Mark(str(path), 1, 1), problems)
    for name in ("name", "address"):
        if name not in values and not problems.errors:
            problems.add(Mark(str(path), 1, 1), f"'{name}' is missing")
    _check(path, node, values, problems)
    problems.raise_if_any()
    values.pop("format", None)
    for name in ("invitations", "chips"):
        if name in values:
            values[name] = int(values[name])
    if "plus" in values:
        values["plus"] = values["plus"] != "false"
    return Config(**values)


def _values(node: Node | None, at: Mark, problems: Problems) -> dict[str, Any]:
    if not isinstance(node, MapNode):
        problems.add(at, "settings are lines of `key: value`")
        return {}
    values: dict[str, Any] = {}
    for key, value in node:
        if key.text not in _KEYS:
            problems.add(key.mark, f"unknown setting '{key.text}'", nearest(key.text, _KEYS))
        elif not isinstance(value, Scalar):
            problems.add(value.mark, f"'{key.text}' takes one value")
        else:
            values[key.text] = value.text
    return values


def _check(path: Path, node: Node | None, values: dict[str, Any], problems: Problems) -> None:
    def at(key: str) -> Mark:
        found = node.get(key) if isinstance(node, MapNode) else None
        return found.mark if found else Mark(str(path), 1, 1)

    for key, message, hint in _wrong(values):
        problems.add(at(key), message, hint)


NUMBERS = {"invitations": " of mails a day", "chips": ", that everybody begins with"}


def _wrong(values: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The settings that can't work: key, what is wrong with it, and what to write instead."""
    if values.get("format", str(FORMAT)) != str(FORMAT):
        hint = "use the version of pbem that wrote it"
        yield "format", f"format {values['format']} is not {FORMAT}", hint
    yield from _no_mailbox(values)
    if values.get("language", "es") not in LANGUAGES:
        yield "language", f"there is no language '{values['language']}'", "es or en"
    if not is_zone(values.get("zone", "UTC")):
        yield "zone", f"there is no time zone '{values['zone']}'", "such as Europe/Madrid, or UTC"
    if values.get("transport", "maildir") not in ("maildir", "imap"):
        yield "transport", "transport is maildir or imap", ""
    if values.get("plus", "true") not in ("true", "false"):
        yield "plus", "plus is true or false", ""
    yield from _no_numbers(values)
    password = values.get("password", "keyring")
    if not (password == "keyring" or password.startswith("env:")):
        yield "password", "never write a password here", "env:NAME or keyring"


def _no_mailbox(values: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    if not NAME.fullmatch(values.get("name", "Mesa")):
        yield "name", "a host's name is one line of at most 80 characters", ""
    address = values.get("address", "a@b")
    box = address.partition("@")[0]
    if not is_address(address) or "+" in box:
        yield "address", "an address is BOX@DOMAIN, without a plus part", ""
    elif len(box) > LONGEST_BOX:
        yield "address", f"the box's name has more than {LONGEST_BOX} characters", ""
    for name in ("imap", "smtp"):
        port = re.search(r":(\d+)$", values.get(name, ""))
        if port and not 0 < int(port[1]) < 65536:
            yield name, f"there is no port {port[1]}", "HOST:PORT, such as 993 or 587"


def _no_numbers(values: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, what in NUMBERS.items():
        if not str(values.get(name, "0")).isdigit():
            yield name, f"{name} is a number{what}", ""


def is_zone(name: str) -> bool:
    """Is it a time zone such as `Europe/Madrid`?"""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, no name of a file, a folder of zones
        return False
    return True


def check_new(config: Config) -> None:
    """Refuse settings that `pbem host` was given and that can't work.  Raises `PersonError`."""
    names = ("name", "address", "language", "zone", "transport", "imap", "smtp")
    values = {name: getattr(config, name) for name in names}
    wrong = [f"{what} — {hint}" if hint else what for _, what, hint in _wrong(values)]
    if wrong:
        raise PersonError("\n".join(wrong))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

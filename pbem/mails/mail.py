"""A mail to be composed: whom it is for, why it is sent, and all that it may show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from card_specs.language.model import Game as Spec
from card_specs.values import dataclass
from pbem.engine.lexicon import Lexicon


@dataclass(frozen=True)
class Host:
    """What mails say of the host: shown name, box and domain, whether plus parts arrive."""

    name: str
    box: str
    domain: str
    plus: bool = True

    @property
    def address(self) -> str:
        return f"{self.box}@{self.domain}"


@dataclass(frozen=True)
class Reader:
    """Who reads: seat, address and habits."""

    player: str
    name: str
    address: str
    language: str
    zone: str = "UTC"
    page: bool = False
    plain: bool = False


@dataclass(frozen=True)
class Tablet:
    """What mails need of a table besides the view: the spec, its words, who sits where."""

    spec: Spec
    lexicon: Lexicon
    variant: str
    names: Mapping[str, str]  # player -> shown name, clockwise
    options: Mapping[str, Any] = field(default_factory=dict)
    conditions: Mapping[str, Any] = field(default_factory=dict)  # deadline, late, away, undo (s)
    watchers: Sequence[str] = ()  # shown names of those who look on


@dataclass(frozen=True)
class Attachment:
    """A file that goes along: `.jws`, `.jsonl`, the turn page, a PDF."""

    name: str
    content_type: str
    data: bytes


@dataclass(frozen=True)
class Mail:
    """One mail to one reader.  `kind` decides text and subject; see `compose`.

    `view` is the payload of the reader's signed view (protocol 7), `facts` what only this mail
    tells (a refusal's reason, a result).  `ask` 0: no question.  `tokens`: by what they are for
    (`ask`, `seat`, `resign`, `address`, `forget`, `vote`).  Times are seconds UTC.
    """

    kind: str
    host: Host
    game: str
    tablet: Tablet
    reader: Reader
    date: int
    message_id: str
    references: tuple[str, ...] = ()
    in_reply_to: str = ""
    ask: int = 0
    asks: str = ""  # what stands for the ask in address and subject: a number, 0, resign, vote7 …
    token: str = ""  # the token that an answer to this mail needs
    tokens: Mapping[str, str] = field(default_factory=dict)
    view: Mapping[str, Any] | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    table_code: str = ""
    answers: bool = False  # an answer to a mail: Auto-Submitted: auto-replied
    attachments: tuple[Attachment, ...] = ()
    deadline: int = 0
    late_move: str = ""  # what the host would do, canonical
    only_signed: bool = False  # do only moves count that are signed with the reader's own key?

"""The rulebook that comes with the answer to a join: the same spec, variant and language once.

It is made from the pinned spec, kept in `cache/` (it can be made again), and left out where it
cannot be made: nobody is kept from a table by a mistake in its book.
"""

from __future__ import annotations

import json
from dataclasses import field
from functools import lru_cache
from pathlib import Path

from card_specs.language.model import Game as Spec
from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.identities import person_hash
from pbem.mails.mail import Attachment
from pbem.store.disk import replace
from pbem.store.folder import HostFolder
from pbem.store.notebook import Person

from .tables import Table

LARGEST = 1_000_000
"""Bytes of a book that is mailed."""

MOST_NOTED = 40


@dataclass(frozen=True)
class _Book:
    """Which book; equal pins have equal rules, so the spec itself need not be compared."""

    pin: str
    variant: str
    language: str
    spec: Spec = field(compare=False)


def rulebook(folder: HostFolder, table: Table, person: Person) -> tuple[Attachment, ...]:
    """The book for somebody who has just joined, unless another of their tables brought it."""
    opened, spec = table.game.opened, table.rules.spec
    book = _Book(opened["spec"]["sha256"], opened["variant"], person.language, spec)
    if not _is_first(folder, table.game.id, person.address, book):
        return ()
    data = _kept(folder.root / "cache" / "rules", book)
    if not 0 < len(data) <= LARGEST:
        return ()
    return (Attachment(f"{spec.id}-{book.language}.pdf", "application/pdf", data),)


def forget(folder: HostFolder, address: str) -> None:
    """Somebody has no seat here any more: nothing is remembered of what they were sent."""
    folder.notebook.drop_note(_key(address))


def _is_first(folder: HostFolder, game: str, address: str, book: _Book) -> bool:
    """Does this table bring the book?  The answer stays the same when the mail is made again."""
    known = json.loads(folder.notebook.note(_key(address)) or "{}")
    name = f"{book.pin[:16]} {book.variant} {book.language}"
    if name not in known:
        known = dict([*known.items(), (name, game)][-MOST_NOTED:])
        folder.notebook.put_note(_key(address), json.dumps(known))
    return str(known[name]) == game


def _key(address: str) -> str:
    return f"rules {person_hash(address)}"


def _kept(folder: Path, book: _Book) -> bytes:
    path = folder / f"{book.pin[:16]}-{book.variant}-{book.language}.pdf"
    if path.is_file():
        return path.read_bytes()
    data = _made(book)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, data, durable=False)
    return data


@lru_cache(maxsize=8)
def _made(book: _Book) -> bytes:
    """The PDF; nothing where the spec's book has mistakes."""
    from deckgen.rulebook import make  # the press only where it is used
    from pbem.replay.book_examples import play_examples

    variant = book.variant if book.variant in book.spec.variants else ""
    try:
        wish = make.Wish(book.language, variant=variant)
        return make.rulebook(book.spec, wish, play_examples)
    except PersonError:
        return b""

"""Which seats are one person's: those with the same mail address or the same key (CINQ-10.5)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

_ATOM = r"[\w!#$%&'*+/=?^`{|}~-]+"
_LABEL = r"[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?"
_ADDRESS = re.compile(
    rf"(?=.{{1,64}}@.{{1,190}}$){_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*", re.ASCII | re.I
)
"""Dots only between letters, as headers can hold them without quotation marks (RFC 5322 3.2.3)."""


def is_address(text: str) -> bool:
    """Is this the form of a mail address that we can write to?"""
    return _ADDRESS.fullmatch(text) is not None


def same_address(address: str) -> str:
    """An address as an identity: lower case, without a +tag."""
    local, _, domain = address.lower().partition("@")
    return f"{local.split('+')[0]}@{domain}"


def person_hash(address: str) -> str:
    """What stands for an address in notes that must not hold it: who asked not to be invited."""
    return hashlib.sha256(b"pbem/1 never\n" + address.lower().encode()).hexdigest()


class Persons:
    """People by what they are known by: marks (addresses, keys) that stood together at a seat."""

    def __init__(self, seats: Iterable[Iterable[str]] = ()) -> None:
        self._above: dict[str, str] = {}
        self._names: dict[str, str] = {}  # by the mark that stands for all, once asked for
        for marks in seats:
            self.link(marks)

    def link(self, marks: Iterable[str]) -> None:
        """These marks are one person's."""
        first, *rest = marks
        self._names.clear()
        for mark in rest:
            self._above[self._top(mark)] = self._top(first)
        self._top(first)

    def name(self, mark: str) -> str:
        """What a person is called: the first address in the alphabet, without one the first key."""
        top = self._top(mark)
        if top not in self._names:
            self._name_all()
        return self._names[top]

    def _name_all(self) -> None:
        for one in sorted(self._above, key=lambda one: ("@" not in one, one)):
            self._names.setdefault(self._top(one), one)

    def _top(self, mark: str) -> str:
        above = self._above.setdefault(mark, mark)
        while above != self._above[above]:
            above = self._above[above]
        self._above[mark] = above
        return above

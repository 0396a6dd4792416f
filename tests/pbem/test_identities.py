"""What counts as a mail address: what a header can hold as it stands."""

from __future__ import annotations

import random
from email.headerregistry import Address

import pytest

from pbem.identities import is_address


@pytest.mark.parametrize("text", ["ana@localhost", "a.b+c@x.org", "o'neil@x-y.org", "a_b/c@x"])
def test_addresses(text: str) -> None:
    assert is_address(text)


NONE = "ana @x a@ a..b@x .a@x a.@x a@x..y a@x. a@-x ñ@x a@b@c ../../x@y a\b@x <a@x> a,b@x"


@pytest.mark.parametrize("text", [*NONE.split(), "a@x\n", "a b@x", "", "a" * 65 + "@x"])
def test_no_addresses(text: str) -> None:
    assert not is_address(text)


def test_whatever_is_an_address_goes_into_a_header_as_it_stands() -> None:
    chance = random.Random(1)
    found = 0
    for _ in range(30_000):
        text = "".join(chance.choice("ab.@-_+/'\"(<[ é1\n:") for _ in range(chance.randint(3, 9)))
        if is_address(text):
            found += 1
            assert str(Address(addr_spec=text)) == text
    assert found > 20

"""Our `dataclass` and the standard library's make the same of the same class."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import InitVar, field
from functools import cached_property
from typing import Any, ClassVar

import pytest

from card_specs import values

OURS, THEIRS = values.dataclass, dataclasses.dataclass
Make = Callable[..., Any]


def plain(make: Make) -> Any:
    @make(frozen=True)
    class Card:
        """A card."""

        code: str
        copies: int = 1
        tags: tuple[str, ...] = ()

    return Card


def fielded(make: Make) -> Any:
    @make(frozen=True)
    class Card:
        """A card."""

        kind: ClassVar[str] = "card"
        code: str
        mark: int = field(default=7, compare=False, repr=False)
        tags: list[str] = field(default_factory=list, hash=False)
        told: int = field(default=3, init=False)

        def __post_init__(self) -> None:
            if not self.code:
                raise ValueError("no code")

        @cached_property
        def upper(self) -> str:
            return self.code.upper()

    return Card


def own_ways(make: Make) -> Any:
    @make(frozen=True)
    class Card:
        """A card."""

        code: str

        def __repr__(self) -> str:
            return f"<{self.code}>"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, type(self))

    return Card


def awkward_names(make: Make) -> Any:
    @make(frozen=True)
    class Card:
        """Fields with the names that the functions themselves might use."""

        code: str
        values: tuple[str, ...] = ("a",)
        other: int = 1
        fields: int = 2
        names: list[int] = field(default_factory=list, hash=False)

    return Card


def slotted(make: Make) -> Any:
    @make(frozen=True, slots=True)
    class Card:
        """A card."""

        kind: ClassVar[str] = "card"
        code: str
        copies: int = 1
        tags: list[str] = field(default_factory=list, hash=False)
        told: int = field(default=3, init=False)

    return Card


def heir(make: Make) -> Any:
    @make(frozen=True, slots=True)
    class Base:
        """What others are."""

        code: str
        mark: int = field(default=7, compare=False)

    @make(frozen=True, slots=True)
    class Card(Base):
        """One of them."""

        copies: int = 1

    return Card


def by_identity(make: Make) -> Any:
    @make(frozen=True, eq=False)
    class Card:
        """A card."""

        code: str

    return Card


@pytest.mark.parametrize("recipe", [plain, fielded, own_ways, awkward_names, slotted, heir])
def test_values_behave_the_same(recipe: Callable[[Make], Any]) -> None:
    ours, theirs = recipe(OURS), recipe(THEIRS)
    one, other = ours("R7"), theirs("R7")
    assert repr(one) == repr(other)
    assert (one == ours("R7"), one == ours("R8")) == (other == theirs("R7"), other == theirs("R8"))
    assert one != "R7"
    assert one.__eq__("R7") == other.__eq__("R7")
    assert (hash(one) == hash(ours("R7"))) == (hash(other) == hash(theirs("R7")))
    assert dataclasses.asdict(one) == dataclasses.asdict(other)
    assert ours.__match_args__ == theirs.__match_args__
    assert [f.name for f in dataclasses.fields(ours)] == [
        f.name for f in dataclasses.fields(theirs)
    ]
    assert repr(dataclasses.replace(one, code="B1")) == repr(dataclasses.replace(other, code="B1"))
    assert copy.deepcopy(one) == one
    assert ours.__doc__ == theirs.__doc__


@pytest.mark.parametrize("recipe", [plain, fielded, own_ways, slotted, heir, by_identity])
def test_values_stay_as_they_are(recipe: Callable[[Make], Any]) -> None:
    for make in (OURS, THEIRS):
        card = recipe(make)("R7")
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'code'"):
            card.code = "B1"
        with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'code'"):
            del card.code


def test_hashes_leave_out_what_is_not_compared() -> None:
    card = fielded(OURS)
    assert hash(card("R7", mark=1, tags=["a"])) == hash(card("R7", mark=2, tags=["b"]))
    assert card("R7", mark=1) == card("R7", mark=2)
    assert card("R7", tags=["a"]) != card("R7")
    assert card("R7").tags is not card("R7").tags
    assert card("r7").upper == "R7"


def test_identity_where_equality_is_not_wanted() -> None:
    card = by_identity(OURS)
    assert card("R7") != card("R7")
    assert len({card("R7"), card("R7")}) == 2


def test_what_is_missing_is_a_type_error() -> None:
    for make in (OURS, THEIRS):
        with pytest.raises(TypeError, match=r"Card.__init__\(\) missing 1 required positional"):
            plain(make)()


def test_more_is_left_to_the_standard_library() -> None:
    @OURS(frozen=True, order=True)
    class Mark:
        """A place."""

        line: int

    @OURS
    class Counter:
        """A number that changes."""

        count: int = 0

    @OURS(frozen=True)
    class Base:
        """What others are."""

        code: str

    @OURS(frozen=True)
    class Derived(Base):
        """One of them."""

        copies: int = 1

    @OURS(frozen=True)
    class Named:
        """Made by names alone."""

        code: str = field(kw_only=True)

    @OURS(frozen=True)
    class Told:
        """Made with something that is not kept."""

        code: str
        loud: InitVar[bool] = False

    assert Mark(1) < Mark(2)
    counter = Counter()
    counter.count = 5
    assert counter == Counter(5)
    assert Derived("R7", 2) == Derived("R7", 2) != Derived("R7", 3)
    assert repr(Derived("R7")).endswith("Derived(code='R7', copies=1)")
    assert Told("R7", True).code == Named(code="R7").code == "R7"


@OURS(frozen=True)
class Kept:
    """At the module's level, where pickle finds it."""

    code: str
    copies: int = 1


@OURS(frozen=True, slots=True)
class Slotted:
    """The same without a dictionary."""

    code: str
    copies: int = 1


def test_values_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(Kept("R7", 2))) == Kept("R7", 2)
    assert pickle.loads(pickle.dumps(Slotted("R7", 2))) == Slotted("R7", 2)


def test_slots_hold_no_more() -> None:
    assert not hasattr(Slotted("R7"), "__dict__")
    assert Slotted.__slots__ == ("code", "copies")
    assert Kept("R7").__dict__ == {"code": "R7", "copies": 1}

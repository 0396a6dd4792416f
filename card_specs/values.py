"""`dataclass` for frozen values, made in a quarter of the time.

CPython 3.11 compiles six functions, one after the other, for each frozen dataclass: half a
millisecond.  The language and the press have a hundred of them, which was a quarter of the time
that printing a whole deck takes (docs/performance.md).  Here only `__init__` is compiled, and all
else is shared.  What comes out is the same: the tests compare it with the standard library's, which
type checkers see and which makes every class that asks for more.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]


def _dataclass(
    cls: Any = None,
    /,
    *,
    frozen: bool = False,
    eq: bool = True,
    slots: bool = False,
    **more: Any,
) -> Any:
    """`dataclasses.dataclass`, quick where a class is frozen and plain otherwise."""
    if cls is None:
        return lambda made: _dataclass(made, frozen=frozen, eq=eq, slots=slots, **more)
    if not frozen or more or _is_special(cls):
        return dataclasses.dataclass(cls, frozen=frozen, eq=eq, slots=slots, **more)
    cls.__doc__ = cls.__doc__ or cls.__name__  # without one, a signature would be worked out
    # A class that inherits from a frozen one has to be declared frozen, which costs a little more.
    heir = any(dataclasses.is_dataclass(base) for base in cls.__mro__[1:])
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, frozen=heir, slots=slots)(
        cls
    )
    made.__dataclass_params__.frozen = True
    own = _own(made, eq, slots)
    for name, function in own.items():
        function.__qualname__ = f"{cls.__qualname__}.{name}"
    shared = {**_SHARED, **_PICKLED} if slots else _SHARED
    for name, function in {**shared, **own}.items():
        if cls.__dict__.get(name) is None:
            setattr(made, name, function)
    return made


def _is_special(cls: Any) -> bool:
    """Whether a class or what it inherits from has arguments that are no plain fields."""
    for base in cls.__mro__[:-1]:
        kinds = [str(kind) for kind in inspect.get_annotations(base).values()]
        if any("InitVar" in kind or "KW_ONLY" in kind for kind in kinds):
            return True
        fields = getattr(base, "__dataclass_fields__", None) or vars(base)
        if any(getattr(field, "kw_only", False) is True for field in fields.values()):
            return True
    return False


def _own(made: Any, eq: bool, slots: bool) -> dict[str, Any]:
    """The functions that depend on the class's fields."""
    fields = dataclasses.fields(made)
    names: dict[str, Any] = {"__missing": dataclasses.MISSING, "__set": object.__setattr__}
    arguments, body = ["self"], ["pass" if slots else "__dict = self.__dict__"]
    for field in fields:
        argument, value = _taken(field, names)
        arguments += argument
        if value:
            name = repr(field.name)
            body.append(f"__set(self, {name}, {value})" if slots else f"__dict[{name}] = {value}")
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    code = f"def __init__({', '.join(arguments)}):\n " + "\n ".join(body)
    functions: dict[str, Any] = {}
    exec(code, names, functions)  # it is made of the fields' names alone
    return {**functions, **(_equality(fields) if eq else {})}


def _equality(fields: tuple[dataclasses.Field[Any], ...]) -> dict[str, Any]:
    compared = _values_of([field.name for field in fields if field.compare])
    hashed = _values_of(
        [field.name for field in fields if (field.compare if field.hash is None else field.hash)]
    )

    def __eq__(self: Any, other: Any) -> Any:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return compared(self) == compared(other)

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(hashed(self))

    return {"__eq__": __eq__, "__hash__": __hash__}


def _values_of(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What gives the values of several attributes as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda thing: tuple(getattr(thing, name) for name in names)


def _taken(field: dataclasses.Field[Any], names: dict[str, Any]) -> tuple[list[str], str]:
    """A field's argument and the value to keep; what they need is put into `names`."""
    name, default = field.name, f"__default_{field.name}"
    if field.default_factory is not dataclasses.MISSING:
        names[default] = field.default_factory
        if not field.init:
            return [], f"{default}()"
        return [f"{name}=__missing"], f"{default}() if {name} is __missing else {name}"
    if field.default is dataclasses.MISSING:
        return ([name], name) if field.init else ([], "")
    names[default] = field.default
    return ([f"{name}={default}"], name) if field.init else ([], default)


def _setattr(self: Any, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _repr(self: Any) -> str:
    shown = ", ".join(
        f"{field.name}={getattr(self, field.name)!r}"
        for field in dataclasses.fields(self)
        if field.repr
    )
    return f"{self.__class__.__qualname__}({shown})"


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


_PICKLED = {"__getstate__": _getstate, "__setstate__": _setstate}
_SHARED = {"__setattr__": _setattr, "__delattr__": _delattr, "__repr__": _repr}

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass

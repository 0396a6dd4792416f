"""What names mean where a piece of a program stands: the player who acts, the card, the locals."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType

from card_specs.values import dataclass

_NOTHING: Mapping[str, ast.expr] = MappingProxyType({})
_NOBODY: Mapping[int, ast.expr] = MappingProxyType({})


@dataclass(frozen=True)
class Scope:
    """Trees that read the values; `locals` by name in the spec, `candidates` by level."""

    me: ast.expr | None = None
    this: ast.expr | None = None
    locals: Mapping[str, ast.expr] = field(default_factory=lambda: _NOTHING)
    candidates: Mapping[int, ast.expr] = field(default_factory=lambda: _NOBODY)

    def acting(self, me: ast.expr) -> Scope:
        return replace(self, me=me)

    def playing(self, this: ast.expr | None) -> Scope:
        return replace(self, this=this)

    def knowing(self, name: str, value: ast.expr) -> Scope:
        return replace(self, locals={**self.locals, name: value})

    def looking_at(self, level: int, value: ast.expr) -> Scope:
        return replace(self, candidates={**self.candidates, level: value})

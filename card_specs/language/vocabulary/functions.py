"""The functions of expressions: names, types of arguments, result, and what each gives."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from card_specs.language.types import (
    NUMBER,
    PLAYER,
    PLAYERS,
    Type,
)
from card_specs.values import dataclass


@dataclass(frozen=True)
class Function:
    """`takes` are the types of the arguments; without any it is written without parentheses."""

    takes: tuple[Type, ...]
    gives: Type
    doc: str


FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        "players": Function((), PLAYERS, "all players, by seat, clockwise"),
        "others": Function((), PLAYERS, "the others, in the order of play, from the next after me"),
        "next": Function((PLAYER,), PLAYER, "the player after one, in the direction of play"),
        "previous": Function((PLAYER,), PLAYER, "the player before one, in the direction of play"),
        "left_of": Function((PLAYER,), PLAYER, "the next seat clockwise"),
        "right_of": Function((PLAYER,), PLAYER, "the next seat counterclockwise"),
        "players_from": Function((PLAYER,), PLAYERS, "all, in the order of play, from that one"),
        "after": Function((PLAYER,), PLAYERS, "all but that one, in the order of play after it"),
        "seats_from": Function((PLAYER,), PLAYERS, "all, clockwise, from that one"),
        "seat": Function((PLAYER,), NUMBER, "a player's seat, from 1"),
        "abs": Function((NUMBER,), NUMBER, "a number without its sign"),
    }
)

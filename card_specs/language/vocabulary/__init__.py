"""The vocabulary: every step of the rules language, each in one place.

A step's class holds its form (`line`, or the keys of a block), its fields with types, its words
in Spanish and English (`say`), a runnable example and its documentation.  What it does is
registered per class in `pbem.engine`, which may import this package; this one runs nothing.
"""

from __future__ import annotations

from card_specs.language.tree import (
    Step,
)
from card_specs.language.vocabulary.cards import Deal, Draw, Exchange, MoveCards, Pick, Shuffle
from card_specs.language.vocabulary.chance import DrawLots, Roll
from card_specs.language.vocabulary.choices import Ask, Window
from card_specs.language.vocabulary.flow import (
    Again,
    CallRule,
    CheckEnd,
    EndTurn,
    ForEach,
    GameOver,
    If,
    Leave,
    PassTurn,
    Repeat,
    Reverse,
    StartTurn,
)
from card_specs.language.vocabulary.marks import Lay, MarkCard, TurnDown, TurnUp
from card_specs.language.vocabulary.values import AddValue, Let, SetValue

STEPS: tuple[type[Step], ...] = (
    Shuffle,
    Deal,
    MoveCards,
    Draw,
    Pick,
    Exchange,
    TurnDown,
    TurnUp,
    Lay,
    MarkCard,
    SetValue,
    AddValue,
    Let,
    Roll,
    DrawLots,
    If,
    ForEach,
    Repeat,
    CallRule,
    Leave,
    Again,
    EndTurn,
    PassTurn,
    StartTurn,
    CheckEnd,
    GameOver,
    Reverse,
    Ask,
    Window,
)
"""In the order of the language reference."""

"""The telling form of a program notes what happens, step by step; `facts.py` says it to readers.

Ordinary play and simulation do without.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from card_specs.values import dataclass
from pbem.engine.question import Asking

if TYPE_CHECKING:
    from pbem.engine.points import Point
    from pbem.engine.state import State


@dataclass(frozen=True)
class Event:
    """One step: what sort of thing happened, its particulars, and whether it is secret."""

    sort: str
    about: tuple[Any, ...]
    secret: bool


class Teller:
    """What the telling form of a program calls."""

    def __init__(self, points: Sequence[Point | None]) -> None:
        self.points = points

    def tell(self, state: State, sort: str, *about: Any) -> None:
        """Note that something has happened."""
        if state.told is not None:
            state.told.append(Event(sort, about, self._is_secret(state)))

    def _is_secret(self, state: State) -> bool:
        """Whether a question with secret answers is open now."""
        for frame in state.frames:
            point = self.points[frame[0]]
            for value in () if point is None else (frame[index] for index in point.live):
                if isinstance(value, Asking) and value.sizes is not None and not value.done:
                    return True
        return False

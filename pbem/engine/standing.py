"""Where play stands, as far as a reader may know (placeholder while the rest grows)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.engine.state import State
    from pbem.engine.table import Table


def standing(table: Table, state: State, seat: int) -> dict[str, Any]:
    """Frames by name."""
    return {}

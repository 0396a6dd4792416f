"""The closed choices about sheets, as they are typed; costs nothing to import."""

from __future__ import annotations

from enum import StrEnum


class Backs(StrEnum):
    """How a back comes behind its front."""

    DUPLEX_LONG = "duplex-long"
    DUPLEX_SHORT = "duplex-short"
    FOLD = "fold"
    NONE = "none"


class Marks(StrEnum):
    CROP = "crop"
    LINES = "lines"
    NONE = "none"


class MarksOn(StrEnum):
    FRONTS = "fronts"
    BOTH = "both"


class Order(StrEnum):
    """The order of the pages; `impose.impose` says what it is for."""

    ALTERNATE = "alternate"
    FRONTS_FIRST = "fronts-then-backs"
    BACKS_REVERSED = "fronts-then-backs-reversed"


class Ink(StrEnum):
    FULL = "full"
    SAVER = "saver"
    GREY = "grey"

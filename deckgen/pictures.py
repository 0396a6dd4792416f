"""Every face and back of a game as a picture file: SVG or PNG, one a card.

File names are the cards' own (`R8.svg`, `back-main.svg`) and never clash, not even where capitals
do not count; what is in a file depends on the spec alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from card_specs.language.deck import deck
from card_specs.language.model import Card, Game
from card_specs.language.problems import PersonError, Problem, SpecError, nearest
from card_specs.values import dataclass
from deckgen.drawing import Drawing
from deckgen.face import Faces, backs_of, gathered
from deckgen.geometry import Rect

_UNSAFE = re.compile(r"[^\w.=+-]")
LEAST_DPI, MOST_DPI = 10, 2400


@dataclass(frozen=True)
class Wish:
    """What pictures are asked for; `bleed` in mm (0 shows the trimmed card)."""

    language: str
    kind: str = "svg"
    dpi: float = 300.0
    ink: str = "full"
    bleed: float = 0.0
    only: tuple[str, ...] = ()


def pictures(game: Game, wish: Wish) -> dict[str, Callable[[], bytes]]:
    """File names and what makes each file's bytes, in deck order, backs last.

    Raises `SpecError` with all problems of all faces, `PersonError` for a code that no card has.
    """
    faces = Faces(game)
    cards = chosen(deck(game), wish.only)
    size = faces.card
    view = size.trim.grown(wish.bleed)
    problems: list[Problem] = []
    drawings: dict[str, tuple[str, Drawing]] = {}
    used: set[str] = set()
    for title, name, draw in _all(faces, cards, wish):
        try:
            drawings[file_name(name, wish.kind, used)] = (title, draw())
        except SpecError as error:
            problems += error.problems
    if problems:
        raise SpecError(gathered(problems))
    return {
        file: _maker(drawing, view, f"{game.title.get(wish.language, game.id)}: {title}", wish)
        for file, (title, drawing) in drawings.items()
    }


def chosen(cards: Iterable[Card], only: tuple[str, ...]) -> list[Card]:
    """The cards with one of the codes, in any of the spec's languages; all if there is no code."""
    found = list(cards)
    if not only:
        return found
    known = {
        code.upper(): card.code for card in found for code in (card.code, *card.codes.values())
    }
    for code in only:
        if code.upper() not in known:
            raise PersonError(f"no card has the code '{code}' — {nearest(code, known)}")
    wanted = {known[code.upper()] for code in only}
    return [card for card in found if card.code in wanted]


def _all(
    faces: Faces, cards: list[Card], wish: Wish
) -> Iterator[tuple[str, str, Callable[[], Drawing]]]:
    for card in cards:
        title = " ".join(filter(None, (card.local_code(wish.language), _title(card, wish))))
        yield title, card.id, partial(faces.draw, card, wish.language, wish.ink)
    for name, mark in backs_of(cards).items():
        draw = partial(faces.draw_back, name, wish.ink, language=wish.language, mark=mark)
        yield name, f"back-{name}", draw


def _title(card: Card, wish: Wish) -> str:
    return card.title.get(wish.language, "")


def file_name(name: str, kind: str, used: set[str]) -> str:
    """A file name for a card that no other has, capitals or not."""
    safe = _UNSAFE.sub(lambda match: f"_{ord(match.group()):x}", name)
    unique, count = safe, 1
    while unique.lower() in used:
        count += 1
        unique = f"{safe}-{count}"
    used.add(unique.lower())
    return f"{unique}.{kind}"


def _maker(drawing: Drawing, view: Rect, title: str, wish: Wish) -> Callable[[], bytes]:
    def make() -> bytes:
        if wish.kind == "png":
            from deckgen.to_png import png

            return png(drawing, view, wish.dpi)
        from deckgen.to_svg import svg

        return svg(drawing, view, title).encode("utf-8")

    return make


def folder_for(game: Game, wish: Wish) -> Path:
    """Where the pictures go if nobody says otherwise."""
    ink = "" if wish.ink == "full" else f"-{wish.ink}"
    return Path("output") / f"{game.id}-faces-{wish.language}{ink}"

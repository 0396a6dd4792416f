"""What `deckgen check` says about a game's look: `check_look`, and the parts it is made of.

Every face is drawn in every language and every ink, so what a print would refuse is known before.
Then come warnings: colours that some eyes cannot tell apart, words without a symbol, letters that
are hard to read on their ground, too small, or where a cut may hit them.
"""

from __future__ import annotations

from collections.abc import Iterator

from card_specs.language.deck import deck
from card_specs.language.model import Game, Word
from card_specs.language.problems import Mark, Problem, Problems, SpecError
from card_specs.language.style import INKS, Layer
from deckgen import palette
from deckgen.drawing import Colour, Text
from deckgen.drawing import Mark as Painted
from deckgen.face import Faces, backs_of, gathered, named
from deckgen.face_text import LEAST
from deckgen.geometry import Rect
from deckgen.grounds import Placed, colour_at, flat, seen_at

POINT = 25.4 / 72
LARGE_LETTERS = 14 * POINT
"""mm; from here on WCAG asks for less contrast, if the letters are bold."""
_FALL_TOGETHER = 5.0
"""With symbols of their own, only colours nearer than this are warned about."""
_EYES = {
    "normal": "",
    "protan": " for eyes without red (protanopia)",
    "deutan": " for eyes without green (deuteranopia)",
    "tritan": " for eyes without blue (tritanopia)",
    "grey": " in greyscale",
}


def check_look(game: Game, problems: Problems) -> None:
    """Add everything that is wrong or doubtful with how the game's cards look."""
    try:
        faces = Faces(game)
    except SpecError as error:
        problems.found += error.problems
        return
    problems.found += check_colours(game)
    found: list[Problem] = []
    for ink in INKS:
        for language in game.languages:
            found += _draw_all(faces, language, ink)
    found += faces.warnings.found
    problems.found += dict.fromkeys(gathered(found))


def _draw_all(faces: Faces, language: str, ink: str) -> Iterator[Problem]:
    cards = deck(faces.game)
    for card in cards:
        try:
            layers = faces.layers(card, language, ink)
        except SpecError as error:
            yield from error.problems
            continue
        if ink != "grey":
            what = named(card, language, ink)
            yield from _with_name(what, check_letters(layers, faces.card.safe))
    for name, mark in backs_of(cards).items():
        try:
            faces.draw_back(name, ink, mark=mark)
        except SpecError as error:
            yield from error.problems


def _with_name(what: str, found: Iterator[Problem]) -> Iterator[Problem]:
    for problem in found:
        yield Problem(problem.at, f"{what}: {problem.message}", problem.hint, problem.level)


# --- colours -------------------------------------------------------------------------------------


def check_colours(game: Game) -> Iterator[Problem]:
    """Warnings about the words that stand for colours."""
    for name in dict.fromkeys(_axes(game)):
        words = {word.name: word for word in game.words[name].values() if "base" in word.paints}
        if len(words) < 2:
            continue
        yield from _without_symbol(words)
        yield from _alike(words)


def _axes(game: Game) -> Iterator[str]:
    for kind in game.kinds.values():
        yield from (axis.name for axis in kind.axes if axis.of_words)


def _without_symbol(words: dict[str, Word]) -> Iterator[Problem]:
    symbols: dict[str, str] = {}
    for word in words.values():
        if not word.symbol:
            hint = "give it one: colour alone does not tell cards apart"
            yield _warning(word.mark, f"'{word.name}' has a colour and no symbol", hint)
        elif word.symbol in symbols:
            message = f"'{word.name}' has the same symbol as '{symbols[word.symbol]}'"
            yield _warning(word.mark, message, "give each colour its own")
        symbols.setdefault(word.symbol, word.name)


def _alike(words: dict[str, Word]) -> Iterator[Problem]:
    bases = {name: word.paints["base"] for name, word in words.items()}
    for pair in palette.confused(bases):
        first, second = words[pair.first], words[pair.second]
        told_apart = first.symbol and second.symbol and first.symbol != second.symbol
        eye, distance = pair.worst
        if told_apart and distance >= _FALL_TOGETHER:
            continue
        message = (
            f"the colours of '{pair.first}' and '{pair.second}' fall together{_EYES[eye]} "
            f"(distance {distance:.1f}, {palette.TELLABLE:g} is safe)"
        )
        yield _warning(second.mark, message, "make one of them lighter and the other darker")


def _warning(at: Mark, message: str, hint: str = "") -> Problem:
    return Problem(at, message, hint, "warning")


# --- letters -------------------------------------------------------------------------------------


def check_letters(layers: list[tuple[Layer, list[Painted]]], safe: Rect) -> Iterator[Problem]:
    """Warnings about letters: on what they stand, how small they are, how near the cut."""
    below: list[Placed] = []
    for layer, marks in layers:
        for placed in flat(tuple(marks)):
            if isinstance(placed.mark, Text):
                yield from _letters(layer, placed, placed.mark, below, safe)
            below.append(placed)


def _letters(
    layer: Layer, placed: Placed, text: Text, below: list[Placed], safe: Rect
) -> Iterator[Problem]:
    a, b, *_ = placed.matrix
    size = text.size * (a * a + b * b) ** 0.5
    if size < LEAST - 0.005:
        hint = f"at least {LEAST:.2f} mm (5.5 pt) can be read"
        yield _warning(layer.mark, f"layer '{layer.name}': letters {size:.2f} mm high", hint)
    corners = ((text.x, text.y), (text.x + text.width, text.y - 0.7 * text.size))
    points = [seen_at(placed.matrix, *corner) for corner in corners]
    if not all(_within(point, safe.grown(0.25)) for point in points):
        message = f"layer '{layer.name}': '{text.text}' reaches out of the safe zone"
        yield _warning(layer.mark, message, "a cut that is a little off would hit it")
    if text.stroke is not None and text.stroke.colour == text.fill:
        return  # the shadow of other letters
    yield from _contrast(layer, placed, text, size, below)


def _contrast(
    layer: Layer, placed: Placed, text: Text, size: float, below: list[Placed]
) -> Iterator[Problem]:
    middle = seen_at(placed.matrix, text.x + text.width / 2, text.y - 0.35 * text.size)
    ground = text.stroke.colour if text.stroke else colour_at(below, *middle)
    wanted = palette.VISIBLE if size >= LARGE_LETTERS else palette.READABLE
    found = palette.hard_to_read(text.fill, ground, wanted) if ground else None
    if found is not None and not _stands_out(text, below, middle, wanted):
        message = (
            f"layer '{layer.name}': letters {text.fill} on {ground}, a contrast of {found:.2f}"
        )
        yield _warning(layer.mark, message, f"from {wanted:g} on they can be read")


def _stands_out(
    text: Text, below: list[Placed], middle: tuple[float, float], wanted: float
) -> bool:
    """Whether an outlined text is seen by its outline, if not by its fill."""
    if text.stroke is None:
        return False
    ground: Colour | None = colour_at(below, *middle)
    return ground is None or palette.hard_to_read(text.stroke.colour, ground, wanted) is None


def _within(point: tuple[float, float], box: Rect) -> bool:
    return box.x <= point[0] <= box.right and box.y <= point[1] <= box.bottom

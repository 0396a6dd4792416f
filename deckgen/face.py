"""Cards -> drawings: a game's style applied to one card, in a language, for an ink.

`Faces` holds what one game's faces share; `draw` and `draw_back` are for those who need just one.
A drawing includes the bleed; its origin is the trimmed card's top left corner.  What cannot be
drawn (a text that does not fit, art that is not there) is a `SpecError` that names the card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from card_specs.language.include import merge
from card_specs.language.load import LIBRARY, shown
from card_specs.language.model import Card, CardKind, Game
from card_specs.language.nodes import Mapping as MappingNode
from card_specs.language.nodes import Node
from card_specs.language.problems import Mark as Place
from card_specs.language.problems import Problem, Problems, SpecError, nearest
from card_specs.language.source import decode, parse
from card_specs.language.style import FORMATS, Face, Format, Layer, Style
from card_specs.language.style_parts import text as text_value
from card_specs.language.style_read import read_style
from card_specs.language.style_values import Value, ValueProblem
from deckgen import colours, face_layers, face_text
from deckgen.art_files import BUNDLED, ArtFolders
from deckgen.drawing import Drawing, Mark
from deckgen.face_adapt import adapted, scale_of
from deckgen.face_layers import LayerReader, Studio
from deckgen.face_names import About, Scope
from deckgen.face_text import Fonts, Set
from deckgen.geometry import CardFormat
from deckgen.recolour import recoloured

FAMILY = "family"
"""The library file with the faces that every spec has."""

NO_BACK = "none"
"""What a kind says for `back` if its cards have none."""


def card_format(size: Format) -> CardFormat:
    """A style's card size as the press knows it."""
    return CardFormat(size.width, size.height, size.corner, size.bleed, size.safe)


def read_game_style(game: Game, problems: Problems) -> Style:
    """The game's style laid on the family's."""
    file = LIBRARY / f"{FAMILY}.yaml"
    source = decode(file.read_bytes(), shown(file), problems)
    family = parse(source, shown(file), problems) if source is not None else None
    base = family.get("style") if isinstance(family, MappingNode) else None
    node: Node | None = game.style
    if base is not None:
        node = merge(base, node, problems, ("style",)) if node is not None else base
    return read_style(node, problems, game.mark)


class Faces:
    """All faces and backs of one game; raises `SpecError` if its style is wrong."""

    def __init__(self, game: Game) -> None:
        problems = Problems()
        self.game = game
        self.style = read_game_style(game, problems)
        self._looks = {kind.name: _look(kind, problems) for kind in game.kinds.values()}
        problems.raise_if_any()
        folder = Path(game.folder or ".")
        named = self.style.art or (f"art/{game.id}", "art")
        inside = [path for path in (folder / name for name in named) if _below(path, folder)]
        bundled = (BUNDLED / "symbols", BUNDLED / "family", BUNDLED)
        self.fonts = Fonts(self.style, (folder / "fonts", folder, Path("fonts")))
        self.art = ArtFolders((*dict.fromkeys((*inside, *bundled)),), self.fonts.folders)
        self.icons = face_text.icons_of(game)
        self.warnings = Problems()
        self._faces: dict[tuple[str, bool, str], Face] = {}
        self._painted: dict[tuple[object, ...], Drawing] = {}

    @property
    def card(self) -> CardFormat:
        """The size that the style was made for."""
        return card_format(self.style.card)

    def draw(
        self, card: Card, language: str, ink: str = "full", size: CardFormat | None = None
    ) -> Drawing:
        """A card's front; `size` is the card's format where it is another than the style's."""
        name = self.face_of(card.kind)
        face = self._face(name, False, ink, card.kind.mark)
        about = About(self.game, card, language)
        drawer = _Drawer(self, face, about, self._looks[card.kind.name], ink, size or self.card)
        return drawer.whole(named(card, language, ink))

    def layers(
        self, card: Card, language: str, ink: str = "full"
    ) -> list[tuple[Layer, list[Mark]]]:
        """A front layer by layer, for checks."""
        face = self._face(self.face_of(card.kind), False, ink, card.kind.mark)
        about = About(self.game, card, language)
        drawer = _Drawer(self, face, about, self._looks[card.kind.name], ink, self.card)
        return drawer.layers(named(card, language, ink))

    def draw_back(
        self,
        name: str,
        ink: str = "full",
        size: CardFormat | None = None,
        language: str = "",
        mark: Place | None = None,
    ) -> Drawing:
        """A back by its name; `mark` is where that name was given."""
        face = self._face(name, True, ink, mark or self.style.mark)
        about = About(self.game, None, language or self.game.languages[0])
        return _Drawer(self, face, about, {}, ink, size or self.card).whole(f"back {name}")

    def face_of(self, kind: CardKind) -> str:
        """The name of a kind's face: the one it says, its own name, or what suits it."""
        if kind.face:
            return kind.face
        if kind.name in self.style.faces:
            return kind.name
        return "number" if any(not axis.of_words for axis in kind.axes) else "action"

    def _face(self, name: str, back: bool, ink: str, mark: Place) -> Face:
        key = (name, back, ink)
        if key not in self._faces:
            known: Mapping[str, Face] = self.style.backs if back else self.style.faces
            if name not in known:
                what = "back" if back else "face"
                raise SpecError([Problem(mark, f"unknown {what} '{name}'", nearest(name, known))])
            find = self.style.back if back else self.style.face
            self._faces[key] = find(name, ink)
        return self._faces[key]


def named(card: Card, language: str, ink: str = "full") -> str:
    """A card's print in messages: `card PUN (es)`, `card PUN (es, saver)`."""
    how = language if ink == "full" else f"{language}, {ink}"
    return f"card {card.local_code(language)} ({how})"


def _below(path: Path, folder: Path) -> bool:
    """Whether an art folder lies in the spec's own folder."""
    return path.resolve().is_relative_to(folder.resolve())


def _look(kind: CardKind, problems: Problems) -> Mapping[str, Value]:
    found = {}
    for name, node in kind.look.items():
        try:
            found[name] = text_value(node)
        except ValueProblem as problem:
            problems.add(problem.mark, problem.message, problem.hint)
    return found


class _Drawer:
    """One face of one card while it is drawn."""

    def __init__(
        self,
        faces: Faces,
        face: Face,
        about: About,
        look: Mapping[str, Value],
        ink: str,
        size: CardFormat,
    ) -> None:
        self.faces, self.face, self.size = faces, face, size
        self.problems = Problems()
        self.grid = card_format(FORMATS.get(face.grid, faces.style.card))
        self.studio = Studio(faces.art, self.grid, ink, faces.icons, self.problems, faces._painted)
        self.texts = {layer.name: layer for layer in face.everything() if layer.content == "text"}
        self.sets: dict[str, Set | None] = {}
        levels = (look, face.slots)
        self.scope = Scope(about, levels, faces.style.paints, self.measure)
        self.shrink = scale_of(self.grid, size) if self.grid != size else 1.0

    def whole(self, what: str) -> Drawing:
        """The face; SpecError with everything that is wrong, each with the card's name."""
        drawing = tuple(mark for _, marks in self.layers(what) for mark in marks)
        return recoloured(drawing, colours.grey) if self.studio.ink == "grey" else drawing

    def layers(self, what: str) -> list[tuple[Layer, list[Mark]]]:
        """The face's layers with their marks; SpecError like `whole`."""
        found: list[tuple[Layer, list[Mark]]] = []
        for layer in self.face.layers:
            found.append((layer, self.layer(layer, self.scope)))
        if self.grid != self.size:
            found = adapted(found, self.grid, self.size)
        self.tell(what)
        return found

    def tell(self, what: str) -> None:
        """Pass on what was noted, under the card's name: errors are raised, warnings kept."""
        found = [
            Problem(p.at, f"{what}: {p.message}", p.hint, p.level) for p in self.problems.found
        ]
        errors = [problem for problem in found if problem.level == "error"]
        if errors:
            raise SpecError(errors)
        self.faces.warnings.found += found

    def layer(self, layer: Layer, scope: Scope) -> list[Mark]:
        """A layer's marks; what is wrong with it is noted, and it is left out."""
        scope = scope.inside(layer.paints) if layer.paints else scope
        read = LayerReader(layer, scope)
        try:
            if not face_layers.drawn(read):
                return []
            if not layer.each:
                return face_layers.arranged(read, self.studio, self.content(read))
            marks: list[Mark] = []
            for index, item in enumerate(layer.each):
                inner = LayerReader(layer, scope.inside(item))
                if face_layers.drawn(inner):
                    marks += face_layers.stepped(inner, index, self.content(inner))
            return face_layers.arranged(read, self.studio, marks)
        except ValueProblem as problem:
            message = f"layer '{layer.name}': {problem.message}"
            self.problems.add(problem.mark, message, problem.hint)
            return []

    def content(self, read: LayerReader) -> list[Mark]:
        content = read.layer.content
        if content == "layers":
            return [mark for inner in read.layer.layers for mark in self.layer(inner, read.scope)]
        if content == "text":
            done = self.text(read)
            return face_text.text_marks(read, self.studio, done) if done else []
        if content == "art":
            return face_layers.art(read, self.studio)
        if content:
            return face_layers.shape(read, self.studio)
        raise ValueProblem(read.layer.mark, "the layer shows nothing", "give it text, art, rect …")

    def text(self, read: LayerReader) -> Set | None:
        """The layer's text set; once, unless the layer is repeated with other values."""
        name = read.layer.name
        if self.texts.get(name) is not read.layer or read.scope is not self.scope:
            return face_text.set_text(read, self.faces.fonts, self.shrink)
        if name not in self.sets:
            self.sets[name] = None  # a text that measures itself gets 0
            try:
                self.sets[name] = face_text.set_text(read, self.faces.fonts, self.shrink)
            except ValueProblem:
                del self.sets[name]  # so that it is told again where the layer itself is drawn
                raise
        return self.sets[name]

    def measure(self, name: str, what: str) -> float | None:
        """A measure of the text layer of that name; 0 if it is not drawn."""
        layer = self.texts.get(name)
        if layer is None or what not in face_text.MEASURES:
            return None
        scope = self.scope.inside(layer.paints) if layer.paints else self.scope
        read = LayerReader(layer, scope)
        try:
            done = self.text(read) if face_layers.drawn(read) else None
        except ValueProblem:
            return 0.0  # told where the layer itself is drawn
        return done.measure(what) if done else 0.0


def backs_of(cards: Iterable[Card]) -> dict[str, Place]:
    """The backs that cards have, and where each was first named; `back: none` is no back."""
    found: dict[str, Place] = {}
    for card in cards:
        if card.back != NO_BACK:
            found.setdefault(card.back, card.kind.mark)
    return found


_made: dict[int, tuple[Game, Faces]] = {}


def faces_of(game: Game) -> Faces:
    """The game's faces, made once for a game."""
    known = _made.get(id(game))
    if known is None or known[0] is not game:
        if len(_made) > 8:
            _made.clear()
        known = _made[id(game)] = (game, Faces(game))
    return known[1]


def draw(
    game: Game, card: Card, language: str, ink: str = "full", size: CardFormat | None = None
) -> Drawing:
    """One card's front."""
    return faces_of(game).draw(card, language, ink, size)


def draw_back(game: Game, name: str, ink: str = "full", size: CardFormat | None = None) -> Drawing:
    """One of the game's backs."""
    return faces_of(game).draw_back(name, ink, size)


def gathered(problems: list[Problem]) -> Iterator[Problem]:
    """Problems that many cards share, once: the first cards named, the others counted."""
    groups: dict[tuple[Place, str, str, str], list[str]] = {}
    for problem in problems:
        card, colon, message = problem.message.partition(": ")
        if not colon:
            card, message = "", problem.message
        groups.setdefault((problem.at, message, problem.hint, problem.level), []).append(card)
    for (at, message, hint, level), cards in groups.items():
        names = list(dict.fromkeys(cards))
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        who = f"{', '.join(names[:3])}{more}: " if names != [""] else ""
        yield Problem(at, who + message, hint, level)

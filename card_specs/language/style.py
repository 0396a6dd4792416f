"""How a game's cards look, as frozen values: faces made of layers, named paints and fonts.

`style_read.py` makes a `Style` of the spec's `style` section; `deckgen.face` draws with it.  Only
shapes and inheritance live here.  Lengths are mm from the trimmed card's top left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from types import MappingProxyType

from card_specs.language.problems import Mark, PersonError
from card_specs.language.style_values import Value
from card_specs.values import dataclass

INKS = ("full", "saver", "grey")
"""How much ink a print uses; a layer can say what it becomes under the last two."""

CONTENTS = ("layers", "text", "art", "path", "polygon", "circle", "rect", "fill")
"""What a layer shows: the first of these that it has."""


@dataclass(frozen=True)
class Format:
    """A card's trimmed size, corner radius, bleed and safe margin (mm)."""

    width: float = 63.5
    height: float = 88.9
    corner: float = 3.0
    bleed: float = 3.0
    safe: float = 3.0


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "poker": Format(),
        "standard": Format(63, 88),
        "bridge": Format(57.15, 88.9),
        "tarot": Format(70, 120),
        "tarot_us": Format(69.85, 120.65),
        "mini": Format(44, 68),
        "mini_american": Format(41, 63),
        "mini_us": Format(44.45, 63.5),
        "euro": Format(59, 92),
        "square": Format(70, 70),
        "small_square": Format(63, 63),
        "business": Format(89, 51),
    }
)
"""Names for the usual formats; sizes as makers give them (docs/printing.md)."""


@dataclass(frozen=True)
class Layer:
    """One layer as it is written or, after `merged`, as it is drawn.

    `values` holds its properties but for the ones with a field of their own; `gone` takes an
    inherited layer away.  `inks` says what changes under `saver` and `grey`.
    """

    name: str
    mark: Mark = field(compare=False, repr=False)
    values: Mapping[str, Value] = field(default_factory=dict)
    layers: tuple[Layer, ...] = ()
    paints: Mapping[str, Value] = field(default_factory=dict)
    each: tuple[Mapping[str, Value], ...] = ()
    corners: tuple[str, ...] = ()
    above: str = ""
    below: str = ""
    gone: bool = False
    inks: Mapping[str, Layer] = field(default_factory=dict)

    @cached_property
    def content(self) -> str:
        """What it shows, one of `CONTENTS`; empty if nothing."""
        if self.layers:
            return "layers"
        return next((name for name in CONTENTS if name in self.values), "")

    def merged(self, change: Layer) -> Layer:
        """This layer with another's properties on top of it."""
        inks = dict(self.inks)
        for ink, layer in change.inks.items():
            inks[ink] = inks[ink].merged(layer) if ink in inks else layer
        return replace(
            self,
            mark=change.mark,
            values={**self._kept(change), **change.values},
            layers=stacked(self.layers, change.layers),
            paints={**self.paints, **change.paints},
            each=change.each or self.each,
            corners=change.corners or self.corners,
            above=change.above,
            below=change.below,
            gone=change.gone,
            inks=inks,
        )

    def _kept(self, change: Layer) -> Mapping[str, Value]:
        """The values that stay: another content undoes the first, `at` undoes `box`."""
        dropped: set[str] = set()
        if change.content not in ("", "fill"):
            dropped.update(CONTENTS[:-1])
        for name, rival in (("at", "box"), ("box", "at")):
            if name in change.values:
                dropped.add(rival)
        return {name: value for name, value in self.values.items() if name not in dropped}

    def under(self, ink: str) -> Layer:
        """The layer as it is with that ink; a bare ground is left out to save ink."""
        layer = self
        if ink == "saver" and self.content == "fill" and "saver" not in self.inks:
            layer = replace(layer, gone=True)
        if ink in self.inks:
            layer = layer.merged(self.inks[ink])
        inner = (each.under(ink) for each in layer.layers)
        return replace(layer, layers=tuple(each for each in inner if not each.gone))


def stacked(base: Iterable[Layer], changes: Iterable[Layer]) -> tuple[Layer, ...]:
    """The layers of a base with changes: same names merged, new ones on top, order as told."""
    layers = {layer.name: layer for layer in base}
    told = tuple(changes)
    for change in told:
        if change.name in layers and not change.gone:
            layers[change.name] = layers[change.name].merged(change)
        elif change.gone:
            layers.pop(change.name, None)
        else:
            layers[change.name] = change
    for change in told:
        if change.above or change.below:
            layers = _moved(layers, change)
    return tuple(layers.values())


def _moved(layers: dict[str, Layer], layer: Layer) -> dict[str, Layer]:
    beside = layer.above or layer.below
    if beside not in layers or beside == layer.name or layer.name not in layers:
        return layers
    names = [name for name in layers if name != layer.name]
    names.insert(names.index(beside) + (1 if layer.above else 0), layer.name)
    return {name: layers[name] for name in names}


@dataclass(frozen=True)
class Face:
    """A front or back: `layers` and `slots` are its own until `Style` has resolved it.

    `grid` names the format that its millimetres are meant for (empty: the style's own card).
    """

    name: str
    mark: Mark = field(compare=False, repr=False)
    extends: str = ""
    grid: str = ""
    slots: Mapping[str, Value] = field(default_factory=dict)
    layers: tuple[Layer, ...] = ()

    def on(self, base: Face) -> Face:
        """This face with what it inherits from a (resolved) base."""
        return replace(
            self,
            extends="",
            grid=self.grid or base.grid,
            slots={**base.slots, **self.slots},
            layers=stacked(base.layers, self.layers),
        )

    def everything(self) -> Iterator[Layer]:
        """All layers, those inside groups, too."""
        pending = list(reversed(self.layers))
        while pending:
            layer = pending.pop()
            yield layer
            pending += reversed(layer.layers)


class UnknownFaceError(PersonError):
    """A face or back that the style does not have."""


@dataclass(frozen=True)
class Style:
    """A game's whole look."""

    mark: Mark = field(compare=False, repr=False)
    card: Format = Format()
    fonts: Mapping[str, str] = field(default_factory=dict)
    font_marks: Mapping[str, Mark] = field(default_factory=dict, compare=False, repr=False)
    paints: Mapping[str, Value] = field(default_factory=dict)
    art: tuple[str, ...] = ()
    faces: Mapping[str, Face] = field(default_factory=dict)
    backs: Mapping[str, Face] = field(default_factory=dict)

    def face(self, name: str, ink: str = "full") -> Face:
        """A front with everything it inherits, as it is with that ink; KeyError if unknown."""
        return _inked(_resolved(self.faces[name], self.faces), ink)

    def back(self, name: str, ink: str = "full") -> Face:
        """A back likewise; it may inherit from a front."""
        return _inked(_resolved(self.backs[name], {**self.faces, **self.backs}), ink)


def _resolved(face: Face, known: Mapping[str, Face]) -> Face:
    chain = [face]
    seen = {face.name}
    while chain[-1].extends in known:
        base = known[chain[-1].extends]
        if base is chain[-1] or len(chain) > len(known):
            break  # a circle; the reader has told about it
        seen.add(base.name)
        chain.append(base)
    found = chain[-1]
    for above in reversed(chain[:-1]):
        found = above.on(found)
    return found


def _inked(face: Face, ink: str) -> Face:
    layers = tuple(layer.under(ink) for layer in face.layers)
    return replace(face, layers=tuple(layer for layer in layers if not layer.gone))

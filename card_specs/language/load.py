"""Files -> `Game`: the only part of the language that touches a disk.

A spec is named by its path or, if it comes with the program, by its name.  What it includes and
the tables it takes cards from lie in its own folder (or, for includes, in the library beside the
bundled specs); no name leads out of there, not by `..` and not by a symbolic link.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from card_specs.language.description import FILE_NAME, INCLUDE_NAME
from card_specs.language.include import merge, with_value
from card_specs.language.model import Game
from card_specs.language.nodes import Mapping, Node, Scalar
from card_specs.language.problems import Mark, PersonError, Problems, nearest
from card_specs.language.read_game import read_game
from card_specs.language.shapes import ListOf, Reading
from card_specs.language.source import MAX_BYTES, decode, parse

BUNDLED = Path(__file__).parent.parent
LIBRARY = BUNDLED / "library"
MOST_INCLUDES = 20


def bundled() -> tuple[str, ...]:
    """The names of the games that come with the program, sorted."""
    return tuple(sorted(path.stem for path in BUNDLED.glob("*.yaml")))


def spec_path(spec: str) -> Path:
    """The file that a SPEC names: a path, or a bundled game.  Raises `PersonError` if none."""
    if os.sep not in spec and not spec.endswith((".yaml", ".yml")):
        if spec in bundled():
            return BUNDLED / f"{spec}.yaml"
        if not Path(spec).is_file():
            raise PersonError(f"there is no game '{spec}' — {nearest(spec, bundled())}")
    return Path(spec)


def load(spec: str | Path, warnings: Problems | None = None) -> Game:
    """The game that a SPEC (a path or a bundled name) describes.

    Raises `SpecError` with all problems of the spec and of what it includes, `PersonError` where
    there is no such game.  Warnings are added to `warnings`.
    """
    path = spec_path(spec) if isinstance(spec, str) else spec
    problems = warnings if warnings is not None else Problems()
    files = Files(path.parent, problems)
    node = files.read(path)
    problems.raise_if_any()
    assert node is not None
    whole = files.with_tables(files.with_includes(node, path))
    game = read_game(whole, tuple(files.includes), problems)
    problems.raise_if_any()
    assert game is not None
    return replace(game, folder=str(path.parent))


def shown(path: Path) -> str:
    """A path as messages show it: as short as it can be said from the current folder."""
    full = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow links
    here = Path.cwd()
    return str(full.relative_to(here)) if full.is_relative_to(here) else str(full)


def read_bytes(path: Path, at: Mark, most: int, problems: Problems) -> bytes | None:
    """A file's bytes if it exists, is a file, and is not larger than `most`."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size <= most and len(data := file.read(most + 1)) <= most:
                return data
        message = f"the file is larger than {most // 1000} kB, which no spec needs"
        problems.add(Mark(shown(path), 1, 1), message, "is it the right file?")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problems.add(at, f"the file '{shown(path)}' cannot be read: {reason}")
    return None


class Files:
    """Reads a spec and what belongs to it, each file once."""

    def __init__(self, folder: Path, problems: Problems) -> None:
        self.folder = folder
        self.problems = problems
        self.includes: dict[str, None] = {}

    def read(self, path: Path, at: Mark | None = None) -> Node | None:
        """A file's node, or None with a problem."""
        file = shown(path)
        data = read_bytes(path, at or Mark(file, 1, 1), MAX_BYTES, self.problems)
        text = decode(data, file, self.problems) if data is not None else None
        return parse(text, file, self.problems) if text is not None else None

    def with_includes(self, node: Node, path: Path) -> Node:
        """The node laid on everything that it includes, the first name lowest."""
        names = node.get("include") if isinstance(node, Mapping) else None
        if names is None:
            return node
        base: Node | None = None
        for name in ListOf(INCLUDE_NAME).read(names, Reading(self.problems)) or ():
            included = self._include(name, path.parent)
            if included is not None:
                base = included if base is None else merge(base, included, self.problems)
        return node if base is None else merge(base, node, self.problems)

    def _include(self, name: Scalar, folder: Path) -> Node | None:
        path = self._find(name, folder)
        if path is None or str(path) in self.includes:
            return None
        if len(self.includes) == MOST_INCLUDES:
            self.problems.add(name.mark, f"more than {MOST_INCLUDES} files are included")
            return None
        self.includes[str(path)] = None
        node = self.read(path, name.mark)
        if node is not None and not isinstance(node, Mapping):
            self.problems.add(node.mark, "an included file is a mapping of sections")
            return None
        return node and self.with_includes(node, path)

    def _find(self, name: Scalar, folder: Path) -> Path | None:
        for place in dict.fromkeys((folder, LIBRARY)):
            path = place / f"{name.text}.yaml"
            if path.is_file():
                return path if self.inside(path, place, name) else None
        known = [path.stem for place in (folder, LIBRARY) for path in place.glob("*.yaml")]
        message = f"there is no '{name.text}.yaml' beside the spec or in the library"
        self.problems.add(name.mark, message, nearest(name.text, known))
        return None

    def inside(self, path: Path, folder: Path, name: Scalar) -> bool:
        """Whether a file really lies in the folder, links followed; else a problem."""
        if path.resolve().is_relative_to(folder.resolve()):
            return True
        message = f"'{name.text}' leads out of the folder of the spec"
        self.problems.add(name.mark, message, "put the file beside the spec")
        return False

    def with_tables(self, node: Node) -> Node:
        """The node with the rows of `cards: {from: …}` as kinds in the place of `from`."""
        cards = node.get("cards") if isinstance(node, Mapping) else None
        if not isinstance(node, Mapping) or not isinstance(cards, Mapping) or "from" not in cards:
            return node
        from card_specs.language.tables import expanded  # a spec without tables pays nothing

        sheet = cards.get("sheet")
        names = ListOf(FILE_NAME).read(cards.get("from") or cards, Reading(self.problems)) or ()
        rows = []
        for name in names:
            path = self.folder / name.text
            if not path.is_file():
                known = [p.name for p in self.folder.iterdir() if p.suffix in (".csv", ".xlsx")]
                message = f"there is no file '{name.text}' beside the spec"
                self.problems.add(name.mark, message, nearest(name.text, known) if known else "")
            elif self.inside(path, self.folder, name):
                rows += self._rows(path, name, sheet)
        return with_value(node, "cards", expanded(cards, rows, self.problems))

    def _rows(self, path: Path, name: Scalar, sheet: Node | None) -> list[tuple[Scalar, Node]]:
        from card_specs.language.tables import MAX_TABLE_BYTES, csv_kinds, xlsx_kinds

        data = read_bytes(path, name.mark, MAX_TABLE_BYTES, self.problems)
        if data is None:
            return []
        if path.suffix.lower() == ".csv":
            return csv_kinds(data, shown(path), self.problems)
        wanted = sheet if isinstance(sheet, Scalar) else None
        return xlsx_kinds(data, shown(path), wanted, self.problems)

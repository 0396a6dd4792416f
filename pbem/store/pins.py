"""Specs as a host keeps them: the bytes of all files that affect play, by their hash.

Neither a changed spec nor a newer program changes a game under way: it is played by the bytes
kept here.  What only looks (`style`, art, fonts) or tells (`rulebook`) is kept beside them, for
the pictures in mails, but not pinned.
"""

from __future__ import annotations

from collections.abc import Mapping as Members
from pathlib import Path
from typing import Any

from card_specs.language import load as files
from card_specs.language.model import Game
from card_specs.language.nodes import Mapping, Node, Scalar, Sequence
from card_specs.language.problems import PersonError, Problems
from card_specs.language.source import parse
from card_specs.values import dataclass
from pbem.protocol.canonical import canonical, sha256

from .disk import replace

LOOKS_ONLY = frozenset({"style", "rulebook", "art", "examples"})
"""Top-level sections without any effect on play."""

LOOKS = (".svg", ".png", ".jpg", ".jpeg", ".ttf", ".otf")
"""Endings of files that only look."""

LANGUAGE_VERSION = 1
"""The version of the rules language that new games are pinned to."""

LARGEST = 5_000_000
"""Bytes of one such file (protocol 11)."""


@dataclass(frozen=True)
class Pin:
    """A spec's name and the hash of what affects play (protocol 5 and 11)."""

    name: str
    sha256: str


def keep(spec: str, specs: Path) -> tuple[Game, Pin]:
    """Load a spec, copy its files below `specs/<hash>/`, and give the game and its pin."""
    path = files.spec_path(spec)
    game = files.load(path)
    data = {**_files(path, game), **_looks(path, game)}
    pin = pin_of(spec)
    folder = specs / pin.sha256
    if not (folder / f"{game.id}.yaml").exists():
        for name, content in data.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            replace(target, content)
    return game, pin


def pin_of(spec: str) -> Pin:
    """The pin that a game of this spec would have today."""
    path = files.spec_path(spec)
    game = files.load(path)
    data = _files(path, game)
    return Pin(game.id, _hash({n: d for n, d in data.items() if _affects_play(n, d)}))


def same_spec(name: str, pin: str) -> Game:
    """The spec of a name or file, whose bytes have the hash that a log pins."""
    known = name if name in files.bundled() or Path(name).exists() else ""
    if not known:
        raise PersonError(f"the spec '{name}' is not here — name its file: --spec FILE")
    if pin_of(known).sha256 != pin:
        raise PersonError(
            f"{files.spec_path(known)}: another version of the spec than the game is played by — "
            "name the right one: --spec FILE"
        )
    return files.load(known)


def check_language(opened: Members[str, Any]) -> None:
    """Raise `PersonError` where an `open` record pins another version of the rules language."""
    pinned = opened["language"]
    if pinned != LANGUAGE_VERSION:
        raise PersonError(
            f"the game is played by version {pinned} of the rules language, this program has "
            f"{LANGUAGE_VERSION} — use the version of pbem that opened it"
        )


def kept(pin: Pin, specs: Path) -> Game:
    """The game of a pin, from the bytes kept here.  Raises `PersonError` where they changed."""
    folder = specs / pin.sha256
    main = folder / f"{pin.name}.yaml"
    if not main.is_file():
        raise PersonError(f"{folder}: the spec of this game is missing — restore it from a copy")
    found = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    if _hash({n: d for n, d in found.items() if _affects_play(n, d)}) != pin.sha256:
        raise PersonError(f"{folder}: the spec was changed after its game had begun")
    return files.load(main)


def _files(path: Path, game: Game) -> dict[str, bytes]:
    """The spec's files by their place below its folder; the library's as if they lay there."""
    found = {f"{game.id}.yaml": path.read_bytes()}
    for include in map(Path, game.includes):
        base = path.parent if include.is_relative_to(path.parent) else files.LIBRARY
        if include.is_relative_to(files.LIBRARY):
            base = files.LIBRARY
        found[str(include.relative_to(base))] = include.read_bytes()
    for name in _tables(path):
        found[name] = (path.parent / name).read_bytes()
    return found


def _looks(path: Path, game: Game) -> dict[str, bytes]:
    """Art and fonts that lie in the spec's own folder, by their place in it."""
    base = path.parent.resolve()
    named = game.style.get("art") if isinstance(game.style, Mapping) else None
    names = [item.text for item in _scalars(named)] or [f"art/{game.id}"]
    if not (base / names[0]).is_dir():
        names = ["art"]
    found = {}
    for name in (*names, "fonts"):
        for file in sorted((base / name).rglob("*")):
            inside = file.resolve().is_relative_to(base)
            if inside and file.suffix.lower() in LOOKS and file.stat().st_size <= LARGEST:
                found[str(file.relative_to(base))] = file.read_bytes()
    return found


def _tables(path: Path) -> list[str]:
    """The names of tables that the spec takes cards from."""
    node = parse(path.read_text("utf-8"), str(path), Problems())
    cards = node.get("cards") if isinstance(node, Mapping) else None
    source = cards.get("from") if isinstance(cards, Mapping) else None
    return [item.text for item in _scalars(source)]


def _scalars(node: Node | None) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [item for item in node if isinstance(item, Scalar)]
    return []


def _affects_play(name: str, data: bytes) -> bool:
    if name.lower().endswith(LOOKS):
        return False
    if not name.endswith(".yaml"):
        return True
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return True
    node = parse(text, name, Problems())
    return not isinstance(node, Mapping) or any(key.text not in LOOKS_ONLY for key, _ in node)


def _hash(data: dict[str, bytes]) -> str:
    """One file: its hash.  Several: that of the canonical map from path to hash."""
    hashes = {name: sha256(content) for name, content in data.items()}
    return next(iter(hashes.values())) if len(hashes) == 1 else sha256(canonical(hashes))

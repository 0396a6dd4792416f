"""The rules of the house: what imports what, what is pure, how large a room may be.

They are those of DECISIONS.md and of the design; each test says what to do when it fails.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from card_specs.language.deck import deck
from card_specs.language.load import bundled, load

ROOT = Path(__file__).parents[1]
PACKAGES = ("card_specs", "deckgen", "pbem")
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
LONGEST_FILE = 400
LONGEST_FUNCTION = 40

ONLY_IN = {
    "PIL": {"deckgen/bitmap.py"},
    "cryptography": {"pbem/protocol/signing.py", "pbem/player/sealing.py"},
    "imapclient": {"pbem/transports/imap.py"},
    "joserfc": {"pbem/player/sealing.py"},
    "keyring": {"pbem/hosting.py"},
    "openskill": {"pbem/ranking.py"},
    "openpyxl": {"card_specs/language/workbook.py"},
    "pypdf": {"deckgen/read_pdf.py"},
    "pyphen": {"deckgen/typeset.py"},
    "reportlab": {"deckgen/paint_pdf.py", "deckgen/pdf_file.py"},
    "resvg_py": {"deckgen/to_png.py"},
    "svgwrite": {"deckgen/to_svg.py"},
    "jinja2": {"deckgen/rulebook/book_html.py", "pbem/mails/to_html.py"},
    "markupsafe": {"deckgen/rulebook/book_html.py"},
    "yaml": {"card_specs/language/source.py"},
}
"""Each outside library in as few files as possible: so that it can be replaced."""

ANYWHERE = {"typer": ("card_specs/program.py", "deckgen/commands/", "pbem/commands/")}

WIRING = {"deckgen/commands/wiring.py"}
"""Hands the engine to the press: examples are played before a rulebook prints them."""

SHELL = {"card_specs/language/load.py", "card_specs/program.py"}
"""The files of the pure packages that may touch the world: the disk, the command line."""

COMPILERS = {"pbem/engine/build.py", "pbem/engine/constants.py", "card_specs/values.py"}
"""Runs what it has built from `ast` nodes, or from our own classes as `dataclasses` does; a spec's
strings are constants there, or do not occur."""

IMPURE = {
    "asyncio",
    "http",
    "logging",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "smtplib",
    "socket",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
}
FORBIDDEN_NAMES = re.compile(r"^(utils?|helpers?|common|base|misc|manager)$")


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            folder = path.relative_to(ROOT).parts[: -node.level] if node.level else ()
            yield ".".join([*folder, *([node.module] if node.module else [])])


def is_pure(path: Path) -> bool:
    name = name_of(path)
    return name.startswith(("card_specs/", "pbem/engine/")) and name not in SHELL


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_imports_run_one_way(path: Path) -> None:
    name = name_of(path)
    for imported in imports_of(path):
        top = imported.split(".")[0]
        if name.startswith("card_specs/"):
            assert top not in {"deckgen", "pbem"}, f"{name} imports {imported}"
        if name.startswith("deckgen/") and name not in WIRING:
            assert top != "pbem", f"{name} imports {imported}"
        if name.startswith("pbem/engine/"):
            assert top != "deckgen", f"{name} imports {imported}"
            assert top != "pbem" or imported.startswith("pbem.engine"), f"{name} imports {imported}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_each_library_is_imported_in_few_files(path: Path) -> None:
    name = name_of(path)
    for imported in {module.split(".")[0] for module in imports_of(path)}:
        if imported in ANYWHERE:
            assert name.startswith(ANYWHERE[imported]), f"{imported} is for commands"
        elif imported in ONLY_IN:
            assert name in ONLY_IN[imported], f"{imported} belongs in {ONLY_IN[imported]}"


def test_every_library_is_listed() -> None:
    """A new library gets a line in ONLY_IN, in pyproject.toml, and a reason in DECISIONS.md."""
    import sys

    known = {*sys.stdlib_module_names, *PACKAGES, *ONLY_IN, *ANYWHERE}
    used = {module.split(".")[0] for path in FILES for module in imports_of(path)}
    assert used - known == set()


@pytest.mark.parametrize("path", [path for path in FILES if is_pure(path)], ids=name_of)
def test_the_core_is_pure(path: Path) -> None:
    tops = {module.split(".")[0] for module in imports_of(path)}
    assert tops & IMPURE == set(), f"{name_of(path)} is of the pure core"
    calls = [node.func for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)]
    names = {func.id for func in calls if isinstance(func, ast.Name)}
    forbidden = {"open", "print", "input", "eval", "exec"}
    if name_of(path) in COMPILERS:
        forbidden -= {"eval", "exec"}
    assert not names & forbidden


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every text that stands alone as a statement: docstrings, also of attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Names and texts of the program, without docstrings and comments."""
    tree = tree_of(path)
    prose = {id(node) for node in docstrings(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name


SEEDS = ("cinco", "cinquillo", "diez", "cinco_vivos", "seis")
NAMES = re.compile(
    r"(?<![a-z_])(" + "|".join({*bundled(), *SEEDS, "vivos"} - {"hearts"}) + r")(?![a-z_])"
)
CODES = {
    card.code
    for game in SEEDS
    for card in deck(load(game))
    if not re.fullmatch(r"[A-Z]\d+", card.code)
}


NUMBER_WORDS = {"card_specs/language/numerals.py"}
"""The Spanish words for numbers, some of which are also games."""


@pytest.mark.parametrize(
    "path", [one for one in FILES if name_of(one) not in NUMBER_WORDS], ids=name_of
)
def test_no_game_is_named(path: Path) -> None:
    """Rules and looks of a game are in its YAML alone; docstrings may give examples."""
    for line, text in texts_of(path):
        assert not NAMES.search(text.lower()), f"{name_of(path)}:{line} names a game: {text!r}"
        assert text not in CODES, f"{name_of(path)}:{line} names a card: {text!r}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_room_is_too_large(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST_FILE, f"{name_of(path)} has {lines} lines"
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            size = (node.end_lineno or node.lineno) - node.lineno + 1
            assert size <= LONGEST_FUNCTION, f"{name_of(path)}:{node.lineno} {node.name}: {size}"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_files_are_named_for_what_is_in_them(path: Path) -> None:
    assert not FORBIDDEN_NAMES.match(path.stem)
    if path.stat().st_size:
        assert ast.get_docstring(tree_of(path)), f"{name_of(path)} does not say what it is for"


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_nothing_catches_everything(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else ""
            assert caught not in {"", "Exception", "BaseException"}, (
                f"{name_of(path)}:{node.lineno}"
            )


def test_every_file_that_a_package_needs_is_packed() -> None:
    """What lies beside the code and is not named in pyproject.toml is missing when installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packed = project["tool"]["setuptools"]["package-data"]
    for package in PACKAGES:
        folder = ROOT / package
        known = {path for pattern in packed[package] for path in folder.glob(pattern)}
        for path in folder.rglob("*"):
            if path.is_file() and path.suffix not in {".py", ".pyc"}:
                assert path in known, f"{name_of(path)} is not in package-data"

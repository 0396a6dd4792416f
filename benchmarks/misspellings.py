"""How many misspelt words in a spec `deckgen check` finds.

    python benchmarks/misspellings.py [--each 60] [--seed 1] [--show]

One word of a bundled spec is misspelt (a letter left out, doubled, exchanged with the next or
replaced), the spec is checked, and whatever the check says counts as found.  Words of prose, which
mean nothing to a program, and comments are left alone.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from card_specs.language.load import BUNDLED, Files
from card_specs.language.nodes import Mapping, Node, Scalar
from card_specs.language.problems import Problems
from card_specs.language.read_game import read_game
from card_specs.language.source import parse
from deckgen.checks import CHECKS
from deckgen.face_checks import check_look

GAMES = ("cinco", "cinco_vivos", "cinquillo", "diez", "seis")
PROSE = {
    "title", "text", "chip", "summary", "credits", "licence", "alias", "name", "rulebook",
    "examples", "letter", "each", "game",
}  # fmt: skip
"""Keys under which stands what only people read, or what the look or the mail reads."""

_WORD = re.compile(r"(?<![#0-9A-Za-z_])[A-Za-z_]{3,}(?![0-9])")


@dataclass(frozen=True)
class Place:
    """A word of a spec: where it begins and ends."""

    start: int
    end: int


def places(node: Node) -> Iterator[Place]:
    """Every word of the spec that is no prose, keys included."""
    if isinstance(node, Scalar):
        for match in _WORD.finditer(node.raw):
            yield Place(node.start + match.start(), node.start + match.end())
    elif isinstance(node, Mapping):
        for key, value in node:
            yield from places(key)
            if _localised(value) or (key.text in PROSE and key.text != "words"):
                continue
            yield from places(value)
    else:
        for item in node:
            yield from places(item)


def _localised(node: Node) -> bool:
    return isinstance(node, Mapping) and "es" in node


def misspelt(word: str, chance: random.Random) -> str:
    """The word with one letter wrong."""
    at = chance.randrange(len(word) - 1)
    ways = [
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
    ]
    return chance.choice([way for way in ways if way != word])


def problems_of(text: str, path: Path, look: bool = True) -> Problems:
    """What is wrong with a spec's text; with `look`, the cards are drawn, too."""
    problems = Problems()
    node = parse(text, path.name, problems)
    if node is None or problems.errors:
        return problems
    files = Files(path.parent, problems)
    whole = files.with_tables(files.with_includes(node, path))
    game = read_game(whole, tuple(files.includes), problems)
    if game is not None:
        game = replace(game, folder=str(path.parent))
        for check in CHECKS:
            if look or check is not check_look:
                check(game, problems)
    return problems


@dataclass(frozen=True)
class Outcome:
    """One misspelling and whether it was found."""

    game: str
    line: str
    right: str
    wrong: str
    found: bool


def outcomes(game: str, each: int, seed: int, look: bool = True) -> Iterator[Outcome]:
    """So many random misspellings of a bundled spec."""
    chance = random.Random(f"{game} {seed}")
    path = BUNDLED / f"{game}.yaml"
    text = path.read_text(encoding="utf-8")
    node = parse(text, path.name, Problems())
    assert node is not None
    usual = {str(problem) for problem in problems_of(text, path, look).found}
    candidates = list(places(node))
    for place in (chance.choice(candidates) for _ in range(each)):
        right = text[place.start : place.end]
        wrong = misspelt(right, chance)
        changed = text[: place.start] + wrong + text[place.end :]
        said = {str(problem) for problem in problems_of(changed, path, look).found}
        line = text[text.rfind("\n", 0, place.start) + 1 : text.find("\n", place.end)]
        yield Outcome(game, line.strip(), right, wrong, bool(said - usual))


def main() -> None:
    """Print what was found, a line a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print what was missed")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    total = found = 0
    for game in GAMES:
        results = list(outcomes(game, arguments.each, arguments.seed))
        good = sum(one.found for one in results)
        total, found = total + len(results), found + good
        if arguments.json:
            print(json.dumps({"name": f"misspellings-{game}", "found": good, "of": len(results)}))
        else:
            print(f"{game}: {good} of {len(results)}")
        for one in results if arguments.show else ():
            if not one.found:
                print(f"    {one.right} -> {one.wrong}   in: {one.line}")
    if not arguments.json:
        print(f"all: {found} of {total}")


if __name__ == "__main__":
    main()

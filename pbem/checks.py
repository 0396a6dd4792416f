"""The files of `pbem check`: which are scenarios, which are traces, and how each comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from card_specs.language.model import Game
from card_specs.language.problems import Mark, Problem, Problems, SpecError
from pbem.scenario_files import Scenario, read_examples, read_file
from pbem.scenarios import Tables, play
from pbem.traces import replay


@dataclass(frozen=True)
class Result:
    """How one scenario or trace came out; `what` is the first difference."""

    file: str
    name: str
    passed: bool
    what: str = ""

    def __str__(self) -> str:
        if self.passed:
            return f"ok    {self.file}: {self.name}"
        return f"FAIL  {self.file}: {self.name}\n      {self.what}"

    def as_data(self) -> dict[str, Any]:
        return {"file": self.file, "name": self.name, "passed": self.passed, "what": self.what}


def check_files(game: Game, files: Sequence[Path]) -> Iterator[Result]:
    """The spec's own examples first, then the files in the order given.

    Raises `SpecError` for a file that cannot be read or is about another game.
    """
    tables: Tables = {}
    examples = game.sections.get("examples")
    if examples is not None:
        problems = Problems()
        scenarios = read_examples(examples, problems)
        problems.raise_if_any()
        yield from _scenarios(game, examples.mark.file, scenarios, tables)
    for path in files:
        if path.suffix == ".jsonl":
            yield _trace(game, path)
        else:
            found = read_file(path.read_bytes(), str(path))
            if found.game and found.game != game.id:
                at = Mark(str(path), 1, 1)
                message = f"scenarios of '{found.game}', and this is {game.id}"
                raise SpecError([Problem(at, message)])
            yield from _scenarios(game, str(path), found.scenarios, tables)


def _scenarios(
    game: Game, file: str, scenarios: Sequence[Scenario], tables: Tables
) -> Iterator[Result]:
    for scenario in scenarios:
        failure = play(game, scenario, tables)
        yield Result(file, scenario.id, failure is None, str(failure or ""))


def _trace(game: Game, path: Path) -> Result:
    with path.open(encoding="utf-8") as lines:
        unlike = replay(game, lines, str(path))
    return Result(str(path), "trace", unlike is None, str(unlike or ""))

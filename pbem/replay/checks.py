"""The files of `pbem check`: which are scenarios, which are traces, and how each comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from card_specs.language.check_rules import check_rules
from card_specs.language.model import Game
from card_specs.language.problems import Mark, Problems, SpecError
from card_specs.values import dataclass
from pbem.replay.scenario_files import Scenario, read_examples, read_file
from pbem.replay.scenarios import Tables, play
from pbem.replay.traces import replay


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

    Raises `SpecError` for a spec with mistakes, and for files that cannot be read or are about
    another game; then nothing is played.
    """
    check_rules(game).raise_if_any()
    tables: Tables = {}
    problems = Problems()
    examples = game.sections.get("examples")
    own = read_examples(examples, problems) if examples is not None else ()
    read = {path: _read(game, path, problems) for path in files if path.suffix != ".jsonl"}
    problems.raise_if_any()
    if examples is not None:
        yield from _scenarios(game, examples.mark.file, own, tables)
    for path in files:
        if path in read:
            yield from _scenarios(game, str(path), read[path], tables)
        else:
            yield _trace(game, path)


def _read(game: Game, path: Path, problems: Problems) -> tuple[Scenario, ...]:
    """The scenarios of a file; what is wrong with it is added to `problems`."""
    try:
        found = read_file(path.read_bytes(), str(path))
    except SpecError as error:
        problems.found += error.problems
        return ()
    if found.game and found.game != game.id:
        message = f"scenarios of '{found.game}', and this is {game.id}"
        problems.add(Mark(str(path), 1, 1), message)
    return found.scenarios


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

"""Files for `pbem explain`: mails, and what is asked, from a YAML file or a host folder."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from card_specs.language.load import load
from card_specs.language.load_rules import rules_for
from card_specs.language.problems import PersonError, Problems
from card_specs.language.source import decode, parse
from pbem.engine.lexicon import Lexicon
from pbem.engine.table_words import lexicon_of
from pbem.letters.explain import Asks, Explained, Explainer
from pbem.letters.mime import LARGEST
from pbem.replay.scenario_files import plain_value


def explain_asks(mails: Sequence[Path], asks: Path, spec: str, lang: str) -> Iterator[str]:
    """One JSON line a mail against the asks that a YAML file describes."""
    problems = Problems()
    text = decode(_read(asks, 2_000_000), str(asks), problems)
    node = parse(text, str(asks), problems) if text is not None else None
    problems.raise_if_any()
    context = Asks.read(plain_value(node) if node else {})
    explainer = Explainer(context, _lexicon(spec or context.game.split("-")[0], context), lang)
    for mail in mails:
        yield _line(mail, explainer.explain(_read(mail, LARGEST + 1)))


def explain_host(mails: Sequence[Path], root: Path) -> Iterator[str]:
    """One JSON line a mail against a host folder, which is only looked at."""
    from pbem.service.explain_host import HostExplainer

    with contextlib.closing(HostExplainer(root)) as explainer:
        for mail in mails:
            yield _line(mail, explainer.explain(_read(mail, LARGEST + 1)))


def _lexicon(spec: str, context: Asks) -> Lexicon:
    game = load(spec)
    players = tuple(context.players)
    variant = next(iter(game.variants), "standard")
    number = min(max(len(players), game.players.least), game.players.most)
    return lexicon_of(game, rules_for(game, variant, {}, number), players)


def _read(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise PersonError(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _line(mail: Path, found: Explained) -> str:
    said = {"file": str(mail), "outcome": found.outcome}
    if found.move:
        said["move"] = found.move
    if found.code:
        said["code"] = found.code
    return json.dumps({**said, "why": found.why}, ensure_ascii=False)

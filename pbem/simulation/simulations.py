"""`pbem simulate` as one function: games played, report in words and data, chart written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from card_specs.language.load import load
from card_specs.language.model import Game
from card_specs.values import dataclass
from pbem import engine
from pbem.engine.table_words import lexicon_of
from pbem.simulation.report import About, report
from pbem.simulation.simulate import Plan, simulate
from pbem.simulation.tally import as_data


@dataclass(frozen=True)
class Found:
    """What a simulation found: for people and for programs."""

    text: str
    data: dict[str, Any]


def run_simulation(
    game: Game,
    plan: Plan,
    *,
    lang: str,
    workers: int = 1,
    chart: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Found:
    """Plays a plan's games; with `chart`, also writes that file."""
    tally = simulate(plan, load, workers, progress)
    about = _about(game, plan, lang)
    if chart is not None:
        from pbem.simulation.chart import chart as drawn
        from pbem.simulation.chart import write

        write(drawn(tally, about, lang), about.title, lang, chart)
    head = {
        "game": game.id,
        "variant": about.variant,
        "players": plan.players,
        "options": dict(plan.options),
        "seed": plan.seed,
    }
    return Found(report(tally, about, lang), {**head, **as_data(tally, plan.seated(0))})


def _about(game: Game, plan: Plan, lang: str) -> About:
    from card_specs.language.deck import deck

    cards = deck(game, plan.options, plan.players)
    titles = {kind.name: kind.title.get(lang, kind.name) for kind in game.kinds.values()}
    variant = plan.variant or next(iter(game.variants), "")
    named = game.variants[variant].title if variant in game.variants else {}
    return About(
        title=game.title.get(lang, game.id),
        variant=named.get(lang, variant),
        bots=plan.seated(0),
        seed=plan.seed,
        kinds={card.code: card.kind.name for card in cards},
        kind_titles=titles,
        question_titles=_questions(game, plan, lang),
    )


MOST_ANSWERS = 3
"""Answers named for a question in a report."""


def _questions(game: Game, plan: Plan, lang: str) -> dict[str, str]:
    """Each question by its answers: `draw, play number, play Reverse …`."""
    table = engine.compile_table(game, plan.variant, plan.options, plan.players)
    lexicon = lexicon_of(game, table.program.rules, table.players)
    titles = {}
    for question in table.program.questions:
        answers: dict[str, None] = {}
        for option in table.program.options:
            if option.question is question:
                verb = lexicon.shown(lexicon.verbs, option.verb, lang)
                kind = game.kinds[option.kind].title.get(lang, "") if option.kind else ""
                answers[f"{verb} {kind}".strip()] = None
        more = " …" if len(answers) > MOST_ANSWERS else ""
        titles[question.place] = ", ".join(list(answers)[:MOST_ANSWERS]) + more
    return titles

"""A question while it is compiled, and who answers it."""

from __future__ import annotations

from dataclasses import dataclass

from card_specs.language import types
from card_specs.language.vocabulary.choices import Ask, Window
from pbem.engine.compiler import Compiler
from pbem.engine.emit import stmts
from pbem.engine.flow import Block, Writer
from pbem.engine.question import How, Question
from pbem.engine.units import Here, Recipe


@dataclass
class Draft:
    """A question being compiled: `open` puts it, `answered` follows each move, `on` is after it."""

    step: Ask | Window
    question: Question
    line: int
    open: Block
    answered: Block
    on: Block
    answers: Here
    """The asking frame with the one who answers acting (the Python variable `p`)."""


def remembered(c: Compiler, draft: Draft, writer: Writer, flows: bool) -> Here:
    """The one who answers: the variable `p`, or a local of the frame if play may stop."""
    if not flows:
        return draft.answers
    inside = draft.answers.inner()
    hidden = draft.question.secret and draft.question.how is How.EACH
    asked = draft.question.who
    assert asked is not None
    whom = Recipe(asked.tree, asked.scope, choose=True) if hidden else None
    place = inside.keep("answering", types.PLAYER, whom, secret=hidden)
    writer.add(stmts("PLACE = p", PLACE=place), draft.line)
    return inside.within(inside.scope.acting(place))

"""Doubts about the cards half: names that stand alone where others come in groups.

A paint that only one word of a list has, or that only one lacks, and a block of a single kind are
no mistakes by themselves; mostly they are misspelt.
"""

from __future__ import annotations

from collections import Counter

from card_specs.language.model import CardKind, Game, Word
from card_specs.language.problems import Problems, nearest


def check_words(game: Game, problems: Problems) -> None:
    """Warn of paints and blocks that differ from their neighbours in one place."""
    for words in game.words.values():
        _check_paints(list(words.values()), problems)
    blocks = Counter(kind.block for kind in game.kinds.values() if kind.block)
    for kind in game.kinds.values():
        if kind.block and blocks[kind.block] == 1:
            _warn_of_block(kind, blocks, problems)


def _check_paints(words: list[Word], problems: Problems) -> None:
    if len(words) < 3:
        return
    uses = Counter(paint for word in words for paint in word.paints)
    for word in words:
        for paint in word.paints:
            if uses[paint] == 1:
                hint = nearest(paint, [name for name in uses if uses[name] > 1])
                message = f"no other word of '{word.list}' has a paint '{paint}'"
                problems.warn(word.mark, message, hint)


def _warn_of_block(kind: CardKind, blocks: Counter[str], problems: Problems) -> None:
    hint = nearest(kind.block, [name for name in blocks if name != kind.block])
    problems.warn(kind.mark, f"'{kind.name}' is alone in the block '{kind.block}'", hint)

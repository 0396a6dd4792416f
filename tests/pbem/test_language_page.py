"""The game at the beginning of the language page is right, and can be played."""

from __future__ import annotations

import re
from pathlib import Path

from card_specs.language.check_rules import check_rules
from card_specs.language.load import load
from pbem import engine
from pbem.engine.chance import Fast

PAGE = Path(__file__).parents[2] / "docs" / "language.md"


def test_the_first_game_of_the_page(tmp_path: Path) -> None:
    text = re.search(r"```yaml\n(game: .*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert text
    path = tmp_path / "high_card.yaml"
    path.write_text(text[1], encoding="utf-8")
    game = load(path)
    assert [str(problem) for problem in check_rules(game).found] == []
    for players in (2, 3, 4):
        table = engine.compile_table(game, "", {}, players)
        chance = Fast(f"page {players}")
        state = engine.start(table, chance)
        for _ in range(5 * players):
            asks = engine.asks(table, state)
            player = min(asks)
            state = engine.apply(table, state, player, asks[player][0], chance)
        result = engine.result(table, state)
        assert result.over
        assert sum(result.scores.values()) >= 5

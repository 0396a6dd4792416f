"""The graph of positions is what really happens, and the same for all that a view leaves open."""

from __future__ import annotations

import random
from typing import Any

import pytest
from mails.tabletop import Tabletop, table_of

from pbem import engine
from pbem.engine.chance import Fast
from pbem.turn_page.ahead import ENDS, FURTHER, Edge, Graph, ahead
from pbem.turn_page.changes import Position, changes, settled

GAMES = ("cinco", "diez", "seis", "cinquillo", "cinco_vivos")
BUDGET = 40


class Bot:
    """Random numbers for choosing and for sampling."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, m: int) -> int:
        return self._random.randrange(m)


def seen(table: engine.Table, state: engine.State, player: str) -> Position:
    shown = engine.view(table, state, player)
    zones = {name: cards if isinstance(cards, int) else tuple(cards)
             for name, cards in shown.zones.items()}  # fmt: skip
    return Position(zones, dict(shown.public["counters"]))


def redone(before: Position, many: tuple[Any, ...]) -> Position:
    """What the page's script does with changes."""
    zones: dict[str, Any] = {n: z if isinstance(z, int) else list(z)
                             for n, z in before.zones.items()}  # fmt: skip
    counters = dict(before.counters)
    for name, what, by in many:
        if name.startswith(":"):
            counters[name[1:]] = counters.get(name[1:], 0) + by if what == "+" else by
        elif what == "#":
            zones[name] += by
        elif what == "=":
            zones[name] = by if isinstance(by, int) else list(by)
        elif what == "-":
            zones[name].remove(by)
        elif what == "+":
            zones[name].append(by)
        elif what == "^":
            zones[name].insert(0, by)
        else:
            zones[name][what] = by
    return Position({n: z if isinstance(z, int) else tuple(z) for n, z in zones.items()}, counters)


def as_sets(position: Position) -> tuple[dict[str, Any], dict[str, Any]]:
    """Cards of a zone whatever their order: what is added to a set is put last."""
    zones = {n: z if isinstance(z, int) else sorted(z) for n, z in position.zones.items()}
    return zones, dict(position.counters)


def goes_on(table: engine.Table, state: engine.State, player: str, move: str) -> bool:
    """Whether a chain of moves would go on after this one."""
    after = engine.clone(state)
    made = engine.make(table, after, player, move, Fast("chance"))
    return player in engine.asks(table, after) and not made.learned


def follow(game: Tabletop, graph: Graph, player: str, bot: Bot) -> tuple[int, bool]:
    """Go through the graph and the real game side by side: how many moves, ended in time?"""
    table, state, at, moves = game.table, engine.clone(game.state), 0, 0
    while True:
        legal = engine.asks(table, state)[player]
        edges = graph.edges[at]
        assert sorted(edge.move for edge in edges) == legal
        assert as_sets(graph.positions[at]) == as_sets(seen(table, state, player))
        edge = edges[bot.below(len(edges))]
        if edge.to < 0:
            return moves, ended(game, state, player, edge)
        made = engine.make(table, state, player, edge.move)  # without chance: it needs none
        assert not made.learned
        assert as_sets(redone(graph.positions[at], edge.changes)) == as_sets(
            graph.positions[edge.to]
        )
        at, moves = edge.to, moves + 1


def ended(game: Tabletop, state: engine.State, player: str, edge: Edge) -> bool:
    """Whether the graph ends where the chain ends, at least in one game that looks the same.

    It may end before: the engine looks at a hidden card whose only possible place is known.
    """
    if edge.to == FURTHER or not goes_on(game.table, state, player, edge.move):
        return True
    shown = engine.view(game.table, state, player)
    others = [engine.determinize(game.table, shown, Bot(seed)) for seed in range(12)]
    return not all(goes_on(game.table, other, player, edge.move) for other in others)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_the_graph_is_what_happens(name: str, players: int) -> None:
    game, bot = table_of(name, players, seed=f"ahead {name}"), Bot(7)
    followed = early = 0
    for _ in range(60):
        asks = engine.asks(game.table, game.state)
        if not asks:
            break
        player = next(iter(asks))
        shown = engine.view(game.table, game.state, player)
        graph = ahead(game.table, shown, BUDGET)
        assert len(graph.positions) <= BUDGET
        moves, in_time = follow(game, graph, player, bot)
        followed += moves
        early += not in_time
        game.play(player, asks[player][bot.below(len(asks[player]))])
    assert early <= 6  # of sixty
    if name in ("diez", "seis"):
        assert followed > 5


@pytest.mark.parametrize("name", GAMES)
def test_what_the_view_hides_changes_nothing(name: str) -> None:
    game, bot = table_of(name, 3, seed=f"hidden {name}"), Bot(11)
    compared = 0
    for turn in range(25):
        asks = engine.asks(game.table, game.state)
        if not asks:
            break
        player = next(iter(asks))
        shown = engine.view(game.table, game.state, player)
        other = engine.determinize(game.table, shown, Bot(1000 + turn))
        again = engine.view(game.table, other, player)
        if again == shown:
            compared += other.zones != game.state.zones
            graphs = [ahead(game.table, one, BUDGET) for one in (shown, again)]
            assert graphs[0] == graphs[1]
        game.play(player, asks[player][bot.below(len(asks[player]))])
    assert compared > 5 or name == "seis"  # where all cards lie open


def test_nobody_looks_further_than_the_budget() -> None:
    game = table_of("diez", 3, seed="q")
    player = next(iter(engine.asks(game.table, game.state)))
    shown = engine.view(game.table, game.state, player)
    small, large = ahead(game.table, shown, 20), ahead(game.table, shown, 60)
    assert len(small.positions) == 20
    assert small.positions == large.positions[:20]  # breadth first
    assert any(edge.to == FURTHER for edges in small.edges for edge in edges)


def test_a_view_that_asks_nothing_has_no_moves() -> None:
    game = table_of("cinquillo", 3)
    asked = next(iter(engine.asks(game.table, game.state)))
    other = next(name for name in game.players if name != asked)
    graph = ahead(game.table, engine.view(game.table, game.state, other))
    assert graph.edges == ((),)


def test_what_cannot_be_sampled_is_not_looked_into() -> None:
    game = table_of("cinquillo", 3)
    asked = next(iter(engine.asks(game.table, game.state)))
    shown = engine.view(game.table, game.state, asked)
    strange = engine.View(asked, shown.public, {**shown.own, "moves": ["play O1"]}, shown.play)
    graph = ahead(game.table, strange)
    assert graph.edges == ((Edge("play O1", FURTHER, ()),),)


def test_a_move_that_ends_the_turn_says_so() -> None:
    game = table_of("cinquillo", 3)
    asked = next(iter(engine.asks(game.table, game.state)))
    graph = ahead(game.table, engine.view(game.table, game.state, asked))
    assert {edge.to for edge in graph.edges[0]} == {ENDS}
    [edge] = graph.edges[0]
    assert edge.changes == (("layout.oros", "+", "O5"), (f"hand.{asked}", "-", "O5"))


def position(**zones: Any) -> Position:
    return Position(zones, {})


@pytest.mark.parametrize(
    ("was", "now", "wanted"),
    [
        (("A",), ("A", "B"), [("z", "+", "B")]),
        (("A",), ("B", "A"), [("z", "^", "B")]),
        ((), ("A",), [("z", "+", "A")]),
        (("A", "B", "C"), ("A", "C"), [("z", "-", "B")]),
        (("A", "C"), ("A", "B", "C"), [("z", "+", "B")]),
        (("A", "B"), ("A", "B~"), [("z", 1, "B~")]),
        (("A", "B", "C"), ("C", "A", "B"), [("z", "=", ("C", "A", "B"))]),
        (3, 5, [("z", "#", 2)]),
        (3, ("A",), [("z", "=", ("A",))]),
        (("A", "B"), ("C", "D", "A", "B"), [("z", "^", "D"), ("z", "^", "C")]),
    ],
)
def test_changes_are_small(was: Any, now: Any, wanted: list[Any]) -> None:
    assert list(changes(position(z=was), position(z=now))) == wanted


def test_counters_are_told_by_how_much_they_rise() -> None:
    before, after = Position({}, {"n": 3, "who": "ana"}), Position({}, {"n": 5, "who": "beto"})
    assert changes(before, after) == ((":n", "+", 2), (":who", "=", "beto"))


def test_of_a_last_move_only_what_is_certain_is_told() -> None:
    before = Position({"hand": ("A", "B"), "pile": ("C",), "stock": 9}, {"turn": "ana", "n": 1})
    after = Position({"hand": ("B",), "pile": ("A", "C")}, {"turn": 1, "n": 3, "hidden": 4})
    assert settled(before, after) == (("hand", "-", "A"), ("pile", "^", "A"), (":n", "+", 2))

"""Single-observer information set Monte Carlo tree search.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): one tree over what
the searching player has seen, a fresh sampled world for every walk down it, and in the selection a
move counts how often it was *available*, not how often its parent was visited.  Values are backed
up for every player (max^n), so it plays with any number of them.
"""

from __future__ import annotations

import math
from dataclasses import field

from card_specs.language.problems import SpecError
from card_specs.values import dataclass
from pbem import engine
from pbem.bots.rollout import Worth, even, luck, play_out, worth
from pbem.bots.seat import Seat
from pbem.engine.chance import Draws, Fast


@dataclass
class _Node:
    """A move in the tree; mutable, since it is nothing but running totals."""

    visits: int = 0
    available: int = 0
    value: float = 0.0
    """The sum of worths to the player who made the move."""
    children: dict[tuple[str, str], _Node] = field(default_factory=dict)


@dataclass(frozen=True)
class TreeSearch:
    """`walks` down the tree for each question, each played on for `depth` moves at most."""

    name: str = "ismcts"
    walks: int = 160
    depth: int = 120
    curiosity: float = 0.7
    """The weight of untried moves in UCB; 0.7 as in the paper."""

    def choose(self, seat: Seat) -> str:
        if len(seat.moves) == 1:
            return seat.moves[0]
        root = _Node()
        for _ in range(self.walks):
            world = engine.determinize(seat.table, seat.view, seat.draws)
            self._walk(seat, root, world, luck(seat.draws))
        visits = {
            move: root.children[seat.player, move].visits
            for move in seat.moves
            if (seat.player, move) in root.children
        }
        return max(visits, key=lambda move: (visits[move], move))

    def _walk(self, seat: Seat, root: _Node, state: engine.State, chance: Fast) -> None:
        """Down the tree and back up."""
        path: list[tuple[str, _Node]] = []
        try:
            value = self._down(seat, root, state, chance, path)
        except SpecError:
            value = even(seat.table)
        for mover, seen in path:
            seen.visits += 1
            seen.value += value[mover]

    def _down(
        self,
        seat: Seat,
        node: _Node,
        state: engine.State,
        chance: Fast,
        path: list[tuple[str, _Node]],
    ) -> Worth:
        """By UCB to a new node, then a random game; what it was worth.  Fills `path`."""
        table, player, new = seat.table, seat.player, False
        while not new:
            asks = engine.asks(table, state)
            if not asks:
                return worth(table, state)
            if path:
                player = _somebody(list(asks), chance)
            move, new = self._select(node, player, asks[player], chance)
            node = node.children[player, move]
            path.append((player, node))
            state = engine.apply(table, state, player, move, chance)
        return worth(table, play_out(table, state, chance, self.depth))

    def _select(self, node: _Node, player: str, moves: list[str], draws: Draws) -> tuple[str, bool]:
        """An untried move if there is one, else the best by UCB; whether it is new."""
        untried = [move for move in moves if (player, move) not in node.children]
        for move in moves:
            if (player, move) in node.children:
                node.children[player, move].available += 1
        if untried:
            move = untried[draws.below(len(untried))]
            node.children[player, move] = _Node(available=1)
            return move, True
        return max(moves, key=lambda one: self._ucb(node.children[player, one])), False

    def _ucb(self, child: _Node) -> float:
        mean = child.value / child.visits
        return mean + self.curiosity * math.sqrt(math.log(child.available) / child.visits)


def _somebody(players: list[str], draws: Draws) -> str:
    return players[draws.below(len(players))] if len(players) > 1 else players[0]

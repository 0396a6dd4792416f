"""The floor that the engine is measured against: Crazy Eights for three, written by hand.

Tight Python that knows this one game: cards are numbers, nothing is checked, no state outlives a
turn.  Rules as in the bundled spec: five cards each, no eight to begin with, follow suit or rank,
eights are wild and name a suit, up to five draws a turn and then a pass; a game ends with an empty
hand, three passes in a row or a hundred turns.
"""

from __future__ import annotations

from collections.abc import Callable

PLAYERS = 3
HAND = 5
DRAWS = 5
TURNS = 100
EIGHT = 7


def play(random: Callable[[], float], shuffle: Callable[[list[int]], None]) -> int:
    """One random game; gives how many decisions it took.  A card is suit + 4 * rank."""
    stock = list(range(52))
    shuffle(stock)
    pop = stock.pop
    hands = [[pop() for _ in range(HAND)] for _ in range(PLAYERS)]
    top = pop()
    while top >> 2 == EIGHT:
        stock.insert(0, top)
        top = pop()
    suit, rank = top & 3, top >> 2
    decisions = passes = drawn = turns = seat = 0
    hand = hands[0]
    while True:
        legal = [c for c in hand if c & 3 == suit or c >> 2 == rank or c >> 2 == EIGHT]
        choice = int(random() * (len(legal) + 1))
        decisions += 1
        if choice < len(legal):
            card = legal[choice]
            hand.remove(card)
            passes = 0
            rank, suit = card >> 2, card & 3
            if rank == EIGHT:
                suit = int(random() * 4)
                decisions += 1
            if not hand:
                return decisions
        elif drawn < DRAWS and stock:
            hand.append(pop())
            drawn += 1
            passes = 0
            continue
        else:
            passes += 1
            if passes == PLAYERS:
                return decisions
        drawn = 0
        turns += 1
        if turns == TURNS:
            return decisions
        seat = (seat + 1) % PLAYERS
        hand = hands[seat]

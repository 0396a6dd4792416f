"""Functions that compiled steps call: cards from zone to zone, and how they lie.

Zones are lists with the top or the left end first.  A condition lasts as long as the card stays in
its zone: leaving strips it, and a pair falls apart.  All of them change the state in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.cards import DOWN, code_of, in_deck_order, loose, marked, turned_down, turned_up
from pbem.engine.kit import LimitError

if TYPE_CHECKING:
    from pbem.engine.state import State


def take(zone: list[str], card: str) -> tuple[str, ...]:
    """Take a card out of a zone, by how it lies or else by its code; () if it isn't there."""
    if card in zone:
        zone.remove(card)
        return loose(card) if card.endswith(DOWN) or "=" in card or "+" in card else (card,)
    for lying in zone:
        if code_of(lying) == card:
            zone.remove(lying)
            return loose(lying)
    return ()


def moved(
    zones: Sequence[list[str]], cards: Iterable[str], target: list[str], left: bool
) -> list[str]:
    """Cards, each out of the first zone that has it, to an end of the target; gives what moved."""
    gone: list[str] = []
    for card in cards:
        for zone in zones:
            out = take(zone, card)
            if out:
                gone += out
                break
    if left:
        target[0:0] = gone
    else:
        target += gone
    return gone


def emptied(zone: list[str]) -> list[str]:
    """All cards of a zone, as they are when they leave it."""
    gone = [one for card in zone for one in loose(card)]
    zone.clear()
    return gone


def sorted_by_deck(cards: Iterable[str], places: Mapping[str, int]) -> list[str]:
    return in_deck_order(cards, places)


def dealt(zone: list[str], number: int | None, players: Sequence[int]) -> list[list[str]]:
    """So many cards for each player (None: all there are), one at a time round the players."""
    if not players:
        return []
    total = len(zone) if number is None else min(len(zone), max(0, number) * len(players))
    cards = [one for card in zone[:total] for one in loose(card)]
    del zone[:total]
    return [cards[at :: len(players)] for at in range(len(players))]


def exchanged(one: list[str], other: list[str]) -> None:
    """The contents of two zones change places."""
    first, second = emptied(one), emptied(other)
    one += second
    other += first


# --- chance --------------------------------------------------------------------------------------


def shuffled(state: State, index: int) -> None:
    """Shuffle a zone."""
    chance = state.chance
    chance.count = state.count
    state.zones[index][:] = chance.shuffle(state.zone_name(index), state.zones[index])
    state.count = chance.count


def thrown(state: State, seat: int, faces: int) -> int:
    """A throw of a player's die."""
    chance = state.chance
    chance.count = state.count
    number = chance.die(state.names[seat], faces)
    state.count = chance.count
    return number


def picked(state: State, index: int, places: Mapping[str, int]) -> str | None:
    """A random card of a zone, taken out; nothing if it is empty."""
    zone = state.zones[index]
    if not zone:
        return None
    chance = state.chance
    chance.count = state.count
    card = chance.pick(state.zone_name(index), in_deck_order(zone, places))
    state.count = chance.count
    return take(zone, card)[0]


def drawn_by_lot(state: State, players: Sequence[int]) -> int | None:
    """A random player of some."""
    if not players:
        return None
    chance = state.chance
    chance.count = state.count
    name = chance.first([state.names[seat] for seat in players])
    state.count = chance.count
    return state.names.index(name)


# --- how cards lie -------------------------------------------------------------------------------


def _place(zone: list[str], card: str) -> int | None:
    """Where a card lies: as it is named, or else by its code."""
    if card in zone:
        return zone.index(card)
    for at, lying in enumerate(zone):
        if code_of(lying) == code_of(card):
            return at
    return None


def turn(zone: list[str], card: str | None, down: bool) -> None:
    """Turn a card face down or up; nothing happens if there is none."""
    if card is None:
        return
    at = _place(zone, card)
    if at is not None:
        zone[at] = turned_down(zone[at]) if down else turned_up(zone[at])


def mark(zone: list[str], card: str | None, code: str | None) -> None:
    """From now on the card stands for a code."""
    at = None if card is None else _place(zone, card)
    if at is not None and code is not None:
        zone[at] = marked(zone[at], code)


def laid(
    zones: Sequence[list[str]],
    card: str,
    together: str | None,
    standing: str | None,
    target: list[str],
    number: int | None = None,
    old: list[str] | None = None,
) -> tuple[str, ...]:
    """Lay a card (and one with it, standing for a code) at the right end or over a place.

    Gives the cards that lay on the place and fell apart to `old`.
    """
    pieces: list[str] = []
    for one in (card, together):
        if one is not None:
            for zone in zones:
                out = take(zone, one)
                if out:
                    pieces += out
                    break
            else:
                raise LimitError(f"{one} cannot be laid: it is not where it should come from")
    place = "+".join(pieces) + (f"={standing}" if standing is not None else "")
    if number is None:
        target.append(place)
        return ()
    if not 1 <= number <= len(target):
        raise LimitError(f"there is no place {number} to lay a card over")
    under = loose(target[number - 1])
    target[number - 1] = place
    if old is not None:
        old += under
    return under


STEP_KIT: Mapping[str, Any] = {
    one.__name__: one
    for one in (
        take, moved, emptied, sorted_by_deck, dealt, exchanged, shuffled, thrown, picked,
        drawn_by_lot, turn, mark, laid,
    )
}  # fmt: skip

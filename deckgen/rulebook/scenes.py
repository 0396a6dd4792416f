"""Played examples as pictures: which cards are shown before, in the move, and after.

Only zones that everybody sees and that the last moves touch (or that the example expects something
of) are drawn, unless the rulebook names them.  What an example says, the engine has confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from card_specs.language.problems import Problem, SpecError
from card_specs.values import dataclass
from deckgen.rulebook.content import Choices, Example, Heap, Pile, Scene, Seat, Seats
from deckgen.rulebook.inline import Rich, plain
from deckgen.rulebook.matter import Matter
from deckgen.rulebook.played import Made, Played, Position
from deckgen.rulebook.wording import say as phrase

MOST_CARDS = 14
"""More cards than that in one scene are no picture any more."""


@dataclass(frozen=True)
class Asked:
    """What a rulebook asks of an example's picture: zones to show, a counter to hang below."""

    show: tuple[str, ...] = ()
    value: str = ""


def person(player: str) -> str:
    """A player's name as it is printed."""
    return player[:1].upper() + player[1:]


def example_of(matter: Matter, played: Played, asked: Asked) -> tuple[Scene, ...]:
    """The scenes of an example, none where there is nothing to see."""
    stage = _Stage(matter, played, asked)
    scenes = stage.scenes()
    if any(sum(len(heap.cards) for heap in scene.heaps) > MOST_CARDS for scene in scenes):
        return ()
    return scenes if any(scene.heaps for scene in scenes) else ()


def described(matter: Matter, example: Example) -> str:
    """The scenes in words, for those who do not see them."""
    parts = []
    for scene in example.scenes:
        lies = []
        for heap in scene.heaps:
            names = ", ".join(map(matter.name, heap.cards))
            values = f" ({', '.join(heap.values)})" if heap.values else ""
            lies.append(phrase(matter.language, "lies", heap.owner or heap.label, names + values))
        parts.append(f"{scene.title}: {'; '.join(lies)}.")
    return " ".join(parts)


class _Stage:
    def __init__(self, matter: Matter, played: Played, asked: Asked) -> None:
        self.matter, self.played, self.asked = matter, played, asked
        rounds = played.rounds
        self.last = rounds[-1] if rounds else None
        self.before = rounds[-2].after if len(rounds) > 1 else played.before
        self.values: Mapping[str, object] = (
            rounds[-2].values if len(rounds) > 1 else played.before.counters
        )
        self.after = played.last
        self.zones = self._zones()

    def scenes(self) -> tuple[Scene, ...]:
        say = self.matter.language
        if self.last is None:
            laid = Position(self.played.laid, self.values, {})
            first = Scene(phrase(say, "before"), self._heaps(laid, self.values))
            then = Scene(phrase(say, "after"), self._heaps(self.after, {}))
            return (first, then) if first.heaps != then.heaps else (first,)
        first = Scene(phrase(say, "before"), self._heaps(self.before, self.values))
        move = Scene(self._title(self.last), tuple(self._moved(self.last)))
        heaps = tuple(self._changed())
        cards = sum(len(heap.cards) for heap in heaps)
        then = Scene(phrase(say, "after"), heaps, large=cards <= 2 and len(heaps) < 2)
        return tuple(scene for scene in (first, move, then) if scene.heaps)

    # --- which zones -----------------------------------------------------------------------------

    def _zones(self) -> tuple[str, ...]:
        """The zones to show, the table's first, then player by player, in the spec's order."""
        known = dict.fromkeys((*self.played.laid, *self.before.zones, *self.after.zones))
        wanted = [zone for zone in known if self._is_shown(zone)]
        order = list(self.asked.show or self.matter.zones)

        def place(zone: str) -> tuple[int, int]:
            owner = self._owner(zone)
            seat = self.played.players.index(owner) if owner else -1
            thing = zone.partition(".")[0]
            return seat, order.index(thing) if thing in order else len(order)

        return tuple(sorted(wanted, key=place))

    def _is_shown(self, zone: str) -> bool:
        thing = zone.partition(".")[0]
        if self.asked.show:
            return thing in self.asked.show or zone in self.asked.show
        matter = self.matter
        if thing not in matter.zones or matter.is_hidden(thing) or matter.is_private(thing):
            return False
        if matter.order_of(thing) == "stack":
            return False
        given = self.played.laid if self.last is None else self.before.zones
        changed = given.get(zone, ()) != self.after.zones.get(zone, ())
        return changed or (zone in self.played.expected and zone in self.played.laid)

    def _owner(self, zone: str) -> str:
        last = zone.rpartition(".")[2]
        return last if last in self.played.players else ""

    def _label(self, zone: str) -> str:
        thing, *words = zone.split(".")
        names = [self._word(one) for one in words if one not in self.played.players]
        return " ".join([self.matter.zone(thing), *filter(None, names)])

    def _word(self, name: str) -> str:
        word = self.matter.word(name)
        return word.title.get(self.matter.language, name) if word else name

    # --- heaps -----------------------------------------------------------------------------------

    def _heaps(self, position: Position, values: Mapping[str, object]) -> tuple[Heap, ...]:
        heaps = []
        valued: set[str] = set()
        for zone in self.zones:
            cards = self._cards(zone, position)
            if not cards:
                continue
            owner = self._owner(zone)
            value = self._value(owner, values) if owner not in valued else ()
            valued.add(owner)
            heaps.append(self._heap(zone, cards, value))
        return tuple(heaps)

    def _heap(self, zone: str, cards: Sequence[str], values: tuple[str, ...] = (), *,
              winner: bool = False) -> Heap:  # fmt: skip
        owner = self._owner(zone)
        tight = len(cards) > 1 and self.matter.order_of(zone.partition(".")[0]) != "row"
        return Heap(self._label(zone), person(owner), tuple(cards), values, tight, winner)

    def _cards(self, zone: str, position: Position) -> tuple[str, ...]:
        """A stack shows its top card only."""
        cards = position.zones.get(zone, ())
        return cards[:1] if self.matter.order_of(zone.partition(".")[0]) == "stack" else cards

    def _value(self, owner: str, values: Mapping[str, object]) -> tuple[str, ...]:
        value = values.get(f"{self.asked.value}.{owner}") if self.asked.value and owner else None
        return (str(value),) if isinstance(value, int) and value else ()

    def _changed(self) -> Iterator[Heap]:
        """What lies elsewhere afterwards; who has got something is told in gold."""
        for zone in self.zones:
            before, after = self.before.zones.get(zone, ()), self.after.zones.get(zone, ())
            cards = self._cards(zone, self.after)
            if before == after or not cards:
                continue
            gained = len(after) > len(before) and bool(self._owner(zone))
            yield self._heap(zone, cards, winner=gained)

    # --- the move --------------------------------------------------------------------------------

    def _title(self, made: Made) -> str:
        say = self.matter.language
        if len(made.moves) == 1:
            return phrase(say, "move_of", person(made.moves[0][0]))
        return phrase(say, "next_round" if len(self.played.rounds) > 1 else "all_move")

    def _moved(self, made: Made) -> Iterator[Heap]:
        changes = list(self._changes(made))
        for player, move in made.moves:
            cards = tuple(_cards_in(move, self.matter))
            values = self._value(player, made.values)
            if len(made.moves) == 1 and changes:
                _, old, new = changes[0]
                values = (f"{new - old:+d}".replace("-", "−"),) if len(changes) == 1 else ()
            if cards:
                yield Heap("", person(player), cards, values)
        if len(made.moves) == 1:
            for zone, _, new in changes:
                yield self._heap(zone, self._cards(zone, self.before), (str(new),))

    def _changes(self, made: Made) -> Iterator[tuple[str, int, int]]:
        """Zones shown before whose owner's value has changed, with the old value and the new."""
        done: set[str] = set()
        for zone in self.zones:
            owner = self._owner(zone)
            name = f"{self.asked.value}.{owner}"
            old, new = self.values.get(name), made.values.get(name)
            if not (self.asked.value and owner) or owner in done:
                continue
            numbers = isinstance(old, int) and isinstance(new, int) and old != new
            if numbers and self._cards(zone, self.before):
                assert isinstance(old, int)
                assert isinstance(new, int)
                done.add(owner)
                yield zone, old, new


def _cards_in(move: str, matter: Matter) -> Iterator[str]:
    """The cards that a move names first: `play EMB card=R5` lays EMB."""
    for token in move.split()[1:2]:
        for code in token.split(","):
            base = code.split("=")[0].split("+")[0].rstrip("~")
            if base in matter.by_code:
                yield code


# --- choices and seats ---------------------------------------------------------------------------


def choices_of(matter: Matter, played: Played, zone: str, caption: Rich) -> Choices:
    """The top card of a zone, and which cards of the hand the engine would let be played."""
    position, me = played.before, played.turn
    followed = zone or next(
        (name for name in position.zones if _is_open_pile(matter, name) and position.zones[name]),
        "",
    )
    top = position.zones.get(followed, ())
    hands = [
        (name, cards)
        for name, cards in played.laid.items()
        if name.endswith(f".{me}") and matter.is_private(name.partition(".")[0])
    ]
    if not top or not hands:
        message = f"the example '{played.id}' has no open pile and hand to choose from"
        raise SpecError([Problem(played.at, message, "give it a discard pile and a hand")])
    legal = {code for move in position.asks.get(me, ()) for code in _cards_in(move, matter)}
    cards = tuple((code, code in legal) for code in dict.fromkeys(hands[0][1]))
    text = caption or plain(played.caption.get(matter.language, ""))
    return Choices(top[0], cards, text)


def _is_open_pile(matter: Matter, zone: str) -> bool:
    thing = zone.partition(".")[0]
    known = thing in matter.zones and not matter.is_hidden(thing) and "." not in zone
    return known and matter.order_of(thing) == "stack" and not matter.is_private(thing)


@dataclass(frozen=True)
class Laid:
    """What the picture of a table is asked to show (docs/rulebook.md, `seats`)."""

    zones: tuple[str, ...] = ()
    front: tuple[str, ...] = ()
    places: int = 0
    place: str = ""
    first: str = ""
    dealer: str = ""


def seats_of(matter: Matter, played: Played, laid: Laid, caption: Rich) -> Seats:
    """The table after the set-up, as the engine leaves it."""
    position = played.before
    order = played.players
    after = order[(order.index(played.turn) + 1) % len(order)] if played.turn in order else ""
    seats = []
    for player in order:
        held = [card for zone in _held(matter, position, player) for card in position.zones[zone]]
        front = tuple(position.zones.get(f"{zone}.{player}", ()) for zone in laid.front)
        first = player == played.turn and bool(laid.first)
        note = laid.first if first else laid.dealer if player == after else ""
        seats.append(Seat(person(player), len(held), _back(matter, held), front, note, first))
    piles = tuple(_pile(matter, position, zone) for zone in laid.zones)
    numbers = matter.players_of(played.variant or matter.variant)
    others = tuple(number for number in numbers if number != len(order))
    clockwise = position.counters.get("direction", "clockwise") == "clockwise"
    alt = _table_in_words(matter, seats, piles)
    return Seats(tuple(seats), piles, laid.places, laid.place, caption, clockwise, others, alt)


def _held(matter: Matter, position: Position, player: str) -> Iterable[str]:
    """The zones of a player that the others do not see into."""
    for name in position.zones:
        thing = name.partition(".")[0]
        if name.endswith(f".{player}") and matter.is_private(thing):
            yield name


def _back(matter: Matter, cards: Sequence[str]) -> str:
    card = matter.by_code.get(cards[0].rstrip("~")) if cards else None
    return card.back if card else "main"


def _pile(matter: Matter, position: Position, zone: str) -> Pile:
    cards = position.zones.get(zone, ())
    private = matter.is_private(zone.partition(".")[0])
    card = ""
    if cards:
        name = matter.by_code[cards[0].split("=")[0]].back if private else cards[0]
        card = f"BACK-{name}" if private else name
    return Pile(matter.zone(zone.partition(".")[0]), card, len(cards))


def _table_in_words(matter: Matter, seats: Sequence[Seat], piles: Sequence[Pile]) -> str:
    say = matter.language
    parts = [phrase(say, "table_of", len(seats))]
    parts += [phrase(say, "hand_of", seat.name, seat.cards) for seat in seats if seat.cards]
    parts += [
        phrase(say, "lies", pile.title, matter.name(pile.card)) if not pile.card.startswith("BACK")
        and pile.card else f"{pile.title} ({pile.count})"
        for pile in piles
    ]  # fmt: skip
    return ". ".join(parts) + "."

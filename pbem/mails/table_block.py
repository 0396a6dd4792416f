"""The table as a mail shows it: piles, rows of cards, and what each player has.

Drawn from the view alone, for any game: what there is to see follows from the spec's zones and
counters, and from its section `mail_table` where that says more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from card_specs.language import grammar
from card_specs.language.model import Word
from card_specs.language.types import Kind
from pbem.engine.cards import DOWN, code_of, loose, standing_for
from pbem.mails.blocks import Block, Cell, Lane, Lanes, Para, Seat, Seats, Shown
from pbem.mails.rich import Rich, fill
from pbem.mails.scene import Scene
from pbem.mails.sight import DIRECTION, attribute
from pbem.mails.wording import capital, colours_of

MOST_CHIPS = 24
"""More cards than these in one place are counted."""
MOST_DOTS = 10


def table_blocks(scene: Scene) -> tuple[Block, ...]:
    """Everything on the table that the reader sees."""
    blocks = [*_piles(scene), *_common_lanes(scene), *_own_lanes(scene)]
    return tuple(filter(None, (*blocks, _seats(scene), *_sides(scene))))


# --- piles and counters --------------------------------------------------------------------------


def _piles(scene: Scene) -> Iterator[Block]:
    """The first open pile with its top card shown; the others, and the counters, in a line."""
    sight, words = scene.sight, scene.words
    named = scene.album.hints.piles is not None
    shown = ""
    for zone in scene.album.piles:
        if sight.cards(zone) and (scene.album.is_stack(zone) or named):
            shown = zone
            break
    line = _line(scene, shown)
    if not shown:
        if line:
            yield Para((line,), small=True)
        return
    card = sight.cards(shown)[0]
    printed = scene.album.card(card)
    code, title = words.code(card), words.card_title(card)
    head = words.title(shown)
    if scene.album.is_stack(shown):
        lang = scene.say.language
        zone = grammar.the(words.noun_of(shown), lang)
        head = scene.say.text("turn.top", of_zone=grammar.with_preposition("of", zone, lang))
    heading = fill("**{head}: {code}**", {"head": capital(head), "code": code})
    about: Rich = (f"{capital(title)}. {line}",) if title != code else (line,)
    yield Shown(scene.tray.card(printed) if printed else "", code, heading, about)


def _line(scene: Scene, without: str) -> str:
    """`Mazo 93 · descarte 22 · total 17 · se juega en sentido horario`."""
    sight, words = scene.sight, scene.words
    parts = []
    for zone in scene.album.piles:
        size = sight.size(zone)
        told = zone in sight.zones and (size or not sight.is_open(zone))
        if told and (zone != without or size > 1):
            parts.append(f"{words.title(zone)} {size}")
    for counter in scene.album.table_counters:
        if counter in sight.counters:
            value = words.value(str(sight.counters[counter]))
            parts.append(f"{words.title(counter)} {value}")
    direction = str(sight.counters.get(DIRECTION, ""))
    if len(sight.players) > 2 and direction:
        parts.append(scene.say.text(f"words.{direction}"))
    return capital(" · ".join(parts))


# --- rows for the words of a list ----------------------------------------------------------------


def _common_lanes(scene: Scene) -> Iterator[Block]:
    """Rows of the table's own, one for each word: the ladders of the four suits."""
    for zone in scene.album.lanes:
        lanes = tuple(_lane(scene, zone, name, (name,)) for name in _lane_names(scene, zone, ""))
        if lanes:
            yield Lanes((), lanes)


def _own_lanes(scene: Scene) -> Iterator[Block]:
    """The reader's own rows; those of the others are told in the players' table."""
    for zone in scene.album.own_lanes:
        names = _lane_names(scene, zone, scene.me)
        lanes = tuple(_lane(scene, zone, name, (name, scene.me)) for name in names)
        if lanes:
            yours = grammar.your(scene.words.noun_of(zone), scene.say.language)
            yield Lanes(fill("**{zone}**", {"zone": capital(yours)}), lanes)


def _lane_names(scene: Scene, zone: str, owner: str) -> list[str]:
    """The words of a zone's rows, in the order of their list."""
    words = scene.album.rules.zones[zone].of[0].words
    names = scene.album.rules.words.get(words, ())
    tail = f".{owner}" if owner else ""
    return [name for name in names if f"{zone}.{name}{tail}" in scene.sight.zones]


def _lane(scene: Scene, zone: str, name: str, owners: Sequence[str]) -> Lane:
    listed = scene.album.rules.zones[zone].of[0].words
    word = scene.album.word(listed, name)
    cards = scene.sight.cards(".".join((zone, *owners)))
    label = scene.words.words(word.title) if word else name
    short = word.letters.get(scene.words.lang, word.letter) if word else name
    said = ", ".join(_said(scene, card) for card in cards) or scene.say.text("turn.empty")
    cells = _cells(scene, zone, cards, word)
    symbol = scene.tray.symbol(word) if word is not None and word.paints else ""
    return Lane(label, short or label, symbol, cells, said)


def _said(scene: Scene, card: str) -> str:
    code = scene.words.code(card)
    return f"{code} {scene.say.text('words.face_down')}" if card.endswith(DOWN) else code


def _cells(scene: Scene, zone: str, cards: Sequence[str], word: Word | None) -> tuple[Cell, ...]:
    """A place for each value of an attribute (if the spec says so), else one for each card."""
    by = scene.album.hints.slots.get(zone, "")
    framed = scene.framed
    if not by:
        return tuple(_cell(scene, card, _rank(scene, card), word, framed) for card in cards)
    values = _values(scene, by, word)
    lying = {attribute(scene.album.deck, _as_placed(card), by): card for card in cards}
    cells = []
    for value in values:
        if value in lying:
            cells.append(_cell(scene, lying[value], str(value), word, framed))
        else:
            cells.append(_gap(value, by, word, framed, scene))
    return tuple(cells)


def _as_placed(card: str) -> str:
    """What a card counts as: of two on one place what they stand for, else the first."""
    return standing_for(card) or card


def _values(scene: Scene, by: str, word: Word | None) -> list[Any]:
    """The values of an attribute among the cards (of a colour that is theirs)."""
    found = set()
    for printed in scene.album.cards.values():
        value = printed.attributes.get(by, printed.kind.has.get(by))
        of_word = word is None or word.name in printed.attributes.values()
        if value is not None and (of_word or not _is_axis(scene, word)):
            found.add(value)
    return sorted(found, key=lambda value: (isinstance(value, str), value))


def _is_axis(scene: Scene, word: Word | None) -> bool:
    """Whether cards have words of that list at all."""
    if word is None:
        return False
    return any(word.list in printed.attributes for printed in scene.album.cards.values())


def _rank(scene: Scene, card: str) -> str:
    """What stands in a cell: the card's number, else its code."""
    printed = scene.album.cards.get(standing_for(card) or code_of(card))
    numbers = [str(v) for v in printed.attributes.values() if isinstance(v, int)] if printed else []
    return numbers[-1] if numbers else scene.words.code(card)


def _cell(scene: Scene, card: str, text: str, word: Word | None, framed: frozenset[str]) -> Cell:
    word = word if word is not None and word.paints else scene.album.word_of(card)
    ground, ink = colours_of(word)
    lies = loose(card)
    under = ""
    if standing_for(card) or len(lies) > 1:
        under = "+".join(scene.words.code(one) for one in lies[-1:])
    return Cell(
        text,
        under,
        ground,
        ink,
        framed=card in framed,
        down=card.endswith(DOWN),
    )


def _gap(value: Any, by: str, word: Word | None, framed: frozenset[str], scene: Scene) -> Cell:
    wanted = False
    for code in framed:
        deck = scene.album.deck
        if attribute(deck, code, by) == value and (
            word is None or attribute(deck, code, word.list) == word.name
        ):
            wanted = True
    edge, _ = colours_of(word)
    return Cell(str(value), framed=wanted, edge=edge if wanted else "")


# --- players -------------------------------------------------------------------------------------


def _seats(scene: Scene) -> Seats:
    words = scene.words
    columns = [name for name in scene.album.columns if _any(scene, name)]
    heads = tuple(capital(words.title(name)) for name in columns)
    numeric = tuple(_is_numeric(scene, name) for name in columns)
    seats = tuple(_seat(scene, player, columns) for player in scene.sight.players)
    return Seats(scene.say.text("end.player"), heads, numeric, seats)


def _sides(scene: Scene) -> Iterator[Block]:
    """What players have together, side by side: `vidas: equipo 1 (Ana y Carla) 5 · …`."""
    words, sight = scene.words, scene.sight
    together = sharers(scene)
    for name in scene.album.shared_counters:
        parts = []
        for counter, members in together.items():
            if counter.startswith(f"{name}.") and counter in sight.counters:
                word = words.value(counter.removeprefix(f"{name}."))
                parts.append(f"{word} ({members}): {sight.counters[counter]}")
        if parts:
            title = capital(words.title(name))
            yield Para(fill("**{title}** · {parts}", {"title": title, "parts": " · ".join(parts)}))


def sharers(scene: Scene) -> dict[str, str]:
    """Who has a counter together: `alive.team1` -> `Ana y Carla`."""
    players = scene.sight.players
    found = {}
    for name in scene.album.shared_counters:
        for word in scene.album.rules.words[scene.album.counters[name].of[0].words]:
            members = [one for one in players if (name, word) in _owned(scene, one)]
            if members:
                found[f"{name}.{word}"] = scene.say.listed(list(map(scene.words.player, members)))
    return found


def _owned(scene: Scene, player: str) -> set[tuple[str, str]]:
    """The counters that a player's own terms stand for, each with whose it is."""
    terms = scene.album.rules.terms.values()
    players = [rules.name for rules in terms if rules.of and rules.of.kind is Kind.PLAYER]
    return {scene.sight.owner(name, player) for name in players}


def _any(scene: Scene, name: str) -> bool:
    """Whether any player has such a zone or counter in this view."""
    known = {*scene.sight.zones, *scene.sight.counters}
    return any(one.startswith(f"{name}.") for one in known)


def _is_numeric(scene: Scene, name: str) -> bool:
    if name not in scene.album.zones:
        return name not in scene.album.hints.goals
    return scene.album.zones[name].seen.value != "all"


def _seat(scene: Scene, player: str, columns: Sequence[str]) -> Seat:
    sight = scene.sight
    rows = scene.album.rows
    lane: tuple[Cell, ...] = ()
    said = ""
    for zone in rows:
        cards = sight.cards(f"{zone}.{player}")
        lane += _cells(scene, zone, cards, None)
        said = f"{scene.words.title(zone)}: {', '.join(_said(scene, card) for card in cards)}"
    mine = player == scene.me
    turn = player == sight.turn and not scene.is_over
    state = scene.say.text("words.its_turn") if turn and not mine else ""
    if mine:
        state = scene.say.text("words.you_asked" if scene.is_asked else "words.you")
    return Seat(
        scene.words.player(player),
        state,
        mine,
        turn,
        tuple(_column(scene, column, player) for column in columns),
        tuple(_dots(scene, column, player) for column in columns),
        lane,
        said,
        tuple(filter(None, (_note(scene, name, player) for name in scene.album.notes))),
    )


def _column(scene: Scene, name: str, player: str) -> Rich:
    sight, words = scene.sight, scene.words
    if name in scene.album.own_lanes:
        lasts = [
            sight.cards(f"{name}.{word}.{player}") for word in _lane_names(scene, name, player)
        ]
        cards = [_as_placed(cards[-1]) for cards in lasts if cards]
        return words.chips(cards) or ("–",)
    zone = f"{name}.{player}"
    goal = scene.album.hints.goals.get(name)
    if name in scene.album.zones:
        size = sight.size(zone)
        count = _of_goal(scene, size, goal)
        if not sight.is_open(zone) or scene.album.zones[name].seen.value != "all":
            return count
        cards = list(sight.cards(zone))
        if len(cards) > MOST_CHIPS:
            return count
        return (*count, " ", *words.chips(cards)) if goal and cards else words.chips(cards) or count
    value = sight.counters.get(zone)
    if isinstance(value, int) and not isinstance(value, bool):
        return _of_goal(scene, value, goal)
    return (words.value(str(value)),) if value is not None else ("–",)


def _of_goal(scene: Scene, count: int, goal: int | None) -> Rich:
    if goal is None:
        return fill("**{count}**", {"count": count})
    return scene.say("words.of", count=count, goal=goal)


def _dots(scene: Scene, name: str, player: str) -> str:
    goal = scene.album.hints.goals.get(name, 0)
    if not 0 < goal <= MOST_DOTS:
        return ""
    zone = f"{name}.{player}"
    found = scene.sight.counters.get(zone, scene.sight.size(zone))
    count = min(found if isinstance(found, int) else 0, goal)
    return "●" * count + "○" * (goal - count)


def _note(scene: Scene, name: str, player: str) -> Rich:
    """`comodines: TIR, DAD`, where there is something to tell."""
    zone = f"{name}.{player}"
    title = scene.words.title(name)
    if name in scene.album.zones:
        cards = scene.sight.cards(zone)
        if not cards:
            size = scene.sight.size(zone)
            return (f"{title}: {size}",) if size else ()
        if len(cards) > MOST_CHIPS:
            return (f"{title}: {len(cards)}",)
        chips = scene.words.counted(cards) if scene.album.is_set(name) else scene.words.chips(cards)
        return (f"{title}: ", *chips)
    value = scene.sight.counters.get(zone)
    return (f"{title}: {scene.words.value(str(value))}",) if value else ()

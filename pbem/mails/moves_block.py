"""The moves of a mail: a row for each card with its moves as buttons, the others below.

Numbers are those of the view's list, whatever is shown where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from card_specs.language.model import Words
from card_specs.language.rules import Beginning
from card_specs.values import dataclass
from pbem.engine.cards import code_of
from pbem.engine.lexicon import Parts, take_apart
from pbem.engine.lexicon import plain as bare_word
from pbem.mails.blocks import Block, CardRow, Para, Pill, Pills
from pbem.mails.idle_cards import held_cards, idle_block
from pbem.mails.links import spoken
from pbem.mails.rich import Rich, said
from pbem.mails.scene import Scene
from pbem.mails.spec_texts import spec_text
from pbem.mails.wording import capital, fits

LONGEST_NOTE = 90
MANY = 6
"""So many cards of one list to choose from are named without the verb each time."""

SMALL = 3
"""Letters of words such as articles, which make no difference."""

MOST_LISTED = 80
"""Choices of several cards in one mail; there can be hundreds."""


@dataclass(frozen=True)
class Numbered:
    """A legal move with its number in the mailed list."""

    number: int
    move: str
    parts: Parts


def moves_blocks(scene: Scene) -> tuple[Block, ...]:
    """Cards with their moves, moves without a card of the reader's, cards that cannot be used."""
    if is_too_many(scene):
        return _too_many(scene)
    blocks: list[CardRow | Pills] = []
    loose: list[Pill] = []
    held = set(map(code_of, held_cards(scene)))
    groups = list(_groups(scene))
    plain = _plain_number(scene, groups)
    free = [one for card, group in groups if card and card not in held for one in group]
    for card, group in groups:
        among = free if len(free) >= MANY and card and card not in held else group
        pills = tuple(_pill(scene, one, among, plain, card in held) for one in group)
        if card in held:
            blocks.append(_row(scene, card, pills))
        else:
            loose += pills
    bare = all(card in ("", *held) for card, _ in groups)
    if loose and bare and _is_window(scene, blocks):
        row = blocks[0]
        blocks = [replace(row, pills=(*row.pills, *loose))]
    elif loose:
        blocks.append(Pills(tuple(loose)))
    idle = idle_block(scene, {card for card, _ in groups})
    return (*blocks, *([idle] if idle else []))


def is_too_many(scene: Scene) -> bool:
    """Whether the moves are choices of several cards, too many to be listed."""
    several = any("," in card for move in scene.moves[:1] for card in take_apart(move).cards)
    return several and len(scene.moves) > MOST_LISTED


def _too_many(scene: Scene) -> tuple[Block, ...]:
    """Choices of several cards can be hundreds: how to write one, and the one the host would."""
    move = scene.mail.late_move if scene.mail.late_move in scene.moves else scene.moves[0]
    number = scene.moves.index(move) + 1
    one = Numbered(number, move, take_apart(move))
    typed = spoken(scene.mail.tablet.lexicon, move, scene.words.lang)
    hand = Para(scene.words.chips(held_cards(scene)))
    count = len(scene.moves)
    about = Para(scene.say("turn.too_many", count=count, example=typed))
    if scene.signs:
        about = Para(scene.say("turn.too_many_sign", count=count, move=move))
    return (hand, about, Pills((_pill(scene, one, [one], 0, False),)))


def _is_window(scene: Scene, blocks: Sequence[CardRow | Pills]) -> TypeGuard[list[CardRow]]:
    """Whether one card is to be used or not: then both answers stand beside each other."""
    even = scene.question is not None and scene.question.even
    return even and len(blocks) == 1


def _groups(scene: Scene) -> Iterator[tuple[str, list[Numbered]]]:
    """Moves by their first card (`""`: none), in the order of the list."""
    groups: dict[str, list[Numbered]] = {}
    for number, move in enumerate(scene.moves, 1):
        parts = take_apart(move)
        card = code_of(parts.cards[0]) if parts.cards else ""
        groups.setdefault(card, []).append(Numbered(number, move, parts))
    yield from groups.items()


# --- card rows -----------------------------------------------------------------------------------


def _row(scene: Scene, card: str, pills: tuple[Pill, ...]) -> CardRow:
    printed = scene.album.card(card)
    picture = scene.tray.card(printed) if printed else ""
    title = scene.words.card_title(card)
    count = sum(1 for one in held_cards(scene) if code_of(one) == card)
    if count > 1:
        title = f"{title} (×{count})"
    about: Rich = ()
    text = scene.words.card_text(card)
    if text:
        about = (text,)
    return CardRow(picture, scene.words.code(card), title, about, pills)


# --- pills ---------------------------------------------------------------------------------------


def _pill(
    scene: Scene, one: Numbered, group: Sequence[Numbered], plain: int, with_row: bool
) -> Pill:
    typed = spoken(scene.mail.tablet.lexicon, one.move, scene.words.lang)
    label = label_of(scene, one, group, with_row)
    note = scene.words.move(one.move)[:LONGEST_NOTE]
    look = "main" if one.number == plain else "quiet" if is_quiet(scene, one.move) else "even"
    symbol = _symbol(scene, one, group) if with_row else _card_symbol(scene, one)
    href = scene.answer(typed, note)
    if scene.signs:
        look, href = "text", ""
    own = _own(scene, one, typed)
    return Pill(one.number, label, typed, href, look, symbol, worth_of(scene, one), own)


def _own(scene: Scene, one: Numbered, typed: str) -> str:
    """The spec's words of a window for plain text, where they are others than one types."""
    own = own_words(scene, one.parts)
    if own is None or scene.question is None or not scene.question.even:
        return ""
    shown = said(spec_text(scene, own.text, one.parts))
    words = {word for word in bare_word(shown).split() if len(word) > SMALL}
    return shown if words - {*bare_word(typed).split()} else ""


def label_of(scene: Scene, one: Numbered, group: Sequence[Numbered], with_row: bool) -> Rich:
    """What a button says: the spec's words for it, else as little as tells it from the others."""
    own = own_words(scene, one.parts)
    if own is not None:
        label = spec_text(scene, own.text, one.parts)
        bare = not with_row and one.parts.cards and not own.has_card
        return (f"{scene.words.codes(one.parts.cards)}: ", *label) if bare else label
    same_verb = all(other.parts.verb == one.parts.verb for other in group)
    keys = _keys(scene, one.parts, bare=with_row and same_verb)
    if with_row and same_verb and one.parts.keys and len(group) > 1:
        return (keys,)
    cards = " ".join(scene.words.code(card) for card in one.parts.cards)
    if not with_row and same_verb and len(group) >= MANY:
        return (capital(f"{cards} {keys}".strip()),)
    verb = capital(scene.words.verb(one.parts.verb))
    if with_row and not same_verb:
        return (f"{verb} {keys}".strip(),)
    return (" ".join(filter(None, (verb, cards, keys))),)


@dataclass(frozen=True)
class OwnWords:
    """The spec's words for a move's button, and whether they tell which card it plays."""

    text: str
    has_card: bool


def own_words(scene: Scene, parts: Parts) -> OwnWords | None:
    """The spec's words for a move's button, if it has any."""
    labels: list[tuple[Beginning, Words]] = []
    if scene.question:
        labels += scene.question.labels
    labels += scene.album.hints.labels
    for start, words in labels:
        if fits(start, parts, scene.album):
            text = scene.words.words(words)
            return OwnWords(text, bool(start.card) or "{card}" in text or "{title}" in text)
    return None


def move_said(scene: Scene, move: str) -> str:
    """A move in a sentence: by the words of its button if they say it all, else in full."""
    parts = take_apart(move)
    own = own_words(scene, parts)
    if own is None or (parts.cards and not own.has_card):
        return scene.words.move(move)
    shown = said(spec_text(scene, own.text, parts))
    return shown[:1].lower() + shown[1:]


def _keys(scene: Scene, parts: Parts, bare: bool) -> str:
    """A move's keys: `como L5 con COL`; alone in its row just the value: `rojo`, `A5 de Beto`."""
    names = scene.mail.tablet.names
    things = [key for key, value in parts.keys if value not in names]
    said = []
    for key, value in parts.keys:
        alone = bare and things == [key]
        text = scene.words.value(value)
        said.append(text if alone else f"{scene.words.key(key)} {text}")
    return " ".join(said)


def _symbol(scene: Scene, one: Numbered, group: Sequence[Numbered]) -> str:
    """The symbol of what is chosen, where choosing it is all that the button does."""
    if len(group) < 2:
        return ""
    values = [value for _, value in one.parts.keys]
    return next(filter(None, map(scene.words.symbol_of, values)), "")


def _card_symbol(scene: Scene, one: Numbered) -> str:
    return scene.words.symbol_of(one.parts.cards[0]) if one.parts.cards else ""


def worth_of(scene: Scene, one: Numbered) -> str:
    question = scene.question
    if question is None or not question.worth or not one.parts.cards:
        return ""
    value = scene.sight.term(question.worth, one.parts.cards[0])
    return "" if value is None else scene.say.text("words.worth", worth=value)


def is_quiet(scene: Scene, move: str) -> bool:
    """Whether a move's button stays in the background."""
    if scene.question is not None and scene.question.even:
        return False
    parts = take_apart(move)
    return any(fits(start, parts, scene.album) for start in scene.album.hints.quiet)


def _plain_number(scene: Scene, groups: Sequence[tuple[str, Sequence[Numbered]]]) -> int:
    """The one filled button: an ordinary move of the first card that has one, or nothing (0)."""
    if scene.question is not None and scene.question.even:
        return 0
    bare = scene.mail.tablet.lexicon.bare[:1]
    starts = scene.album.hints.plain or tuple(Beginning(verb, "", ()) for verb in bare)
    for _, group in groups:
        for one in group:
            if not one.parts.keys and any(fits(s, one.parts, scene.album) for s in starts):
                return one.number
    return groups[0][1][0].number if len(scene.moves) == 1 else 0


# --- answers by hand ------------------------------------------------------------------------------


def examples(scene: Scene) -> list[str]:
    """Three ways to write an answer by hand: a number, a bare code, a whole move."""
    found = ["1"] if scene.moves else []
    lexicon = scene.mail.tablet.lexicon
    for move in scene.moves:
        parts = take_apart(move)
        if parts.verb in lexicon.bare[:1] and parts.cards and not parts.keys:
            found.append(scene.words.code(parts.cards[0]))
            break
    if scene.moves:
        longest = max(scene.moves, key=lambda move: len(take_apart(move).keys))
        found.append(spoken(lexicon, longest, scene.words.lang))
    return list(dict.fromkeys(found))

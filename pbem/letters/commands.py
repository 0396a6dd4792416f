"""The typed line as a command: one of the table's own words, or a chain of moves.

Nothing of a game is known here.  A chain's moves stay texts and numbers: each is read against
the legal moves of the moment when its turn comes (`resolve`); numbers always mean the mailed list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from card_specs.values import dataclass
from pbem.engine.lexicon import Lexicon, plain, take_apart
from pbem.engine.moves import Ambiguous, Answer, Because, NotLegal, Read, Unreadable, read_move

WORDS: dict[str, tuple[str, ...]] = {
    "help": ("help", "ayuda"),
    "status": ("status", "estado"),
    "undo": ("undo", "deshacer"),
    "resign": ("resign", "abandonar", "abandono"),
    "order": ("order", "orden"),
    "away": ("away", "ausente"),
    "page": ("page", "pagina"),
    "receipts": ("receipts", "recibos"),
    "join": ("join", "unirme", "me uno"),
    "no": ("no", "no gracias", "no thanks", "no, gracias", "no, thanks"),
    "never": ("never", "nunca"),
    "yes": ("yes", "si"),
    "confirm": ("confirm", "confirmar", "confirmo"),
    "address": ("address", "direccion"),
    "forget": ("forget me", "olvidame"),
    "token": ("token",),
    "language": ("language", "idioma"),
    "zone": ("zone", "zona"),
    "rematch": ("rematch", "revancha"),
    "digest": ("digest", "resumen"),
    "back": ("back", "come back", "volver", "vuelvo", "quiero volver"),
}
"""The table's own words in both languages, without accents; what follows is the argument."""

ALONE = ("no", "yes", "never", "forget", "back")
"""Words that nothing follows."""

LONGEST_LINE = 2000
"""Characters; a longer line is no command, and none of it is played."""

_STARTS = sorted(
    ((form, name) for name, forms in WORDS.items() for form in forms),
    key=lambda pair: -len(pair[0]),
)
_NUMBER = re.compile(
    r"^[(\[]?\s*(?:(?:opci[oó]n|opc\.|option|n[uú]mero|n[uú]m\.?|number|nr?\.?|nro\.?|no\.)\s+|#\s*)?"
    r"(\d{1,3})\s*(?:[).:\]\-–—]\s*|\s+|$)(.*)$",
    re.I,
)
_QUOTES = "\"'`´‘’‚“”„«»‹›*_"
_ENDS = " .!,;¡"
_BULLET = re.compile(r"^[-–—•‣◦·]\s+")
_ORDINALS = ((re.compile(r"\bn[.]?[º°]\s*|№\s*", re.I), "n. "), (re.compile(r"(?<=\d)[ºª°]"), ""))
"""Signs that NFKC would make into the letters of a word (`no`, `1o`)."""


@dataclass(frozen=True)
class Command:
    """One of the table's own words with what follows it, as typed (NFC)."""

    name: str
    argument: str = ""


@dataclass(frozen=True)
class Item:
    """One move of a chain: an option's number, a text, or both (which then must agree)."""

    number: int | None
    text: str


@dataclass(frozen=True)
class Chain:
    """Moves to be tried in the order written."""

    items: tuple[Item, ...]


def parse_line(line: str) -> Command | Chain:
    """A typed line as a command; anything that is none of the table's own words is a chain."""
    if len(line) > LONGEST_LINE:
        return Chain((Item(None, line[:60] + "?"),))  # the mark: whatever it begins with, no move
    trimmed = _trim(line)
    command = _command(trimmed)
    if command:
        return command
    for sign, meant in _ORDINALS:
        trimmed = sign.sub(meant, trimmed)
    pieces = [_trim(piece) for piece in unicodedata.normalize("NFKC", trimmed).split(";")]
    return Chain(tuple(_item(piece) for piece in pieces if piece))


def resolve(
    item: Item, lexicon: Lexicon, mailed: Sequence[str], legal: Sequence[str], lang: str
) -> Answer:
    """The legal move that one item of a chain means (or why there is none).

    `mailed` is the list as the player was sent it, in the order of its numbers; `legal` what may
    be done at this moment.
    """
    if item.number is None:
        return _one_command(read_move(lexicon, legal, item.text, lang), item.text, legal)
    if not 1 <= item.number <= len(mailed):
        return NotLegal(str(item.number), Because.NUMBER)
    move = mailed[item.number - 1]
    if item.text:
        said = read_move(lexicon, mailed, item.text, lang)
        if not isinstance(said, Read):
            return said
        if said.move != move:
            return Ambiguous(f"{item.number} {item.text}", (move, said.move))
    return Read(move) if move in legal else read_move(lexicon, legal, move, lang)


def _one_command(answer: Answer, text: str, legal: Sequence[str]) -> Answer:
    """Several cards where no legal move takes so many are several commands, not one."""
    if not isinstance(answer, NotLegal):
        return answer
    cards = len(take_apart(answer.move).cards)
    if cards < 2 or cards <= max((len(take_apart(move).cards) for move in legal), default=0):
        return answer
    return Unreadable(text, text)


def refusal_code(answer: Answer) -> str:
    """The word for why nothing was played: not an option, or not understood."""
    return "not-an-option" if isinstance(answer, NotLegal) else "not-understood"


def _trim(text: str) -> str:
    before = None
    while before != text:
        before = text
        text = _BULLET.sub("", text.strip()).strip(_QUOTES).strip(_ENDS)
    return text


def _command(line: str) -> Command | None:
    flat = plain(line).strip("¿?")  # a move with a question mark is a question
    for form, name in _STARTS:
        if flat == form:
            return Command(name)
        if flat.startswith(form + " ") and name not in ALONE:
            return Command(name, _after(line, form).strip())
    return None


def _after(line: str, form: str) -> str:
    """What follows the first words of a line; `plain` may have changed how many signs they have."""
    return line.split(None, form.count(" ") + 1)[-1]


def _item(piece: str) -> Item:
    number = _NUMBER.match(piece)
    if number:
        return Item(int(number.group(1)), _trim(number.group(2)))
    return Item(None, piece)

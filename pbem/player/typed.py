"""A player's own words as moves to sign, read as a mail with them would be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from card_specs.language.problems import PersonError
from pbem.engine.lexicon import Lexicon
from pbem.engine.moves import Ambiguous, NotLegal, Read, Unreadable
from pbem.letters.commands import Chain, Item, parse_line, resolve

from .purse import Purse
from .replies import Kept, opened_of, view_of

Words = Callable[[str, str, str, dict[str, object], Sequence[str]], Lexicon]
"""The words of a table's moves: spec, its pin, variant, options, seats."""


def moves(kept: Kept, purse: Purse, line: str, words: Words) -> list[str]:
    """The canonical moves that a line means, answered to a turn mail; `;` stands between moves.

    The first must be one of the mail's; whether those after it are legal then, the host sees.
    `words` is asked only where the line is more than numbers and moves as the mail's file has
    them.  Raises `PersonError` for what can't be read, naming what would be.
    """
    offered = list(view_of(kept, purse).payload["own"].get("moves", []))
    if not offered:
        raise PersonError("this mail asks nothing")
    chain = parse_line(line)
    if not isinstance(chain, Chain):
        raise PersonError(f"'{line}' is no move but a word for the table — write it in a reply")
    plain = [_as_offered(item, offered) for item in chain.items]
    if plain and all(plain):
        return plain
    opened = opened_of(kept, purse)
    spec = opened["spec"]
    lexicon = words(
        spec["name"], spec["sha256"], opened["variant"], opened["options"], opened["seats"]
    )
    languages = dict.fromkeys((kept.language, *lexicon.languages))
    spoken = [lang for lang in languages if lang in lexicon.languages]
    return [_read(item, no, offered, lexicon, spoken) for no, item in enumerate(chain.items)]


def _as_offered(item: Item, offered: Sequence[str]) -> str:
    if item.number is not None and not item.text and 1 <= item.number <= len(offered):
        return offered[item.number - 1]
    return item.text if item.number is None and item.text in offered else ""


def _read(
    item: Item, no: int, offered: Sequence[str], lexicon: Lexicon, languages: Sequence[str]
) -> str:
    """One move: in the mail's language, or in another if it says nothing in that one."""
    answers = [resolve(item, lexicon, offered, offered, lang) for lang in languages]
    answer = next((one for one in answers if isinstance(one, Read)), answers[0])
    if isinstance(answer, Read):
        return answer.move
    if no and isinstance(answer, NotLegal) and item.number is None:
        return answer.move  # not yet: the moves before it may make it legal
    said = item.text or str(item.number)
    shown = [f"{number} {lexicon.show(move, languages[0])}" for number, move in _numbered(offered)]
    if isinstance(answer, Ambiguous):
        meant = [lexicon.show(move, languages[0]) for move in answer.moves]
        raise PersonError(f"'{said}' could mean several moves — {', '.join(meant)}")
    why = f" ('{answer.word}' means nothing)" if isinstance(answer, Unreadable) else ""
    raise PersonError(f"'{said}' is none of the moves{why} — {', '.join(shown)}")


def _numbered(offered: Sequence[str]) -> list[tuple[int, str]]:
    return list(enumerate(offered, 1))

"""Why a text was not played, in the reader's language.

One sentence or two for each failure of `moves.py`.  What is legal instead is listed by whoever
shows the answer; here only the likeliest moves are named.
"""

from __future__ import annotations

from pbem.engine.lexicon import Lexicon, take_apart
from pbem.engine.moves import Ambiguous, Answer, Because, NotLegal, Unreadable

MOST_NAMED = 6
"""How many moves a sentence names at most."""

_TEXTS = {
    "es": {
        "empty": "No has escrito ninguna jugada.",
        "unreadable": "La mesa no entiende «{word}».",
        "unreadable-line": "La mesa no entiende «{text}» como jugada.",
        "near": "¿Quizá «{near}»?",
        Because.NOT_ASKED: "Ahora no te toca responder a nada.",
        Because.VERB: "Ahora no se puede «{verb}».",
        Because.NOT_HELD: "No tienes {cards}.",
        Because.CARD: "Ahora no se puede «{verb}» con {cards}.",
        Because.KEY: "«{move}» no es posible.",
        Because.NUMBER: "La lista no tiene ninguna opción {move}.",
        "you may": "Puedes: {moves}.",
        "ambiguous": "«{text}» puede querer decir: {moves}. Escribe una de ellas.",
        "incomplete": "¿Quieres decir «{moves}»? Escríbela entera.",
        "or": " o ",
    },
    "en": {
        "empty": "You have written no move.",
        "unreadable": "The table does not understand “{word}”.",
        "unreadable-line": "The table does not understand “{text}” as a move.",
        "near": "Perhaps “{near}”?",
        Because.NOT_ASKED: "Nothing is asked of you now.",
        Because.VERB: "You cannot “{verb}” now.",
        Because.NOT_HELD: "You do not have {cards}.",
        Because.CARD: "You cannot “{verb}” {cards} now.",
        Because.KEY: "“{move}” is not possible.",
        Because.NUMBER: "The list has no option {move}.",
        "you may": "You may: {moves}.",
        "ambiguous": "“{text}” may mean: {moves}. Write one of these.",
        "incomplete": "Do you mean “{moves}”? Write it in full.",
        "or": " or ",
    },
}


def explain(lexicon: Lexicon, answer: Answer, lang: str) -> str:
    """A failure in words; English where the language has none, empty for a move that was read."""
    texts = _TEXTS.get(lang, _TEXTS["en"])
    if isinstance(answer, Unreadable):
        return _unreadable(answer, texts)
    if isinstance(answer, NotLegal):
        return _not_legal(lexicon, answer, lang, texts)
    if isinstance(answer, Ambiguous):
        key = "ambiguous" if len(answer.moves) > 1 else "incomplete"
        moves = _listed(lexicon, answer.moves, lang, texts["or"])
        return texts[key].format(text=_short(answer.text), moves=moves)
    return ""


def _unreadable(answer: Unreadable, texts: dict[object, str]) -> str:
    if not answer.word:
        return texts["empty"]
    whole = answer.text.split() == [answer.word]
    key = "unreadable-line" if whole else "unreadable"
    said = texts[key].format(word=_short(answer.word), text=_short(answer.text))
    return said + (" " + texts["near"].format(near=answer.near) if answer.near else "")


def _not_legal(lexicon: Lexicon, answer: NotLegal, lang: str, texts: dict[object, str]) -> str:
    shown = lexicon.show(answer.move, lang)
    parts = take_apart(answer.move)
    cards = ", ".join(lexicon.shown_code(card, lang) for card in parts.cards)
    verb = lexicon.shown(lexicon.verbs, parts.verb, lang)
    said = texts[answer.because].format(move=shown, verb=verb, cards=cards)
    if not answer.near:
        return said
    moves = _listed(lexicon, answer.near, lang, texts["or"])
    return f"{said} {texts['you may'].format(moves=moves)}"


def _listed(lexicon: Lexicon, moves: tuple[str, ...], lang: str, last: str) -> str:
    """Some moves as a list: `a, b or c`; `…` stands for those left out."""
    shown = [lexicon.show(move, lang) for move in moves[:MOST_NAMED]]
    if len(moves) > MOST_NAMED:
        return ", ".join(shown) + " …"
    return last.join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _short(text: str) -> str:
    """What was written, cut where it is long: it is quoted, not repeated."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:59] + "…"

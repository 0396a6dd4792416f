"""A practice game as the turn page: what a turn mail would show, with a button that plays.

The page is the mails' own, made from the person's view alone; only its address and its bar at the
bottom are others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem import engine
from pbem.mails.mail import Host, Mail, Reader, Tablet
from pbem.mails.phrases import LANGUAGES
from pbem.mails.play_pages import turn_title
from pbem.mails.scene import Scene
from pbem.office.order import mail_order
from pbem.practice.game import Against
from pbem.turn_page.ahead import ahead
from pbem.turn_page.content import Content, content, page_data, question_text
from pbem.turn_page.faces import Faces
from pbem.turn_page.page import filled, plain_page, policy, shown_faces
from pbem.turn_page.shape import album_paints
from pbem.turn_page.words import words_of

SCRIPTS = ("words.js", "table.js", "answer.js", "practice.js")
POLICY = policy(SCRIPTS, served=True)
"""What the page may do, for the server's header too."""


def sheet(
    game: Against,
    names: Mapping[str, str],
    lang: str,
    number: int,
    since: Sequence[Mapping[str, Any]],
    post: str,
) -> str:
    """The HTML of the moment: question `number`, or the result once the game is over.

    `names`: how players are shown; `since`: what the person was told since the answer before;
    `post`: the path to which the page sends its forms.
    """
    mail = _mail(game, names, lang, number, since)
    made = content(mail, ahead(game.table, game.view()))
    faces = Faces(game.spec)
    over = None if game.asks() else _result(game, names, made)
    data = {**_data(made, faces, number, over), "post": post}
    return filled(
        lang=lang,
        title=f"{made.first.game_title} · {_place(lang, number)}",
        drawings=faces.svg(),
        data=data,
        scripts=SCRIPTS,
        plain=_plain(made, lang, number, over, post),
        name="practice.html",
        served=True,
    )


def _data(
    made: Content, faces: Faces, number: int, over: Mapping[str, str] | None
) -> dict[str, Any]:
    """What the page's script is given."""
    symbols = {key: faces.symbol(word) for key, word in album_paints(made.first.album).items()}
    data = {
        **page_data(made, symbols, shown_faces(made, faces, tuple(made.scenes))),
        "to": "",
        "over": over is not None,
        "where": {lang: _place(lang, number) for lang in made.scenes},
        "headline": over or {lang: _title(scene) for lang, scene in made.scenes.items()},
        "lead": dict.fromkeys(made.scenes, ()),
    }
    if over:  # it is nobody's turn any more
        counters = {name: value for name, value in data["counters"].items() if name != "turn"}
        data |= {"states": [], "counters": counters}
    return data


def shown_names(game: Against, lang: str) -> dict[str, str]:
    """`Tú` and the bots by their seats: how players are called on the page."""
    you = words_of(lang)["you"].capitalize()
    return {
        player: you if player == game.me else f"Bot {seat}"
        for seat, player in enumerate(game.table.players, 1)
    }


def language_of(lang: str) -> str:
    """A language that the page has words in."""
    return lang if lang in LANGUAGES else "en"


def _mail(
    game: Against,
    names: Mapping[str, str],
    lang: str,
    number: int,
    since: Sequence[Mapping[str, Any]],
) -> Mail:
    shown = game.view()
    moves = list(mail_order(game.asks().get(game.me, ())))
    own: dict[str, Any] = {"zones": dict(shown.own["zones"])}
    if moves:
        own |= {"deadline": 0, "moves": moves, "orders": {}}
    view = {"public": dict(shown.public), "own": own, "since": list(since)}
    tablet = Tablet(game.spec, game.lexicon, game.variant, names, game.options)
    asks = str(number) if moves else "0"
    return Mail(
        kind="turn",
        host=Host("", "practice", "localhost"),
        game=game.spec.id,
        tablet=tablet,
        reader=Reader(game.me, names[game.me], "", lang),
        date=0,
        message_id="",
        ask=int(asks),
        asks=asks,
        view=view,
    )


def _title(scene: Scene) -> str:
    """What is asked, in the spec's words; else just that it is the person's turn."""
    own = scene.question is not None and scene.question.title
    return turn_title(scene) if own else str(words_of(scene.say.language)["practice_turn"])


def _place(lang: str, number: int) -> str:
    return str(words_of(lang)["practice_place"]).format(number=number)


def _result(game: Against, names: Mapping[str, str], made: Content) -> dict[str, str]:
    """Who has won, in each language."""
    winners = engine.result(game.table, game.state).winners
    found = {}
    for lang in made.scenes:
        words = words_of(lang)
        who = words["and"].join(words["you"] if one == game.me else names[one] for one in winners)
        alone = winners == (game.me,)
        found[lang] = words["won"] if alone else words["wins"].format(who=who) if who else ""
        found[lang] = found[lang] or words["tie"]
    return found


def _plain(
    made: Content, lang: str, number: int, over: Mapping[str, str] | None, post: str
) -> dict[str, Any]:
    """What a browser without scripts shows: text, and a button for each move."""
    page = plain_page(made)
    scene: Scene = made.first
    labels = [one["typed"] for one in page["moves"]]
    moves = [{"id": move, "label": label} for move, label in zip(scene.moves, labels, strict=False)]
    return {
        **page,
        "place": _place(lang, number),
        "title": over[lang] if over else _title(scene),
        "lead": [text] if (text := question_text(scene)) else [],
        "note": "",
        "moves": moves,
        "over": over is not None,
        "post": post,
    }

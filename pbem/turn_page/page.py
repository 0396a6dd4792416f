"""The turn page as one HTML file that fetches nothing.

Its policy allows the two scripts and the style sheet in it by their hashes and nothing else; cards
are drawn by SVG inside it, so there is no `data:` address, no frame, no form.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from pbem.engine.cards import code_of
from pbem.engine.lexicon import take_apart
from pbem.mails.blocks import CardRow, Idle, Para, Pill, Pills, Section
from pbem.mails.frame import place
from pbem.mails.mail import Attachment, Mail
from pbem.mails.moves_block import moves_blocks
from pbem.mails.play_pages import deadline, since_section, table_section, turn_title
from pbem.mails.rich import Rich, said
from pbem.mails.scene import Scene
from pbem.mails.to_html import template
from pbem.turn_page.ahead import FURTHER, Edge, Graph
from pbem.turn_page.content import Content, content, page_data, question_text
from pbem.turn_page.faces import Faces
from pbem.turn_page.plain import plain_section
from pbem.turn_page.shape import Json, album_paints
from pbem.turn_page.words import words_of

LARGEST = 120_000
"""Bytes of a page."""

MARK = "document.documentElement.className='js'"
PLAYING = ("words.js", "table.js", "answer.js")


def page(mail: Mail, graph: Graph, largest: int = LARGEST) -> str:
    """The page of a turn mail; `graph` is what `ahead` found for the reader's view.

    A page of more than `largest` bytes loses first the faces in other languages than the reader's
    (plain ones are drawn), then all faces, then the far positions.
    """
    made = content(mail, graph)
    html = ""
    for languages in (tuple(made.scenes), (mail.reader.language,), ()):
        html = _rendered(made, languages)
        if len(html.encode()) <= largest:
            return html
    kept = len(graph.positions)
    while len(html.encode()) > largest and kept > 1:
        kept = kept * 2 // 3
        html = _rendered(content(mail, shortened(graph, kept)), ())
    return html


def attached_page(mail: Mail, graph: Graph) -> Attachment:
    """The page as a file of its mail."""
    name = f"{mail.game}-{mail.asks}.html"
    return Attachment(name, "text/html", page(mail, graph).encode())


def shortened(graph: Graph, positions: int) -> Graph:
    """The graph without its last positions: whatever led there is not looked further into."""
    edges = tuple(
        tuple(
            Edge(one.move, one.to if one.to < positions else FURTHER, one.changes) for one in many
        )
        for many in graph.edges[:positions]
    )
    return Graph(graph.positions[:positions], edges)


def _rendered(made: Content, languages: tuple[str, ...]) -> str:
    first = made.first
    faces = Faces(first.album.spec)
    symbols = {key: faces.symbol(word) for key, word in album_paints(first.album).items()}
    drawn = shown_faces(made, faces, languages)
    data = page_data(made, symbols, drawn)
    return filled(
        lang=first.words.lang,
        title=f"{first.game_title} · {data['where'][first.words.lang]}",
        drawings=faces.svg(),
        data=data,
        scripts=(*PLAYING, "attached.js"),
        plain=plain_page(made),
    )


def shown_faces(made: Content, faces: Faces, languages: tuple[str, ...]) -> dict[str, Json]:
    """Ids of the faces of the reader's cards and of what lies on top, by code and language."""
    album, sight = made.first.album, made.first.sight
    tops = [sight.cards(zone)[0] for zone in album.piles if sight.cards(zone)][:1]
    found: dict[str, Json] = {}
    for code in dict.fromkeys(map(code_of, (*made.held, *tops, *made.pictured))):
        card = album.card(code)
        if card is not None:
            found[code] = {lang: faces.card(card, lang) for lang in languages}
    return {"": faces.size, **found}


# --- without scripts -----------------------------------------------------------------------------


def plain_page(made: Content) -> dict[str, Json]:
    """Everything as text and links, in the reader's language."""
    one = made.first
    words = words_of(one.say.language)
    sections = (_hand(made, words), since_section(one), table_section(one))
    question = question_text(one)
    address = "" if one.signs else one.address(made.mail.asks, made.mail.token)
    sign = f" {said(one.sign())}" if one.signs else ""
    return {
        "kicker": one.game_title,
        "place": place(one),
        "title": turn_title(one),
        "lead": [*([question] if question else []), *map(said, deadline(one))],
        "note": words["plain_signed" if one.signs else "plain"] + sign,
        "moves": [_link(pill, row, str(words["signed_file"])) for row, pill in _pills(one)],
        "sections": [plain_section(each) for each in sections if each.blocks],
        "address": address,
        "reply": words["plain_reply"].format(address=address),
    }


def _hand(made: Content, words: Mapping[str, Any]) -> Section:
    """The reader's cards, and why some cannot be used now."""
    scene = made.first
    held: Rich = scene.words.counted(made.held) if made.held else (words["empty"],)
    idle = [block for block in moves_blocks(scene) if isinstance(block, Idle)]
    return Section("hand", str(words["hand"]), (Para(held), *idle) if made.hand else ())


def _pills(one: Scene) -> Iterator[tuple[str, Pill]]:
    """Each move's pill, with the card that the move names where the label leaves it out."""
    for block in moves_blocks(one):
        if isinstance(block, CardRow):
            for pill in block.pills:
                named = pill.number and take_apart(one.moves[pill.number - 1]).cards
                told = block.code in said(pill.label).split()
                yield block.code if named and not told else "", pill
        elif isinstance(block, Pills):
            yield from (("", pill) for pill in block.pills)


def _link(pill: Pill, row: str, file: str) -> dict[str, Json]:
    label = said(pill.label) + (f" ({pill.note})" if pill.note else "")
    signed = pill.look == "text"
    return {
        "href": pill.href,
        "label": f"{row}: {label}" if row else label,
        "typed": f"pbem move {file} {pill.number}" if signed else pill.typed,
        "signed": signed,
    }


# --- the file ------------------------------------------------------------------------------------


def filled(
    *,
    lang: str,
    title: str,
    drawings: str,
    data: Json,
    scripts: tuple[str, ...],
    plain: Mapping[str, Json],
    name: str = "page.html",
    served: bool = False,
) -> str:
    """The whole file from its pieces; `scripts` are names in `script/`, `name` its template."""
    css, script = _read("page.css"), _script(scripts)
    return template("pbem.turn_page", name).render(
        lang=lang,
        title=title,
        css=css,
        policy=policy(scripts, served=served),
        mark=MARK,
        script=script,
        drawings=drawings,
        data=as_json(data),
        plain=plain,
        words=words_of(lang),
    )


def policy(scripts: tuple[str, ...], *, served: bool = False) -> str:
    """What the page may do: run its own scripts, and (if a server shows it) send its own forms."""
    style, mark = _hash(_read("page.css")), _hash(MARK)
    script = _hash(_script(scripts))
    source = "'self'" if served else "'none'"
    return (
        f"default-src {source}; style-src 'sha256-{style}'; "
        f"script-src 'sha256-{mark}' 'sha256-{script}'; base-uri 'none'; form-action {source}"
    )


def as_json(data: Any) -> str:
    """JSON that can stand in a script element: no `<` in it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@lru_cache(maxsize=8)
def _script(names: tuple[str, ...]) -> str:
    inside = "\n".join(_read(name).strip() for name in names)
    return f"(function(){{'use strict';\n{inside}\n}})();"


def _read(name: str) -> str:
    return (files("pbem.turn_page") / "script" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

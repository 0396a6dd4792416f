"""Answers to mails: receipts, refusals with the moves again, help, status, orders, habits."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from pbem.engine.lexicon import take_apart
from pbem.engine.moves import Ambiguous, Answer, Because, NotLegal, Unreadable
from pbem.engine.refusals import explain
from pbem.mails.blocks import Block, Bullets, CardRow, Page, Para, Pills, Section
from pbem.mails.frame import page
from pbem.mails.idle_cards import why_idle
from pbem.mails.moves_block import move_said, moves_blocks
from pbem.mails.play_pages import hand_section, moves_heading, table_section
from pbem.mails.rich import Bold, Rich, fill
from pbem.mails.scene import Scene
from pbem.mails.table_pages import join_buttons
from pbem.mails.wording import capital
from pbem.office.order_words import shown_key, shown_order, shown_word

LONGEST_QUOTE = 80


# --- receipts ------------------------------------------------------------------------------------


def receipt(scene: Scene) -> Page:
    """What is done, what of a chain is not, and how to take it back."""
    words, facts = scene.say, scene.facts
    moves = "; ".join(move_said(scene, move) for move in facts.get("moves", ()))
    sealed = bool(facts.get("secret"))
    lead = [words("receipt.sealed" if sealed else "receipt.done", moves=moves)]
    left = [str(one) for one in facts.get("left", ())]
    if left:
        why = "why_learned" if facts.get("learned") else "why_left"
        text = words("receipt.left", moves=quote("; ".join(left)))
        lead.append((*text, " ", *words(f"receipt.{why}")))
    lead += _next(scene)
    blocks: list[Block] = []
    way = "" if sealed else str(facts.get("undo", ""))
    if way:
        note = words.text("receipt.undo_note")
        link = scene.seat_link(words.text(f"receipt.undo_link_{way}"), "undo", note)
        blocks.append(Para(words(f"receipt.undo_{way}", link=link)))
    blocks.append(Para((*words("receipt.file"), " ", *words("receipt.off")), small=True))
    title = words.text("receipt.title_secret" if sealed else "receipt.title")
    preheader = words.text("receipt.preheader")
    return page(scene, title, lead, [Section("about", "", tuple(blocks))], preheader)


def _next(scene: Scene) -> list[Rich]:
    """Whose turn it is now, as far as everybody may know."""
    words, facts = scene.say, scene.facts
    if facts.get("over"):
        return [words("receipt.over")]
    if facts.get("again"):
        return [words("receipt.next_you")]
    asked = [str(player) for player in facts.get("next", ())]
    if not asked:
        return []
    key = "next" if len(asked) == 1 else "next_many"
    return [words(f"receipt.{key}", names=scene.words.players(asked))]


def quote(text: str) -> str:
    """Somebody's own words, cut and without control signs."""
    clean = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return clean if len(clean) <= LONGEST_QUOTE else clean[: LONGEST_QUOTE - 1] + "…"


# --- refusals ------------------------------------------------------------------------------------

MOVE_CODES = ("not-understood", "not-an-option", "empty", "turn-over", "unreadable", "two-moves")


def refused(scene: Scene) -> Page:
    """What was written, why it was not done, and what may be done instead."""
    words, facts = scene.say, scene.facts
    code = str(facts.get("code", "not-understood"))
    is_move = bool(scene.moves) and code in MOVE_CODES
    lead = [words("refused.nothing_turn" if is_move else "refused.nothing")]
    about: list[Block] = [Bullets(tuple(_written(scene, code)))]
    sections = [Section("why", "", tuple(about)), *_instead(scene, code)]
    is_bad_move = code == "not-an-option"
    title = words.text("refused.title_move" if is_bad_move else "refused.title")
    return page(scene, title, lead, sections, words.text("refused.preheader"))


def _written(scene: Scene, code: str) -> list[Rich]:
    lines = []
    wrote = quote(str(scene.facts.get("wrote", "")))
    if wrote:
        lines.append(fill("{what}: **{wrote}**", {
            "what": scene.say.text("refused.you_wrote"), "wrote": wrote
        }))  # fmt: skip
    what = scene.say.text("refused.why")
    lines.append(fill("{what}: {why}", {"what": what, "why": _why(scene, code)}))
    return lines


def _why(scene: Scene, code: str) -> Rich:
    words, facts = scene.say, scene.facts
    answer = read_answer(facts.get("answer"))
    if answer is not None:
        return (*_explained(scene, answer), *_rest(scene, answer))
    if facts.get("expected") == "join":
        return words("refused.expected-join")
    if code == "not-understood":
        wrote = quote(str(facts.get("wrote", "")))
        bare = "" if wrote else "-bare"
        return words(f"refused.{code}{bare}", wrote=wrote)
    if code == "order":
        return _order_refused(scene)
    if code == "turn-over" and facts.get("command"):
        return words("refused.turn-over-command")
    if code == "signature":
        key = f"refused.signature-{facts.get('reason', '')}"
        return words(key if words.has(key) else "refused.signature-form")
    known = [str(one) for one in facts.get("known", ())]
    if code == "not-a-vote":
        known = [words.text(f"commands.{answer}") for answer in facts.get("answers", ())]
    shown = {name: facts.get(name, "") for name in ("stake", "chips")}
    return words(f"refused.{code}", known=words.listed(known), player=scene.me, **shown)


def _order_refused(scene: Scene) -> Rich:
    """What is wrong with an order, and the likeliest word instead; all of them stand below."""
    words, facts, lang = scene.say, scene.facts, scene.words.lang
    reason, named = str(facts.get("reason", "")), quote(str(facts.get("named", "")))
    key = _key(scene, str(facts.get("key", "")))
    said = words(f"refused.order-{reason or 'form'}", named=named, key=key)
    forms = [shown_word(str(form), lang) for form in facts.get("forms", ())]
    near = get_close_matches(named.lower(), forms, n=1)
    return (*said, " ", *words("refused.near", near=near[0])) if near else said


def _explained(scene: Scene, answer: Answer) -> Rich:
    """Why, in a sentence; the moves that are possible are listed below anyway."""
    if isinstance(answer, NotLegal):
        answer = NotLegal(answer.move, answer.because)
    return (explain(scene.mail.tablet.lexicon, answer, scene.words.lang),)


def _rest(scene: Scene, answer: Answer) -> Rich:
    """The spec's own words about cards that cannot be used now."""
    if not isinstance(answer, NotLegal) or answer.because is not Because.CARD:
        return ()
    cards = take_apart(answer.move).cards
    rest = why_idle(scene, cards[0]) if cards else ()
    first = capital(rest[0]) if rest and isinstance(rest[0], str) else ""
    return (" ", first, *rest[1:]) if first else (" ", *rest)


def read_answer(data: Any) -> Answer | None:
    """A reading of a typed move, as the books keep it."""
    if not isinstance(data, Mapping):
        return data if isinstance(data, NotLegal | Ambiguous | Unreadable) else None
    if data.get("type") == "NotLegal":
        return NotLegal(data["move"], Because(data["because"]), tuple(data.get("near", ())))
    if data.get("type") == "Ambiguous":
        return Ambiguous(data["text"], tuple(data["moves"]))
    if data.get("type") == "Unreadable":
        return Unreadable(data["text"], data["word"], data.get("near", ""))
    return None


def _instead(scene: Scene, code: str) -> list[Section]:
    words = scene.say
    if code == "order":
        known = (Para(words("orders.known")), *known_orders(scene))
        return [Section("orders", "", known)]
    if scene.facts.get("expected") == "join":
        return [Section("answers", "", (join_buttons(scene),))]
    if not scene.moves:
        return []
    blocks = [block for block in moves_blocks(scene) if isinstance(block, CardRow | Pills)]
    how = scene.sign() if scene.signs else words("refused.instead")
    listed = (Para(how), *blocks)
    sections = [Section("moves", moves_heading(scene, blocks), listed)]
    if scene.mail.deadline:
        still = words("refused.still", when=scene.when(scene.mail.deadline), zone=scene.zone)
        sections.append(Section("still", "", (Para(still),)))
    return sections


# --- words of the table --------------------------------------------------------------------------

HELP = (
    "help", "status", "undo", "order", "away", "receipts", "digest", "page", "language", "zone",
    "plain", "token", "address", "resign", "forget",
)  # fmt: skip


def help_page(scene: Scene) -> Page:
    """Everything that may be answered, with the moves that are open now."""
    words = scene.say
    lines = []
    for name in HELP:
        key = "help.address_plain" if name == "plain" else f"help.{name}"
        lines.append(fill("**{command}**: {what}", {
            "command": words.text(f"commands.{name}"), "what": words.text(key)
        }))  # fmt: skip
    about: tuple[Block, ...] = (
        *(() if scene.signs else (Para(words("help.moves")),)),
        Para(words("help.words")),
        Bullets(tuple(lines)),
        Para(words("help.accents"), small=True),
    )
    sections = [Section("about", "", about), *_open_moves(scene)]
    return page(scene, words.text("help.title"), [], sections, words.text("help.preheader"))


def _open_moves(scene: Scene) -> list[Section]:
    if not scene.moves:
        return []
    blocks = [block for block in moves_blocks(scene) if isinstance(block, CardRow | Pills)]
    how = [Para(scene.sign())] if scene.signs else []
    return [Section("moves", moves_heading(scene, blocks), (*how, *blocks))]


def status(scene: Scene) -> Page:
    """The table, who is awaited, and the reader's moves if it is he."""
    words = scene.say
    lead: list[Rich] = []
    public = scene.view.get("public", {})
    asked = [player for player in public.get("asked", ()) if player != scene.me]
    if scene.moves and scene.mail.deadline:
        when = scene.when(scene.mail.deadline)
        lead.append(words("status.your_turn", when=when, zone=scene.zone))
    elif not scene.view:
        lead.append(words("status.waiting"))
    elif public.get("over"):
        lead.append(words("status.over"))
    if asked:
        lead.append(words("status.asked", names=scene.words.players(asked)))
    elif not lead:
        lead.append(words("status.quiet"))
    sections = _open_moves(scene)
    if scene.view:
        hand = () if scene.moves else (hand_section(scene),)
        sections = [*sections, table_section(scene), *hand]
    return page(scene, words.text("status.title"), lead, sections, words.text("status.preheader"))


def orders(scene: Scene) -> Page:
    """The standing orders in force, and how to change them."""
    words = scene.say
    standing = dict(scene.facts.get("orders", {}))
    lead = [words("orders.list" if standing else "orders.none")]
    lexicon, lang = scene.mail.tablet.lexicon, scene.words.lang
    lines = tuple(
        words("orders.one", name=(Bold(_key(scene, key)),), value=shown_order(order, lexicon, lang))
        for key, order in standing.items()
    )
    blocks: list[Block] = [Bullets(lines)] if lines else []
    blocks += [Para(words("orders.known")), *known_orders(scene)]
    if standing:
        one = f"{_key(scene, next(iter(standing)))} {shown_word('ask', lang)}"
        blocks.append(Para(words("orders.change", order=one), small=True))
    sections = [Section("orders", "", tuple(blocks))]
    return page(scene, words.text("orders.title"), lead, sections, words.text("orders.preheader"))


def _key(scene: Scene, key: str) -> str:
    """The key of an order as the reader writes it."""
    rules = scene.album.rules.orders.get(key)
    if rules is None:
        return key
    return shown_key(key, rules, scene.mail.tablet.lexicon, scene.words.lang)


def known_orders(scene: Scene) -> tuple[Block, ...]:
    """The orders that this game knows, and what their words mean."""
    means = []
    known = scene.album.rules.orders.values()
    for word in dict.fromkeys(word for rules in known for word in ("ask", *rules.choices)):
        if scene.say.has(f"order_means.{word}"):
            meaning = scene.say.text(f"order_means.{word}")
            means.append(f"{shown_word(word, scene.words.lang)}: {meaning}")
    return _known_orders(scene), Para((f"{capital('; '.join(means))}.",), small=True)


def _known_orders(scene: Scene) -> Bullets:
    command = scene.say.text("commands.order")
    lines = []
    for key, rules in scene.album.rules.orders.items():
        title = scene.words.noun(rules.noun) or key
        lang = scene.words.lang
        words = ["ask", *rules.choices, *(rules.rules.words if rules.rules else ())]
        choices = ", ".join(dict.fromkeys(shown_word(word, lang) for word in words))
        lines.append(fill("**{command} {key}** {choices} ({title})", {
            "command": command, "key": _key(scene, key), "choices": choices, "title": title
        }))  # fmt: skip
    return Bullets(tuple(lines))


def habits(scene: Scene) -> Page:
    """What the reader asked of the table, repeated."""
    words = scene.say
    lead = []
    for name, value in scene.facts.items():
        if isinstance(value, bool) and words.has(f"habits.{name}_on"):
            lead.append(words(f"habits.{name}_{'on' if value else 'off'}"))
        elif words.has(f"habits.{name}"):
            lead.append(words(f"habits.{name}", zone=scene.zone, value=value))
    return page(scene, words.text("habits.title"), lead, [], words.text("habits.preheader"))


def away(scene: Scene) -> Page:
    """Until when the reader's time stands still."""
    words = scene.say
    until = int(scene.facts.get("away_until", 0))
    if until:
        lead = [words("away.until", when=scene.when(until), zone=scene.zone), words("away.back")]
    else:
        lead = [words("away.none")]
    return page(scene, words.text("away.title"), lead, [], words.text("away.preheader"))

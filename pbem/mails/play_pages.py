"""Mails of play: turn, start, news, what the host played, what was taken back, a reminder."""

from __future__ import annotations

from collections.abc import Sequence

from card_specs.language.rules import Seen
from pbem.engine.lexicon import take_apart
from pbem.mails.blocks import Block, Bullets, CardRow, Mono, Page, Para, Pills, Section, Shown
from pbem.mails.frame import page
from pbem.mails.links import spoken
from pbem.mails.moves_block import (
    examples,
    is_quiet,
    is_too_many,
    move_said,
    moves_blocks,
)
from pbem.mails.rich import Bold, Rich, joined, said
from pbem.mails.scene import Scene
from pbem.mails.since import news_title, since_lines
from pbem.mails.spec_texts import spec_text
from pbem.mails.table_block import table_blocks
from pbem.mails.wording import capital
from pbem.office.order_words import read_order, shown_key, shown_order

MOST_NAMED = 64
"""Signs of the preheader for what can be done."""


def turn(scene: Scene) -> Page:
    """A question with everything that is needed to answer it."""
    title = turn_title(scene)
    return page(scene, title, deadline(scene), turn_sections(scene), turn_preheader(scene))


def turn_title(scene: Scene) -> str:
    question = scene.question
    if question is not None and question.title:
        return said(spec_text(scene, scene.words.words(question.title)))
    return scene.say.text("turn.title", name=scene.my_name)


def deadline(scene: Scene) -> list[Rich]:
    """Until when, and what happens without an answer."""
    mail = scene.mail
    if not mail.deadline:
        return [scene.say("turn.no_deadline")]
    until = scene.say("turn.deadline", when=scene.when(mail.deadline), zone=scene.zone)
    late = str(mail.tablet.conditions.get("late", "play"))
    if mail.late_move and scene.is_sealed:
        then = scene.say("turn.late_hidden")
    elif mail.late_move:
        then = scene.say("turn.late_play", move=move_said(scene, mail.late_move))
    else:
        then = scene.say("turn.late_bot" if late == "bot" else "turn.late_wait")
    return [(*until, " ", *then)]


def turn_preheader(scene: Scene) -> str:
    """What can be done and until when, for the list of mails."""
    until = scene.when(scene.mail.deadline) if scene.mail.deadline else ""
    if not until or scene.is_sealed:
        return said(scene.say("turn.no_deadline"))
    what = capital(scene.say.listed(_by_verb(scene), "or"))
    if what and len(what) <= MOST_NAMED:
        return scene.say.text("turn.preheader", moves=what, when=until)
    return scene.say.text("turn.preheader_many", count=len(scene.moves), when=until)


def _by_verb(scene: Scene) -> list[str]:
    """`jugar R7, A9`, `robar`: each verb once with the cards that it is for."""
    cards: dict[str, list[str]] = {}
    for move in scene.moves:
        parts = take_apart(move)
        known = cards.setdefault(parts.verb, [])
        known += [scene.words.code(card) for card in parts.cards if card]
    return [
        f"{scene.words.verb(verb)} {', '.join(dict.fromkeys(codes))}".strip()
        for verb, codes in cards.items()
    ]


# --- sections ------------------------------------------------------------------------------------


def turn_sections(scene: Scene) -> list[Section]:
    """In a window or auction the question comes first, else what happened and the table."""
    answer = text_answer(scene)
    blocks = moves_blocks(scene)
    moves = Section("moves", moves_heading(scene, blocks), blocks, answer)
    since = since_section(scene)
    table = table_section(scene)
    how = Section("how", scene.say.text("turn.how"), tuple(_how(scene)))
    question = Section("question", "", asked(scene))
    if scene.is_sealed:
        return [Section("question", "", (Para(scene.say("turn.sealed")),)), table]
    if scene.question is not None and scene.question.even:
        return [question, moves, since, table, how]
    return [question, since, table, moves, how]


def text_answer(scene: Scene) -> str:
    """What plain text has for the heading of the moves."""
    return scene.say.text("turn.text_sign" if scene.signs else "turn.text_answer")


def moves_heading(scene: Scene, blocks: Sequence[Block]) -> str:
    has_cards = any(not isinstance(block, Pills) for block in blocks)
    return scene.say.text("turn.hand_and_moves" if has_cards else "turn.moves")


def since_section(scene: Scene) -> Section:
    lines = since_lines(scene)
    blocks: tuple[Block, ...] = (Bullets(lines),) if lines else ()
    since = "watch.since" if scene.looks_on else "turn.since"
    return Section("since", scene.say.text(since), blocks)


def table_section(scene: Scene) -> Section:
    blocks = table_blocks(scene) if scene.view else ()
    return Section("table", scene.say.text("turn.table"), blocks)


def asked(scene: Scene) -> tuple[Block, ...]:
    """The spec's sentence about what is asked, with a card if it names one."""
    question = scene.question
    if question is None:
        return ()
    sentences: list[Rich] = []
    if question.text:
        sentences.append(spec_text(scene, scene.words.words(question.text)))
    for term, words in question.where.items():
        if scene.sight.term(term):
            sentences.append(spec_text(scene, scene.words.words(words)))
    if not sentences:
        return ()
    text = joined(sentences, " ")
    code = scene.sight.term(question.picture) if question.picture else None
    printed = scene.album.card(str(code)) if code else None
    if printed is None:
        return (Para(text),)
    shown = scene.words.code(str(code))
    return (Shown(scene.tray.card(printed), shown, text, ()),)


def _how(scene: Scene) -> list[Block]:
    """How to answer by hand, several moves at once, a standing order that saves this mail."""
    say = scene.say
    shown = joined([(Bold(text),) for text in examples(scene)], " · ")
    if scene.signs:
        return [Para(scene.sign())]
    tail = "_plain" if scene.is_plain else ""
    by_hand = say(f"turn.how_type{tail}", examples=shown)
    typed = say(f"turn.how_typed{tail}", examples=shown)
    blocks: list[Block] = [Para(say("turn.how_click"), typed=()), Para(by_hand, typed=typed)]
    if is_too_many(scene):
        blocks = []
    chain = _chain(scene)
    if chain:
        blocks += [Para(say("turn.how_many")), Mono((("", chain),))]
        blocks.append(Para(say("turn.how_many_note"), small=True))
    if scene.question is not None and scene.question.secret:
        blocks.append(Para(say("turn.how_secret")))
    words = [say.text(f"commands.{name}") for name in ("help", "status", "away", "resign")]
    more = [say("turn.how_words", words=", ".join(words))]
    if scene.question is not None and scene.question.order and not _has_order(scene):
        more.append(say("turn.how_order", order=order_line(scene, scene.question.order)))
    blocks.append(Para(joined(more, " "), small=True))
    return blocks


def _has_order(scene: Scene) -> bool:
    """Whether the reader has an order for such questions: nothing is advised that was done."""
    assert scene.question is not None
    rules, lexicon = scene.album.rules.orders, scene.mail.tablet.lexicon
    key, _ = read_order(scene.question.order, rules, lexicon, "en")
    return str(scene.own.get("orders", {}).get(key, "ask")) != "ask"


def order_line(scene: Scene, text: str) -> str:
    """A standing order of the spec as the reader writes it: `orden robar auto`."""
    rules, lexicon = scene.album.rules.orders, scene.mail.tablet.lexicon
    key, order = read_order(text, rules, lexicon, "en")
    command = scene.say.text("commands.order")
    if not key:
        return f"{command} {text}"
    lang = scene.words.lang
    named = shown_key(key, rules[key], lexicon, lang)
    return f"{command} {named} {shown_order(order, lexicon, lang)}"


def _chain(scene: Scene) -> str:
    """Two moves in one line, where a question is put again until it is ended."""
    ends = scene.album.last_verbs
    last = next((m for m in scene.moves if m in ends), "")
    first = next((m for m in scene.moves if m != last and not is_quiet(scene, m)), "")
    if not last or not first:
        return ""
    lexicon = scene.mail.tablet.lexicon
    return "; ".join(spoken(lexicon, move, scene.words.lang) for move in (first, last))


# --- the other mails -----------------------------------------------------------------------------


def start(scene: Scene) -> Page:
    """The game begins: everybody's words, the table code, and the first question if there is one.

    Where nobody gave words or a secret the mail says that the deal could have been chosen.
    """
    say, mail = scene.say, scene.mail
    first = scene.sight.turn
    opens = (
        say.text("start.you_first")
        if first == scene.me
        else say.text("start.first", player=scene.words.player(first))
    )
    begins = f"{say.text('start.title')}. " if mail.ask else ""  # else it is the title
    lead: list[Rich] = [(begins + opens,)] if first else []
    if mail.ask:
        lead += deadline(scene)
    words = Section("words", say.text("start.words_title"), tuple(_words(scene)))
    if mail.ask:
        *shown, last = (one for one in turn_sections(scene) if one.name != "since")
        sections = [*shown, words, last]
    else:
        sections = [table_section(scene), hand_section(scene), words]
    title = turn_title(scene) if mail.ask else say.text("start.title")
    return page(scene, title, lead, sections, say.text("start.preheader", first=opens))


def _words(scene: Scene) -> list[Block]:
    given = dict(scene.facts.get("words", {}))
    blocks: list[Block] = []
    lines = []
    for player, words in given.items():
        key = "start.words_of" if words else "start.no_words_of"
        lines.append(scene.say(key, player=scene.words.player(player), words=words))
    if any(given.values()):
        blocks.append(Para(scene.say("start.words")))
    elif not scene.facts.get("secrets"):
        blocks.append(Para(scene.say("start.no_words")))
    blocks.append(Bullets(tuple(lines)))
    if scene.mail.table_code:
        blocks.append(Para(scene.say("start.code", code=scene.mail.table_code)))
    blocks += [Para(one) for one in watched(scene)]
    return blocks


def watched(scene: Scene) -> list[Rich]:
    """Who looks on, which everybody may know before playing."""
    names = list(scene.mail.tablet.watchers)
    key = "watch.by" if len(names) == 1 else "watch.by_many"
    return [scene.say(key, names=scene.say.listed(names))] if names else []


def hand_section(scene: Scene) -> Section:
    """The reader's cards where nothing is asked, save those that all see: the table shows them."""
    rows: list[Block] = []
    cards: list[str] = []
    shown = (*scene.album.columns, *scene.album.rows, *scene.album.notes)
    for zone in () if scene.looks_on else scene.album.hand:
        if zone not in shown or scene.album.zones[zone].seen is not Seen.ALL:
            cards += scene.sight.cards(f"{zone}.{scene.me}")
    if cards:
        rows.append(Para(scene.words.chips(cards)))
    return Section("hand", scene.say.text("turn.hand"), tuple(rows))


def news(scene: Scene) -> Page:
    """Sealed answers have come to light."""
    sections = [since_section(scene), table_section(scene), hand_section(scene)]
    title = news_title(scene) or scene.say.text("news.title")
    preheader = scene.say.text("news.preheader")
    return page(scene, title, [], sections, preheader)


def watch(scene: Scene) -> Page:
    """To whoever looks on: what has happened, the table, and who is asked."""
    say = scene.say
    asked = scene.view.get("public", {}).get("asked", ())
    lead = [say("status.asked", names=scene.words.players(asked))] if asked else []
    sections = [since_section(scene), table_section(scene)]
    title, preheader = say.text("watch.title"), say.text("watch.preheader")
    return page(scene, title, lead, sections, preheader, pause=False)


def late(scene: Scene) -> Page:
    """The host played for somebody whose time was over: what, by which rule, how to pause."""
    say, facts = scene.say, scene.facts
    player = str(facts.get("player", ""))
    mine = player == scene.me
    name = scene.words.player(player)
    moves = "; ".join(move_said(scene, move) for move in facts.get("moves", ()))
    key = "you" if mine else "other"
    lead: list[Rich] = [
        say(f"late.{key}", move=moves, player=name),
        say("late.rule", game=scene.game_title),
    ]
    if mine:
        lead.append(say("late.help", orders=say("late.orders")))
    sections = [since_section(scene), table_section(scene)] if scene.view else []
    title = say.text(f"late.title_{key}", player=name)
    return page(scene, title, lead, sections, say.text("late.preheader"))


def undone(scene: Scene) -> Page:
    """A move was taken back; also the answer to whoever asked for it."""
    say, facts = scene.say, scene.facts
    if not facts.get("by"):
        lead = [say("undone.you_alone")]
    elif facts.get("player") == scene.me:
        lead = [say("undone.you")]
    else:
        by = str(facts["by"])
        lead = [say(f"undone.{by}", player=scene.words.player(str(facts["player"])))]
    lead.append(say("undone.note"))
    sections = [table_section(scene), hand_section(scene)] if scene.view else []
    return page(scene, say.text("undone.title"), lead, sections, say.text("undone.preheader"))


def reminder(scene: Scene) -> Page:
    """The moves once more, without the table."""
    say = scene.say
    until = scene.when(scene.mail.deadline)
    words, note = say.text("footer.pause"), say.text("footer.pause_note")
    pause = say("reminder.pause", link=scene.seat_link(capital(words), "pause", note))
    lead = [say("reminder.text", when=until, zone=scene.zone)]
    if scene.mail.late_move and not scene.is_sealed:
        move = move_said(scene, scene.mail.late_move)
        lead.append(say("turn.late_play", move=move))
    blocks = [block for block in moves_blocks(scene) if isinstance(block, CardRow | Pills)]
    moves = Section("moves", moves_heading(scene, blocks), tuple(blocks), text_answer(scene))
    how = [Para(scene.sign())] if scene.signs else []
    rest: Sequence[Block] = (*how, Para(say("reminder.where")), Para(pause))
    title = say.text("reminder.title", name=scene.my_name)
    preheader = say.text("reminder.preheader", when=until)
    sections = [moves, Section("rest", "", tuple(rest))]
    return page(scene, title, lead, sections, preheader, pause=False)

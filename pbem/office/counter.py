"""The counter: a letter with a right token is read and made into a reaction, word by word."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from pbem.engine.lexicon import plain
from pbem.letters.commands import Chain, Command, parse_line
from pbem.letters.mime import Letter
from pbem.letters.typed_line import typed_line
from pbem.protocol.canonical import Refusal
from pbem.protocol.signing import peek

from . import joining, seats, undoing, voting, zones
from .game import Game
from .order_words import read_order, shown_key
from .playing import play_signed, play_typed
from .referee import Refused
from .visit import Reaction, Reply, Visit, changed, refused, told

DAY = 86400
DIGEST_HOUR = 8
_ASSENT = re.compile(
    r"(?=.*[a-z])(?:si|vale|ok|okay|claro|yes|sure|of course)?[ ,.]*"
    r"(?:me apunto|apuntame|cuenta conmigo|claro|por favor|gracias"
    r"|i['’]?m in|count me in|please|thanks|thank you)?[ ,.!]*"
)
"""Whole lines by which people say yes to an invitation, without accents."""


def receive(visit: Visit) -> Reaction:
    """What one letter does.  Nothing is guessed: what is no command changes nothing."""
    line = typed_line(visit.letter.text) if visit.letter.text is not None else None
    parsed = parse_line(line) if line else None
    if visit.ask.startswith("vote"):
        return _vote(visit, line or "")
    signed = _signed(visit)
    if signed:
        typ, attached = signed
        if typ == "pbem-move":
            return play_signed(visit, attached, parsed if isinstance(parsed, Chain) else None)
        return joining.signed(visit, typ, attached)
    if visit.letter.text is None:
        return refused("unreadable")
    if parsed is None:
        return refused("empty")
    if isinstance(parsed, Command):
        return _as_written(_command(visit, parsed), line or "")
    return _chain(visit, parsed, line or "")


def _vote(visit: Visit, line: str) -> Reaction:
    """An answer with the token of a vote mail."""
    vote = next((one for one in visit.votes if one.asks == visit.ask), None)
    if vote is None or voting.stands(visit.game, vote):
        return refused("vote-over")
    with_mine = voting.cast(visit.game, vote, visit.player, voting.read(line))
    if with_mine is None:
        known = voting.answers(visit.game, vote)
        return refused("not-a-vote", wrote=line, answers=known)
    return Reaction("done", "voted", reply=Reply("voted"), vote=with_mine)


def _as_written(reaction: Reaction, line: str) -> Reaction:
    """A refusal repeats the whole line, not what was made of it."""
    reply = reaction.reply
    if reply is None or reply.kind != "refused" or not reply.facts.get("wrote"):
        return reaction
    return replace(reaction, reply=Reply("refused", {**reply.facts, "wrote": line}))


def _signed(visit: Visit) -> tuple[str, bytes] | None:
    for data in visit.letter.signed:
        line = data.strip()
        try:
            typ, _ = peek(line)
        except Refusal:
            continue
        if typ in ("pbem-move", "pbem-join", "pbem-reveal"):
            return typ, line
    return None


def _chain(visit: Visit, chain: Chain, line: str) -> Reaction:
    if visit.game.phase == "joining":
        return _invited(visit, line)
    if visit.ask.isdigit() and visit.ask != "0":
        return play_typed(visit, chain)
    if visit.ask == "0":
        return refused("seat-token", "moves need the token of the turn mail", wrote=line)
    return refused("not-understood", wrote=line)


def _invited(visit: Visit, line: str) -> Reaction:
    """What is no command of ours may still be a plain yes to the invitation."""
    if _ASSENT.fullmatch(plain(line)):
        return joining.typed(visit, "")
    return refused("not-understood", wrote=line, expected="" if visit.seat.joined else "join")


def answer_again(game: Game, letter: Letter) -> Reaction:
    """Another answer to an invitation that was accepted: nothing changes, and nothing is quoted."""
    line = typed_line(letter.text or "") or ""
    parsed = parse_line(line)
    joins = isinstance(parsed, Command) and parsed.name in ("join", "yes")
    if joins or (line and _ASSENT.fullmatch(plain(line))):
        return joining.joined_before(game)
    return refused("invitation-used")


def _command(visit: Visit, command: Command) -> Reaction:
    seat_or_open = visit.ask == "0" or _open(visit)
    if visit.ask in ("resign", "address", "forget"):
        return seats.confirmed(visit, command)
    if not seat_or_open:
        return refused("turn-over", wrote=f"{command.name} {command.argument}", command=True)
    return _COMMANDS[command.name](visit, command.argument)


def _open(visit: Visit) -> bool:
    ask = visit.game.asks.get(visit.player)
    return ask is not None and str(ask.number) == visit.ask


def _order(visit: Visit, argument: str) -> Reaction:
    """`order KEY CHOICE …`: all orders of the player as they then stand are recorded."""
    if visit.referee is None or visit.game.state is None:
        return refused("not-started")
    words = argument.split()
    if words[:1] and words[0].lower() in ("address", "direccion", "dirección"):
        plain = words[1:2] in (["plain"], ["simple"])
        return changed(visit, "habits", plain=plain)
    orders = dict(visit.referee.orders(visit.game.state, visit.player))
    if not words:
        return told("orders", orders=orders)
    rules, lang = visit.referee.order_rules, visit.habits.language
    key, order = read_order(argument, rules, visit.lexicon, lang)
    if not key:
        keys = [shown_key(one, rules[one], visit.lexicon, lang) for one in rules]
        return refused("order", wrote=argument, reason="key", named=words[0], forms=keys)
    if not order:
        return refused("order", wrote=argument, reason="missing", key=key)
    orders[key] = order
    try:
        state = visit.referee.order(visit.game.state, visit.player, orders)
    except Refused as error:
        wrong = {"reason": error.reason, "named": error.named, "forms": error.forms}
        return refused("order", str(error), wrote=argument, key=key, **wrong)
    standing = visit.referee.orders(state, visit.player)
    draft = {
        "kind": "order",
        "player": visit.player,
        "orders": standing,
        "mail": visit.letter.known_as,
    }
    return Reaction("played", draft=draft, reply=Reply("orders", {"orders": standing}))


def _away(visit: Visit, argument: str) -> Reaction:
    found = re.fullmatch(r"(\d{1,3})\s*(?:d|días?|dias?|days?)?\s*", argument.strip(), re.I)
    if not found:
        return refused("away", wrote=argument)
    days = int(found.group(1))
    allowed = int(visit.game.table.get("away", 14 * DAY)) - visit.habits.away_used
    seconds = min(days * DAY, max(allowed, 0))
    until = visit.now + seconds if seconds else 0
    used = visit.habits.away_used + seconds
    return changed(visit, "away", away_until=until, away_used=used)


def _switch(visit: Visit, argument: str, name: str) -> Reaction:
    word = argument.strip().lower()
    if word not in ("on", "off", "sí", "si", "no"):
        return refused("switch", wrote=argument)
    return changed(visit, "habits", **{name: word in ("on", "sí", "si")})


def _digest(visit: Visit, argument: str) -> Reaction:
    """`digest on`, `digest 20`, `digest off`: one mail a day for all tables, at a local hour."""
    word = plain(argument.strip())
    found = re.fullmatch(r"(?:(?:a las|at)\s+)?(\d{1,2})(?:[:.]00)?\s*(?:h|horas|o'clock)?", word)
    if word in ("off", "no"):
        hour = -1
    elif word in ("on", "si", "yes", ""):
        hour = DIGEST_HOUR
    elif found and int(found[1]) < 24:
        hour = int(found[1])
    else:
        return refused("digest", wrote=argument)
    facts = {"digest": f"{hour}:00" if hour >= 0 else False}
    return Reaction("done", "habits", reply=Reply("habits", facts), wish={"digest": hour})


def _language(visit: Visit, argument: str) -> Reaction:
    word = argument.strip().lower()
    if word not in visit.lexicon.languages:
        return refused("language", wrote=argument, known=visit.lexicon.languages)
    return changed(visit, "habits", language=word)


def _zone(visit: Visit, argument: str) -> Reaction:
    """A zone as it is called (`Europe/Madrid`), or by its city alone."""
    found = zones.meant(argument, visit.now)
    if len(found) == 1:
        return changed(visit, "habits", zone=found[0])
    if found:
        return refused("zone-choice", wrote=argument, known=found)
    alike = zones.near(argument)
    return refused("zone-near" if alike else "zone", wrote=argument, known=alike)


def _token(visit: Visit, _: str) -> Reaction:
    draft = voting.seat(visit.player, "token", visit.player)
    return Reaction("played", draft=draft, reply=Reply("token"))


def _yes(visit: Visit, argument: str) -> Reaction:
    if visit.game.phase == "joining":
        return _invited(visit, f"si {argument}".strip())
    return refused("not-understood", wrote="")


def _confirm(visit: Visit, _: str) -> Reaction:
    return refused("not-understood", wrote="")


_COMMANDS: dict[str, Callable[[Visit, str], Reaction]] = {
    "help": lambda visit, _: told("help"),
    "status": lambda visit, _: told("status"),
    "undo": undoing.ask_back,
    "resign": lambda visit, _: told("confirm", what="resign"),
    "address": lambda visit, argument: seats.address(visit, argument),
    "forget": lambda visit, _: told("confirm", what="forget"),
    "order": _order,
    "away": _away,
    "page": lambda visit, argument: _switch(visit, argument, "page"),
    "receipts": lambda visit, argument: _switch(visit, argument, "receipts"),
    "language": _language,
    "zone": _zone,
    "token": _token,
    "join": joining.typed,
    "no": joining.decline,
    "never": joining.never,
    "yes": _yes,
    "confirm": _confirm,
    "rematch": joining.again,
    "back": seats.come_back,
    "digest": _digest,
}

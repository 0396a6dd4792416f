"""How mails would be read, without playing anything: for whoever wonders why a mail did not count.

The path is the real one: parsing, sorting, the typed line, the command.  Only the host is a
sketch: one game, one open ask, the addresses of its players.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.engine.lexicon import Lexicon
from pbem.engine.moves import Ambiguous, Answer, NotLegal, Read
from pbem.protocol.codes import normal

from .commands import Chain, Command, Item, parse_line, refusal_code, resolve
from .mime import Letter, SetAside, read_letter
from .sorting import Sorted, TokenUse, sort
from .typed_line import typed_line


@dataclass(frozen=True)
class Asks:
    """One open ask of one player and what a host knows besides (the `context` of the corpus)."""

    own_address: str
    own_server: str
    game: str
    players: Mapping[str, str]  # player -> address
    waiting_for: str
    turn: int
    token: str
    mail_id: str
    options: tuple[str, ...]  # as numbered in the mail
    old_tokens: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Asks:
        """From plain data.  Raises `PersonError` naming what is missing."""
        context = data.get("context", data)
        needed = ("own_address", "game", "players", "turn", "waiting_for", "token", "options")
        missing = [name for name in needed if name not in context]
        if missing:
            raise PersonError(f"the description of the asks lacks {', '.join(missing)}")
        options = context["options"]
        numbered = sorted(options.items(), key=lambda pair: int(pair[0]))
        old = context.get("old_token") or {}
        return cls(
            own_address=str(context["own_address"]).lower(),
            own_server=str(context.get("own_server", "")),
            game=str(context["game"]),
            players={name: str(a).lower() for name, a in context["players"].items()},
            waiting_for=str(context["waiting_for"]),
            turn=int(context["turn"]),
            token=normal(str(context["token"])),
            mail_id=str((context.get("turn_mail") or {}).get("message_id", "")),
            options=tuple(str(move) for _, move in numbered),
            old_tokens={int(old["turn"]): normal(str(old["token"]))} if old else {},
        )


@dataclass(frozen=True)
class Explained:
    """What a mail would do: `move`, `reject`, `ignore` or `duplicate`.

    A word of the table (`help`, `away` …) that changes nothing in the game is a `reject` whose code
    is that word: it is answered, and no move is made.
    """

    outcome: str
    move: str = ""
    code: str = ""
    why: str = ""


REASONS = {
    "empty": "nothing was typed: only a quotation, a signature or attachments are left",
    "unreadable": "no part can be read as text: encrypted, winmail.dat, attachments alone, or "
    "nested too deep",
    "turn-over": "the token is right, but its turn is over",
    "two-asks": "it carries the tokens of two open turns",
    "only-signed": "this seat takes signed moves only",
    "not-understood": "the first line typed is not exactly one command",
    "not-an-option": "a well-formed command, but none of this turn's options",
    "seat-token": "a move needs the address of the turn mail, not that of a receipt",
    "signature": "the attached signature is not right",
    "two-moves": "the text says another move than the signed file",
    "digest": "a reply to a digest, which is about several tables and has no token",
    "rematch-early": "a rematch is asked for when the game is over",
    "join-late": "the table waits for nobody any more",
    "order": "no such order in this game",
}
"""What a code means, where nothing more exact is known."""


class Explainer:
    """Takes mails in order; what one would do changes how the next is read."""

    def __init__(self, asks: Asks, lexicon: Lexicon, lang: str) -> None:
        self.asks, self._lexicon, self._lang = asks, lexicon, lang
        self.own_address, self.own_server = asks.own_address, asks.own_server
        self._right: set[str] = set()
        self._without: set[str] = set()
        self._played: dict[int, str] = {}

    # --- the host's sketch, as `sorting.Post` -------------------------------------------------

    def made(self, message_id: str) -> bool:
        """An id in our form at our domain: the sketch has no key to look at its tag."""
        domain = re.escape(self.own_address.partition("@")[2])
        pattern = rf"<[a-z-]{{1,20}}\.(?:none|[a-z][a-z0-9]*-[0-9a-z]{{4,8}})\.[^<>@\s]*@{domain}>"
        same = re.fullmatch(pattern, message_id, re.I)
        return message_id == self.asks.mail_id or same is not None

    def is_player(self, address: str) -> bool:
        return address in self.asks.players.values()

    def is_game(self, game: str) -> bool:
        return game == self.asks.game

    def token_of(self, game: str, ask: str, token: str) -> str:
        if game != self.asks.game or not ask.isdigit():
            return ""
        tokens = {self.asks.turn: self.asks.token, **self.asks.old_tokens}
        return self.asks.waiting_for if tokens.get(int(ask)) == token else ""

    # --- one mail -----------------------------------------------------------------------------

    def explain(self, data: bytes) -> Explained:
        """Read one mail."""
        try:
            letter = read_letter(data)
        except SetAside as error:
            return Explained("ignore", code="set-aside", why=str(error))
        found = sort(letter, self)
        if letter.known_as in self._right or (
            not found.tokens and letter.known_as in self._without
        ):
            return Explained("duplicate", why="this mail was handled before")
        (self._right if found.tokens else self._without).add(letter.known_as)
        if found.outcome != "read":
            return Explained(found.outcome, code=found.code, why=found.why)
        return self._read(letter, found)

    def _read(self, letter: Letter, found: Sorted) -> Explained:
        use = self._use(found.tokens)
        if letter.text is None:
            return refused("unreadable")
        line = typed_line(letter.text)
        if not line:
            return refused("empty")
        command = parse_line(line)
        if isinstance(command, Command):
            return self._command(command, use, line)
        if not command.items:
            return refused("empty")
        return self._chain(command, int(use.ask), line)

    def _use(self, uses: Sequence[TokenUse]) -> TokenUse:
        """The open ask's token before others."""
        return next((use for use in uses if use.ask == str(self.asks.turn)), uses[0])

    def _command(self, command: Command, use: TokenUse, line: str) -> Explained:
        if int(use.ask) != self.asks.turn or self.asks.turn in self._played:
            return refused("turn-over", line)
        return word_of_the_table(command.name, line)

    def _chain(self, chain: Chain, ask: int, line: str) -> Explained:
        item = chain.items[0]
        answer = self._resolve(item)
        is_open = ask == self.asks.turn and ask not in self._played
        if not is_open:
            return self._closed(answer, ask, line)
        if isinstance(answer, Read):
            self._played[ask] = answer.move
            more = f", the first of {len(chain.items)} moves" if len(chain.items) > 1 else ""
            return Explained(
                "move", answer.move, why=f"the first line typed is {_shown(line)}{more}"
            )
        return Explained("reject", code=refusal_code(answer), why=_why(answer, line))

    def _closed(self, answer: Answer, ask: int, line: str) -> Explained:
        if isinstance(answer, Read) and self._played.get(ask) == answer.move:
            return Explained("duplicate", why="the same move for an ask that it answered")
        if isinstance(answer, Read | NotLegal):
            return refused("turn-over", line)
        return Explained("reject", code=refusal_code(answer), why=_why(answer, line))

    def _resolve(self, item: Item) -> Answer:
        return resolve(item, self._lexicon, self.asks.options, self.asks.options, self._lang)


def refused(code: str, line: str = "") -> Explained:
    """Refused, with what the code means and the line that was read, if one was."""
    why = REASONS.get(code, code)
    return Explained("reject", code=code, why=f"{_shown(line)}: {why}" if line else why)


def word_of_the_table(word: str, line: str = "") -> Explained:
    """A word that is answered and moves nothing."""
    why = f"{_shown(line) if line else word} is a word of the table: it is answered, nothing moves"
    return Explained("reject", code=word, why=why)


def _why(answer: Answer, line: str) -> str:
    if isinstance(answer, NotLegal):
        return f"{_shown(line)} is none of this turn's options"
    if isinstance(answer, Ambiguous):
        return f"{_shown(line)} may mean several: {', '.join(answer.moves[:6])}"
    return f"the first line typed, {_shown(line)}, is not exactly one command"


def _shown(line: str) -> str:
    return f"“{line[:60]}”" if len(line) <= 60 else f"“{line[:60]}…”"

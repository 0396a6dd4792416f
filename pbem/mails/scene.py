"""Everything that the builders of a mail share: its reader's words, what he sees, his links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from card_specs.language.mail_table import MailQuestion
from card_specs.values import dataclass
from pbem.engine.lexicon import take_apart
from pbem.mails.album import Album, album
from pbem.mails.blocks import Pill
from pbem.mails.links import mailto
from pbem.mails.mail import Mail
from pbem.mails.phrases import Phrases, phrases
from pbem.mails.rich import Link, Rich
from pbem.mails.sight import Sight
from pbem.mails.times import when, zone_name
from pbem.mails.tray import Pictures, Tray
from pbem.mails.wording import Wording, capital, fits, isolated

SEAT = "0"


@dataclass(frozen=True)
class Scene:
    """One mail while it is built."""

    mail: Mail
    say: Phrases
    album: Album
    words: Wording
    tray: Tray

    # --- what is known --------------------------------------------------------------------------

    @property
    def facts(self) -> Mapping[str, Any]:
        return self.mail.facts

    @property
    def me(self) -> str:
        return self.mail.reader.player

    @property
    def looks_on(self) -> bool:
        """Whether the reader has no seat at this table."""
        return self.me not in self.mail.tablet.names

    @cached_property
    def my_name(self) -> str:
        """The reader's name as it stands in a sentence."""
        return isolated(self.mail.reader.name)

    @cached_property
    def game_title(self) -> str:
        return self.words.words(self.album.spec.title)

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """The reader's view, or nothing."""
        return self.mail.view or {}

    @cached_property
    def own(self) -> Mapping[str, Any]:
        return dict(self.view.get("own", {}))

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.view.get("public", {}).get("over"))

    @cached_property
    def is_competitive(self) -> bool:
        """Whether the table counts for the ranking: only signed moves do anything there."""
        return bool(self.mail.tablet.conditions.get("competitive"))

    @cached_property
    def signs(self) -> bool:
        """Whether only signed moves count in the reader's seat: a link would be refused."""
        return self.mail.only_signed

    def sign(self) -> Rich:
        """How a signed move is made."""
        return self.say("turn.sign" if self.is_competitive else "turn.sign_seat")

    @cached_property
    def is_sealed(self) -> bool:
        """Whether only the reader's program can open the view: no hand and no moves are told."""
        return bool(self.facts.get("sealed"))

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The numbered moves, in the order of their numbers."""
        return tuple(self.own.get("moves", ()))

    @cached_property
    def is_asked(self) -> bool:
        """Whether the table waits for the reader; sealed moves are not told."""
        return bool(self.moves) or (self.is_sealed and bool(self.mail.ask))

    @cached_property
    def sight(self) -> Sight:
        public = self.view.get("public", {})
        zones = {**public.get("zones", {}), **self.own.get("zones", {})}
        players = tuple(self.mail.tablet.names)
        counters = public.get("counters", {})
        return Sight(self.album.rules, self.album.deck, players, self.me, zones, counters)

    @cached_property
    def framed(self) -> frozenset[str]:
        """The cards that the spec's own term says are looked for now."""
        name = self.album.hints.framed
        found = self.sight.term(name) if name else None
        if found is None:
            return frozenset()
        return frozenset(map(str, found if isinstance(found, tuple) else (found,)))

    @cached_property
    def question(self) -> MailQuestion | None:
        """The first of the spec's questions to which one of the moves belongs, if any."""
        parts = [take_apart(move) for move in self.moves]
        for question in self.album.hints.questions:
            holds = not question.when or bool(self.sight.term(question.when))
            if holds and any(fits(s, one, self.album) for s in question.moves for one in parts):
                return question
        return None

    def as_asked(self) -> Scene:
        """This scene, or that of the question which a receipt is about: its own view is older."""
        asked = self.facts.get("asked")
        return replace(self, mail=replace(self.mail, view=asked)) if asked else self

    # --- times ----------------------------------------------------------------------------------

    def when(self, seconds: int) -> str:
        return when(seconds, self.mail.reader.zone, self.say.language)

    @cached_property
    def zone(self) -> str:
        return zone_name(self.mail.reader.zone, self.say.language)

    # --- prepared answers -----------------------------------------------------------------------

    @cached_property
    def is_plain(self) -> bool:
        """Whether answers go to the bare box, so that only the subject has the token."""
        return self.mail.reader.plain or not self.mail.host.plus

    def address(self, asks: str, token: str) -> str:
        """Where an answer with that token goes."""
        host = self.mail.host
        if self.is_plain:
            return host.address
        return f"{host.box}+{self.mail.game}.{asks}.{token}@{host.domain}"

    def answer(self, typed: str, note: str, asks: str = "", token: str = "") -> str:
        """The link of a prepared answer; without a token it has this mail's."""
        asks, token = (asks, token) if token else (self.mail.asks, self.mail.token)
        about = self.turn_of(asks)
        subject = f"Re: [{self.mail.game}] {about}({self.mail.game}.{asks}.{token})"
        sentence = f"{self.game_title}{', ' + about.strip().lower() if about else ''}: {note}."
        press = self.say.text("words.press")
        return mailto(self.address(asks, token), subject, [typed, "", f"{sentence} {press}"])

    def turn_of(self, asks: str) -> str:
        """`Turno 12 ` for an ask's number, else nothing."""
        if not asks.isdigit() or asks == SEAT:
            return ""
        return capital(self.say.text("words.turn_of", number=asks)) + " "

    def seat_link(self, text: str, command: str, note: str) -> Link:
        """A link that answers with the seat's token: it outlives the question."""
        typed = self.say.text(f"commands.{command}")
        token = self.mail.tokens.get(SEAT, "")
        return Link(text, self.answer(typed, note, SEAT, token), self.say.quoted(typed))

    def button(self, label: str, command: str, note: str, look: str = "even") -> Pill:
        """A prepared answer with this mail's own token that is no move."""
        typed = self.say.text(f"commands.{command}")
        return Pill(0, (label,), typed, self.answer(typed, note), look)


def scene(mail: Mail, pictures: Pictures) -> Scene:
    """The scene of a mail."""
    tablet, reader = mail.tablet, mail.reader
    say = phrases(reader.language)
    found = album(tablet.spec, tablet.variant, tablet.options, len(tablet.names))
    tray = Tray(pictures, tablet.spec, reader.language, mail.host.domain)
    words = Wording(found, tablet.lexicon, tablet.names, reader.player, reader.language, say, tray)
    return Scene(mail, say, found, words, tray)

"""From notices and answers to mails that leave: views signed, tokens put in, each sent once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from card_specs.values import dataclass
from pbem.mails.mail import Attachment, Host, Mail, Reader, Tablet
from pbem.office.clock import at_deadline, deadline_of
from pbem.office.game import Game
from pbem.office.notices import Notice, receipt_of, view_of
from pbem.player.sealing import seal
from pbem.protocol.codes import message_id, table_code
from pbem.protocol.signing import sign
from pbem.store.folder import HostFolder, view_name
from pbem.store.notebook import Person

from .booklets import rulebook
from .deliveries import Deliveries
from .post import HostPost
from .tables import Table, Tables

JOSE = "application/jose+json"
WITH_PAGE = ("turn", "start")
CALLED_OFF = "off "
"""Notes of tables that were called off: `off GAME` -> who declined, which no log says."""

PAGE_BOUNCED = 100
"""Added to the counter in the Message-ID of a question that is mailed again without its page."""


@dataclass(frozen=True)
class Cause:
    """Why a mail is sent: kind and counters that make its Message-ID, and the asked-for token."""

    kind: str
    ask: str
    no: int
    asks: str  # a number, `0`, or a confirmation's name

    @property
    def ask_no(self) -> int:
        """The number of the question that is asked, 0: none."""
        return int(self.asks) if self.asks.isdigit() else 0


class Outbox:
    """Makes mails and hands them to be sent, each until the server took it."""

    def __init__(
        self,
        folder: HostFolder,
        post: HostPost,
        tables: Tables,
        deliveries: Deliveries,
    ) -> None:
        self._folder, self._post, self._tables = folder, post, tables
        self._deliveries = deliveries

    def notice(self, before: Game, table: Table, notice: Notice) -> bool:
        """Send one notice of a record (if it did not leave yet).  False: it must be tried again."""
        if notice.player:
            person = self._folder.notebook.seat(table.game.id, notice.player)
            return person is None or self._tell(before, table, notice, notice.player, person)
        seats = self._folder.notebook.seats(table.game.id).items()
        watchers = [(name, one) for name, one in seats if one.watches and not one.bounced]
        told = [self._tell(before, table, notice, name, one) for name, one in watchers]
        return all(told)

    def _tell(
        self, before: Game, table: Table, notice: Notice, reader: str, person: Person
    ) -> bool:
        game = table.game
        no = notice.no or (0 if notice.ask else game.pub)
        cause = Cause(notice.kind, str(notice.ask), no, str(notice.ask))
        view: Mapping[str, Any] | None = None
        if notice.no and notice.ask:  # one view for a question: another would be a second story
            view, files = self._kept(table, notice.player, cause)
        else:
            view = self._view(before, table, notice, person) if notice.view else None
            files = self._files(game, notice, view)
        facts = dict(notice.facts)
        if notice.kind == "joined":
            files = rulebook(self._folder, table, person)
            facts["rules"] = bool(files)
        if notice.kind == "end" and notice.player:
            facts["commit"] = game.opened["commit"]  # that all can see which seed was bound
            facts["declined"] = self._folder.notebook.note(f"{CALLED_OFF}{game.id}")
        if view is not None and notice.player and game.seats[notice.player].seal:
            view, facts = _unsaid(view), {**facts, "sealed": True}
        return self.send(table, reader, person, cause, view=view, facts=facts, files=files)

    def _view(self, before: Game, table: Table, notice: Notice, person: Person) -> dict[str, Any]:
        assert table.referee is not None
        game = table.game
        ask = game.asks.get(notice.player)
        deadline = deadline_of(game, ask, person.away_until) if ask else 0
        since = before.told.get(notice.player, -1)
        return view_of(game, notice.player, notice.ask, since, table.referee, deadline)

    def _files(
        self, game: Game, notice: Notice, view: Mapping[str, Any] | None
    ) -> tuple[Attachment, ...]:
        files = []
        if view is not None:
            line = sign(self._folder.key, "pbem-view", dict(view))
            name = f"{game.id}-{notice.ask}" if notice.ask else f"{game.id}-p{game.pub}"
            kept = view_name(game.id, notice.player, notice.ask, game.pub)
            self._folder.keep_view(game.id, kept, line)
            files.append(self._attached_view(game, notice.player, name, line))
        if notice.kind == "end":
            log = b"\n".join(self._folder.log(game.id)) + b"\n"
            files.append(Attachment(f"{game.id}.jsonl", "application/x-ndjson", log))
        if notice.kind == "roster":
            lines = self._folder.log(game.id)
            files.append(Attachment(f"{game.id}-roster.jws", JOSE, lines[game.n] + b"\n"))
        return tuple(files)

    def _attached_view(self, game: Game, player: str, name: str, line: bytes) -> Attachment:
        """The view as it leaves: sealed where the player asked for it."""
        key = game.seats[player].seal if player else None
        if key is None:
            return Attachment(f"{name}.jws", JOSE, line + b"\n")
        sealed = seal(line, key, self._folder.mail_key)
        return Attachment(f"{name}.jwe", JOSE, sealed + b"\n")

    def answer(
        self,
        table: Table,
        player: str,
        letter_id: str,
        kind: str,
        facts: Mapping[str, Any],
        date: int,
    ) -> bool:
        """Answer a letter handled at `date` (seconds UTC); its hash makes the Message-ID: once."""
        person = self._folder.notebook.seat(table.game.id, player)
        if person is None:
            return True
        no = int(letter_id[:8], 16)
        asks = facts["what"] if kind == "confirm" else "0"
        ask = table.game.asks.get(player)
        if kind in ("refused", "help", "status", "orders") and ask:
            asks = str(ask.number)
        files: tuple[Attachment, ...] = ()
        if kind == "receipt":
            files = self._receipt(table.game, player, facts)
            facts = {**facts, **self._answered(table, player)}
        view = self._standing_view(table, player) if kind in ("refused", "status", "help") else None
        cause = Cause(kind, asks, no, asks)
        return self.send(
            table,
            player,
            person,
            cause,
            view=view,
            facts=facts,
            files=files,
            answers=True,
            date=date,
        )

    def _receipt(self, game: Game, player: str, facts: Mapping[str, Any]) -> tuple[Attachment, ...]:
        said = game.answered.get(player)
        if said is None:
            return ()
        payload = receipt_of(game, player, said.number, list(facts["moves"]), facts["at"])
        line = sign(self._folder.key, "pbem-receipt", payload)
        return (Attachment(f"{game.id}-{said.number}-receipt.jws", JOSE, line + b"\n"),)

    def _answered(self, table: Table, player: str) -> dict[str, Any]:
        """What a receipt tells beside the moves: which question, as it was put, and whether others
        know of the answer yet.
        """
        said = table.game.answered.get(player)
        if said is None:
            return {}
        number = str(said.number)
        asked, _ = self._kept(table, player, Cause("turn", number, 0, number))
        mine = [step for step in table.game.steps if step.player == player]
        secret = bool(mine) and not mine[-1].raised
        return {"ask": said.number, "asked": asked, "secret": secret}

    def _standing_view(self, table: Table, player: str) -> dict[str, Any] | None:
        """What the reader may know now, for the text of an answer (it is not signed again)."""
        if table.referee is None or table.game.state is None:
            return None
        ask = table.game.asks.get(player)
        number = ask.number if ask else 0
        reader = player if player in table.game.seats else ""
        told = table.game.told.get(reader, 0)
        view = view_of(table.game, reader, number, told, table.referee)
        return _unsaid(view) if reader and table.game.seats[reader].seal else view

    def send(
        self,
        table: Table,
        player: str,
        person: Person,
        cause: Cause,
        *,
        view: Mapping[str, Any] | None = None,
        facts: Mapping[str, Any] | None = None,
        files: tuple[Attachment, ...] = (),
        answers: bool = False,
        date: int = 0,
    ) -> bool:
        """Compose and send a mail unless the server took it before.  False: try again later."""
        game, config = table.game, self._folder.config
        mail_id = message_id(
            self._folder.mail_key, cause.kind, game.id, cause.ask, player, cause.no, config.domain
        )
        if self._folder.notebook.is_sent(mail_id):
            return True
        if not self._deliveries.may_try(game.id, mail_id):
            return False
        ask = game.asks.get(player)
        if cause.kind == "reminder":
            view, files = self._kept(table, player, cause)
        if cause.kind == "invitation":
            facts = {**(facts or {}), **_bound(game)}
            opened = self._folder.log(game.id)[0]
            files = (Attachment(f"{game.id}-open.jws", JOSE, opened + b"\n"),)
        mail = Mail(
            **self._envelope(table, player, person, cause, mail_id),
            view=view,
            facts=facts or {},
            attachments=files,
            answers=answers,
            date=date or game.at,
            deadline=deadline_of(game, ask, person.away_until) if ask else 0,
            late_move=self._late_move(table, player) if ask else "",
        )
        return self._deliveries.deliver(self._with_page(mail, table), person)

    def question(self, table: Table, player: str, person: Person, date: int) -> Mail:
        """The mail of an open question, for a digest: it is not sent."""
        game, ask = table.game, table.game.asks[player]
        number = str(ask.number)
        cause = Cause("turn", number, 0, number)
        said = game.answered.get(player)
        facts: dict[str, Any] = {"done": list(said.moves)} if said else {}
        return Mail(
            **self._envelope(table, player, person, cause, ""),
            view=self._kept(table, player, cause)[0],
            facts={**facts, "sealed": True} if game.seats[player].seal else facts,
            date=date,
            deadline=deadline_of(game, ask, person.away_until),
            late_move=self._late_move(table, player),
        )

    def _with_page(self, mail: Mail, table: Table) -> Mail:
        """A question's mail with the turn page, where its reader has asked for pages."""
        asks = mail.kind in WITH_PAGE and mail.ask and mail.view and "moves" in mail.view["own"]
        if not (mail.reader.page and asks and table.referee):
            return mail
        from pbem.turn_page.page import attached_page  # the press only where it is used

        graph = table.referee.ahead(table.game.state, mail.reader.player)
        return replace(mail, attachments=(*mail.attachments, attached_page(mail, graph)))

    def without_page(self, table: Table, player: str, person: Person) -> bool:
        """A mail with a page bounced: no more pages, and the question once more without one."""
        person = replace(person, page=False)
        self._folder.notebook.put_seat(table.game.id, player, person)
        ask = table.game.asks.get(player)
        if ask is None:
            return True
        number = str(ask.number)
        cause = Cause("turn", number, PAGE_BOUNCED + table.game.seats[player].issue, number)
        view, files = self._kept(table, player, cause)
        facts = {"page_refused": True}
        return self.send(table, player, person, cause, view=view, facts=facts, files=files)

    def _kept(
        self, table: Table, player: str, cause: Cause
    ) -> tuple[Mapping[str, Any] | None, tuple[Attachment, ...]]:
        """The view of a question as it was mailed: a reminder carries the same file."""
        game = table.game
        name = f"{game.id}-{cause.asks}"
        kept = self._folder.kept_view(game.id, view_name(game.id, player, cause.ask_no, 0))
        if kept is None or (kept.payload["player"], kept.payload["ask"]) != (player, cause.ask_no):
            return self._made_again(table, player, cause)
        file = self._attached_view(game, player, name, kept.line)
        return (_unsaid(kept.payload) if game.seats[player].seal else kept.payload), (file,)

    def _made_again(
        self, table: Table, player: str, cause: Cause
    ) -> tuple[Mapping[str, Any] | None, tuple[Attachment, ...]]:
        """The view of a question whose file is gone or spoilt, from the log."""
        person = self._folder.notebook.seat(table.game.id, player)
        for before, then, notice in self._tables.notices(table.game.id):
            if (notice.player, notice.ask) == (player, cause.ask_no) and notice.view and person:
                view = self._view(before, then, notice, person)
                return (
                    _unsaid(view) if table.game.seats[player].seal else view,
                    self._files(then.game, notice, view),
                )
        return self._standing_view(table, player), ()

    def _envelope(
        self, table: Table, player: str, person: Person, cause: Cause, mail_id: str
    ) -> dict[str, Any]:
        game, config = table.game, self._folder.config
        key, domain = self._folder.mail_key, config.domain
        first = message_id(key, "invitation", game.id, "0", player, 0, domain)
        return {
            "kind": cause.kind,
            "host": Host(config.name, config.box, domain, config.plus),
            "game": game.id,
            "tablet": self._tablet(table),
            "reader": _reader(player, person),
            "message_id": mail_id,
            "references": () if mail_id == first else (first,),
            "ask": cause.ask_no,
            "only_signed": player in game.seats and game.seats[player].only_signed,
            "asks": cause.asks,
            "token": self._post.token(game, player, cause.asks),
            "tokens": {"0": self._post.token(game, player, "0")},
            "table_code": table_code(game.head),
        }

    def _tablet(self, table: Table) -> Tablet:
        opened, rules = table.game.opened, table.rules
        people = self._folder.notebook.seats(table.game.id)

        def name_of(player: str) -> str:
            return people[player].name if player in people else player.capitalize()

        names = {player: name_of(player) for player in table.game.players}
        return Tablet(
            rules.spec,
            rules.lexicon,
            opened["variant"],
            names,
            opened["options"],
            opened["table"],
            [name_of(watcher) for watcher in opened["table"].get("watch", ())],
        )

    def _late_move(self, table: Table, player: str) -> str:
        assert table.referee is not None
        if at_deadline(table.game, player) != "play":
            return ""
        return table.referee.late(table.game.state, player)


def _bound(game: Game) -> dict[str, Any]:
    """What an invitation says of the deal before it is known."""
    return {"commit": game.opened["commit"], "house": game.opened["house"]}


def _unsaid(view: Mapping[str, Any]) -> dict[str, Any]:
    """A view without what only its reader sees: the words of a mail around a sealed view."""
    return {**view, "own": {"zones": {}}, "since": []}


def _reader(player: str, person: Person) -> Reader:
    looks = (person.zone, person.page, person.plain)
    return Reader(player, person.name, person.address, person.language, *looks)

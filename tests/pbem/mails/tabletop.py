"""Mails of real games: a table is played by the engine, its views become mails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from card_specs.language.load import load
from card_specs.language.mail_table import beginning
from pbem import engine
from pbem.engine.chance import Fast
from pbem.engine.lexicon import take_apart
from pbem.engine.table_words import lexicon_of
from pbem.mails.album import Album, album
from pbem.mails.mail import Attachment, Host, Mail, Reader, Tablet
from pbem.mails.scene import scene
from pbem.mails.tray import NoPictures
from pbem.mails.wording import fits
from pbem.office.order import mail_order

NAMES = {name: name.capitalize() for name in ("ana", "beto", "carla", "dani", "eva", "fito")}
HOST = Host("Mesa CINCO", "mesa", "mesa.example.org")
TOKEN, SEAT_TOKEN = "k7q2m9x4t8w3hd5n", "w8c5zk2j6n4vtr9p"
MONDAY = 1764576000  # 2025-12-01 08:00 UTC
DAY = 86400
CODE = "k7q2-m9xd-4t0v-8hzr"

_loaded: dict[str, Any] = {}


def spec_of(game: str) -> Any:
    if game not in _loaded:
        _loaded[game] = load(game)
    return _loaded[game]


@dataclass
class Tabletop:
    """A game under way, with everything that was told so far."""

    game: str
    variant: str
    players: tuple[str, ...]
    table: engine.Table
    state: engine.State
    chance: Fast
    options: Mapping[str, Any]
    told: list[dict[str, Any]] = field(default_factory=list)
    since: dict[str, int] = field(default_factory=dict)

    def play(self, player: str, move: str) -> None:
        played = engine.make(self.table, self.state, player, move, self.chance)
        self.state = played.state
        self.told += [dict(fact) for fact in played.happened]

    def walk(self, moves: int, until: str = "") -> str:
        """Random moves; stops where a decision is of the sort `until`.  Who is asked.

        A sort is how a move begins (`play R`), its verb and keys (`place as=* with=*`), or the
        name of the spec's question (`?shed`).
        """
        for _ in range(moves):
            asks = engine.asks(self.table, self.state)
            if not asks:
                return ""
            player, legal = next(iter(asks.items()))
            if until and self.is_at(until, player, legal):
                return player
            self.since[player] = len(self.told)
            self.play(player, legal[self.chance.below(len(legal))])
        return "" if until else next(iter(engine.asks(self.table, self.state)), "")

    def question(self, player: str) -> str:
        """The name of the spec's question that a player is asked, else nothing."""
        asked = scene(self.mail("turn", player), NoPictures()).question
        return asked.name if asked else ""

    def is_at(self, until: str, player: str, legal: Sequence[str]) -> bool:
        """Whether a player's decision between these moves is of a sort."""
        if until.startswith("?"):
            return self.question(player) == until[1:]
        if "=" in until:
            begins = beginning(until)
            return any(fits(begins, take_apart(one), self.album) for one in legal)
        return any(one.startswith(until) for one in legal)

    @property
    def album(self) -> Album:
        return album(spec_of(self.game), self.variant, self.options, len(self.players))

    def view(self, player: str, ask: int = 12) -> dict[str, Any]:
        shown = engine.view(self.table, self.state, player)
        own: dict[str, Any] = {"zones": dict(shown.own["zones"])}
        legal = engine.asks(self.table, self.state).get(player)
        if legal:
            own |= {"deadline": MONDAY + 3 * DAY, "moves": list(mail_order(legal)), "orders": {}}
        facts = self.told[self.since.get(player, 0) :]
        since = [
            {name: value for name, value in fact.items() if name != "to"}
            for fact in facts
            if player in fact.get("to", (player,))
        ]
        return {
            "v": 1, "kind": "view", "game": f"{self.game_id}", "player": player,
            "ask": ask if legal else 0, "at": MONDAY, "pub": 7, "head": "", "open": "",
            "public": dict(shown.public), "own": own, "since": since,
        }  # fmt: skip

    @property
    def game_id(self) -> str:
        return f"{self.game.replace('_', '')[:10]}-7k3f"

    def tablet(self) -> Tablet:
        names = {player: NAMES.get(player, player) for player in self.players}
        spec = spec_of(self.game)
        lexicon = lexicon_of(spec, self.table.program.rules, self.players, names)
        conditions = {"deadline": 3 * DAY, "late": "play", "away": 14 * DAY, "undo": "agree"}
        return Tablet(spec, lexicon, self.variant, names, self.options, conditions)

    def mail(self, kind: str, player: str, lang: str = "es", **more: Any) -> Mail:
        """A mail of this table; `view=True` gives it the player's view."""
        view = self.view(player) if more.pop("view", True) else None
        legal = engine.asks(self.table, self.state).get(player)
        ask = 12 if legal and view else 0
        late = engine.deadline(self.table, self.state, player) if legal and view else ""
        files: tuple[Attachment, ...] = ()
        if view and kind in ("turn", "start", "news", "late", "undone"):
            name = f"{self.game_id}-{ask}.jws"
            files = (Attachment(name, "application/jose+json", b"{}\n"),)
        zone = "Europe/Madrid" if lang == "es" else "Europe/London"
        mail = Mail(
            kind=kind,
            host=HOST,
            game=self.game_id,
            tablet=self.tablet(),
            reader=Reader(player, NAMES[player], f"{player}@example.org", lang, zone),
            date=MONDAY,
            message_id=f"<{kind}.{self.game_id}.{ask}.{player}.0.abcdefgh@mesa.example.org>",
            references=(f"<invitation.{self.game_id}.0.{player}.0.abcdefgh@mesa.example.org>",),
            ask=ask,
            asks=str(ask),
            token=TOKEN if ask else SEAT_TOKEN,
            tokens={"0": SEAT_TOKEN},
            view=view,
            table_code=CODE,
            attachments=files,
            deadline=MONDAY + 3 * DAY if ask else 0,
            late_move=late,
        )
        return replace(mail, **more)


def table_of(
    game: str,
    players: int | Sequence[str] = 3,
    variant: str = "",
    seed: str = "x",
    options: Mapping[str, Any] | None = None,
) -> Tabletop:
    """A fresh game."""
    names = tuple(NAMES)[:players] if isinstance(players, int) else tuple(players)
    spec = spec_of(game)
    variant = variant or next(iter(spec.variants), "standard")
    chosen = dict(options or {})
    table = engine.compile_table(spec, variant, chosen, names)
    chance = Fast(seed)
    return Tabletop(game, variant, names, table, engine.start(table, chance), chance, chosen)

"""Open tables: the game of a log with its rules, from the checkpoint where that is good.

Games are loaded when a mail or the clock asks for them and kept only in small number, so that
memory does not grow with the number of games in the folder.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from card_specs.language.model import Game as Spec
from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.engine.lexicon import Lexicon
from pbem.office.game import Game, begin
from pbem.office.ledger import bare, dump, load, replay, take
from pbem.office.notices import Notice
from pbem.office.referee import Referee, Refused
from pbem.protocol.canonical import Refusal, canonical, sha256
from pbem.protocol.deal import deal_key, seed_commit
from pbem.protocol.records import Head, follow, read_log
from pbem.protocol.signing import Signed
from pbem.store.folder import HostFolder, view_name
from pbem.store.pins import Pin, check_language, kept

from .editions import LeftAloneError, Told, edition, other_program, other_state, other_view

_RESTORE = "— restore it from a copy"
MOST_GAMES = 64
MOST_SPECS = 16
MOST_LEFT = 1000


class Seatable(Protocol):
    """A spec compiled for a variant, options and a number of players (see `rules.Compiled`)."""

    spec: Spec

    def lexicon(self, seats: Sequence[str], names: Mapping[str, str]) -> Lexicon: ...

    def referee(self, seats: Sequence[str], key: bytes) -> Referee: ...


Compile = Callable[[Spec, str, Mapping[str, Any], int], Seatable]
"""Spec, variant, options and number of players -> compiled: the engine, handed in."""


@dataclass(frozen=True)
class Rules:
    """A spec with what is made from it for one table."""

    compiled: Seatable
    seats: tuple[str, ...]
    lexicon: Lexicon

    @property
    def spec(self) -> Spec:
        return self.compiled.spec

    def referee(self, key: bytes) -> Referee:
        """The table's referee, whose chance comes from the key of its deal."""
        return self.compiled.referee(self.seats, key)


@dataclass(frozen=True)
class Table:
    """One open table: the game, its rules, and the referee once it has started."""

    game: Game
    rules: Rules
    referee: Referee | None


class Tables:
    """The tables of one host folder."""

    def __init__(self, folder: HostFolder, compile_spec: Compile) -> None:
        self._folder = folder
        self._compile = compile_spec
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._compiled: OrderedDict[tuple[Any, ...], Seatable] = OrderedDict()
        self._left: OrderedDict[str, LeftAloneError] = OrderedDict()

    def get(self, game: str) -> Table:
        """The table of a game as its log has it.

        Raises `LeftAloneError` where its files are spoilt, or another program must play it.
        """
        if game in self._left:
            raise self._left[game]
        table = self._open.get(game)
        if table is None:
            try:
                table = self._from_checkpoint(game) or self.replayed(game)
                self._check_secrets(table.game)
            except (PersonError, Refused) as error:
                raise self._leave(game, str(error)) from None
            self.put(table)
        self._open.move_to_end(game)
        return table

    def glance(self, game: str) -> Game:
        """The game without its position, where nobody needs more: no rules are compiled for it."""
        found, lines = self._folder.checkpoint(game), self._folder.log(game)
        if found is not None and found[0] == len(lines) - 1 and sha256(lines[-1]) == found[1]:
            return bare(game, found[2])
        return self.get(game).game

    def _check_secrets(self, game: Game) -> None:
        """A game under way goes on with its own key and seed, or not: a line signed by another
        host, or a card dealt from another seed, could not be taken back."""
        if game.phase == "over":
            return
        if game.host != self._folder.key.kid:
            raise PersonError(f"keys/host.key: not the key of this game {_RESTORE}")
        if seed_commit(game.id, self._folder.seed(game.id)) != game.opened["commit"]:
            raise PersonError(f"seeds/{game.id}.seed: not the seed of this game {_RESTORE}")

    def put(self, table: Table) -> None:
        """Remember a table after a record."""
        self._open[table.game.id] = table
        self._open.move_to_end(table.game.id)
        while len(self._open) > MOST_GAMES:
            self._open.popitem(last=False)

    def _leave(self, game: str, why: str) -> LeftAloneError:
        error = self._left[game] = LeftAloneError(f"[{game}] left alone: {why}")
        while len(self._left) > MOST_LEFT:
            self._left.popitem(last=False)
        return error

    def forget(self, game: str) -> None:
        """Drop a table from memory: it is read again when it is asked for."""
        self._open.pop(game, None)
        self._left.pop(game, None)

    def forget_all(self) -> None:
        """Drop every table from memory; compiled rules are kept."""
        self._open.clear()
        self._left.clear()

    def save(self, table: Table) -> None:
        """Write the checkpoint of a table."""
        state = {**dump(table.game, table.referee), "program": edition()}
        self._folder.put_checkpoint(table.game.id, table.game.n, table.game.last, state)

    def replayed(self, game: str) -> Table:
        """The table of a whole log, replayed from its first line."""
        records = self._records(game)
        rules = self.rules(records[0].payload)
        replayed, referee = replay(records, lambda g: self._referee(g, rules))
        return Table(replayed, rules, referee)

    def _records(self, game: str) -> list[Signed]:
        try:
            _, records = read_log(self._folder.log(game))
        except Refusal as refusal:
            raise PersonError(f"log.jsonl: {refusal} {_RESTORE}") from None
        if not records:
            raise PersonError(f"{game}: the log is empty {_RESTORE}")
        return records

    def rules(self, opened: Mapping[str, Any]) -> Rules:
        """The rules that an `open` record pins."""
        check_language(opened)
        pin = Pin(opened["spec"]["name"], opened["spec"]["sha256"])
        seats, options = tuple(opened["seats"]), opened["options"]
        key = (pin, opened["variant"], canonical(options), len(seats))
        compiled = self._compiled.get(key)
        if compiled is None:
            spec = kept(pin, self._folder.root / "specs")
            compiled = self._compile(spec, opened["variant"], options, len(seats))
            self._compiled[key] = compiled
            while len(self._compiled) > MOST_SPECS:
                self._compiled.popitem(last=False)
        self._compiled.move_to_end(key)
        return Rules(compiled, seats, compiled.lexicon(seats, {}))

    def _referee(self, game: Game, rules: Rules) -> Referee:
        return rules.referee(deal_key(self._folder.seed(game.id), game.deal))

    def _from_checkpoint(self, game: str) -> Table | None:
        """The checkpoint and the records after it; None where it does not fit the log.

        Raises `PersonError` where the log ends before it: to go on would be a second story.
        """
        found = self._folder.checkpoint(game)
        lines = self._folder.log(game)
        if found is None:
            return None
        n, head, state = found
        if n >= len(lines):  # they were on disk before the checkpoint: others have seen them
            raise PersonError(
                f"log.jsonl: the lines from {len(lines) + 1} on are missing {_RESTORE}"
            )
        if sha256(lines[n]) != head:
            return None
        if state.get("program") != edition():
            return self._by_another(game, n, state)
        rules = self.rules(state["opened"])
        loaded, referee = load(game, state, lambda g: self._referee(g, rules))
        table = Table(loaded, rules, referee)
        return self._carried_on(table, lines[n + 1 :])

    def _by_another(self, game: str, n: int, state: Mapping[str, Any]) -> Table:
        """A game last played by another program: replayed, and compared with what that one had."""
        try:
            records = self._records(game)
            rules = self.rules(records[0].payload)
            then = replay(records[: n + 1], lambda g: self._referee(g, rules))
            differs = other_state(state, dump(*then)) or other_view(self._kept_views(game))
        except (PersonError, Refused) as error:
            differs = str(error)
        if differs:
            raise LeftAloneError(
                f"this version plays it otherwise ({differs}) — go on with {other_program(state)}"
            )
        return self.replayed(game)

    def _kept_views(self, game: str) -> Told:
        for before, table, notice in self.notices(game):
            name = view_name(game, notice.player, notice.ask, table.game.pub)
            kept = self._folder.kept_view(game, name) if notice.view else None
            if kept:
                yield before, table.game, table.referee, notice, kept

    def _carried_on(self, table: Table, lines: Sequence[bytes]) -> Table | None:
        """The table after a few more records; None where the whole log must be replayed.

        So it is before the start, and after an undo: a checkpoint has no earlier positions.
        """
        for line in lines:
            game, keys = table.game, (self._folder.key.jwk,)
            if game.phase in ("joining", "revealing"):
                return None
            head = Head(game.n, game.pub, game.last, game.at, game.id, "move", keys)
            _, signed = follow(head, line, {})
            if signed.payload["kind"] == "undo":
                return None
            changed, _ = take(game, signed.payload, signed.hash, table.referee)
            table = replace(table, game=changed)
        return table

    def notices(self, game: str) -> Iterator[tuple[Game, Table, Notice]]:
        """Every notice of a log, each with the game before and the table after its record."""
        records = self._records(game)
        rules = self.rules(records[0].payload)
        table = Table(begin(records[0].payload, records[0].hash, records[0].kid), rules, None)
        for signed in records[1:]:
            referee = table.referee
            if signed.payload["kind"] == "start":
                referee = self.start(table, signed.payload["deal"])
            changed, notices = take(table.game, signed.payload, signed.hash, referee)
            before, table = table.game, Table(changed, rules, referee)
            for notice in notices:
                yield before, table, notice

    def start(self, table: Table, deal: Mapping[str, Any]) -> Referee:
        """The referee of a table whose deal was just made."""
        return self._referee(replace(table.game, deal=deal), table.rules)

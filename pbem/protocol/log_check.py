"""What a log must hold beyond its chain: players' signatures, commitments, the deal, the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .canonical import Json, Refusal, canonical, from_base64url
from .deal import make_deal, opens_seed, secret_commit
from .records import check_members
from .signing import Jwk, Signed, open_line, thumbprint


@dataclass
class LogCheck:
    """Takes the records of one log in order; `take` raises `Refusal` with what is wrong.

    After the last one it knows by which line `pub` was raised, and every move of every player.
    """

    opened: dict[str, Json] = field(default_factory=dict)
    open_hash: str = ""
    host: str = ""
    host_keys: dict[str, Jwk] = field(default_factory=dict)
    heads: dict[int, str] = field(default_factory=dict)  # pub -> hash of the line that raised it
    played: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    keys: dict[str, Jwk] = field(default_factory=dict)  # player -> own key
    all_keys: list[Jwk] = field(default_factory=list)  # every key that any player ever had
    commits: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)  # player -> those of the join
    secrets: dict[str, str] = field(default_factory=dict)
    roster: list[dict[str, Json]] = field(default_factory=list)
    roster_hash: str = ""
    ended: bool = False

    def take(self, signed: Signed) -> None:
        """Check one more record."""
        record = signed.payload
        check = getattr(self, f"_{record['kind']}", None)
        if check:
            check(record, signed)
        self.heads.setdefault(record["pub"], signed.hash)

    def _open(self, record: dict[str, Json], signed: Signed) -> None:
        self.opened, self.open_hash, self.host = record, signed.hash, signed.kid
        self.host_keys[signed.kid] = record["host"]
        seats = record["seats"]
        if len(set(seats)) != len(seats) or not set(record["house"]) <= set(seats):
            raise Refusal("seats", "a seat stands twice, or the house has a seat that is none")

    def _key(self, record: dict[str, Json], _: Signed) -> None:
        self.host_keys[thumbprint(record["host"])] = record["host"]

    def _join(self, record: dict[str, Json], _: Signed) -> None:
        player = record["player"]
        if player not in self.opened["seats"]:
            raise Refusal("seats", f"{player} joins without a seat")
        house = player in self.opened["house"]
        if house and (record["words"] or record["commit"]):
            raise Refusal("house", f"{player} is of the house and adds to the deal")
        if bool(record["key"]) != ("signed" in record) and not house:
            raise Refusal(
                "signed", f"{player} joins with a key but without signing, or the reverse"
            )
        if record["key"]:
            self.keys[player] = record["key"]
            self.all_keys.append(record["key"])
        if "signed" in record:
            self._same(record, "pbem-join", {"open": self.open_hash}, _JOIN)
        self.commits[player], self.words[player] = record["commit"], record["words"]

    def _roster(self, record: dict[str, Json], signed: Signed) -> None:
        if record["open"] != self.open_hash:
            raise Refusal("roster", "the roster names another open")
        self.roster, self.roster_hash = record["seats"], signed.hash
        if sorted(seat["player"] for seat in self.roster) != sorted(self.opened["seats"]):
            raise Refusal("roster", "the roster has other seats than the table")
        for seat in self.roster:
            if seat["commit"] != self.commits.get(seat["player"], ""):
                raise Refusal("roster", f"another commit than {seat['player']} joined with")
            if seat["words"] != self.words.get(seat["player"], ""):
                raise Refusal("roster", f"other words than {seat['player']} joined with")

    def _reveal(self, record: dict[str, Json], _: Signed) -> None:
        player = record["player"]
        secret = from_base64url(record["secret"])
        if secret_commit(self.opened["game"], player, secret) != self.commits.get(player):
            raise Refusal("commit", f"the secret of {player} does not open the commit")
        self._same(record, "pbem-reveal", {"roster": self.roster_hash}, ("secret",))
        self.secrets[player] = record["secret"]

    def _start(self, record: dict[str, Json], _: Signed) -> None:
        for player, commit in self.commits.items():
            if commit and player not in self.secrets:
                raise Refusal("commit", f"{player} committed and never revealed")
        if record["deal"] != make_deal(self.opened, self.host, self.roster, self.secrets):
            raise Refusal("deal", "the deal is not made of open, roster and reveals")

    def _move(self, record: dict[str, Json], _: Signed) -> None:
        self._play(record)
        if record["by"] == "key" and "signed" not in record:
            raise Refusal("signed", "a move by key carries no signature")
        if "signed" in record:
            said = self._same(record, "pbem-move", {}, ("ask", "moves"))
            if self.heads.get(said["pub"]) != said["head"]:
                raise Refusal("signed", "the move answers a position that this log does not have")

    def _timeout(self, record: dict[str, Json], _: Signed) -> None:
        self._play(record)

    def _play(self, record: dict[str, Json]) -> None:
        asked = (record["player"], record["ask"])
        if record["player"] not in self.opened["seats"]:
            raise Refusal("seats", f"{record['player']} plays without a seat")
        if asked in self.played:
            raise Refusal("ask", f"ask {record['ask']} of {record['player']} is answered twice")
        self.played[asked] = record["moves"]

    def _undo(self, record: dict[str, Json], _: Signed) -> None:
        self._votes(record)

    def _votes(self, record: dict[str, Json]) -> None:
        """Votes are by vote alone, of other seats of this table."""
        others = set(self.opened["seats"]) - {record["player"]}
        if record["player"] not in self.opened["seats"] or set(record["votes"]) - others:
            raise Refusal("votes", "a vote about no seat, or by somebody who has none")
        if bool(record["votes"]) != (record["by"] == "vote"):
            raise Refusal("votes", "votes without a vote, or a vote without votes")

    def _seat(self, record: dict[str, Json], _: Signed) -> None:
        self._votes(record)
        if record["change"] == "key" or "key" in record:
            key = record.get("key") or {}
            if key:
                self.keys[record["player"]] = key
                self.all_keys.append(key)
            else:
                self.keys.pop(record["player"], None)
        elif record["change"] in ("bot", "player"):
            self.keys.pop(record["player"], None)

    def _end(self, record: dict[str, Json], _: Signed) -> None:
        if not opens_seed(self.opened, record["seed"]):
            raise Refusal("seed", "the revealed seed does not open the commit of line 0")
        self.ended = True

    def _same(
        self, record: Mapping[str, Json], typ: str, more: Mapping[str, str], names: tuple[str, ...]
    ) -> dict[str, Json]:
        """The player's own signed payload, which must say what the record says."""
        player = record["player"]
        key = self.keys.get(player)
        if key is None:
            raise Refusal("key", f"{player} has no key here")
        said = open_line(canonical(record["signed"]), typ, {thumbprint(key): key}).payload
        check_members(typ, said)
        wanted: dict[str, Json] = {
            "player": player,
            "game": self.opened["game"],
            "host": self.host,
            **more,
            **{name: record[name] for name in names if name in record},
        }
        for name, value in wanted.items():
            if said.get(name) != value:
                raise Refusal("signed", f"{player} signed another '{name}' than the record has")
        return said


_JOIN = ("words", "commit", "key", "only_signed", "seal")

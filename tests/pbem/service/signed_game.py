"""A whole game in which everything that can be signed was signed: files as host and players have.

Ana plays with a key and sealed views, Beto and Carla by plain replies.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from village import Mailed, Village

from pbem.letters.mime import read_letter
from pbem.player.purse import Purse
from pbem.player.replies import Joining, join, move, read_mail, view_of
from pbem.player.sealing import is_sealed

PLAYERS = ("ana", "beto", "carla")


@dataclass
class SignedGame:
    """The village after the game, and every signed line that went over its wires."""

    village: Village
    game: str
    purse: Purse
    sent: dict[str, list[Mailed]] = field(default_factory=dict)  # player -> mails, in order
    written: list[bytes] = field(default_factory=list)  # Ana's own mails

    @property
    def folder(self) -> Path:
        return self.village.root / "games" / self.game

    @property
    def log(self) -> list[bytes]:
        return self.village.folder.log(self.game)

    def attached(self, player: str, ending: str) -> list[bytes]:
        """Files of a player's mails by the end of their names, without line ends."""
        found = [d for m in self.sent[player] for n, d in m.files.items() if n.endswith(ending)]
        return [data.removesuffix(b"\n") for data in found]

    @property
    def sealed(self) -> list[bytes]:
        """Ana's sealed views."""
        return [line for line in self.attached("ana", ".jwe") if is_sealed(line)]

    @property
    def by_ana(self) -> list[bytes]:
        """What Ana signed: her join, her reveal, her moves."""
        return [line.strip() for mail in self.written for line in read_letter(mail).signed]

    def jwk_of(self, line: bytes) -> dict[str, str]:
        """The key that the line must be checked with: the host's, or Ana's."""
        return self.purse.key().jwk if line in self.by_ana else self.village.folder.key.jwk


def play_signed(root: Path, seed: int = 1) -> SignedGame:
    """Play it to the end."""
    village = Village(root / "host", seed)
    purse = Purse(root / "purse", random.Random(seed + 2).randbytes)
    game = str(village.open("cinquillo", PLAYERS, options={"limit": 1}))
    made = SignedGame(village, game, purse, {player: [] for player in PLAYERS})
    chance, mail = random.Random(5), root / "mail.eml"

    def kept(mailed: Mailed) -> Any:
        mail.write_bytes(mailed.raw)
        return read_mail(mail, purse)

    for _ in range(500):
        for player in PLAYERS:
            for mailed in village.mails(player):
                made.sent[player].append(mailed)
                if player == "ana":
                    for mine in _by_ana(mailed, kept, purse, chance):
                        made.written.append(mine)
                        village.deliver(mine)
                elif mailed.kind == "invitation":
                    village.answer(player, mailed, f"unirme gatos de {player}")
                elif mailed.moves:
                    village.answer(player, mailed, chance.choice(mailed.moves))
        if not village.run().read:
            break
    assert village.books.tables.get(game).game.phase == "over"
    return made


def _by_ana(mailed: Mailed, kept: Any, purse: Purse, chance: random.Random) -> list[bytes]:
    if mailed.kind == "invitation":
        wish = Joining("ana", "tres gatos", only_signed=True, sealed=True)
        return [join(kept(mailed), purse, wish)]
    if mailed.kind == "roster":
        return [join(kept(mailed), purse, Joining("ana"))]
    if mailed.kind in ("turn", "start"):
        letter = kept(mailed)
        moves = view_of(letter, purse).payload["own"].get("moves", [])
        if moves:
            return [move(letter, purse, [chance.choice(moves)])]
    return []

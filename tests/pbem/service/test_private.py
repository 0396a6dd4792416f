"""Nothing that leaves the host holds another's token or address, or a key: every kind of mail.

Which cards a mail may show is in `test_secrets.py`.
"""

from __future__ import annotations

import base64
import contextlib
import json
import random
import re
from typing import Any
from urllib.parse import unquote

import pytest
from test_secrets import TABLES
from village import Mailed

from pbem.explaining import explain_host
from pbem.protocol.canonical import to_base64url
from pbem.protocol.codes import token
from pbem.service.by_hand import status, told

WATCHER = "wanda"
LONGEST = 400
"""Questions, at most, that a player is asked in one of these games."""

ODD = (
    *("ayuda", "estado", "deshacer", "99", "palabras", "token", "orden robar auto", "R7; R8"),
    *("ausente 1d", "página sí", "página no", "recibos sí", "resumen sí", "resumen no"),
    *("abandonar", "idioma en", "idioma es", "zona Europe/Paris", "dirección otra@example.net"),
)
"""What players write besides moves, so that every kind of answer is sent."""

OUTSIDE = {"turn", "start", "receipt", "refused", "help", "status", "invitation", "end"}
OUTSIDE |= {"reminder", "joined", "confirm"}
"""Kinds of mail that occur in each of these games."""


def everything(mailed: Mailed) -> str:
    """All that is in a mail: headers, texts, links, attachments, decoded as often as it goes."""
    parts = [mailed.raw.decode("ascii", "replace")]
    for part in mailed.message.walk():
        data = part.get_payload(decode=True)
        if isinstance(data, bytes):
            parts.append(data.decode("utf-8", "replace"))
    for data in mailed.files.values():
        for line in data.splitlines():
            with contextlib.suppress(ValueError, KeyError, TypeError):
                body = str(json.loads(line)["payload"])
                parts.append(base64.urlsafe_b64decode(body + "==").decode("utf-8", "replace"))
    whole = "\n".join(parts)
    return whole + unquote(whole)


class Watch:
    """Every token and address at a table, and who may see it."""

    def __init__(self, village: Any, game: str, players: tuple[str, ...]) -> None:
        self.village, self.game, self.players = village, game, players
        folder = village.folder
        secret = [folder.key.private.private_bytes_raw(), folder.mail_key]
        self.secrets = [form for one in secret for form in (one.hex(), to_base64url(one))]
        seed = folder.seed(game)
        self.seed = [seed.hex(), to_base64url(seed)]
        self.tokens: dict[str, str] = {}
        names = [*map(str, range(LONGEST)), "resign", "address", "forget"]
        names += [f"vote{pub}" for pub in range(LONGEST)]
        for player in players:
            for issue in range(12):
                for name in names:
                    self.tokens[token(folder.mail_key, game, player, name, issue)] = player

    def nothing_of_others(self, reader: str, mailed: Mailed) -> None:
        text = everything(mailed)
        for found in re.findall(r"(?<![0-9a-z])[0-9a-z]{16}(?![0-9a-z])", text):
            assert self.tokens.get(found, reader) == reader, (mailed.kind, reader, found)
        for other in (*self.players, WATCHER):
            if other != reader:
                assert f"{other}@example.org" not in text, (mailed.kind, reader, other)
        hidden = self.secrets + ([] if mailed.kind == "end" else self.seed)
        assert not [one for one in hidden if one in text], mailed.kind

    def nothing_at_all(self, said: str, what: str) -> None:
        """For what the host's person sees: lines of a run, `status`, `explain`."""
        for found in re.findall(r"[0-9a-z]{16}", said):
            assert found not in self.tokens, (what, said)
        assert "@example.org" not in said, (what, said)
        assert not [one for one in self.secrets + self.seed if one in said], what


class Odd:
    """Players who write something odd to every question before they answer it."""

    def __init__(self, village: Any, spec: str) -> None:
        self.village, self.chance, self.written = village, random.Random(spec), 0

    def answer(self, player: str, mailed: Mailed) -> None:
        if mailed.kind == "invitation":
            self.village.answer(player, mailed, f"unirme palabras de {player}")
        elif mailed.kind in ("vote", "confirm"):
            self.village.answer(player, mailed, self.chance.choice(["sí", "no"]))
        elif mailed.moves:
            self.village.answer(player, mailed, ODD[self.written % len(ODD)])
            self.village.answer(player, mailed, self.chance.choice(mailed.moves))
            self.written += 1


@pytest.mark.parametrize(("spec", "players", "wish"), TABLES, ids=[table[0] for table in TABLES])
def test_no_token_address_or_key_of_anybody_else(
    village: Any, spec: str, players: tuple[str, ...], wish: Any
) -> None:
    watchers = {WATCHER: f"{WATCHER}@example.org"}
    game = village.open(spec, players, watchers=watchers, **wish)
    watch, odd, kinds = Watch(village, game, players), Odd(village, spec), set[str]()
    inbox = village.root / "mail" / "inbox" / "new"
    for turn in range(400):
        mails = [(one, mailed) for one in (*players, WATCHER) for mailed in village.mails(one)]
        for player, mailed in mails:
            kinds.add(mailed.kind)
            watch.nothing_of_others(player, mailed)
            if player != WATCHER and turn != 4:  # then nobody answers, and all are reminded
                odd.answer(player, mailed)
        if turn % 5 == 0:
            said = list(explain_host(sorted(inbox.iterdir()), village.root))
            watch.nothing_at_all("\n".join(said), "explain")
        if not mails and village.books.tables.get(game).game.phase == "over":
            break
        summary = village.run(60 if mails and turn != 4 else 2 * 86400)
        watch.nothing_at_all("\n".join(summary.lines), "run")
    for as_json in (True, False):
        lines = [told(one, "UTC", as_json) for one in status(village.books)]
        watch.nothing_at_all("\n".join(lines), "status")
    assert kinds >= OUTSIDE, OUTSIDE - kinds

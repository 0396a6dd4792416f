"""Makes a host folder with a running game as today's version leaves it, to be kept as data.

    PYTHONPATH=.:tests/pbem:tests/pbem/service python tests/old_folders/make.py v1

Made once for each released format and then kept: every later version must open it.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path

from signed_game import PLAYERS, _by_ana
from village import Village

from pbem.player.purse import Purse
from pbem.player.replies import read_mail

HERE = Path(__file__).parent
ODD = ("orden robar auto", "ausente 2d", "página sí", "recibos no", "deshacer")


def main(name: str) -> None:
    """A table with a key, words, orders, an absence, an undo; then all mails are left out."""
    target = HERE / name
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        village = Village(root / "host")
        purse = Purse(root / "purse", random.Random(3).randbytes)
        village.open("cinquillo", PLAYERS, options={"limit": 1})
        chance, mail = random.Random(5), root / "mail.eml"
        for turn in range(9):
            for player in PLAYERS:
                for mailed in village.mails(player):
                    mail.write_bytes(mailed.raw)
                    if player == "ana":
                        found = _by_ana(mailed, lambda _: read_mail(mail, purse), purse, chance)
                        for data in found:
                            village.deliver(data)
                    elif mailed.kind == "invitation":
                        village.answer(player, mailed, f"unirme gatos de {player}")
                    elif mailed.moves:
                        village.answer(player, mailed, ODD[turn % len(ODD)])
                        village.answer(player, mailed, chance.choice(mailed.moves))
            village.run()
        village.folder.close()
        shutil.rmtree(root / "host" / "mail")
        for art in (root / "host" / "specs").rglob("*.svg"):
            art.unlink()
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        shutil.copytree(root / "host", target / "host")
        shutil.copytree(root / "purse", target / "purse")


if __name__ == "__main__":
    main(sys.argv[1])

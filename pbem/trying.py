"""A first game in a local folder: you against bots, by real mails between Maildirs.

Nothing here is a shortcut: the invitation is answered by a mail, your answers are mails, and the
turn mail is the one that would have left.
"""

from __future__ import annotations

import email
import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from card_specs.language.load import load
from card_specs.language.problems import PersonError
from card_specs.values import dataclass
from pbem.hosting import Host, opened
from pbem.service.opening import Wish, open_table
from pbem.service.run import run_once
from pbem.store.config import Config
from pbem.store.folder import HostFolder, Random
from pbem.transports.maildir import deliver, folder_name

YOU = "ana"
ADDRESS = "ana@localhost"
BOTS = ("ada", "bruno", "celia", "david", "elena")


@dataclass(frozen=True)
class Arrived:
    """A mail that came for you: its text, and its HTML as a file to open in a browser."""

    subject: str
    text: str
    page: Path | None
    over: bool


def begin(spec: str, root: Path, lang: str, variant: str, random: Random) -> Arrived:
    """Make the folder, open a table with bots, accept the invitation; your first mail."""
    game = load(spec)
    numbers = game.variants[variant].players if variant in game.variants else game.players
    others = BOTS[: max(numbers.least, min(3, numbers.most)) - 1]
    HostFolder.make(root, Config("Mesa", "mesa@localhost", lang, _zone()), random).close()
    with opened(root) as host:
        wish = Wish(
            spec=spec,
            seats=(YOU, *others),
            addresses={YOU: ADDRESS},
            variant=variant,
            languages={YOU: lang},
        )
        open_table(host.books, wish)
        return _answered(host, "join" if lang == "en" else "unirme")


def answer(root: Path, text: str) -> Arrived:
    """Answer your last mail that can be answered, and read what comes back."""
    with opened(root) as host:
        return _answered(host, text)


def _answered(host: Host, text: str) -> Arrived:
    letters = list(_letters(host.folder.root))
    if not letters:
        raise PersonError(f"{host.folder.root}: no mail came for you yet")
    asked = next((m for m in letters if ".0." not in str(m["Reply-To"])), letters[0])
    reply = EmailMessage(policy=SMTP)
    reply["From"], reply["To"] = ADDRESS, str(asked["Reply-To"])
    reply["Subject"] = f"Re: {asked['Subject']}"
    stamp = time.time_ns()
    reply["Message-ID"] = f"<{stamp}@localhost>"
    reply.set_content(text)
    known = {str(letter["Message-ID"]) for letter in letters}
    deliver(host.folder.root / "mail" / "inbox", f"{stamp}.try", bytes(reply))
    run_once(host.books, host.transport)
    fresh = [m for m in _letters(host.folder.root) if str(m["Message-ID"]) not in known]
    if not fresh:
        raise PersonError("nothing came back — look with: pbem status DIR")
    return _shown(host.folder.root, _most_telling(fresh))


def _most_telling(letters: list[EmailMessage]) -> EmailMessage:
    """The end or the next question before receipts."""
    ranks = {"end": 0, "start": 1, "turn": 1, "refused": 2}

    def rank(letter: EmailMessage) -> int:
        return ranks.get(str(letter["Message-ID"]).strip(" <>").split(".")[0], 3)

    return min(letters, key=rank)


def _letters(root: Path) -> Iterator[EmailMessage]:
    """Your mails, the newest first."""
    box = root / "mail" / "people" / folder_name(ADDRESS)
    paths = [path for part in ("new", "cur") for path in (box / part).glob("*")]
    for path in sorted(paths, key=lambda one: one.stat().st_mtime_ns, reverse=True):
        letter = email.message_from_bytes(path.read_bytes(), policy=SMTP)
        if isinstance(letter, EmailMessage):
            yield letter


def _shown(root: Path, letter: EmailMessage) -> Arrived:
    """Write the HTML with its pictures beside it, as a browser opens it."""
    plain, html = letter.get_body(("plain",)), letter.get_body(("html",))
    page = None
    if html is not None:
        text = str(html.get_content())
        pictures = root / "turn-pictures"
        pictures.mkdir(exist_ok=True)
        for number, part in enumerate(p for p in letter.walk() if p["Content-ID"]):
            name = f"{number}.png"
            data = part.get_payload(decode=True)
            (pictures / name).write_bytes(data if isinstance(data, bytes) else b"")
            text = text.replace(
                f"cid:{str(part['Content-ID']).strip('<>')}", f"turn-pictures/{name}"
            )
        page = root / "turn.html"
        page.write_text(text, "utf-8")
    over = str(letter["Message-ID"]).strip(" <>").startswith("end.")
    return Arrived(str(letter["Subject"]), str(plain.get_content()) if plain else "", page, over)


def _zone() -> str:
    """The machine's zone by name, where it has one."""
    link = Path("/etc/localtime")
    parts = str(link.resolve()).split("zoneinfo/")
    return parts[1] if len(parts) == 2 else "UTC"

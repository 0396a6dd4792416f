"""One run of a host: what has come is read, played and answered; what is due is done."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.transports import Transport, TransportError
from pbem.transports.servers import PasswordError

from .books import Books
from .bounces import tell_bounces
from .digests import send_again, send_digests
from .keeping import clear_strangers
from .reception import Reception, Summary
from .times import do_due


def run_once(books: Books, transport: Transport) -> Summary:
    """Read and answer all mail that waits, then do what is due."""
    summary = Summary()
    send_again(books)
    summary.lines += books.recover()
    reception = Reception(books, transport)
    for incoming in transport.waiting():
        reception.receive(incoming, summary)
    books.folder.notebook.put_note("fetched", str(books.world.now()))
    do_due(books, summary)
    send_digests(books)  # after what was late: a digest asks nothing whose time is over
    tell_bounces(books)
    clear_strangers(books, transport)
    summary.trouble = transport.trouble
    return summary


def watching(books: Books, transport: Transport, pause: float = 60.0) -> Iterator[Summary]:
    """Run after run until the process is stopped; a server that is away is tried again later.

    Raises `PasswordError` where the server has never let us in; later it is tried again like
    any other trouble, since providers refuse good passwords for a while, too.
    """
    wait, worked, told = 1.0, False, ""
    while True:
        try:
            summary = run_once(books, transport)
            if summary.trouble and summary.trouble != told:
                summary.lines.append(f"mail server: {summary.trouble}; mails wait")
            wait, worked, told = 1.0, True, summary.trouble
            yield summary
            transport.wait(pause)
        except TransportError as error:
            if isinstance(error, PasswordError) and not worked:
                raise
            yield Summary(lines=[f"mail server: {error}"])
            transport.pause(wait)
            wait = min(wait * 2, 900.0)

"""One run of a host: what has come is read, played and answered; what is due is done."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.transports import Transport, TransportError

from .books import Books
from .bounces import tell_bounces
from .digests import send_again, send_digests
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
    send_digests(books)
    do_due(books, summary)
    tell_bounces(books)
    return summary


def watching(books: Books, transport: Transport, pause: float = 60.0) -> Iterator[Summary]:
    """Run after run until the process is stopped; a server that is away is tried again later."""
    wait = 1.0
    while True:
        try:
            yield run_once(books, transport)
            wait = 1.0
            transport.wait(pause)
        except TransportError as error:
            yield Summary(lines=[f"mail server: {error}"])
            transport.pause(wait)
            wait = min(wait * 2, 900.0)

"""One run of a host: what has come is read, played and answered; what is due is done."""

from __future__ import annotations

from pbem.transports import Transport

from .books import Books
from .reception import Reception, Summary
from .times import do_due


def run_once(books: Books, transport: Transport) -> Summary:
    """Read and answer all mail that waits, then do what is due."""
    summary = Summary()
    books.recover()
    reception = Reception(books, transport)
    for incoming in transport.waiting():
        reception.receive(incoming, summary)
    books.folder.notebook.put_note("fetched", str(books.world.now()))
    do_due(books, summary)
    return summary

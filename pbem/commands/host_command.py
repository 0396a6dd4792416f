"""`pbem host`: make a host folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder.")],
    address: Annotated[str, typer.Option(help="The mailbox of the host.")] = "mesa@localhost",
    name: Annotated[str, typer.Option(help="What mails call the host.")] = "Mesa",
    lang: Annotated[str, typer.Option(help="Language of invitations, es or en.")] = "es",
    zone: Annotated[str, typer.Option(help="Time zone of players who name none.")] = "UTC",
    imap: Annotated[str, typer.Option(metavar="HOST[:PORT]", help="Use this IMAP server.")] = "",
    smtp: Annotated[str, typer.Option(metavar="HOST[:PORT]", help="Send through this one.")] = "",
    user: Annotated[str, typer.Option(help="Name to log in with. Default: the address.")] = "",
) -> None:
    """Make a host folder: keys, settings, and a Maildir as its own mailbox.

    Example: pbem host mesa --address mesa@example.org --zone Europe/Madrid
    """
    import secrets

    from pbem.store.config import Config
    from pbem.store.folder import HostFolder

    config = Config(
        name=name,
        address=address,
        language=lang,
        zone=zone,
        transport="imap" if imap else "maildir",
        imap=imap,
        smtp=smtp or imap,
        user=user or address,
    )
    HostFolder.make(folder, config, secrets.token_bytes).close()
    typer.echo(str(folder / "host.yaml"))
    typer.echo(imap if imap else f"mail to this host goes to {folder / 'mail' / 'inbox'}")

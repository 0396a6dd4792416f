"""The rules come with the answer to a join, once, in the player's language and variant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.service.booklets import rulebook
from pbem.service.keeping import clear

STARTER = Path(__file__).parents[3] / "card_specs" / "starter" / "starter.yaml"


def joined(village: Any, player: str, word: str = "unirme") -> Any:
    """The answer to a player's join."""
    (invitation,) = [mail for mail in village.mails(player) if mail.kind == "invitation"]
    village.answer(player, invitation, word)
    village.run()
    return next(mail for mail in village.mails(player) if mail.kind == "joined")


def test_the_rules_come_once_in_the_players_language(village: Any) -> None:
    people = ("ana", "beto")
    village.open("cinquillo", people, languages={"beto": "en"}, variant="classic")
    first, other = joined(village, "ana"), joined(village, "beto", "join")
    assert first.files["cinquillo-es.pdf"].startswith(b"%PDF")
    assert "Las reglas van adjuntas" in first.text
    assert other.files["cinquillo-en.pdf"].startswith(b"%PDF")
    assert other.files["cinquillo-en.pdf"] != first.files["cinquillo-es.pdf"]
    village.open("cinquillo", people, languages={"beto": "en"}, variant="classic")
    again = joined(village, "ana")
    assert not [name for name in again.files if name.endswith(".pdf")]
    assert "adjuntas" not in again.text


def test_another_game_brings_its_own(village: Any) -> None:
    village.open("cinquillo", ("ana", "beto"))
    assert "cinquillo-es.pdf" in joined(village, "ana").files
    village.open("seis", ("ana", "beto"))
    assert "seis-es.pdf" in joined(village, "ana").files


def test_the_same_mail_made_again_brings_it_again(village: Any) -> None:
    game = village.open("seis", ("ana", "beto"))
    joined(village, "ana")
    table = village.books.tables.get(game)
    person = village.folder.notebook.seat(game, "ana")
    first = rulebook(village.folder, table, person)
    assert first
    village.reopen()
    assert rulebook(village.folder, village.books.tables.get(game), person) == first


WRONG = """
rulebook:
  chapters:
    - chapter: {es: Todo, en: All}
      blocks:
        - text: {es: 'Con {no_such_option} cartas.', en: 'With {no_such_option} cards.'}
"""


def test_a_spec_whose_book_is_wrong_keeps_nobody_out(village: Any, tmp_path: Path) -> None:
    own = tmp_path / "mine.yaml"
    text = STARTER.read_text("utf-8").replace("game: NAME", "game: mine")
    own.write_text(text + WRONG, "utf-8")
    village.open(str(own), ("ana", "beto"))
    mail = joined(village, "ana")
    assert not [name for name in mail.files if name.endswith(".pdf")]


def test_nothing_is_remembered_of_people_without_tables(village: Any) -> None:
    game = village.open("seis", ("ana", "beto"))
    joined(village, "ana")
    assert village.folder.notebook.notes("rules ")
    clear(village.books, game)
    assert not village.folder.notebook.notes("rules ")

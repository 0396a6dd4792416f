"""The notebook: addresses in one private file, and what is looked up often."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from card_specs.language.problems import OutsideError, PersonError
from pbem.store.notebook import Notebook, Person

ANA = Person("Ana@Example.org", "Ana", "es", "Europe/Madrid")


def test_seats_by_game_and_by_address(tmp_path: Path) -> None:
    book = Notebook(tmp_path / "host.db")
    book.put_seat("cinco-0001", "ana", ANA)
    book.put_seat("seis-0002", "anita", ANA)
    assert book.seat("cinco-0001", "ana") == ANA
    assert book.seats_of("ana@example.ORG") == [("cinco-0001", "ana"), ("seis-0002", "anita")]
    book.close()
    assert stat.S_IMODE((tmp_path / "host.db").stat().st_mode) == 0o600


def test_it_is_there_after_reopening(tmp_path: Path) -> None:
    book = Notebook(tmp_path / "host.db")
    book.put_game("cinco-0001", "playing", 100, True)
    book.note_handled("m", "cinco-0001", True, "played", '{"kind": "receipt"}', 5)
    book.note_sent("<a@b>", "cinco-0001", 9)
    book.close()
    book = Notebook(tmp_path / "host.db")
    assert book.busy() == ["cinco-0001"]
    assert book.due(99) == []
    assert book.due(100) == ["cinco-0001"]
    assert book.handled("m", "cinco-0001") == (True, "played")
    assert book.waiting_answers() == [("m", "cinco-0001", '{"kind": "receipt"}')]
    book.answer_left("m", "cinco-0001")
    assert book.waiting_answers() == []
    assert book.sent_at("<a@b>") == 9
    book.close()


def test_answers_are_counted_by_day_and_kind(tmp_path: Path) -> None:
    book = Notebook(tmp_path / "host.db")
    assert [book.count_answer("a@b", 1, "unknown") for _ in range(3)] == [1, 2, 3]
    assert book.count_answer("a@b", 2, "unknown") == 1
    assert book.count_answer("c@d", 1, "unknown") == 1
    book.close()


def test_forgetting_removes_the_address_everywhere(tmp_path: Path) -> None:
    book = Notebook(tmp_path / "host.db")
    book.put_seat("cinco-0001", "ana", ANA)
    book.count_answer("ana@example.org", 1, "unknown")
    assert book.forget("ana@example.org") == [("cinco-0001", "ana")]
    assert book.seat("cinco-0001", "ana") is None
    book.close()
    assert b"ana@example.org" not in (tmp_path / "host.db").read_bytes().lower()


def test_another_format_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "host.db"
    base = sqlite3.connect(path)
    base.execute("pragma user_version = 7")
    base.close()
    with pytest.raises(PersonError, match=r"format 7.*use the version of pbem that wrote it"):
        Notebook(path)


def test_a_spoilt_notebook_is_restored_from_a_copy(tmp_path: Path) -> None:
    """Not tried again: that would never help."""
    (tmp_path / "host.db").write_bytes(b"junk" * 100)
    with pytest.raises(PersonError, match="restore it from a copy") as caught:
        Notebook(tmp_path / "host.db")
    assert not isinstance(caught.value, OutsideError)

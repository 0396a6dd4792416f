"""Files are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckgen.files import CannotWriteError, write_all, write_whole


def left_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_every_file_is_named_on_stdout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_all({tmp_path / "new" / "a.svg": b"a", tmp_path / "b.svg": b"b"})
    assert capsys.readouterr().out == f"{tmp_path}/new/a.svg\n{tmp_path}/b.svg\n"
    assert left_in(tmp_path) == ["b.svg", "new/a.svg"]
    write_whole(tmp_path / "b.svg", b"bb", tell=False)
    assert (tmp_path / "b.svg").read_bytes() == b"bb"
    assert capsys.readouterr().out == ""


def test_the_mode_is_that_of_any_new_file(tmp_path: Path) -> None:
    write_whole(tmp_path / "a", b"")
    (tmp_path / "b").write_bytes(b"")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    with pytest.raises(CannotWriteError) as caught:
        write_whole(Path("/dev/full"), b"x" * 100_000)
    assert str(caught.value) == "/dev/full cannot be written: no space left on device"


def test_none_is_written_if_one_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(CannotWriteError) as caught:
        write_all({tmp_path / "a": b"new", tmp_path / "b": b"new"})
    message = f"{tmp_path}/b cannot be written: a folder of that name is there"
    assert str(caught.value) == message
    assert (tmp_path / "a").read_bytes() == b"old"
    assert left_in(tmp_path) == ["a"]


def test_a_folder_that_nobody_may_write_to() -> None:
    with pytest.raises(CannotWriteError) as caught:
        write_whole(Path("/proc/deckgen/a"), b"new")
    assert str(caught.value).startswith("/proc/deckgen/a cannot be written: ")


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(CannotWriteError, match="cannot be written"):
        write_whole(tmp_path / "a" / "b", b"new")
    assert left_in(tmp_path) == ["a"]

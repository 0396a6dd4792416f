"""The files: the print contract, tags, outline, links, languages, the same bytes."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import books
import pytest
from pypdf import PdfReader

from deckgen.print_contract import check
from deckgen.rulebook.book_pdf import sheet_order


def reader(data: bytes) -> PdfReader:
    return PdfReader(BytesIO(data))


@pytest.mark.parametrize("name", books.GAMES)
@pytest.mark.parametrize("language", books.LANGUAGES)
def test_the_print_contract_holds(name: str, language: str) -> None:
    report = check(books.book(name, language), "book.pdf")
    assert report.problems == ()
    assert report.bitmaps == 0


def test_title_language_outline_and_labels() -> None:
    pdf = reader(books.book("cinco", "es"))
    assert pdf.metadata is not None
    assert pdf.metadata.title == "CINCO: reglas"
    root: Any = pdf.trailer["/Root"]
    assert root["/Lang"] == "es"
    assert root["/MarkInfo"]["/Marked"] is True or root["/MarkInfo"]["/Marked"].value
    assert pdf.page_labels[:3] == ["1", "2", "3"]
    titles = [one.title for one in pdf.outline if not isinstance(one, list)]
    assert titles[0] == "1  De qué va"
    assert titles[-1] == "Palabras y créditos"


def elements(node: Any) -> list[Any]:
    """All structure elements, depth first."""
    found = []
    waiting = [node.get_object()]
    while waiting:
        one = waiting.pop()
        if one.get("/S"):
            found.append(one)
        kids = one.get("/K", [])
        for kid in reversed(kids if isinstance(kids, list) else [kids]):
            inner = kid.get_object()
            if not isinstance(inner, int) and inner.get("/S"):
                waiting.append(inner)
    return found


def test_the_structure_is_tagged() -> None:
    pdf = reader(books.book("cinco", "es"))
    root: Any = pdf.trailer["/Root"]
    found = elements(root["/StructTreeRoot"]["/K"][0])
    roles = [one["/S"] for one in found]
    assert roles[0] == "/Document"
    assert {"/H1", "/H2", "/P", "/L", "/LI", "/Table", "/TR", "/TH", "/Figure", "/Link"} <= set(
        roles
    )
    assert roles.count("/H1") == 10
    figures = [one for one in found if one["/S"] == "/Figure"]
    assert all(one.get("/Alt") for one in figures if one.get("/Alt") is not None)
    alts = [str(one.get("/Alt", "")) for one in figures]
    assert "7 rojo" in alts
    assert any("Antes: cinco a subasta: 5 verde; Ana: 8 rojo (8)" in alt for alt in alts)
    foreign = [one for one in found if one.get("/Lang") == "en"]
    assert foreign


def test_marked_content_of_each_page_is_in_the_parent_tree() -> None:
    pdf = reader(books.book("cinco", "es"))
    root: Any = pdf.trailer["/Root"]
    nums = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parents = {int(nums[i]): nums[i + 1].get_object() for i in range(0, len(nums), 2)}
    for page in pdf.pages:
        data = page.get_contents().get_data()  # type: ignore[union-attr]
        count = data.count(b"/MCID ")
        key: Any = page["/StructParents"]
        assert len(parents[int(key)]) == count
        assert data.count(b"BDC") + data.count(b"BMC") == data.count(b"EMC")


def test_links_lead_to_pages() -> None:
    pdf = reader(books.book("cinco", "es"))
    numbers = [page.indirect_reference.idnum for page in pdf.pages]  # type: ignore[union-attr]
    links = [link.get_object() for page in pdf.pages for link in page.get("/Annots", [])]
    assert len(links) > 30
    assert all(link["/Dest"][0].idnum in numbers for link in links)
    assert all(list(link["/Border"]) == [0, 0, 0] for link in links)


def test_text_is_text() -> None:
    text = reader(books.book("cinco", "es")).pages[4].extract_text()
    assert "Solo puedes robar si no encaja ninguno de tus números" in " ".join(text.split())


def test_it_is_small() -> None:
    for name in books.GAMES:
        assert len(books.book(name, "es")) < 450_000


def test_the_same_bytes_in_another_process(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from card_specs.language.load import load\n"
        "from deckgen.rulebook.make import Wish, rulebook\n"
        "from pbem.replay.book_examples import play_examples\n"
        "data = rulebook(load('cinco'), Wish('es'), play_examples)\n"
        "open(sys.argv[1], 'wb').write(data)\n"
    )
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.pdf"
        subprocess.run(
            [sys.executable, "-c", code, str(path)],
            check=True,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            cwd=Path(__file__).parents[3],
        )
    assert (tmp_path / "1.pdf").read_bytes() == (tmp_path / "2.pdf").read_bytes()
    assert (tmp_path / "1.pdf").read_bytes() == books.book("cinco", "es")


def test_no_day_path_or_host_is_in_the_file() -> None:
    data = books.book("cinco", "es")
    for word in (b"/work", b"/tmp", b"/home", b"2026", b"CreationDate"):
        assert word not in data


def test_the_order_of_a_booklet() -> None:
    assert sheet_order(12) == [(12, 1), (2, 11), (10, 3), (4, 9), (8, 5), (6, 7)]
    assert sheet_order(4) == [(4, 1), (2, 3)]

"""SVG files: their own letters, explicit ids, the same bytes every time."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import looks

from deckgen import fonts
from deckgen.drawing import Group, Shape, Stroke, Text
from deckgen.face import Faces
from deckgen.geometry import Rect
from deckgen.svg_path import rectangle
from deckgen.to_svg import svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
PAGE = Rect(0, 0, 63.5, 88.9)


def text(words: str, size: float = 5.0) -> Text:
    return Text(3, 9, size, "Lato", words, "#123456", fonts.font("Lato").width(words, size))


def test_size_view_and_title() -> None:
    root = ET.fromstring(svg((), PAGE, "CINCO: R8 <número>"))
    assert (root.get("width"), root.get("height")) == ("63.5mm", "88.9mm")
    assert root.get("viewBox") == "0 0 63.5 88.9"
    assert root.findtext(f"{NAMESPACE}title") == "CINCO: R8 <número>"


def test_letters_are_outlines_and_each_glyph_stands_once() -> None:
    root = ET.fromstring(svg((text("anna"), text("nana")), PAGE))
    assert root.find(f".//{NAMESPACE}text") is None
    definitions = root.find(f"{NAMESPACE}defs")
    assert definitions is not None
    ids = [path.get("id") for path in definitions]
    assert len(ids) == len(set(ids)) == 2
    assert all(str(name).startswith("Lato-") for name in ids)
    assert [group.get("aria-label") for group in root if group.tag == f"{NAMESPACE}g"] == [
        "anna",
        "nana",
    ]
    assert len(root.findall(f".//{NAMESPACE}use")) == 8


def test_ids_depend_on_the_drawing_alone() -> None:
    clip = Shape(rectangle(0, 0, 5, 5, 0, 0))
    drawing = (Group((text("a"),), (1, 0, 0, 1, 2, 3), clip),)
    first = svg(drawing, PAGE)
    svg((text("other"), *drawing), PAGE)
    assert svg(drawing, PAGE) == first
    assert 'id="clip1"' in first


def test_lines() -> None:
    stroke = Stroke("#112233", 0.5, (0, 2.1), "round", "bevel")
    found = svg((Shape((("M", 0, 0), ("L", 5, 5)), None, stroke),), PAGE)
    for part in (
        'stroke-width="0.5"',
        'stroke-dasharray="0 2.1"',
        'stroke-linecap="round"',
        'stroke-linejoin="bevel"',
        'fill="none"',
    ):
        assert part in found


def test_the_same_bytes_in_two_processes(tmp_path: Path) -> None:
    spec = looks.spec(tmp_path)
    outputs = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        command = [sys.executable, "-m", "deckgen.cli", "faces", str(spec), "-o", str(folder)]
        script = "from deckgen.cli import main; main()"
        command[1:3] = ["-c", script]
        subprocess.run(
            command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        outputs.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    assert outputs[0] == outputs[1]
    assert "TRP.svg" in outputs[0]


def test_every_face_is_small(tmp_path: Path) -> None:
    game = looks.game(tmp_path)
    drawing = Faces(game).draw(looks.card(game, "TRP"), "es")
    assert len(svg(drawing, PAGE)) < 40_000

"""Faces as drawings: the family's goldens, every property of a layer, names, languages, inks."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import goldens
import looks
import pytest
from PIL import Image

from card_specs.language.load import load
from card_specs.language.problems import SpecError
from card_specs.language.style import FORMATS
from deckgen import face
from deckgen.drawing import Group, Picture, Shape, Text, as_text
from deckgen.face import Faces, card_format, gathered


def lines(folder: Path, layer: str, code: str = "R7", ink: str = "full") -> list[str]:
    """The marks of a face that has just one layer."""
    style = "style:\n  faces:\n    number:\n      extends: bare\n      layers:\n"
    style += f"        one: {layer}\n    bare: {{layers: {{}}}}\n    TRP: {{extends: number}}\n"
    # `number` of the family is changed, not replaced: its own layers are taken away
    for name in ("ground", "edge", "token", "rim", "numeral", "index", "code"):
        style = style.replace("        one:", f"        {name}: none\n        one:", 1)
    return as_text(looks.drawn(folder, code, style, ink)).splitlines()


@pytest.mark.parametrize("code", ["R7", "Y9", "TRP"])
@pytest.mark.parametrize("ink", ["full", "saver", "grey"])
def test_the_family_faces(tmp_path: Path, code: str, ink: str) -> None:
    goldens.check(f"family-{code}-{ink}", as_text(looks.drawn(tmp_path, code, ink=ink)))


def test_the_family_back(tmp_path: Path) -> None:
    goldens.check("family-back", as_text(Faces(looks.game(tmp_path)).draw_back("main")))


def test_the_same_face_in_two_languages_differs_in_words_only(tmp_path: Path) -> None:
    def texts(lang: str) -> list[str]:
        return [
            line
            for line in as_text(looks.drawn(tmp_path, "TRP", lang=lang)).splitlines()
            if "text" in line
        ]

    assert any("'Trampa'" in line for line in texts("es"))
    assert any("'Trap'" in line for line in texts("en"))


@pytest.mark.parametrize(
    ("layer", "marks"),
    [
        ("{fill: tint}", ["shape #FBE1E0 M -3 -3 L 66.5 -3 L 66.5 91.9 L -3 91.9 Z"]),
        ("{rect: [1, 2, 3, =rank], fill: base}", ["shape #D12B38 M 1 2 L 4 2 L 4 9 L 1 9 Z"]),
        (
            "{path: 'M0 {=rank * 2}H4', stroke: deep, line: 1, dash: [0, 2], cap: round}",
            ["shape - stroke #9C1526 1 round miter dash 0,2 M 0 14 L 4 14"],
        ),
        (
            "{polygon: [4, 0, 0, 2], fill: ink, round: 0.5}",
            ["shape #1F2238 stroke #1F2238 1 round round M 0 -2 L 2 0 L 0 2 L -2 0 Z"],
        ),
        ("{path: M0 0L1 1z, fill: mix28, rule: evenodd}", ["shape #EFAEB1 evenodd M 0 0 L 1 1 Z"]),
        ("{path: M0 0L1 1z, fill: 'mix(white, base, 28)'}", ["shape #DE6670 M 0 0 L 1 1 Z"]),
        ("{path: M0 0L1 1, fill: none}", []),
        ("{fill: base, when: rank > 7}", []),
        ("{fill: base, when: color == yellow}", []),
        ("{text: '{rank}{nothing}', at: [1, 2]}", None),
    ],
)
def test_shapes(tmp_path: Path, layer: str, marks: list[str] | None) -> None:
    if marks is None:
        with pytest.raises(SpecError, match=r"'\{nothing\}' is neither an icon nor a value"):
            lines(tmp_path, layer)
    else:
        assert lines(tmp_path, layer) == marks


def test_letters_start_end_and_middle(tmp_path: Path) -> None:
    def x(anchor: str) -> float:
        text = looks.drawn(
            tmp_path,
            "TRP",
            "style:\n  faces:\n    TRP:\n      layers:\n        one: "
            f"{{text: hola, at: [30, 40], size: 4, anchor: {anchor}}}\n",
        )[0]
        assert isinstance(text, Text)
        assert text.y == 40
        return text.x

    width = 2 * (30 - x("middle"))
    assert x("start") == 30
    assert x("end") == pytest.approx(30 - width)


def test_an_outline_lies_beneath_the_letters(tmp_path: Path) -> None:
    (line,) = lines(tmp_path, "{text: '7', at: [1, 2], size: 9, font: title, outline: [deep, 1.8]}")
    assert "Fredoka One #1F2238 stroke #9C1526 1.8 round round" in line


def test_icons_keep_their_place_in_the_line(tmp_path: Path) -> None:
    found = lines(tmp_path, "{text: 'a {heart}.', at: [10, 20], anchor: start, size: 10}")
    assert found[0].startswith("text 10 20 10 Lato")
    scale, x, y = (float(found[1].split()[i]) for i in (1, 5, 6))
    assert scale * 24 == pytest.approx(1.2 * 0.94 * 10, abs=0.01)
    assert y + 12 * scale == pytest.approx(20 - 3.6, abs=0.01)
    end = x + 12 * scale + 6  # the icon's middle and half its advance
    assert float(found[-1].split()[1]) == pytest.approx(end, abs=0.01)


def test_places_turns_and_moves(tmp_path: Path) -> None:
    layer = (
        "{rect: [0, 0, 1, 1], fill: base, places: [1 2, 3 4 180], scale: [2, 0, 0], move: [5, 0]}"
    )
    assert [line for line in lines(tmp_path, layer) if "group" in line] == [
        "group 2 0 0 2 5 0",
        "  group 1 0 0 1 1 2",
        "  group -1 0 0 -1 3 4",
    ]


def test_corners(tmp_path: Path) -> None:
    layer = (
        "{circle: [8, 9, 2], fill: base, corners: [top left, bottom right, top right, bottom left]}"
    )
    groups = [line for line in lines(tmp_path, layer) if line.startswith("group")]
    assert groups == [
        "group 1 0 0 1 0 0",
        "group -1 0 0 -1 63.5 88.9",
        "group 1 0 0 1 47.5 0",
        "group -1 0 0 -1 16 88.9",
    ]


def test_each_with_its_own_values_and_paints(tmp_path: Path) -> None:
    style = """\
style:
  faces:
    TRP:
      layers:
        row:
          at: [6, 80]
          art: "{sign}"
          size: 4.8
          color: tone
          step: [7, 0]
          each:
            - {sign: heart, tone: "#D12B38"}
            - {sign: moon, tone: base}
          paints: {base: gold}
"""
    drawing = looks.drawn(tmp_path, "TRP", style)
    fills = [
        mark.marks[0].marks[0].fill if isinstance(mark.marks[0], Group) else mark.marks[0].fill
        for mark in drawing
        if isinstance(mark, Group)
    ]  # type: ignore[union-attr]
    assert fills == ["#D12B38", "#F4B41A"]


def test_measures_of_other_layers(tmp_path: Path) -> None:
    style = """\
style:
  faces:
    TRP:
      layers:
        pill: {rect: [0, 0, =name.width + 4, =words.lines], fill: base}
        gone: {text: "{nothing_here}", when: nothing_here, at: [0, 0]}
        bar: {rect: [0, 0, 1, =1 + gone.width], fill: base}
        name: {text: "{title}", at: [10, 10], size: 5}
        words: {text: "{text}", box: [0, 0, 30, 20], size: 3}
"""
    drawing = looks.drawn(tmp_path, "TRP", style)
    pill, bar, name = drawing[:3]
    assert isinstance(pill, Shape)
    assert isinstance(name, Text)
    assert pill.path[2][1:] == (pytest.approx(name.width + 4), 1)
    assert isinstance(bar, Shape)
    assert bar.path[2][2] == 1


def test_a_name_means_the_next_level_inside_itself(tmp_path: Path) -> None:
    layer = "{fill: base, paints: {base: 'mix(base, white, 50)'}}"
    assert lines(tmp_path, layer)[0].startswith("shape #E8959C")


def test_look_overrules_slots_and_slots_the_words(tmp_path: Path) -> None:
    style = """\
style:
  faces:
    number: {slots: {base: "#111111"}}
    action: {slots: {emblem: heart, base: "#222222"}}
"""
    number = as_text(looks.drawn(tmp_path, "R7", style))
    assert "#111111" in number
    assert "#D12B38" not in number
    action = looks.drawn(tmp_path, "TRP", style)
    assert "#222222" in as_text(action)


def test_own_art_beside_the_spec_comes_before_the_bundled(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "heart.svg").write_text(
        '<svg viewBox="0 0 2 2"><path d="M0 0h2v2z"/></svg>'
    )
    assert lines(tmp_path, "{art: heart, at: [10, 10], size: 4}") == [
        "group 2 0 0 2 8 8",
        "  shape #000000 M 0 0 L 2 0 L 2 2 Z",
    ]
    (tmp_path / "art" / "heart.saver.svg").write_text(
        '<svg viewBox="0 0 2 2"><path d="M0 0h1"/></svg>'
    )
    assert "  shape #000000 M 0 0 L 1 0" in lines(
        tmp_path, "{art: heart, at: [9, 9], size: 4}", ink="saver"
    )


def test_art_in_boxes(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "flag.svg").write_text('<svg viewBox="0 0 4 2"><path d="M0 0h4v2z"/></svg>')
    assert lines(tmp_path, "{art: flag, box: [10, 10, 8, 8]}")[0] == "group 2 0 0 2 10 12"
    assert (
        lines(tmp_path, "{art: flag, box: [10, 10, 8, 8], fit: cover}")[0] == "group 4 0 0 4 6 10"
    )
    assert (
        lines(tmp_path, "{art: flag, box: [10, 10, 8, 8], fit: stretch}")[0]
        == "group 2 0 0 4 10 10"
    )
    assert lines(tmp_path, "{art: flag, at: [10, 10]}")[0] == "group 1 0 0 1 8 9"
    assert lines(tmp_path, "{art: flag}")[0] == "shape #000000 M 0 0 L 4 0 L 4 2 Z"


def picture(folder: Path, size: tuple[int, int], mode: str = "RGB") -> None:
    (folder / "art").mkdir(exist_ok=True)
    out = BytesIO()
    Image.new(mode, size, "red").save(out, "PNG")
    (folder / "art" / "photo.png").write_bytes(out.getvalue())


def test_a_bitmap_without_bleed_gets_one(tmp_path: Path) -> None:
    picture(tmp_path, (635, 889))
    game = looks.game(tmp_path, "style: {faces: {TRP: {layers: {one: {art: photo, box: card}}}}}\n")
    faces = Faces(game)
    (group,) = faces.draw(looks.card(game, "TRP"), "es")
    assert isinstance(group, Group)
    (mark,) = group.marks
    assert isinstance(mark, Picture)
    assert (mark.x, mark.y, mark.width, mark.height) == pytest.approx((-3, -3, 69.5, 94.9))
    assert Image.open(BytesIO(mark.data)).size == (635 + 60, 889 + 60)
    assert [str(problem).rpartition("'photo'")[2] for problem in faces.warnings.found] == [
        " is printed at 254 dpi — 300 dpi look sharp"
    ]


def test_a_bitmap_covers_a_box_and_is_cut_there(tmp_path: Path) -> None:
    picture(tmp_path, (1200, 600))
    found = lines(tmp_path, "{art: photo, box: [10, 10, 20, 20], fit: cover}")
    assert found[0] == "group 1 0 0 1 0 0 clip M 10 10 L 30 10 L 30 30 L 10 30 Z"
    assert found[1].startswith("  picture 0 10 40 20 photo")


@pytest.mark.parametrize("name", ["bridge", "tarot", "mini", "square"])
@pytest.mark.parametrize("code", ["R7", "TRP"])
def test_every_format_is_covered_and_its_letters_can_be_read(
    tmp_path: Path, name: str, code: str
) -> None:
    game = looks.game(tmp_path)
    size = card_format(FORMATS[name])
    drawing = Faces(game).draw(looks.card(game, code), "es", size=size)
    goldens.check(f"family-{code}-{name}", as_text(drawing))


def test_a_deck_in_another_format_uses_the_family_too(tmp_path: Path) -> None:
    game = looks.game(tmp_path, "style: {card: tarot}\n")
    faces = Faces(game)
    assert (faces.card.width, faces.card.height) == (70, 120)
    plain = looks.game(tmp_path)
    tarot = Faces(plain).draw(looks.card(plain, "R7"), "es", size=faces.card)
    assert faces.draw(looks.card(game, "R7"), "es") == tarot


def test_problems_name_file_line_card_and_field(tmp_path: Path) -> None:
    head = looks.HEAD.replace("Cada {player} roba", "Cada {player} " + "roba y roba " * 40)
    game = looks.game(tmp_path, head=head)
    with pytest.raises(SpecError) as caught:
        Faces(game).draw(looks.card(game, "TRP"), "es")
    (problem,) = caught.value.problems
    line = head.splitlines()[problem.at.line - 1]
    assert line[problem.at.column - 1 :].startswith('"Cada')
    assert problem.message.startswith("card TRP (es): layer 'words': the text needs")
    assert problem.hint == "shorten it, or give it more room"


def test_a_missing_glyph_names_the_text(tmp_path: Path) -> None:
    head = looks.HEAD.replace("Trampa", "Tra→mpa")
    game = looks.game(tmp_path, head=head)
    with pytest.raises(SpecError) as caught:
        Faces(game).draw(looks.card(game, "TRP"), "es")
    assert "layer 'title': the font Fredoka One has no '→' (U+2192)" in str(caught.value)
    assert head.splitlines()[caught.value.problems[0].at.line - 1].strip().startswith("title:")


@pytest.mark.parametrize(
    ("layer", "message"),
    [
        ("{text: hi, at: [1, 2], font: Comic Sans}", "there is no font 'Comic Sans'"),
        ("{art: hart, at: [1, 2]}", "there is no art 'hart' — did you mean 'heart'?"),
        ("{art: ../secret, at: [1, 2]}", "there is no art '../secret'"),
        ("{fill: bse}", "unknown paint 'bse' — did you mean 'base'?"),
        (
            "{rect: [1, 2, =nothing * 2, 4], fill: base}",
            "'nothing * 2' cannot be computed: the card has no such number",
        ),
        ("{rect: [1, 2, -3, 4], fill: base}", "the rectangle is -3 × 4 mm"),
        ("{polygon: [2, 1, 1, 1], fill: base}", "a polygon has 3 to 60 sides, not 2"),
        ("{path: M0 X, fill: base}", "'X' is not a number"),
        ("{circle: [1, 1, 1e9], fill: base}", "'1e9' is not a number"),
        ("{circle: [1, 1, =99999], fill: base}", "'circle' gives 99999, which is no size"),
        ("{text: hi}", "the text has no place — give it `at` or `box`"),
        ("{circle: {by: rank, 1: [1, 1, 1]}}", "'circle' has no value for this card"),
        ("{size: 3}", "the layer shows nothing — give it text, art, rect …"),
    ],
)
def test_what_cannot_be_drawn(tmp_path: Path, layer: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        lines(tmp_path, layer)
    assert message in str(caught.value)


def test_a_font_that_is_none_gets_one_message(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Mine.ttf").write_bytes(b"hello")
    found = looks.problems(tmp_path, "R7", "style: {fonts: {title: Mine}}\n")
    assert {message.rpartition("layer ")[2].partition(": ")[2] for message in found} == {
        "font 'Mine': this file is not a font"
    }
    assert {message.split(": ")[0] for message in found} == {f"mine.yaml:{looks.FIRST_LINE}:24"}


def test_an_unknown_face_or_back_is_told(tmp_path: Path) -> None:
    head = looks.HEAD.replace("    look: {emblem: bomb}", "    face: actoin")
    game = looks.game(tmp_path, head=head)
    with pytest.raises(SpecError, match="unknown face 'actoin' — did you mean 'action'"):
        face.draw(game, looks.card(game, "TRP"), "es")
    with pytest.raises(SpecError, match="unknown back 'mian' — did you mean 'main'"):
        face.draw_back(game, "mian")


def test_many_cards_with_the_same_problem_share_a_line(tmp_path: Path) -> None:
    game = looks.game(tmp_path, "style: {faces: {number: {layers: {x: {art: hart}}}}}\n")
    faces = Faces(game)
    found = []
    for code in ("R1", "R2", "R3", "R4", "R5"):
        try:
            faces.draw(looks.card(game, code), "es")
        except SpecError as error:
            found += error.problems
    (one,) = gathered(found)
    assert one.message.startswith("card R1 (es), card R2 (es), card R3 (es) and 2 more: layer 'x'")


def test_the_whole_deck_is_restyled_in_a_few_lines(tmp_path: Path) -> None:
    style = """\
style:
  paints: {house: "#004400"}
  faces:
    card: {layers: {ground: {fill: white}}}
"""
    for code in ("R7", "TRP"):
        first = looks.drawn(tmp_path, code, style)[0]
        assert isinstance(first, Shape)
        assert first.fill == "#FFFFFF"


def test_a_face_is_made_once_for_a_game(tmp_path: Path) -> None:
    game = looks.game(tmp_path)
    assert face.faces_of(game) is face.faces_of(game)


@pytest.mark.parametrize("name", ["cinco", "diez"])
def test_drawing_twice_gives_the_same(name: str) -> None:
    game = load(name)
    code = looks.card(game, "R1")
    assert as_text(Faces(game).draw(code, "es")) == as_text(Faces(game).draw(code, "es"))

"""Art files: what is understood, what is refused with its place, what a hostile file costs."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from card_specs.language.problems import Problems
from deckgen import art
from deckgen.drawing import Group, Shape, Text, as_text

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'


NO_COLOUR = "is not a colour; write #RRGGBB, none, currentColor or var(--name)"
OPEN = " — open it in a drawing program"


def measure(family: str, weight: str, size: float, text: str, spacing: float) -> tuple[str, float]:
    if family != "Lato":
        raise ValueError(f"there is no font '{family}'")
    return f"Lato {weight}", len(text) * size / 2


def read(body: str) -> art.Art:
    problems = Problems()
    found = art.read((HEAD + body + "</svg>").encode(), "a.svg", problems, measure)
    assert [str(problem) for problem in problems.found] == []
    assert found is not None
    return found


def refused(text: str | bytes) -> list[str]:
    problems = Problems()
    data = text if isinstance(text, bytes) else text.encode()
    assert art.read(data, "a.svg", problems, measure) is None
    return [str(problem) for problem in problems.found]


def lines(body: str) -> list[str]:
    return as_text(read(body).marks).splitlines()


def test_shapes_inherit_and_override() -> None:
    assert lines(
        '<g fill="none" stroke="#abc" stroke-width=".5" stroke-linecap="round">'
        '<path d="M0 0h5"/><line x1="1" y1="2" x2="3" y2="4" stroke="rgb(1,2,3)"/></g>'
        '<polygon points="0,0 4,0 4 4" fill-rule="evenodd"/>'
        '<rect width="0" height="5"/><path d=""/>'
    ) == [
        "shape - stroke #AABBCC 0.5 round miter M 0 0 L 5 0",
        "shape - stroke #010203 0.5 round miter M 1 2 L 3 4",
        "shape #000000 evenodd M 0 0 L 4 0 L 4 4 Z",
    ]


def test_style_attributes_and_what_editors_leave_behind() -> None:
    assert lines(
        "<title>heart</title><metadata><x>y</x></metadata><desc/>"
        '<sodipodi:namedview xmlns:sodipodi="s" pagecolor="red"/>'
        '<path xmlns:inkscape="i" inkscape:label="l" id="p" '
        'style="fill:#112233;fill-opacity:1;stroke:none;-inkscape-stroke:none" d="M0 0L1 1"/>'
    ) == ["shape #112233 M 0 0 L 1 1"]


def test_paints_are_resolved_by_the_face() -> None:
    found = read(
        '<g color="var(--deep, #010101)"><path fill="currentColor" d="M0 0L1 1"/></g>'
        '<path fill="var(--base)" stroke="currentColor" d="M0 0L1 1"/>'
        '<path fill="var(--tint, white)" d="M0 0L1 1"/>'
    )
    assert found.paints == {"deep", "base", "currentColor", "tint"}
    paints = {"base": "#D12B38", "currentColor": "#FFFFFF"}
    shapes = art.in_paints(found.marks, paints.get)
    assert [mark.fill for mark in shapes if isinstance(mark, Shape)] == [
        "#010101",
        "#D12B38",
        "#FFFFFF",
    ]
    with pytest.raises(KeyError, match="base"):
        art.in_paints(found.marks, {"currentColor": "#000000"}.get)


def test_use_symbols_and_clips() -> None:
    found = read(
        '<defs><symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol>'
        '<clipPath id="c"><rect width="4" height="4" transform="translate(1 1)"/></clipPath></defs>'
        '<use href="#s" x="2" y="2" width="20" height="10" fill="#FF0000"/>'
        '<g clip-path="url(#c)"><rect id="r" width="9" height="9"/></g><use href="#r" x="3"/>'
    )
    first, second, third = found.marks
    assert isinstance(first, Group)
    assert first.matrix == (1, 0, 0, 1, 7, 2)  # keeps its shape, centred
    assert isinstance(first.marks[0], Shape)
    assert first.marks[0].fill == "#FF0000"
    assert isinstance(second, Group)
    assert second.clip is not None
    assert second.clip.path[0] == ("M", 1, 1)
    assert isinstance(third, Group)
    assert third.matrix[4] == 3


def test_letters_are_measured() -> None:
    (mark,) = read(
        '<text x="12" y="9" font-family="Lato" font-size="4" text-anchor="middle">ab</text>'
    ).marks
    assert isinstance(mark, Text)
    assert (mark.x, mark.y, mark.font, mark.width) == (10, 9, "Lato 400", 4)


def test_every_mistake_has_its_place() -> None:
    text = (
        f'{HEAD}\n<path d="M0 0L5" fil="red"/>\n<rect width="a"/><use href="http://x"/>\n'
        '<circle r="5" fill="chartreuse" opacity=".5"/><image/>\n'
        '<text font-family="Arial">a</text><use href="#hart"/><g id="heart"/></svg>'
    )
    assert [message.removeprefix("a.svg:").partition(" — ")[0] for message in refused(text)] == [
        "4:47: error: unknown element <image>",
        "2:23: error: unknown attribute 'fil'",
        "2:10: error: 'L' needs 2 numbers, or a multiple; found 1",
        "3:14: error: width: 'a' is not a number",
        "3:29: error: 'http://x' points outside the file",
        f"4:21: error: 'chartreuse' {NO_COLOUR}",
        "4:42: error: opacity .5: only 1 is possible; give a plain lighter colour",
        "5:20: error: there is no font 'Arial'",
        "5:46: error: nothing has the id 'hart'",
    ]


def test_hints() -> None:
    assert refused(HEAD + "<pth/></svg>")[0].endswith("— did you mean 'path'?")
    assert refused(HEAD + '<use href="#hart"/><g id="heart"/></svg>')[0].endswith("'heart'?")
    assert "layer of its own" in refused(HEAD + "<image/></svg>")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<svg", f"1:1: error: this is not XML: unclosed token{OPEN}"),
        (
            b"\x89PNG\r\n",
            f"1:1: error: this is not XML: not well-formed (invalid token){OPEN}",
        ),
        ("<g/>", "1:1: error: the outermost element is <g> — it must be <svg>"),
        (HEAD + "x</svg>", "1:62: error: text inside <svg>"),
        (HEAD.replace("viewBox", "id") + "</svg>", "1:1: error: <svg> has no viewBox"),
        (
            HEAD.replace("24 24", "24") + "</svg>",
            "1:50: error: a viewBox is x, y, width and height",
        ),
        (
            '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg/>',
            "1:1: error: a DOCTYPE, which art files must not have — delete the <!DOCTYPE …> part",
        ),
        (
            "<?php x?>" + HEAD + "</svg>",
            "1:1: error: a processing instruction <?php …?> — delete it",
        ),
    ],
)
def test_what_is_no_art(text: str | bytes, message: str) -> None:
    assert refused(text) == [f"a.svg:{message}"]


def test_nothing_uses_itself() -> None:
    found = refused(f'{HEAD}<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>')
    assert all("uses itself" in message for message in found)


def test_a_drawing_that_explodes_is_stopped() -> None:
    levels = "".join(
        f'<g id="l{n}">' + f'<use href="#l{n - 1}"/>' * 10 + "</g>" for n in range(1, 12)
    )
    start = time.process_time()
    found = refused(f'{HEAD}<defs><path id="l0" d="M0 0"/>{levels}</defs><use href="#l11"/></svg>')
    assert "more than 20000 shapes" in found[0]
    assert time.process_time() - start < 5


def test_depth_and_size_have_limits() -> None:
    assert "deep" in refused(HEAD + "<g>" * 100 + "</g>" * 100 + "</svg>")[0]
    assert "art may have 5 MB" in refused(b" " * 5_000_001)[0]


@settings(max_examples=60)
@given(st.text(alphabet='<>/="# \nsvgpathdefsuse0123456789.,-()abcdefM', max_size=200))
def test_any_text_is_art_or_refused(text: str) -> None:
    problems = Problems()
    found = art.read((HEAD + text).encode(), "a.svg", problems, measure)
    assert (found is None) == bool(problems.errors)

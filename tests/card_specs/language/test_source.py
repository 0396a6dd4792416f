"""YAML text as located nodes: what is kept, what is refused, and that both parsers agree."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from card_specs.language.load import BUNDLED
from card_specs.language.nodes import Mapping, Node, Scalar, Sequence
from card_specs.language.problems import Problems, SpecError
from card_specs.language.source import HAS_LIBYAML, MAX_BYTES, decode, parse

ROOT = Path(__file__).parents[3]
SPECS = sorted([*BUNDLED.glob("*.yaml"), *BUNDLED.glob("*/*.yaml")])
BAD = sorted(ROOT.glob("tests/bad_specs/yaml/*.yaml"))


def read(text: str, *, pure: bool = False) -> Node:
    problems = Problems()
    node = parse(text, "f.yaml", problems, pure=pure)
    assert not problems.found
    assert node is not None
    return node


def value(text: str) -> Scalar:
    node = read(text)
    assert isinstance(node, Mapping)
    scalar = node.items[0][1]
    assert isinstance(scalar, Scalar)
    return scalar


def test_scalars_stay_text() -> None:
    node = read("on: yes\nid: 007\ntime: 1:30\nnothing:\nnull: ~\n")
    assert isinstance(node, Mapping)
    pairs = [(key.text, item.text) for key, item in node if isinstance(item, Scalar)]
    assert pairs == [("on", "yes"), ("id", "007"), ("time", "1:30"), ("nothing", ""), ("null", "~")]


def test_marks_count_from_one() -> None:
    node = read("a: b\nlonger:\n  - ñ\n  - c\n")
    assert isinstance(node, Mapping)
    inner = node.get("longer")
    assert isinstance(inner, Sequence)
    assert [str(item.mark) for item in inner] == ["f.yaml:3:5", "f.yaml:4:5"]
    key = node.key("longer")
    assert key is not None
    assert str(key.mark) == "f.yaml:2:1"


def test_flow_collections_keep_their_source_text() -> None:
    node = read("if: [hand where color == open.color and (a, b)]\nfor: {CARD: [x, y]}\n")
    assert isinstance(node, Mapping)
    condition, choices = node.items[0][1], node.items[1][1]
    assert condition.raw == "[hand where color == open.color and (a, b)]"
    assert str(condition.at(1)) == "f.yaml:1:6"
    assert choices.raw == "{CARD: [x, y]}"


def places(scalar: Scalar) -> list[str]:
    return [str(scalar.at(i)).removeprefix("f.yaml:") for i in range(len(scalar.text) + 1)]


def test_places_inside_a_plain_scalar() -> None:
    assert places(value("do: roll")) == ["1:5", "1:6", "1:7", "1:8", "1:9"]


def test_places_inside_quotes_with_escapes() -> None:
    assert places(value("do: 'it''s'"))[3:] == ["1:10", "1:11"]
    scalar = value('do: "a\\u00e9b\\n c"')
    assert scalar.text == "aéb\n c"
    assert [places(scalar)[i] for i in (0, 1, 2, 5)] == ["1:6", "1:7", "1:13", "1:17"]


def test_places_inside_a_literal_block() -> None:
    scalar = value("do: |  # a comment\n    roll die\n    end turn\n")
    assert scalar.text == "roll die\nend turn\n"
    assert str(scalar.at(scalar.text.index("die"))) == "f.yaml:2:10"
    assert str(scalar.at(scalar.text.index("turn"))) == "f.yaml:3:9"


@pytest.mark.parametrize("text", ["do: >-\n  roll\n  die", "do: roll\n  die", "do: 'roll\n  die'"])
def test_places_inside_folded_texts(text: str) -> None:
    scalar = value(text)
    assert scalar.text == "roll die"
    line = 3 if ">" in text else 2
    assert str(scalar.at(5)) == f"f.yaml:{line}:3"


def test_bytes_with_and_without_bom_and_any_line_ends() -> None:
    problems = Problems()
    texts = {
        decode(data, "f", problems)
        for data in (b"a: \xc3\xb1\n", b"\xef\xbb\xbfa: \xc3\xb1\r\n", b"a: \xc3\xb1\r")
    }
    assert texts == {"a: ñ\n"}
    assert not problems.found


def test_a_bad_byte_is_located_also_after_a_bom() -> None:
    problems = Problems()
    assert decode(b"\xef\xbb\xbfa: 1\nb: \xe1\n", "f", problems) is None
    message = "f:2:4: error: the file is not UTF-8 text — save it with the encoding UTF-8"
    assert [str(problem) for problem in problems.found] == [message]


def test_a_large_file_is_not_parsed() -> None:
    problems = Problems()
    assert decode(b"a" * (MAX_BYTES + 1), "f", problems) is None
    message = (
        "f:1:1: error: the file is larger than 1000 kB, which no spec needs — is it the right file?"
    )
    assert [str(problem) for problem in problems.found] == [message]


def test_a_file_of_tabs_gives_a_handful_of_problems() -> None:
    problems = Problems()
    assert parse("\t\n" * 1000, "f", problems) is None
    assert len(problems.found) == 10


def test_a_file_of_very_many_values_is_not_read_to_its_end() -> None:
    problems = Problems()
    assert parse("[" + "a, " * 110_000 + "]", "f", problems) is None
    message = "f:1:299999: error: the file has more than 100000 values"
    assert [str(problem) for problem in problems.found] == [message]


def test_after_two_hundred_problems_there_is_an_end() -> None:
    with pytest.raises(SpecError) as caught:
        parse("a: b\n" * 1000, "f", Problems())
    assert len(caught.value.problems) == 201
    last = "f:202:1: error: there are more than 200 problems — mend these first"
    assert last in str(caught.value).split("\n")


def both(text: str) -> tuple[tuple[Node | None, list[str]], ...]:
    results = []
    for pure in (False, True):
        problems = Problems()
        node = parse(text, "f", problems, pure=pure)
        results.append((node, sorted(map(str, problems.found))))
    return tuple(results)


def test_libyaml_is_used_here() -> None:
    assert HAS_LIBYAML, "the comparison below would compare the pure parser with itself"


@pytest.mark.parametrize("path", [*SPECS, *BAD], ids=lambda path: path.stem)
def test_both_parsers_give_the_same(path: Path) -> None:
    text = decode(path.read_bytes(), "f", Problems())
    fast, pure = both(text or "")
    assert fast == pure


def test_both_parsers_give_the_same_for_damaged_specs() -> None:
    chance = random.Random(5)
    text = "\n".join(SPECS[0].read_text(encoding="utf-8").split("\n")[:60])
    for _ in range(60):
        at = chance.randrange(len(text))
        damaged = text[:at] + chance.choice(["", ":", "{", "]", '"', "\n", "- ", "#", ","])
        damaged += text[at + chance.randrange(3) :]
        (fast, fast_said), (pure, pure_said) = both(damaged)
        assert fast == pure, damaged
        assert fast_said == pure_said, damaged

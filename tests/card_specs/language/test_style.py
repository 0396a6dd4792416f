"""How faces inherit: layers merged, moved, taken away, and changed by the ink."""

from __future__ import annotations

from card_specs.language.problems import Problems
from card_specs.language.source import parse
from card_specs.language.style import Face, Style
from card_specs.language.style_read import read_style


def style(text: str) -> Style:
    problems = Problems()
    node = parse(text, "look.yaml", problems)
    assert node is not None
    found = read_style(node, problems, node.mark)
    assert [str(problem) for problem in problems.found] == []
    return found


def names(face: Face) -> list[str]:
    return [layer.name for layer in face.layers]


FAMILY = """
faces:
  card:
    slots: {tone: base}
    layers:
      ground: {fill: tint}
      code: {text: "{code}", at: [4, 85]}
  number:
    extends: card
    slots: {size: 31}
    layers:
      token: {circle: [31, 44, 22], fill: tone, saver: {fill: white, stroke: tone}}
      code: {above: token}
  mine:
    extends: number
    slots: {tone: gold}
    layers:
      rays: {art: rays, above: ground}
      code: none
      token: {fill: deep}
"""


def test_layers_come_from_all_ancestors_in_their_order() -> None:
    look = style(FAMILY)
    assert names(look.face("number")) == ["ground", "token", "code"]
    assert names(look.face("mine")) == ["ground", "rays", "token"]


def test_slots_of_the_descendant_win() -> None:
    slots = style(FAMILY).face("mine").slots
    assert {name: getattr(value, "value", None) for name, value in slots.items()} == {
        "tone": "gold",
        "size": "31",
    }


def test_a_layer_of_the_same_name_is_changed_not_replaced() -> None:
    token = style(FAMILY).face("mine").layers[2]
    assert sorted(token.values) == ["circle", "fill"]
    assert getattr(token.values["fill"], "value", None) == "deep"


def test_another_content_takes_the_first_ones_place() -> None:
    look = style(FAMILY + "  square: {extends: mine, layers: {token: {rect: [1, 2, 3, 4]}}}\n")
    token = look.face("square").layers[2]
    assert token.content == "rect"
    assert "circle" not in token.values


def test_at_undoes_box_and_box_undoes_at() -> None:
    look = style(FAMILY + "  boxed: {extends: number, layers: {code: {box: [1, 2, 3, 4]}}}\n")
    code = next(layer for layer in look.face("boxed").layers if layer.name == "code")
    assert "at" not in code.values


def test_saving_ink_leaves_out_bare_grounds_and_does_what_layers_say() -> None:
    look = style(FAMILY)
    saver = look.face("number", "saver")
    assert names(saver) == ["token", "code"]
    assert sorted(saver.layers[0].values) == ["circle", "fill", "stroke"]
    assert names(look.face("number", "grey")) == ["ground", "token", "code"]


def test_backs_may_extend_fronts() -> None:
    look = style(FAMILY + "backs:\n  main: {extends: card, layers: {code: none}}\n")
    assert names(look.back("main")) == ["ground"]


def test_groups_are_merged_inside() -> None:
    look = style(
        """
faces:
  card:
    layers:
      index:
        corners: [top left]
        layers:
          tab: {rect: [3, 0, 10, 20], fill: base}
          sign: {art: heart, at: [8, 17], size: 5}
  mine:
    extends: card
    layers:
      index:
        layers:
          sign: {size: 6}
          wheel: {art: wheel, below: sign}
"""
    )
    index = look.face("mine").layers[0]
    assert index.corners == ("top left",)
    assert [layer.name for layer in index.layers] == ["tab", "wheel", "sign"]
    assert [layer.name for layer in look.face("mine").everything()] == [
        *("index", "tab", "wheel", "sign")
    ]

"""Setting text: even lines, shrinking, hyphens, growing, and what no longer fits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckgen import fonts, typeset
from deckgen.typeset import Setting, TooLongError

FACE = typeset.Face("Lato", "Lato Black", 3.1, 2.65, 3.9 / 3.1)


LONG_WORDS = "desencadenarían supercalifragilisticoespialidosos contraataques interplanetarios"
WORDS = ("el", "dos", "**cartas**", "{card}", "jugador", "interminable", "uno.")


def said(setting: Setting) -> list[str]:
    return [
        "".join(f"{{{run.text}}}" if run.icon else run.text for run in line.runs)
        for line in setting.lines
    ]


def block(text: str, height: float = 11.6, grow: float = 0.0, language: str = "es") -> Setting:
    return typeset.block(text, FACE, 47.5, height, grow, language)


def test_lines_are_even() -> None:
    text = (
        "Ocupa el sitio de cualquier {card} **numérica.** "
        "Vuelve a tu mano cuando llega la verdadera."
    )
    setting = block(text)
    assert said(setting) == [
        "Ocupa el sitio de cualquier{card}",
        "numérica.Vuelve a tu mano",
        "cuando llega la verdadera.",
    ]
    assert setting.size == 3.1


def test_runs_have_their_place_and_font() -> None:
    (line,) = block("roba **dos** {card}.").lines
    lato, black = fonts.font("Lato"), fonts.font("Lato Black")
    space = lato.width(" ", 3.1)
    assert [(run.text, run.bold, run.icon) for run in line.runs] == [
        ("roba", False, False),
        ("dos", True, False),
        ("card", False, True),
        (".", False, False),
    ]
    second, third, last = line.runs[1:]
    assert second.x == pytest.approx(lato.width("roba", 3.1) + space)
    assert third.x == pytest.approx(second.x + black.width("dos", 3.1) + space)
    assert last.x == pytest.approx(third.x + typeset.ICON_WIDTH * 3.1)  # glued to the full stop
    assert line.width == pytest.approx(last.x + lato.width(".", 3.1))


def test_paragraphs_break_where_the_text_does() -> None:
    assert said(block("uno\ndos tres")) == ["uno", "dos tres"]


def test_a_longer_text_shrinks_first() -> None:
    text = (
        "Cada uno de los demás jugadores roba dos cartas, "
        "y quien tenga un cinco lo enseña a todos antes de seguir."
    )
    setting = block(text)
    assert 2.65 <= setting.size < 3.1
    assert len(setting.lines) == 3


def test_then_words_are_divided() -> None:
    setting = typeset.block(LONG_WORDS, FACE, 30, 15.6, 0, "es")
    found = said(setting)
    assert any(line.endswith("-") for line in found)
    assert all("- " not in line for line in found)
    plain = "".join(found).replace("-", "").replace(" ", "")
    assert plain == LONG_WORDS.replace(" ", "")


def test_english_is_divided_by_its_own_patterns() -> None:
    word = "antidisestablishmentarianism"
    assert said(typeset.block(word, FACE, 30, 15.6, 0, "en"))[0].endswith("-")
    with pytest.raises(TooLongError):
        typeset.block(word, FACE, 30, 15.6, 0, "xx")


def test_then_the_box_grows_and_then_it_is_too_long() -> None:
    text = (
        "Un texto bastante más largo de lo normal, que no cabe en tres líneas "
        "ni siquiera con letra pequeña y hace crecer la caja hacia arriba."
    )
    with pytest.raises(TooLongError, match=r"needs 4 lines .* room for 3"):
        block(text)
    setting = block(text, grow=8)
    assert setting.height > 11.6
    assert setting.size == 2.65
    with pytest.raises(TooLongError):
        block(text * 3, grow=8)


def test_a_word_that_is_too_wide_is_named() -> None:
    with pytest.raises(TooLongError, match=r"the word 'X+' is wider than the box"):
        block("X" * 80)


def test_one_line_shrinks_to_its_least() -> None:
    face = typeset.Face("Fredoka One", "Fredoka One", 6.2, 4.6)
    assert typeset.line("Embargo", face, 47.5).size == 6.2
    assert 4.6 <= typeset.line("Personalizable a tu gusto", face, 60).size < 6.2
    with pytest.raises(TooLongError, match=r"there is room for 20\.0 mm"):
        typeset.line("Personalizable", face, 20)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.sampled_from(WORDS),
        min_size=1,
        max_size=30,
    )
)
def test_nothing_is_ever_clipped(words: list[str]) -> None:
    """Every word is there, in order, and every line inside its box; or the text is refused."""
    text = " ".join(words)
    try:
        setting = typeset.block(text, FACE, 30, 12, 4, "es")
    except TooLongError:
        return
    assert all(line.width <= 30 + 1e-6 for line in setting.lines)
    assert setting.height <= 16 + 1e-6
    plain = "".join(said(setting)).replace("-", "").replace(" ", "")
    assert plain == text.replace("**", "").replace(" ", "")

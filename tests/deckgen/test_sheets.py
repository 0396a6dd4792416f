"""Which cards a wish prints, of the bundled games and of small specs."""

from collections import Counter
from pathlib import Path

import pytest

from card_specs.language.load import load
from card_specs.language.problems import PersonError, SpecError
from deckgen.files import write_whole
from deckgen.print_contract import check
from deckgen.printers import Printer, remember
from deckgen.sheet import Backs, MarksOn, Order, Side
from deckgen.sheets import Deck, SheetWish, TableWish, Wish, deck_to_print
from deckgen.to_pdf import write

GAMES = {"cinco": 135, "cinquillo": 40, "diez": 144, "cinco_vivos": 108, "seis": 108}


def made(game: str | Path, **wish: object) -> Deck:
    return deck_to_print(load(game), Wish(**wish))  # type: ignore[arg-type]


def fronts(deck: Deck) -> list[str]:
    """Every card in the order in which it is printed."""
    return [
        name
        for sheet in deck.job.sheets
        if sheet.side is not Side.BACK
        for name in sheet.faces
        if not name.startswith("back ")
    ]


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(("game", "cards"), GAMES.items())
def test_every_bundled_deck_keeps_the_print_contract(game: str, cards: int, lang: str) -> None:
    deck = made(game, language=lang)
    data = write(deck.job)
    report = check(data, "deck.pdf")
    assert [str(problem) for problem in report.problems] == []
    assert deck.warnings == ()
    assert (report.cards, report.bitmaps, report.paper) == (cards, 0, "a4")
    assert report.off_place is not None
    assert report.off_place < 0.01
    assert report.off_front is not None
    assert report.off_front < 0.01
    assert len(data) < 100_000


def test_cards_come_in_the_specs_order() -> None:
    cards = fronts(made("cinco"))
    assert cards[:5] == ["R1", "R1", "R2", "R2", "R3"]
    assert cards[-5:] == ["CHG"] * 5
    assert Counter(cards)["WILD5"] == 5


def test_several_backs_lie_behind_their_own_fronts() -> None:
    game = load("seis")
    backs = {card.name: card.back for card in game.kinds.values()}
    assert len(set(backs.values())) == 2
    deck = deck_to_print(game, Wish())
    axis = deck.job.layout.axis
    assert axis is not None
    pages = deck.job.sheets
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        there = {round(s.trim.x) + 1000 * round(s.trim.y): n for s, n in
                 zip(back.slots, back.faces, strict=True)}  # fmt: skip
        for slot, name in zip(front.slots, front.faces, strict=True):
            place = axis.rect(slot.trim)
            kind = next(k for k in game.kinds if name.startswith(k)) if name in backs else "number"
            expected = backs.get(name, backs.get(kind))
            assert there[round(place.x) + 1000 * round(place.y)] == f"back {expected}"


def test_only_takes_codes_of_any_language() -> None:
    assert fronts(made("cinco", only=("R-COM7", "a1"))) == ["B1", "B1", "R-WILD7"]
    assert fronts(made("cinco", only=("WILD5",), copies=2)) == ["WILD5", "WILD5"]
    with pytest.raises(PersonError, match="no card has the code 'R10'"):
        made("cinco", only=("R10",))


def test_copies_print_the_whole_deck_again() -> None:
    once, twice = fronts(made("cinquillo")), fronts(made("cinquillo", copies=2))
    assert twice == once * 2


def test_the_small_print_says_on_whose_terms() -> None:
    deck = made("cinco", language="es")
    assert "no lo vendas" in deck.job.small.terms
    assert "prohibido venderlo" in deck.job.small.terms
    assert deck.job.about.title == "CINCO"
    assert made("cinco", language="en").job.about.title == "FIVE"


def test_small_print_that_the_font_cannot_show(tiny: Path) -> None:
    tiny.write_text(SPEC.replace("{en: Tiny}", '{en: "Tiny ☃"}'), encoding="utf-8")
    with pytest.raises(SpecError) as error:
        made(tiny)
    assert str(error.value) == (
        f"{tiny}:1:7: error: title, credits or licence (en): the font Lato has no '☃' (U+2603)"
        " — the sheets' small print needs it: use another character"
    )


def test_a_title_of_several_lines_is_one_line_of_small_print(tiny: Path) -> None:
    title = 'title: {en: "Tiny\\n (and) \\\\ small"}'
    tiny.write_text(SPEC.replace("title: {en: Tiny}", title, 1), encoding="utf-8")
    deck = made(tiny)
    assert deck.job.small.title == "Tiny (and) \\ small"
    assert check(write(deck.job), "x.pdf").good


def test_a_language_that_the_game_does_not_speak() -> None:
    with pytest.raises(PersonError, match="cinco does not speak 'de' — known: en, es"):
        made("cinco", language="de")


SPEC = """\
game: tiny
title: {en: Tiny}
players: 2-4
options:
  jokers: {default: 1, min: 0, max: 9}
  long: {default: false, values: [true, false]}
words:
  suit:
    sun: {letter: S, name: {en: Sun}, paints: {base: "#8F4404"}}
cards:
  number: {code: "{suit}{rank}", suit: all, rank: 1-3, copies: "=players"}
  JOK: {title: {en: Joker}, text: {en: Anything.}, copies: "=jokers", back: none}
variants:
  standard: {title: {en: standard}}
  duel: {title: {en: duel}, players: 2}
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.yaml"
    path.write_text(SPEC, encoding="utf-8")
    return path


def test_copies_follow_players_options_and_variants(tiny: Path) -> None:
    def count(**table: object) -> Counter[str]:
        return Counter(fronts(made(tiny, table=TableWish(**table))))  # type: ignore[arg-type]

    assert count() == {"S1": 4, "S2": 4, "S3": 4, "JOK": 1}
    assert count(players=3) == {"S1": 3, "S2": 3, "S3": 3, "JOK": 1}
    assert count(variant="duel")["S1"] == 2
    assert count(options=("jokers=5", "long = true"))["JOK"] == 5
    assert "JOK" not in count(options=("jokers=0",))


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (TableWish(players=7), "tiny is for 2-4 players, not for 7"),
        (TableWish(players=3, variant="duel"), "tiny is for 2 players, not for 3"),
        (TableWish(variant="dual"), "tiny has no variant 'dual' — did you mean 'duel'?"),
        (TableWish(options=("joker=1",)), "tiny has no option 'joker' — did you mean 'jokers'?"),
        (TableWish(options=("jokers",)), "'jokers' sets no option — write it as name=value"),
        (TableWish(options=("jokers=12",)), "option 'jokers' cannot be '12' — allowed: 0-9"),
        (TableWish(options=("jokers=x",)), "option 'jokers' cannot be 'x' — allowed: 0-9"),
        (
            TableWish(options=("long=maybe",)),
            "option 'long' cannot be 'maybe' — allowed: true, false",
        ),
    ],
)
def test_a_table_that_cannot_be(tiny: Path, table: TableWish, says: str) -> None:
    with pytest.raises(PersonError) as error:
        made(tiny, table=table)
    assert str(error.value) == says


def test_a_card_without_a_back_has_none(tiny: Path) -> None:
    deck = made(tiny, only=("JOK", "S1"), copies=1)
    front, back = deck.job.sheets
    assert front.faces == ("S1", "JOK")
    assert back.faces == ("back main",)
    only_joker = made(tiny, only=("JOK",))
    assert [sheet.side for sheet in only_joker.job.sheets] == [Side.FRONT]
    assert check(write(only_joker.job), "x.pdf").good


def test_no_cards_at_all(tiny: Path) -> None:
    with pytest.raises(PersonError, match="tiny has no cards to print for such a table"):
        made(tiny, only=("JOK",), table=TableWish(options=("jokers=0",)))


def test_faces_that_cannot_be_drawn_are_told_at_once(tiny: Path) -> None:
    broken = SPEC.replace("Anything.", "word " * 300).replace("back: none", "back: mian")
    tiny.write_text(broken, encoding="utf-8")
    with pytest.raises(SpecError) as error:
        made(tiny)
    back, text = map(str, error.value.problems)
    assert "tiny.yaml:12:3: error: unknown back 'mian' — did you mean 'main'?" in back
    assert "tiny.yaml:12:40: error: card JOK (en): layer 'words'" in text


@pytest.mark.parametrize("ink", ["full", "saver", "grey"])
def test_every_ink_prints(ink: str) -> None:
    data = write(made("diez", ink=ink, only=("R1", "BUS")).job)
    assert check(data, "x.pdf").good


@pytest.mark.parametrize("bleed", [0.0, 1.0, 5.0])
def test_the_bleed_asked_for_is_seen_where_there_is_room(bleed: float) -> None:
    deck = made("cinco", bleed=bleed, sheet=SheetWish(gap=12.0), only=("R1",))
    slot = deck.job.sheets[0].slots[1]
    assert slot.trim.y - slot.clip.y == pytest.approx(bleed)
    assert slot.clip.x == pytest.approx(slot.trim.x - min(bleed, 6.0))


def test_another_card_size(tmp_path: Path) -> None:
    deck = made("cinquillo", card="mini")
    assert deck.report["per_sheet"] == 16
    assert deck.report["card_mm"] == [44, 68]
    assert check(write(deck.job), "x.pdf").good


def test_a_printers_profile_moves_the_backs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKGEN_CONFIG", str(tmp_path))
    remember("home", Printer((0.5, -0.25), (1.002, 1.0)))
    options = made("cinquillo", sheet=SheetWish(printer="home")).job.layout.options
    assert (options.shift, options.scale) == ((0.5, -0.25), (1.002, 1.0))
    own = made("cinquillo", sheet=SheetWish(printer="home", shift=(0.0, 1.0)))
    assert own.job.layout.options.shift == (0.0, 1.0)
    folded = made("cinquillo", sheet=SheetWish(printer="home", backs=Backs.FOLD))
    assert check(write(folded.job), "x.pdf").good


def test_a_shift_without_back_pages_is_refused() -> None:
    for backs in (Backs.FOLD, Backs.NONE):
        with pytest.raises(PersonError, match="has none — leave it out"):
            made("cinquillo", sheet=SheetWish(backs=backs, shift=(1.0, 0.0)))


def test_the_duplex_hint_suits_the_order() -> None:
    def hint(**sheet: object) -> str:
        return made("cinquillo", sheet=SheetWish(**sheet)).job.about.duplex  # type: ignore[arg-type]

    assert hint() == "DuplexFlipLongEdge"
    assert hint(backs=Backs.DUPLEX_SHORT) == "DuplexFlipShortEdge"
    assert hint(backs=Backs.FOLD) == hint(backs=Backs.NONE) == "Simplex"
    assert hint(order=Order.FRONTS_FIRST) == "Simplex"


def test_no_room_for_the_small_print_is_a_warning() -> None:
    sheet = SheetWish(paper="63.5x88.9", margin=0.0, marks_on=MarksOn.BOTH)
    deck = made("cinquillo", sheet=sheet, only=("O1",))
    assert any("no room in the margin" in warning for warning in deck.warnings)


def test_a_spec_with_a_bitmap_stores_it_once(tmp_path: Path) -> None:
    from io import BytesIO

    from PIL import Image

    (tmp_path / "art").mkdir()
    picture = BytesIO()
    Image.effect_noise((820, 1100), 80).convert("RGBA").save(picture, "PNG")
    write_whole(tmp_path / "art" / "photo.png", picture.getvalue(), tell=False)
    text = SPEC.replace("back: none", "back: none, face: picture, look: {picture: photo}")
    (tmp_path / "tiny.yaml").write_text(text, encoding="utf-8")
    data = write(made(tmp_path / "tiny.yaml", table=TableWish(options=("jokers=9",))).job)
    report = check(data, "x.pdf")
    assert report.good
    assert report.bitmaps == 9
    assert data.count(b"/Subtype /Image") <= 2  # the picture and its transparency

"""The deck's own faces, small, once."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from card_specs.language.deck import deck
from card_specs.language.load import load
from card_specs.language.model import Card
from deckgen import small_pictures
from deckgen.starter import starter
from pbem.mails.pictures import LARGEST, Drawn, look_of

from .tabletop import spec_of

GAMES = ["cinco", "cinco_vivos", "cinquillo", "diez", "seis"]


@pytest.mark.parametrize("game", GAMES)
def test_faces_and_symbols_are_small_pictures(game: str) -> None:
    spec, pictures = spec_of(game), Drawn()
    seen: dict[str, Card] = {}
    for card in deck(spec):
        seen.setdefault(card.kind.name, card)
    for card in seen.values():
        data = pictures.card(spec, card, "es")
        assert 0 < len(data) < LARGEST, card.code
        image = Image.open(BytesIO(data))
        assert image.width == 144
        corner = image.convert("RGBA").getpixel((0, 0))
        assert isinstance(corner, tuple)
        assert corner[3] < 40  # it is cut round
    for words in spec.words.values():
        for word in words.values():
            if word.paints and word.symbol:
                assert 0 < len(pictures.symbol(spec, word)) < 3000, word.name


def test_pictures_are_drawn_once_and_kept_on_disk(tmp_path: Path) -> None:
    spec = spec_of("cinco")
    card = next(iter(deck(spec)))
    first = Drawn(tmp_path / "cache")
    data = first.card(spec, card, "es")
    assert first.card(spec, card, "es") is data
    (file,) = (tmp_path / "cache").iterdir()
    assert file.read_bytes() == data
    file.write_bytes(b"kept")
    assert Drawn(tmp_path / "cache").card(spec, card, "es") == b"kept"


def test_a_kept_picture_needs_no_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of("cinco")
    card = next(iter(deck(spec)))
    data = Drawn(tmp_path / "cache").card(spec, card, "es")
    monkeypatch.setattr(small_pictures, "card_drawing", None)
    assert Drawn(tmp_path / "cache").card(spec, card, "es") == data


def test_a_changed_deck_is_drawn_anew(tmp_path: Path) -> None:
    path, data = starter("mine", tmp_path / "mine.yaml")
    path.write_bytes(data)
    spec = load(path)
    before = look_of(spec)
    assert look_of(load(path)) == before
    path.write_bytes(data + b"# changed\n")
    assert look_of(spec) != before


def test_a_cache_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    spec = spec_of("cinco")
    assert Drawn(tmp_path / "cache").card(spec, next(iter(deck(spec))), "en")

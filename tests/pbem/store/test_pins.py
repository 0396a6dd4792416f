"""Specs kept by a host: what affects play is pinned, what only looks is kept beside it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from card_specs.language.deck import deck
from card_specs.language.problems import PersonError
from deckgen.face import draw
from pbem.store.pins import keep, kept

STARTER = Path(__file__).parents[3] / "card_specs" / "art" / "cinco"
SPEC = """
game: probe
title: {es: Prueba, en: Probe}
players: 2
zones:
  stock: {order: stack, seen: nobody}
deck: stock
cards:
  ONE: {copies: 9}
style:
  art: pictures
"""


def test_a_kept_spec_can_still_draw_its_cards(tmp_path: Path) -> None:
    for name in ("cinco", "seis"):
        _, pin = keep(name, tmp_path)
        game = kept(pin, tmp_path)
        for card in deck(game)[:12]:
            assert draw(game, card, "es")


def test_art_is_kept_but_not_pinned(tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(STARTER, home / "pictures")
    (home / "probe.yaml").write_text(SPEC, encoding="utf-8")
    _, pin = keep(str(home / "probe.yaml"), tmp_path / "specs")
    folder = tmp_path / "specs" / pin.sha256
    art = sorted((folder / "pictures").glob("*.svg"))
    assert art
    art[0].write_bytes(b"another drawing")
    assert kept(pin, tmp_path / "specs").id == "probe"


def test_rules_are_pinned(tmp_path: Path) -> None:
    _, pin = keep("cinco", tmp_path)
    main = tmp_path / pin.sha256 / "cinco.yaml"
    main.write_text(main.read_text("utf-8").replace("copies: 7", "copies: 8"), encoding="utf-8")
    with pytest.raises(PersonError, match="changed after its game had begun"):
        kept(pin, tmp_path)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "pictures").mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(b"secret")
    (home / "pictures" / "x.png").symlink_to(tmp_path / "secret.png")
    (home / "probe.yaml").write_text(SPEC, encoding="utf-8")
    _, pin = keep(str(home / "probe.yaml"), tmp_path / "specs")
    assert not list((tmp_path / "specs" / pin.sha256).rglob("*.png"))

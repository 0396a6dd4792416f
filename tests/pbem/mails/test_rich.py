"""Patterns with bold words and slots."""

from __future__ import annotations

from pbem.mails.rich import Bold, Chip, Link, fill, joined, said, typed


def test_slots_are_put_in_as_they_are() -> None:
    found = fill("Hasta el **{when}**, {name}.", {"when": "martes", "name": "{x} **y**"})
    assert found == ("Hasta el ", Bold("martes"), ", ", "{x} **y**", ".")
    assert said(found) == "Hasta el martes, {x} **y**."


def test_runs_can_be_put_in() -> None:
    chip, link = Chip("R7", "R7"), Link("pausa", "mailto:x", "«ausente 7d»")
    found = fill("{card} y {link}", {"card": chip, "link": (link, ".")})
    assert found == (chip, " y ", link, ".")
    assert typed(found) == "R7 y pausa («ausente 7d»)."


def test_joining() -> None:
    assert joined([("a",), (Bold("b"),)], ", ") == ("a", ", ", Bold("b"))
    assert joined([], ", ") == ()

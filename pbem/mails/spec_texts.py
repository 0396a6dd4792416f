"""A spec's own texts for mails with what they name put in."""

from __future__ import annotations

from pbem.engine.cards import code_of
from pbem.engine.lexicon import Parts
from pbem.mails.rich import Rich, fill
from pbem.mails.scene import Scene


def spec_text(scene: Scene, pattern: str, parts: Parts | None = None) -> Rich:
    """A text of the spec with what it names put in: `{turn}`, `{lot}`, `{die.turn}`, `{card}`."""
    return fill(pattern, _Slots(scene, parts))


class _Slots(dict[str, object]):
    """What may stand in braces in the spec's texts for mails."""

    def __init__(self, scene: Scene, parts: Parts | None) -> None:
        super().__init__()
        self._scene = scene
        words = scene.words
        if parts is not None:
            self["card"] = " ".join(words.code(card) for card in parts.cards)
            self["title"] = words.card_title(parts.cards[0]) if parts.cards else ""
            self |= {key: self._value(value) for key, value in parts.keys}

    def _value(self, value: str) -> str:
        mine = value == self._scene.me
        return self._scene.say.text("words.yourself") if mine else self._scene.words.value(value)

    def __missing__(self, name: str) -> object:
        sight, words = self._scene.sight, self._scene.words
        thing, _, owner = name.partition(".")
        of = {"turn": sight.turn, "me": sight.me}.get(owner, owner)
        full = f"{thing}.{of}" if of else thing
        if full in sight.zones:
            cards = sight.cards(full)
            return words.chips(cards) if sight.is_open(full) else str(sight.size(full))
        if full in sight.counters:
            value = sight.counters[full]
            return words.value(str(value))
        return self._term(thing, of)

    def _term(self, thing: str, of: str) -> object:
        words, sight = self._scene.words, self._scene.sight
        found = sight.term(thing, of) if of else sight.term(thing)
        if found is None:
            return "?"
        if isinstance(found, tuple):
            cards = all(code_of(str(one)) in self._scene.album.cards for one in found)
            return words.chips(found) if cards else words.players(map(str, found))
        if code_of(str(found)) in self._scene.album.cards:
            return (words.chip(str(found)),)
        return words.value(str(found))

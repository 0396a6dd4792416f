"""A practice game at the terminal.

The person reads the view of that seat and nothing else, and types moves as in a mail: the number on
the list, the move, or a card's code alone.  Reads and prints through two functions that are handed
in; knows no terminal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from card_specs.values import dataclass
from pbem import engine
from pbem.engine.lexicon import take_apart
from pbem.engine.moves import Answer, Read, read_move
from pbem.engine.refusals import explain
from pbem.practice.game import Against, Facts

_TEXTS = {
    "es": {
        "welcome": "Juegas en el asiento «{me}» contra {others}. Ayuda: ?  Salir: q",
        "your turn": "Te toca. Puedes:",
        "prompt": "> ",
        "help": (
            "Escribe el número de una jugada de la lista, la jugada («jugar R7») o solo la carta"
            " («R7»). ? ayuda, m mesa, q salir."
        ),
        "plays": "{player}: {move}",
        "throws": "{player}: dado {n}",
        "turn": "turno",
        "direction": "sentido",
        "clockwise": "horario",
        "counterclockwise": "antihorario",
        "gains": "{cards} → {zone}",
        "table": "La mesa",
        "cards": "{n} cartas",
        "card": "1 carta",
        "you": "tú",
        "over": "Fin de la partida. Gana {winners}.",
        "nobody": "nadie",
        "score": "{player}: {score}",
        "goodbye": "Hasta otra.",
        "and": " y ",
    },
    "en": {
        "welcome": "You sit at “{me}” against {others}. Help: ?  Leave: q",
        "your turn": "It is your turn. You may:",
        "prompt": "> ",
        "help": (
            "Type the number of a move on the list, the move (“play R7”) or the card alone (“R7”)."
            " ? help, m table, q leave."
        ),
        "plays": "{player}: {move}",
        "throws": "{player}: die {n}",
        "turn": "turn",
        "direction": "direction",
        "clockwise": "clockwise",
        "counterclockwise": "counterclockwise",
        "gains": "{cards} → {zone}",
        "table": "The table",
        "cards": "{n} cards",
        "card": "1 card",
        "you": "you",
        "over": "The game is over. The winner: {winners}.",
        "nobody": "nobody",
        "score": "{player}: {score}",
        "goodbye": "Goodbye.",
        "and": " and ",
    },
}

MOST_CARDS = 12
"""Cards of a zone shown; a pile's top ones are the first."""

MOST_LISTED = 40
"""Legal moves shown; all can be typed."""


@dataclass(frozen=True)
class Terminal:
    """One game at the terminal; `hear` shows a prompt and gives the line typed, None at the end."""

    game: Against
    lang: str
    say: Callable[[str], None]
    hear: Callable[[str], str | None]

    @property
    def texts(self) -> Mapping[str, str]:
        return _TEXTS.get(self.lang, _TEXTS["en"])

    def play(self) -> bool:
        """The whole game; False if the person left."""
        game = self.game
        names = self.texts["and"].join(f"{one} ({game.bot})" for one in game.others)
        self.say(self.texts["welcome"].format(me=game.me, others=names))
        while asks := game.asks():
            happened = game.bot_plays()
            if happened is None:
                move = self._ask(asks[game.me])
                if move is None:
                    self.say(self.texts["goodbye"])
                    return False
                happened = game.play(game.me, move)
            self._tell(happened)
        self._show_table()
        self._show_result()
        return True

    # --- moves --------------------------------------------------------------------------------

    def _tell(self, facts: Facts) -> None:
        """What the person may know of what happened, one line for each thing."""
        named: set[str] = set()
        for fact in facts:
            if not self.game.may_know(fact):
                continue
            if "move" in fact:
                named = set(take_apart(fact["move"]).cards)
            # Where a card goes that was just named is no news.
            if not set(fact.get("gained", ())) <= named or "move" in fact or "die" in fact:
                line = self._fact(fact)
                if line:
                    self.say("  " + line)

    def _fact(self, fact: Mapping[str, Any]) -> str:
        texts, player = self.texts, fact.get("player", "")
        if "move" in fact and player != self.game.me:
            return texts["plays"].format(
                player=player, move=self.game.lexicon.show(fact["move"], self.lang)
            )
        if "die" in fact:
            return texts["throws"].format(player=self._who(player), n=fact["die"])
        if "gained" in fact:
            return texts["gains"].format(
                cards=self._cards(fact["gained"]), zone=self._title(fact["zone"])
            )
        return ""

    def _ask(self, moves: Sequence[str]) -> str | None:
        """The person's move; None if they leave."""
        self._show_table()
        self._list(moves)
        while True:
            line = self.hear(self.texts["prompt"])
            if line is None or line.strip().lower() in ("q", "quit", "salir"):
                return None
            said = line.strip()
            if said in ("?", "help", "ayuda"):
                self.say(self.texts["help"])
            elif said.lower() in ("", "m"):
                self._show_table()
                self._list(moves)
            else:
                answer = self._read(said, moves)
                if isinstance(answer, Read):
                    return answer.move
                self.say(explain(self.game.lexicon, answer, self.lang))

    def _read(self, said: str, moves: Sequence[str]) -> Answer:
        number = re.fullmatch(r"(\d{1,4})[.)]?", said)
        if number and 1 <= int(number[1]) <= len(moves):
            return Read(moves[int(number[1]) - 1])
        return read_move(self.game.lexicon, moves, said, self.lang, _codes(self.game.view()))

    # --- showing ------------------------------------------------------------------------------

    def _list(self, moves: Sequence[str]) -> None:
        self.say(self.texts["your turn"])
        for number, move in enumerate(moves[:MOST_LISTED], 1):
            self.say(f"  {number:>2}. {self.game.lexicon.show(move, self.lang)}")
        if len(moves) > MOST_LISTED:
            self.say("   …")

    def _show_table(self) -> None:
        self.say("")
        self.say(f"— {self.texts['table']} —")
        view = self.game.view()
        for name, cards in view.zones.items():
            if cards:
                self.say(f"  {self._title(name)}: {self._cards(cards)}")
        for name, value in view.public["counters"].items():
            if value not in (0, "", False):
                self.say(f"  {self._title(name)}: {self._value(value)}")

    def _cards(self, cards: Any) -> str:
        if isinstance(cards, int):
            return self.texts["card"] if cards == 1 else self.texts["cards"].format(n=cards)
        shown = [self.game.lexicon.shown_code(card, self.lang) for card in cards[:MOST_CARDS]]
        more = len(cards) - len(shown)
        return " ".join(shown) + (f" … (+{more})" if more else "")

    def _value(self, value: Any) -> str:
        if isinstance(value, int):
            return str(value)
        if value in self.game.table.seats:
            return self._who(value)
        return self.texts.get(value) or self.game.lexicon.shown_value(value, self.lang)

    def _title(self, name: str) -> str:
        """A zone or counter such as `hand.p2` in words."""
        thing, *owners = name.split(".")
        rules = self.game.rules.zones.get(thing) or self.game.rules.counters.get(thing)
        title = self.texts.get(thing, thing)
        if rules is not None:
            title = rules.noun.title.get(self.lang, title)
        words = [self.game.lexicon.shown_value(o, self.lang) for o in owners if o != self.game.me]
        return " ".join([title, *words]) if words else title

    def _show_result(self) -> None:
        result = engine.result(self.game.table, self.game.state)
        winners = self.texts["and"].join(map(self._who, result.winners)) or self.texts["nobody"]
        self.say(self.texts["over"].format(winners=winners))
        for player, score in result.scores.items():
            self.say("  " + self.texts["score"].format(player=self._who(player), score=score))

    def _who(self, player: str) -> str:
        return self.texts["you"] if player == self.game.me else player


def _codes(view: engine.View) -> set[str]:
    """All cards that a view shows."""
    return {card for cards in view.zones.values() if not isinstance(cards, int) for card in cards}

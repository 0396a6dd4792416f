"""A game at the terminal: one person against bots.

The person reads the view of that seat and nothing else, and types moves as in a mail: the number on
the list, the move, or a card's code alone.  Reads and prints through two functions that are handed
in; knows no terminal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from card_specs.language.model import Game
from card_specs.language.rules import Rules
from pbem import engine
from pbem.bots import BOTS, Seat
from pbem.engine.chance import Fast, Stream
from pbem.engine.lexicon import Lexicon, take_apart
from pbem.engine.moves import Answer, Read, read_move
from pbem.engine.refusals import explain
from pbem.engine.table_words import lexicon_of
from pbem.simulate import check_bots
from pbem.traces import players_named

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


@dataclass
class Practice:
    """One game; mutable, since it goes on while it is played."""

    table: engine.Table
    rules: Rules
    lexicon: Lexicon
    me: str
    bot: str
    seed: int
    lang: str
    say: Callable[[str], None]
    hear: Callable[[str], str | None]
    """Shows a prompt and gives the line typed; None at the end of the input."""
    luck: Fast = field(init=False)

    def __post_init__(self) -> None:
        self.texts = _TEXTS.get(self.lang, _TEXTS["en"])
        self.luck = Fast(f"practice {self.seed} bots")
        self.chance = Stream(b"practice %d" % self.seed)
        self.state = engine.begin(self.table, self.chance).state

    def play(self) -> bool:
        """The whole game; False if the person left."""
        others = [player for player in self.table.players if player != self.me]
        names = self.texts["and"].join(f"{one} ({self.bot})" for one in others)
        self.say(self.texts["welcome"].format(me=self.me, others=names))
        while asks := engine.asks(self.table, self.state):
            bots = [player for player in asks if player != self.me]
            if bots:
                player = bots[self.luck.below(len(bots))]
                self._move(player, self._choose(player, asks[player]))
                continue
            move = self._ask(asks[self.me])
            if move is None:
                self.say(self.texts["goodbye"])
                return False
            self._move(self.me, move)
        self._show_table()
        self._show_result()
        return True

    # --- moves --------------------------------------------------------------------------------

    def _choose(self, player: str, moves: Sequence[str]) -> str:
        view = engine.view(self.table, self.state, player)
        return BOTS[self.bot].choose(Seat(self.table, player, view, moves, self.luck))

    def _move(self, player: str, move: str) -> None:
        played = engine.make(self.table, self.state, player, move, self.chance)
        self.state = played.state
        self._tell(played.happened)

    def _tell(self, facts: Sequence[Mapping[str, Any]]) -> None:
        """What the person may know of what happened, one line for each thing."""
        named: set[str] = set()
        for fact in facts:
            if self.me not in fact.get("to", (self.me,)):
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
        if "move" in fact and player != self.me:
            return texts["plays"].format(
                player=player, move=self.lexicon.show(fact["move"], self.lang)
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
                self.say(explain(self.lexicon, answer, self.lang))

    def _read(self, said: str, moves: Sequence[str]) -> Answer:
        number = re.fullmatch(r"(\d{1,4})[.)]?", said)
        if number and 1 <= int(number[1]) <= len(moves):
            return Read(moves[int(number[1]) - 1])
        return read_move(self.lexicon, moves, said, self.lang, _codes(self._view()))

    # --- showing ------------------------------------------------------------------------------

    def _view(self) -> engine.View:
        return engine.view(self.table, self.state, self.me)

    def _list(self, moves: Sequence[str]) -> None:
        self.say(self.texts["your turn"])
        for number, move in enumerate(moves[:MOST_LISTED], 1):
            self.say(f"  {number:>2}. {self.lexicon.show(move, self.lang)}")
        if len(moves) > MOST_LISTED:
            self.say("   …")

    def _show_table(self) -> None:
        self.say("")
        self.say(f"— {self.texts['table']} —")
        view = self._view()
        for name, cards in view.zones.items():
            if cards:
                self.say(f"  {self._title(name)}: {self._cards(cards)}")
        for name, value in view.public["counters"].items():
            if value not in (0, "", False):
                self.say(f"  {self._title(name)}: {self._value(value)}")

    def _cards(self, cards: Any) -> str:
        if isinstance(cards, int):
            return self.texts["card"] if cards == 1 else self.texts["cards"].format(n=cards)
        shown = [self.lexicon.shown_code(card, self.lang) for card in cards[:MOST_CARDS]]
        more = len(cards) - len(shown)
        return " ".join(shown) + (f" … (+{more})" if more else "")

    def _value(self, value: Any) -> str:
        if isinstance(value, int):
            return str(value)
        if value in self.table.seats:
            return self._who(value)
        return self.texts.get(value) or self.lexicon.shown_value(value, self.lang)

    def _title(self, name: str) -> str:
        """A zone or counter such as `hand.p2` in words."""
        thing, *owners = name.split(".")
        rules = self.rules.zones.get(thing) or self.rules.counters.get(thing)
        title = self.texts.get(thing, thing)
        if rules is not None:
            title = rules.noun.title.get(self.lang, title)
        words = [self.lexicon.shown_value(o, self.lang) for o in owners if o != self.me]
        return " ".join([title, *words]) if words else title

    def _show_result(self) -> None:
        result = engine.result(self.table, self.state)
        winners = self.texts["and"].join(map(self._who, result.winners)) or self.texts["nobody"]
        self.say(self.texts["over"].format(winners=winners))
        for player, score in result.scores.items():
            self.say("  " + self.texts["score"].format(player=self._who(player), score=score))

    def _who(self, player: str) -> str:
        return self.texts["you"] if player == self.me else player


def seated(
    game: Game,
    variant: str,
    options: Mapping[str, Any],
    number: int,
    seat: int,
    bot: str,
    seed: int,
    lang: str,
    say: Callable[[str], None],
    hear: Callable[[str], str | None],
) -> Practice:
    """A game about to begin, with a person in that seat (from 1) and bots in the others."""
    check_bots([bot])
    players = players_named(number)
    table = engine.compile_table(game, variant, options, players)
    lexicon = lexicon_of(game, table.program.rules, players)
    me = players[seat - 1]
    return Practice(table, table.program.rules, lexicon, me, bot, seed, lang, say, hear)


def _codes(view: engine.View) -> set[str]:
    """All cards that a view shows."""
    return {card for cards in view.zones.values() if not isinstance(cards, int) for card in cards}

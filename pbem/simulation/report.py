"""What a simulation found, as text for people, in Spanish or English.

Only says what is in a `Tally`: wins by seat and by bot with their 95 % intervals, lengths, how much
each kind of card mattered, and which questions were a choice at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from card_specs.values import dataclass
from pbem.simulation.tally import CardFigure, Share, Tally, by_kind, card_figures, quantile, share

BAR = 24
"""Characters of a full bar."""

MOST_CARDS = 20

_TEXTS = {
    "es": {
        "point": ",",
        "title": "{title} ({variant}), {players} jugadores: {games} partidas, semilla {seed}",
        "all ended": "Todas terminaron y no se perdió ninguna carta.",
        "shared": "Victorias compartidas: {shared}.",
        "seats": "Victorias por asiento, con su intervalo del 95 % (lo justo: {even})",
        "seat": "asiento {n}",
        "unfair": "  ← fuera de lo justo",
        "bots": "Victorias por bot",
        "score": "puntos {score}",
        "length": "Jugadas por partida: mediana {median}, 95 % {p95}, máximo {most}",
        "cards": "Cartas: cuánto más (o menos) gana quien las juega",
        "plays": "{plays} jugadas",
        "clear": "claro",
        "unclear": "puede ser azar",
        "questions": "Preguntas: cuántas hubo y cuántas tenían elección",
        "choice": "{asked} preguntas, {choice} con elección",
    },
    "en": {
        "point": ".",
        "title": "{title} ({variant}), {players} players: {games} games, seed {seed}",
        "all ended": "All of them ended, and no card was lost.",
        "shared": "Shared wins: {shared}.",
        "seats": "Wins by seat, with the 95 % interval (fair: {even})",
        "seat": "seat {n}",
        "unfair": "  ← not fair",
        "bots": "Wins by bot",
        "score": "score {score}",
        "length": "Moves a game: median {median}, 95 % {p95}, most {most}",
        "cards": "Cards: how much more (or less) those win who play them",
        "plays": "{plays} plays",
        "clear": "clear",
        "unclear": "may be luck",
        "questions": "Questions: how many there were, and how many were a choice",
        "choice": "{asked} questions, {choice} with a choice",
    },
}


@dataclass(frozen=True)
class About:
    """What was simulated, as it is named in the report."""

    title: str
    variant: str
    bots: tuple[str, ...]
    """The bot at each seat of the first game, so as many as players."""
    seed: int
    kinds: Mapping[str, str]
    """Card code -> its kind."""
    kind_titles: Mapping[str, str]
    question_titles: Mapping[str, str]


def texts(lang: str) -> Mapping[str, str]:
    """The report's phrases in a language; English where there are none."""
    return _TEXTS.get(lang, _TEXTS["en"])


def report(tally: Tally, about: About, lang: str) -> str:
    """The whole report, lines with line ends."""
    return "".join(line + "\n" for line in _lines(tally, about, texts(lang)))


def _lines(tally: Tally, about: About, say: Mapping[str, str]) -> Iterator[str]:
    players = len(about.bots)
    yield say["title"].format(
        title=about.title,
        variant=about.variant,
        players=players,
        games=tally.games,
        seed=about.seed,
    )
    yield say["all ended"] + (
        " " + say["shared"].format(shared=tally.shared) if tally.shared else ""
    )
    yield ""
    yield from _seats(tally, players, say)
    if len(set(about.bots)) > 1:
        yield ""
        yield from _bots(tally, about, say)
    yield ""
    yield say["length"].format(
        median=quantile(tally.lengths, 0.5),
        p95=quantile(tally.lengths, 0.95),
        most=max(tally.lengths, default=0),
    )
    yield from _histogram(tally.lengths)
    yield ""
    yield from _cards(tally, about, say)
    yield ""
    yield from _questions(tally, about, say)


def _seats(tally: Tally, players: int, say: Mapping[str, str]) -> Iterator[str]:
    even = 1 / players
    yield say["seats"].format(even=percent(even, say))
    for seat in range(players):
        won = share(tally.seats[seat], tally.games)
        unfair = "" if won.low <= even <= won.high else say["unfair"]
        name = say["seat"].format(n=seat + 1)
        yield f"  {name:<12} {_interval(won, say)} {_bar(won.value)}{unfair}"


def _bots(tally: Tally, about: About, say: Mapping[str, str]) -> Iterator[str]:
    yield say["bots"]
    for bot in sorted(set(about.bots)):
        seats = tally.bot_games[bot]
        won = share(tally.bots[bot], seats)
        mean = f"{tally.scores[bot] / max(1, seats):.1f}".replace(".", say["point"]).replace(
            "-", "−"
        )
        score = say["score"].format(score=mean)
        yield f"  {bot:<12} {_interval(won, say)} {_bar(won.value)} {score}"


def _histogram(lengths: Mapping[int, int], rows: int = 10) -> Iterator[str]:
    """Lengths in about ten rows of equal width."""
    for low, high, games in histogram(lengths, rows):
        most = max((one for _, _, one in histogram(lengths, rows)), default=1)
        yield f"  {low:>6}-{high:<6} {games:>7} {'█' * round(BAR * games / most)}"


def histogram(lengths: Mapping[int, int], rows: int) -> list[tuple[int, int, int]]:
    """(from, to, games) in rows of equal width that begin at a round number."""
    if not lengths:
        return []
    low, high = min(lengths), max(lengths)
    width = _round_up((high - low) // rows + 1)
    found = {}
    for start in range(low // width * width, high + 1, width):
        games = sum(lengths.get(n, 0) for n in range(start, start + width))
        found[start] = (start, start + width - 1, games)
    return list(found.values())


def _round_up(width: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50, …"""
    unit = 1
    while True:
        for step in (1, 2, 5):
            if width <= step * unit:
                return step * unit
        unit *= 10


def _cards(tally: Tally, about: About, say: Mapping[str, str]) -> Iterator[str]:
    yield say["cards"]
    grouped = by_kind(tally, about.kinds)
    for card in kind_figures(grouped, len(about.bots))[:MOST_CARDS]:
        title = about.kind_titles.get(card.code, card.code)
        plays = say["plays"].format(plays=card.plays)
        clear = say["clear"] if card.clear else say["unclear"]
        yield f"  {title:<24} {percent(card.effect, say, '+'):>8} {plays:>16}  {clear}"


def kind_figures(grouped: Tally, seats: int) -> Sequence[CardFigure]:
    """Kinds of cards with at least one play, the most telling first."""
    return card_figures(grouped, seats)


def _questions(tally: Tally, about: About, say: Mapping[str, str]) -> Iterator[str]:
    yield say["questions"]
    for place, asked in sorted(tally.asked.items(), key=lambda pair: (-pair[1], pair[0])):
        title = about.question_titles.get(place, place)
        choice = tally.chosen[place]
        yield f"  {title[:58]:<58} " + say["choice"].format(asked=asked, choice=choice)


def percent(value: float, say: Mapping[str, str], sign: str = "") -> str:
    """A share as a percentage with one decimal, in a language's manner."""
    return f"{value * 100:{sign}.1f} %".replace(".", say["point"]).replace("-", "−")


def _interval(won: Share, say: Mapping[str, str]) -> str:
    low, high = percent(won.low, say), percent(won.high, say)
    return f"{percent(won.value, say):>7} [{low:>7}, {high:>7}]"


def _bar(value: float) -> str:
    return "█" * round(BAR * value)

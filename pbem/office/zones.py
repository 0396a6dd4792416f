"""Time zones as people call them: whole, or by a city alone, in small letters, without accents."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from zoneinfo import ZoneInfo, available_timezones

from pbem.engine.lexicon import plain

WEEKS = 104
"""For so long, week by week, two zones must agree to be the same for a player."""


def meant(text: str, now: int) -> tuple[str, ...]:
    """The zones that a text may mean, of those that agree from `now` (seconds UTC) on only one."""
    word = "_".join(plain(text).split())
    known = sorted(available_timezones())
    whole = [zone for zone in known if zone.lower() == word]
    return _different(whole or [zone for zone in known if word and _city(zone) == word], now)


def near(text: str) -> tuple[str, ...]:
    """Zones whose city is spelt much like that."""
    cities = {_city(zone): zone for zone in sorted(available_timezones(), reverse=True)}
    found = get_close_matches("_".join(plain(text).split()), [*filter(None, cities)], 3, 0.8)
    return tuple(cities[city] for city in found)


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].lower() if "/" in zone else ""


def _different(zones: Iterable[str], now: int) -> tuple[str, ...]:
    """One of each that show the same time: `America/Buenos_Aires` is an older name."""
    start = datetime.fromtimestamp(now, UTC)
    times = [start + timedelta(weeks=week) for week in range(WEEKS)]
    found: dict[tuple[timedelta | None, ...], str] = {}
    for zone in zones:
        found.setdefault(tuple(time.astimezone(ZoneInfo(zone)).utcoffset() for time in times), zone)
    return tuple(found.values())

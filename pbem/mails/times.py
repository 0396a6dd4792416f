"""Times as people read them: absolute, with weekday and zone, in the reader's language."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAYS = {
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
MONTHS = {
    "es": (
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ),
    "en": (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
}


def in_zone(seconds: int, zone: str) -> datetime:
    """Seconds UTC as a time in a zone; an unknown zone is UTC."""
    try:
        place: ZoneInfo | None = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError):
        place = None
    return datetime.fromtimestamp(seconds, place or UTC)


def when(seconds: int, zone: str, lang: str) -> str:
    """`martes 1 de diciembre a las 20:00`, `Tuesday 1 December, 20:00`."""
    time = in_zone(seconds, zone)
    day, month = DAYS[lang][time.weekday()], MONTHS[lang][time.month - 1]
    if lang == "es":
        at = "a la" if time.hour == 1 else "a las"
        return f"{day} {time.day} de {month} {at} {time:%H:%M}"
    return f"{day} {time.day} {month}, {time:%H:%M}"


def zone_name(zone: str, lang: str) -> str:
    """`hora de Madrid`, `Madrid time`."""
    city = zone.rsplit("/", 1)[-1].replace("_", " ")
    if lang == "es":
        return f"hora de {city}" if city != "UTC" else "hora UTC"
    return f"{city} time" if city != "UTC" else "UTC"

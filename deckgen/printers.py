"""What a person's printers do wrong, remembered by name: the backs' shift and the scale.

The profiles are one small JSON file in the user's configuration folder (XDG base directory
specification; `DECKGEN_CONFIG` names another folder).  `deckgen calibrate --printer NAME` writes
it, `deckgen deck --printer NAME` reads it.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from card_specs.language.problems import PersonError, nearest
from card_specs.values import dataclass
from deckgen.files import write_whole
from deckgen.impose import errors_of

FORMAT = 1
NAME = re.compile(r"[\w][\w .()+-]{0,59}")


@dataclass(frozen=True)
class Printer:
    """A printer's corrections: mm to move the backs by, and what to stretch every page by."""

    shift: tuple[float, float] = (0.0, 0.0)
    scale: tuple[float, float] = (1.0, 1.0)


def profiles_file(environment: Mapping[str, str] | None = None) -> Path:
    """Where the profiles of this user are kept."""
    env = os.environ if environment is None else environment
    own = env.get("DECKGEN_CONFIG")
    if own:
        return Path(own) / "printers.json"
    home = env.get("XDG_CONFIG_HOME") or env.get("APPDATA")
    folder = Path(home) if home else Path.home() / ".config"
    return folder / "deckgen" / "printers.json"


def printer(name: str, file: Path | None = None) -> Printer:
    """The profile of that name.  Raises `PersonError` with the nearest name if there is none."""
    known = printers(file)
    if name not in known:
        hint = nearest(name, known) if known else "none is known yet"
        raise PersonError(
            f"unknown printer '{name}' — {hint}; 'deckgen calibrate' prints the sheet that measures"
            f" one, 'deckgen calibrate --printer NAME --shift X,Y' remembers it"
        )
    return known[name]


def printers(file: Path | None = None) -> dict[str, Printer]:
    """All profiles, by name.  Raises `PersonError` where the file is damaged."""
    file = file or profiles_file()
    try:
        text = file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise PersonError(f"{file}: cannot be read ({error})") from error
    try:
        return _understood(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise PersonError(
            f"{file}: damaged ({error}) — mend it, or delete it and calibrate again"
        ) from error


def remember(name: str, profile: Printer, file: Path | None = None) -> Path:
    """Keep a profile, in place of an older one of that name; gives the file's path.

    Raises `PersonError` for a name that cannot be a name, `CannotWriteError` from the disk.
    """
    if not NAME.fullmatch(name):
        raise PersonError(f"'{name}' cannot name a printer — letters, digits, spaces and .()+- do")
    file = file or profiles_file()
    known = {**printers(file), name: profile}
    data = {
        "format": FORMAT,
        "printers": {
            key: {"shift": list(one.shift), "scale": list(one.scale)}
            for key, one in sorted(known.items())
        },
    }
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    write_whole(file, text.encode("utf-8"), tell=False)
    return file


def check(profile: Printer) -> None:
    """Refuse a correction that no printer needs.  Raises `PersonError`."""
    wrong = errors_of(profile.shift, profile.scale)
    if wrong:
        raise PersonError("\n".join(wrong))


def _understood(data: object) -> dict[str, Printer]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    return {
        str(name): Printer(_pair(one["shift"]), _pair(one["scale"]))
        for name, one in data["printers"].items()
    }


def _pair(values: Any) -> tuple[float, float]:
    x, y = (float(v) for v in values)
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"{x}, {y} are no lengths")
    return x, y

"""Coverage-guided fuzzing of one reader, by hand (pip install atheris).

    python -m tests.fuzz.with_atheris mail -max_total_time=600

Inputs that crash or take too long are left in the current folder (`crash-…`, `timeout-…`): mend the
reader and keep the input in `tests/fuzz/corpus/<reader>/`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["card_specs", "pbem", "email"]):
    from tests.fuzz.readers import READERS, seeds


def main() -> None:
    """Fuzz the reader that is named first; what follows is for libFuzzer."""
    name, more = sys.argv[1], sys.argv[2:]
    folder = Path(tempfile.mkdtemp(prefix=f"fuzz-{name}-"))
    for number, data in enumerate(seeds(name)):
        (folder / f"seed-{number:04d}").write_bytes(data)
    atheris.Setup([sys.argv[0], str(folder), "-timeout=5", *more], READERS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()

"""Readers of hostile bytes: whatever comes, nothing is raised but what is meant, and soon.

Deterministic: the same mutations each time.  More by hand: `PBEM_FUZZ=100000 pytest tests/fuzz`
(so many for each reader), another course with `PBEM_FUZZ_SEED`; see also `with_atheris.py`.
"""

from __future__ import annotations

import os
import random
import time

import pytest

from .mutations import mutated, other_value
from .readers import CORPUS, LIMITS, READERS, seeds

MANY = int(os.environ.get("PBEM_FUZZ", "0"))
SEED = os.environ.get("PBEM_FUZZ_SEED", "")
USUAL = {"mail": 2000, "line": 2000, "attached": 3000, "spec": 800, "record": 3000, "log": 1500}


def read_in_time(name: str, data: bytes) -> None:
    began = time.process_time()
    try:
        READERS[name](data)
    except BaseException:
        found = CORPUS.parent / "found"
        if MANY:
            found.mkdir(exist_ok=True)
            (found / f"{name}-{abs(hash(data)):x}").write_bytes(data)
        raise
    spent = time.process_time() - began
    if spent > LIMITS.get(name, 1.0) and MANY:
        (CORPUS.parent / "found").mkdir(exist_ok=True)
        (CORPUS.parent / "found" / f"slow-{name}-{abs(hash(data)):x}").write_bytes(data)
    assert spent <= LIMITS.get(name, 1.0), f"{spent:.1f} s for {data[:200]!r}"


@pytest.mark.parametrize("name", READERS)
def test_seeds_and_what_was_found_before(name: str) -> None:
    for data in seeds(name):
        read_in_time(name, data)


@pytest.mark.parametrize("name", READERS)
def test_mutations(name: str) -> None:
    chance, from_these = random.Random(f"{name} {SEED}"), seeds(name)
    for _ in range(MANY or USUAL.get(name, 5000)):
        read_in_time(name, mutated(chance, from_these))


@pytest.mark.parametrize("name", ["record", "state"])
def test_values_of_other_types(name: str) -> None:
    """What is well-formed and signed, but of another form than it must have."""
    chance, from_these = random.Random(f"{name} {SEED}"), seeds(name)
    for _ in range(MANY or 3000):
        first, line, text = chance.choice(from_these).rpartition(b"\n")
        read_in_time(name, first + line + other_value(chance, text))

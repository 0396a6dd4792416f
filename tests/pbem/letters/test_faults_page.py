"""`docs/mail-faults.md`: each of the 66 ways to fail has a proof, and each proof exists."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "mail-faults.md").read_text("utf-8")
ROW = re.compile(r"^\| (\d+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$", re.M)


def cases() -> set[str]:
    folders = [ROOT / "tests" / name for name in ("mail_corpus", "mail_kinds")]
    lists = [yaml.safe_load((folder / "cases.yaml").read_text("utf-8")) for folder in folders]
    return {case["id"] for found in lists for case in found["cases"]}


def test_every_way_to_fail_has_a_row() -> None:
    assert [int(number) for number, _ in ROW.findall(PAGE)] == list(range(1, 67))


def test_every_proof_exists() -> None:
    known = cases()
    for number, proofs in ROW.findall(PAGE):
        named = re.findall(r"`([^`]+)`", proofs)
        assert named, f"row {number} proves nothing"
        for name in named:
            path, colons, test = name.partition("::")
            if colons:
                assert f"def {test}(" in (ROOT / path).read_text("utf-8"), f"row {number}: {name}"
            else:
                assert name in known, f"row {number}: {name}"


def test_every_judgement_is_told() -> None:
    path = ROOT / "tests" / "mail_kinds" / "cases.yaml"
    for case in yaml.safe_load(path.read_text("utf-8"))["cases"]:
        if str(case.get("why", "")).startswith("Judgement:"):
            assert f"- `{case['id']}` " in PAGE, case["id"]

"""The page opener reads kept mails and views, refuses all else, and is never kept busy by it."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import pbem.turn_page

HERE = Path(__file__).parent
SCRIPT = Path(pbem.turn_page.__file__).parent / "script" / "open.js"
VECTORS = json.loads((HERE.parents[1] / "data" / "protocol_vectors.json").read_text("utf-8"))
VIEW = str(VECTORS["files"]["view_line"])
TYPE = "Content-Type: application/jose+json"
TO = "mesa+cinco-7k3f.12.k7q2m9xd4t0v8hzr@host.example.org"


def read(texts: list[str]) -> list[dict[str, Any]]:
    if not shutil.which("node"):
        pytest.skip("needs node (.ci/install)")
    asked = "".join(json.dumps(text) + "\n" for text in texts)
    command = ["node", str(HERE / "opener_reading.mjs"), str(SCRIPT)]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def mail(reply_to: str = f"Reply-To: Mesa <{TO}>", subject: str = "Subject: x") -> str:
    from base64 import encodebytes

    body = encodebytes(VIEW.encode()).decode()
    return f"{reply_to}\n{subject}\n\ntext\n--b\n{TYPE};\n name=a\n\n{body}\n--b--\n"


def test_a_view_and_a_mail() -> None:
    bare, kept, folded, plain = read(
        [
            VIEW,
            mail().replace("\n", "\r\n"),
            mail(f"Reply-To:{TO}"),
            mail("Reply-To: mesa@example.org", "Subject: x\n (cinco-7k3f.12.k7q2m9xd4t0v8hzr)"),
        ]
    )
    assert bare["game"] == kept["game"] == folded["game"] == "cinco-7k3f"
    assert (bare["to"], bare["token"]) == ("", "")
    assert kept["to"] == folded["to"] == TO
    assert plain["to"] == "mesa@example.org"
    assert kept["token"] == plain["token"] == "cinco-7k3f.12.k7q2m9xd4t0v8hzr"


@pytest.mark.parametrize(
    "hostile",
    [
        f"{TYPE}\n" * 8000,
        f"Reply-To: {'a' * 200_000}\n\n{TYPE}\n\nAAAA",
        f"Reply-To: {'a@' * 100_000}\n\n{TYPE}\n\nAAAA",
        f"{'a' * 300_000}\n\n{TYPE}\n\nAAAA",
        f"x: {'a-0000' * 50_000}\n\n{TYPE}\n\nAAAA",
        "\n" * 300_000 + TYPE,
        "A: b" + "\n " * 150_000 + f"\n\n{TYPE}\n\nAAAA",
        "x" * 6_000_000,
        '{"protected":"W1tbW1tb"}',
    ],
    ids=range(9),
)
def test_hostile_texts_are_refused_at_once(hostile: str) -> None:
    (found,) = read([hostile])
    assert "refused" in found
    assert found["seconds"] < 1


def test_damaged_mails() -> None:
    chance, whole = random.Random(1), mail()
    texts = []
    for _ in range(400):
        at = chance.randrange(len(whole))
        piece = chance.choice(["", "\n\n", TYPE, "é", "\0", "{", VIEW[:200], "=", "\r"])
        texts.append(whole[:at] + piece + whole[at + chance.randrange(80) :])
    for found in read(texts):
        assert found["seconds"] < 1
        assert found.get("game", "cinco-7k3f")

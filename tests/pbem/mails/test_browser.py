"""Mails in a real browser: nothing is cut off or hard to read, narrow and wide, light and dark."""

from __future__ import annotations

import base64
import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from legible import UNREADABLE

from pbem.mails.compose import compose
from pbem.mails.mail import Mail

from .reading import opened
from .samples import sample
from .tabletop import table_of

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WIDTHS = (360, 800)
SCRIPT = (
    f"""
<script>
const unreadable = {UNREADABLE.strip()};
</script>"""
    """
<script>
function look(frame) {
  const page = frame.contentDocument, wide = page.documentElement.scrollWidth;
  const taps = [...page.querySelectorAll('a.b1, a.b2, a.b3')].map(a => a.getBoundingClientRect());
  const broken = [...page.images].filter(one => !one.complete || !one.naturalWidth).length;
  const ink = page.querySelector('h1'), panel = page.querySelector('.panel');
  return {wide, broken, unreadable: unreadable(page), taps: taps.map(r => [r.height, r.right]),
    ink: getComputedStyle(ink).color, panel: getComputedStyle(panel).backgroundColor};
}
addEventListener('load', () => {
  const found = [...document.querySelectorAll('iframe')].map(look);
  document.body.innerHTML = '<pre id="found"></pre>';
  document.getElementById('found').textContent = JSON.stringify(found);
});
</script>
"""
)


def shown(mail: Mail) -> str:
    """The HTML part with its pictures in it, as a mail program puts them there."""
    mail_shown = opened(compose(mail))
    page = mail_shown.html
    for cid, data in mail_shown.pictures.items():
        address = f"data:image/png;base64,{base64.b64encode(data).decode()}"
        page = page.replace(f"cid:{cid}", address)
    return page


def measured(page: str, folder: Path, *, dark: bool) -> list[dict[str, object]]:
    """What the browser says of the page at each width."""
    if dark:
        page = page.replace("@media (prefers-color-scheme:dark){", "@media all{")
    frames = "".join(
        f'<iframe srcdoc="{html.escape(page)}" style="border:0;width:{width}px;height:3000px">'
        "</iframe>"
        for width in WIDTHS
    )
    file = folder / "page.html"
    file.write_text(f"<!DOCTYPE html><body>{frames}{SCRIPT}</body>", encoding="utf-8")
    assert CHROMIUM
    command = [
        CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=4000", "--dump-dom",
        file.as_uri(),
    ]  # fmt: skip
    dumped = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    found = re.search(r'<pre id="found">(.*?)</pre>', dumped, re.DOTALL)
    assert found, dumped[:500]
    return list(json.loads(html.unescape(found[1])))


def _decisions() -> dict[str, Mail]:
    found = {kind: sample(kind, "es") for kind in ("invitation", "end", "refused", "help", "vote")}
    wanted = {
        "auction": ("cinco", "standard", 4, "bid"),
        "wild": ("cinco", "standard", 3, "play B-WILD"),
        "window": ("seis", "classic", 4, "?shot"),
        "ladders": ("diez", "triad", 4, "place"),
        "search": ("diez", "triad", 2, "take"),
        "points": ("diez", "points", 3, "place"),
        "rows": ("cinquillo", "classic", 4, "play"),
        "lives": ("cinco_vivos", "standard", 6, "play"),
        "hundreds": ("hearts", "standard", 4, "pass"),
    }
    for name, (game, variant, players, until) in wanted.items():
        for seed in "abcdefgh":
            seats = ("ana", "beto", "carla", "dani", "eva", "fito")[:players]
            table = table_of(game, seats, variant, seed)
            player = table.walk(400, until)
            if player:
                found[name] = table.mail("turn", player, "es")
                break
    return found


@pytest.mark.skipif(not CHROMIUM, reason="no Chromium here")
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_is_cut_off_and_every_button_can_be_tapped(dark: bool, tmp_path: Path) -> None:
    for name, mail in _decisions().items():
        folder = tmp_path / name
        folder.mkdir()
        for width, found in zip(WIDTHS, measured(shown(mail), folder, dark=dark), strict=True):
            assert found["wide"] == width, (name, found["wide"])
            assert found["broken"] == 0, name
            assert found["unreadable"] == [], name
            taps = found["taps"]
            assert isinstance(taps, list)
            for height, right in taps:
                assert height >= 44, (name, height)
                assert right <= width, (name, right)
            ground = "rgb(29, 33, 39)" if dark else "rgb(255, 255, 255)"
            assert found["panel"] == ground, name
            assert found["ink"] == ("rgb(240, 242, 245)" if dark else "rgb(31, 36, 48)"), name

"""Headless Chromium driven over its own pipe (DevTools protocol): no driver, no socket.

Commands and events are JSON ended by a zero byte; the browser reads file descriptor 3 and writes 4.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--hide-scrollbars", "--remote-debugging-pipe",
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2",  # there is a mouse
)  # fmt: skip
PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), "")


Kind = type[BaseException] | None


class Browser:
    """One Chromium with one tab at a time; a context manager."""

    def __init__(self) -> None:
        self.profile = tempfile.mkdtemp(prefix="page-test-")
        ours, theirs = os.pipe(), os.pipe()
        self._out, self._in = ours[1], theirs[0]

        def hand_over() -> None:
            # Above 4 first: the ends may themselves be 3 or 4.
            reads, writes = os.dup(ours[0]), os.dup(theirs[1])
            reads, writes = _above(reads), _above(writes)
            os.dup2(reads, 3)
            os.dup2(writes, 4)

        self._process = subprocess.Popen(
            [PROGRAM, *FLAGS, f"--user-data-dir={self.profile}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=hand_over,
        )  # fmt: skip
        os.close(ours[0])
        os.close(theirs[1])
        self._count, self._rest = 0, b""
        self.events: list[dict[str, Any]] = []
        targets = self.send("Target.getTargets", session="")["targetInfos"]
        target = next(one["targetId"] for one in targets if one["type"] == "page")
        asked = {"targetId": target, "flatten": True}
        self.session: str = self.send("Target.attachToTarget", asked, session="")["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        self.send("Emulation.setFocusEmulationEnabled", {"enabled": True})  # as a window in front

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._out)
        os.close(self._in)
        shutil.rmtree(self.profile, ignore_errors=True)

    # --- protocol -----------------------------------------------------------------------------

    def send(
        self, method: str, params: dict[str, Any] | None = None, session: str | None = None
    ) -> dict[str, Any]:
        """Run one command and give its result; events that come meanwhile are kept."""
        self._count += 1
        number = self._count
        message: dict[str, Any] = {"id": number, "method": method, "params": params or {}}
        if session is None:
            message["sessionId"] = self.session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._in, 1 << 20)
            assert more, "Chromium is gone"
            self._rest += more
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def wait_for(self, event: str) -> dict[str, Any]:
        """The next event of a name, one that came already included."""
        while True:
            for at, one in enumerate(self.events):
                if one.get("method") == event:
                    return self.events.pop(at)
            self.events.append(self._next())

    # --- what tests do ------------------------------------------------------------------------

    def open(self, path: Path) -> None:
        """Open a file; events of what was open before are forgotten."""
        self.events.clear()
        self.send("Page.navigate", {"url": path.as_uri()})
        self.wait_for("Page.loadEventFired")

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        about = {"expression": script, "returnByValue": True, "awaitPromise": True,
                 "userGesture": True}  # fmt: skip
        answer = self.send("Runtime.evaluate", about)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def key(self, name: str) -> None:
        """Press and release a key: `Enter`, `Escape`, `ArrowRight`, `7` …"""
        about: dict[str, Any] = {"key": name, "code": name}
        if name == "Enter":
            about |= {"text": "\r", "windowsVirtualKeyCode": 13}
        elif name == "Tab":
            about |= {"windowsVirtualKeyCode": 9}
        elif len(name) == 1:
            about |= {"text": name, "code": f"Digit{name}"}
        self.send("Input.dispatchKeyEvent", {"type": "keyDown", **about})
        self.send("Input.dispatchKeyEvent", {"type": "keyUp", **about})

    def click(self, selector: str) -> None:
        """Click with the mouse in the middle of the first element that a selector finds."""
        place = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
            "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        about = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        self.send("Input.dispatchMouseEvent", {"type": "mousePressed", **about})
        self.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **about})

    def size(self, width: int, height: int, dark: bool = False, scripts: bool = True) -> None:
        """Set the window, the colour scheme, and whether scripts run in what is opened next."""
        about = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.send("Emulation.setDeviceMetricsOverride", about)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", {"features": [scheme]})
        self.send("Emulation.setScriptExecutionDisabled", {"value": not scripts})

    def picture(self, path: Path) -> None:
        """The whole page as a PNG file."""
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        shot = self.send("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
        path.write_bytes(base64.b64decode(shot["data"]))

    def requests(self) -> list[str]:
        """Every address that was asked for since the page was opened, its own file aside."""
        self.send("Page.getLayoutMetrics")  # whatever was under way is told before the answer
        return [
            one["params"]["request"]["url"]
            for one in self.events
            if one.get("method") == "Network.requestWillBeSent"
            and one["params"].get("type") != "Document"
        ]

    def complaints(self) -> list[str]:
        """What the console says: errors, and whatever the page's policy stopped."""
        told = [one["params"]["entry"]["text"] for one in self.events
                if one.get("method") == "Log.entryAdded"]  # fmt: skip
        thrown = [str(one["params"]["exceptionDetails"]) for one in self.events
                  if one.get("method") == "Runtime.exceptionThrown"]  # fmt: skip
        return told + thrown


def _above(number: int) -> int:
    """The same file under a number above 4."""
    while number <= 4:
        number = os.dup(number)
    return number

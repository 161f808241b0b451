"""Headless Chromium, driven by the DevTools protocol over a pipe: no port, no library."""

from __future__ import annotations

import base64
import itertools
import json
import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
from needs import program

_KEYS = {
    "ArrowRight": 39,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowDown": 40,
    "Home": 36,
    "End": 35,
    "f": 70,
    "n": 78,
    "h": 72,
    "Enter": 13,
    "Backspace": 8,
}


class Browser:
    """One tab at a time. Every message of the page's console and every exception in it is kept.

    Tests that ask for one are skipped where Chromium isn't installed, or can't be driven.
    """

    def __init__(self, profile: Path) -> None:
        if os.name == "nt":
            pytest.skip("Chromium is driven over a pipe")
        chromium = program("chromium")
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        words = [
            *(chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *("--remote-debugging-pipe", f"--user-data-dir={profile}", "--no-first-run"),
            *("--disable-background-networking", "--mute-audio", "about:blank"),
            "--allow-pre-commit-input",  # a click before the first frame is not dropped
        ]
        command = f"exec {shlex.join(words)} 3<&{theirs_in} 4>&{theirs_out}"
        self._process = subprocess.Popen(
            ["bash", "-c", command],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._numbers = itertools.count(1)
        self._rest = b""
        self._events: list[dict[str, Any]] = []
        self._session = ""
        self._context = ""
        self.troubles: list[str] = []
        self.asked: list[str] = []
        self.anew()

    def anew(self) -> None:
        """Go on in a new tab, with a storage of its own: clearing the old one isn't seen at once by
        the next page, which may be drawn by another process."""
        self._session = ""
        if self._context:
            self.call("Target.disposeBrowserContext", browserContextId=self._context)
        self._context = self.call("Target.createBrowserContext")["browserContextId"]
        self.troubles.clear()
        self.asked.clear()
        target = self.call(
            "Target.createTarget", url="about:blank", browserContextId=self._context
        )["targetId"]
        made = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = made["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        # Nothing but the file itself can be loaded.
        self.call(
            "Network.emulateNetworkConditions",
            offline=True,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    def close(self) -> None:
        """End the browser."""
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)

    # ------------------------------------------------------------------------ the protocol

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """The answer to a command."""
        number = next(self._numbers)
        said = {"id": number, "method": method, "params": params}
        if self._session:
            said["sessionId"] = self._session
        os.write(self._out, json.dumps(said).encode() + b"\0")
        while True:
            heard = self._heard()
            if heard.get("id") == number:
                assert "error" not in heard, heard
                return dict(heard["result"])
            self._note(heard)

    def _heard(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            data = os.read(self._in, 1 << 20)
            assert data, "Chromium has ended"
            self._rest += data
        first, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(first))

    def _note(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        params = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            self.troubles.append(json.dumps(params["exceptionDetails"])[:400])
        elif event.get("method") == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.troubles.append(params["entry"]["text"])
        elif event.get("method") == "Network.requestWillBeSent":
            self.asked.append(params["request"]["url"])

    # ----------------------------------------------------------------------------- the page

    def open(self, url: str, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Load a page and wait until it is there."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self._events.clear()
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self._events):
            self._note(self._heard())

    def run(self, script: str) -> Any:
        """The value of an expression; a promise is waited for."""
        answer = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            for kind in ("keyDown", "keyUp"):
                self.call(
                    "Input.dispatchKeyEvent",
                    type=kind,
                    key=key,
                    windowsVirtualKeyCode=_KEYS[key],
                )

    def click(self, x: float, y: float) -> None:
        """Click at a point of the page."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path: Path) -> None:
        """Save what is seen."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

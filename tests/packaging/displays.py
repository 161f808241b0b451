"""A screen of its own for programs of a desktop, with a window manager: what stands there, and clicks."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from PIL import Image, ImageChops, ImageGrab

LIMIT = 60.0  # seconds for anything to become so; mostly it takes a few tenths
_SIZE = (1400, 1000)
_PAUSE = 0.05
T = TypeVar("T")


def wait_for(ask: Callable[[], T | None], what: str, limit: float = LIMIT) -> T:
    """The answer, once there is a true one. Raises AssertionError after the limit."""
    end = time.monotonic() + limit
    while not (answer := ask()):
        assert time.monotonic() < end, f"not within {limit:.0f} s: {what}"
        time.sleep(_PAUSE)
    return answer


class Display:
    """A screen.

    Attributes:
        environment: for the programs that are to stand there.
    """

    def __init__(self, name: str, environment: dict[str, str]) -> None:
        self.environment = {**environment, "DISPLAY": name}

    def ask(self, *words: str) -> list[str]:
        """The lines that xdotool says; none where it fails."""
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=False
        )
        return done.stdout.splitlines() if done.returncode == 0 else []

    def windows(self, kind: str) -> list[str]:
        """The windows to be seen of a kind of program."""
        return self.ask("search", "--onlyvisible", "--class", f"^{kind}$")

    def raise_window(self, window: str) -> None:
        """Bring a window to the front."""
        self.ask("windowactivate", window)
        self.wait_in_front(window)

    def wait_in_front(self, window: str) -> None:
        """Until a window has the focus."""
        wait_for(lambda: self.ask("getactivewindow") == [window], f"window {window} is in front")

    def picture(self, window: str) -> Image.Image:
        """What is seen where a window stands, once it has stopped changing."""
        seen: list[Image.Image] = []

        def same() -> bool:
            seen[:] = [*seen[-3:], self._grab(window)]
            return len(seen) == 4 and all(not difference(seen[-1], one) for one in seen)

        wait_for(same, "the window stands still")
        return seen[-1]

    def _grab(self, window: str) -> Image.Image:
        left, top, width, height = self.place(window)
        box = (left, top, min(left + width, _SIZE[0]), min(top + height, _SIZE[1]))
        return ImageGrab.grab(box, xdisplay=self.environment["DISPLAY"])

    def place(self, window: str) -> tuple[int, int, int, int]:
        """Left, top, width and height of a window, in pixels of the screen."""
        lines = self.ask("getwindowgeometry", "--shell", window)
        found = dict(line.split("=") for line in lines)
        return int(found["X"]), int(found["Y"]), int(found["WIDTH"]), int(found["HEIGHT"])

    def double_click(self, window: str, x: int, y: int) -> None:
        """At a place of a window."""
        left, top, _, _ = self.place(window)
        self.ask("mousemove", "--sync", str(left + x), str(top + y))
        self.ask("click", "--repeat", "2", "--delay", "80", "1")


def difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """Where two pictures differ: left, top, right, bottom; None for nowhere."""
    if one.size != other.size:
        return (0, 0, *one.size)
    return ImageChops.difference(one, other).getbbox()


@contextlib.contextmanager
def display(environment: dict[str, str]) -> Iterator[Display]:
    """A screen with a window manager, both ended afterwards; the server finds a free number."""
    read, write = os.pipe()
    words = [
        "-displayfd",
        str(write),
        "-screen",
        "0",
        f"{_SIZE[0]}x{_SIZE[1]}x24",
        "-nolisten",
        "tcp",
    ]
    with contextlib.ExitStack() as stack:
        stack.enter_context(_running(["Xvfb", *words], environment, (write,)))
        os.close(write)
        with os.fdopen(read) as file:
            number = file.readline().strip()
        assert number, "Xvfb doesn't start"
        found = Display(f":{number}", environment)
        stack.enter_context(_running(["openbox", "--sm-disable"], found.environment))
        wait_for(lambda: found.ask("get_num_desktops"), "the window manager is there")
        yield found


@contextlib.contextmanager
def _running(
    words: list[str], environment: dict[str, str], kept: tuple[int, ...] = ()
) -> Iterator[None]:
    process = subprocess.Popen(
        words,
        env=environment,
        pass_fds=kept,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def program(shown: Display, words: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program on a screen, ended afterwards with all that it started."""
    with log.open("wb") as file:
        process = subprocess.Popen(
            words,
            env=shown.environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait()

"""The window's door in a test: what it takes isn't an error of the test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from viewer.ui.toolkit.door import Door
from viewer.ui.window.window import Window


@contextmanager
def door_of(window: Window) -> Iterator[list[str]]:
    """What is raised meanwhile is told by a window; the sentences that it told."""
    told: list[str] = []

    def tell(sentence, *actions) -> None:
        told.append(sentence.text())
        window.tell(sentence, *actions)

    before = sys.excepthook
    sys.excepthook = Door(tell)
    try:
        yield told
    finally:
        sys.excepthook = before

"""Painters and their settings for a stretch of code, ended however it is left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QPaintDevice, QPainter


@contextmanager
def painter_on(device: QPaintDevice) -> Iterator[QPainter]:
    """A painter on a device, which is ended even if an exception is raised.

    A painter that outlives its paint event, held by the traceback of an exception, ends the program.
    It isn't active if the device can't be painted on.
    """
    painter = QPainter(device)
    try:
        yield painter
    finally:
        if painter.isActive():
            painter.end()


@contextmanager
def saved(painter: QPainter) -> Iterator[None]:
    """Restores a painter's settings at the end, even if an exception is raised."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()

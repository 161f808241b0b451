"""The sizes of windows, and what parts of them need at least."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from viewer.base.patterns import late
from viewer.base.settings import Settings

_USUAL = QSize(1280, 800)
_FRAME = QSize(16, 48)  # what a window manager may put around a window
_SIZE = late(r"(\d{1,5})x(\d{1,5})( maximised)?")
_MAXIMISED = Qt.WindowState.WindowMaximized

LEAST_STAGE = QSize(240, 200)
LEAST_SIDE = QSize(320, 200)
"""What a board and what stands beside it need at least: together they fit 640 × 400 pixels."""

SIDE = 360
"""Pixels of width of what stands beside the board, where the board could take them."""

NARROW = 2 * SIDE
"""Pixels of width below which the board keeps half of it, however wide the panel was set."""


def fitting(size: QSize, available: QSize) -> QSize:
    """A window size that fits a screen together with its frame."""
    return size.boundedTo((available - _FRAME).expandedTo(QSize(1, 1)))


def take_size(window: QWidget, settings: Settings) -> None:
    """Give a window the size of the last one, but no larger than its screen."""
    kept = _SIZE.fullmatch(str(settings["window"]))
    size = QSize(int(kept[1]), int(kept[2])) if kept else _USUAL
    window.resize(fitting(size, window.screen().availableSize()))
    if kept and kept[3]:
        window.setWindowState(_MAXIMISED)


def keep_size(window: QWidget, settings: Settings) -> None:
    """Keep the size of a window for the next one; of a maximised window its normal size."""
    large = bool(window.windowState() & (_MAXIMISED | Qt.WindowState.WindowFullScreen))
    size = window.normalGeometry().size() if large else window.size()
    if size.isEmpty():
        return
    words = f"{size.width()}x{size.height()}"
    maximised = bool(window.windowState() & _MAXIMISED)
    settings.set("window", f"{words} maximised" if maximised else words)

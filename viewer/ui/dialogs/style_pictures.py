"""Small pictures of the pages of styles, beside their names."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QComboBox

from viewer.paint.painter import painter_on
from viewer.publish.styles import STYLES

SIZE = QSize(42, 56)
_SCALE = 2  # pixels of a picture for one of the screen
_EDGE, _GUTTER = 4.0, 3.0
_PAPER, _INK, _PALE = QColor("white"), QColor("#333333"), QColor("#a0a0a0")
_HEIGHTS = {"D": 3.4, "h": 1.6}  # of parts, in lines
_INSETS = {"h": 0.2, "v": 0.15}  # of a part's left edge, in widths of a column


def put_pictures(choices: QComboBox) -> None:
    """Put the picture of each style ahead of its name; the data of entries are ids of styles."""
    choices.setIconSize(SIZE / 2)
    for at in range(choices.count()):
        style = STYLES.get(str(choices.itemData(at)))
        if style is not None:
            choices.setItemIcon(at, QIcon(picture(style.picture)))


def picture(columns: Sequence[str]) -> QPixmap:
    """A page with columns of parts, by the letters of `Style.picture`."""
    made = QPixmap(SIZE * _SCALE)
    made.fill(_PAPER)
    with painter_on(made) as painter:
        painter.scale(_SCALE, _SCALE)
        painter.setPen(_PALE)
        painter.drawRect(QRectF(0.5, 0.5, SIZE.width() - 1, SIZE.height() - 1))
        width = (SIZE.width() - 2 * _EDGE - _GUTTER * (len(columns) - 1)) / len(columns)
        for at, parts in enumerate(columns):
            _draw(painter, parts, _EDGE + at * (width + _GUTTER), width)
    return made


def _draw(painter: QPainter, parts: str, left: float, width: float) -> None:
    heights = [_HEIGHTS.get(part, 1.0) for part in parts]
    line = min(4.0, (SIZE.height() - 2 * _EDGE) / sum(heights))
    top = _EDGE
    painter.setPen(Qt.PenStyle.NoPen)
    for part, height in zip(parts, heights, strict=True):
        inset = _INSETS.get(part, 0.0) * width
        ink = _INK if part in "hmrD" else _PALE
        room = QRectF(left + inset, top, width - inset * (2 if part == "h" else 1), height * line)
        if part == "D":
            side = min(room.width(), room.height() - 1)
            board = QRectF(room.center().x() - side / 2, room.top(), side, side)
            painter.fillRect(board, _PALE)
            painter.fillRect(QRectF(board.topLeft(), board.size() / 2), _INK)
            painter.fillRect(QRectF(board.center(), board.size() / 2), _INK)
        elif part == "r":
            share = room.width() / 5
            painter.fillRect(QRectF(room.left() + share / 2, top, share * 1.8, line / 2), ink)
            painter.fillRect(QRectF(room.left() + share * 3, top, share * 1.8, line / 2), ink)
        elif part != "-":
            thick = line * (0.8 if part == "h" else 0.5)
            painter.fillRect(QRectF(room.left(), top, room.width(), thick), ink)
        top += height * line

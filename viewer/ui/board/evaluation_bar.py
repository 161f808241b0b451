"""The bar beside the board that shows how an engine evaluates the position."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.games.states import States
from viewer.paint.painter import painter_on
from viewer.tree.evaluation import Evaluation
from viewer.ui.toolkit.plain import set_tip
from viewer.ui.toolkit.style import theme_in_use

_SPAN = 30.0
"""Points of lead that fill three quarters of the half, where an engine says no chances."""


class EvaluationBar(QWidget):
    """The chances of both sides as a bar, that of the side at the bottom below.

    Attributes:
        WIDTH: in pixels.
    """

    WIDTH = 12

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share: float | None = None
        self._colours = ("", "")
        self._flipped = False
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(self.WIDTH, 100)

    def show_value(self, states: States, value: Evaluation | None, flipped: bool) -> None:
        """Show an evaluation, nothing for None. `flipped`: the first side is at the top."""
        first, second = states.game.sides
        self._colours = (first.colour, second.colour)
        self._flipped = flipped
        self._share = None if value is None else share_of(value)
        words = ""
        if value is not None and self._share is not None:
            words = tr(
                message(
                    "{score} for {side}; chance of winning about {percent} %",
                    score=value.shown(states.game.score_unit),
                    side=states.side_name(0),
                    percent=round(100 * self._share),
                )
            )
        set_tip(self, words)
        self.setAccessibleName(words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._share is None:
            return
        theme = theme_in_use()
        first, second = (QColor(theme.sign(colour)) for colour in self._colours)
        part = 1 - self._share if self._flipped else self._share
        lower, upper = (second, first) if self._flipped else (first, second)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(upper)
            painter.drawRoundedRect(box, 3, 3)
            below = QRectF(box)
            below.setTop(box.bottom() - part * box.height())
            painter.setBrush(lower)
            painter.drawRoundedRect(below, 3, 3)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(theme["muted"]))
            painter.drawRoundedRect(box, 3, 3)


def share_of(value: Evaluation) -> float | None:
    """The first side's part of the bar, 0.0 to 1.0: its chance of winning, else from its lead in points."""
    if value.chance is not None:
        return value.chance
    if value.points is None:
        return None
    return 0.5 + 0.5 * value.points / (abs(value.points) + _SPAN / 3)

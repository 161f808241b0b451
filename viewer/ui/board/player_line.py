"""The line of a player above or below the board: colour, name, side, clock."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from viewer.base.messages import message
from viewer.scene.theme import Theme
from viewer.ui.study import Study
from viewer.ui.titles import header_by_role
from viewer.ui.translate import tr


class ColourDot(QWidget):
    """A disc in a side's colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fill = QColor()
        self._rim = QColor()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_colours(self, fill: str, rim: str) -> None:
        """Fill, and the rim that keeps it apart from a background of its own colour."""
        self._fill, self._rim = QColor(fill), QColor(rim)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(14, 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(self._fill)
        painter.setPen(self._rim)
        painter.drawEllipse(QPointF(7, 7), 6, 6)


class PlayerLine(QWidget):
    """One player's line. `side` is the index in the game's sides."""

    HEIGHT = 40

    def __init__(self, study: Study, side: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study = study
        self._side = side
        self._dot = ColourDot()
        self._name = QLabel()
        self._name.setProperty("name", True)
        self._word = QLabel()
        self._word.setProperty("muted", True)
        self._clock = QLabel()
        self._clock.setProperty("muted", True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._dot)
        row.addWidget(self._name)
        row.addWidget(self._word)
        row.addStretch(1)
        row.addWidget(self._clock)
        self.show_record()

    def set_side(self, side: int) -> None:
        """Show the other player (the board was flipped)."""
        if side != self._side:
            self._side = side
            self.show_record()

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self._theme = theme
        self._dot.set_colours(theme[self._study.game.sides[self._side].colour], theme["muted"])

    def show_record(self) -> None:
        """Show what the headers say now."""
        study = self._study
        side = study.game.sides[self._side]
        name = header_by_role(study, f"side{self._side}")
        word = tr(side.name)
        self._name.setText(name or word)
        self._word.setText(word if name else "")
        self._clock.setText(header_by_role(study, f"clock{self._side}"))
        self.setAccessibleName(
            tr(message("{side}: {name}", side=side.name, name=name or side.name))
        )
        if hasattr(self, "_theme"):
            self.set_theme(self._theme)

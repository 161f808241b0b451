"""A bare PySide6 window that reads a file and paints a grid with 18 pieces: a limit for our start."""

import os
import sys

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QApplication, QWidget

PIECES = ("車馬象士將士象馬車", "俥傌相仕帥仕相傌俥")


class Board(QWidget):
    """Paints its board, then ends the process: shutting down is no part of the start."""

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor("#ead2a4"))
        unit = min(self.width() / 10, self.height() / 11)
        for row in range(1, 11):
            painter.drawLine(QPointF(unit, unit * row), QPointF(9 * unit, unit * row))
        for column in range(1, 10):
            painter.drawLine(QPointF(unit * column, unit), QPointF(unit * column, 10 * unit))
        font = QFont()
        font.setPixelSize(round(unit / 2))
        painter.setFont(font)
        painter.setBrush(QColor("#fff3da"))
        for row, pieces in zip((0.55, 9.55), PIECES, strict=True):
            for column, piece in enumerate(pieces):
                place = QRectF(unit * (column + 0.55), unit * row, 0.9 * unit, 0.9 * unit)
                painter.drawEllipse(place)
                painter.drawText(place, Qt.AlignmentFlag.AlignCenter, piece)
        painter.end()
        QApplication.postEvent(self, QEvent(QEvent.Type.User))

    def customEvent(self, event):
        os._exit(0)


app = QApplication([sys.argv[0], "-style", "fusion"])
with open(sys.argv[1], "rb") as file:
    data = file.read()
board = Board()
board.resize(1280, 800)
board.show()
app.exec()

"""The smallest PySide6 window there is, which ends after its first paint: the limit for our start."""

import sys

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget


class Bare(QWidget):
    """Paints its background."""

    def paintEvent(self, event):
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().window())
        painter.end()
        QTimer.singleShot(0, QApplication.quit)


app = QApplication(sys.argv)
window = Bare()
window.resize(1280, 800)
window.show()
app.exec()

"""The thin line at the bottom: format, encoding, size of the record, saved or not."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from viewer.base.messages import message
from viewer.tree.record import Record
from viewer.ui.study import Study
from viewer.ui.translate import tr

_SAID = 6000  # ms that a sentence stays


class _Asking(QLabel):
    asked = Signal()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.asked.emit()


class StatusLine(QWidget):
    """What the status bar shows.

    Signals:
        encodingAsked: somebody pressed the encoding.
    """

    encodingAsked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(4)
        self._format = QLabel()
        self._encoding = _Asking()
        self._encoding.setCursor(Qt.CursorShape.PointingHandCursor)
        self._encoding.setToolTip(tr(message("Read again in another encoding…")))
        self._encoding.asked.connect(self.encodingAsked)
        self._size = QLabel()
        self._said = QLabel()
        self._saved = QLabel()
        for part in (self._format, self._encoding, self._size, self._said, self._saved):
            part.setTextFormat(Qt.TextFormat.PlainText)
        row.addWidget(self._format)
        row.addWidget(self._encoding)
        row.addWidget(self._size)
        row.addWidget(self._said, 1)
        row.addWidget(self._saved)
        self._gone = QTimer(self, singleShot=True, interval=_SAID)
        self._gone.timeout.connect(lambda: self._said.setText(""))
        self._counting = QTimer(self, singleShot=True, interval=0)
        self._counting.timeout.connect(self._count)
        self._counted: tuple[Record, int] | None = None
        self._study: Study | None = None

    def say(self, text: str) -> None:
        """Show a sentence for a while."""
        self._said.setText(text)
        self._said.setAccessibleName(text)
        self._gone.start()

    @property
    def said(self) -> str:
        """The sentence that is shown now."""
        return self._said.text()

    def show_study(self, study: Study | None) -> None:
        """Show the state of a study, or of none."""
        self._study = study
        if study is None:
            for part in (self._format, self._encoding, self._size, self._saved):
                part.setText("")
            return
        document = study.document
        self._format.setText(document.variant or document.format.upper())
        self._encoding.setText((study.record.encoding or "").upper())
        if document.path is None:
            state = message("not saved yet  ·  Ctrl+S saves")
        elif document.modified:
            state = message("edited  ·  Ctrl+S saves")
        else:
            state = message("saved")
        self._saved.setText(tr(state))
        # Counting 226,000 nodes takes 15 ms: after the paint, and only where it may have changed.
        if self._counted != (study.record, len(study.record.nodes)):
            self._counting.start()

    def _count(self) -> None:
        if self._study is None:
            return
        record = self._study.record
        lines = sum(1 for node in record.nodes.values() if not node.children)
        moves = len(record.nodes) - 1
        one_line = message("{moves} moves", moves=moves)
        several = message("{moves} moves  ·  {lines} lines", moves=moves, lines=lines)
        self._size.setText(tr(several if lines > 1 else one_line))
        self._counted = (record, len(record.nodes))

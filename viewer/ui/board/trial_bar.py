"""What says that the board shows something beside the record: a frame, and a line with what can be done."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.paint.painter import painter_on
from viewer.scene.theme import Theme
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.announcing import announce
from viewer.ui.toolkit.key_names import key_name
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.widgets import ElidedLabel

_WIDE = 3.0


def frame(board: QWidget, theme: Theme) -> None:
    """Draw a frame over a board."""
    with painter_on(board) as painter:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(QColor(theme["accent"]), _WIDE)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        half = _WIDE / 2
        painter.drawRect(QRectF(board.rect()).adjusted(half, half, -half, -half))


class _Moves(ElidedLabel):
    """The moves; of many, the last ones."""

    def elided(self, width: int) -> str:
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideLeft, width)


class TrialBar(QFrame):
    """What is shown beside the record, with buttons that put it in and that end it."""

    def __init__(self, session: RecordSession, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.setObjectName("trialBar")
        self._name = Label(look="name")
        self._moves = _Moves()
        self.put_in = self._button(message("Put in"), message("Put it into the record"), "Return")
        end = in_context("to leave a trial", "End")
        self.end = self._button(end, message("Show the record again"), "Esc")
        row = QHBoxLayout(self)
        row.setContentsMargins(3, 1, 0, 0)
        row.setSpacing(10)
        row.addWidget(self._name)
        row.addWidget(self._moves, 1)
        row.addWidget(self.put_in)
        row.addWidget(self.end)
        self.put_in.clicked.connect(self._put_in)
        self.end.clicked.connect(session.end_trial)
        session.tried.connect(self._show)
        session.restyled.connect(self._show)
        self._show()

    def _button(self, text: Message, tip: Message, key: str) -> QPushButton:
        button = QPushButton(tr(text))
        button.setProperty("chip", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(button, f"{tr(tip)} ({key_name(key)})")
        return button

    def _put_in(self) -> None:
        if self._session.trial is not None:
            self._session.trial.put_in()

    @property
    def words(self) -> tuple[str, str]:
        """What it is called, and its moves."""
        return self._name.text(), self._moves.text()

    def _show(self) -> None:
        trial = self._session.trial
        if trial is None:
            return
        name = tr(trial.name)
        if name != self._name.text():
            announce(self, name)
        self._name.setText(name)
        self._moves.setText(trial.words)
        self.put_in.setEnabled(trial.holds)

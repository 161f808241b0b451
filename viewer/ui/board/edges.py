"""What stands at the edges of a board once it is wanted: evaluation bar, a caption, bar of a trial."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.games.states import States
from viewer.paint.painter import painter_on
from viewer.scene.theme import Theme
from viewer.tree.evaluation import Evaluation
from viewer.tree.nags import sign_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import announce
from viewer.ui.toolkit.keymap import key_name
from viewer.ui.toolkit.plain import ElidedLabel, Label, set_tip
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


_SAID = 6000  # milliseconds that a sentence stands in place of the move


class MoveCaption(QWidget):
    """The current move and where it stands in the line, with a button that leaves; for a while, a sentence.

    Signals:
        left: the button was pressed.
        resized: it needs another size.
    """

    left = Signal()
    resized = Signal()

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._words = Label(look="muted")
        row.addWidget(self._words)
        button = QToolButton()
        button.setText("✕")
        button.setFixedSize(QSize(26, 26))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        words = tr(message("Leave the full-screen board"))
        button.setAccessibleName(words)
        set_tip(button, f"{words} ({key_name('Esc')})")
        button.clicked.connect(self.left)
        row.addWidget(button)
        self._gone = QTimer(self, singleShot=True, interval=_SAID)
        self._gone.timeout.connect(self._show)
        for changed in (
            session.moved,
            session.changed,
            session.reloaded,
            session.restyled,
            session.tried,
        ):
            changed.connect(self._moved)
        session.chosen.connect(self._moved)
        self._show()

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def say(self, text: str) -> None:
        """Show a sentence for a while."""
        self._put(text)
        self._gone.start()

    def _moved(self) -> None:
        self._gone.stop()
        self._show()

    def _show(self) -> None:
        session = self._session
        node, line = session.shown, session.line
        move = session.words.numbered(node) if node.parent is not None else tr(message("start"))
        signs = "".join(sign_of(nag) for nag in node.glyphs)
        words = f"{move}{signs}"
        if not session.concealing:
            words += f"  ·  {session.cursor.index}/{len(line) - 1}"
        self._put(words)

    def _put(self, words: str) -> None:
        if words != self._words.text():
            self._words.setText(words)
            self.resized.emit()


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
        self._name = ElidedLabel()
        self._name.set_look("name")
        self._moves = _Moves()
        self.put_in = self._button(message("Put in"), message("Put it into the record"), "Enter")
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

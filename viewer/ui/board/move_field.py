"""The line below the board in which moves are typed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.typed_moves import begun, chosen, examples, meant, why_not
from viewer.ui.toolkit.announcing import announce
from viewer.ui.toolkit.kept_keys import ENTER
from viewer.ui.toolkit.widgets import ElidedLabel

_WIDTH = 150  # of the line itself
_OFFERED = 12  # moves that are offered at most
_STEPS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
)
_CONTROL = Qt.KeyboardModifier.ControlModifier


class MoveField(QFrame):
    """The input line, and beside it the moves that match what is typed, or why none does.

    Enter plays the move, and the next one can be typed; a wrong one stays, selected. What no move
    begins with is said to be none while it is typed. Tab writes the
    first move that is offered. While nothing is typed the keys that step through the record do so.
    Escape or a click elsewhere closes the line; while moves mend the record, only Escape does.

    Signals:
        closed: the line was left.
    """

    closed = Signal()

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("moveField")
        self._session = session
        row = QHBoxLayout(self)
        row.setContentsMargins(3, 2, 12, 2)
        row.setSpacing(10)
        self.line = QLineEdit()
        self.line.setFixedWidth(_WIDTH)
        self.line.setAccessibleName(tr(message("Move to play")))
        self.line.textChanged.connect(self._offer)
        self.line.installEventFilter(self)
        self._said = ElidedLabel()
        row.addWidget(self.line)
        row.addWidget(self._said, 1)
        session.moved.connect(self._offer)
        session.restyled.connect(self._offer)
        session.reloaded.connect(self._begin)
        self._begin()

    def _begin(self) -> None:
        """Start typing a move for the current record."""
        self.line.setPlaceholderText("".join(examples(self._session)[:1]))
        self.line.setText("")
        self._offer()

    @property
    def said(self) -> str:
        """The text beside the line."""
        return self._said.text()

    def _offer(self) -> None:
        """Show the moves that the text may become."""
        text = self.line.text()
        if not text.strip():
            mending = self._session.mending
            words = message("Enter plays the move, Escape ends.")
            self._say(tr(words if mending is None else mending.words), "muted")
            return
        found = [one.shown for one in (*meant(self._session, text), *begun(self._session, text))]
        if not found:
            self._say(tr(why_not(self._session, text)), "muted")
            return
        more = " …" if len(found) > _OFFERED else ""
        self._say("   ".join(found[:_OFFERED]) + more, "muted")

    def _say(self, text: str, kind: str) -> None:
        self._said.setText(text)
        self.line.setAccessibleDescription(text)
        if not self._said.property(kind):
            for one in ("muted", "bad"):
                self._said.setProperty(one, one == kind)
            self._said.style().polish(self._said)

    def play(self) -> None:
        """Play the typed move; if it is none, say why and keep the text to be corrected."""
        text = self.line.text()
        if not text.strip():
            return
        move = chosen(self._session, text)
        if isinstance(move, Message):
            self._say(tr(move), "bad")
            announce(self, tr(move))
            self.line.selectAll()
            return
        self._session.play(move.move)
        self.line.setText("")  # and nothing to undo: Ctrl+Z takes the move back

    def _complete(self) -> None:
        found = begun(self._session, self.line.text())
        if found and not meant(self._session, self.line.text()):
            self.line.setText(found[0].shown)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            # What moves mend may be shown on the board as well.
            passing = event.reason() in _PASSING  # type: ignore[attr-defined]  # a QFocusEvent
            if not passing and self._session.mending is None:
                self.closed.emit()
        elif isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                return self._override(event)
            if event.type() == QEvent.Type.KeyPress:
                return self._press(event)
        return super().eventFilter(watched, event)

    def _override(self, event: QKeyEvent) -> bool:
        """Whether the line handles a key although it is a command's shortcut."""
        empty = not self.line.text()
        if event.modifiers() & _CONTROL:
            mine = not empty and event.key() in (Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_X)
            mine = (
                mine or event.key() == Qt.Key.Key_V or (not empty and event.key() == Qt.Key.Key_Z)
            )
        else:
            mine = not (empty and event.key() in _STEPS)
        event.setAccepted(mine)
        return True

    def _press(self, event: QKeyEvent) -> bool:
        if event.key() in ENTER:
            self.play()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() == Qt.Key.Key_Tab:
            self._complete()
        else:
            return False
        return True


_PASSING = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
)

"""The current move in a corner of a board that stands alone on the screen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.tree.nags import sign_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.key_names import key_name
from viewer.ui.toolkit.plain import Label, set_tip

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

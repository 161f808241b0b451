"""The mode: board on the left, what must stand there on the right."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.scene.theme import Theme
from viewer.ui.modes.region.board import PartBoard
from viewer.ui.modes.region.draft import PartDraft
from viewer.ui.modes.region.panel import PartPanel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.kept_keys import ENTER
from viewer.ui.toolkit.sizes import LEAST_STAGE
from viewer.ui.workbench.mode import DeskMode

_MARGIN = 24
_OWN = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Delete),
    *(*ENTER, Qt.Key.Key_Space, Qt.Key.Key_Escape),
    Qt.Key.Key_Backspace,
)


class _Stage(QWidget):
    """The board, as large as fits."""

    def __init__(self, board: PartBoard) -> None:
        super().__init__()
        self._board = board
        board.setParent(self)
        self.setMinimumSize(LEAST_STAGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide, high = self.width() - 2 * _MARGIN, self.height() - 2 * _MARGIN
        self._board.setGeometry(QRect(_MARGIN, _MARGIN, wide, high))


class PartFinder(DeskMode):
    """The mode in which a part of the current position is drawn.

    Signals:
        finished: the mode is left; whether to search.
        told: a sentence for the status line.

    Attributes:
        draft: what is drawn.
        panel: its panel.
    """

    finished = Signal(bool)
    told = Signal(object)
    name = message("Looking for a part of a position")

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        """Raises LibraryFailed where positions can't be searched."""
        super().__init__(parent)
        self.draft = PartDraft(session, self)
        self.draft.told.connect(self.told)
        self.board: PartBoard = PartBoard(self.draft)
        self.panel = PartPanel(self.draft)
        self.panel.keep_focus()
        self.panel.finished.connect(self.finished)
        self.lay_out(_Stage(self.board), self.panel, self.panel.ends)
        self.setAccessibleName(tr(self.name))
        session.viewed.connect(self.board.update)
        session.reloaded.connect(self._gone)

    def _gone(self) -> None:
        """The record was replaced: leave the mode."""
        self.finished.emit(False)

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self.board.set_theme(theme)

    def wants(self, event: QKeyEvent) -> bool:
        shift = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        plain = event.modifiers() & ~shift == Qt.KeyboardModifier.NoModifier
        enter = event.key() in ENTER
        return (plain and event.key() in _OWN) or enter

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            if self.board.at or self.board.corner:
                self.board.at = self.board.corner = ""
                self.board.update()
            else:
                self.finished.emit(False)
        elif control and event.key() in ENTER:
            if self.panel.looking.isEnabled():
                self.finished.emit(True)
        else:
            super().keyPressEvent(event)

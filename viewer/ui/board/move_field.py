"""The line below the board in which moves are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.document.edits import AppliedEdit
from viewer.games.game import State
from viewer.tree.action import Move
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.typed_moves import (
    NotUnderstood,
    begun,
    examples,
    meant,
    taken,
    together,
    why_not,
)
from viewer.ui.toolkit.focus import ENTER, announce
from viewer.ui.toolkit.plain import ElidedLabel

if TYPE_CHECKING:
    from viewer.ui.board.stage import Stage

_WIDTH = 150  # of the line itself
_TEXT = 60  # characters that come at once and are more than some moves
_OFFERED = 12  # moves that are offered at most
_STEPS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
)
_OPENING = "/"  # no move begins with the key that opens the line: pressed again it changes nothing
_CONTROL = Qt.KeyboardModifier.ControlModifier


class Letters(QObject):
    """Has letters and digits that are typed on a board be moves, not keys of commands."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.board)
        self._stage = stage
        stage.board.installEventFilter(self)

    @staticmethod
    def put(stage: Stage, before: Letters | None) -> Letters | None:
        """Some for a board that has none; where there are, they are taken off."""
        if before is None:
            return Letters(stage)
        stage.board.removeEventFilter(before)
        before.deleteLater()
        return None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or self._stage.board.cursor_place:
            return super().eventFilter(watched, event)
        held = event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if held != Qt.KeyboardModifier.NoModifier or not event.text().isalnum():
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.KeyPress:
            self._stage.type_moves()
            assert self._stage.field is not None
            self._stage.field.type(event.text())
        event.accept()
        return True


class _Played(NamedTuple):
    """A move that was typed: as it was, from which state, where it led, and the edit that it was, if any."""

    text: str
    move: Move
    before: State
    node: int
    edit: AppliedEdit | None


class MoveField(QFrame):
    """The input line, and beside it the moves that match what is typed, or why none does.

    A move is played as soon as no other begins with what is typed (`taken`), and the next one can be typed;
    a line of moves is played one after the other. A word that is none stays, selected, with what follows
    it. What no move begins with is said to be none while it is typed. Tab writes the first move that is
    offered. In an empty line Backspace brings the last move back. While nothing is typed the keys that step
    through the record do so.
    Escape or a click elsewhere closes the line; while moves mend the record, only Escape does.

    Signals:
        closed: the line was left.
        pasted: a text came at once that is more than some moves.
    """

    closed = Signal()
    pasted = Signal(str)

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
        self.line.textEdited.connect(self._edited)
        self._length = 0  # of the text before what is typed
        self._played: list[_Played] = []
        self.line.installEventFilter(self)
        self._said = ElidedLabel()
        row.addWidget(self.line)
        row.addWidget(self._said, 1)
        session.moved.connect(self._offer)
        session.tried.connect(self._offer)
        session.restyled.connect(self._offer)
        session.reloaded.connect(self._begin)
        self._begin()

    def _begin(self) -> None:
        """Start typing a move for the current record."""
        self._played.clear()
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
            words = message("Moves are played as they are typed. Esc ends.")
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

    def _edited(self, text: str) -> None:
        """Play what is typed; what comes at once, and is more than some moves, is a text."""
        session = self._session
        moves_only = session.mending is not None or session.trial is not None
        copied = QGuiApplication.clipboard().text() if len(text) > self._length + 1 else ""
        if copied.split() == text.split():
            text = copied  # the line has blanks for its line ends
        if not moves_only and (len(text) > self._length + _TEXT or "\n" in text.strip()):
            self.line.clear()
            self.pasted.emit(text)
        else:
            self._take()
        self._length = len(self.line.text())

    def type(self, text: str) -> None:
        """Add text as if it were typed."""
        self.line.insert(text)
        self._take()

    def _take(self, ended: bool = False) -> None:
        """Play the moves that the line has, as far as they have ended; `ended`: by Enter."""
        session, text = self._session, self.line.text()
        word = text[self.line.cursorPosition() :]
        kept = word if word[:1].isspace() and not ended else ""  # behind a word that is mended
        while text.strip():
            found = taken(session, text.removesuffix(kept), ended)
            if isinstance(found, NotUnderstood):
                text = text[text.index(found.word) :]
                self.line.setText(text)
                self.line.setSelection(0, len(found.word))
                self._say(tr(found.why), "bad")
                announce(self, tr(found.why))
                return
            if found is None:
                text = self._added(text)
                break
            rest, kept = found.rest + kept, ""
            self._play(found.move, found.text)
            if self.isHidden():  # it was the move that was asked for
                return
            text = rest
        if text != self.line.text():
            self.line.setText(text.lstrip())  # and nothing to undo: Ctrl+Z takes the move back
        elif not text.strip():
            self.line.clear()

    def _added(self, text: str) -> str:
        """Take text that begins no move as the end of the one before: a sign, or what makes another of it.

        Returns what is left of it.
        """
        session, last = self._session, self._played[-1] if self._played else None
        if last is None or last.node != session.shown.id or begun(session, text):
            return text
        whole = last.text + text
        found = together(session, last.before, whole)
        if last.move not in found and len(found) == 1:
            self._back()
            self._play(found[0], whole)
        elif last.move not in found:
            return text
        return ""

    def _play(self, move: Move, text: str) -> None:
        session, history = self._session, self._session.document.history
        before, edits = session.shown_state, history.now().steps
        session.play(move)
        now = history.now()
        edit = now.last if now.steps > edits else None
        self._played.append(_Played(text, move, before, session.shown.id, edit))

    def _back(self) -> str:
        """Take back the move that was typed last; returns its text, "" if the user went elsewhere."""
        session = self._session
        last = self._played.pop() if self._played else None
        if last is None or last.node != session.shown.id:
            self._played.clear()
            return ""
        if last.edit is not None and session.document.history.now().last is last.edit:
            session.undo()
        elif session.trial is not None:
            session.trial.take_back()
        else:
            session.go(session.node.parent)
        return last.text

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
            mine = not (empty and (event.key() in _STEPS or event.text() == _OPENING))
        event.setAccepted(mine)
        return True

    def _press(self, event: QKeyEvent) -> bool:
        if event.key() in ENTER:
            self._take(ended=True)
        elif event.key() == Qt.Key.Key_Backspace and not self.line.text():
            self.line.setText(self._back())
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

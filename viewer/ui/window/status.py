"""Where one is, as a window shows it: in its title, on its tabs, in the status bar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, Number, counted, message
from viewer.formats import FORMATS
from viewer.games import GAMES
from viewer.games.capabilities import Connecting
from viewer.tree.action import is_move
from viewer.tree.record import Record
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import window_title
from viewer.ui.toolkit.focus import announce
from viewer.ui.toolkit.keymap import naming_keys
from viewer.ui.toolkit.plain import ElidedLabel, Label, set_tip, title

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_SAID = 6000  # ms that a sentence stays
_ANY = 16777215  # pixels: any width, as Qt has it


class _Asking(Label):
    asked = Signal()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.asked.emit()


class StatusLine(QWidget):
    """The contents of the status bar.

    Signals:
        spoke: a sentence is shown.
        encodingAsked: the encoding was clicked.
    """

    encodingAsked = Signal()
    spoke = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(4)
        self._format = Label()
        self._encoding = _Asking()
        self._encoding.setCursor(Qt.CursorShape.PointingHandCursor)
        set_tip(self._encoding, tr(message("Read again in another encoding…")))
        self._encoding.asked.connect(self.encodingAsked)
        self._place = ElidedLabel()
        self._place.hide()
        self._size = ElidedLabel()
        self._outcome = ElidedLabel()
        self._outcome.setProperty("name", True)
        self._outcome.hide()
        self._said = ElidedLabel()
        self._saved = Label()
        self._mode = Label()
        self._mode.setObjectName("mode")
        self._mode.hide()
        row.addWidget(self._mode)
        row.addWidget(self._format)
        row.addWidget(self._encoding)
        row.addWidget(self._place)
        row.addWidget(self._size)
        self._playing = ElidedLabel()
        self._playing.hide()
        row.addWidget(self._playing)
        row.addWidget(self._outcome)
        self._finding = ElidedLabel()
        self._finding.hide()
        self._resume: QPushButton | None = None
        row.addWidget(self._finding)
        row.addWidget(self._said, 1)
        row.addWidget(self._saved)
        self._gone = QTimer(self, singleShot=True, interval=_SAID)
        self._gone.timeout.connect(self._fall_silent)
        self._counting = QTimer(self, singleShot=True, interval=0)
        self._counting.timeout.connect(self._count)
        self._counted: tuple[Record, int] | None = None
        self._session: RecordSession | None = None

    def _show_finding(self) -> None:
        """Say that not all games of the file were found, with a button to go on."""
        indexer = self._session.indexer if self._session is not None else None
        shown = indexer is not None and indexer.begun and not (indexer.complete or indexer.running)
        self._finding.setVisible(shown)
        if self._resume is not None:
            self._resume.setVisible(shown)
        if self._session is None or not shown:
            return
        if self._resume is None:
            self._resume = QPushButton(tr(message("Go on")))
            self._resume.setProperty("chip", True)
            self._resume.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._resume.clicked.connect(self._go_on)
            row = self.layout()
            assert isinstance(row, QHBoxLayout)
            row.insertWidget(row.indexOf(self._finding) + 1, self._resume)
        number = len(self._session.document)
        words = counted(
            "{count} game found, not all",
            "{count} games found, not all",
            number,
        )
        self._finding.setText(tr(words))

    def _go_on(self) -> None:
        if self._session is not None:
            self._session.indexer.start()
            self._show_finding()

    def _show_form(self, form: str, encoding: str) -> None:
        """Show a format and an encoding; one that isn't there takes no room."""
        for part, text in ((self._format, form), (self._encoding, encoding)):
            part.setText(text)
            part.setVisible(bool(text))

    def say(self, text: str) -> None:
        """Show a sentence for a while."""
        self._said.setText(text)
        self._make_room()
        announce(self._said, text)
        self._gone.start()
        self.spoke.emit(text)

    def _fall_silent(self) -> None:
        self._said.setText("")
        self._make_room()

    def _make_room(self) -> None:
        """Have what is always there give way to a sentence that would be cut off."""
        row = self.layout()
        assert row is not None
        lasting = (self._encoding, self._format, self._size, self._place)
        for part in lasting:
            part.setMaximumWidth(_ANY)
        lacking = row.sizeHint().width() - self.width() if self._said.text() else 0
        for part in lasting:
            if lacking > 0 and not part.isHidden():
                lacking -= part.sizeHint().width()
                part.setMaximumWidth(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def show_mode(self, name: Message | None, silent: bool = False) -> None:
        """Show the mode of the desk, None for none; `silent` hides the record's size."""
        self._size.setVisible(not silent)
        self._mode.setText(tr(name) if name is not None else "")
        self._mode.setVisible(name is not None)

    @property
    def mode(self) -> str:
        """The name of the mode shown, "" for none."""
        return self._mode.text()

    def show_playing(self, how: Message | None) -> None:
        """Show how the record is played back, None while it isn't."""
        self._playing.setText(tr(how) if how is not None else "")
        self._playing.setVisible(how is not None)

    @property
    def playing(self) -> str:
        """How the record is played back, "" while it isn't."""
        return self._playing.text()

    @property
    def saved(self) -> str:
        """Whether the record is saved, in words."""
        return self._saved.text()

    @property
    def said(self) -> str:
        """The sentence shown now."""
        return self._said.text()

    def show_session(self, session: RecordSession | None, words: Message = NOTHING) -> None:
        """Show the state of a session, None for none: then words about what is shown instead."""
        self._session = session
        self._show_finding()
        if session is None:
            self._show_form("", "")
            self._saved.setText("")
            self._size.setText(tr(words))
            self._counted = None
            self._place.hide()
            self._outcome.hide()
            return
        document = session.document
        form = document.variant or document.format.upper()
        self._show_form(form, document.encoding_of(session.key).upper())
        if document.path is None and not document.modified:
            state = message("sample") if document.name in GAMES else NOTHING  # else a deck
        elif document.path is None:
            state = _unsaved(message("not saved yet"))
        elif document.lacking and document.history.written:
            state = message("saved, but not all of it")
        elif document.modified:
            state = _unsaved(message("edited"))
        else:
            state = message("saved")
        self._saved.setText(tr(state))
        self._show_place()
        self._show_outcome(session)
        # Counting 226,000 nodes takes 15 ms: after the paint, and only where it may have changed.
        if self._counted != (session.record, len(session.record.nodes)):
            self._counting.start()

    def _count(self) -> None:
        if self._session is None:
            return
        record = self._session.record
        nodes = record.nodes.values()
        lines = sum(1 for node in nodes if not node.children)
        moves = sum(1 for node in nodes if is_move(node.action))
        self._counted = (record, len(record.nodes))
        words = counted("{count} move", "{count} moves", moves)
        if lines > 1:
            words = message("{moves}  ·  {lines} lines", moves=words, lines=lines)
        self._size.setText(tr(words))

    def _show_outcome(self, session: RecordSession) -> None:
        """Show what ends the game at the current node, and how to record the result of a won one."""
        game = session.game
        ends = game.ends_at(session.state)
        self._outcome.setVisible(bool(ends))
        words = " ".join(tr(one) for one in ends)
        ended = game.outcome(session.state) if isinstance(game, Connecting) else None
        if ended is not None:
            format_ = FORMATS[session.document.format].load()
            headers = session.record.headers
            written = format_.by_role("result", headers, game.id)
            if not written and format_.with_result(headers, ended.result) is not None:
                words = tr(message("{words}  ·  R writes the result", words=words))
        self._outcome.setText(words)

    @property
    def outcome(self) -> str:
        """What ends the game at the current node, "" for nothing."""
        return self._outcome.text() if not self._outcome.isHidden() else ""

    def _show_place(self) -> None:
        """Show the number of the current game if the file has several."""
        session = self._session
        count = len(session.document) if session is not None else 0
        if session is None or count < 2:
            self._place.hide()
            return
        words = message(
            "game {place} of {count}", place=Number(session.index + 1), count=Number(count)
        )
        self._place.setText(tr(words))
        self._place.show()


def _unsaved(state: Message) -> Message:
    """A state with the key that saves."""
    return naming_keys(message("{state}  ·  {key} saves", state=state), state, key="save")


class ShownState(QObject):
    """Keeps title, names on tabs and status line up to date."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window

    def show_document(self) -> None:
        """Update tabs and title: names of files, and whether they are saved."""
        self._window.tabs.show_names()
        self.show_title()
        self.show_state()
        self._window.files.show_offer()

    def show_title(self) -> None:
        """Update the title of the window."""
        window, session = self._window, self._window.session
        if session is None:
            other = self._window.tabs.other
            window.setWindowModified(False)
            window.setWindowTitle("Qipu" if other is None else f"{title(other.name)} – Qipu")
            return
        window.setWindowTitle(f"{title(window_title(session))}[*] – Qipu")
        window.setWindowModified(session.document.modified)

    def show_state(self) -> None:
        """Show where one is in the record, and the mode of the desk."""
        self._window.leaving.changed()
        status, desk, other = self._window.status, self._window.desk, self._window.tabs.other
        status.show_session(self._window.session, NOTHING if other is None else other.words)
        self._window.top.show_possible()
        status.show_playing(desk.playing if desk is not None else None)
        mode = desk.mode if desk is not None else None
        if mode is None:
            status.show_mode(None)
        else:
            self._window.show_panels()
            status.show_mode(mode.name, mode.silent)

    def show_other(self) -> None:
        """A tab without a record has another name, or other words."""
        self._window.leaving.changed()
        other = self._window.tabs.other
        if other is not None:
            self.show_title()
            self._window.status.show_session(None, other.words)

    def show_finding(self, session: RecordSession) -> None:
        """How far the games of a file are found; or why not all of them were."""
        self._window.work.show(session.indexer)
        if session is self._window.session:
            self._window.status.show_session(session)
        if session.indexer.problem is not None and not session.indexer.running:
            self._window.tell(session.indexer.problem)

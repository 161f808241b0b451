"""The selected hit: its players, file and move, the board there, and what pages say about it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.files import FileSystem, Stamp
from viewer.base.messages import Message, Number, message, readable
from viewer.base.system_errors import error_words
from viewer.document.document import Document, open_document
from viewer.formats.format import Unreadable
from viewer.games.game import Game
from viewer.library.together import PlacedHit
from viewer.scene.candidates import Advice
from viewer.ui.board.preview_board import PreviewBoard
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.notation.sheet import NotationSheet
from viewer.ui.session.desk_looks import DeskLooks
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import record_title
from viewer.ui.toolkit.asking import Asker
from viewer.ui.toolkit.focus import leave_arrows_to_mouse, tab_through
from viewer.ui.toolkit.plain import ElidedLabel, Label, literal

_SOON = 90  # ms that a hit must stay selected to be read: a key that is held passes over hits


class HitReader(QObject):
    """Reads the record of the selected hit, beside the window's events.

    Attributes:
        session: of the record, None while none is shown. It isn't in a tab and isn't edited.
        problem: why it can't be shown, None if it can.

    Signals:
        shown: another record, another node of it, or none, is shown.
    """

    shown = Signal()

    def __init__(self, search: LibrarySearch, files: FileSystem, parent: QObject) -> None:
        super().__init__(parent)
        self._search, self._files = search, files
        self.session: RecordSession | None = None
        self.problem: Message | None = None
        self._path = ""
        self._stamp: Stamp | None = None  # of the file when it was opened
        self._loose: Document | None = None  # opened in the thread, not shown so far
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._read)
        self._asker = Asker(lambda: None, (OSError, Unreadable), self)
        search.turned.connect(self._soon.start)

    def close(self) -> None:
        """Let go of the file."""
        self._soon.stop()
        self._asker.close()
        self._drop()
        if self._loose is not None:
            self._loose.close()

    def run_now(self) -> None:
        """Read synchronously."""
        self._soon.stop()
        self._read()
        self._asker.run_now()

    def _drop(self) -> None:
        session, self.session, self._path = self.session, None, ""
        if session is not None:
            session.close()
            session.document.close()
            session.deleteLater()

    def _read(self) -> None:
        found = self._search.current
        if found is None:
            if self._search.current_row < 0:
                self._asker.drop("hit")
                self.problem = None
                self._drop()
                self.shown.emit()
            return
        path, number, document = found.hit.path, found.hit.number, None
        if self.session is not None and path == self._path:
            document = self.session.document
        seen = self._stamp

        def question() -> Document:
            made = document
            stamp = self._files.stamp_of(path)
            if made is None or stamp != seen:
                self._stamp = stamp
                made = self._loose = open_document(path, None, self._files)
            try:
                for _ in made.finding() if len(made) <= number else ():
                    if made is not document:
                        made.grow()
                        if len(made) > number:
                            break
            except BaseException:  # nobody may be told: the question may have been dropped
                self._close_loose()
                raise
            return made

        self._asker.ask(
            "hit",
            question,
            partial(self._show, found),
            partial(self._failed, found),
            self._close_loose,
        )

    def _close_loose(self, _: Document | None = None) -> None:
        """Close what was opened for a hit that isn't selected any more."""
        loose, self._loose = self._loose, None
        if loose is not None:
            loose.close()

    def _failed(self, found: PlacedHit, error: Exception) -> None:
        self._close_loose()
        if found != self._search.current:
            return  # that of the other hit follows
        name = readable(os.path.basename(found.hit.path))
        if isinstance(error, Unreadable):
            self.problem = message("{file} can't be opened. {why}", file=name, why=error.reason)
        elif isinstance(error, FileNotFoundError):
            self.problem = message(
                "{file} isn't there any more. Update the library.", file=readable(found.hit.path)
            )
        else:
            why = error_words(error)
            self.problem = message("{file} can't be opened: {why}.", file=name, why=why)
        self._drop()
        self.shown.emit()

    def _show(self, found: PlacedHit, document: Document) -> None:
        if found != self._search.current:
            self._close_loose()
            return  # that of the other hit follows
        session = self.session
        if session is None or session.document is not document:
            self._drop()
            self._loose = None
            try:
                session = RecordSession(document, self)
            except OSError as error:
                document.close()
                self._failed(found, error)
                return
            self.session, self._path = session, found.hit.path
        document.grow()
        keys = document.keys()
        if found.hit.number < len(keys):
            self.problem = None
            session.show(keys[found.hit.number])
            root, node = session.record.root, found.hit.node
            session.go(root if node is None else session.record.nodes.get(node))
        else:
            self.problem = message(
                "{file} has only {count} games now. Update the library.",
                file=readable(os.path.basename(found.hit.path)),
                count=Number(len(keys)),
            )
        self.shown.emit()


def _notation(session: RecordSession) -> QWidget:
    return NotationSheet(session, writable=False)


class _Place(ElidedLabel):
    """Where the hit is; if there is little room, the first part loses its middle before others their end."""

    _SEPARATOR = "  ·  "

    def __init__(self) -> None:
        super().__init__()
        self._parts: Sequence[str] = ()

    def show_parts(self, parts: Sequence[str]) -> None:
        """Show other parts."""
        self._parts = parts
        self.setText(self._SEPARATOR.join(parts))

    def elided(self, width: int) -> str:
        metrics, rest = self.fontMetrics(), self._SEPARATOR.join(("", *self._parts[1:]))
        if self._parts and metrics.horizontalAdvance(self.text()) > width:
            room = max(width - metrics.horizontalAdvance(rest), width // 3)
            first = metrics.elidedText(self._parts[0], Qt.TextElideMode.ElideMiddle, room)
            return metrics.elidedText(first + rest, Qt.TextElideMode.ElideRight, width)
        return self.text()


class HitPreview(QWidget):
    """The side of a library tab. Pages are added below the board, each under a tab.

    A page is a function that makes a widget of the session; it is made when it is first looked at, and made
    again with another session.

    Attributes:
        reader: reads the record; its `session` is what is shown.
        looks_of: returns the looks that the user wants for a game.
    """

    def __init__(
        self, search: LibrarySearch, files: FileSystem, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._search = search
        self.reader = HitReader(search, files, self)
        self.looks_of: Callable[[Game[Any]], DeskLooks] = lambda _: DeskLooks()
        self.board: PreviewBoard | None = None
        self._title = Label(look="title", wraps=True)
        self._place = _Place()
        self._place.setProperty("muted", True)
        self._problem = Label(look="muted", wraps=True)
        self._room = QWidget()
        self._board_column = QVBoxLayout(self._room)
        self._board_column.setContentsMargins(16, 4, 16, 4)
        self._room.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.tabs = QTabBar()
        self.tabs.setObjectName("pages")
        self.tabs.setAccessibleName(tr(message("About the selected game")))
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        leave_arrows_to_mouse(self.tabs)
        self.tabs.currentChanged.connect(self._turn)
        self._pages: list[Callable[[RecordSession], QWidget]] = []
        self._made: dict[int, QWidget] = {}
        self._stack = QStackedWidget()
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(18, 14, 18, 8)
        head.setSpacing(2)
        for label in (self._title, self._place, self._problem):
            head.addWidget(label)
        column.addLayout(head)
        column.addWidget(self._room, 3)
        row = QVBoxLayout()
        row.setContentsMargins(18, 4, 18, 0)
        row.addWidget(self.tabs)
        column.addLayout(row)
        column.addWidget(self._stack, 2)
        self.reader.shown.connect(self._show)
        self.add_page(message("Notation"), _notation)
        self._show()

    def add_page(
        self, title: Message, make: Callable[[RecordSession], QWidget], at: int = -1
    ) -> None:
        """Add a page; `make` makes its widget of the session that is shown."""
        place = len(self._pages) if at < 0 else at
        self._forget()
        self._pages.insert(place, make)
        self.tabs.insertTab(place, literal(tr(title)))
        self._turn()

    def title_page(self, page: int, title: Message) -> None:
        """Say something else on the tab of a page: how many there are of what it lists."""
        self.tabs.setTabText(page, literal(tr(title)))

    def advise(self, advice: Advice) -> None:
        """Show a move on the board that isn't made."""
        if self.board is not None and advice != self.board.advice:
            self.board.advice = advice
            self.board.update()

    @property
    def session(self) -> RecordSession | None:
        """The record that is shown, None for none."""
        return self.reader.session

    def words(self) -> Sequence[str]:
        """The texts above the board: title, place, problem."""
        return self._title.text(), self._place.text(), self._problem.text()

    def _forget(self) -> None:
        for page in self._made.values():
            self._stack.removeWidget(page)
            page.deleteLater()
        self._made = {}

    def _turn(self) -> None:
        at, session = self.tabs.currentIndex(), self.reader.session
        if session is None or not 0 <= at < len(self._pages):
            return
        if at not in self._made:
            self._made[at] = self._pages[at](session)
            self._stack.addWidget(self._made[at])
            tab_through(self.tabs, self._made[at])
        self._stack.setCurrentWidget(self._made[at])

    def _show(self) -> None:
        session, found = self.reader.session, self._search.current
        problem = self.reader.problem
        self._problem.setText(tr(problem) if problem is not None else "")
        self._problem.setVisible(problem is not None)
        if self.board is not None and self.board.session is not session:
            self._board_column.removeWidget(self.board)
            self.board.hide()
            self.board.deleteLater()
            self.board = None
            self._forget()
        for part in (self.tabs, self._stack):
            part.setVisible(session is not None)
        self._place.setVisible(found is not None)
        self._show_place()
        if session is None:
            self._title.setText("" if found is None else readable(os.path.basename(found.hit.path)))
            return
        if self.board is None:
            self.board = PreviewBoard(session)
            self.board.setAccessibleName(tr(message("Board of the selected game")))
            session.dress(self.looks_of(session.game))
            self._board_column.addWidget(self.board)
            session.moved.connect(self.board.update)
            session.tried.connect(self.board.update)
            session.tried.connect(self._show_place)
            session.reloaded.connect(self.board.update)
            session.moved.connect(self._show_place)
        title, result = record_title(session)
        self._title.setText(f"{title}  {result}" if result else title)
        self._show_place()
        self._turn()
        self.board.update()

    def _show_place(self) -> None:
        """Show file, number of the game and move: "morphy.pgn · game 112 · at 3… Bg4"."""
        found, session = self._search.current, self.reader.session
        if found is None:
            return
        name, number = readable(os.path.basename(found.hit.path)), found.hit.number
        parts = [name] if session is None or self._title.text() != name else []
        if number or (session is not None and len(session.document) > 1):
            parts.append(tr(message("game {number}", number=Number(number + 1))))
        if session is not None and session.shown is not session.node:
            words = message("preview: {move}", move=session.words.numbered(session.shown))
            parts.append(tr(words))
        elif session is not None and session.node.parent is not None:
            parts.append(tr(message("at {move}", move=session.words.numbered(session.node))))
        self._place.show_parts(parts)

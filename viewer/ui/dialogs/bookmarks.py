"""Bookmarks: a line to write the one of the current move in, and a list to go to one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document import plans
from viewer.paint.icons import icon
from viewer.tree.annotation import BOOKMARK
from viewer.ui.models.words import bookmark_line
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import FindingFrame, matches
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.style import theme_in_use

_BREAK = " ↵ "  # a bookmark of several lines is written in one
_ROWS = 14
_MOST = 1000  # rows; more are found by typing
_ICON = 14


class BookmarkLine(FindingFrame):
    """Writes the bookmark of the current node. Enter sets it, Escape leaves it; empty takes it away."""

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        name = message("Bookmark")
        super().__init__(over, tr(message("A name to find this place by")), tr(name))
        self._session = session
        self._node = session.node.id
        where = session.numbered(session.node) or tr(message("Start"))
        said = Label(tr(message("Bookmark at {move}. Without text it is taken away.", move=where)))
        said.setProperty("muted", True)
        said.setWordWrap(True)
        self.column.addWidget(said)

    def open_over(self, text: str = "") -> None:
        """Show it with the bookmark there is."""
        now = self._session.node.note(BOOKMARK)
        super().open_over(text or str(now).replace("\n", _BREAK))
        self.line.selectAll()

    def look_for(self, text: str) -> None:
        """There is nothing to find."""

    def step(self, step: int) -> None:
        """There is nothing to step through."""

    def do(self, stay: bool) -> None:
        """Set the bookmark."""
        text = self.line.text().replace(_BREAK, "\n")
        self.go_away()
        node = self._session.record.nodes.get(self._node)
        if node is not None:
            self._session.do_on(node, plans.bookmark, text)


class BookmarkList(FindingFrame):
    """The bookmarks of the record; typing narrows them, Enter goes to the one that is chosen."""

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        hint = tr(message("Go to a bookmark"))
        super().__init__(over, hint, hint)
        self._session = session
        self._icon = icon("flag", theme_in_use()["seal"], _ICON)
        self._known = [
            (node.id, bookmark_line(node), session.numbered(node) or tr(message("Start")))
            for node in session.cursor.bookmarks()[:_MOST]
        ]
        self.list = QListWidget()
        self.list.setAccessibleName(tr(message("Bookmarks")))
        self.list.setIconSize(QSize(_ICON, _ICON))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda _: self.do(False))
        self.column.addWidget(self.list)
        self.look_for("")

    def look_for(self, text: str) -> None:
        """Show the bookmarks that fit."""
        self.list.clear()
        for id, said, move in self._known:
            if matches(text, f"{said} {move}"):
                item = QListWidgetItem(self._icon, f"{said}    {move}")
                item.setData(Qt.ItemDataRole.UserRole, id)
                self.list.addItem(item)
        if not self.list.count():
            none = message("There is no bookmark yet: B sets one.")
            self.list.addItem(tr(message("No bookmark fits.") if self._known else none))
        self.list.setCurrentRow(0)
        rows = min(self.list.count(), _ROWS)
        self.list.setFixedHeight(rows * max(24, self.list.sizeHintForRow(0)) + 4)
        self.adjustSize()

    def step(self, step: int) -> None:
        """Go to the next entry, or the one before."""
        self.list.setCurrentRow((self.list.currentRow() + step) % max(1, self.list.count()))

    def do(self, stay: bool) -> None:
        """Go to the bookmark that is chosen."""
        item = self.list.currentItem()
        id = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        self.go_away()
        if id is not None:
            self._session.go_to(id)

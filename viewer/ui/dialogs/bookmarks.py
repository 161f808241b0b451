"""A list of the record's bookmarks, to jump to one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.paint.icons import icon
from viewer.ui.models.words import bookmark_line
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import matches
from viewer.ui.toolkit.finding_list import FindingList, FoundRow
from viewer.ui.toolkit.shortcuts import naming_keys
from viewer.ui.toolkit.style import theme_in_use

_MOST = 1000  # rows; more are found by typing
_ICON = 14


class BookmarkList(FindingList):
    """Typing filters the list, Enter jumps to the selected bookmark."""

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        hint = tr(message("Go to a bookmark"))
        super().__init__(over, hint, hint, tr(message("Bookmarks")))
        self._session = session
        self.icon = icon("flag", theme_in_use()["seal"], _ICON)
        self.list.setIconSize(QSize(_ICON, _ICON))
        self._known = [
            (node.id, bookmark_line(node), session.words.numbered(node) or tr(message("Start")))
            for node in session.cursor.bookmarks()[:_MOST]
        ]
        self.look_for("")

    def found(self, text: str) -> Iterator[FoundRow]:
        fitting = [one for one in self._known if matches(text, f"{one[1]} {one[2]}")]
        for id, said, move in fitting:
            yield FoundRow(said, partial(self._session.go_to, id), move)
        if not fitting:
            none = naming_keys(
                message("There is no bookmark yet: {key} sets one."),
                message("There is no bookmark yet."),
                key="bookmark",
            )
            yield FoundRow(tr(message("No bookmark fits.") if self._known else none))

    def do(self, stay: bool) -> None:
        """Jump to the selected bookmark; close if there is none."""
        super().do(stay)
        if self.list.currentItem() is None:
            self.go_away()

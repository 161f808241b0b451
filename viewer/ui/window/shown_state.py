"""Where one is, as a window shows it: in its title, on its tabs, in the status line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from viewer.base.messages import NOTHING
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import window_title
from viewer.ui.toolkit.plain import title

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


class ShownState(QObject):
    """Keeps title, names on tabs and status line up to date."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.dialog_parent)
        self._window = window

    def show_document(self) -> None:
        """Update tabs and title: names of files, and whether they are saved."""
        self._window.tabs.show_names()
        self.show_title()
        self.show_state()
        self._window.files.show_offer()

    def show_title(self) -> None:
        """Update the title of the window."""
        window, session = self._window.as_widget, self._window.session
        if session is None:
            other = self._window.other_tab
            window.setWindowModified(False)
            window.setWindowTitle("Qipu" if other is None else f"{title(other.name)} – Qipu")
            return
        window.setWindowTitle(f"{title(window_title(session))}[*] – Qipu")
        window.setWindowModified(session.document.modified)

    def show_state(self) -> None:
        """Show where one is in the record, and the mode of the desk."""
        self._window.leaving.changed()
        status, desk, other = self._window.status, self._window.desk, self._window.other_tab
        status.show_session(self._window.session, NOTHING if other is None else other.words)
        self.show_possible()
        status.show_playing(desk.playing if desk is not None else None)
        mode = desk.mode if desk is not None else None
        if mode is None:
            status.show_mode(None)
        else:
            self._window.show_panels()
            status.show_mode(mode.name, mode.silent)

    def show_possible(self) -> None:
        """Show what can be undone and redone."""
        self._window.top.show_possible()

    def show_other(self) -> None:
        """A tab without a record has another name, or other words."""
        self._window.leaving.changed()
        other = self._window.other_tab
        if other is not None:
            self.show_title()
            self._window.status.show_session(None, other.words)

    def show_finding(self, session: RecordSession) -> None:
        """How far the games of a file are found; or why not all of them were."""
        self._window.work.show(session.finder)
        if session is self._window.session:
            self._window.status.show_session(session)
        if session.finder.problem is not None and not session.finder.running:
            self._window.tell(session.finder.problem)

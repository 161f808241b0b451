"""Waiting until all records of a file are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QProgressDialog

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.session.finder import Finder
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_PATIENCE = 0.2  # seconds to wait before showing a progress dialog


def all_found(session: RecordSession, window: Window) -> bool:
    """Wait until all games of the file are known; False if the user cancelled."""
    finder = session.finder
    if not finder.wait(_PATIENCE) and finder.running:
        _wait(finder, window)
    if finder.problem is not None:
        window.tell(finder.problem)
    return finder.complete


def _wait(finder: Finder, window: Window) -> None:
    words, stop = message("Finding all games of the file…"), message("Stop")
    dialog = QProgressDialog("", tr(stop), 0, 100, window.dialog_parent)
    dialog.setLabel(Label(tr(words)))
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setAutoReset(False)

    def show(*_: object) -> None:
        dialog.setValue(finder.percent)

    finder.progress.connect(show)
    finder.ended.connect(dialog.accept)
    dialog.canceled.connect(finder.stop)
    dialog.exec()
    finder.progress.disconnect(show)
    dialog.deleteLater()

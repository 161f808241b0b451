"""The dialog for printing: what is printed and how, with all its pages beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from viewer.base.fields import Values
from viewer.base.messages import message
from viewer.publish.apart import export_apart
from viewer.publish.book.choices import PAPERS
from viewer.publish.book.pages import PagePictures
from viewer.publish.exporter import ExportedFile, Missing
from viewer.publish.kinds import KINDS, ExportKind
from viewer.ui.dialogs.export_dialog import ExportDialog
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import how_far
from viewer.ui.toolkit.page_view import PageView

_PRINTED = ("pdf", "sheet")


class PrintDialog(ExportDialog):
    """The pages of a book or a problem sheet, as they will be printed.

    Signals:
        wanted: the pages are to be printed.

    Attributes:
        pages: draws the pages, None while there are none.
        view: shows them.
    """

    wanted = Signal()
    usual_size = QSize(1300, 860)
    shares = (1, 1)
    title = message("Print")
    acceptance = message("Print…")

    def __init__(
        self,
        session: RecordSession,
        chosen: Sequence[int],
        usual: Values,
        kept: str,
        parent: QWidget | None = None,
    ) -> None:
        self.pages: PagePictures | None = None
        self.view = PageView()
        super().__init__(session, chosen, usual, kept, parent)
        self.accepting.setEnabled(False)
        self._runner.progress.connect(self._progressed)
        self.view.turned.connect(self._tell_page)
        self.finished.connect(self._close)

    def kinds(self) -> dict[str, ExportKind]:
        """Those that are made of pages."""
        return {id: KINDS[id] for id in _PRINTED}

    def shown(self) -> QWidget:
        """The view of the pages."""
        return self.view

    def _head_changed(self, key: str) -> None:
        super()._head_changed(key)
        self.accepting.setEnabled(False)

    def _preview(self) -> None:
        if not self.faultless:
            return
        self.notes = None
        self.accepting.setEnabled(False)
        choice = self.choice
        self._runner.start(export_apart(self.study(choice), choice.kind.id, choice.values))

    def _progressed(self, done: int, total: int) -> None:
        if not self.accepting.isEnabled():  # the pages aren't there yet
            percent = min(99, 100 * done // total) if total else None
            self.say(how_far(message("Setting the pages"), percent))

    def _show(self, found: object) -> None:
        if isinstance(found, Missing):
            self.notes = found.words
        elif isinstance(found, ExportedFile):
            _, width, height = PAPERS[str(self.choice.values["paper"])]
            self._set_pages(PagePictures(found.data, width, height))

    def _set_pages(self, pages: PagePictures | None) -> None:
        before, self.pages = self.pages, pages
        self.view.show_pages(pages)
        if before is not None:
            before.close()
        self.accepting.setEnabled(pages is not None)
        self._tell_page()

    def _tell_page(self) -> None:
        if self.pages is not None:
            page, count = self.view.current, self.pages.count
            self.say(message("Page {page} of {count}", page=page, count=count))

    def _clear(self) -> None:
        self._set_pages(None)

    def take_pages(self) -> PagePictures | None:
        """The pages, for somebody else to close."""
        self.view.stop()
        pages, self.pages = self.pages, None
        return pages

    def accept(self) -> None:
        if self.pages is not None and self.form.check():
            self.wanted.emit()

    def _close(self) -> None:
        self.view.stop()
        if self.pages is not None:
            self.pages.close()
            self.pages = None

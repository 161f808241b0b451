"""Printing from the window: the dialog with the pages, the system's dialog, the task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QRectF, QSize, QSizeF, Signal
from PySide6.QtGui import QImage, QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, counted, message
from viewer.base.system_errors import WordedError
from viewer.paint.painter import painter_on
from viewer.publish.apart import export_apart
from viewer.publish.book.choices import PAPERS
from viewer.publish.book.typesetting import POINTS, PagePictures
from viewer.publish.exporter import ExportedFile, Missing
from viewer.publish.kinds import KINDS, ExportKind
from viewer.ui.controllers.exporting import dialog_for
from viewer.ui.dialogs.export_dialog import ExportDialog
from viewer.ui.toolkit.jobs import how_far
from viewer.ui.toolkit.page_view import PageView

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_PRINTED = ("pdf", "sheet")
_FINEST = 600  # dots per inch; more can't be seen on paper
_BAND = 1_000_000  # pixels that are drawn at once, between two events of the window


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
    pages: PagePictures | None = None

    def kinds(self) -> dict[str, ExportKind]:
        """Those that are made of pages."""
        return {id: KINDS[id] for id in _PRINTED}

    def shown(self) -> QWidget:
        """The view of the pages."""
        self.view = PageView()
        self.view.turned.connect(self._tell_page)
        self._runner.progress.connect(self._progressed)
        self.accepting.setEnabled(False)  # until there are pages
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

    def _stop(self) -> None:
        super()._stop()
        self.view.stop()
        if self.pages is not None:
            self.pages.close()
            self.pages = None


def print_records(window: Window) -> None:
    """Show the pages of records, ask for a printer, and print them as a task."""
    session = window.session
    if session is None or (dialog := dialog_for(window, session, PrintDialog, "print")) is None:
        return

    def wanted() -> None:
        window.settings.set("print", dialog.kept())
        assert dialog.pages is not None
        printer = printer_for(dialog.pages)
        asking = QPrintDialog(printer, dialog)
        asking.setMinMax(1, dialog.pages.count)
        asking.setOption(QPrintDialog.PrintDialogOption.PrintCurrentPage)
        current = dialog.view.current

        accepted = asking.exec() == QPrintDialog.DialogCode.Accepted
        asking.deleteLater()
        if accepted and (pages := dialog.take_pages()) is not None:
            dialog.done(PrintDialog.DialogCode.Accepted)
            _run_print(window, printer, pages, current)

    dialog.wanted.connect(wanted)
    dialog.open()


def printer_for(pages: PagePictures) -> QPrinter:
    """A printer set to the paper of pages, whose margins are on them already."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    size = QPageSize(
        QSizeF(pages.width, pages.height),
        QPageSize.Unit.Point,
        "",
        QPageSize.SizeMatchPolicy.FuzzyMatch,
    )
    layout = QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF())
    layout.setMode(QPageLayout.Mode.FullPageMode)
    printer.setPageLayout(layout)
    printer.setFullPage(True)
    return printer


def _run_print(window: Window, printer: QPrinter, pages: PagePictures, current: int = 1) -> None:
    """Print pages as a task, and close them afterwards."""
    numbers = chosen_pages(printer, pages.count, current)
    printer.setDocName("Qipu")

    def job() -> Iterator[JobStep[int]]:
        with pages:
            yield from printing(printer, pages, numbers)
        yield JobStep(1, 1, len(numbers))

    window.tasks.run(message("Printing"), job(), lambda count: window.say(_printed_words(count)))


def _printed_words(count: int) -> Message:
    """What was printed."""
    return counted("{count} page went to the printer.", "{count} pages went to the printer.", count)


def chosen_pages(printer: QPrinter, count: int, current: int) -> list[int]:
    """The pages to print, in order; with copies, where the driver makes none."""
    ranges = printer.pageRanges().toRangeList()
    match printer.printRange():
        case QPrinter.PrintRange.CurrentPage:
            numbers = [current]
        case QPrinter.PrintRange.PageRange if ranges:
            wanted = {
                number
                for one in ranges
                for number in range(max(1, one.from_), min(count, one.to) + 1)
            }
            numbers = sorted(wanted)
        case _:
            numbers = list(range(1, count + 1))
    if printer.pageOrder() is QPrinter.PageOrder.LastPageFirst:
        numbers.reverse()
    copies = 1 if printer.supportsMultipleCopies() else printer.copyCount()
    if printer.collateCopies():
        return numbers * copies
    return list(chain.from_iterable(repeat(number, copies) for number in numbers))


def printing(
    printer: QPrinter, pages: PagePictures, numbers: Sequence[int]
) -> Iterator[JobStep[int]]:
    """A job that prints pages, in portions; cancelled, it takes back what the printer doesn't have yet.

    Pages larger than the paper are made to fit, smaller ones stand in its middle. Raises OSError.
    """
    with painter_on(printer) as painter:
        if not painter.isActive():
            raise WordedError(message("the printer takes no pages"))
        whole = False
        try:
            for done, number in enumerate(numbers):
                if done and not printer.newPage():
                    raise WordedError(message("the printer takes no more pages"))
                for step in _page(printer, painter, pages, number):
                    yield JobStep(done, len(numbers), waiting=step.waiting)
            whole = True
        finally:
            if not whole:
                printer.abort()


def _page(
    printer: QPrinter, painter: QPainter, pages: PagePictures, number: int
) -> Iterator[JobStep[None]]:
    resolution = printer.resolution()
    paper = printer.pageLayout().fullRectPixels(resolution)
    width, height = pages.width / POINTS * resolution, pages.height / POINTS * resolution
    fit = min(1.0, paper.width() / width, paper.height() / height)
    left, top = (paper.width() - width * fit) / 2, (paper.height() - height * fit) / 2
    dots = -(-resolution // _FINEST)  # of the printer across a pixel of the picture
    ppi = resolution * fit / dots
    wide, high = round(pages.width / POINTS * ppi), round(pages.height / POINTS * ppi)
    rows = max(16, _BAND // wide)
    above = 0
    for step in in_thread(_bands(pages, number, ppi, high, rows)):
        if step.result is not None:
            image = QImage.fromData(step.result)
            if image.isGrayscale():
                image = image.convertToFormat(QImage.Format.Format_Grayscale8)
            place = QRectF(left, top + above * dots, image.width() * dots, image.height() * dots)
            painter.drawImage(place, image)
            above += image.height()
        yield JobStep(above, high, waiting=step.waiting)


def _bands(
    pages: PagePictures, number: int, ppi: float, high: int, rows: int
) -> Iterator[JobStep[bytes]]:
    for top in range(0, high, rows):
        yield JobStep(top, high, pages.band(number, ppi, top, min(rows, high - top)))

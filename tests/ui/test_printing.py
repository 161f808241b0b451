"""Printing: the dialog with all pages, the system's choices, the task."""

from __future__ import annotations

import io
import json

import pytest
from chess_desks import chess_window, line
from PIL import Image
from pypdf import PdfReader
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPageRanges, QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter

from viewer.base.jobs import Slices
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers import printing
from viewer.ui.controllers.printing import PrintDialog

GAME = line("e2e4", "e7e5", "g1f3")


@pytest.fixture
def window(qtbot, tmp_path):
    return chess_window(qtbot, tmp_path, *(line("e2e4", "e7e5", "g1f3") for _ in range(4)))


def opened(qtbot, window, records: str = "all") -> PrintDialog:
    """The dialog with the pages of all games, a game a page, behind them the index."""
    window.run(COMMANDS["print"])
    (dialog,) = window.findChildren(PrintDialog)
    dialog.head.parts["where"].set_value(records)
    dialog.form.parts["paper"].set_value("a5")
    dialog.form.parts["break"].set_value("page")
    dialog.form.parts["title-page"].set_value(False)
    dialog.form.parts["contents"].set_value(False)
    qtbot.waitUntil(lambda: dialog.pages is not None and dialog.accepting.isEnabled())
    return dialog


def to_file(monkeypatch, path, **choices) -> None:
    """The system's dialog is accepted: a PDF file as the printer, with a low resolution."""

    def accept(asking: QPrintDialog) -> int:
        printer = asking.printer()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(path))
        printer.setResolution(100)
        for name, value in choices.items():
            getattr(printer, name)(value)
        return int(QPrintDialog.DialogCode.Accepted)

    monkeypatch.setattr(QPrintDialog, "exec", accept)


def printed(qtbot, window, dialog, path) -> PdfReader:
    dialog.accept()
    qtbot.waitUntil(lambda: not window.tasks.running)
    return PdfReader(io.BytesIO(path.read_bytes()))


def ink(page) -> int:
    """The number of dark pixels of a printed page."""
    return sum(
        sum(Image.open(io.BytesIO(one.data)).convert("L").histogram()[:128]) for one in page.images
    )


def test_the_view_shows_all_pages_and_draws_those_in_sight(qtbot, window):
    dialog = opened(qtbot, window)
    view = dialog.view
    assert dialog.pages.count == 5
    assert dialog.said.startswith("Page 1 of 5")
    qtbot.waitUntil(lambda: 1 in view.drawn)
    assert 5 not in view.drawn
    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: 5 in view.drawn)
    assert view.current == 5
    assert dialog.said.startswith("Page 5 of 5")
    wide = view.drawn[5].width()
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    qtbot.waitUntil(lambda: 5 in view.drawn and view.drawn[5].width() > wide)
    assert view.current == 5
    dialog.reject()


def test_each_page_is_seen_whole(qtbot, window):
    dialog = opened(qtbot, window)
    view = dialog.view
    for number in (1, 2, 3):
        assert view.viewport().rect().contains(view._place(number)), number
        qtbot.keyClick(view, Qt.Key.Key_Space)
    dialog.reject()


def test_a_change_makes_other_pages(qtbot, window):
    dialog = opened(qtbot, window)
    dialog.head.parts["kind"].set_value("sheet")
    assert not dialog.accepting.isEnabled()
    qtbot.waitUntil(lambda: "no problems" in dialog.said)
    assert dialog.pages is None
    dialog.head.parts["kind"].set_value("pdf")
    qtbot.waitUntil(lambda: dialog.pages is not None)
    dialog.reject()


def test_pages_are_printed_on_their_paper_and_the_style_is_kept(
    qtbot, window, tmp_path, monkeypatch
):
    path = tmp_path / "printed.pdf"
    to_file(monkeypatch, path)
    found = printed(qtbot, window, opened(qtbot, window), path)
    assert len(found.pages) == 5
    assert round(float(found.pages[0].mediabox.width)) in (419, 420)
    assert all(ink(page) > 200 for page in found.pages)
    kept = json.loads(str(window.settings["print"]))
    assert kept["styles"]["pdf"]["paper"] == "a5"


def test_a_range_of_pages(qtbot, window, tmp_path, monkeypatch):
    path = tmp_path / "printed.pdf"
    to_file(
        monkeypatch,
        path,
        setPrintRange=QPrinter.PrintRange.PageRange,
        setPageRanges=QPageRanges.fromString("2-3,5"),
    )
    assert len(printed(qtbot, window, opened(qtbot, window), path).pages) == 3


def test_the_current_page_is_the_one_in_view(qtbot, window, tmp_path, monkeypatch):
    path = tmp_path / "printed.pdf"
    to_file(monkeypatch, path, setPrintRange=QPrinter.PrintRange.CurrentPage)
    dialog = opened(qtbot, window)
    qtbot.keyClick(dialog.view, Qt.Key.Key_End)
    assert len(printed(qtbot, window, dialog, path).pages) == 1


def test_pages_are_reduced_to_smaller_paper(qtbot, window, tmp_path, monkeypatch):
    path = tmp_path / "printed.pdf"
    to_file(monkeypatch, path, setPageSize=QPageSize(QPageSize.PageSizeId.A6))
    found = printed(qtbot, window, opened(qtbot, window), path)
    assert round(float(found.pages[0].mediabox.width)) in (297, 298)
    assert len(found.pages) == 5
    assert ink(found.pages[0]) > 100


def test_the_order_of_pages_and_copies(qapp):
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    assert printing.chosen_pages(printer, 3, 1) == [1, 2, 3]
    printer.setPageOrder(QPrinter.PageOrder.LastPageFirst)
    assert printing.chosen_pages(printer, 3, 1) == [3, 2, 1]


def test_a_cancelled_print_closes_its_pages(qtbot, window, tmp_path):
    dialog = opened(qtbot, window)
    pages = dialog.take_pages()
    dialog.reject()
    printer = printing.printer_for(pages)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    slices = Slices(printing.printing(printer, pages, [1, 2, 3]))
    slices.run(0.0)
    slices.cancel()
    assert printer.printerState() in (QPrinter.PrinterState.Aborted, QPrinter.PrinterState.Idle)
    pages.close()


@pytest.mark.qt_log_ignore(r"QPainter::begin\(\)", extend=True)
def test_a_printer_that_takes_nothing_is_told(qtbot, window, tmp_path, monkeypatch):
    to_file(monkeypatch, tmp_path / "none" / "printed.pdf")
    dialog = opened(qtbot, window, "this")
    dialog.accept()
    qtbot.waitUntil(lambda: not window.tasks.running)
    qtbot.waitUntil(lambda: bool(window.notice.shown))
    assert "printer" in window.notice.sentence


def test_the_wheel_with_control_changes_the_size(qtbot, window):
    dialog = opened(qtbot, window, "this")
    view = dialog.view
    before = view.zoom
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.zoom < before
    assert view.mapToGlobal(QPoint(0, 0)) is not None
    dialog.reject()

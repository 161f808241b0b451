"""Exports from the window: the dialog, the file's name, the task; the picture of the board."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, counted, in_context, message, sentences
from viewer.base.person_names import one_line
from viewer.base.processes import processors
from viewer.base.refused import Refused
from viewer.document.document import Document
from viewer.document.saving.save import SaveError, write_file
from viewer.formats.detect import suffix_of
from viewer.formats.format import Collection
from viewer.paint.image import render_image, render_png
from viewer.publish.choices import OutlineStyle
from viewer.publish.export import Exported, Order, exporting, exporting_sections, told
from viewer.publish.exporter import Missing, left_out_words
from viewer.publish.kinds import ExportKind, report_kind
from viewer.publish.outline import Section
from viewer.publish.sections import section_of
from viewer.publish.styles import report_values
from viewer.publish.targets import Target
from viewer.scene.picture import Drawing, picture
from viewer.scene.svg import to_svg
from viewer.tree.evaluation_words import evaluations_of
from viewer.ui.board.canvas import theme_of
from viewer.ui.controllers.record_list import all_found
from viewer.ui.controllers.saver import plain_name
from viewer.ui.dialogs.export_dialog import ExportChoice, ExportDialog
from viewer.ui.pages.report_page import found_in
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import record_title
from viewer.ui.toolkit.file_dialogs import FileDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

D = TypeVar("D", bound=ExportDialog)
_WIDTH = 1200  # pixels of a PNG


def export(window: Window) -> None:
    """Ask what to export and how, then where to, and export it as a task."""
    session = window.session
    if session is None or (dialog := dialog_for(window, session, ExportDialog, "export")) is None:
        return

    def asked(choice: ExportChoice) -> None:
        window.settings.set("export", dialog.kept())
        name = os.path.splitext(session.document.path or plain_name(record_title(session)[0]))[0]
        path, _ = FileDialog.save_file(
            window,
            tr(message("Export")),
            f"{name}.{choice.kind.suffix}",
            f"{tr(choice.kind.name)} (*.{choice.kind.suffix})",
            purpose="export",
        )
        if path:
            _run_export(window, session, choice, path)

    dialog.asked.connect(asked)
    dialog.open()


def export_report(window: Window) -> None:
    """Ask for a file for the report of the game that is shown; its suffix says the form."""
    session = window.session
    if session is None or not _ready(window, session):
        return
    name = os.path.splitext(session.document.path or plain_name(record_title(session)[0]))[0]
    target = ask_for_report(window, name, window)
    if target is None or _is_record(window, session, target[0]):
        return
    path, kind = target
    values = report_values(kind.load().fields, _usual_values(window, session), {})
    section = section_of(
        session.record,
        session.document.format,
        session.index,
        OutlineStyle.chosen(values),
        tr,
        session.states,
        found=partial(found_in, session),
    )
    export_sections(window, [section], Order(kind.id, values, words=tr), path, session.document)


def ask_for_report(window: Window, name: str, parent: QWidget) -> tuple[str, ExportKind] | None:
    """(path, kind) for a report, whose suffix says the form; None for none. `name`: without a suffix."""
    word = tr(in_context("an account of how a game was played", "Report"))
    path, _ = FileDialog.save_file(
        parent,
        tr(message("Save the report")),
        f"{name} – {word}.html",
        f"{word} (*.html *.pdf *.md *.tex *.txt)",
        purpose="export",
    )
    if not path:
        return None
    try:
        return path, report_kind(path)
    except Refused as error:
        window.tell(error.reason)
        return None


def has_unwritten(session: RecordSession) -> bool:
    """Whether an analysis found evaluations that the record doesn't have."""
    finds, states = session.finds, session.states
    return finds.many and any(
        finds.evaluation(session.key, node, states) is not None
        and not evaluations_of(node, session.game.score_unit)
        for node in session.record.nodes.values()
    )


def dialog_for(window: Window, session: RecordSession, kind: type[D], setting: str) -> D | None:
    """A dialog for an export of a session's records, begun with what a setting keeps; None if it can't be."""
    if not _ready(window, session):
        return None
    chosen, usual = window.games.several(), _usual_values(window, session)
    return kind(session, chosen, usual, str(window.settings[setting]), window)


def _ready(window: Window, session: RecordSession) -> bool:
    """Whether the records of a session can be exported: all of them are found, what is typed is in them."""
    session.flush()
    return all_found(session, window)


def _usual_values(window: Window, session: RecordSession) -> dict[str, Value]:
    """What the window shows, as values of fields of exports."""
    game = session.game.id
    usual: dict[str, Value] = {
        "coordinates": str(window.settings["coordinates"]),
        "flip": session.view.flip,
        "mirror": session.view.mirror,
        "pieces": window.looks.pieces_of(game),
        "layout": window.looks.layout_of(game),
        "notation": window.settings.of_game("notation", game),
        "about": one_line(str(window.settings["own-names"])),
    }
    return {key: value for key, value in usual.items() if value != ""}


def _run_export(window: Window, session: RecordSession, choice: ExportChoice, path: str) -> None:
    """Export what was chosen to a file that isn't the record's own."""
    order = Order(choice.kind.id, choice.values, "", choice.place, None, tr)
    if not _is_record(window, session, path):
        run_export(window, choice.records.collection(), order, path, session.document)


def _is_record(window: Window, session: RecordSession, path: str) -> bool:
    """Whether a path is that of the record itself, which is told then."""
    source = session.document.path or ""
    same = bool(source) and os.path.realpath(source) == os.path.realpath(path)
    if same:
        window.tell(message("{path} is the record itself; export to another file.", path=path))
    return same


def run_export(
    window: Window,
    records: Collection,
    order: Order,
    path: str,
    document: Document | None = None,
) -> None:
    """Export records to a file, as a task; afterwards say what was written and what is left out."""
    files = window.workspace.files
    steps = exporting(
        records,
        _stem(path),
        Target(path),
        order,
        files,
        processes=processors(),
        apart=True,
    )
    _run(window, steps, path, document)


def export_sections(
    window: Window,
    sections: Iterable[Section],
    order: Order,
    path: str,
    document: Document | None = None,
) -> None:
    """Export sections, which are taken in a thread; else as `run_export`."""

    def steps() -> Iterator[JobStep[Exported | Missing]]:
        taken: list[Section] = []
        for step in in_thread(JobStep(0, 0, one) for one in sections):
            taken += () if step.result is None else (step.result,)
            yield JobStep(0, 0, waiting=step.waiting)
        name, files = _stem(path), window.workspace.files
        yield from exporting_sections(taken, name, Target(path), order, files, apart=True)

    _run(window, steps(), path, document)


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _run(
    window: Window,
    steps: Iterator[JobStep[Exported | Missing]],
    path: str,
    document: Document | None,
) -> None:
    def job() -> Iterator[JobStep[Exported]]:
        for step in told(steps, path):
            # What no font has was named in the dialog.
            result = None if isinstance(step.result, Missing) else step.result
            yield JobStep(step.done, step.total, result, step.waiting)

    words = message("Exporting {file}", file=os.path.basename(path))
    window.tasks.run(words, job(), lambda done: _tell(window, done), document)


def _tell(window: Window, done: Exported) -> None:
    if done.failure is not None:
        window.tell(done.failure)
        return
    window.say(_exported_words(done))


def _exported_words(done: Exported) -> Message:
    """What was written, and what isn't in it."""
    if not done.written:
        return message("There is nothing of this kind to export.")
    first = os.path.basename(done.written[-1])
    more = len(done.written) - 1
    words = (
        counted(
            "Exported {file} and {more} more file.",
            "Exported {file} and {more} more files.",
            more,
            file=first,
            more=more,
        )
        if more
        else message("Exported {file}.", file=first)
    )
    left_out = left_out_words(done.left_out)
    return words if left_out is None else sentences([words, left_out])


def save_picture(window: Window) -> None:
    """Ask for a file name and save the board as SVG or PNG."""
    session = window.session
    if session is None:
        return
    name = os.path.splitext(session.document.path or plain_name(record_title(session)[0]))[0]
    path, _ = FileDialog.save_file(
        window,
        tr(message("Save the board as a picture")),
        f"{name}.png",
        "PNG (*.png);;SVG (*.svg)",
        purpose="picture",
    )
    if path:
        write_picture(window, path)


def board_drawing(window: Window) -> Drawing | None:
    """The board as it is shown; None if no file is open."""
    session = window.session
    if session is None:
        return None
    board = window.desk.stage.board if window.desk is not None else None
    return picture(
        session.game,
        session.shown_state,
        {} if board is None else board.notes(),
        theme=theme_of(session),
        view=session.view,
        coordinates=session.looks.coordinates,
        pieces=session.looks.pieces,
        layout=session.layout or session.looks.layout,
        numbers={}
        if board is None
        else board.overlay.numbers(dict(session.game.pieces(session.shown_state))),
    )


def write_picture(window: Window, path: str) -> None:
    """Write the board to a file, SVG or PNG by its suffix."""
    drawing = board_drawing(window)
    if drawing is None:
        return
    svg = suffix_of(path) == "svg"
    data = to_svg(*drawing).encode() if svg else render_png(*drawing, _WIDTH)
    try:
        write_file(path, [data], None, window.workspace.files)
    except SaveError as error:
        window.tell(error.reason)
    else:
        window.say(message("Saved {file}.", file=os.path.basename(path)))


def copy_picture(window: Window) -> None:
    """Copy the board as it is shown to the clipboard, as pixels and as SVG."""
    drawing = board_drawing(window)
    if drawing is None:
        return
    data = QMimeData()
    data.setImageData(render_image(*drawing, _WIDTH))
    data.setData("image/svg+xml", to_svg(*drawing).encode())
    QGuiApplication.clipboard().setMimeData(data)
    window.say(message("Copied the board as a picture."))

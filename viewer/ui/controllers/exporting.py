"""Exports from the window: the dialog, the file's name, the task."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.base.processes import processors
from viewer.publish.export import Exported, Order, exporting, told
from viewer.publish.exporter import Missing, left_out_words
from viewer.publish.targets import Target
from viewer.ui.controllers.finding_all import all_found
from viewer.ui.controllers.saver import plain_name
from viewer.ui.dialogs.export_dialog import ExportChoice, ExportDialog
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import record_title
from viewer.ui.toolkit.file_dialogs import FileDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def export(window: Window) -> None:
    """Ask what to export and how, then where to, and export it as a task."""
    session = window.session
    if session is None or not ready(window, session):
        return
    dialog = ExportDialog(
        session,
        window.games.several(),
        usual_values(window, session),
        str(window.settings["export"]),
        window.dialog_parent,
    )

    def asked(choice: ExportChoice) -> None:
        window.settings.set("export", dialog.kept())
        name = os.path.splitext(session.document.path or plain_name(record_title(session)[0]))[0]
        path, _ = FileDialog.save_file(
            window.dialog_parent,
            tr(message("Export")),
            f"{name}.{choice.kind.suffix}",
            f"{tr(choice.kind.name)} (*.{choice.kind.suffix})",
            purpose="export",
        )
        if path:
            run_export(window, session, choice, path)

    dialog.asked.connect(asked)
    dialog.open()


def ready(window: Window, session: RecordSession) -> bool:
    """Whether the records of a session can be exported: all of them are found, what is typed is in them."""
    session.flush()
    return all_found(session, window)


def usual_values(window: Window, session: RecordSession) -> dict[str, Value]:
    """What the window shows, as values of fields of exports."""
    game = session.game.id
    usual: dict[str, Value] = {
        "coordinates": str(window.settings["coordinates"]),
        "flip": session.view.flip,
        "mirror": session.view.mirror,
        "pieces": window.looks.pieces_of(game),
        "layout": window.looks.layout_of(game),
        "notation": window.settings.of_game("notation", game),
    }
    return {key: value for key, value in usual.items() if value != ""}


def run_export(window: Window, session: RecordSession, choice: ExportChoice, path: str) -> None:
    """Export to a file, as a task; afterwards say what was written and what is left out."""
    order = Order(choice.kind.id, choice.values, "", choice.place, None, tr)
    records = choice.records.collection()
    source = session.document.path or ""
    if source and os.path.realpath(source) == os.path.realpath(path):
        window.tell(message("{path} is the record itself; export to another file.", path=path))
        return

    def job() -> Iterator[JobStep[Exported]]:
        name = os.path.splitext(os.path.basename(path))[0]
        files = window.workspace.files
        steps = exporting(
            records, name, Target(path), order, files, processes=processors(), apart=True
        )
        for step in told(steps, path):
            # What no font has was named in the dialog.
            result = None if isinstance(step.result, Missing) else step.result
            yield JobStep(step.done, step.total, result, step.waiting)

    words = message("Exporting {file}", file=os.path.basename(path))
    window.tasks.run(words, job(), lambda done: _tell(window, done), session.document)


def _tell(window: Window, done: Exported) -> None:
    if done.failure is not None:
        window.tell(done.failure)
        return
    window.say(exported_words(done))


def exported_words(done: Exported) -> Message:
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
    return words if left_out is None else message("{what} {more}", what=words, more=left_out)

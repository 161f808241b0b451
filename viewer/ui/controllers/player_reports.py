"""The report of a player's games in the window: games of files, folders and libraries are counted."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep
from viewer.base.person_names import OwnNames, one_line
from viewer.document.reading.player_report import PlayerReport, counting
from viewer.document.record_set import files_of
from viewer.publish.export import Order
from viewer.publish.player_reports import player_section
from viewer.publish.styles import report_values
from viewer.ui.controllers.exporting import ask_for_report, export_sections
from viewer.ui.controllers.files import usual_folder
from viewer.ui.controllers.games_at_hand import games_at_hand
from viewer.ui.controllers.saver import plain_name
from viewer.ui.dialogs.player_report_dialog import PlayerReportDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def show_player_report(window: Window) -> PlayerReportDialog:
    """Count the games of the file that is shown by the names in the settings; others may be chosen then."""
    files = window.workspace.files

    def counted(paths: Sequence[str], names: str) -> Iterator[JobStep[PlayerReport]]:
        yield from counting(list(files_of(paths)), names, files)

    names = one_line(str(window.settings["own-names"]))
    dialog = PlayerReportDialog(
        {one.key: one for one in games_at_hand(window)}, names, counted, window
    )
    dialog.opening.connect(lambda game: window.files.open_at(game.path, game.number, None))
    dialog.saving.connect(lambda: _save(window, dialog))
    dialog.show()
    return dialog


def _save(window: Window, dialog: PlayerReportDialog) -> None:
    """Ask for a file for the report that is shown, and write it."""
    report, names = dialog.report, dialog.player.text()
    name = os.path.join(usual_folder(window), plain_name(OwnNames(names).chief))
    target = None if report is None else ask_for_report(window, name, dialog)
    if report is None or target is None:
        return
    path, kind = target
    folder = os.path.dirname(os.path.abspath(path))
    sections = (player_section(one, names, tr, folder) for one in [report])  # made by the task
    values = report_values(kind.load().fields, {}, {})
    export_sections(window, sections, Order(kind.id, values, words=tr), path)

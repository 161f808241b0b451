"""The report of a player's games in the window: games of files, folders and libraries are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from viewer.base.jobs import JobStep
from viewer.base.person_names import one_line
from viewer.document.reading.player_report import PlayerReport, counting
from viewer.document.record_set import files_of
from viewer.ui.controllers.decks import game_sources
from viewer.ui.dialogs.player_report_dialog import PlayerReportDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def show_player_report(window: Window) -> PlayerReportDialog:
    """Count the games of the file that is shown by the names in the settings; others may be chosen then."""
    files = window.workspace.files

    def counted(paths: Sequence[str], names: str) -> Iterator[JobStep[PlayerReport]]:
        yield from counting(list(files_of(paths)), names, files)

    names = one_line(str(window.settings["own-names"]))
    dialog = PlayerReportDialog(dict(game_sources(window)), names, counted, window)
    dialog.opening.connect(lambda game: window.files.open_at(game.path, game.number, None))
    dialog.show()
    return dialog

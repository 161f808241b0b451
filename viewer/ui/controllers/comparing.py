"""Comparing the open document with a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.system_errors import error_words
from viewer.formats.detect import load_file
from viewer.formats.format import Unreadable
from viewer.ui.controllers.files import usual_folder
from viewer.ui.controllers.finding_all import all_found
from viewer.ui.session.record_kinds import record_kinds
from viewer.ui.session.titles import shown_name
from viewer.ui.toolkit.file_dialogs import FileDialog

if TYPE_CHECKING:
    from viewer.ui.dialogs.comparison_dialog import ComparisonDialog
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window


def compare_with(window: Window) -> None:
    """Ask for a file and show how it differs from the open document."""
    path = FileDialog.open_file(
        window.dialog_parent,
        tr(message("Compare with")),
        usual_folder(window),
        record_kinds(),
        purpose="compare",
    )
    if path:
        compare_with_file(window, path)


def compare_with_file(
    window: Window, path: str, desk: Desk | None = None
) -> ComparisonDialog | None:
    """Show how a file differs from the document of a desk, by default the current one.

    Returns the dialog, None if the file can't be read.
    """
    desk = desk or window.desk
    if desk is None or not all_found(desk.session, window):
        return None
    name = shown_name(os.path.basename(path))
    try:
        theirs = load_file(path, window.workspace.files)
    except Unreadable as error:
        window.tell(message("{file} can't be opened. {why}", file=name, why=error.reason))
        return None
    except OSError as error:
        why = error_words(error)
        window.tell(message("{file} can't be opened: {why}.", file=name, why=why))
        return None
    from viewer.ui.dialogs.comparison_dialog import ComparisonDialog  # deferred

    dialog = ComparisonDialog(desk.session, name, theirs, desk.stage)
    dialog.show()
    return dialog

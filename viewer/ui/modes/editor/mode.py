"""Entering and leaving the position editor."""

from __future__ import annotations

from viewer.base.messages import NOTHING
from viewer.document import plans
from viewer.games.capabilities import Editable
from viewer.tree.action import Setup
from viewer.ui.controllers.controlled import ControlledWorkbench
from viewer.ui.modes.editor.editor import PositionEditor
from viewer.ui.workbench.protocols import RecordDesk


def edit_position(window: ControlledWorkbench) -> PositionEditor | None:
    """Start editing the current position; returns the editor, None if the game has none."""
    desk = window.desk
    if desk is None or desk.editing or not isinstance(desk.session.game, Editable):
        return None
    desk.session.flush()
    editor = PositionEditor(
        desk.session, window.clips.takes(desk.session, desk.session.record.game)
    )
    editor.told.connect(window.say)
    editor.finished.connect(lambda what, setup: _finish(window, desk, what, setup))
    editor.leaving.connect(lambda: _give_up(window, editor))
    desk.show_editor(editor)
    window.looks.dress(desk)
    window.focus_board()
    window.say(editor.ends.hint())
    return editor


def _give_up(window: ControlledWorkbench, editor: PositionEditor) -> None:
    """Ask whether to discard the position, and leave the editor if so."""
    if window.files.may_drop_position():
        editor.finish("")


def _finish(window: ControlledWorkbench, desk: RecordDesk, what: str, setup: Setup | None) -> None:
    """Use the position as requested, and leave the editor."""
    desk.close_editor()
    window.say(NOTHING)
    if what == "start":
        desk.session.do(plans.start, setup)
    elif what == "new":
        window.clips.add_position(desk.session, setup)
    window.focus_board()

"""Entering and leaving the position editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import NOTHING
from viewer.document import plans
from viewer.games.capabilities import Editable
from viewer.tree.action import Setup
from viewer.ui.modes.editor.editor import PositionEditor

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window


def edit_position(window: Window) -> PositionEditor | None:
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


def _give_up(window: Window, editor: PositionEditor) -> None:
    """Ask whether to discard the position, and leave the editor if so."""
    if window.files.may_drop_position():
        editor.finish("")


def _finish(window: Window, desk: Desk, what: str, setup: Setup | None) -> None:
    """Use the position as requested, and leave the editor."""
    desk.close_editor()
    window.say(NOTHING)
    if what == "start":
        desk.session.do(plans.start, setup)
    elif what == "new":
        window.clips.add_position(desk.session, setup)
    window.focus_board()

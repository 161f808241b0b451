"""Steps beside moves: takebacks, messages, results, times, titles, problems; and the tools of the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.document.plans import steps as plans_steps
from viewer.document.plans.steps import MARK, MESSAGE, RESULT, TAKEBACK
from viewer.formats import FORMATS
from viewer.games.capabilities import Placing
from viewer.tree.action import Move, is_ply
from viewer.tree.annotation import ACTOR, CLOCK, ELAPSED, MOMENT, OVERTIME, PROBLEM, TITLE
from viewer.ui.commands.table import (
    EDIT,
    VIEW,
    Command,
    has_session,
    on,
    opened,
    when,
    where,
)
from viewer.ui.toolkit.keymap import naming_keys

if TYPE_CHECKING:
    from viewer.formats.format import Format
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window

_OF_STEPS = frozenset((MOMENT, ACTOR, CLOCK, ELAPSED, OVERTIME))


def _bar(window: Window) -> None:
    if window.desk is not None:
        stage = window.desk.stage
        stage.show_tools(stage.bar is None)


def _shown(window: Window) -> bool:
    return window.desk is not None and window.desk.stage.bar is not None


def _take(tool: str) -> Callable[[Window], None]:
    def take(window: Window) -> None:
        if window.desk is None or window.session is None:
            return
        from viewer.ui.board.tools import PLAY  # deferred

        stage = window.desk.stage
        stage.show_tools(True)
        tools = stage.board.tools
        tools.choose(tool)
        stage.board.setFocus()
        known = tools.known
        if known is not None and tools.tool != PLAY:
            hint = message("{tool}: touch places. Esc plays again.", tool=known.name)
            window.say(tools.lack or hint)

    return take


def _has(tool: str) -> Callable[[Window], bool]:
    def has(window: Window) -> bool:
        if window.session is None or not has_session(window):
            return False
        from viewer.ui.board.tools import tools_of  # deferred

        return any(one.id == tool for one in tools_of(window.session.game))

    return has


def _turn(window: Window) -> None:
    if window.session is not None:
        from viewer.document.plans import board as plans_board  # deferred

        window.session.do(plans_board.give_move, 1 - window.session.state.side)


def _tool(id: str, name: Message, key: str) -> Command:
    return Command(f"tool-{id}", name, _take(id), (key,), _has(id), EDIT, 2)


_TOOLS = (
    Command(
        "tools",
        message("Marks and tools beside the board"),
        _bar,
        ("A",),
        has_session,
        EDIT,
        2,
        chosen=_shown,
    ),
    *(
        _tool(id, name, key)
        for id, name, key in (
            ("triangle", message("Draw triangles"), "Alt+1"),
            ("square", message("Draw squares"), "Alt+2"),
            ("circle", message("Draw circles"), "Alt+3"),
            ("cross", message("Draw crosses"), "Alt+4"),
            ("letter", message("Write the next letters"), "Alt+5"),
            ("number", message("Write the next numbers"), "Alt+6"),
            ("text", message("Write labels"), "Alt+7"),
            ("line", message("Draw lines"), "Alt+8"),
            ("arrow", message("Draw arrows"), "Alt+9"),
            ("eraser", message("Erase marks"), "Alt+0"),
            ("stone-0", message("Set up pieces of the first side"), "Alt+Shift+1"),
            ("stone-1", message("Set up pieces of the second side"), "Alt+Shift+2"),
            ("take", message("Take pieces away"), "Alt+Shift+0"),
            ("link", message("Make links and take them away"), "Alt+Shift+4"),
        )
    ),
    Command(
        "turn",
        message("Set up: the other side is to move"),
        _turn,
        ("Alt+Shift+3",),
        when(lambda s: isinstance(s.game, Placing)),
        EDIT,
        2,
    ),
)


def _can_check(session: RecordSession) -> bool:
    from viewer.document.check import can_check  # deferred

    return can_check(session.document)


def _format(session: RecordSession) -> Format:
    return FORMATS[session.document.format].load()


def _holds(kind: str) -> Callable[[RecordSession], bool]:
    return lambda session: kind in _format(session).steps


def _can_take_back(session: RecordSession) -> bool:
    return _holds(TAKEBACK)(session) and plans_steps.plies_before(session.node) > 0


def _can_change(session: RecordSession) -> bool:
    """Whether the current node is a step, or a move whose times the format holds."""
    if plans_steps.kind_of(session.node):
        return plans_steps.kind_of(session.node) in _format(session).steps
    return is_ply(session.node.action) and bool(_format(session).facets & _OF_STEPS)


def _titled(session: RecordSession) -> bool:
    return TITLE in _format(session).facets


def _asks(session: RecordSession) -> bool:
    """Whether the current node can be a problem, if the format marks them."""
    return type(session.node.action) is Move or plans_steps.begins(session.node)


def _no_problems(window: Window) -> Message | None:
    session = window.session
    if session is None or PROBLEM in _format(session).facets:
        return None
    format_ = FORMATS[session.document.format].name
    return naming_keys(
        message(
            "{format} has no mark for problems. {key} asks for the moves that follow any position.",
            format=format_,
        ),
        message("{format} has no mark for problems.", format=format_),
        key="solve",
    )


def _ask(kind: str) -> Callable[[Window], None]:
    def open_dialog(window: Window) -> None:
        from viewer.ui.dialogs.step_dialog import StepDialog  # deferred

        if window.session is not None:
            window.session.flush()
            StepDialog(window.session, kind, False, window).open()

    return open_dialog


def _change(window: Window) -> None:
    from viewer.ui.dialogs.step_dialog import StepDialog  # deferred

    if window.session is not None:
        window.session.flush()
        StepDialog(window.session, plans_steps.kind_of(window.session.node), True, window).open()


def _change_named(window: Window) -> Message:
    """What is edited: a takeback, message, result or mark, or the times of a move."""
    if window.session is not None and plans_steps.kind_of(window.session.node):
        return message("Edit this entry…")
    return message("Edit the times of this move…")


def _problem(other: bool) -> Callable[[RecordSession], object]:
    return lambda session: session.do(
        plans_steps.problem, 1 - session.state.side if other else session.state.side
    )


def _switch_timeline(window: Window) -> None:
    if window.desk is not None:
        sheet = window.desk.panels.sheet
        sheet.set_way(not sheet.as_variations)
        window.show_page("notation")


def _has_timeline(window: Window) -> bool:
    return window.desk is not None and window.desk.panels.sheet.has_ways


def _check(window: Window) -> None:
    if window.session is not None:
        window.show_page("notes")
        window.session.findings.check()


COMMANDS = (
    Command(
        "title",
        message("Write a title…"),
        opened("viewer.ui.dialogs.node_line:TitleLine", False),
        ("I",),
        when(_titled),
        EDIT,
        3,
    ),
    Command(
        "chapter",
        message("Begin a chapter…"),
        opened("viewer.ui.dialogs.node_line:TitleLine", True),
        ("Shift+I",),
        when(_titled),
        EDIT,
        3,
    ),
    Command(
        "problem",
        message("Make a problem for the side to move"),
        on(_problem(False)),
        ("J",),
        when(_asks),
        EDIT,
        3,
        refusal=_no_problems,
        also=in_context("more words for a command", "puzzle exercise tsume tsumego"),
    ),
    Command(
        "problem-other",
        message("Make a problem for the other side"),
        on(_problem(True)),
        ("Shift+J",),
        when(_asks),
        EDIT,
        3,
        refusal=_no_problems,
    ),
    *(
        Command(
            id,
            name,
            _ask(kind),
            keys,
            when(can),
            EDIT,
            4,
            offered=where(_holds(kind)),
        )
        for id, name, kind, keys, can in (
            ("take-back", message("Add a takeback…"), TAKEBACK, ("U",), _can_take_back),
            ("message", message("Add a message…"), MESSAGE, ("W",), _holds(MESSAGE)),
            ("result-step", message("Add a result after this move…"), RESULT, (), _holds(RESULT)),
            ("mark-step", message("Add a mark after this move…"), MARK, (), _holds(MARK)),
        )
    ),
    Command(
        "change-step",
        message("Edit the times of this move…"),
        _change,
        ("O",),
        when(_can_change),
        EDIT,
        4,
        named=_change_named,
    ),
    Command(
        "contents",
        message("Table of contents"),
        lambda w: w.show_page("contents"),
        ("Shift+O",),
        when(_titled),
        VIEW,
        1,
    ),
    Command(
        "check",
        message("Check the file against its format"),
        _check,
        ("Shift+V",),
        when(_can_check),
        VIEW,
        1,
        also=in_context("more words for a command", "errors faults validate"),
    ),
    Command(
        "timeline",
        message("Takebacks as variations, or as they happened"),
        _switch_timeline,
        ("V",),
        _has_timeline,
        VIEW,
        1,
    ),
    *_TOOLS,
)

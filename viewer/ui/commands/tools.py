"""The board's tools: the tool bar, and each tool by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.games.capabilities import Placing
from viewer.ui.commands.table import EDIT, TOOLS, Command, has_session, when

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


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
            hint = message("{tool}: touch places. Escape plays again.", tool=known.name)
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
    return Command(f"tool-{id}", name, _take(id), (key,), _has(id), EDIT, 2, group=TOOLS)


COMMANDS = (
    Command(
        "tools",
        message("Tools beside the board"),
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
        group=TOOLS,
    ),
)

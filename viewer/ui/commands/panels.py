"""The pages beside the board: shown, moved, folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.ui.commands.table import VIEW, Command, has_session
from viewer.ui.pages.arrangement import Arrangement, kept_arrangement
from viewer.ui.pages.panels import PANELS, Panel

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_GROUP = message("Panels")


def move_of(id: str) -> str:
    """The id of the command that moves a page."""
    return f"move-{id}"


def fold_of(id: str) -> str:
    """The id of the command that folds a page."""
    return f"fold-{id}"


def _show(panel: Panel) -> Command:
    """Show a panel that no other command shows."""
    return Command(
        f"show-{panel.id}",
        panel.title,
        lambda w: w.show_page(panel.id),
        (),
        has_session,
        VIEW,
        3,
        group=_GROUP,
        headed=True,
    )


def _arrangement(window: Window) -> Arrangement:
    """The arrangement of the game that is shown."""
    game = "" if window.session is None else window.session.game.id
    return kept_arrangement(window.settings, game)


def _move(panel: Panel) -> Command:
    """Let a page stand in a cell of its own, or among the tabs of the one above it again."""

    def named(window: Window) -> Message:
        if _arrangement(window).beside(panel.id):
            return message("Put “{panel}” below the other pages", panel=panel.title)
        return message("Put “{panel}” among the tabs above it", panel=panel.title)

    def run(window: Window) -> None:
        there = _arrangement(window)
        at = there.place_of(panel.id)
        done = there.parted(panel.id, at + 1) if there.beside(panel.id) else None
        if window.desk is not None:
            game = window.desk.session.game.id
            window.looks.arrange(game, done or there.joined(panel.id, max(0, at - 1)))
            window.desk.panels.show_tab(panel.id)
            window.desk.panels.focus_page(panel.id)

    def offered(window: Window) -> bool:
        alone = len(_arrangement(window).cells) == 1 and not _arrangement(window).beside(panel.id)
        return window.desk is not None and window.desk.panels.seen(panel.id) and not alone

    return Command(
        move_of(panel.id),
        message("Put “{panel}” below the other pages, or among them", panel=panel.title),
        run,
        (),
        lambda w: has_session(w) and offered(w),
        VIEW,
        4,
        group=_GROUP,
        named=named,
        offered=offered,
    )


def _fold(panel: Panel) -> Command:
    """Leave of the place of a page the tabs alone."""

    def possible(window: Window) -> bool:
        return window.desk is not None and window.desk.panels.foldable(panel.id)

    return Command(
        fold_of(panel.id),
        message("Fold “{panel}”", panel=panel.title),
        lambda w: w.desk.panels.fold(panel.id) if w.desk is not None else None,
        (),
        possible,
        VIEW,
        4,
        group=_GROUP,
        offered=possible,
    )


COMMANDS = (
    *(_show(panel) for panel in PANELS.values() if not panel.command),
    *(_move(panel) for panel in PANELS.values() if not panel.tab),
    *(_fold(panel) for panel in PANELS.values() if not panel.tab),
    Command(
        "usual-panels",
        message("Put all pages where they stand at first"),
        lambda w: w.looks.arrange(w.session.game.id, None) if w.session is not None else None,
        (),
        has_session,
        VIEW,
        5,
        group=_GROUP,
    ),
)

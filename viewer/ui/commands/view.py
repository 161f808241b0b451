"""The window's appearance: its settings, the graph of the variations, the panels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from viewer.base.messages import Message, in_context, message
from viewer.ui.commands.table import (
    EDIT,
    HELP,
    VIEW,
    Command,
    always,
    has_desk,
    has_session,
    values_of,
)
from viewer.ui.pages.arrangement import Arrangement, kept_arrangement
from viewer.ui.pages.panels import PANELS, Panel

if TYPE_CHECKING:
    from viewer.ui.dialogs.settings_dialog import SettingsPage
    from viewer.ui.pages.graph_page import GraphPage
    from viewer.ui.window.window import Window

_PANELS_TITLE = in_context("a menu", "Pages")
_LAYOUT = message("Layout of the window")
_ARRANGED = in_context(
    "more words for a command", "arrangement position panels columns moves side left right"
)
_SYSTEMS, *_THEMES = values_of(
    "theme",
    "theme",
    lambda w, _, value: w.looks.set_theme(value),
    also=in_context("more words for a command", "night day mode colours"),
)
_PLACES = values_of(
    "place",
    "board",
    lambda w, _, value: w.looks.put_boards(value),
    VIEW,
    3,
    _LAYOUT,
    also=_ARRANGED,
)


def _graph(window: Window) -> GraphPage | None:
    """The graph that is shown, None if there is none."""
    if window.desk is None or not has_session(window):
        return None
    page = window.desk.panels.made("graph")
    return cast("GraphPage", page) if page is not None and page.isVisible() else None


def _seen(window: Window) -> bool:
    return _graph(window) is not None


def _on(act: Callable[[GraphPage], object]) -> Callable[[Window], None]:
    def run(window: Window) -> None:
        page = _graph(window)
        if page is not None:
            act(page)

    return run


_GRAPH = (
    Command(
        "graph",
        message("Variations as a graph"),
        lambda w: w.show_page("graph"),
        ("T",),
        has_session,
        VIEW,
        4,
        "branch",
        also=in_context("more words for a command", "tree"),
    ),
    Command(
        "outline",
        message("Variations as an outline"),
        lambda w: w.show_page("tree"),
        ("Shift+T",),
        has_session,
        VIEW,
        4,
        also=in_context("more words for a command", "tree"),
    ),
    Command(
        "graph-way",
        message("Let the graph grow downwards, or to the right"),
        lambda w: w.looks.next_choice("graph"),
        (),
        has_session,
        VIEW,
        4,
    ),
    Command(
        "graph-fold",
        message("Fold what follows in the graph, or show it"),
        _on(lambda page: page.fold()),
        ("H",),
        _seen,
        VIEW,
        5,
    ),
    Command(
        "graph-fold-others",
        message("Fold all other variations in the graph, or show them"),
        _on(lambda page: page.fold_others()),
        ("Shift+H",),
        _seen,
        VIEW,
        5,
    ),
    Command(
        "graph-preview",
        message("Preview the current move in the graph"),
        _on(lambda page: page.view.preview()),
        (".",),
        _seen,
        VIEW,
        5,
        also=in_context("more words for a command", "number comment tooltip"),
    ),
    Command(
        "graph-larger",
        message("Larger graph"),
        _on(lambda page: page.view.zoom(1)),
        ("Ctrl++", "Ctrl+="),
        _seen,
        VIEW,
        5,
        also=in_context("more words for a command", "zoom larger"),
    ),
    Command(
        "graph-smaller",
        message("Smaller graph"),
        _on(lambda page: page.view.zoom(-1)),
        ("Ctrl+-",),
        _seen,
        VIEW,
        5,
        also=in_context("more words for a command", "zoom smaller"),
    ),
    Command(
        "graph-usual",
        message("Usual size of the graph"),
        _on(lambda page: page.usual()),
        ("Ctrl+0",),
        _seen,
        VIEW,
        5,
        also=in_context("more words for a command", "zoom"),
    ),
    Command(
        "graph-whole",
        message("The whole graph"),
        _on(lambda page: page.view.fit()),
        ("Z",),
        _seen,
        VIEW,
        5,
        also=in_context("more words for a command", "zoom"),
    ),
)


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
        group=_PANELS_TITLE,
    )


def _arrangement(window: Window) -> Arrangement:
    """The arrangement of the game that is shown."""
    game = "" if window.session is None else window.session.game.id
    return kept_arrangement(window.settings, game)


def _move(panel: Panel) -> Command:
    """Let a page stand in a cell of its own, or among the tabs of the one above it again."""

    def named(window: Window) -> Message:
        if _arrangement(window).shares(panel.id):
            return message("Put “{panel}” below the other pages", panel=panel.title)
        return message("Put “{panel}” among the tabs above it", panel=panel.title)

    def run(window: Window) -> None:
        there = _arrangement(window)
        at = there.place_of(panel.id)
        done = there.parted(panel.id, at + 1) if there.shares(panel.id) else None
        if window.desk is not None:
            game = window.desk.session.game.id
            window.looks.arrange(game, done or there.joined(panel.id, max(0, at - 1)))
            window.desk.panels.show_tab(panel.id)
            window.desk.panels.focus_page(panel.id)

    def offered(window: Window) -> bool:
        alone = len(_arrangement(window).cells) == 1 and not _arrangement(window).shares(panel.id)
        return window.desk is not None and window.desk.panels.seen(panel.id) and not alone

    return Command(
        move_of(panel.id),
        message("Put “{panel}” below the other pages, or among them", panel=panel.title),
        run,
        (),
        lambda w: has_session(w) and offered(w),
        VIEW,
        4,
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
        offered=possible,
    )


_PANELS = (
    *(_show(panel) for panel in PANELS.values() if not panel.command),
    *(_move(panel) for panel in PANELS.values() if not panel.tab),
    *(_fold(panel) for panel in PANELS.values() if not panel.tab),
    Command(
        "usual-panels",
        message("Reset the arrangement of the pages"),
        lambda w: w.looks.arrange(w.session.game.id, None) if w.session is not None else None,
        (),
        has_session,
        VIEW,
        5,
    ),
)


def show_settings(window: Window, page: str = "", field: str = "") -> None:
    """Open the settings, at one of the pages beside the groups ("keys", "engines") or at a field."""
    from viewer.ui.dialogs.engines_page import EnginesPage  # deferred
    from viewer.ui.dialogs.settings_dialog import SettingsDialog  # deferred

    game = "" if window.session is None else window.session.game.id
    pages: dict[str, tuple[Message, Callable[[], SettingsPage]]] = {
        "keys": (message("Keys"), window.menus.keys_page),
        "engines": (message("Engines"), lambda: EnginesPage(window.engines)),
    }
    dialog = SettingsDialog(
        window.settings,
        game,
        window.looks.show_settings,
        window,
        pages,
        page,
    )
    dialog.finished.connect(window.store.save)
    dialog.finished.connect(window.engines.take_up)
    dialog.open()
    dialog.go_to(field)


def _companion_named(window: Window) -> Message:
    if window.companions.on:
        return message("Close the second board")
    return message("Show a second board of this record")


COMMANDS = (
    Command(
        "settings",
        message("Settings…"),
        show_settings,
        ("Ctrl+,",),
        menu=EDIT,
        section=9,
        also=in_context(
            "more words for a command", "preferences options configuration font size bigger"
        ),
    ),
    Command(
        "change-keys",
        message("Change the keys…"),
        lambda w: show_settings(w, "keys"),
        menu=HELP,
        also=in_context("more words for a command", "shortcuts keyboard remap profile Scid Sabaki"),
    ),
    *_THEMES,
    _SYSTEMS,
    Command(
        "next-desk",
        message("Switch the arrangement of the pages"),
        lambda w: w.looks.next_choice("desk"),
        ("Alt+Y",),
        always,
        VIEW,
        4,
    ),
    *_PLACES,
    *values_of("desk", "desk", group=_LAYOUT, also=_ARRANGED),
    Command(
        "full-screen",
        message("Full screen"),
        lambda w: w.toggle_full_screen(),
        ("F11",),
        menu=VIEW,
        section=3,
        also=in_context("more words for a command", "fullscreen maximise"),
    ),
    Command(
        "board-alone",
        message("Full-screen board"),
        lambda w: w.board_alone.toggle(),
        ("Shift+F11",),
        has_desk,
        VIEW,
        3,
        pauses=False,
        also=in_context("more words for a command", "fullscreen zen presentation projector large"),
    ),
    Command(
        "beside",
        message("Show a second board of this record"),
        lambda w: w.companions.toggle(),
        ("Alt+B",),
        lambda w: has_session(w) or w.companions.on,
        VIEW,
        5,
        named=_companion_named,
        pauses=False,
        also=in_context("more words for a command", "split two compare second board moments"),
    ),
    Command(
        "beside-next",
        message("Show the next tab's record on a second board"),
        lambda w: w.companions.show_next(),
        ("Alt+Shift+B",),
        lambda w: has_session(w) and w.companions.others,
        VIEW,
        5,
        pauses=False,
        needs=lambda w: message("No other tab has a record."),
        also=in_context("more words for a command", "split two compare second board moments"),
    ),
    Command(
        "beside-switch",
        message("Switch between the two boards"),
        lambda w: w.companions.switch(),
        ("F6",),
        lambda w: w.companions.on,
        VIEW,
        5,
        pauses=False,
    ),
    *_GRAPH,
    *_PANELS,
)

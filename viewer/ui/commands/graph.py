"""The variations as graph or outline, and the display of the graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from viewer.base.messages import in_context, message
from viewer.ui.commands.table import VIEW, Command, has_session

if TYPE_CHECKING:
    from viewer.ui.pages.graph_page import GraphPage
    from viewer.ui.window.window import Window


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


_GROUP = message("Graph of the variations")

COMMANDS = (
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
        group=_GROUP,
    ),
    Command(
        "graph-fold",
        message("Fold what follows in the graph, or show it"),
        _on(lambda page: page.fold()),
        ("H",),
        _seen,
        VIEW,
        5,
        group=_GROUP,
    ),
    Command(
        "graph-fold-others",
        message("Fold all other variations in the graph, or show them"),
        _on(lambda page: page.fold_others()),
        ("Shift+H",),
        _seen,
        VIEW,
        5,
        group=_GROUP,
    ),
    Command(
        "graph-preview",
        message("Preview the current move in the graph"),
        _on(lambda page: page.view.preview()),
        (".",),
        _seen,
        VIEW,
        5,
        group=_GROUP,
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
        group=_GROUP,
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
        group=_GROUP,
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
        group=_GROUP,
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
        group=_GROUP,
        also=in_context("more words for a command", "zoom"),
    ),
)

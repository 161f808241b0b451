"""The registry of panels, the pages beside the board, and what some of them can do.

Tabs, the commands that show and move pages, and their arrangement are made from this table; its
order is the order of the tabs. A panel is loaded when it is first shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import SignalInstance

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple

if TYPE_CHECKING:
    from viewer.document.reading.views import RecordSurvey
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.session.table_of_contents import TableOfContents


class Panel(NamedTuple):
    """A page beside the board.

    Attributes:
        id: stable; used by settings and commands.
        title: shown on its tab and in commands.
        made_by: "module:class" of its widget, called with the session when the panel is first shown.
        tab: the panel whose tab it shares, "" for a tab of its own.
        offered: whether a record has something for it, given its session and its findings, None for never; a
            panel that isn't offered has no tab unless the user asks for it.
        number: the number after the title, 0 for none.
        command: the id of the command that shows it, if that isn't made from this table.
        room: the pixels of height that it gets when the user brings it to the front, 0 for those of its cell.
    """

    id: str
    title: Message
    made_by: str
    tab: str = ""
    offered: Callable[[RecordSession, RecordSurvey], bool] | None = lambda session, found: True
    number: Callable[[RecordSession], int] | None = None
    command: str = ""
    room: int = 0


_ALL = (
    Panel("notation", message("Notation"), "viewer.ui.notation.sheet:NotationSheet"),
    Panel(
        "contents",
        message("Contents"),
        "viewer.ui.pages.contents_page:ContentsPage",
        offered=lambda session, found: found.titled,
        command="contents",
    ),
    Panel("tree", message("Tree"), "viewer.ui.pages.tree_page:TreePage", command="outline"),
    Panel(
        "graph",
        message("Graph"),
        "viewer.ui.pages.graph_page:GraphPage",
        tab="tree",
        command="graph",
    ),
    Panel("line", message("Move list"), "viewer.ui.pages.line_page:LinePage"),
    Panel(
        "analysis",
        message("Engine"),
        "viewer.ui.pages.analysis_page:AnalysisPage",
        offered=None,
    ),
    Panel(
        "evaluation",
        message("Evaluation"),
        "viewer.ui.pages.evaluation_page:EvaluationPage",
        offered=lambda session, found: found.evaluated or session.finds.many,
    ),
    Panel(
        "report",
        in_context("an account of how a game was played", "Report"),
        "viewer.ui.pages.report_page:ReportPage",
        offered=None,
        command="show-report",
    ),
    Panel(
        "books",
        message("Books"),
        "viewer.ui.pages.books_page:BooksPage",
        offered=None,
        command="books",
    ),
    Panel(
        "explorer",
        message("Explorer"),
        "viewer.ui.pages.explorer_page:ExplorerPage",
        offered=None,
        command="explorer",
        room=340,  # what is asked and six rows
    ),
    Panel(
        "repertoire",
        message("Repertoire"),
        "viewer.ui.library.repertoire_page:RepertoirePage",
        offered=None,
        command="repertoire",
        room=380,
    ),
    Panel(
        "details",
        message("Details"),
        "viewer.ui.pages.details_page:DetailsPage",
        command="details",
    ),
    Panel(
        "notes",
        message("File check"),
        "viewer.ui.pages.notes_page:NotesPage",
        number=lambda session: session.findings.count,
    ),
    Panel(
        "games",
        message("Games"),
        "viewer.ui.pages.games_page:GamesPage",
        offered=lambda session, found: len(session.document) > 1,
        command="games",
    ),
    Panel(
        "files",
        message("Files"),
        "viewer.ui.pages.files_page:FilesPanel",
        offered=lambda session, found: session.folder is not None,
        command="files",
    ),
    Panel(
        "comment",
        message("Comment"),
        "viewer.ui.pages.comment_panel:CommentPanel",
        command="comment",
    ),
)
PANELS: Mapping[str, Panel] = {panel.id: panel for panel in _ALL}


def tab_of(id: str) -> str:
    """The panel whose tab a panel uses: itself, unless it shares another's."""
    return PANELS[id].tab or id


@runtime_checkable
class NodePage(Protocol):
    """A page of nodes; `contextRequested` requests the menu of one: (node id, global point)."""

    contextRequested: SignalInstance


@runtime_checkable
class ContentsReader(Protocol):
    """A page that shows the table of contents."""

    def set_contents(self, contents: TableOfContents) -> None:
        """Set the table of contents, which the panel keeps up to date."""


@runtime_checkable
class TreeKindPage(Protocol):
    """A page of variations; `kindAsked` requests the other display (a key of `tree_switch.KINDS`)."""

    kindAsked: SignalInstance


@runtime_checkable
class CommandPage(Protocol):
    """A page with buttons for commands; `commandAsked` sends the id of one."""

    commandAsked: SignalInstance

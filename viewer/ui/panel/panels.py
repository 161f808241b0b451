"""The registry of panels, which may be beside or below the board.

Tabs, the commands that show and move panels, and their settings are made from this table; its
order is the order of the tabs. A panel is loaded when it is first shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple

if TYPE_CHECKING:
    from viewer.document.reading.survey import RecordSurvey
    from viewer.ui.session.record_session import RecordSession


class Area(StrEnum):
    """A part of the window that holds panels."""

    BESIDE = "beside"
    BELOW = "below"


def always(session: RecordSession, found: RecordSurvey) -> bool:
    """Offered for every record."""
    return True


class Panel(NamedTuple):
    """A panel beside or below the board.

    Attributes:
        id: stable; used by settings and commands.
        title: shown on its tab and in commands.
        made_by: "module:class" of its widget, called with the session when the panel is first shown.
        area: its area unless the user moves it.
        areas: the areas it may be moved to.
        pinned: whether it is always visible, at the end of its area, instead of having a tab.
        tab: the panel whose tab it shares, "" for a tab of its own.
        offered: whether a record has something for it, given its session and its findings; a panel
            that isn't offered has no tab unless the user asks for it.
        number: the number after the title, 0 for none.
        command: the id of the command that shows it, if that isn't made from this table.
    """

    id: str
    title: Message
    made_by: str
    area: Area = Area.BESIDE
    areas: tuple[Area, ...] = tuple(Area)
    pinned: bool = False
    tab: str = ""
    offered: Callable[[RecordSession, RecordSurvey], bool] = always
    number: Callable[[RecordSession], int] | None = None
    command: str = ""


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
    Panel("line", message("Line"), "viewer.ui.pages.line_page:LinePage"),
    Panel(
        "analysis",
        message("Engine"),
        "viewer.ui.pages.analysis_page:AnalysisPage",
        offered=lambda session, found: False,
    ),
    Panel(
        "evaluation",
        message("Evaluation"),
        "viewer.ui.pages.evaluation_page:EvaluationPage",
        Area.BELOW,
        offered=lambda session, found: found.evaluated or session.finds.many,
    ),
    Panel(
        "books",
        message("Books"),
        "viewer.ui.panel.books_page:BooksPage",
        offered=lambda session, found: False,
        command="books",
    ),
    Panel(
        "explorer",
        message("Explorer"),
        "viewer.ui.panel.explorer_page:ExplorerPage",
        offered=lambda session, found: False,
        command="explorer",
    ),
    Panel(
        "details",
        message("Details"),
        "viewer.ui.pages.details_page:DetailsPage",
        command="details",
    ),
    Panel(
        "notes",
        message("Notes"),
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
        "viewer.ui.panel.comment_panel:CommentPanel",
        pinned=True,
        command="comment",
    ),
)
PANELS: Mapping[str, Panel] = {panel.id: panel for panel in _ALL}
_NONE: Mapping[str, Area] = MappingProxyType({})


def tab_of(id: str) -> str:
    """The panel whose tab a panel uses: itself, unless it shares another's."""
    return PANELS[id].tab or id


def areas_of(setting: str, own: Mapping[str, Area] = _NONE) -> dict[str, Area]:
    """The area of each panel by a setting ("PANEL=AREA PANEL=AREA"), which names only moved panels.

    `own` says where a layout puts panels that nobody moved, if not where they usually stand.
    """
    found = dict(_pairs(setting))
    usual = {id: panel.area for id, panel in PANELS.items()} | dict(own)
    return {
        panel.id: next((one for one in panel.areas if one == found.get(panel.id)), usual[panel.id])
        for panel in PANELS.values()
        if not panel.tab
    }


def areas_text(areas: Mapping[str, Area], own: Mapping[str, Area] = _NONE) -> str:
    """The setting for the areas of panels, which names only moved ones; `areas_of` reads it."""
    moved = {id: area for id, area in areas.items() if area is not own.get(id, PANELS[id].area)}
    return " ".join(f"{id}={area}" for id, area in moved.items())


def all_beside(stands: Mapping[str, Area]) -> dict[str, Area]:
    """The areas of panels if there is no room below the board: beside it, for those that may be there."""
    return {
        id: Area.BESIDE if Area.BESIDE in PANELS[id].areas else area for id, area in stands.items()
    }


def shown_of(setting: str) -> dict[Area, str]:
    """The front panel of each area, by a setting ("AREA=PANEL AREA=PANEL")."""
    areas = {str(area): area for area in Area}
    return {areas[area]: id for area, id in _pairs(setting) if area in areas and id in PANELS}


def shown_text(shown: Mapping[Area, str]) -> str:
    """The setting for the front panels; `shown_of` reads it."""
    return " ".join(f"{area}={id}" for area, id in shown.items())


def _pairs(setting: str) -> list[tuple[str, str]]:
    return [(name, value) for name, _, value in (word.partition("=") for word in setting.split())]

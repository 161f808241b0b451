"""The panels: what may stand beside and below the board, registered once.

Tabs, the commands that show and move panels, and what is remembered of them are made from this table; its
order is the order of the tabs. Nothing is loaded of a panel before somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from viewer.base.messages import Message, message

if TYPE_CHECKING:
    from viewer.document.reading.survey import RecordSurvey
    from viewer.ui.session.record_session import RecordSession


class Area(StrEnum):
    """Where panels stand."""

    BESIDE = "beside"
    BELOW = "below"


def always(session: RecordSession, found: RecordSurvey) -> bool:
    """Offered for every record."""
    return True


class Panel(NamedTuple):
    """What may stand beside or below the board.

    Attributes:
        id: stable; settings and commands have it.
        title: on its tab and in commands.
        made_by: "module:class" of its widget, called with the session when somebody looks at it first.
        area: where it stands as long as nobody moves it.
        areas: where it may stand.
        pinned: whether it is always in sight at the end of its area, instead of having a tab.
        tab: the panel whose tab it shares, "" for a tab of its own.
        offered: whether a record has something for it, by its session and what was found in it; a panel
            that isn't offered has no tab as long as nobody asks for it.
        number: a number behind the title, 0 for none.
        command: the id of the command that shows it, where that isn't made from this table.
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
        "details",
        message("Details"),
        "viewer.ui.pages.details_page:DetailsPage",
        command="details",
    ),
    Panel(
        "notes",
        message("Notes"),
        "viewer.ui.pages.notes_page:NotesPage",
        number=lambda session: len(session.diagnostics),
    ),
    Panel(
        "games",
        message("Games"),
        "viewer.ui.pages.games_page:GamesPage",
        offered=lambda session, found: len(session.document) > 1,
        command="games",
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


def tab_of(id: str) -> str:
    """The panel on whose tab a panel stands: itself, where it shares none."""
    return PANELS[id].tab or id


def areas_of(setting: str) -> dict[str, Area]:
    """Where each panel stands by a setting ("PANEL=AREA PANEL=AREA"), which names those that were moved."""
    found = dict(_pairs(setting))
    return {
        panel.id: next((one for one in panel.areas if one == found.get(panel.id)), panel.area)
        for panel in PANELS.values()
        if not panel.tab
    }


def areas_text(areas: Mapping[str, Area]) -> str:
    """Where panels stand as a setting, of those that were moved; `areas_of` reads it."""
    moved = {id: area for id, area in areas.items() if area is not PANELS[id].area}
    return " ".join(f"{id}={area}" for id, area in moved.items())


def all_beside(stands: Mapping[str, Area]) -> dict[str, Area]:
    """Where panels stand that have no room below the board: beside it, those that may."""
    return {
        id: Area.BESIDE if Area.BESIDE in PANELS[id].areas else area for id, area in stands.items()
    }


def shown_of(setting: str) -> dict[Area, str]:
    """The panel whose tab is in front in each area, by a setting ("AREA=PANEL AREA=PANEL")."""
    areas = {str(area): area for area in Area}
    return {areas[area]: id for area, id in _pairs(setting) if area in areas and id in PANELS}


def shown_text(shown: Mapping[Area, str]) -> str:
    """The panels in front as a setting; `shown_of` reads it."""
    return " ".join(f"{area}={id}" for area, id in shown.items())


def _pairs(setting: str) -> list[tuple[str, str]]:
    return [(name, value) for name, _, value in (word.partition("=") for word in setting.split())]

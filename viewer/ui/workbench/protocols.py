"""The window as its controllers, commands and modes see it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QWidget

from viewer.base.messages import Message
from viewer.base.settings import Settings
from viewer.document.document import Document
from viewer.document.reading.playback import Pace
from viewer.document.workspace import Workspace
from viewer.scene.theme import Theme
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.board.stage import Stage
from viewer.ui.session.analysis_view import AnalysisView
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.questions import Questions
from viewer.ui.workbench.state import Store
from viewer.ui.workbench.work import BackgroundWork

if TYPE_CHECKING:  # no part of opening a file
    from viewer.ui.panel.arrangement import Arrangement
    from viewer.ui.panel.desk_panels import DeskPanels
    from viewer.ui.session.analyst import Analyst
    from viewer.ui.session.open_folder import OpenFolder
    from viewer.ui.session.player import Player
    from viewer.ui.toolkit.notices import Notices
    from viewer.ui.toolkit.tasks import Tasks
    from viewer.ui.workbench.mode import DeskMode


class RecordDesk(Protocol):
    """The widgets of one open record.

    Attributes:
        session: the record.
        stage: its board with the players' lines.
    """

    session: RecordSession
    stage: Stage

    @property
    def panels(self) -> DeskPanels:
        """The panels beside and below the board."""
        ...

    @property
    def unvalued(self) -> str:
        """The name of a new detail that has no value yet, or ""; makes no panels to find out."""
        ...

    @property
    def editing(self) -> bool:
        """Whether it is in a mode, in which the record isn't edited."""
        ...

    @property
    def unfinished(self) -> bool:
        """Whether a mode has work that isn't in the record yet."""
        ...

    @property
    def player(self) -> Player:
        """Plays the record back."""
        ...

    @property
    def analyst(self) -> Analyst:
        """Has an engine analyse the position."""
        ...

    @property
    def analysing(self) -> Message | None:
        """What the engine does, None if none analyses."""
        ...

    @property
    def playing(self) -> Message | None:
        """How the record is played back now, None if it isn't."""
        ...

    @property
    def documents(self) -> Sequence[Document]:
        """The document that is shown, and the edited ones of other files of its folder."""
        ...

    def set_folder(self, folder: OpenFolder) -> None:
        """Offer the files of a folder, one of which is the document."""
        ...

    def set_pace(self, pace: Pace) -> None:
        """Set the pace of playback."""
        ...

    def show_editor(self, editor: DeskMode) -> None:
        """Show a mode in place of board and info panel."""
        ...

    def close_editor(self) -> None:
        """Return from a mode to board and info panel."""
        ...

    def boards(self) -> Sequence[BoardCanvas]:
        """The main board, and the one of the mode if there is one."""
        ...

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        ...

    def set_place(self, place: str, wide: int) -> None:
        """Put the board "left", "right" or "above", beside a panel of some pixels, 0: as it leaves."""
        ...

    @property
    def has_room(self) -> bool:
        """Whether the board can stand where it was put."""
        ...

    def arrange(self, arrangement: Arrangement, shown: Sequence[str]) -> None:
        """Say how panels are arranged, and which are in front when they are made."""
        ...

    def set_tree(self, kind: str, down: bool) -> None:
        """Show variations as an outline ("tree") or a graph ("graph"), which may grow downwards."""
        ...

    def set_candidates(self, view: str) -> None:
        """Show the next moves beside the board as "chips" or "rows"."""
        ...

    def set_analysis(self, view: AnalysisView) -> None:
        """Say what is shown of an analysis."""
        ...

    def set_reading(self, family: str, percent: int) -> None:
        """Set the font of moves and comments, "" for the window's, and its size beside the window's."""
        ...

    def set_named(self, on: bool) -> None:
        """Show or hide the opening at the current node, named from the moves."""
        ...

    def show_looks(self) -> None:
        """Update what is drawn beside the board after a change of coordinates or pieces."""
        ...


class Workbench(Protocol):
    """A window in which records are open.

    Attributes:
        workspace: the open documents.
        store: settings and recent files.
        settings: the settings.
        notice: what is told until it is closed.
        questions: asks modal questions.
        work: tasks, and the background work of sessions.
    """

    workspace: Workspace
    store: Store
    settings: Settings
    notice: Notices
    questions: Questions
    work: BackgroundWork

    @property
    def dialog_parent(self) -> QWidget:
        """The parent of dialogs and menus."""
        ...

    @property
    def desk(self) -> RecordDesk | None:
        """The current desk, None if no file is open."""
        ...

    @property
    def session(self) -> RecordSession | None:
        """The current session, None if no file is open."""
        ...

    @property
    def ready(self) -> bool:
        """Whether everything is made, including what waits for the first paint."""
        ...

    @property
    def tasks(self) -> Tasks:
        """The running tasks."""
        ...

    def desks(self) -> Sequence[RecordDesk]:
        """All desks, in the order of their tabs."""
        ...

    def every_desk(self) -> Sequence[RecordDesk]:
        """All desks, those that stand beside that of a tab too."""
        ...

    def add_document(self, document: Document, front: bool = True) -> RecordDesk:
        """Show a document in its desk, or in a new one.

        Without `front`, a document that has a tab already is made ready there, and the tab that is shown
        stays.
        """
        ...

    def desk_of(self, document: Document) -> RecordDesk | None:
        """The desk of a document, None if it has none."""
        ...

    def close_document(self, document: Document) -> bool:
        """Close the tab of a document, asking where something isn't saved; returns whether it is closed."""
        ...

    def document_saved(self) -> None:
        """Update after a save: name, state and format of a document may have changed."""
        ...

    def say(self, sentence: Message) -> None:
        """Show a sentence in the status line for a while."""
        ...

    def tell(
        self,
        sentence: Message,
        *actions: tuple[Message, Callable[[], object]],
        of: object = None,
    ) -> None:
        """Show a notice until it is closed, at the tab that shows `of`; see `Notices.tell`."""
        ...

    def focus_board(self) -> None:
        """Give the board the keyboard focus."""
        ...

    def show_icons(self) -> None:
        """Show the window's icons in the theme in use."""
        ...

    def show_page(self, id: str) -> None:
        """Bring a panel to the front and focus it."""
        ...

    def show_start(self) -> None:
        """Show the welcome page."""
        ...


def usual_folder(workbench: Workbench) -> str:
    """The folder where file dialogs open: of the current file, else of the last one opened."""
    session = workbench.session
    if session is not None and session.document.path:
        return os.path.dirname(session.document.path)
    recent = workbench.store.recent
    return os.path.dirname(recent[0]) if recent else str(Path.home())

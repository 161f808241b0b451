"""The window as its controllers, commands and modes see it: what is shown, and where to speak."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QWidget

from viewer.base.messages import Message
from viewer.base.settings import Settings
from viewer.document.document import Document
from viewer.document.workspace import Workspace
from viewer.scene.theme import Theme
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.board.stage import Stage
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.notice import NoticeBar
from viewer.ui.toolkit.questions import Questions
from viewer.ui.workbench.state import Store

if TYPE_CHECKING:  # no part of opening a file
    from viewer.ui.panel.info_panel import InfoPanel
    from viewer.ui.toolkit.tasks import Tasks
    from viewer.ui.workbench.mode import DeskMode


class RecordDesk(Protocol):
    """What is shown of one open record.

    Attributes:
        session: the record.
        stage: its board, with what stands round it.
    """

    session: RecordSession
    stage: Stage

    @property
    def info_panel(self) -> InfoPanel:
        """What stands beside the board."""
        ...

    @property
    def editing(self) -> bool:
        """Whether it is in a mode: the record stands still."""
        ...

    @property
    def unfinished(self) -> bool:
        """Whether something was done in a mode that isn't taken over yet."""
        ...

    def show_editor(self, editor: DeskMode) -> None:
        """Show a mode in place of board and side."""
        ...

    def close_editor(self) -> None:
        """Back to board and side."""
        ...

    def boards(self) -> Sequence[BoardCanvas]:
        """The board, and that of a mode."""
        ...

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        ...

    def set_panes(self, panes: Mapping[str, int]) -> None:
        """Divide it: the sizes of `sizes.USUAL_PANES`, in pixels."""
        ...

    def set_tree(self, kind: str, down: bool) -> None:
        """Show variations as an outline ("tree") or a graph ("graph"), which may grow downwards."""
        ...

    def set_asides(self, facets: Sequence[str]) -> None:
        """Write these facets small behind the moves."""
        ...

    def show_looks(self) -> None:
        """Coordinates or pieces are others: what is drawn beside a board follows it."""
        ...


class Workbench(Protocol):
    """A window in which records are open.

    Attributes:
        workspace: the open documents.
        store: what is kept from one window to the next.
        settings: the settings.
        notice: the bar under the tabs.
        questions: what must be answered is asked there.
    """

    workspace: Workspace
    store: Store
    settings: Settings
    notice: NoticeBar
    questions: Questions

    @property
    def dialog_parent(self) -> QWidget:
        """What dialogs and menus stand over."""
        ...

    @property
    def desk(self) -> RecordDesk | None:
        """The desk that is shown."""
        ...

    @property
    def session(self) -> RecordSession | None:
        """The record that is shown."""
        ...

    @property
    def ready(self) -> bool:
        """Whether all is made, that which waits for the board too."""
        ...

    @property
    def tasks(self) -> Tasks:
        """What is done beside the window's events."""
        ...

    def desks(self) -> Sequence[RecordDesk]:
        """All desks, in the order of their tabs."""
        ...

    def add_document(self, document: Document) -> RecordDesk:
        """Show a document: the desk it has already, or a new one."""
        ...

    def document_saved(self) -> None:
        """A document was saved: its name and state may be others, and what its file can hold."""
        ...

    def end_tasks(self, document: Document) -> None:
        """A document is about to be closed or read again: what is done with it is finished or stopped."""
        ...

    def say(self, sentence: Message) -> None:
        """A sentence in the status line; it goes by itself."""
        ...

    def tell(self, sentence: Message, *actions: tuple[Message, Callable[[], object]]) -> None:
        """A sentence under the tabs, until it is closed."""
        ...

    def focus_board(self) -> None:
        """Give the keys to the board."""
        ...

    def follow_scheme(self) -> None:
        """The system went from light to dark, or back."""
        ...

    def show_icons(self) -> None:
        """Show the window's icons in the theme in use."""
        ...

    def show_page(self, id: str) -> None:
        """Show a page of the side."""
        ...

    def show_start(self) -> None:
        """Show what stands where no file is open."""
        ...


def usual_folder(workbench: Workbench) -> str:
    """Where files are looked for and put: beside the one that is shown, else the one opened last."""
    session = workbench.session
    if session is not None and session.document.path:
        return os.path.dirname(session.document.path)
    recent = workbench.store.recent
    return os.path.dirname(recent[0]) if recent else str(Path.home())

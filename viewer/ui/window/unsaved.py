"""What isn't saved in a window: its journals, and those that an earlier window left behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.document.document import Document
from viewer.document.edits.history import Location

if TYPE_CHECKING:
    from viewer.ui.controllers.recovery import RecoveryController
    from viewer.ui.window.window import Window


class Unsaved:
    """Has journals kept from the moment the board stands, or a tab needs one that was left behind.

    Attributes:
        recovery: keeps them; None before, and after the window's end.
        kept, orderly: what it is told of the kept session, see `RecoveryController`.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self.recovery: RecoveryController | None = None
        self.kept: Callable[[str], bool] = lambda path: False
        self.orderly = False

    def _recovering(self) -> RecoveryController:
        if self.recovery is None:
            from viewer.ui.controllers.recovery import RecoveryController  # deferred

            self.recovery = RecoveryController(self._window)
            self.recovery.kept, self.recovery.orderly = self.kept, self.orderly
        return self.recovery

    def begin(self) -> None:
        """The board stands: keep journals, and show what was left behind."""
        self._recovering().begin()

    def recover(self, journal: str) -> None:
        """Show the document of a journal that an earlier window left behind, if there is one."""
        self._recovering().recover(journal)

    def journal_of(self, document: Document) -> str:
        """The path of the journal of what isn't saved of a document, "" if there is none."""
        return "" if self.recovery is None else self.recovery.journals.path_of(document)

    def keep_draft(self, document: Document, place: Location, facet: str, text: str) -> None:
        """Keep what is being written of a comment."""
        if self.recovery is not None:
            self.recovery.drafted(document, place, facet, text)

    def keep(self) -> bool:
        """Have all of it on the disk; returns whether it is."""
        return self.recovery is not None and self.recovery.journals.keep()

    def end(self, *, keep: bool) -> None:
        """The window is closed: what isn't saved is kept for the next start, or the user has given it up."""
        if self.recovery is not None:
            self.recovery.end(keep=keep)
            self.recovery = None

"""The window with all of its controllers, as modes and commands see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from viewer.ui.controllers.appearance import AppearanceController
from viewer.ui.controllers.files import FileController
from viewer.ui.controllers.record_list import RecordListController
from viewer.ui.workbench.protocols import Workbench

if TYPE_CHECKING:  # no part of opening a file
    from viewer.ui.controllers.clipboard import ClipboardController
    from viewer.ui.controllers.engines import EngineController
    from viewer.ui.controllers.explorer import ExplorerController
    from viewer.ui.controllers.folders import FolderController
    from viewer.ui.controllers.libraries import LibraryController
    from viewer.ui.controllers.references import ReferenceController
    from viewer.ui.controllers.saver import SaveController
    from viewer.ui.toolkit.other_tab import OtherTab


class FollowedDisk(Protocol):
    """Who follows changes of the open files."""

    def begin_own(self) -> None:
        """Qipu itself begins to write files that may be open."""
        ...

    def end_own(self) -> None:
        """It has ended."""
        ...


class ControlledWorkbench(Workbench, Protocol):
    """A workbench with its controllers.

    Attributes:
        files: opens and closes files, with the questions that go with it.
        games: acts on whole games of the current file.
        looks: theme and appearance of boards and pages.
    """

    files: FileController
    games: RecordListController
    looks: AppearanceController

    @property
    def disk(self) -> FollowedDisk:
        """What becomes of open files on the disk."""
        ...

    @property
    def clips(self) -> ClipboardController:
        """The clipboard."""
        ...

    @property
    def engines(self) -> EngineController:
        """The engines of the user's list."""
        ...

    @property
    def references(self) -> ReferenceController:
        """The opening books and tablebases of the user's list."""
        ...

    @property
    def explorer(self) -> ExplorerController:
        """What libraries know of the positions on the boards."""
        ...

    @property
    def folders(self) -> FolderController:
        """Opens folders, and goes from file to file in them."""
        ...

    @property
    def other_tab(self) -> OtherTab | None:
        """The tab that is shown, if it shows no record."""
        ...

    @property
    def libraries(self) -> LibraryController:
        """Libraries: searching, building, opening what was found."""
        ...

    @property
    def saver(self) -> SaveController:
        """Saves files, with the questions that go with it."""
        ...

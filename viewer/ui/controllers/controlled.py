"""The window with all of its controllers, as modes and commands see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from viewer.ui.controllers.files import Files
from viewer.ui.controllers.games import Games
from viewer.ui.controllers.looks import Looks
from viewer.ui.workbench.protocols import Workbench

if TYPE_CHECKING:  # no part of opening a file
    from viewer.ui.controllers.clips import Clips
    from viewer.ui.controllers.saver import Saver


class ControlledWorkbench(Workbench, Protocol):
    """A workbench with its controllers.

    Attributes:
        files: opens and closes files, with the questions that go with it.
        games: the games of the file that is shown, as wholes.
        looks: theme, and how boards and pages are shown.
    """

    files: Files
    games: Games
    looks: Looks

    @property
    def clips(self) -> Clips:
        """The clipboard."""
        ...

    @property
    def saver(self) -> Saver:
        """Saves files, with the questions that go with it."""
        ...

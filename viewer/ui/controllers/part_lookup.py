"""Looking a part of the board up: a joseki, a castle, a structure of pawns; files of variations for it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, message
from viewer.base.processes import in_process
from viewer.base.system_errors import error_words
from viewer.document.document import Document
from viewer.document.workspace import Workspace
from viewer.formats.format import Unreadable
from viewer.library.places import BRANCHES_OF_MANY, Nodes, reading_nodes
from viewer.ui.library.hit_pages import HitExplorer
from viewer.ui.pages.explorer_page import MANY, ExplorerPage
from viewer.ui.toolkit.jobs import JobRunner

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


class Dictionaries(QObject):
    """The open files of many variations, whose nodes are read in processes once somebody asks about a part.

    Attributes:
        nodes: by path, of those that are read.

    Signals:
        read: one more is, or has gone.
    """

    read = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.nodes: dict[str, Nodes] = {}
        self._known: WeakKeyDictionary[Document, bool] = WeakKeyDictionary()
        self._runners: dict[str, JobRunner] = {}
        self._failures: dict[str, Message] = {}

    def look(self, game: str) -> None:
        """Have those of a game read, and forget those that were closed."""
        some = [one for one in self._workspace.documents if self._has_many(one, game)]
        paths = {one.path for one in some if one.path is not None}
        for path in [path for path in self.nodes if path not in paths]:
            del self.nodes[path]
        for path in sorted(paths - self.nodes.keys() - self._runners.keys()):
            runner = self._runners[path] = JobRunner(self, (Unreadable, OSError))
            runner.result.connect(partial(self._take, path))
            runner.failed.connect(partial(self._fail, path))
            runner.start(in_process(reading_nodes, path, None))

    def _has_many(self, document: Document, game: str) -> bool:
        """Whether a file is of a game, has few records, and these have many variations."""
        if document.path is None or not 0 < len(document) < MANY:
            return False
        if document not in self._known:
            records = [document.record(number) for number in range(len(document))]
            branches = sum(
                len(node.children) - 1
                for record in records
                for node in record.nodes.values()
                if node.children
            )
            self._known[document] = branches >= BRANCHES_OF_MANY
        return self._known[document] and document.record(0).game == game

    def _take(self, path: str, nodes: object) -> None:
        if isinstance(nodes, Nodes):
            self.nodes[path] = nodes
            self._runners.pop(path, None)
            self.read.emit()

    def _fail(self, path: str, error: Exception) -> None:
        why = error.reason if isinstance(error, Unreadable) else None
        if isinstance(error, OSError):
            why = message("the file can't be read: {why}", why=error_words(error))
        if why is not None:
            self._failures[path] = why
        self.read.emit()

    @property
    def told(self) -> Message | None:
        """What there is to say of files that aren't read, and of edited ones."""
        if set(self._runners) - set(self._failures):
            return message("A file of variations is being read.")
        if self._failures:
            return next(reversed(self._failures.values()))
        edited = any(one.modified for one in self._workspace.documents if one.path in self.nodes)
        return message("Edits since a file was opened aren't among them.") if edited else None


def look_up(window: Window) -> None:
    """Ask about the corner of the last move: on the page of the explorer, or on that of a hit."""
    tab = window.libraries.tab
    if tab is not None:
        tab.preview.tabs.setCurrentIndex(0)
        hit = tab.preview.findChild(HitExplorer)
        if hit is not None:
            hit.choice.look_up()
        return
    desk = window.desk
    if desk is None:
        return
    desk.panels.show_page("explorer")
    page = desk.panels.made("explorer")
    if isinstance(page, ExplorerPage):
        if page.choice.possible:
            page.choice.look_up()
        else:
            window.say(message("Positions of this kind can't be searched for."))

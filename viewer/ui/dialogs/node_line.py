"""Input lines for a text of the current node, bookmark or title; lists of bookmarks and moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import Edit
from viewer.document.plans import steps as plans_steps
from viewer.formats import FORMATS
from viewer.paint.icons import icon
from viewer.tree.annotation import BOOKMARK, TITLE
from viewer.tree.node import Node
from viewer.ui.models.words import bookmark_line
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.keymap import naming_keys
from viewer.ui.toolkit.palette_frame import PaletteFrame, matches
from viewer.ui.toolkit.palette_list import PaletteList, PaletteRow
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.style import theme_in_use

_MOST = 1000  # rows; more are found by typing
_ICON = 14
_BREAK = " ↵ "  # stands for a line break, the input has one line


class NodeList(PaletteList):
    """Nodes to go to: typing filters the list, Enter jumps to the selected one."""

    def __init__(
        self,
        session: RecordSession,
        over: QWidget,
        names: tuple[Message, Message],
        rows: Iterable[tuple[Node, str, str]],
        none: Message,
    ) -> None:
        """`names`: of line and list; `rows`: each node with two texts; `none`: that there is no node."""
        hint, listed = map(tr, names)
        super().__init__(over, hint, hint, listed)
        self._session = session
        self._known = [(node.id, said, more) for node, said, more in islice(rows, _MOST)]
        self._none = none

    def found(self, text: str) -> Iterator[PaletteRow]:
        fitting = [one for one in self._known if matches(text, f"{one[1]} {one[2]}")]
        for id, said, more in fitting:
            yield PaletteRow(said, partial(self._session.go_to, id), more)
        if not fitting:
            yield PaletteRow(tr(message("Nothing fits.") if self._known else self._none))

    def do(self, stay: bool) -> None:
        """Jump to the selected node; close if there is none."""
        super().do(stay)
        if self.list.currentItem() is None:
            self.go_away()


class BookmarkList(NodeList):
    """The bookmarks of the record."""

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        numbered = session.words.numbered
        super().__init__(
            session,
            over,
            (message("Go to a bookmark"), message("Bookmarks")),
            (
                (node, bookmark_line(node), numbered(node) or tr(message("Start")))
                for node in session.cursor.bookmarks()
            ),
            naming_keys(
                message("There is no bookmark yet: {key} sets one."),
                message("There is no bookmark yet."),
                key="bookmark",
            ),
        )
        self.icon = icon("flag", theme_in_use()["seal"], _ICON)
        self.list.setIconSize(QSize(_ICON, _ICON))
        self.look_for("")


class MoveList(NodeList):
    """The moves of the current line, by their numbers or as they are written."""

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        super().__init__(
            session,
            over,
            (message("Go to a move"), message("Moves")),
            ((node, session.words.numbered(node), "") for node in session.cursor.line[1:]),
            message("There is no move yet."),
        )
        self.look_for("")


class NodeLine(PaletteFrame):
    """Enter writes the text, Escape cancels; an empty text removes the present one."""

    def __init__(
        self,
        session: RecordSession,
        over: QWidget,
        names: tuple[Message, Message],
        explanation: Message,
        plan: Callable[[Document, int, Node, str], Edit | None],
        now: str,
    ) -> None:
        """`names`: placeholder and accessible name; `plan` writes the text, `now` is the present one."""
        super().__init__(over, *map(tr, names))
        self._session = session
        self._node = session.node.id
        self._plan = plan
        self._now = now.replace("\n", _BREAK)
        where = session.words.numbered(session.node) or tr(message("Start"))
        said = Label(tr(explanation.given(move=where)), look="muted", wraps=True)
        self.column.addWidget(said)

    def open_over(self, text: str = "") -> None:
        """Show the line with the present text."""
        super().open_over(text or self._now)
        self.line.selectAll()

    def do(self, stay: bool) -> None:
        """Write the text."""
        text = self.line.text().replace(_BREAK, "\n")
        self.go_away()
        node = self._session.record.nodes.get(self._node)
        if node is not None:
            self._session.do_on(node, self._plan, text)


class BookmarkLine(NodeLine):
    """The bookmark of the current node."""

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        names = message("A name to find this place by"), message("Bookmark")
        words = message("Bookmark at {move}. Without text it is taken away.")
        now = str(session.node.note(BOOKMARK))
        super().__init__(session, over, names, words, plans.bookmark, now)


class TitleLine(NodeLine):
    """The title of the current node, or of a new chapter after it."""

    def __init__(self, session: RecordSession, over: QWidget, chapter: bool) -> None:
        name = message("Title of the new chapter") if chapter else message("Title")
        plan = plans_steps.chapter if chapter else plans_steps.title
        now = "" if chapter else str(session.node.note(TITLE))
        super().__init__(session, over, (name, name), _about_title(session, chapter), plan, now)


def _about_title(session: RecordSession, chapter: bool) -> Message:
    """The tooltip, which says what the title belongs to."""
    if chapter:
        return message("A part that begins behind {move}.")
    format_ = FORMATS[session.document.format].load()
    if plans_steps.begins(session.node) or format_.titled_moves:
        return message("Title at {move}. Without text it is taken away.")
    return message("Title of the variation that begins with {move}.")

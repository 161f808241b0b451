"""A line to write a title in: of the current node, or of a new chapter behind it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document.plans import steps as plans_steps
from viewer.formats import FORMATS
from viewer.tree.annotation import TITLE
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import FindingFrame
from viewer.ui.toolkit.plain import Label


class TitleLine(FindingFrame):
    """Enter writes the title, Escape leaves it; without text that of the node is taken away."""

    def __init__(self, session: RecordSession, over: QWidget, chapter: bool) -> None:
        hint = message("Title of the new chapter") if chapter else message("Title")
        super().__init__(over, tr(hint), tr(hint))
        self._session = session
        self._node = session.node.id
        self._chapter = chapter
        self._said = Label(self._explanation())
        self._said.setProperty("muted", True)
        self._said.setWordWrap(True)
        self.column.addWidget(self._said)

    def _explanation(self) -> str:
        session = self._session
        where = session.numbered(session.node) or tr(message("Start"))
        if self._chapter:
            return tr(message("A part that begins behind {move}.", move=where))
        format_ = FORMATS[session.document.format].load()
        if plans_steps.begins(session.node) or format_.titled_moves:
            return tr(message("Title at {move}. Without text it is taken away.", move=where))
        return tr(message("Title of the variation that begins with {move}.", move=where))

    def open_over(self, text: str = "") -> None:
        """Show it with the title there is."""
        now = "" if self._chapter else str(self._session.node.note(TITLE))
        super().open_over(text or now)
        self.line.selectAll()

    def look_for(self, text: str) -> None:
        """There is nothing to find."""

    def step(self, step: int) -> None:
        """There is nothing to step through."""

    def do(self, stay: bool) -> None:
        """Write the title."""
        text = self.line.text()
        self.go_away()
        node = self._session.record.nodes.get(self._node)
        if node is not None:
            plan = plans_steps.chapter if self._chapter else plans_steps.title
            self._session.do_on(node, plan, text)

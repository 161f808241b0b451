"""A line to write a title in: of the current node, or of a new chapter behind it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viewer.base.messages import message
from viewer.document.plans import steps as plans_steps
from viewer.formats import FORMATS
from viewer.tree.annotation import TITLE
from viewer.ui.session.study import Study
from viewer.ui.toolkit.finding_frame import FindingFrame
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.translate import tr


class TitleLine(FindingFrame):
    """Enter writes the title, Escape leaves it; without text that of the node is taken away."""

    def __init__(self, study: Study, over: QWidget, chapter: bool) -> None:
        hint = message("Title of the new chapter") if chapter else message("Title")
        super().__init__(over, tr(hint), tr(hint))
        self._study = study
        self._node = study.node.id
        self._chapter = chapter
        self._said = Label(self._explanation())
        self._said.setProperty("muted", True)
        self._said.setWordWrap(True)
        self.column.addWidget(self._said)

    def _explanation(self) -> str:
        study = self._study
        where = study.numbered(study.node) or tr(message("Start"))
        if self._chapter:
            return tr(message("A part that begins behind {move}.", move=where))
        format_ = FORMATS[study.document.format].load()
        if plans_steps.begins(study.node) or format_.titled_moves:
            return tr(message("Title at {move}. Without text it is taken away.", move=where))
        return tr(message("Title of the variation that begins with {move}.", move=where))

    def open_over(self, text: str = "") -> None:
        """Show it with the title there is."""
        now = "" if self._chapter else str(self._study.node.note(TITLE))
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
        node = self._study.record.nodes.get(self._node)
        if node is not None:
            plan = plans_steps.chapter if self._chapter else plans_steps.title
            self._study.do_on(node, plan, text)

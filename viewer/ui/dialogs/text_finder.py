"""Searching the comments of the current record."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.base.mistakes import reason
from viewer.document.reading.finding import Hit, find
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_list import FindingList, FoundRow
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.keymap import naming_keys
from viewer.ui.toolkit.plain import Label

_MOST = 300  # rows; more are found by typing more


class TextFinder(FindingList):
    """Lists the nodes whose comments, titles or labels contain the typed text; Enter jumps to one.

    With Ctrl the list stays open. Once it is closed, F3 goes to the next match.
    """

    stays = True

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        hint = tr(message("Find in comments, titles and labels"))
        super().__init__(over, hint, hint, tr(message("Places found")))
        self._session = session
        self._count = 0
        self._job = JobRunner(self)
        self._job.result.connect(self._show)
        self._job.finished.connect(self._tell)
        self._job.failed.connect(self._tell_failed)
        self._said = Label(look="muted")
        self.column.addWidget(self._said)
        self.add(())

    def open_over(self, text: str = "") -> None:
        """Show the list with the last search text."""
        super().open_over(text or self._session.sought)
        self.line.selectAll()

    def look_for(self, text: str) -> None:
        """Start searching for a text."""
        self._job.stop()
        self._count = 0
        self._session.sought = text.strip()
        super().look_for(text)
        if self._session.sought:
            self._job.start(find(self._session.record, self._session.sought))
        else:
            self._tell()

    def found(self, text: str) -> tuple[FoundRow, ...]:
        """No rows at first: the job adds them."""
        return ()

    def _show(self, hits: list[Hit]) -> None:
        session = self._session
        self._count += len(hits)
        start = tr(message("Start"))
        places = [(session.record.nodes.get(hit.node), hit) for hit in hits]
        self.add(
            FoundRow(
                f"{session.words.numbered(node) or start}    {hit.excerpt}",
                partial(session.go_to, hit.node),
            )
            for node, hit in places[: max(0, _MOST - len(self.rows))]
            if node is not None
        )

    def _tell(self) -> None:
        """Show the number of matches."""
        if not self._session.sought:
            self._said.setText(tr(_ways()))
        elif self._count > len(self.rows):
            words = message(
                "{count} places; the first {shown} are listed.",
                count=self._count,
                shown=len(self.rows),
            )
            self._said.setText(tr(words))
        elif self._count:
            self._said.setText(tr(counted("{count} place", "{count} places", self._count)))
        else:
            self._said.setText(tr(message("No comment of this game holds that.")))
        self.adjustSize()

    def _tell_failed(self, error: Exception) -> None:
        self._said.setText(tr(message("The search broke off: {why}", why=reason(error))))
        self.adjustSize()

    def go_away(self) -> None:
        """Close, and stop searching."""
        self._job.stop()
        super().go_away()


def _ways() -> Message:
    """The keys that go from place to place, as far as there are any."""
    return naming_keys(
        message("{next} goes to the next place, {previous} to the one before."),
        next="find-next",
        previous="find-previous",
    )

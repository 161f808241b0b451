"""What follows from the rules for an open record, worked out beside the window's events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from viewer.ui.session.judging import Judging
from viewer.ui.session.transpositions import Transpositions

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.session.verdicts import Verdicts


class RecordRules(QObject):
    """Asks the rules about the moves and positions of an open record.

    Attributes:
        judging: whether the moves are allowed.
        transpositions: where else in the record the same position stands.

    Signals:
        judged: verdicts changed.
    """

    judged = Signal()

    def __init__(self, context: RecordSession, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self.judging = Judging(self)
        self.transpositions = Transpositions(self)
        self._verdicts: Verdicts | None = None
        self._result = ""

    @property
    def verdicts(self) -> Verdicts | None:
        """The verdicts of the record, None in games without; made on first use."""
        context = self._context
        if self._verdicts is None and context.game.verdicts:
            from viewer.ui.session.verdicts import Verdicts  # deferred

            self._verdicts = verdicts = Verdicts(
                context.document, context.key, self, self.transpositions
            )
            verdicts.changed.connect(self.judged)
            context.moved.connect(verdicts.rest)
            context.changed.connect(verdicts.follow)
            context.reloaded.connect(self._judge_another)
        return self._verdicts if context.game.verdicts else None

    def _judge_another(self) -> None:
        if self._verdicts is not None:
            self._verdicts.look_at(self._context.document, self._context.key)

    def start(self) -> None:
        """Check every move in the background; of a large record in another process."""
        context = self._context
        self._result = self._said
        self.judging.start(context.game, context.record, self._result)
        self.transpositions.look_at(context.game, context.record)

    @property
    def _said(self) -> str:
        """The result that the headers say."""
        return self._context.document.by_role("result", self._context.record)

    def follow_headers(self) -> None:
        """Check again if the headers say another result."""
        if self._said != self._result:
            self.start()

    def rest(self) -> None:
        """Give way to stepping."""
        self.judging.rest()
        self.transpositions.rest()

    def stop(self) -> None:
        """Stop it: the record is closed."""
        self.judging.stop()
        self.transpositions.stop()

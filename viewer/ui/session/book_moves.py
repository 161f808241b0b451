"""What a reference work says of the current position of a session, as candidates."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.catalogs import tr
from viewer.base.jobs import in_thread
from viewer.base.messages import Message
from viewer.reference.reference import Answer, Column, KnownMove, ReferenceFault, looking_up
from viewer.scene.candidates import Candidate, CandidateColumn
from viewer.tree.nags import sign_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.shelf import ShelvedWork
from viewer.ui.session.trial import put_in
from viewer.ui.toolkit.jobs import JobRunner

_CALM = 60
"""Milliseconds for which a position must stand before it is looked up."""


class BookMoves(QObject):
    """The moves that a work knows; ids of candidates are their indexes. It implements `Candidates`.

    Attributes:
        shelved: the work.
        remark: what it says beside the moves: of the position, or why it says no more.

    Signals:
        found: the moves changed.
        pointing: the user points at another move.
    """

    found = Signal()
    pointing = Signal()

    def __init__(self, session: RecordSession, shelved: ShelvedWork, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.shelved = shelved
        self.remark: Message | None = shelved.words
        self._moves: list[KnownMove] = []
        self._position = ""  # that of the moves
        self._pointed: int | None = None
        self._wanted = False
        self._runner = JobRunner(self, (ReferenceFault,))
        self._runner.result.connect(self._take)
        self._runner.failed.connect(self._fail)
        self._timer = QTimer(self, singleShot=True, interval=_CALM)
        self._timer.timeout.connect(self._look_up)
        shelved.turned.connect(self._opened)

    # ------------------------------------------------------------------------------ following

    def follow(self, wanted: bool) -> None:
        """Look up the position that is shown, if the answer is wanted."""
        self._wanted = wanted
        self._runner.stop()
        self._timer.stop()
        if wanted:
            self.shelved.open()
            self._timer.start()

    def _opened(self) -> None:
        self.remark = self.shelved.words
        if self._wanted and self.shelved.work is not None:
            self._look_up()
        self.found.emit()

    def _look_up(self) -> None:
        work = self.shelved.work
        if work is None:
            return
        session = self._session
        job = looking_up(work, session.game, session.shown_state.settled())
        self._position = self._here()
        self._runner.start(job if work.computes else in_thread(job))

    def _take(self, answer: Answer) -> None:
        self._moves, self.remark = answer.moves, answer.remark
        self._pointed = None
        self.found.emit()

    def _fail(self, error: Exception) -> None:
        if isinstance(error, ReferenceFault):
            self._take(Answer(error.reason, []))

    def _here(self) -> str:
        return self._session.game.setup_text(self._session.shown_state)

    # ------------------------------------------------------------------------------ candidates

    @property
    def columns(self) -> Sequence[CandidateColumn]:
        """What the work says of each move."""
        return [CandidateColumn(column.name, column.number) for column in self._columns]

    @property
    def _columns(self) -> tuple[Column, ...]:
        work = self.shelved.work
        return work.columns if work is not None else ()

    def __len__(self) -> int:
        return len(self._moves)

    def first(self, most: int) -> list[Candidate]:
        """The first moves, if they are those of the position that is shown."""
        if not self._moves or self._position != self._here():
            return []
        return [self._candidate(index) for index in range(min(most, len(self._moves)))]

    def rows(self, most: int) -> list[Candidate]:
        """The same, with the values of the columns."""
        return [one._replace(values=self._values(self._moves[one.id])) for one in self.first(most)]

    def _values(self, known: KnownMove) -> tuple[str, ...]:
        session = self._session
        state = session.shown_state.settled()
        shown = (
            column.shown(known, session.game, state, session.style) for column in self._columns
        )
        return tuple(one if isinstance(one, str) else tr(one) for one in shown)

    def pointed(self) -> list[Candidate]:
        """The one that the user points at."""
        return [one for one in self.first(len(self._moves)) if one.pointed]

    def comment(self, id: int) -> str:
        """What the work says of a move in its own words."""
        return self._moves[id].comment if 0 <= id < len(self._moves) else ""

    def enter(self, id: int) -> None:
        """Preview a move."""
        if 0 <= id < len(self._moves) and self._position == self._here():
            self._session.trying.go_on(self.shelved.name, self._moves[id].move)

    def put_in(self, id: int | None) -> None:
        """Put what is previewed into the record, or a move."""
        known = id is not None and 0 <= id < len(self._moves) and self._position == self._here()
        put_in(self._session, self._moves[id].move if id is not None and known else None)

    def point_at(self, id: int | None) -> None:
        """Have a move shown on the board."""
        if id != self._pointed:
            self._pointed = id
            self.pointing.emit()

    def _candidate(self, index: int) -> Candidate:
        session, known = self._session, self._moves[index]
        state = session.shown_state.settled()
        follower = session.follower if session.shown is session.node else None
        return Candidate(
            index,
            session.game.touches(known.move),
            session.game.notation(session.game.step(state, known.move), session.style),
            taken=follower is not None and session.states.at(follower).action == known.move,
            pointed=index == self._pointed,
            sign=sign_of(known.glyph) if known.glyph else "",
            praise=known.praise,
        )

"""The reference works of the user's list, and what one says of a session's position, as candidates."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.catalogs import tr
from viewer.base.jobs import in_thread
from viewer.base.messages import Message, message
from viewer.reference.reference import (
    Answer,
    ChosenWork,
    Column,
    KnownMove,
    Reference,
    ReferenceFault,
    looking_up,
    opening,
    works_text,
)
from viewer.scene.candidates import Candidate, CandidateColumn
from viewer.tree.nags import sign_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.trial import put_in
from viewer.ui.toolkit.jobs import JobRunner, how_far

_CALM = 60
"""Milliseconds for which a position must stand before it is looked up."""


class ShelvedWork(QObject):
    """A work of the list, which is opened when it is first needed.

    Attributes:
        chosen: its entry in the list.
        work: None until it is open.
        fault: why it can't be opened, None while nothing is wrong.

    Signals:
        turned: it was opened, or couldn't be, or the opening went on.
    """

    turned = Signal()

    def __init__(self, chosen: ChosenWork, parent: QObject) -> None:
        super().__init__(parent)
        self.chosen = chosen
        self.work: Reference | None = None
        self.fault: Message | None = None
        self._percent: int | None = None
        self._begun = False
        self._runner = JobRunner(self, (ReferenceFault,))
        self._runner.result.connect(self._take)
        self._runner.progress.connect(self._progressed)
        self._runner.failed.connect(self._fail)

    @property
    def name(self) -> str:
        """The name of its file or folder."""
        return os.path.basename(self.chosen.path) or self.chosen.path

    @property
    def words(self) -> Message | None:
        """What keeps it from being asked; None once it is open."""
        if self.fault is not None or self.work is not None:
            return self.fault
        return how_far(message("Opening…"), self._percent)

    def open(self) -> None:
        """Open it, unless that was begun before."""
        if not self._begun:
            self._begun = True
            self._runner.start(in_thread(opening(self.chosen.path)))

    def close(self) -> None:
        """Close its files."""
        self._runner.stop()
        work, self.work = self.work, None
        if work is not None:
            work.close()

    def _take(self, work: Reference) -> None:
        self.work = work
        self.turned.emit()

    def _progressed(self, done: int, total: int) -> None:
        if total and self.work is None:
            self._percent = 100 * done // total
            self.turned.emit()

    def _fail(self, error: Exception) -> None:
        if isinstance(error, ReferenceFault):
            self.fault = error.reason
            self.turned.emit()


class Shelf(QObject):
    """The list of works, kept as a text.

    Signals:
        changed: a work was added or taken off.
    """

    changed = Signal()

    def __init__(
        self, works: Iterable[ChosenWork], keep: Callable[[str], object], parent: QObject
    ) -> None:
        """`keep` writes the text of a new list."""
        super().__init__(parent)
        self._keep = keep
        self._works = [ShelvedWork(one, self) for one in works]

    def works_of(self, game: str) -> list[ShelvedWork]:
        """The works of a game, in the order in which they were added."""
        return [one for one in self._works if one.chosen.game == game]

    def add(self, chosen: ChosenWork) -> None:
        """Add a work, or open it again if it is on the list."""
        self._works = [one for one in self._works if not self._dropped(one, chosen)]
        self._works.append(ShelvedWork(chosen, self))
        self._write()

    def remove(self, work: ShelvedWork) -> None:
        """Take a work off the list; its file stays."""
        self._works = [one for one in self._works if not self._dropped(one, work.chosen)]
        self._write()

    def _dropped(self, work: ShelvedWork, chosen: ChosenWork) -> bool:
        if work.chosen != chosen:
            return False
        work.close()
        work.deleteLater()
        return True

    def _write(self) -> None:
        self._keep(works_text(one.chosen for one in self._works))
        self.changed.emit()

    def close(self) -> None:
        """Close all works."""
        for one in self._works:
            one.close()


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
            session.game.shown(session.game.step(state, known.move), session.style),
            taken=follower is not None and session.states.at(follower).action == known.move,
            pointed=index == self._pointed,
            sign=sign_of(known.glyph) if known.glyph else "",
            praise=known.praise,
        )

"""Whether the problems of an open file are sound: searched record by record, kept until a record changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.base.processes import processors
from viewer.document.edits import Change
from viewer.document.problems.mates import (
    Found,
    Outcome,
    Problem,
    findings_of,
    is_problem,
    outcome_of,
    searching,
)
from viewer.games import game_of
from viewer.games.mates import DEEPEST
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Record

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession

_SECONDS = 20  # for each problem
_READ = 50  # parts of a thousand that reading the records is


class _Kept(NamedTuple):
    """What was found of a record, and what is told of it, for as long as it begins with the position."""

    position: str
    problem: Problem
    found: Found
    told: list[Diagnostic]


class Soundness(QObject):
    """What searches say of the problems with which the records of a file begin, among its findings."""

    def __init__(self, context: RecordSession) -> None:
        super().__init__(context)
        self._context = context
        self._kept: dict[int, _Kept] = {}
        self._document = context.document
        context.changed.connect(self._follow)
        context.listed.connect(self.look_again)
        context.restyled.connect(self.look_again)
        context.findings.more = self.found

    # ------------------------------------------------------------------------------- searching

    def job(self, keys: Sequence[int]) -> Iterator[JobStep[Counter[Outcome]]]:
        """Search the records of these keys that are problems, and aren't known. Keeps each as it comes.

        The result says how many of all of them there are of each outcome. Raises OSError.
        """
        document = self._document
        asked: list[tuple[int, Record]] = []
        problems: list[Problem] = []
        known: list[int] = []
        for at, key in enumerate(keys):
            record = document.record_of(key) if document.has(key) else None
            if key in self._kept:
                known.append(key)
            elif record is not None and is_problem(record):
                asked.append((key, record))
                problems.append(Problem(record, record.root))
            yield JobStep(_READ * at // len(keys), 1000)
        counts = Counter(outcome_of(self._kept[key].found) for key in known)
        left = iter(zip(asked, problems, strict=True))
        for step in searching(problems, DEEPEST, _SECONDS, processors() - 1):
            done = _READ + (1000 - _READ) * step.done // max(1, step.total)
            if step.result is None:
                yield JobStep(done, 1000, waiting=step.waiting)
                continue
            (key, record), problem = next(left)
            counts[outcome_of(step.result)] += 1
            self._keep(key, record, problem, step.result)
            yield JobStep(done, 1000)
        yield JobStep(1000, 1000, counts)

    def _keep(self, key: int, record: Record, problem: Problem, found: Found) -> None:
        self._kept[key] = _Kept(_position(record), problem, found, [])
        self._word(key)
        self._context.findings.changed.emit()

    # ----------------------------------------------------------------------------------- keeping

    def found(self) -> list[Diagnostic]:
        """What is known, in the order of the file; their `record` is a key."""
        kept, order = self._kept, self._document.keys() if self._kept else ()
        return [one for key in order if key in kept for one in kept[key].told]

    def _follow(self, change: Change) -> None:
        """Forget what was found of records that begin otherwise now."""
        touched = {key for key, _ in change.touched if key in self._kept}
        for key in touched:
            self._word(key)
        if touched:
            self._context.findings.changed.emit()

    def look_again(self, *_: object) -> None:
        """The file was read again, another one is shown, or moves are written otherwise."""
        if self._context.document is not self._document:
            self._document = self._context.document
            self._kept.clear()
        for key in list(self._kept):
            self._word(key)
        self._context.findings.changed.emit()

    def _word(self, key: int) -> None:
        """Word what is known of a record as it is now; forget it if the record begins otherwise."""
        if not self._document.has(key):
            return  # it may come back
        record, kept = self._document.record_of(key), self._kept[key]
        if _position(record) != kept.position:
            del self._kept[key]
            return
        style = self._context.style
        told = findings_of(key, record.root, kept.problem, kept.found, DEEPEST, style)
        self._kept[key] = kept._replace(told=told)


def _position(record: Record) -> str:
    """The position with which a record begins, as text."""
    game = game_of(record.game)
    return game.setup_text(game.start_of(record))

"""What follows from the rules for an open record, worked out beside the window's events."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, message
from viewer.games.game import Game, State
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.ui.toolkit.jobs import JobRunner, how_far

if TYPE_CHECKING:
    from viewer.games.judge import Reached
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.session.verdicts import Verdicts

_LARGE = 10_000  # nodes; so many take a tenth of a second and more to judge


class Judging(QObject):
    """Checks the moves of a record; a large record in another process. Started again after each edit.

    Attributes:
        findings: the violations found; a list that only grows, until another takes its place. Those from
            before an edit stay until the next check finds others.
        words: what it does.
        percent: progress, None at the beginning.

    Signals:
        found: the findings changed.
        progressed: it started, or made progress.
        ended: it is done, or was stopped.
    """

    found = Signal()
    progressed = Signal()
    ended = Signal()
    words = message("Checking the moves against the rules")

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: list[Diagnostic] = []
        self.percent: int | None = None
        self._asked: list[Diagnostic] = []
        self._same = True  # what was found so far is what the findings begin with
        self._subject: tuple[Game[State], Record, str] | None = None
        self._large = False
        self._runner = JobRunner(self, (OSError,))
        self._runner.result.connect(self._take)
        self._runner.progress.connect(self._progressed)
        self._runner.finished.connect(self._finished)
        self._runner.failed.connect(self._judge_here)

    @property
    def told(self) -> Message:
        """What it does, with its progress."""
        return how_far(self.words, self.percent)

    @property
    def lasting(self) -> bool:
        """Whether it is checking a large record."""
        return self._large and self._runner.running

    def start(self, game: Game[State], record: Record, result: str = "") -> None:
        """Check a record in the background; `result`: as its headers say it."""
        self._subject = (game, record, result)
        self._begin()
        self.percent = None
        self._large = len(record.nodes) >= _LARGE
        self._judge(self._large)
        if self._large:
            self._runner.rest()  # somebody who edits will go on
        self.progressed.emit()

    def _judge(self, apart: bool) -> None:
        """Begin with the moves, in another process or here."""
        from viewer.games.judge import judge, judge_apart  # deferred

        assert self._subject is not None
        game, record, result = self._subject
        self._runner.start(judge_apart(record, result) if apart else judge(game, record, result))

    def rest(self) -> None:
        """Pause for a moment: the user is stepping or writing."""
        self._runner.rest()

    def run_now(self) -> None:
        """Finish the check at once."""
        self._runner.run_now()

    def stop(self) -> None:
        """Stop; the findings stay."""
        if self._runner.running:
            self._runner.stop()
            self.ended.emit()

    def _judge_here(self, error: Exception) -> None:
        if isinstance(error, OSError) and self._subject is not None:  # no process, or it was killed
            self._begin()
            self._judge(False)

    def _begin(self) -> None:
        self._asked, self._same = [], True

    def _take(self, part: list[Diagnostic]) -> None:
        """Replace the findings once the check is complete, so that lists don't flicker."""
        if not part:
            return
        before = len(self._asked)
        self._asked.extend(part)
        if self._asked is self.findings:
            self.found.emit()
            return
        # Each is compared once, when it comes: at the end nothing is left to be gone through.
        self._same = self._same and part == self.findings[before : before + len(part)]
        if len(self._asked) > len(self.findings):
            self._show()

    def _progressed(self, done: int, total: int) -> None:
        percent = min(100 * done // total, 99) if total else self.percent
        if percent != self.percent:
            self.percent = percent
            self.progressed.emit()

    def _finished(self) -> None:
        self._show()
        self.ended.emit()

    def _show(self) -> None:
        if self._asked is self.findings or (self._same and len(self._asked) == len(self.findings)):
            return
        self.findings = self._asked
        self.found.emit()


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


_LONG = 3_000  # nodes; so many take a tenth of a second and more


class Transpositions(QObject):
    """The positions that several lines of a record reach.

    A position that stands before or after itself on one line is a repetition, which isn't told here.

    Signals:
        found: all are known, after a record was looked at.
    """

    found = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._record: Record | None = None
        self._groups: list[list[int]] = []
        self._group_of: dict[int, list[int]] = {}
        self._coming: list[Reached] = []
        self._runner = JobRunner(self, (OSError,))
        self._runner.result.connect(self._coming_more)
        self._runner.finished.connect(self._take)
        self._runner.failed.connect(lambda _: self._take())  # no process: none are told

    def look_at(self, game: Game[State], record: Record) -> None:
        """Find those of a record; what was found of it before stays until all are."""
        if record is not self._record:
            self._groups, self._group_of = [], {}
        self._record, self._coming = record, []
        if not _branches(record):
            self._take()
            return
        from viewer.games.judge import apart, reached  # deferred

        if len(record.nodes) < _LONG:
            self._runner.start(reached(game, record))
        else:
            self._runner.start(apart(reached, record))
            self._runner.rest()

    def of(self, node: Node) -> list[Node]:
        """The other nodes of the record, not on the line to or below a node, with its position.

        In the order of the record; [] as long as none are known.
        """
        record = self._record
        ids = self._group_of.get(node.id, ())
        if record is None or not ids:
            return []
        there = [record.nodes[id] for id in ids if id in record.nodes and id != node.id]
        line = set(node.path())
        return [one for one in there if one not in line and node not in one.path()]

    def groups(self) -> list[list[Node]]:
        """The nodes of each position that stands several times, repetitions among them."""
        nodes = self._record.nodes if self._record is not None else {}
        return [[nodes[id] for id in ids if id in nodes] for ids in self._groups]

    def rest(self) -> None:
        """Pause for a moment: the user is stepping or writing."""
        self._runner.rest()

    def run_now(self) -> None:
        """Find all now."""
        self._runner.run_now()

    def stop(self) -> None:
        """Stop; what was found stays."""
        self._runner.stop()

    def _coming_more(self, part: list[Reached]) -> None:
        self._coming += part

    def _take(self) -> None:
        groups: defaultdict[int, list[int]] = defaultdict(list)
        for id, position in self._coming:
            groups[position].append(id)
        found = [ids for ids in groups.values() if len(ids) > 1]
        self._coming = []
        if found != self._groups:
            self._groups = found
            self._group_of = {id: ids for ids in found for id in ids}
            self.found.emit()


def _branches(record: Record) -> bool:
    """Whether a record has more lines than one."""
    return any(len(node.children) > 1 for node in record.root.walk())

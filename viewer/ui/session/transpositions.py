"""Where else in a record the same position stands, found in the background."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from viewer.games.game import Game, State
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.ui.toolkit.jobs import JobRunner

if TYPE_CHECKING:
    from viewer.games.judge import Reached

_LARGE = 3_000  # nodes; so many take a tenth of a second and more


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

        if len(record.nodes) < _LARGE:
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

"""The lanes of a session's record, kept up to date, and which branches are folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from viewer.base.jobs import Slices
from viewer.scene.graph.lanes import LanePath, Lanes
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner

_LARGE = 2_000  # nodes
_REST = 50  # ms that a step has for itself
_AT_ONCE = 0.01  # seconds of laying out that nobody notices


class GraphModel(QObject):
    """The lanes and the current line. Small records are laid out at once, large ones in a background job.

    Attributes:
        only_line: whether of all branches but the current line only the first node is shown, whatever
            the current line comes to be. Large records begin so: what is far from the line hides it.
        lanes: the last layout; empty before the first.
        way: the current line in them.

    Signals:
        laid: the lanes changed.
    """

    laid = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._folded: set[int] = set()
        self._opened: set[int] = set()  # branches beside the line that are shown nevertheless
        self._folded_for: Sequence[Node] = ()
        self.only_line = len(session.record.nodes) > _LARGE
        self._line: Sequence[Node] = ()
        self._next: Lanes | None = None
        self._concealed: Node | None = None  # the node after which nothing is laid out
        self._runner = JobRunner(self)
        self._runner.finished.connect(self._take)
        session.moved.connect(self._rest)
        self.lanes = Lanes(session.record.root)
        self.way = LanePath(self.lanes, ())

    def _rest(self) -> None:
        """Give way to stepping."""
        self._runner.rest(_REST)

    @property
    def busy(self) -> bool:
        """Whether a layout is being computed."""
        return self._next is not None

    @property
    def column(self) -> int:
        """The column of the current node."""
        return self._session.cursor.index

    def lay_out(self) -> None:
        """Compute a new layout. The lanes stay as they are until it is done."""
        session = self._session
        self._concealed = session.node if session.concealing else None
        if self._concealed is None:
            self._fold_by_line()
            self.show_current(again=False)
        folded = self._folded if self._concealed is None else self._off_line()
        self._next = lanes = Lanes(session.record.root, frozenset(folded))
        work = lanes.work()
        self._runner.stop()
        start = Slices(work)
        start.run(_AT_ONCE)
        if start.finished:
            self._take()
        else:
            self._runner.start(work)

    def finish(self) -> None:
        """Finish the layout now."""
        self._runner.run_now()

    def stop(self) -> None:
        """Cancel the layout."""
        self._runner.stop()
        self._next = None

    def forget(self) -> None:
        """Reset for another record."""
        self.stop()
        self._folded.clear()
        self._opened.clear()
        self.only_line = len(self._session.record.nodes) > _LARGE
        self._line = ()
        self.lanes = Lanes(self._session.record.root)
        self.way = LanePath(self.lanes, ())

    def _take(self) -> None:
        if self._next is not None:
            self.lanes, self._next = self._next, None
            self._line = ()
            self.follow()
            self.laid.emit()

    def follow(self) -> bool:
        """Update the current line; returns whether it changed."""
        session = self._session
        shown = session.node if session.concealing else None
        if shown is not self._concealed:
            self.lay_out()
            return True
        line = session.cursor.line
        if line is self._line:
            return False
        self._line = line
        if shown is not None:
            self.way = LanePath(self.lanes, session.line)
            return True
        if self.only_line and line is not self._folded_for:
            self.lay_out()
        if self._line is line:
            self.way = LanePath(self.lanes, line)
        return True

    # -------------------------------------------------------------------------------- folding

    @property
    def anything_folded(self) -> bool:
        """Whether anything is folded, or would be once the current line changes."""
        nodes = self._session.record.nodes
        return self.only_line or any(id in nodes for id in self._folded)

    def is_folded(self, node: Node) -> bool:
        """Whether the branch below a node is folded."""
        return self._concealed is None and node.id in self._folded and bool(node.children)

    def fold(self, node: Node) -> None:
        """Fold or unfold the branch below a node."""
        if node.id in self._folded:
            self._folded.discard(node.id)
            self._opened.add(node.id)
        elif node.children:
            self._folded.add(node.id)
            self._opened.discard(node.id)
        else:
            return
        self.lay_out()

    def fold_others(self) -> None:
        """Fold everything but the current line, now and later: other branches show only their first node."""
        self.only_line = True
        self._opened.clear()
        self._folded_for = ()
        self.lay_out()

    def _fold_by_line(self) -> None:
        """The nodes folded beside the current line."""
        line = self._session.cursor.line
        if not self.only_line or line is self._folded_for:
            return
        self._folded_for = line
        self._folded.clear()
        for node, taken in zip(line, (*line[1:], None), strict=True):
            for child in node.children if len(node.children) > 1 else ():
                if child is not taken and child.children and child.id not in self._opened:
                    self._folded.add(child.id)

    def _off_line(self) -> set[int]:
        """The current node and those that begin other branches on the way to it: what follows is hidden."""
        above = self._session.node.path()[:-1]
        shown = {node.id for node in above}
        children = {child.id for node in above for child in node.children}
        return (children - shown) | {self._session.node.id}

    def unfold(self) -> None:
        """Unfold everything."""
        self.only_line = False
        self._folded.clear()
        self.lay_out()

    def show_current(self, *, again: bool = True) -> None:
        """Unfold what hides the current node; computes a new layout if anything was and `again` is set."""
        if not self._folded:
            return
        above = {node.id for node in self._above()} & self._folded
        if above:
            self._folded -= above
            if again:
                self.lay_out()

    def _above(self) -> Iterator[Node]:
        node = self._session.node.parent
        while node is not None:
            yield node
            node = node.parent

"""The verdicts of a record, annotated and computed, updated after edits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.edits import Change
from viewer.formats import FORMATS
from viewer.tree.annotation import VERDICT
from viewer.tree.node import Node
from viewer.tree.verdict import (
    chooser,
    glyph_of,
    lent,
    minimaxing,
    mover_of,
    praise_of,
    revised,
    sign_of,
    verdict_of,
    words_with,
)
from viewer.ui.toolkit.jobs import JobRunner

if TYPE_CHECKING:
    from viewer.ui.session.record_rules import Transpositions

_BY = {"1": 0, "2": 1}  # who judges, as headers say it; else who moves
_REST = 50  # ms that a step has for itself


class Judged(NamedTuple):
    """A verdict as displayed.

    Attributes:
        value: see `viewer.tree.verdict`.
        derived: whether it is computed from verdicts below.
        sign: short, from the first side's view: 1-0, +25, =.
        seen: the same from the judging side's view: +, -40, =.
        praise: 1 good, -1 bad, 0 neither, for the judging side.
    """

    value: int
    derived: bool
    sign: str
    seen: str
    praise: int


class Verdicts(QObject):
    """Verdicts by node. Computed ones are worked out in the background.

    Signals:
        changed: verdicts changed.
    """

    changed = Signal()

    def __init__(
        self, document: Document, key: int, parent: QObject, transpositions: Transpositions
    ) -> None:
        """Verdicts of the record of a key in a document, which hold for its `transpositions`, too."""
        super().__init__(parent)
        self._transpositions = transpositions
        transpositions.found.connect(self._start)
        self._found: dict[int, int] = {}
        self._coming: dict[int, int] = {}
        self._runner = JobRunner(self)
        self._runner.finished.connect(self._take)
        self.look_at(document, key)

    def rest(self) -> None:
        """Give way to stepping."""
        self._runner.rest(_REST)

    def of(self, node: Node) -> Judged | None:
        """The verdict of a node: annotated, else computed; None for neither."""
        own = verdict_of(node)
        value = self._found.get(node.id) if own is None else own
        if value is None:
            return None
        side = self._side(node)
        seen = value if not side else -value
        short = sign_of(seen).removesuffix("1-0").removesuffix("0-1")
        shown = short or ("+" if seen > 0 else "-")
        return Judged(value, own is None, sign_of(value), shown, praise_of(value, side))

    def sign(self, node: Node) -> tuple[str, int]:
        """The position's sign for a node's verdict (±) and whether it is good.

        Computed ones only at forks.
        """
        judged = self.of(node)
        fork = node.parent is not None and len(node.parent.children) > 1
        if judged is None or (judged.derived and not fork):
            return "", 0
        return glyph_of(judged.value), judged.praise

    def words(self, node: Node, sides: tuple[Message, Message]) -> Message | None:
        """The verdict of a node in words, with the names of the sides; None for none."""
        judged = self.of(node)
        if judged is None:
            return None
        words = words_with(judged.value, sides)
        return message("{verdict} (follows from below)", verdict=words) if judged.derived else words

    def _side(self, node: Node) -> int | None:
        """The judging side: the one named by the headers, else the side that moved."""
        format = FORMATS[self._document.format].load()
        by = format.by_role("viewpoint", self._record.headers)
        return _BY.get(by, mover_of(node))

    def finish(self) -> None:
        """Finish computing now."""
        self._runner.run_now()

    # ---------------------------------------------------------------------------- what changed

    def look_at(self, document: Document, key: int) -> None:
        """Switch to another record, or to the same one read again."""
        self._document, self._key = document, key
        self._record = document.record_of(key)
        self._found = {}
        self._start()

    def _start(self) -> None:
        self._coming = {}
        self._runner.start(minimaxing(self._record.root, chooser, self._coming))

    def _lend(self, found: dict[int, int]) -> None:
        lent(self._transpositions.groups(), chooser, found)

    def _take(self) -> None:
        self._lend(self._coming)
        if self._found != self._coming:
            self._found = self._coming
            self.changed.emit()

    def follow(self, change: Change) -> None:
        """Update after an edit of the document."""
        record = self._record
        touched = change.of(self._key)
        if any(one.facet in ("children", "action") for one in touched):
            self._start()
        said = [one.node for one in touched if one.facet == VERDICT]
        for id in said:
            if id is not None and id in record.nodes:
                revised(record.nodes[id], chooser, self._found)
        if said:
            self._lend(self._found)
            if self._runner.running:
                self._start()
            self.changed.emit()

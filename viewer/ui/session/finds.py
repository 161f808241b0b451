"""What engines found in the positions of a session, kept until its file is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from viewer.base.named import NamedTuple
from viewer.games.states import States
from viewer.tree.evaluation import Evaluation
from viewer.tree.node import Node

if TYPE_CHECKING:  # no part of opening a file
    from viewer.engines.analysis import Analysis


class _Find(NamedTuple):
    position: str
    analysis: Analysis


class EngineFinds(QObject):
    """Analyses by record and node. One of another position than the node's now isn't returned.

    Signals:
        added: something was found for a node, the first time or again: (record key, node id).
        begun: something is known of more than one node now.
    """

    added = Signal(int, int)
    begun = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[tuple[int, int], _Find] = {}

    def __bool__(self) -> bool:
        return bool(self._kept)

    def clear(self) -> None:
        """Forget everything: another document is shown."""
        self._kept.clear()

    @property
    def many(self) -> bool:
        """Whether something was found for more than one node."""
        return len(self._kept) > 1

    def keep(self, key: int, node: Node, states: States, analysis: Analysis) -> None:
        """Keep what was found at a node of a record."""
        many = self.many
        self._kept[key, node.id] = _Find(states.game.setup_text(states.at(node)), analysis)
        self.added.emit(key, node.id)
        if self.many and not many:
            self.begun.emit()

    def at(self, key: int, node: Node, states: States) -> Analysis | None:
        """What was found at a node of a record, None if nothing was."""
        find = self._kept.get((key, node.id)) if self._kept else None
        if find is None or find.position != states.game.setup_text(states.at(node)):
            return None
        return find.analysis

    def evaluation(self, key: int, node: Node, states: States) -> Evaluation | None:
        """The evaluation that was found at a node, None without one."""
        found = self.at(key, node, states)
        return None if found is None else found.evaluation

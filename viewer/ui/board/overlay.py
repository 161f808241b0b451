"""What a record says beside the position: numbers of moves, moves that go on, parts that are shown.

Worked out once for each node that is looked at, since a board is painted again for every move of the
mouse over it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from viewer.document.plans.steps import marks_of
from viewer.games.capabilities import Placing
from viewer.scene.board import BoardLook
from viewer.scene.candidates import next_shapes, sibling_shapes
from viewer.scene.shapes import Shape
from viewer.tree.action import Remark
from viewer.tree.annotation import Mark
from viewer.tree.inherited import DIM
from viewer.tree.node import Node
from viewer.ui.session.candidates import NextMoves
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.scene.candidates import Candidate

_MOST = 26  # moves from one position that are shown
NONE, FORKS, ALL = "none", "forks", "all"


class _Found:
    """What was worked out at a node, None where it wasn't asked for."""

    def __init__(self) -> None:
        self.part: tuple[str, ...] | None = None
        self.marks: tuple[Mark, ...] | None = None
        self.numbers: Mapping[str, int] | None = None
        self.ways: tuple[list[Candidate], list[Candidate]] | None = None


class Overlay:
    """What is shown of the node where a session stands.

    Attributes:
        numbering: how pieces are numbered, see `move_numbers`.
        nexts: which moves that go on are shown: "none", "forks" (where there are several), "all".
        whole: whether the whole board is shown though the record shows a part.
        since: the node behind which numbers are counted, None for as `numbering` says.
    """

    def __init__(self, session: RecordSession) -> None:
        self._session = session
        self._moves = NextMoves(session)
        self.numbering = NONE
        self.nexts = FORKS
        self.whole = False
        self.since: Node | None = None
        self._kept = _Found()
        self._kept_for: Node | None = None
        session.changed.connect(self.forget)
        session.reloaded.connect(self._reloaded)
        session.chosen.connect(self.forget)
        session.judged.connect(self.forget)
        session.pointing.connect(self.forget)

    def _reloaded(self) -> None:
        self.since = None
        self.forget()

    def forget(self) -> None:
        """Something is another: work all out again when it is asked for."""
        self._kept = _Found()

    def _here(self) -> _Found:
        node = self._session.node
        if node is not self._kept_for:
            self._kept, self._kept_for = _Found(), node
        return self._kept

    @property
    def part(self) -> tuple[str, ...]:
        """The squares that are shown, () for all."""
        if self.whole:
            return ()
        kept = self._here()
        if kept.part is None:
            kept.part = self._session.part.at(self._session.node)
        return kept.part

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the node, and what is drawn back from a node above."""
        kept = self._here()
        if kept.marks is None:
            node = self._session.node
            own = tuple(mark for mark in node.marks if mark.kind != DIM)
            if type(node.action) is Remark:
                own = (*own, *marks_of(node))
            kept.marks = (*self._session.dims.at(node), *own)
        return kept.marks

    @property
    def numbered(self) -> bool:
        """Whether pieces have numbers."""
        return self.numbering != NONE or self.since is not None

    def numbers(self, pieces: Mapping[str, str]) -> Mapping[str, int]:
        """The numbers of pieces, by square."""
        session = self._session
        if not self.numbered or not isinstance(session.game, Placing):
            return {}
        kept = self._here()
        if kept.numbers is None:
            from viewer.document.position.numbers import move_numbers  # deferred

            way, since = self.numbering, self.since
            kept.numbers = move_numbers(session.states, session.node, way, pieces, since)
        return kept.numbers

    # ------------------------------------------------------------------------------ ways on

    def ways(self) -> tuple[list[Candidate], list[Candidate]]:
        """The moves that go on from the node, and those beside it."""
        kept = self._here()
        if kept.ways is None:
            kept.ways = self._ways()
        return kept.ways

    def _ways(self) -> tuple[list[Candidate], list[Candidate]]:
        moves = self._moves
        if self.nexts not in (FORKS, ALL):
            return moves.pointed(), []
        forks = len(moves) > 1 or self.nexts == ALL
        return moves.first(_MOST) if forks else moves.pointed(), moves.beside(_MOST)

    def shapes(
        self, look: BoardLook, pieces: Mapping[str, str], marked: frozenset[str]
    ) -> list[Shape]:
        """The moves that go on, and those beside the last one, as they are drawn."""
        on, beside = self.ways()
        if not on and not beside:
            return []

        taken = {way.squares[-1] for way in on if way.squares}
        shapes = sibling_shapes(look, beside, pieces, marked | taken)
        return shapes + next_shapes(look, on, pieces, marked)

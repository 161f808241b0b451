"""What is shown over the position: move numbers, next moves, marks, a part of the board.

Worked out once for each node that is looked at, since a board is painted again for every move of the
mouse over it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from viewer.formats import FORMATS
from viewer.games.capabilities import Placing
from viewer.scene.board import BoardLook
from viewer.scene.candidates import NO_ADVICE, advice_shapes, next_shapes, sibling_shapes
from viewer.scene.shapes import BELOW, MARK, Shape
from viewer.tree.action import Remark
from viewer.tree.annotation import Mark
from viewer.tree.inherited import DIM
from viewer.tree.node import Node
from viewer.ui.session.candidates import NextMoves
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.scene.candidates import Advice, Candidate

_MOST = 26  # moves from one position that are shown
NONE, FORKS, ALL = "none", "forks", "all"


class _Found:
    """Cached values of a node, None if not computed yet."""

    def __init__(self) -> None:
        self.part: tuple[str, ...] | None = None
        self.marks: tuple[Mark, ...] | None = None
        self.numbers: Mapping[str, int] | None = None
        self.ways: tuple[list[Candidate], list[Candidate]] | None = None
        self.advice: Advice | None = None


class Overlay:
    """The overlay for a session's current node.

    By the session's looks: `numbers`, how pieces are numbered, see `move_numbers`; `nexts`, which next moves
    are shown: "none", "forks" (only if there are several), "all"; `whole`, whether the whole board is shown
    though the record shows a part.

    Attributes:
        since: the node after which numbering starts, None for what the looks say.
        advice: return what engines and books advise; the moves of the first that advises any replace the
            next moves.
    """

    def __init__(self, session: RecordSession) -> None:
        self._session = session
        self._moves = NextMoves(session)
        self.since: Node | None = None
        self.advice: list[Callable[[], Advice]] = []
        self._kept = _Found()
        self._kept_for: Node | None = None
        session.changed.connect(self.forget)
        session.tried.connect(self.forget)
        session.reloaded.connect(self.begin_again)
        session.chosen.connect(self.forget)
        session.rules.judged.connect(self.forget)
        session.pointing.connect(self.forget)

    def begin_again(self) -> None:
        """Number by the looks again, and drop the cache."""
        self.since = None
        self.forget()

    def forget(self) -> None:
        """Drop the cache."""
        self._kept = _Found()

    def _here(self) -> _Found:
        node = self._session.shown
        if node is not self._kept_for:
            self._kept, self._kept_for = _Found(), node
        return self._kept

    @property
    def part(self) -> tuple[str, ...]:
        """The squares that are shown, () for all."""
        if self._session.looks.whole:
            return ()
        kept = self._here()
        if kept.part is None:
            kept.part = self._session.part.at(self._session.shown)
        return kept.part

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the node, with inherited dimming."""
        kept = self._here()
        if kept.marks is None:
            node = self._session.shown
            own = tuple(mark for mark in self._session.marks if mark.kind != DIM)
            if type(node.action) is Remark:
                from viewer.document.plans.steps import marks_of  # deferred: such nodes are rare

                own = (*own, *marks_of(node))
            kept.marks = (*self._session.dims.at(node), *own)
        return kept.marks

    @property
    def numbered(self) -> bool:
        """Whether pieces have numbers."""
        return self._session.looks.numbers != NONE or self.since is not None

    def numbers(self, pieces: Mapping[str, str]) -> Mapping[str, int]:
        """The numbers of pieces, by square."""
        session = self._session
        if not self.numbered or not isinstance(session.game, Placing):
            return {}
        kept = self._here()
        if kept.numbers is None:
            from viewer.document.position import move_numbers  # deferred

            way, since = session.looks.numbers, self.since
            kept.numbers = move_numbers(session.states, session.shown, way, pieces, since)
        return kept.numbers

    # ------------------------------------------------------------------------------ ways on

    def ways(self) -> tuple[list[Candidate], list[Candidate]]:
        """The next moves of the node, and its sibling moves."""
        kept = self._here()
        if kept.ways is None:
            kept.ways = self._ways()
        return kept.ways

    def _ways(self) -> tuple[list[Candidate], list[Candidate]]:
        moves = self._moves
        if self._session.shown is not self._session.node:
            return [], []
        nexts = self._session.looks.nexts
        if nexts not in (FORKS, ALL):
            return moves.pointed(), []
        format_ = FORMATS[self._session.document.format].load()
        here, beside = format_.marked_ways(self._session.record.headers)
        shown = here and (len(moves) > 1 or nexts == ALL)
        return moves.first(_MOST) if shown else moves.pointed(), moves.beside(
            _MOST
        ) if beside else []

    def _advice(self) -> Advice:
        kept = self._here()
        if kept.advice is None:
            asked = (ask() for ask in self.advice)
            kept.advice = next((found for found in asked if found != NO_ADVICE), NO_ADVICE)
        return kept.advice

    def ground(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        """Shapes below the pieces: whose the squares are by an engine."""
        return [shape for shape in self._owned(look, pieces) if shape.layer == BELOW]

    def _owned(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        ownership = self._advice().ownership
        if not ownership:
            return []
        from viewer.scene.overlays import ownership_shapes  # deferred: few engines say it

        first, second = self._session.game.sides
        sides = (first.id, first.colour), (second.id, second.colour)
        return ownership_shapes(look, ownership, pieces, sides)

    def shapes(
        self, look: BoardLook, pieces: Mapping[str, str], marked: frozenset[str]
    ) -> list[Shape]:
        """Shapes of the next moves and of the sibling moves, or of the moves that an engine advises."""
        advice = self._advice()
        shapes = [shape for shape in self._owned(look, pieces) if shape.layer == MARK]
        if advice.moves:
            return shapes + advice_shapes(look, advice, pieces)
        on, beside = self.ways()
        if not on and not beside:
            return shapes

        taken = {way.squares[-1] for way in on if way.squares}
        shapes += sibling_shapes(look, beside, pieces, marked | taken)
        return shapes + next_shapes(look, on, pieces, marked)

"""A board with what is shown over its position: move numbers, next moves, marks; zoomed, scrolled.

The overlay is worked out once for each node that is looked at, since a board is painted again for every
move of the mouse over it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Signal
from PySide6.QtWidgets import QWidget

from viewer.formats import FORMATS
from viewer.games.capabilities import Placing
from viewer.games.geometry import Geometry, Point
from viewer.scene.board import BoardLook
from viewer.scene.candidates import NO_ADVICE, advice_shapes, next_shapes, sibling_shapes
from viewer.scene.marks import marked_squares
from viewer.scene.shapes import BELOW, MARK, Shape
from viewer.tree.action import Remark
from viewer.tree.annotation import MARKS, VIEW, Mark, NoteValue
from viewer.tree.inherited import DIM
from viewer.tree.node import Node
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.session.candidates import NextMoves
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.scene.candidates import Advice, Candidate
    from viewer.scene.overlays import Number

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
        here, siblings = format_.marked_ways(self._session.record.headers)
        shown = here and (len(moves) > 1 or nexts == ALL)
        return moves.first(_MOST) if shown else moves.pointed(), moves.siblings(
            _MOST
        ) if siblings else []

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
        on, siblings = self.ways()
        if not on and not siblings:
            return shapes
        taken = {way.squares[-1] for way in on if way.squares}
        shapes += sibling_shapes(look, siblings, pieces, marked | taken)
        return shapes + next_shapes(look, on, pieces, marked)


_LEAST = 9  # lines that are seen of a board
_FITS = 22.0  # units with the margins: boards of up to 19 lines are always seen whole
_STEP = 1.25


class Zoom:
    """The stretch of a board that is seen: a square of so many units around a centre."""

    def __init__(self) -> None:
        self._side = 0.0  # 0: the whole board
        self._centre: Point = (0.0, 0.0)
        self._seen: tuple[str, ...] | None = ()
        self._of: Geometry | None = None

    def squares(self, whole: Geometry) -> tuple[str, ...]:
        """The squares that are seen, () for all of a board."""
        if self._of is not whole:
            self._of, self._side, self._seen = whole, 0.0, ()
        if self._seen is None:
            (x, y), half = self._centre, self._side / 2 + 1e-6
            self._seen = tuple(
                square
                for square, at in whole.squares.items()
                if abs(at[0] - x) <= half and abs(at[1] - y) <= half
            )
        return self._seen

    def change(self, whole: Geometry, steps: float, at: Point | None = None) -> bool:
        """Zoom in by some steps (out, if negative), around a point of the whole board.

        Returns whether anything changed. Without a point, the centre stays.
        """
        self.squares(whole)
        if not is_large(whole):
            return False
        left, top, right, bottom = _box(whole)
        most = max(right - left, bottom - top)
        old = self._side or most
        if not self._side:
            self._centre = ((left + right) / 2, (top + bottom) / 2)
        new = max(float(_LEAST), old / _STEP**steps)
        if new == old:
            return False
        x, y = self._centre
        if at is not None:
            x, y = at[0] + (x - at[0]) * new / old, at[1] + (y - at[1]) * new / old
        self._side = 0.0 if new >= most else new
        self._go(whole, (x, y))
        if not self._side:
            self._seen = ()
        return True

    def reset(self) -> bool:
        """Show the whole board; returns whether anything changed."""
        changed = bool(self._side)
        self._side, self._seen = 0.0, ()
        return changed

    def scroll(self, whole: Geometry, right: float, down: float) -> bool:
        """Move the stretch by some units; returns whether anything changed."""
        if not self.squares(whole):
            return False
        x, y = self._centre
        return self._go(whole, (x + right, y + down))

    def show(self, whole: Geometry, square: str) -> bool:
        """Bring a square to the centre if it isn't seen; returns whether anything changed."""
        seen = self.squares(whole)
        if not seen or square in seen or square not in whole.squares:
            return False
        return self._go(whole, whole.squares[square])

    def _go(self, whole: Geometry, centre: Point) -> bool:
        """Centre on a point, as far as the board goes."""
        left, top, right, bottom = _box(whole)
        before, half = self._centre, self._side / 2
        self._centre = _within(centre[0], left, right, half), _within(centre[1], top, bottom, half)
        self._seen = None
        return self._centre != before


def is_large(geometry: Geometry) -> bool:
    """Whether a board has more lines than are seen well at once, so that it can be zoomed."""
    return max(geometry.width, geometry.height) > _FITS and not geometry.panels


def _within(at: float, low: float, high: float, half: float) -> float:
    return max(low + half, min(high - half, at)) if high - low > 2 * half else (low + high) / 2


def _box(geometry: Geometry) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the squares' centres: of the first and last ones of the grid's rows."""
    ends = [
        geometry.squares[square]
        for row in geometry.grid
        for square in (*row[:1], *row[-1:])
        if square
    ]
    xs, ys = zip(*ends, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


class RecordBoard(BoardCanvas):
    """The board of a session with its overlay.

    Signals:
        lookChanged: what is shown of the board may have changed.
        told: a sentence for the status line and screen readers.

    Attributes:
        overlay: what is shown over the position.
        zoom: the stretch of a large board that is seen, where the record doesn't name one.
    """

    lookChanged = Signal()
    told = Signal(object)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.overlay = Overlay(session)
        self.zoom = Zoom()
        self._dressed = self._seen
        session.dressed.connect(self._look_again)

    def notes(self) -> dict[str, NoteValue]:
        """The annotations of the node as displayed."""
        over = self.overlay
        return {**self.session.shown.notes, MARKS: over.marks, VIEW: over.part}

    def part(self) -> tuple[str, ...]:
        return self.overlay.part or self.zoom.squares(self.whole_geometry)

    def zoom_by(self, steps: float, at: QPointF | None = None) -> bool:
        """Zoom in by some steps (out, if negative), around a point of the widget.

        Returns whether anything changed: only boards of more than 19 lines are zoomed.
        """
        if self.overlay.part:
            return False
        point = None if at is None else self._whole_point(at)
        return self._zoomed(self.zoom.change(self.whole_geometry, steps, point))

    def zoom_out(self) -> bool:
        """Show the whole board; returns whether anything changed."""
        return self._zoomed(self.zoom.reset())

    def drag_board(self, start: QPointF, end: QPointF) -> bool:
        """Move the board under the mouse from a point of the widget to another."""
        (x, y), (to_x, to_y) = self._whole_point(start), self._whole_point(end)
        return self._zoomed(self.zoom.scroll(self.whole_geometry, x - to_x, y - to_y))

    def show_square(self, square: str) -> bool:
        """Bring a square into sight; returns whether anything changed."""
        if self.overlay.part:
            return False
        return self._zoomed(self.zoom.show(self.whole_geometry, square))

    def _whole_point(self, point: QPointF) -> Point:
        """A point of the widget in units of the whole board, as the first side sees it."""
        shown, whole = self.geometry_, self.whole_geometry
        x, y = self.session.view.back(self.board_point(point), shown)
        square, (left, top) = next(iter(shown.squares.items()))
        return x - left + whole.squares[square][0], y - top + whole.squares[square][1]

    def _zoomed(self, changed: bool) -> bool:
        if changed:
            self.lookChanged.emit()
            self.update()
        return changed

    def numbers(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Number]:
        numbers = self.overlay.numbers(pieces)
        if not numbers:
            return []
        from viewer.scene.overlays import numbers_on  # deferred

        return numbers_on(look, numbers, pieces, marked_squares(self.overlay.marks))

    @property
    def _seen(self) -> tuple[object, ...]:
        """What the looks say of the position and the board's shape."""
        looks = self.session.looks
        return looks.numbers, looks.nexts, looks.whole, self.layout_id

    def _look_again(self) -> None:
        before, self._dressed = self._dressed, self._seen
        if self._dressed[:-1] != before[:-1]:
            self.overlay.begin_again()
        if self._dressed != before:
            self.lookChanged.emit()

    def number_from_here(self) -> None:
        """Number moves from the current node on; called again there, as the settings say."""
        over, here = self.overlay, self.session.node
        over.since = None if over.since is here else here
        over.forget()
        self.update()

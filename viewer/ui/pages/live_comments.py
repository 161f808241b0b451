"""Moves in the words of a comment: where they are, what they lead to, a board beside the pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QColor, QMouseEvent, QTextCharFormat
from PySide6.QtWidgets import QWidget

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.formats.prose.article import Article
from viewer.formats.prose.reading import article
from viewer.games.game import State
from viewer.tree.action import Action
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.node import Node
from viewer.ui.comment.field import CommentEdit, CommentField
from viewer.ui.graph.peek import Peek
from viewer.ui.models.words import Wording
from viewer.ui.notation.sheet import NotationSheet
from viewer.ui.notation.view import NotationView
from viewer.ui.pages.comment_panel import CommentPanel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.toolkit.text_marks import mark

LONGEST = 8_000
"""Characters of a comment in which moves are looked for."""
_KEPT = 40  # comments
_SOON = 80  # ms for which the pointer rests before a comment is read


class LiveMove(NamedTuple):
    """A move in a comment.

    Attributes:
        start, end: where it is in the text, in UTF-16 units.
        base: the node that its line begins after.
        line: the moves of the line, up to its end.
        plies: how many of them lead to this one.
    """

    start: int
    end: int
    base: Node
    line: tuple[Action, ...]
    plies: int


class LiveMoves:
    """The moves in the comments of a session, read when they are asked for."""

    def __init__(self, session: RecordSession) -> None:
        self._session = session
        self._known: dict[tuple[int, bool, str], tuple[State, Sequence[LiveMove]]] = {}

    def of(self, node: Node, facet: str, text: str) -> Sequence[LiveMove]:
        """The moves in a comment of a node as it is shown, in their order."""
        key, state = (node.id, facet == BEFORE, text), self._session.states.at(node)
        known = self._known.get(key)
        if known is None or known[0] is not state:
            if len(self._known) >= _KEPT:
                self._known.clear()
            known = self._known[key] = state, self._find(node, facet, text)
        return known[1]

    def at(self, node: Node, facet: str, text: str, place: int) -> LiveMove | None:
        """The move at a place of a comment, in UTF-16 units; None if there is none."""
        found = self.of(node, facet, text)
        return next((one for one in found if one.start <= place < one.end), None)

    def _find(self, node: Node, facet: str, text: str) -> Sequence[LiveMove]:
        """Read a comment as what follows its move, or as what was possible instead."""
        if len(text) > LONGEST:
            return ()
        places = [node] if node.parent is None else [node, node.parent]
        if facet == BEFORE:
            places = places[1:] or places
        best: tuple[Node, Article] | None = None
        for place in places:
            state = self._session.states.at(place)
            found = article(
                text, self._session.game, state, continued=True, strict=True, beside=True
            )
            if found.rows and (best is None or found.legal > best[1].legal):
                best = place, found
        return () if best is None else _moves_of(text, *best)

    def preview(self, move: LiveMove) -> None:
        """Show the position after a move on the board, beside the record."""
        self._session.trying.preview(message("comment"), move.line, move.base, move.plies)


def _moves_of(text: str, base: Node, found: Article) -> Sequence[LiveMove]:
    first: dict[int, int] = {}  # the row that goes on with the line of another
    for number, below in enumerate(found.rows):
        first.setdefault(below.parent, number)
    moves: list[LiveMove] = []
    for one in found.stretches:
        if one.kind != "move":
            continue
        line: list[int] = []
        row = one.row
        while row >= 0:
            line.append(row)
            row = found.rows[row].parent
        line.reverse()
        count = len(line)
        while line[-1] in first:
            line.append(first[line[-1]])
        actions = [found.rows[at].action for at in line]
        start, end = _units(text[: one.start]), _units(text[: one.end])
        played = tuple(action for action in actions if action is not None)
        moves.append(LiveMove(start, end, base, played, count))
    return moves


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class MoveTip(QObject):
    """A small board beside the pointer while it rests on a move of a comment.

    `found` returns the move that the pointer is at.
    """

    def __init__(
        self, session: RecordSession, over: QWidget, found: Callable[[], LiveMove | None]
    ) -> None:
        super().__init__(over)
        self._session, self._found = session, found
        self._peek = Peek(session, Wording(session), over)
        self._point = QPoint()
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._show)
        session.moved.connect(self.put_away)
        session.tried.connect(self.put_away)

    @property
    def shown(self) -> bool:
        """Whether the board is shown."""
        return not self._peek.isHidden()

    def point(self, point: QPoint) -> None:
        """The pointer is at a point of the screen."""
        self._point = point
        self._soon.start()

    def put_away(self) -> None:
        """Hide the board: the pointer is elsewhere."""
        self._soon.stop()
        self._peek.put_away()

    def _show(self) -> None:
        move, session = self._found(), self._session
        if move is None:
            self._peek.put_away()
            return
        state = session.states.at(move.base)
        for action in move.line[: move.plies]:
            state = session.game.step(state, action)
        numbering = session.game.numbering(session.states.at(session.record.root))
        style = session.style or session.game.notations[0].id
        words = f"{numbering.label(state.ply)} {session.game.shown(state, style)}"
        self._peek.show_state(state, words, self._point)


class LiveComment(QObject):
    """Has the moves in the text of a comment field show what they lead to.

    A click on one previews it. While somebody writes there, it takes Ctrl as well.
    """

    def __init__(self, session: RecordSession, field: CommentField) -> None:
        super().__init__(field)
        self._session, self._field = session, field
        self._moves = LiveMoves(session)
        self._place = QPoint()
        self._wrote = (
            field.writing
        )  # as the pointer moved last: a click gives the field the focus first
        self._tip = MoveTip(session, field, self._under)
        edit = self._edit = field.edit
        edit.viewport().setMouseTracking(True)
        edit.viewport().installEventFilter(self)
        edit.textChanged.connect(self._unmark)

    @property
    def tip(self) -> MoveTip:
        """The board beside the pointer."""
        return self._tip

    def _node(self) -> Node | None:
        return self._session.record.nodes.get(self._field.node)

    def moves(self) -> Sequence[LiveMove]:
        """The moves in the comment that is shown."""
        node = self._node()
        return () if node is None else self._moves.of(node, self._field.facet, self._edit.text())

    def at(self, point: QPoint) -> LiveMove | None:
        """The move at a point of the text."""
        place = _place_at(self._edit, point)
        return next((one for one in self.moves() if one.start <= place < one.end), None)

    def _under(self) -> LiveMove | None:
        """The move that the pointer rests on; all moves of the comment are marked."""
        self._mark()
        found = self.at(self._place)
        free = found is not None and not self._field.writing
        shape = Qt.CursorShape.PointingHandCursor if free else Qt.CursorShape.IBeamCursor
        self._edit.viewport().setCursor(shape)
        return found

    def _mark(self) -> None:
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        look.setUnderlineColor(QColor(theme_in_use()["accent"]))
        mark(self._edit, [(one.start, one.end) for one in self.moves()], look)

    def _unmark(self) -> None:
        self._edit.setExtraSelections([])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Leave:
            self._tip.put_away()
            self._unmark()
        elif isinstance(event, QMouseEvent):
            if kind == QEvent.Type.MouseMove and not event.buttons():
                self._place, self._wrote = event.position().toPoint(), self._field.writing
                self._tip.point(event.globalPosition().toPoint())
            elif kind == QEvent.Type.MouseButtonPress:
                return self._press(event)
        return super().eventFilter(watched, event)

    def _press(self, event: QMouseEvent) -> bool:
        """Preview the move that is pressed; returns whether one is."""
        with_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.button() != Qt.MouseButton.LeftButton or self._wrote != with_control:
            return False
        move = self.at(event.position().toPoint())
        if move is not None:
            self._tip.put_away()
            if not self._wrote:
                self._field.leave()
            self._moves.preview(move)
        return move is not None


class LiveNotation(QObject):
    """Has the moves in the comments of a notation show what they lead to. A click on one previews it.

    Attributes:
        tip: the board beside the pointer.
    """

    def __init__(self, session: RecordSession, view: NotationView) -> None:
        super().__init__(view)
        self._session, self._view = session, view
        self._moves = LiveMoves(session)
        self._point = QPointF()
        self.tip = MoveTip(session, view, self._under)
        view.viewport().installEventFilter(self)

    def _under(self) -> LiveMove | None:
        found = self.at(self._point)
        if found is not None:
            self._view.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        return found

    def at(self, point: QPointF) -> LiveMove | None:
        """The move of a comment at a point of the page."""
        sight = self._view.sight
        cell = None if sight is None else sight.hit(point)
        if sight is None or cell is None or cell.move:
            return None
        before, place = sight.place_in(cell, point)
        node = self._session.record.nodes.get(cell.node.id)
        if node is None or place < 0:
            return None
        said = sight.page.measures.said
        text = said.before(node) if before else said.comment(node)
        return self._moves.at(node, BEFORE if before else COMMENT, text, place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.tip.put_away()
        elif isinstance(event, QMouseEvent):
            if event.type() == QEvent.Type.MouseMove:
                self._point = event.position()
                self.tip.point(event.globalPosition().toPoint())
            elif (
                event.type() == QEvent.Type.MouseButtonPress
                and event.button() == Qt.MouseButton.LeftButton
            ):
                return self._press(event.position())
        return super().eventFilter(watched, event)

    def _press(self, point: QPointF) -> bool:
        """Preview the move at a point, from the move whose comment it is in; returns whether there is one."""
        sight, move = self._view.sight, self.at(point)
        cell = None if sight is None else sight.hit(point)
        if move is None or cell is None:
            return False
        self.tip.put_away()
        self._session.go_to(cell.node.id)
        self._moves.preview(move)
        return True


def enliven(session: RecordSession, page: QWidget) -> None:
    """Have the moves in the comments of a page, one of these two, show what they lead to."""
    if isinstance(page, CommentPanel):
        LiveComment(session, page.field)
    elif isinstance(page, NotationSheet):
        LiveNotation(session, page.view)


def _place_at(edit: CommentEdit, point: QPoint) -> int:
    """The character at a point of an editor, in UTF-16 units."""
    cursor = edit.cursorForPosition(point)
    return cursor.position() - (point.x() < edit.cursorRect(cursor).center().x())

"""The preview of a position: a small board beside a node, with the number, the move and its comment."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from viewer.games.capabilities import counts_of
from viewer.games.game import State
from viewer.paint.painter import painter_on
from viewer.paint.pixmaps import BoardPixmaps
from viewer.scene.board import BoardLook
from viewer.scene.marks import last_move_shapes, last_piece_shapes, mark_shapes
from viewer.scene.picture import last_squares
from viewer.tree.annotation import Mark
from viewer.tree.node import Node
from viewer.ui.board.canvas import Bonds, look_at
from viewer.ui.models.words import Wording
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label

_SIDE = 208
_KEPT = 60
_AWAY = 18  # pixels from the pointer
_LONGEST = 160


class Peek(QFrame):
    """A small board over the window. It receives no mouse or key events.

    Attributes:
        node: the node shown, None while hidden.
        follows: whether it was asked for by key, and goes along with the current node.
    """

    def __init__(self, session: RecordSession, wording: Wording, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = parent
        self._session = session
        self._wording = wording
        self.node: Node | None = None
        self.follows = False
        self._pixmaps: BoardPixmaps | None = None
        self._pictures: dict[int, QPixmap] = {}
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._board, self._move, self._comment = Label(), Label(), Label()
        self._comment.setProperty("muted", True)
        self._comment.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(3)
        for label in (self._board, self._move, self._comment):
            label.setMaximumWidth(_SIDE)
            column.addWidget(label)
        self.hide()

    def forget(self) -> None:
        """Drop cached positions."""
        self._pictures.clear()
        self.put_away()

    def put_away(self) -> None:
        """Hide the preview."""
        self.node, self.follows = None, False
        self.hide()

    def show_at(self, node: Node, point: QPoint, follows: bool = False) -> None:
        """Show the position of a node beside a point of the screen."""
        self.node, self.follows = node, follows
        words = self._wording.of(node)
        self._board.setPixmap(self._picture(node))
        comment = words.comment
        comment = comment if len(comment) <= _LONGEST else comment[:_LONGEST] + "…"
        self._show(words.text, comment, point)

    def show_state(self, state: State, text: str, point: QPoint) -> None:
        """Show a position that isn't in the record beside a point of the screen, with a text."""
        self.node, self.follows = None, False
        look = self.seen_as(state)
        self._board.setPixmap(self._paint(state, (), look, self._pixmaps_for(look)))
        self._show(text, "", point)

    def _show(self, text: str, comment: str, point: QPoint) -> None:
        self._move.setText(text)
        self._comment.setText(comment)
        self._comment.setVisible(bool(comment))
        over = self._view.window()
        if self.parentWidget() is not over:
            self.setParent(over)
        self.adjustSize()
        self._move_to(over.mapFromGlobal(point), over)
        self.show()
        self.raise_()

    def _move_to(self, point: QPoint, over: QWidget) -> None:
        """Place it below and right of the pointer, or on the other side if there is no room."""
        left, top = point.x() + _AWAY, point.y() + _AWAY
        if left + self.width() > over.width():
            left = point.x() - _AWAY - self.width()
        if top + self.height() > over.height():
            top = point.y() - _AWAY - self.height()
        self.move(max(left, 0), max(top, 0))

    def _picture(self, node: Node) -> QPixmap:
        state = self._session.states.at(node)
        look = self.seen_as(state)
        pixmaps = self._pixmaps_for(look)
        picture = self._pictures.get(node.id)
        if picture is None:
            if len(self._pictures) >= _KEPT:
                del self._pictures[next(iter(self._pictures))]
            picture = self._pictures[node.id] = self._paint(state, node.marks, look, pixmaps)
        return picture

    def _pixmaps_for(self, look: BoardLook) -> BoardPixmaps:
        ratio = self.devicePixelRatioF()
        unit = _SIDE / max(look.geometry.width, look.geometry.height)
        if self._pixmaps is None or not self._pixmaps.fits(look, unit, ratio):
            self._pixmaps = BoardPixmaps(look, unit, ratio)
            self._pictures.clear()
        return self._pixmaps

    def seen_as(self, state: State) -> BoardLook:
        """The look of a state, as on the main board."""
        return look_at(self._session, state)

    def _paint(
        self, state: State, marks: tuple[Mark, ...], look: BoardLook, pixmaps: BoardPixmaps
    ) -> QPixmap:
        game = self._session.game
        ratio, unit = pixmaps.ratio, pixmaps.unit
        picture = QPixmap(
            round(look.geometry.width * unit * ratio), round(look.geometry.height * unit * ratio)
        )
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        pieces, last = dict(game.pieces(state)), last_squares(game, state)
        with painter_on(picture) as painter:
            bonds = Bonds()
            bonds.look_at(look, game, state)
            pixmaps.draw_board(painter)
            pixmaps.paint(painter, [*last_move_shapes(look, last), *bonds.below])
            pixmaps.draw_links(painter, bonds.links)
            pixmaps.draw_pieces(painter, pieces.items(), (), counts_of(game, state))
            above = last_piece_shapes(look, last, pieces, marks)
            pixmaps.paint(painter, [*bonds.above, *above, *mark_shapes(look, marks, pieces)])
        return picture

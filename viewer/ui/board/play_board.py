"""The board as an input device: playing moves and drawing marks by touches of squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.games.capabilities import Connecting
from viewer.games.game import Game, State
from viewer.games.geometry import Link
from viewer.scene.board import BoardLook
from viewer.scene.marks import (
    cursor_shapes,
    last_move_shapes,
    last_piece_shapes,
    mark_shapes,
    marked_squares,
    selection_shapes,
    target_shapes,
)
from viewer.scene.picture import last_squares
from viewer.scene.shapes import Shape
from viewer.tree.action import Move
from viewer.tree.annotation import FIGURE
from viewer.tree.node import Node
from viewer.ui.board.hand import Hand, MovePreview, Pencil
from viewer.ui.board.record_board import RecordBoard
from viewer.ui.board.words import mark_words, position_words
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import announce

if TYPE_CHECKING:
    from viewer.ui.board.picker import Picker
    from viewer.ui.board.tool_preview import ToolPreview
    from viewer.ui.board.tools import Tools


class PlayBoard(RecordBoard):
    """The board of a session that can be played and drawn on, by mouse, keyboard or screen reader.

    Signals:
        menuAsked: the menu of a square is requested: (square, global point).

    Attributes:
        cursor_place: the square of the keyboard cursor, "" while it isn't shown.
        drag: position in the widget of the dragged piece, None if there is none.
        pencil: the mark that is being drawn.
        coming: preview of the move that a touch under the mouse would make.
        careful: whether a move in a finished game and what the right button draws stay beside the record
            until somebody puts them in.
        right_marks: whether the right button marks a square of a game, or opens its menu.
    """

    menuAsked = Signal(str, QPoint)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._hand = Hand(session)
        self.coming = MovePreview(session, self._hand)
        self._brush: ToolPreview | None = None  # made when a tool is wanted first
        self.pencil = Pencil()
        self._picker: Picker | None = None
        self.cursor_place = ""
        self.drag: QPointF | None = None
        self.careful = False
        self.right_marks: Callable[[Game[State]], bool] = lambda game: True
        self._shown: Node = session.shown
        self.setAccessibleName(tr(message("Board")))
        session.moved.connect(self._moved)
        session.tried.connect(self._tried)
        session.viewed.connect(self._viewed)
        session.changed.connect(self._changed)
        session.rules.judged.connect(self.update)
        session.chosen.connect(self.update)
        session.pointing.connect(self.update)
        session.reloaded.connect(self._reloaded)
        self.setAccessibleDescription(position_words(session))

    # ------------------------------------------------------------------------------- painting

    def hidden(self, pieces: Mapping[str, str]) -> str:
        if self._picker is not None:
            return self._picker.origin
        touched = self._hand.touched
        return touched[0] if touched and self.drag is not None and touched[0] in pieces else ""

    def lifted_at(self) -> QPointF | None:
        return self.drag

    def ghosts(self, look: BoardLook, pieces: Mapping[str, str]) -> list[tuple[str, str]]:
        if self._brush is not None and self._brush.tools.active:
            coming = self._brush.pieces(self.coming.square)
            return [one for one in coming if one[0] in look.geometry.squares]
        square = self._pointed
        return self.coming.piece(square, pieces) if square in look.geometry.squares else []

    def ghost_links(self) -> list[Link]:
        if not self.geometry_.links:
            return []
        if self._brush is not None and self._brush.tools.active:
            return self._brush.links()
        return self.coming.links(self._pointed)

    @property
    def _pointed(self) -> str:
        """The square to preview: under the mouse; in games with links, else at the cursor."""
        cursor = self.cursor_place if self.geometry_.links and self.hasFocus() else ""
        return self.coming.square or cursor

    def below(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        shapes = self.overlay.ground(look, pieces)
        shapes += last_move_shapes(look, last_squares(self.session.game, self.session.shown_state))
        if self._hand.touched:
            shapes += selection_shapes(look, self._hand.touched[-1])
            shapes += target_shapes(look, self._hand.targets(), pieces)
        return shapes

    def above(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        shapes: list[Shape] = []
        marks, drawn = self.overlay.marks, self.pencil.mark
        if self._brush is not None:
            marks = self._brush.marks(marks)
            shapes += self._brush.shapes(look)
        if drawn is not None:
            from viewer.document.plans import toggled  # deferred

            marks = toggled(marks, drawn)
        last = last_squares(self.session.game, self.session.shown_state)
        numbers = self.overlay.numbers(pieces)
        shapes += self.overlay.shapes(look, pieces, marked_squares(marks))
        shapes += last_piece_shapes(look, last, pieces, marks, numbers)
        shapes += mark_shapes(look, marks, pieces)
        if self.cursor_place and self.hasFocus():
            shapes += cursor_shapes(look, self.cursor_place)
        return shapes

    @property
    def stone_side(self) -> int | None:
        """The side whose stone the next touch places, None for the side to move."""
        return self._hand.side

    @stone_side.setter
    def stone_side(self, side: int | None) -> None:
        self._hand.side = side
        self.update()

    # ---------------------------------------------------------------------------- what changed

    def _changed(self) -> None:
        self.update()

    def _moved(self) -> None:
        before, self._shown = self._shown, self.session.shown
        self._let_go()
        self.coming.square = ""  # the mouse rests while keys step: no preview until it moves
        if self.sounds is not None and self._shown.parent is before and self.isVisible():
            self.sounds.step(self.session, before)
        for square in self.session.squares(self._shown)[-1:]:
            self.show_square(square)
        if self.glide.stop() and self.session.looks.glide and self.isVisible():
            if self._shown.parent is before:
                self._start_glide(self.session.squares(self._shown))
            elif before.parent is self._shown:
                self._start_glide(self.session.squares(before)[::-1])
        self.update()
        self._say_position()
        figure = self._shown.note(FIGURE)
        if isinstance(figure, tuple) and figure:
            self.told.emit(message("A new figure begins: {title}", title=str(figure[-1]) or "–"))

    def _tried(self) -> None:
        """Something else is shown beside the record, or only drawn there."""
        if self.session.shown is not self._shown:
            self._moved()
        self.update()

    def _start_glide(self, squares: tuple[str, ...]) -> None:
        known = self.geometry_.squares
        if len(squares) == 2 and squares[0] != squares[1] and all(p in known for p in squares):
            self.glide.start(squares[0], squares[1], self.session.looks.glide)

    def _let_go(self) -> None:
        """Drop the piece in hand, the stroke and the picker."""
        self._hand.drop()
        self.pencil.drop()
        if self._brush is not None:
            self._brush.tools.drop()
        self.end_asking()

    def _viewed(self) -> None:
        self._let_go()
        self.update()

    def _reloaded(self) -> None:
        self._shown = self.session.shown
        self._let_go()
        self.cursor_place = ""
        self._hand.side = None
        self.update()
        self._say_position()

    def _say_position(self) -> None:
        """Announce the position to screen readers."""
        self.announce(position_words(self.session))

    def announce(self, text: str) -> None:
        """Have screen readers say a text: a position, a square, how an answer was judged."""
        self.setAccessibleDescription(text)
        announce(self, text)  # few readers say a changed description by themselves

    # --------------------------------------------------------------------------------- playing

    def touch(self, square: str) -> None:
        """Touch a square with mouse or keyboard: plays a complete move, or uses the tool."""
        if self._brush is not None and self._brush.tools.active:
            self._brush.touch(square)
            return
        empty = not self._hand.touched
        moves = self._hand.touch(square)
        if len(moves) > 1:
            self._pick(moves, square)
        elif moves:
            self.make(moves[0])
        elif empty and not self._hand.touched:
            there = isinstance(self.session.game, Connecting) and self.go_to_origin(square)
            if not there:
                self._explain(square)
        self.update()

    def make(self, move: Move) -> None:
        """Make a move; in a finished game one that it doesn't have is tried."""
        session = self.session
        on = session.mending is not None or (session.trial is not None and session.trial.goes_on)
        if self.careful and not on:
            from viewer.ui.session.trial import is_new  # deferred

            if is_new(session, move):
                session.trying.make(move)
                self.told.emit(
                    message("The game is over: the move is only tried. Enter puts it in.")
                )
                return
        session.play(move)

    def go_to_origin(self, square: str) -> bool:
        """Go to the move that put a piece on its square; returns whether one did."""
        node = origin_of(self.session, square)
        self.session.go(node)
        return node is not None

    def _pick(self, moves: list[Move], square: str) -> None:
        """Open the picker for moves with the same touches."""
        from viewer.ui.board.picker import Picker  # deferred

        picker = Picker(self.session, self.look, self.unit(), moves, self)
        picker.chosen.connect(self.make)
        picker.closed.connect(self._picked)
        self._picker = picker
        picker.open_at(self.centre_of(square), self.board_rect())
        self.drag = None
        self.told.emit(picker.words)

    def _picked(self) -> None:
        self._picker = None
        self.told.emit(NOTHING)  # nothing is asked any more
        self.update()

    def _explain(self, square: str) -> None:
        """Announce why no move can begin or end here."""
        session = self.session
        refusal = self._hand.refusal(square)
        if refusal is not None:
            self.told.emit(refusal)
            return
        if square in dict(session.game.pieces(session.shown_state)):
            side = session.states.side_name(session.shown_state.side)
            self.told.emit(message("Nothing to play from here: {side} is to move.", side=side))

    def drop_hand(self) -> None:
        """Let go of what is in the hand."""
        self._hand.drop()
        self.drag = None
        self.update()

    def draw(self, square: str, trial: bool = False) -> None:
        """Mark a square, or draw an arrow to it from where the pencil is; drawing it again removes it.

        `trial`: draw beside the record; so it is in any case where something is tried.
        """
        self.pencil.end = square
        mark = self.pencil.mark
        self.pencil.drop()
        if mark is not None:
            from viewer.document.holding import no_mark  # deferred
            from viewer.document.plans import toggle_mark  # deferred

            gone = mark in self.session.marks
            if trial or self.session.trial is not None:
                self.session.trying.draw(mark)
            else:
                self.session.do(toggle_mark, mark)
            lack = no_mark(self.session.document, mark.kind)
            words = mark_words(self.session, mark)
            where = self.session.game.square_name(self.session.shown_state, mark.squares[0])
            sentence = message("{square}: {mark}", square=where, mark=words)
            if gone:
                sentence = message("Taken away: {what}", what=sentence)
            elif lack is not None:
                sentence = message("{mark}. {why}", mark=sentence, why=lack)
            self.told.emit(sentence)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.session.trial is not None and self.session.trial.goes_on:
            from viewer.ui.board.edges import frame  # deferred

            frame(self, self.theme)

    def foretold(self, square: str) -> Message | None:
        """A sentence about a move to a square, None for none."""
        tool = self._brush is not None and self._brush.tools.active
        return None if tool or not square else self.coming.words(square)

    def targets(self) -> list[str]:
        """The squares to which the piece in hand can go."""
        return self._hand.targets()

    def takes(self, square: str) -> bool:
        """Whether a touch of a square would do anything."""
        return square in self._hand.targets() or self._hand.can_take(square)

    @property
    def brush(self) -> ToolPreview | None:
        """The tool preview, None until a tool is selected first."""
        return self._brush

    @property
    def tools(self) -> Tools:
        """The tools, which replace playing while one is selected."""
        if self._brush is None:
            from viewer.ui.board.tool_preview import ToolPreview  # deferred
            from viewer.ui.board.tools import Tools  # deferred

            self._brush = ToolPreview(self, Tools(self.session, self))
        return self._brush.tools

    @property
    def asking(self) -> bool:
        """Whether the picker is open."""
        return self._picker is not None

    def end_asking(self) -> None:
        """Close the picker without playing."""
        if self._picker is not None:
            self._picker.close()

    def cursor_square(self) -> str:
        return self.cursor_place

    def held_squares(self) -> tuple[str, ...]:
        return self.hand

    @property
    def hand(self) -> tuple[str, ...]:
        """The squares touched so far, () for none."""
        return self._hand.touched


def origin_of(session: RecordSession, square: str) -> Node | None:
    """The node whose move put the piece on a square there; None for an empty one, or if no move did.

    Walks up from what the board shows, not into what is only tried.
    """
    states, game = session.states, session.game
    node = session.shown
    piece = dict(game.pieces(states.at(node))).get(square)
    while piece is not None and node.parent is not None:
        if dict(game.pieces(states.at(node.parent))).get(square) != piece:
            return node if node.id in session.record.nodes else None
        node = node.parent
    return None


def next_at(session: RecordSession, square: str) -> Node | None:
    """The next node of the line whose move goes to a square, None for none, or while it is hidden."""
    after = session.line[session.cursor.index + 1 :]
    return next((node for node in after if session.squares(node)[-1:] == (square,)), None)

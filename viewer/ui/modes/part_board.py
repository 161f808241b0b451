"""The part of a position that is looked for, as it is made, and the board on which it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from viewer.base.fields import Value
from viewer.base.messages import Message, message
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.library.query import chart_at
from viewer.library.regions import ANYTHING, EMPTY, PIECE, pattern_text
from viewer.library.searches import Search
from viewer.scene.board import BoardLook, hit
from viewer.scene.marks import cursor_shapes
from viewer.scene.overlays import empty_shapes, part_shapes, side_shapes
from viewer.scene.shapes import Shape
from viewer.ui.board.input import TOUCH
from viewer.ui.modes.draft_mode import TAKE, Draft, DraftBoard
from viewer.ui.session.record_session import RecordSession

_AS_IT_IS = ""
MOST = 99


class PartDraft(Draft):
    """What must stand on which squares, and how many pieces there must be.

    Attributes:
        chart: of the board.
        words: by square, what must stand there: _AS_IT_IS, or a word of `viewer.library.regions`.
        brush: the word for squares that are drawn next; ANYTHING takes them out.
        counts: by kind of piece, the least and the greatest number, in games whose players name no material.
        material: the conditions of material in the others.
        turned, exchanged, elsewhere: what else is found.
    """

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        """Raises LibraryFailed where positions can't be searched."""
        super().__init__(session, parent)
        self.state: State = session.state
        self.shown_state = self.state
        self.chart: Chart = chart_at(session.game, self.state)
        self.words: dict[str, str] = {}
        self.brush = _AS_IT_IS
        self.counts: dict[str, tuple[int, int]] = {}
        self.material: dict[str, Value] = {}
        self.turned = self.exchanged = self.elsewhere = False

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return self._session.game

    @property
    def brushes(self) -> list[tuple[str, Message]]:
        """The words that squares can have, but for kinds of pieces."""
        called = self.game.board_words
        names = self._session.states.side_names
        sides = [
            (side.id, called.piece_of.given(side=name))
            for side, name in zip(self.game.sides, names, strict=False)
        ]
        return [
            (_AS_IT_IS, message("As on the board")),
            (EMPTY, message("Empty")),
            (PIECE, called.any_piece),
            *sides,
            (ANYTHING, message("No matter what")),
        ]

    @property
    def kinds(self) -> list[str]:
        """The kinds of pieces."""
        return [kind for kind in self.chart.kinds if kind]

    def squares_between(self, one: str, other: str) -> list[str]:
        """The squares of the rectangle with two corners."""
        at = {square: number for number, square in enumerate(self.chart.squares) if square}
        if one not in at or other not in at:
            return []
        (top, left), (bottom, right) = (
            divmod(at[square], self.chart.columns) for square in (one, other)
        )
        rows = range(min(top, bottom), max(top, bottom) + 1)
        columns = range(min(left, right), max(left, right) + 1)
        found = [
            self.chart.squares[row * self.chart.columns + column]
            for row in rows
            for column in columns
        ]
        return [square for square in found if square]

    def draw(self, one: str, other: str, word: str | None = None) -> None:
        """Say what must stand on the squares of a rectangle: the brush, or another word."""
        word = self.brush if word is None else word
        squares = self.squares_between(one, other)
        for square in squares:
            if word == ANYTHING:
                self.words.pop(square, None)
            else:
                self.words[square] = word
        if squares:
            self.changed.emit()

    def clear(self) -> None:
        """Begin again."""
        self.words.clear()
        self.changed.emit()

    def choose(self, brush: str) -> None:
        """Choose the word for what is drawn next."""
        self.brush = brush
        self.changed.emit()

    def count(self, kind: str, least: int, most: int | None) -> None:
        """Ask for a number of pieces; 0 and None for any."""
        if least <= 0 and most is None:
            self.counts.pop(kind, None)
        else:
            self.counts[kind] = (max(0, least), MOST if most is None else most)
        self.changed.emit()

    def ask_material(self, values: dict[str, Value]) -> None:
        """Ask for material, by the conditions of a search."""
        self.material = values
        self.changed.emit()

    @property
    def search(self) -> Search | None:
        """The search for it; None if nothing is asked for."""
        values: dict[str, Value] = {"game": self.game.id}
        if self.words:
            values["position"] = self.game.setup_text(self.state)
            values["region"] = pattern_text(self.game, self.state, self.words)
            values["turned"] = self.turned
            values["exchanged"] = self.exchanged
            values["translated"] = self.elsewhere
        values |= {key: value for key, value in self.material.items() if value}
        if self.counts:
            values["material"] = " ".join(
                f"{kind}={least}-{most}" for kind, (least, most) in self.counts.items()
            )
        return Search.of(values) if len(values) > 1 else None

    def words_of(self, square: str) -> Message:
        name = self.game.square_name(self.state, square)
        kind = dict(self.game.pieces(self.state)).get(square)
        piece = message("empty") if kind is None else self.piece_name(kind)
        word = self.words.get(square)
        if word is None:
            return message("{place}, {piece}, no part of it", place=name, piece=piece)
        if word == _AS_IT_IS:
            return message("{place}, {piece}, as on the board", place=name, piece=piece)
        return message("{place}: {what}", place=name, what=self.name_of(word))

    def piece_name(self, kind: str) -> Message:
        """A kind of piece in the game that led to the position."""
        return self.game.piece_name(kind, self.state)

    def name_of(self, word: str) -> Message:
        """A word for a square, for people."""
        known = dict(self.brushes)
        return known[word] if word in known else self.piece_name(word)


_REACH = 0.5**0.5  # units: from the centre of a square to the corner of its cell


class PartBoard(DraftBoard):
    """The board. A drag draws a rectangle, a click one square, the right button takes squares out.

    Arrow keys move a cursor, with Shift they draw a rectangle from where it was; Enter draws, Delete takes
    squares out.

    Attributes:
        corner: where the rectangle began that is being drawn, "" for none.
    """

    keys = (*TOUCH, *TAKE)
    _draft: PartDraft

    def __init__(self, draft: PartDraft, parent: QWidget | None = None) -> None:
        super().__init__(draft, message("Board: draw the part to look for"), parent)
        self.corner = ""
        self._other = ""  # the corner under the pointer
        self._taking = False
        self.setCursor(Qt.CursorShape.CrossCursor)
        draft.changed.connect(self.update)

    # ------------------------------------------------------------------------------- painting

    def ghosts(self, look: BoardLook, pieces: Mapping[str, str]) -> list[tuple[str, str]]:
        return [
            (square, word)
            for square, word in self._draft.words.items()
            if word in self._draft.kinds and word not in self._sides and word != pieces.get(square)
        ]

    @property
    def _sides(self) -> dict[str, str]:
        """The colours of the sides."""
        return {side.id: side.colour for side in self._draft.game.sides[:2]}

    def above(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        shapes: list[Shape] = []
        for square, word in self._draft.words.items():
            shapes += part_shapes(look, square)
            if word == EMPTY:
                shapes += empty_shapes(look, square)
            elif word == PIECE:
                shapes += side_shapes(look, square, "")
            elif word in self._sides:
                shapes += side_shapes(look, square, look.theme.sign(self._sides[word]))
        if self.corner and self._other:
            colour = "mark-red" if self._taking else "board-accent"
            for square in self._draft.squares_between(self.corner, self._other):
                shapes += part_shapes(look, square, colour, 0.4)
        if self.at and self.hasFocus():
            shapes += cursor_shapes(look, self.at)
        return shapes

    # ---------------------------------------------------------------------------------- mouse

    def square_at(self, point: QPointF) -> str:
        """The nearest square, also of a point midway between four: rectangles are begun there."""
        return hit(self.geometry_, self._draft.view, *self.board_point(point), _REACH)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position())
        self.at = ""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton) and square:
            self._taking = event.button() == Qt.MouseButton.RightButton
            self.corner = self._other = square
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position())
        if self.corner and square in self._draft.chart.squares and square:
            self._other = square
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.corner:
            corner, self.corner = self.corner, ""
            self._draft.draw(corner, self._other, ANYTHING if self._taking else None)
        self.update()

    # ------------------------------------------------------------------------------- keyboard

    def step(self, key: Qt.Key, shift: bool) -> None:
        before = self.at
        super().step(key, shift)
        self.corner = (self.corner or before) if shift else ""
        if shift:
            self._taking, self._other = False, self.at

    def touch(self, key: Qt.Key) -> None:
        word = ANYTHING if key in TAKE else None
        self._draft.draw(self.corner or self.at, self.at, word)
        self.corner = ""

    def forget(self) -> bool:
        corner, self.corner = self.corner, ""
        return super().forget() or bool(corner)

"""The part of a position that is being drawn, shared by the board and the panel."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from viewer.base.fields import Value
from viewer.base.messages import Message, message
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.library.query import chart_at
from viewer.library.regions import ANYTHING, EMPTY, PIECE, pattern_text
from viewer.library.searches import Search
from viewer.ui.modes.drafts import Draft
from viewer.ui.session.record_session import RecordSession

AS_IT_IS = ""
_MOST = 99


class PartDraft(Draft):
    """What must stand on which squares, and how many pieces there must be.

    Attributes:
        chart: of the board.
        words: by square, what must stand there: AS_IT_IS, or a word of `viewer.library.regions`.
        brush: the word for squares that are drawn next; ANYTHING takes them out.
        counts: by kind of piece, the least and the greatest number.
        turned, exchanged, elsewhere: what else is found.
    """

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        """Raises LibraryFailed where positions can't be searched."""
        super().__init__(session, parent)
        self.state: State = session.state
        self.shown_state = self.state
        self.chart: Chart = chart_at(session.game, self.state)
        self.words: dict[str, str] = {}
        self.brush = AS_IT_IS
        self.counts: dict[str, tuple[int, int]] = {}
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
            (AS_IT_IS, message("As on the board")),
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
            self.counts[kind] = (max(0, least), _MOST if most is None else most)
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
        if word == AS_IT_IS:
            return message("{place}, {piece}, as on the board", place=name, piece=piece)
        return message("{place}: {what}", place=name, what=self.name_of(word))

    def piece_name(self, kind: str) -> Message:
        """A kind of piece in the game that led to the position."""
        return self.game.piece_name(kind, self.state)

    def name_of(self, word: str) -> Message:
        """A word for a square, for people."""
        known = dict(self.brushes)
        return known[word] if word in known else self.piece_name(word)

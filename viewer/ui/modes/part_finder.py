"""The mode in which a part of a position is drawn: its board; its panel, with what else is found."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QPushButton,
    QSpinBox,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import NOTHING, Message, message
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.library.failures import LibraryFailed
from viewer.library.query import chart_at
from viewer.library.regions import ANYTHING, EMPTY, PIECE, pattern_text
from viewer.library.searches import Search
from viewer.scene.board import BoardLook, hit
from viewer.scene.marks import cursor_shapes
from viewer.scene.overlays import empty_shapes, part_shapes, side_shapes
from viewer.scene.shapes import Shape
from viewer.ui.board.input import TOUCH
from viewer.ui.modes.desk_mode import TAKE, Draft, DraftBoard, DraftPanel, PanelMode, chip
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label, literal, set_tip

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_AS_IT_IS = ""
_MOST = 99


class PartDraft(Draft):
    """What must stand on which squares, and how many pieces there must be.

    Attributes:
        chart: of the board.
        words: by square, what must stand there: _AS_IT_IS, or a word of `viewer.library.regions`.
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
        self.brush = _AS_IT_IS
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


class PartPanel(DraftPanel):
    """The panel.

    Attributes:
        brushes: the buttons of what is drawn, by their words.
        kinds: the list of kinds of pieces.
        least, most: the numbers of pieces, by kind.
    """

    def __init__(self, draft: PartDraft) -> None:
        super().__init__()
        self._draft = draft
        self.least: dict[str, QSpinBox] = {}
        self.most: dict[str, QSpinBox] = {}
        hint = message(
            "Drag over the {squares} that count; empty ones count too. The right button takes them out.",
            squares=draft.game.board_words.squares,
        )
        self.add_title(message("Look for a part of a position"), hint)
        self._add_brushes()
        self._said = Label(look="muted", wraps=True)
        self.column.addWidget(self._said)
        self._add_switches()
        self._add_material()
        self.column.addStretch(1)
        self.again = QPushButton(tr(message("Begin again")))
        self.again.clicked.connect(draft.clear)
        self.below.addWidget(self.again)
        self.add_ends(message("Search the libraries"), message("Cancel"))
        draft.changed.connect(self.show_part)
        self.show_part()

    # ------------------------------------------------------------------------------- building

    def _add_brushes(self) -> None:
        heading = self.add_heading(message("What must stand where you draw next"))
        self.brushes = {
            word: chip(words, partial(self._draft.choose, word))
            for word, words in self._draft.brushes
        }
        for button in self.brushes.values():
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the board keeps the arrow keys
        self.add_flow(*self.brushes.values())
        self.kinds = QComboBox()
        heading.setBuddy(self.kinds)
        self.kinds.addItem(tr(message("A kind of piece…")), "")
        sides = {side.id for side in self._draft.game.sides[:2]}
        for kind in self._draft.kinds:
            if kind not in sides:
                self.kinds.addItem(literal(tr(self._draft.piece_name(kind))), kind)
        self.kinds.activated.connect(self._choose_kind)
        self.kinds.setVisible(self.kinds.count() > 1)
        self.column.addWidget(self.kinds)

    def _choose_kind(self) -> None:
        self._draft.choose(str(self.kinds.currentData()))

    def _add_switches(self) -> None:
        self.add_heading(message("Find also"))
        self.turned = self._switch(message("Mirrored and turned"), "turned")
        self.exchanged = self._switch(message("Colours exchanged"), "exchanged")
        self.elsewhere = self._switch(message("Elsewhere on the board"), "elsewhere")
        tip = message("What touches an edge stays at it: a corner is found in corners only.")
        set_tip(self.elsewhere, tr(tip))
        symmetries = self._draft.chart.symmetries[1:]
        self.turned.setVisible(any(not one.exchanges for one in symmetries))
        self.exchanged.setVisible(any(one.exchanges for one in symmetries))

    def _switch(self, words: Message, name: str) -> QCheckBox:
        box = QCheckBox(tr(words))
        box.toggled.connect(partial(self._turn, name))
        self.column.addWidget(box)
        return box

    def _turn(self, name: str, on: bool) -> None:
        setattr(self._draft, name, on)
        self._draft.changed.emit()

    def _add_material(self) -> None:
        pieces = self._draft.game.board_words.pieces
        self.material = QCheckBox(tr(message("Ask for numbers of {pieces}", pieces=pieces)))
        self.column.addSpacing(8)
        self.column.addWidget(self.material)
        sheet = QWidget()
        grid = QGridLayout(sheet)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for at, words in enumerate((message("at least"), message("at most")), 1):
            grid.addWidget(Label(tr(words), look="muted"), 0, at)
        for row, kind in enumerate(self._draft.kinds, 1):
            name = tr(self._draft.piece_name(kind))
            grid.addWidget(Label(name), row, 0)
            for at, numbers in enumerate((self.least, self.most), 1):
                box = numbers[kind] = QSpinBox()
                box.setRange(-1 if at == 2 else 0, _MOST)
                if at == 2:
                    box.setSpecialValueText("–")
                    box.setValue(-1)
                words = message("{piece}, at least", piece=name)
                if at == 2:
                    words = message("{piece}, at most", piece=name)
                box.setAccessibleName(tr(words))
                box.setMinimumWidth(64)
                box.valueChanged.connect(partial(self._count, kind))
                grid.addWidget(box, row, at)
        self.column.addWidget(sheet)
        sheet.hide()
        self.material.toggled.connect(sheet.setVisible)
        self.material.toggled.connect(self._count_all)

    def _count(self, kind: str, *_: object) -> None:
        least, most = self.least[kind].value(), self.most[kind].value()
        on = self.material.isChecked()
        self._draft.count(kind, least if on else 0, most if on and most >= 0 else None)

    def _count_all(self) -> None:
        for kind in self.least:
            self._count(kind)

    # -------------------------------------------------------------------------------- showing

    def show_part(self) -> None:
        """Show what is drawn."""
        draft = self._draft
        for word, button in self.brushes.items():
            button.setChecked(word == draft.brush)
        at = self.kinds.findData(draft.brush) if draft.brush else 0
        self.kinds.setCurrentIndex(max(at, 0))
        count = len(draft.words)
        words = message("The part has {squares}.", squares=draft.game.board_words.counted(count))
        if not count:
            words = message("Nothing is drawn yet.")
        self._said.setText(tr(words))
        self.again.setEnabled(bool(count))
        self.done.setEnabled(draft.search is not None)
        for box in (self.turned, self.exchanged, self.elsewhere):
            box.setEnabled(bool(count))

    @property
    def said(self) -> str:
        """How many squares count, in words."""
        return self._said.text()


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


class PartFinder(PanelMode):
    """The mode in which a part of the current position is drawn.

    Attributes:
        draft: what is drawn.
    """

    name = message("Looking for a part of a position")
    board: PartBoard
    panel: PartPanel
    more_keys = TAKE
    ignored = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        """Raises LibraryFailed where positions can't be searched."""
        super().__init__(parent)
        self.draft = PartDraft(session, self)
        self.board = PartBoard(self.draft)
        self.panel = PartPanel(self.draft)
        self.begin(session)


def find_part(window: Window) -> PartFinder | None:
    """Start drawing a part of the current position; None where positions can't be searched."""
    tab = window.libraries.tab
    if tab is not None and tab.found.current is not None:
        window.libraries.open_hit(tab.found.current)
    desk = window.desk
    if desk is None or desk.editing:
        window.say(message("Open a game first: the part is drawn on its board."))
        return None
    desk.session.flush()
    try:
        finder = PartFinder(desk.session)
    except LibraryFailed as error:
        window.say(error.reason)
        return None
    finder.finished.connect(lambda search: _finish(window, desk, finder, search))
    desk.show_editor(finder)
    window.focus_board()
    hint = message(
        "Drag over the {squares} that count; Ctrl+Enter searches, Esc leaves.",
        squares=desk.session.game.board_words.squares,
    )
    window.say(hint)
    return finder


def _finish(window: Window, desk: Desk, finder: PartFinder, wanted: bool) -> None:
    """Leave the mode, and search for what was drawn."""
    search = finder.draft.search if wanted else None
    desk.close_editor()
    window.say(NOTHING)
    if search is None:
        window.focus_board()
    else:
        window.libraries.search(search)

"""The position editor: board and trays on the left, its panel on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, counted, message
from viewer.document import plans
from viewer.games.capabilities import Editable
from viewer.games.judge import made_illegal
from viewer.paint.painter import painter_on
from viewer.paint.pixmaps import BoardPixmaps
from viewer.tree.action import Setup, is_move
from viewer.ui.modes.draft_mode import DraftMode
from viewer.ui.modes.editor.board import EditBoard, PieceButton, PositionDraft, Tray
from viewer.ui.modes.editor.panel import EditorPanel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.notice import Unfinished
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.style import LEAST_STAGE

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_MARGIN = 24
_GAP = 10
_TRAY = 1.06  # board units
_LEAST_TRAY = 30
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_OWN = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(*ENTER, Qt.Key.Key_Space, Qt.Key.Key_Escape),
    *(Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
)
_OWN_WITH_CONTROL = (
    *(Qt.Key.Key_Z, Qt.Key.Key_Y, Qt.Key.Key_C, Qt.Key.Key_V),
    *ENTER,
)


class EditStage(QWidget):
    """The board, as large as fits, with the trays of the sides above and below it."""

    def __init__(self, session: RecordSession, draft: PositionDraft) -> None:
        super().__init__()
        self._session = session
        self.board = EditBoard(draft, self)
        self.above = Tray(self.board, 1, self)
        self.below = Tray(self.board, 0, self)
        self.setMinimumSize(LEAST_STAGE)
        self._span = self.board.span
        draft.changed.connect(self._changed)
        self.show_view()

    def _changed(self) -> None:
        """The position changed, perhaps with the size of the board."""
        if self.board.span != self._span:
            self._lay_out()
            self.update()

    def show_view(self) -> None:
        """The view was flipped: swap the trays."""
        flip = self._session.view.flip
        self.above.set_side(0 if flip else 1)
        self.below.set_side(1 if flip else 0)
        self._lay_out()  # it may lie on its side now
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        across, down = self._span = self.board.span
        width = self.width() - 2 * _MARGIN
        height = self.height() - 2 * _GAP - 2 * 12
        unit = max(1.0, min(width / across, height / (down + 2 * _TRAY)))
        tray = max(_LEAST_TRAY, round(unit * _TRAY))
        unit = max(1.0, min(unit, (height - 2 * tray) / down))
        wide, high = round(across * unit), round(down * unit)
        left = (self.width() - wide) // 2
        top = (self.height() - high - 2 * tray - 2 * _GAP) // 2
        self.above.setGeometry(QRect(left, top, wide, tray))
        top += tray + _GAP
        self.board.setGeometry(QRect(left, top, wide, high))
        self.below.setGeometry(QRect(left, top + high + _GAP, wide, tray))


class _Lifted(QWidget):
    """The dragged piece, above everything else in the editor."""

    def __init__(self, stage: EditStage, over: QWidget) -> None:
        super().__init__(over)
        self._stage = stage
        self.kind = ""
        self._pixmaps: BoardPixmaps | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def carry(self, point: QPoint) -> None:
        """Show the piece with its middle at a point of the editor."""
        side = round(self._stage.board.unit() * 1.8)
        self.setGeometry(point.x() - side // 2, point.y() - side // 2, side, side)
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.kind:
            return
        look, unit = self._stage.board.look, self._stage.board.unit()
        if self._pixmaps is None or not self._pixmaps.fits(look, unit, self.devicePixelRatioF()):
            self._pixmaps = BoardPixmaps(look, unit, self.devicePixelRatioF())
        pixmaps = self._pixmaps
        with painter_on(self) as painter:
            middle = self.width() / 2 / unit
            pixmaps.draw_piece(painter, self.kind, (middle, middle), lifted=True)


class PositionEditor(DraftMode):
    """The mode of the desk in which a position is edited.

    Signals:
        finished: the editor is left: (what to do, the set-up); "start": the start of this game is to
            be that, "new": a new game, "": discard it.
        leaving: a key would discard an edited position.

    Attributes:
        draft: the position being edited.
        stage, board, panel, ends: its parts.
    """

    finished = Signal(str, object)
    leaving = Signal()
    name = message("Position editor")
    board: EditBoard

    def __init__(
        self, session: RecordSession, same_file: bool, parent: QWidget | None = None
    ) -> None:
        """`same_file`: whether a new game would go into the same file."""
        super().__init__(parent)
        self._session = session
        at_start = session.node.parent is None
        game, start = session.game, session.record.setup
        here = start if at_start else Setup(game.setup_text(session.state))
        self.draft = PositionDraft(session, here, self)
        self.stage = EditStage(session, self.draft)
        self.board = self.stage.board
        presets: tuple[tuple[Message, Setup | None], ...] = (
            (message("The start of this game"), start),
        )
        if not at_start:
            presets += ((message("The position that was shown"), here),)
        self.ends = ExitButtons(session, same_file)
        self.ends.finished.connect(self.finish)
        self.panel = EditorPanel(self.draft, presets)
        self.panel.read.connect(self.ends.allow)
        self._lifted = _Lifted(self.stage, self)
        self._origin = ""
        self.lay_out(self.stage, self.panel, self.ends)
        sources: list[EditBoard | PieceButton] = [self.board]
        sources += [*self.stage.above.buttons, *self.stage.below.buttons]
        for source in sources:
            source.lifted.connect(self._lift)
            source.carried.connect(self._carry)
            source.dropped.connect(self._drop)
        session.viewed.connect(self.stage.show_view)
        session.reloaded.connect(self._gone)
        self.draft.changed.connect(self._show_change)
        self._show_change()

    # ---------------------------------------------------------------------------------- looks

    @property
    def unfinished(self) -> Unfinished | None:
        """The position, if it has been edited and not used yet."""
        if not self.draft.sketch.can_undo:
            return None
        return Unfinished(
            message("A position is being edited."),
            message("It is in no game yet."),
        )

    def _show_change(self) -> None:
        self.ends.weigh(self.draft.sketch.setup)

    # ------------------------------------------------------------------------------- dragging

    def _lift(self, kind: str, origin: str) -> None:
        self._origin, self._lifted.kind = origin, kind
        self.draft.choose("")

    def _carry(self, point: QPointF) -> None:
        self._lifted.carry(self.mapFromGlobal(point).toPoint())

    def _drop(self, point: QPointF) -> None:
        """Place the dragged piece where it is dropped; off the board, remove it."""
        kind, origin = self._lifted.kind, self._origin
        self._lifted.kind = self._origin = ""
        self._lifted.hide()
        at = self.board.mapFromGlobal(point)
        place = self.board.square_at(at)
        inside = self.board.board_rect().contains(at)
        if place and origin:
            self.draft.move(origin, place)
        elif place:
            self.draft.put(place, kind)
        elif origin and not inside:
            self.draft.take(origin)

    # ----------------------------------------------------------------------------------- keys

    def wants(self, event: QKeyEvent) -> bool:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers == _CONTROL or modifiers == _CONTROL | _SHIFT:
            return event.key() in _OWN_WITH_CONTROL
        return modifiers == Qt.KeyboardModifier.NoModifier and event.key() in _OWN

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, control = event.key(), bool(event.modifiers() & _CONTROL)
        shift = bool(event.modifiers() & _SHIFT)
        if control and key == Qt.Key.Key_Z:
            self.step(1 if shift else -1)
        elif control and key == Qt.Key.Key_Y:
            self.step(1)
        elif control and key == Qt.Key.Key_C:
            self.panel.copy()
        elif control and key == Qt.Key.Key_V:
            self.panel.paste()
        else:
            super().keyPressEvent(event)

    def use(self) -> None:
        self.ends.take_usual()

    def leave(self) -> None:
        """Leave by key; an edited position is only discarded after a question."""
        if self.unfinished:
            self.leaving.emit()
        else:
            self.finish("")

    def step(self, way: int) -> None:
        """Undo (-1) or redo (1) a step."""
        sketch = self.draft.sketch
        if self.draft.done(sketch.undo() if way < 0 else sketch.redo()):
            self.panel.show_text()

    def _gone(self) -> None:
        """The record was replaced: leave the editor without a question."""
        self.finish("")

    def finish(self, what: str) -> None:
        """Leave the editor: "start", "new", or "" to discard."""
        self.ends.stop()
        self.finished.emit(what, self.draft.sketch.setup)


def edit_position(window: Window) -> PositionEditor | None:
    """Start editing the current position; returns the editor, None if the game has none."""
    desk = window.desk
    if desk is None or desk.editing or not isinstance(desk.session.game, Editable):
        return None
    desk.session.flush()
    editor = PositionEditor(
        desk.session, window.clips.takes(desk.session, desk.session.record.game)
    )
    editor.finished.connect(lambda what, setup: _finish(window, desk, what, setup))
    editor.leaving.connect(lambda: _give_up(window, editor))
    desk.show_editor(editor)
    window.focus_board()
    window.say(editor.ends.hint())
    return editor


def _give_up(window: Window, editor: PositionEditor) -> None:
    """Ask whether to discard the position, and leave the editor if so."""
    unfinished = editor.unfinished
    if unfinished is None or window.files.may_give_up(unfinished):
        editor.finish("")


def _finish(window: Window, desk: Desk, what: str, setup: Setup | None) -> None:
    """Use the position as requested, and leave the editor."""
    desk.close_editor()
    window.say(NOTHING)
    if what == "start":
        desk.session.do(plans.start, setup)
    elif what == "new":
        window.clips.add_position(desk.session, setup)
    window.focus_board()


class ExitButtons(QWidget):
    """The buttons, always in this order: a new game, start of this game, cancel.

    Each says beforehand what it would do: how many moves of this game would become illegal.
    The new game is the default, since it changes nothing; only if this game has no
    moves yet, the start is the default.

    Signals:
        finished: a button was used: "new" (game), "start" (of this game) or "" (cancel).

    Attributes:
        new, change, cancel: the buttons.
        usual: the default button, for Ctrl+Enter.
        said: the label that says what changing the start would do.
    """

    finished = Signal(str)

    def __init__(self, session: RecordSession, same_file: bool) -> None:
        """`same_file`: whether a new game would go into the same file."""
        super().__init__()
        self._session = session
        self._other = self._possible = True
        self._moves = sum(is_move(node.action) for node in session.record.nodes.values())
        self._illegal = 0
        self._job = JobRunner(self)
        self._job.result.connect(self._count)
        self._job.finished.connect(self._show_count)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 10, 16, 14)
        column.setSpacing(4)
        self.new = QPushButton(tr(message("New game from this position")))
        self.change = QPushButton(tr(message("Replace the start of this game")))
        self.cancel = QPushButton(tr(message("Cancel")))
        self.usual = self.new if self._moves else self.change
        in_file = message("It follows this game in the file; this game stays as it is.")
        in_tab = message("It opens in a tab of its own; this game stays as it is.")
        self._add(column, self.new, "new").setText(tr(in_file if same_file else in_tab))
        self._consequence = self._add(column, self.change, "start")
        column.addWidget(self.cancel)
        self.cancel.clicked.connect(lambda: self.finished.emit(""))

    def _add(self, column: QVBoxLayout, button: QPushButton, what: str) -> Label:
        """Add a button with a line of text below it; returns that label."""
        button.setDefault(button is self.usual)
        button.clicked.connect(lambda: self.finished.emit(what))
        column.addWidget(button)
        line = Label(look="muted", wraps=True)
        column.addWidget(line)
        column.addSpacing(6)
        return line

    @property
    def said(self) -> str:
        """The text that says what changing the start would do."""
        return self._consequence.text()

    def hint(self) -> Message:
        """The text that explains the keys."""
        if self.usual is self.change:
            return message("Ctrl+Enter makes it the start of this game, Esc leaves all as it was.")
        return message("Ctrl+Enter begins a new game with it, Esc leaves all as it was.")

    def allow(self, possible: bool) -> None:
        """Set whether there is a position to use."""
        self._possible = possible
        self._enable()

    def _enable(self) -> None:
        self.new.setEnabled(self._possible)
        self.change.setEnabled(self._possible and self._other)

    def take_usual(self) -> None:
        """Use the default button, if there is a position; cancel if the game starts with it already."""
        if self.usual.isEnabled():
            self.usual.click()
        elif self._possible:
            self.finished.emit("")

    def weigh(self, setup: Setup | None) -> None:
        """Count and show what making a position the start of this game would do."""
        game, record = self._session.game, self._session.record
        before, after = (game.setup_text(game.start(each)) for each in (record.setup, setup))
        self._other = before != after
        self._enable()
        self._job.stop()
        if not self._other:
            self._tell(message("The game already begins with this position."))
        elif not self._moves:
            self._tell(message("The game has no moves yet."))
        else:
            self._tell(message("Counting the moves that would become illegal…"))
            self._illegal = 0
            self._job.start(made_illegal(game, record, setup))

    def _count(self, illegal: int) -> None:
        self._illegal += illegal

    def _show_count(self) -> None:
        illegal, moves = self._illegal, self._moves
        if not illegal:
            self._tell(message("No move of the game becomes illegal."))
        elif moves == 1:
            self._tell(message("The only move becomes illegal. It stays and is marked."), True)
        else:
            words = counted(
                "{count} of {moves} moves becomes illegal. It stays and is marked.",
                "{count} of {moves} moves become illegal. They stay and are marked.",
                illegal,
                moves=moves,
            )
            self._tell(words, True)

    def _tell(self, words: Message, bad: bool = False) -> None:
        line = self._consequence
        line.setText(tr(words))
        self.change.setAccessibleDescription(tr(words))
        line.set_look("bad" if bad else "muted")

    def stop(self) -> None:
        """Cancel counting."""
        self._job.stop()

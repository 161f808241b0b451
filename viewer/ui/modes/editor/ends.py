"""The ways out of the position editor, each with what would come of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.games.judge import made_illegal
from viewer.tree.action import Move, Setup, Written
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import Label

_MOVES = frozenset((Move, Written))


class ExitButtons(QWidget):
    """The ways out, always in this order: a new game, another start of this game, nothing.

    Each says what it would do before it is taken: how many moves of this game would become illegal.
    The new game is the usual one, as it leaves everything as it is; only where this game has no
    moves yet it is the start that is usual.

    Signals:
        finished: somebody is done: "new" (a game), "start" (of this game) or "" (nothing of it).

    Attributes:
        new, change, cancel: the ways.
        usual: the one that Ctrl+Enter takes.
        said: what a change of the start would do.
    """

    finished = Signal(str)

    def __init__(self, session: RecordSession, beside: bool) -> None:
        """`beside`: a new game would stand in the same file."""
        super().__init__()
        self._session = session
        self._other = self._possible = True
        self._moves = sum(type(node.action) in _MOVES for node in session.record.nodes.values())
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
        self._add(column, self.new, "new").setText(tr(in_file if beside else in_tab))
        self._consequence = self._add(column, self.change, "start")
        column.addWidget(self.cancel)
        self.cancel.clicked.connect(lambda: self.finished.emit(""))

    def _add(self, column: QVBoxLayout, button: QPushButton, what: str) -> Label:
        """A button with a line below it; the line."""
        button.setDefault(button is self.usual)
        button.clicked.connect(lambda: self.finished.emit(what))
        column.addWidget(button)
        line = Label()
        line.setWordWrap(True)
        line.setProperty("muted", True)
        column.addWidget(line)
        column.addSpacing(6)
        return line

    @property
    def said(self) -> str:
        """What a change of the start would do, as it is shown."""
        return self._consequence.text()

    def hint(self) -> Message:
        """What the keys do."""
        if self.usual is self.change:
            return message(
                "Ctrl+Enter makes it the start of this game, Escape leaves all as it was."
            )
        return message("Ctrl+Enter begins a new game with it, Escape leaves all as it was.")

    def allow(self, possible: bool) -> None:
        """Whether there is a position to be taken over."""
        self._possible = possible
        self._enable()

    def _enable(self) -> None:
        self.new.setEnabled(self._possible)
        self.change.setEnabled(self._possible and self._other)

    def take_usual(self) -> None:
        """Take the usual way, if there is a position; where the game begins so already that's all."""
        if self.usual.isEnabled():
            self.usual.click()
        elif self._possible:
            self.finished.emit("")

    def weigh(self, setup: Setup | None) -> None:
        """Say what it would do to make a position the start of this game."""
        game, record = self._session.game, self._session.record
        before, after = (game.setup_text(game.start(each)) for each in (record.setup, setup))
        self._other = before != after
        self._enable()
        self._job.stop()
        if not self._other:
            self._tell(message("The game begins so already."))
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
        if line.property("bad") != bad:
            line.setProperty("bad", bad)
            line.setProperty("muted", not bad)
            line.style().polish(line)

    def stop(self) -> None:
        """Count no more."""
        self._job.stop()

"""The buttons that leave the position editor, each with its consequence."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.games.judge import made_illegal
from viewer.tree.action import Setup, is_move
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import Label


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

    def __init__(self, session: RecordSession, beside: bool) -> None:
        """`beside`: whether a new game would go into the same file."""
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
        self._add(column, self.new, "new").setText(tr(in_file if beside else in_tab))
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
            return message(
                "Ctrl+Enter makes it the start of this game, Escape leaves all as it was."
            )
        return message("Ctrl+Enter begins a new game with it, Escape leaves all as it was.")

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

"""The panel of a problem: question, outcome of the move, buttons, tally."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document.problems.attempt import Tally
from viewer.ui.modes.panel import ActionButton, OutcomePanel

_BUTTONS: tuple[ActionButton, ...] = (
    ("hint", message("Hint"), "H"),
    ("back", message("Take back"), "Backspace"),
    ("restart", message("From the beginning"), "Home"),
    ("show", message("Show the solution"), "End"),
)
_ENDS: tuple[ActionButton, ...] = (
    ("next", message("Next problem"), "PgDown"),
    ("unsolved", message("Next unsolved problem"), "N"),
    ("previous", message("Previous problem"), "PgUp"),
    ("leave", message("Leave"), "Esc"),
)


class ProblemPanel(OutcomePanel):
    """The panel beside the board of a problem.

    Attributes:
        chance: the check box for answers chosen at random.
        shuffled: the check box for problems in a random order.
        crop: the check box for the part of the board that matters, hidden where that is all of it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._place = self.add_label("muted")
        self._title = self.add_label("title")
        self._past = self.add_label("muted")
        self._task = self.add_label()
        self._task.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.column.addSpacing(8)
        self.add_outcome("title")
        self.column.addSpacing(4)
        self.add_chips(_BUTTONS)
        self.chance = QCheckBox(tr(message("Answers by chance, where the record has several")))
        self.column.addSpacing(4)
        self.column.addWidget(self.chance)
        self.shuffled = QCheckBox(tr(message("Problems in random order")))
        self.shuffled.hide()
        self.column.addWidget(self.shuffled)
        self.crop = QCheckBox(tr(message("Only the part of the board that matters")))
        self.crop.hide()
        self.column.addWidget(self.crop)
        self.column.addStretch(1)
        self._progress = self.add_label("name", self.below)
        self._count = self.add_label("muted", self.below)
        self.add_ends(_ENDS, in_rows=True)

    # -------------------------------------------------------------------------------- showing

    def show_question(self, place: str, title: Message, task: str) -> None:
        """Show the problem's number, the side to play, and the record's comment."""
        self.write(self._place, place)
        self.write(self._title, tr(title))
        self.write(self._task, task)
        self.show_outcome(None)

    def show_count(self, count: Tally) -> None:
        """Show the tally of the sitting."""
        words = message(
            "This sitting: {right} right, {wrong} wrong", right=count[0], wrong=count[1]
        )
        self.write(self._count, tr(words) if sum(count) else "")

    def show_progress(self, words: Message, past: Message, unsolved: bool) -> None:
        """Show how many problems are solved, how this one went so far, and whether any is unsolved."""
        self.write(self._progress, tr(words))
        self.write(self._past, tr(past))
        self.shuffled.setVisible(bool(words.template))
        self.buttons["unsolved"].setVisible(bool(words.template))
        self.buttons["unsolved"].setEnabled(unsolved)

    def show_state(self, open: bool, back: bool, hint: bool, over: bool) -> None:
        """Enable the buttons for a state of the attempt; "next" comes first once it is over."""
        self.buttons["hint"].setEnabled(hint)
        self.buttons["back"].setEnabled(back)
        self.buttons["show"].setEnabled(not over)
        self.highlight("next" if over else "")

    @property
    def words(self) -> tuple[str, str, str]:
        """The text of the question."""
        return self._place.text(), self._title.text(), self._task.text()

    @property
    def progress(self) -> tuple[str, str]:
        """How many problems are solved, and how this one went so far."""
        return self._progress.text(), self._past.text()

    @property
    def count(self) -> str:
        """The text of the tally, "" before anything was solved."""
        return self._count.text()

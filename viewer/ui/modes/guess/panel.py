"""The panel of guessing: whose moves, judged by whom, the last guess, the score and the guesses so far."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field
from viewer.base.messages import Message, message
from viewer.ui.modes.panel import ActionButton, OutcomePanel
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.sheet import Sheet

_BUTTONS: tuple[ActionButton, ...] = (("show", message("Show the move"), "End"),)
_ENDS: tuple[ActionButton, ...] = (
    ("keep", message("Put my guesses into the record"), ""),
    ("leave", message("Back to the record"), "Esc"),
)


class GuessPanel(OutcomePanel):
    """The panel beside the board while moves are guessed.

    Attributes:
        sheet: the choice of the side and of who judges.
    """

    def __init__(
        self, sides: Mapping[str, Message], side: str, judges: Mapping[str, Message], judge: str
    ) -> None:
        super().__init__()
        self.column.addWidget(Label(tr(message("Guess the move")), look="title"))
        self.sheet = Sheet(
            [
                Field("side", message("Whose moves"), CHOICE, side, sides),
                Field("judge", message("Judged by"), CHOICE, judge, judges),
            ]
        )
        self.column.addWidget(self.sheet)
        self.column.addSpacing(8)
        self._task = self.add_label("title")
        self.add_outcome("name")
        self._score = self.add_label("muted")
        self.add_chips(_BUTTONS)
        self.column.addSpacing(6)
        self._past = self.add_label()
        self.column.addStretch(1)
        self.add_ends(_ENDS)

    def show_task(self, words: Message, asked: bool) -> None:
        """Show what is to be done; `asked`: a move is to be guessed now."""
        self.write(self._task, tr(words))
        self.buttons["show"].setEnabled(asked)

    def show_score(self, words: Message | None, past: str, others: bool) -> None:
        """Show the score, the guesses so far, the latest first; `others`: there are some to be kept."""
        self.write(self._score, "" if words is None else tr(words))
        self.write(self._past, past)
        self.buttons["keep"].setVisible(others)

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """The task, the outcome, the score and the guesses shown."""
        labels = (self._task, self._outcome, self._score, self._past)
        return tuple(label.text() for label in labels)  # type: ignore[return-value]  # four of them

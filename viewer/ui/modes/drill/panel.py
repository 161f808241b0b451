"""The panel of drilling: whose moves, the question, how the answer was, how far the sitting is."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field
from viewer.base.messages import NOTHING, Message, in_context, message
from viewer.ui.modes.panel import ActionButton, OutcomePanel
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.sheet import Sheet

_BUTTONS: tuple[ActionButton, ...] = (
    ("hint", message("Hint"), "H"),
    ("show", message("Show the move"), "End"),
)
_ENDS: tuple[ActionButton, ...] = (
    ("next", message("Go on"), "Enter"),
    ("leave", message("Back to the record"), "Esc"),
)


class DrillPanel(OutcomePanel):
    """The panel beside the board while lines are drilled.

    Attributes:
        sheet: the choice of the side.
    """

    def __init__(self, sides: Mapping[str, Message], side: str) -> None:
        super().__init__()
        self.column.addWidget(Label(tr(message("Drill the lines")), look="title"))
        self.sheet = Sheet(
            [Field("side", in_context("of a drill", "Whose moves"), CHOICE, side, sides)]
        )
        self.column.addWidget(self.sheet)
        self.column.addSpacing(8)
        self._task = self.add_label("title")
        self.add_outcome("name")
        self.add_chips(_BUTTONS)
        self.column.addStretch(1)
        self._progress = self.add_label("name", self.below)
        self._count = self.add_label("muted", self.below)
        self.add_ends(_ENDS, in_rows=True)

    def show_task(self, words: Message, asked: bool, ready: bool) -> None:
        """Show what is to be done; `asked`: a move is to be found, `ready`: Enter goes on."""
        self.write(self._task, tr(words))
        for id in ("hint", "show"):
            self.buttons[id].setEnabled(asked)
        self.buttons["next"].setEnabled(ready)
        self.highlight("next" if ready else "")

    def show_progress(self, words: Message, count: Message = NOTHING) -> None:
        """Show how far the sitting is, and how the answers were."""
        self.write(self._progress, tr(words))
        self.write(self._count, tr(count))

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """The task, the outcome, the progress and the count shown."""
        labels = (self._task, self._outcome, self._progress, self._count)
        return tuple(label.text() for label in labels)  # type: ignore[return-value]  # four of them

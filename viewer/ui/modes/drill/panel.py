"""The panel of drilling: whose moves, the question, how the answer was, how far the sitting is."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field
from viewer.base.messages import NOTHING, Message, in_context, message
from viewer.ui.modes.panel import ActionButton, ActionPanel
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.sheet import Sheet
from viewer.ui.toolkit.style import theme_in_use

_BUTTONS: tuple[ActionButton, ...] = (
    ("hint", message("Hint"), "H"),
    ("show", message("Show the move"), "End"),
)
_ENDS: tuple[ActionButton, ...] = (
    ("next", message("Go on"), "Enter"),
    ("leave", message("Back to the record"), "Esc"),
)


class DrillPanel(ActionPanel):
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
        self._outcome = self.add_label("name")
        self._said = self.add_label()
        self.add_chips(_BUTTONS)
        self.column.addStretch(1)
        self._progress = self.add_label("name", self.below)
        self._count = self.add_label("muted", self.below)
        self.add_ends(_ENDS, in_rows=True)
        self._good: bool | None = None

    def show_task(self, words: Message, asked: bool, ready: bool) -> None:
        """Show what is to be done; `asked`: a move is to be found, `ready`: Enter goes on."""
        self.write(self._task, tr(words))
        for id in ("hint", "show"):
            self.buttons[id].setEnabled(asked)
        self.buttons["next"].setEnabled(ready)
        self.highlight("next" if ready else "")

    def show_outcome(self, words: Message, said: str = "", good: bool | None = None) -> None:
        """Show how the answer was and the record's comment; `good` sets the colour."""
        self._good = good
        self.write(self._outcome, tr(words))
        self.write(self._said, said)
        self.show_theme()

    def show_progress(self, words: Message, count: Message = NOTHING) -> None:
        """Show how far the sitting is, and how the answers were."""
        self.write(self._progress, tr(words))
        self.write(self._count, tr(count))

    def show_theme(self) -> None:
        """Draw in the colours of the theme in use."""
        token = {True: "good", False: "bad", None: "ink"}[self._good]
        self._outcome.setStyleSheet(f"color: {theme_in_use()[token]}")

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """The task, the outcome, the progress and the count shown."""
        labels = (self._task, self._outcome, self._progress, self._count)
        return tuple(label.text() for label in labels)  # type: ignore[return-value]  # four of them

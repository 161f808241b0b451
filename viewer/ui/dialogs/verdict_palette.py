"""The palette of verdicts on a position."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from viewer.base.fields import CHOICE, Field
from viewer.base.messages import Message, message
from viewer.document import plans
from viewer.tree.annotation import VERDICT
from viewer.tree.verdict import UNDETERMINED, WON, words_with
from viewer.ui.dialogs.choice_palette import ChoicePalette
from viewer.ui.session.record_session import RecordSession

_BETTER = [WON // 100 * share for share in (75, 50, 25)]  # percent
_VERDICTS = [WON, *_BETTER, 0, *(-value for value in reversed(_BETTER)), -WON, UNDETERMINED]


class VerdictPalette(ChoicePalette):
    """The verdicts of a node; the first side's share in percent can be typed."""

    take_out = message("Take the verdict out")

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        field = Field(
            "verdict",
            message("Verdicts"),
            CHOICE,
            str(session.node.notes.get(VERDICT, "")),
            {str(value): _words(session, value) for value in _VERDICTS},
            hint=message("Who wins, or an advantage in percent: 40, -25"),
            help=message("That is no verdict: from -100 to 100."),
        )
        super().__init__(session, over, field)

    def write(self, value: str) -> None:
        self._session.do(plans.note, VERDICT, int(value) if value else "")

    def value_of(self, typed: str) -> str | None:
        try:
            share = float(typed.removesuffix("%").replace(",", ".").replace("\u2212", "-"))
        except ValueError:
            return None
        return str(round(share * WON / 100)) if -100 <= share <= 100 else None

    def words_of(self, value: str) -> Message:
        return _words(self._session, int(value))


def _words(session: RecordSession, value: int) -> Message:
    return words_with(value, session.states.side_names)

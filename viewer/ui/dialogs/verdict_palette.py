"""What a position is worth: the verdicts that a node can have."""

from __future__ import annotations

from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document import plans
from viewer.tree.annotation import VERDICT
from viewer.tree.verdict import UNDETERMINED, WON, words_with
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import FindingFrame, matches

_ROWS = 14
_GAP = "    "
_SHARES = (75, 50, 25)  # percent


class VerdictPalette(FindingFrame):
    """A list of verdicts under a line to type a share in. Enter writes the one chosen; Escape closes."""

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        hint = message("Who wins, or an advantage in percent: 40, -25")
        super().__init__(over, tr(hint), tr(message("Find or type a verdict")))
        self._session = session
        self._values: list[int | str] = []
        self.list = QListWidget()
        self.list.setAccessibleName(tr(message("Verdicts")))
        self.list.itemClicked.connect(lambda _: self.do(False))
        self.column.addWidget(self.list)
        self.look_for("")

    def look_for(self, text: str) -> None:
        """Show what fits; a share that was typed first."""
        self.list.clear()
        self._values.clear()
        typed, now = text.strip(), self._session.node.notes.get(VERDICT)
        share = _share(typed)
        if share is not None:
            self._add(share, self._words(share), share == now)
        for value in _offered():
            words = self._words(value)
            if value != share and (not typed or matches(typed, tr(words))):
                self._add(value, words, value == now)
        if now is not None and not typed:
            self._add("", message("Take the verdict out"), False)
        if not self._values:
            self.list.addItem(tr(message("That is no verdict: from -100 to 100.")))
        self.list.setCurrentRow(0)
        rows = min(self.list.count(), _ROWS)
        self.list.setFixedHeight(rows * max(24, self.list.sizeHintForRow(0)) + 4)
        self.adjustSize()

    def _words(self, value: int) -> Message:
        first, second = self._session.game.sides
        return words_with(value, (first.name, second.name))

    def _add(self, value: int | str, words: Message, there: bool) -> None:
        text = tr(words)
        if there:
            text += f"{_GAP}({tr(message('set'))})"
        self.list.addItem(QListWidgetItem(text))
        self._values.append(value)

    def step(self, step: int) -> None:
        count = self.list.count()
        self.list.setCurrentRow((self.list.currentRow() + step) % max(1, count))

    def do(self, stay: bool) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._values):
            value = self._values[row]
            self.go_away()
            self._session.do(plans.note, VERDICT, value)


def _offered() -> list[int]:
    part = WON // 100
    better = [part * share for share in _SHARES]
    return [WON, *better, 0, *(-value for value in reversed(better)), -WON, UNDETERMINED]


def _share(text: str) -> int | None:
    """A share of the first side in percent as a verdict, None for what is none."""
    try:
        share = float(text.removesuffix("%").replace(",", ".").replace("\u2212", "-"))
    except ValueError:
        return None
    return round(share * WON / 100) if -100 <= share <= 100 else None

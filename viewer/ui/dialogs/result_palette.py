"""How the game ended: the results that its records know, and the ends that stand at a ply."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document import plans
from viewer.document.plans import results as plans_results
from viewer.formats import FORMATS
from viewer.games.capabilities import Connecting, result_words
from viewer.tree.action import Terminal
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import FindingFrame, matches

_ROWS = 14
_GAP = "    "


class ResultPalette(FindingFrame):
    """A list of results and ends under a line to type in. Enter writes the one chosen; Escape closes.

    A result is a header, an end is written at the current move. Where the format takes any text as a
    result, what was typed can be written as it is.
    """

    def __init__(self, session: RecordSession, over: QWidget) -> None:
        hint = message("How it ended: choose, or type a result")
        super().__init__(over, tr(hint), tr(message("Find or type a result")))
        self._session = session
        self._acts: list[Callable[[], object]] = []
        self.list = QListWidget()
        self.list.setAccessibleName(tr(message("Results")))
        self.list.itemClicked.connect(lambda _: self.do(False))
        self.column.addWidget(self.list)
        self.look_for("")

    def look_for(self, text: str) -> None:
        """Show what fits; what was typed first, where it can be written."""
        self.list.clear()
        self._acts.clear()
        typed, offered = text.strip(), results(self._session)
        now = result_now(self._session)
        game = self._session.game
        ended = game.outcome(self._session.state) if isinstance(game, Connecting) else None
        if ended is not None:  # what the board shows comes first
            offered.sort(key=lambda one: one[0] != ended.result)
        found = [
            (value, words)
            for value, words in offered
            if not typed or value.lower().startswith(typed.lower()) or matches(typed, tr(words))
        ]
        if now and not typed and now not in [value for value, _ in found]:
            words = result_words(game, now)
            self._add(now, words or message("As it is written"), True)
        if (
            typed
            and typed not in [value for value, _ in found]
            and _can_write(self._session, typed)
        ):
            words = result_words(game, typed)
            self._add(typed, words or message("Write it as it is"), typed == now)
        for value, words in found:
            self._add(value, words, value == now)
        if now and not typed:
            words = message("Take the result out")
            self._put(tr(words), partial(self._session.do, plans_results.result, ""))
        for end in game.ends:
            if not typed or typed in end.text or matches(typed, tr(end.name)):
                words = message("{end}: written at this move", end=end.name)
                act = partial(self._session.do, plans.action, Terminal(end.text))
                self._put(f"{tr(words)}{_GAP}{end.text}", act)
        if not self._acts:
            none = message("This file's format has no place for that result.")
            self.list.addItem(tr(none))
        self.list.setCurrentRow(0)
        rows = min(self.list.count(), _ROWS)
        self.list.setFixedHeight(rows * max(24, self.list.sizeHintForRow(0)) + 4)
        self.adjustSize()

    def _add(self, value: str, words: Message, there: bool) -> None:
        text = f"{tr(words)}{_GAP}{value}"
        if there:
            text += f"{_GAP}({tr(message('set'))})"
        self._put(text, partial(self._session.do, plans_results.result, value))

    def _put(self, text: str, act: Callable[[], object]) -> None:
        self.list.addItem(QListWidgetItem(text))
        self._acts.append(act)

    def step(self, step: int) -> None:
        count = self.list.count()
        self.list.setCurrentRow((self.list.currentRow() + step) % max(1, count))

    def do(self, stay: bool) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._acts):
            act = self._acts[row]
            self.go_away()
            act()


def _can_write(session: RecordSession, text: str) -> bool:
    format = FORMATS[session.document.format].load()
    return format.with_result(session.record.headers, text) is not None


def result_now(session: RecordSession) -> str:
    """The result that the record says, as its format writes it."""
    return FORMATS[session.document.format].load().by_role("result", session.record.headers)


def results(session: RecordSession) -> list[tuple[str, Message]]:
    """The results that can be written into a record, with their words."""
    format = FORMATS[session.document.format].load()
    if session.game.results:
        offered = [(one.text, one.name) for one in session.game.results]
    else:
        offered = [
            (value, words)
            for field in format.fields
            if field.role == "result" and field.choices is not None
            for value, words in field.choices.items()
        ]
    return [(value, words) for value, words in offered if _can_write(session, value)]

"""The mode for counting: the board, the panel with items, total, rules, and what to write into the record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, Number, message, sentences
from viewer.document.plans import board as plans_board
from viewer.engines.analysis import Limits, ScoreEstimate
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.formats import FORMATS
from viewer.formats.headers import value_words
from viewer.games.capabilities import Counted
from viewer.games.counting import RulesCount, fitting
from viewer.games.score import Score
from viewer.ui.board.player_line import ColourDot
from viewer.ui.modes.desk_mode import chip
from viewer.ui.modes.draft_mode import DraftPanel, PanelMode
from viewer.ui.modes.live_count import LiveCount, ScoreBoard
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.plain import Label, set_tip

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_MOST_KOMI = 400.0


class _Komi(QDoubleSpinBox):
    """A spin box for komi without trailing zeros: 6.5, 7."""

    def textFromValue(self, value: float) -> str:
        return self.locale().toString(value, "g", 6)  # as it is read: 6,5 in German


class ScorePanel(DraftPanel):
    """The panel beside the board being counted.

    Attributes:
        write, mark: whether the result is to be written, and the territory marked.

    Signals:
        engineAsked: an engine is to estimate the score, by its name.
    """

    engineAsked = Signal(str)

    def __init__(
        self, counted: LiveCount, said: str, writable: bool, engines: Sequence[str] = ()
    ) -> None:
        """`said`: the result that the record has; `writable`: whether the format holds one.

        `engines`: the names of those that can estimate the score.
        """
        super().__init__()
        self._counted = counted
        self.add_title(
            message("Count the board"),
            message(
                "Click a group: it is dead, or alive again. Click an area: it is in a seki,"
                " where territory is no point."
            ),
        )
        self._words = Label(look="name", wraps=True)
        self.column.addSpacing(6)
        self.column.addWidget(self._words)
        self._add_table()
        self._said = said
        self._record = Label(look="muted", wraps=True)
        self.column.addWidget(self._record)
        self._add_rules()
        self._others = Label(look="muted", wraps=True)
        self.column.addWidget(self._others)
        self._add_stones()
        self._add_engines(engines)
        self.column.addStretch(1)
        self._add_choices(writable)
        counted.changed.connect(self.show_count)
        self.show_count()

    # ------------------------------------------------------------------------------- building

    def _add_table(self) -> None:
        """Add the table of the count: a row per item, a column per side."""
        box = QWidget()
        self._table = QGridLayout(box)
        self._table.setContentsMargins(0, 4, 0, 4)
        self._table.setHorizontalSpacing(18)
        self._table.setVerticalSpacing(5)
        self._table.setColumnStretch(0, 1)
        for side, one in enumerate(self._counted.game.sides):
            head = QWidget()
            row = QHBoxLayout(head)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(5)
            dot = ColourDot()
            dot.set_colour(one.colour)
            row.addStretch(1)
            row.addWidget(dot)
            row.addWidget(Label(tr(one.name)))
            self._table.addWidget(head, 0, side + 1)
        self._cells: list[QWidget] = []
        self._lines: list[tuple[str, str, str]] = []
        self.column.addWidget(box)

    def _add_rules(self) -> None:
        self.column.addSpacing(4)
        label = Label(tr(message("Rules")), look="muted", wraps=True)
        self.column.addWidget(label)
        self.counting = QComboBox()
        label.setBuddy(self.counting)
        for one in self._counted.game.countings:
            self.counting.addItem(tr(one.name), one.id)
        self.counting.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.counting.activated.connect(lambda _: self._chosen())
        self.column.addWidget(self.counting)
        label = Label(tr(message("Komi")))
        self.komi = _Komi()
        self.komi.setRange(-_MOST_KOMI, _MOST_KOMI)
        self.komi.setDecimals(2)
        self.komi.setSingleStep(0.5)
        self.komi.setAccessibleName(tr(message("Komi")))
        self.komi.setKeyboardTracking(False)
        self.komi.setValue(self._counted.count.komi)
        self.komi.valueChanged.connect(lambda _: self._chosen())
        label.setBuddy(self.komi)
        self.add_row(label, self.komi)

    def _add_stones(self) -> None:
        self.column.addSpacing(4)
        self.add_row(
            chip(message("Guess the dead stones"), self._counted.guess),
            chip(message("All stones live"), self._counted.clear),
        )

    def _add_engines(self, engines: Sequence[str]) -> None:
        """Add a button for each engine, what it says, and a button that takes its dead stones over."""
        self.engines = {
            name: chip(message("Ask {engine}", engine=name), partial(self.engineAsked.emit, name))
            for name in engines
        }
        self.taking = chip(message("Take over its dead stones"), self._counted.mark_estimated)
        self.taking.hide()
        self.add_flow(*self.engines.values(), self.taking).setVisible(bool(engines))
        self._estimate = Label(look="muted", wraps=True)
        self._estimate.hide()
        self.column.addWidget(self._estimate)

    def show_asking(self, words: Message | None) -> None:
        """Say what the engine does, or why it can't; None shows what it found."""
        estimate = self._counted.estimate
        said = words or self._counted.estimated
        self._estimate.setText("" if said is None else tr(said))
        self._estimate.setVisible(said is not None)
        dead = None if estimate is None or words is not None else estimate.dead
        self.taking.setVisible(dead is not None and dead != self._counted.count.dead)

    @property
    def estimate(self) -> str:
        """The text about the engine's estimate."""
        return self._estimate.text()

    def _add_choices(self, writable: bool) -> None:
        """Add what is to be written, and the ends."""
        self.write = QCheckBox(tr(message("Write the result, rules and komi into the record")))
        self.write.setChecked(writable)
        self.write.setEnabled(writable)
        if not writable:
            set_tip(self.write, tr(message("This file's format has no place for it.")))
        self.mark = QCheckBox(tr(message("Mark the territory at this move")))
        for box in (self.write, self.mark):
            box.toggled.connect(self._show_ends)
            self.below.addWidget(box)
        self.below.addSpacing(2)
        self.add_ends(message("Write it down"), message("Leave everything as it is"))
        self._show_ends()

    # -------------------------------------------------------------------------------- showing

    def _show_ends(self) -> None:
        self.done.setEnabled(self.write.isChecked() or self.mark.isChecked())

    def show_count(self) -> None:
        """Show the count."""
        score = self._counted.count.score
        lines = [(tr(row.name), _points(row.first), _points(row.second)) for row in score.rows]
        first, second = map(_points, score.totals)
        lines.append((tr(message("Total")), first, second))
        self._words.setText(f"{tr(score.words)}  {tr(self._short(score.result))}")
        sides = [tr(side.name) for side in self._counted.game.sides]
        self._words.setAccessibleDescription(
            "; ".join(f"{name}: {sides[0]} {one}, {sides[1]} {two}" for name, one, two in lines)
        )
        place = self.counting.findData(self._counted.count.counting)
        self.counting.setCurrentIndex(place)
        by_rules = self._counted.count.by_rules()
        self._show_record(score.result, fitting(self._counted.game, by_rules, self._said))
        self._others.setText("\n".join(tr(self._words_of(one, score)) for one in by_rules[1:]))
        self.show_asking(None)
        if lines != self._lines:
            self._lines = lines
            self._fill()

    def _show_record(self, result: str, fits: RulesCount | None) -> None:
        """Show what the record says; `fits`: the rules by which that is the count."""
        self._record.setVisible(bool(self._said))
        words = message("The record says the same.")
        if self._said != result:
            words = message("The record says {result}.", result=self._short(self._said))
            if fits is not None and fits.score.result != result:
                words = message(
                    "{words} That is the count by other rules: {rules}.",
                    words=words,
                    rules=fits.rules,
                )
        self._record.setText(tr(words))

    def _words_of(self, one: RulesCount, score: Score) -> Message:
        """The count by other rules, and why it isn't the same."""
        if one.score.result == score.result:
            return message("{rules}: the same.", rules=one.rules)
        words = message("{rules}: {result}.", rules=one.rules, result=self._short(one.score.result))
        return sentences([words, *one.why])

    @property
    def others(self) -> str:
        """The text about counts by other rules, a line for those that count alike."""
        return self._others.text()

    @property
    def record_words(self) -> str:
        """The text about the result that the record has."""
        return self._record.text()

    def _short(self, result: str) -> Message:
        """A result as titles have it."""
        return value_words("result", result, self._counted.game)

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """The rows shown: name, first side, second side."""
        return self._lines

    @property
    def words(self) -> str:
        """The text that says who is ahead."""
        return self._words.text()

    def _fill(self) -> None:
        for cell in self._cells:
            self._table.removeWidget(cell)
            cell.hide()
            cell.deleteLater()
        self._cells = []
        for index, line in enumerate(self._lines, 1):
            total = index == len(self._lines)
            if total:
                rule = QFrame()
                rule.setProperty("rule", True)
                rule.setFixedHeight(1)
                self._table.addWidget(rule, index, 0, 1, 3)
                self._cells.append(rule)
            for column, text in enumerate(line):
                label = Label(text)
                label.setProperty("name" if total else "muted", total or not column)
                if column:
                    label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self._table.addWidget(label, index + total, column)
                self._cells.append(label)

    def _chosen(self) -> None:
        self._counted.count_by(str(self.counting.currentData()), self.komi.value())


def _points(value: float) -> str:
    return tr(message("{number}", number=Number.of(value)))


_LIMITS = Limits(seconds=2.0)
"""How long an engine that analyses may look."""


class Scorer(PanelMode):
    """The mode for counting a position.

    Attributes:
        counted: the count being made.
    """

    name = message("Counting the board")
    board: ScoreBoard
    panel: ScorePanel

    def __init__(
        self,
        session: RecordSession,
        engines: Sequence[EngineSetup] = (),
        parent: QWidget | None = None,
    ) -> None:
        """`engines`: those that play the game."""
        super().__init__(parent)
        self.told = session.told
        self._engines = {one.name: one for one in engines}
        self._engine: Engine | None = None
        self._runner = JobRunner(self, (EngineFault,))
        self._runner.result.connect(self._estimated)
        self._runner.failed.connect(self._failed)
        self.counted = LiveCount(session, self)
        self.board = ScoreBoard(self.counted)
        format, headers = FORMATS[session.document.format].load(), session.record.headers
        writable = format.with_result(headers, self.counted.count.score.result) is not None
        self.panel = ScorePanel(
            self.counted, format.by_role("result", headers), writable, list(self._engines)
        )
        self.panel.engineAsked.connect(self.ask)
        self.begin(session)
        # The guess takes some tenths of a second: the board is shown before.
        later(self.counted, self.counted.guess)

    # ------------------------------------------------------------------------------ an engine

    def ask(self, name: str) -> None:
        """Have an engine estimate the score."""
        setup = self._engines[name]
        self._end_engine()
        self.panel.show_asking(message("{engine} is counting…", engine=name))
        game = self.counted.game
        try:
            self._engine = Engine(setup, game, tell=self.told.emit)
            state = self.counted.state
            self._runner.start(self._engine.estimate(state, _LIMITS))
        except EngineFault as fault:
            self._failed(fault)

    def _estimated(self, found: ScoreEstimate) -> None:
        assert self._engine is not None
        self.counted.take_estimate(self._engine.setup.name, found)
        if found.final:
            self._end_engine()

    def _failed(self, error: Exception) -> None:
        self._end_engine()
        if isinstance(error, EngineFault):
            self.panel.show_asking(error.reason)
            self.told.emit(error.reason)

    def _end_engine(self) -> None:
        self._runner.stop()
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def end(self) -> None:
        """End the engine that is asked."""
        self._end_engine()

    def use(self) -> None:
        self.finished.emit(self.panel.done.isEnabled())


def count_board(window: Window) -> Scorer | None:
    """Start counting the current position; returns the mode, None if it can't be counted."""
    desk = window.desk
    if desk is None or desk.editing or not isinstance(desk.session.game, Counted):
        return None
    desk.session.flush()
    scorer = Scorer(desk.session, window.engines.fitting())
    scorer.finished.connect(lambda write: _finish(window, desk, scorer, write))
    desk.show_editor(scorer)
    window.focus_board()
    window.say(message("A click, or Enter at the cursor, says that a group is dead or alive."))
    return scorer


def _finish(window: Window, desk: Desk, scorer: Scorer, write: bool) -> None:
    """Leave the mode, writing the result and territory if requested."""
    count, panel = scorer.counted.count, scorer.panel
    score = count.score
    desk.close_editor()
    window.say(NOTHING)
    if write:
        desk.session.do(plans_board.counted, count, panel.write.isChecked(), panel.mark.isChecked())
        window.say(message("{words} {result}", words=score.words, result=score.result))
    window.focus_board()

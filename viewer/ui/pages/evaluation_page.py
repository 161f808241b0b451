"""The evaluation page: the graph of the line's evaluations, and how well both sides played."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, counted, message
from viewer.document.reading.summary import loss_words, side_words, worst_moves
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.evaluation import ScoreUnit
from viewer.tree.nags import sign_of
from viewer.tree.quality import SideQuality
from viewer.tree.scales import QUALITY_GLYPHS
from viewer.ui.board.player_line import ColourDot
from viewer.ui.pages.evaluation_chart import EvaluationChart
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.valuation import valuation_of
from viewer.ui.toolkit.plain import Label, set_tip

_WIDE = 560  # pixels from which the sides are summed up beside the graph
_NARROW = 380  # pixels below which one side stands below the other
_BESIDE = 210
_LOW = 260  # pixels of height below which little is said above the graph
_ANY = (1 << 24) - 1  # the largest width in Qt
_HIDDEN = message("The graph is hidden, as are the next moves.")
_TOLD = 5  # mistakes that are named to screen readers


class SideSummary(QWidget):
    """How well a side played: accuracy, average loss, the number of mistakes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dot = ColourDot()
        self._name, self._accuracy = Label(look="name"), Label()
        self._detail = Label(look="muted", wraps=True)
        self._moves = self._short = False
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(7)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self._dot, 0, 0)
        grid.addWidget(self._name, 0, 1)
        grid.addWidget(self._accuracy, 0, 2, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self._detail, 1, 1, 1, 2)

    def set_short(self, short: bool) -> None:
        """Show the accuracy alone where there is little room; the rest is in the tooltip."""
        self._short = short
        self._detail.setVisible(self._moves and not short)

    def show_side(self, states: States, side: int, quality: SideQuality) -> None:
        """Show how well a side of a game played."""
        game = states.game
        self._dot.set_colour(game.sides[side].colour)
        self._name.setText(tr(states.side_name(side)))
        accuracy = quality.accuracy
        self._accuracy.setText(
            "" if accuracy is None else tr(message("accuracy {percent} %", percent=round(accuracy)))
        )
        counts = "   ".join(f"{sign_of(glyph)} {quality.glyphs[glyph]}" for glyph in QUALITY_GLYPHS)
        loss = loss_words(quality, game.score_unit)
        self._detail.setText("\n".join(([tr(loss)] if loss is not None else []) + [counts]))
        self._moves = bool(quality.moves)
        self.set_short(self._short)
        self.setAccessibleName(tr(side_words(states, side, quality)))


def formula_words(game: Game[State], points: bool) -> Message:
    """How the numbers are computed, with their source."""
    scale = game.quality_scale
    if points:
        small, large, huge = (Number.of(one) for one in scale.points)
        return message(
            "A move is marked ?! if it loses {small} points, ? if {large}, ?? if {huge}, as in KaTrain. "
            "Accuracy: 100 % times 0.75 for each point lost on average (KaTrain's formula, without its "
            "weights).",
            small=small,
            large=large,
            huge=huge,
        )
    small, large, huge = (Number.of(100 * one) for one in scale.chances)
    return message(
        "A move is marked ?! if it loses {small} % of the chance of winning, ? if {large} %, ?? if {huge} %. "
        "The chance is 1 / (1 + exp(−{steepness} × score)), the score in centipawns. Accuracy: the mean of "
        "the weighted and the harmonic mean of 103.17 × exp(−0.0435 × loss in %) − 2.17 "
        "(lichess.org/page/accuracy). Scores count up to ±{ceiling}.",
        small=small,
        large=large,
        huge=huge,
        steepness=Number(scale.steepness, 5),
        ceiling=Number.of(scale.ceiling / (100 if game.score_unit is ScoreUnit.PAWNS else 1)),
    )


class EvaluationPage(QWidget):
    """The page.

    Attributes:
        valuation: the values that are shown.
        view: the graph.
        summary: what it shows as a text: both sides, and the worst moves.
    """

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setAccessibleName(tr(message("Evaluation")))
        self.valuation = valuation_of(session)
        self.view = EvaluationChart(session, self.valuation)
        self.view.chosen.connect(self._go)
        self._told = Label(look="muted", wraps=True)
        self._told.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sides = (SideSummary(), SideSummary())
        self._summary = QWidget()
        self._pair = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._summary)
        self._pair.setContentsMargins(0, 0, 0, 0)
        self._pair.setSpacing(10)
        for side in self.sides:
            self._pair.addWidget(side, 1)
        self._pair.addStretch(1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(18, 8, 8, 8)
        self._row.setSpacing(8)
        self._row.addWidget(self._summary)
        self._row.addWidget(self._told, 1)
        self._row.addWidget(self.view, 1)
        self.summary = ""
        self.valuation.found.connect(self._show)
        session.moved.connect(self._say)
        session.chosen.connect(self._show)
        self._show()

    def _go(self, index: int) -> None:
        self._session.go(self.valuation.now.line[index])

    def step_mistake(self, way: int) -> bool:
        """Go to the next marked move (1) or the one before (-1); whether there is one."""
        if self.valuation.index is None:
            self.valuation.run_now()
        here = self.valuation.index or 0
        marked = [index for index, _ in self.view.curve.marks if (index - here) * way > 0]
        if not marked:
            return False
        self._go(min(marked) if way > 0 else max(marked))
        return True

    # -------------------------------------------------------------------------------- showing

    def _show(self) -> None:
        now, game = self.valuation.now, self._session.game
        hidden = self._session.concealing
        judged = not hidden and any(side.moves for side in now.sides)
        filled = not hidden and (bool(now.evaluated) or now.timed)
        none = message("This line has no evaluations yet. Analysing it fills the graph.")
        self._told.setText(tr(_HIDDEN if hidden else none))
        self.view.setVisible(filled)
        self._told.setVisible(not filled)
        self._summary.setVisible(judged)
        for number, side in enumerate(self.sides):
            side.show_side(self._session.states, number, now.sides[number])
        points = any(side.points is not None for side in now.sides)
        parts = [side_words(self._session.states, side, now.sides[side]) for side in (0, 1)]
        parts.append(formula_words(game, points))
        set_tip(self._summary, "\n\n".join(tr(part) for part in parts))
        self.summary = self._in_words()
        self._say()

    def _say(self) -> None:
        """Tell screen readers what the graph shows, and what it says of the current move."""
        if not self.isVisible():
            return
        if self._session.concealing:
            self.view.setAccessibleDescription(tr(_HIDDEN))
            return
        parts = []
        index = self.valuation.index
        if index is not None and self.valuation.now.evaluated:
            parts.append(self.view.words_at(index).replace("\n", ", "))
        self.view.setAccessibleDescription(". ".join([*parts, self.summary]))

    def _in_words(self) -> str:
        now = self.valuation.now
        if not now.qualities:
            return tr(counted("{count} evaluation", "{count} evaluations", now.evaluated))
        parts = [tr(side_words(self._session.states, side, now.sides[side])) for side in (0, 1)]
        worst = sorted(worst_moves(now, _TOLD))
        parts += [self.view.words_at(index).replace("\n", ", ") for index in worst]
        return ". ".join(parts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        wide = self.width() >= _WIDE
        self._row.setDirection(across if wide else down)
        self._pair.setDirection(down if wide or self.width() < _NARROW else across)
        self._summary.setMinimumWidth(_BESIDE if wide else 0)
        self._summary.setMaximumWidth(_BESIDE if wide else _ANY)
        for side in self.sides:
            side.set_short(not wide and self.height() < _LOW)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.valuation.follow(True, self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.valuation.follow(False, self)

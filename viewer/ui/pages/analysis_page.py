"""The page of the engines: their lines for the current position, and what they have searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, in_context, message, number
from viewer.engines.chosen import is_variant
from viewer.engines.installed import offers
from viewer.ui.graph.peek import Peek
from viewer.ui.pages.comment_panel import WholeParts
from viewer.ui.pages.engine_lines_view import LineView
from viewer.ui.session.analyst import MOST_LINES, Analyst
from viewer.ui.session.engine_lines import ComparedMove, EngineLines
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.keymap import set_key_tip
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.plain import Label, literal, set_tip

if TYPE_CHECKING:
    from viewer.ui.window.desk_analysis import DeskAnalysis

_CHIP = 24  # px of height
_FACTS = (
    150  # px of width, at least, of what was searched; it has a row of its own where there is less
)
_PART = 320
"""Pixels of width for each of several engines beside each other; else one stands below the other."""
_LOW = 190
"""Pixels of height for each of several engines one below the other; with less they show their lines alone."""
_THOUSAND, _MILLION = 1_000, 1_000_000


class AnalysisPage(QWidget):
    """The page: a part for each engine that analyses, beside each other where there is room.

    Signals:
        commandAsked: a button asks for a command, by its id.
        left: the user leaves the lines by a key.

    Attributes:
        parts: of the engines, the first one first.
    """

    commandAsked = Signal(str)
    left = Signal()

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._analysis: DeskAnalysis | None = None
        self._peek: Peek | None = None
        self.setAccessibleName(tr(message("Engine")))
        self._row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.parts: list[EnginePart] = []
        self._add_part()

    @property
    def view(self) -> LineView:
        """The lines of the first engine."""
        return self.parts[0].view

    def _add_part(self) -> EnginePart:
        part = EnginePart(self._session, beside=bool(self.parts))
        part.commandAsked.connect(self.commandAsked)
        part.view.left.connect(self.left)
        part.turned.connect(self._turn)
        part.closed.connect(self._close)
        self.parts.append(part)
        self._row.addWidget(part, 1)
        return part

    def follow(self, analysis: DeskAnalysis, peek: Peek) -> None:
        """Show what the engines of a desk find; once. `peek` previews positions."""
        self._analysis, self._peek = analysis, peek
        self.parts[0].follow(analysis.analyst, peek)
        analysis.turned.connect(self._show_parts)
        self._show_parts()

    def _show_parts(self) -> None:
        """Show a part for each engine; what shows an engine is shown by one part for good."""
        assert self._analysis is not None
        assert self._peek is not None
        analysts = self._analysis.analysts
        for analyst in analysts:
            if all(part.analyst is not analyst for part in self.parts):
                self._add_part().follow(analyst, self._peek)
        for part in self.parts:
            part.setVisible(part.analyst in analysts)
        self._lay()

    def _turn(self, analyst: Analyst | None) -> None:
        """Start or stop an engine; where there are several, this one alone."""
        setup = None if analyst is None else analyst.setup
        if self._analysis is None or not self._analysis.beside or analyst is None or setup is None:
            self.commandAsked.emit("analyse")
        elif analyst.running:
            analyst.stop()
        else:
            analyst.start(setup)

    def _close(self, analyst: Analyst) -> None:
        if self._analysis is not None:
            self._analysis.leave(analyst)
            self.parts[0].setFocus()

    def _lay(self) -> None:
        shown = sum(not part.isHidden() for part in self.parts)
        across = shown > 1 and self.width() >= shown * _PART
        way = QBoxLayout.Direction.LeftToRight if across else QBoxLayout.Direction.TopToBottom
        self._row.setDirection(way)
        brief = shown > 1 and not across and self.height() < shown * _LOW
        for part in self.parts:
            part.be_brief(brief)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay()


class EnginePart(QWidget):
    """What one engine finds.

    Signals:
        commandAsked: a button asks for a command, by its id.
        turned: an Analyst is to be started or stopped alone.
        closed: an Analyst is to be shown no longer.
    """

    commandAsked = Signal(str)
    turned = Signal(object)
    closed = Signal(object)

    def __init__(self, session: RecordSession, beside: bool = False) -> None:
        """`beside`: whether the engine analyses beside another one, with the same settings."""
        super().__init__()
        self._session = session
        self._beside = beside
        self.analyst: Analyst | None = None
        self._lines: EngineLines | None = None
        self._brief = False
        self._switch = self._chip("")
        self._switch.clicked.connect(lambda: self.turned.emit(self.analyst))
        self._name = Label(look="name") if beside else self._chip("choose-engine")
        self._another = self._chip("analyse-beside")
        self._close = self._chip("", "×")
        self._close.clicked.connect(lambda: self.closed.emit(self.analyst))
        self._threat = self._chip("threat", checkable=True)
        self._fewer, self._more = self._chip("fewer-lines", "−"), self._chip("more-lines", "+")
        self._count = Label(look="muted")
        self._facts = WholeParts()
        self._facts.set_look("muted")
        self._facts.setMinimumWidth(_FACTS)
        self._told = Label(look="muted", wraps=True)
        counted = QWidget(self)
        counted.setHidden(beside)
        few = QHBoxLayout(counted)
        few.setContentsMargins(0, 0, 0, 0)
        few.setSpacing(4)
        for part in (self._fewer, self._count, self._more):
            few.addWidget(part)
        self._top = QWidget()
        top = FlowLayout(self._top, fills=True)
        self._meaning = Label(look="muted")
        settings = (self._close,) if beside else (self._another, self._threat, counted)
        for one in (self._switch, self._name, *settings, self._meaning, self._facts):
            top.addWidget(one)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(13, 6, 14, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self._top)
        self._column.addWidget(self._told)
        self._missing = _MissingEngine(self._chip("add-engine"), self._chip("analyse"))
        self._missing.hide()
        self._column.addWidget(self._missing)
        self.view = LineView()
        self.view.setAccessibleName(tr(message("Lines of the engine")))
        rows = QVBoxLayout()
        rows.setContentsMargins(-12, 0, -14, 0)
        rows.addWidget(self.view)
        self._column.addLayout(rows, 1)
        self._compared = Label(wraps=True)
        self._compare = self._chip("compare-move")
        below = QHBoxLayout()
        below.setContentsMargins(0, 0, 0, 5)
        below.addWidget(self._compared, 1)
        below.addWidget(self._compare, 0, Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(below)
        self._show()

    def be_brief(self, on: bool) -> None:
        """Show the lines alone, without what was searched, the count of lines and the move played."""
        if on != self._brief:
            self._brief = on
            self._show()

    def _chip(self, command: str, text: str = "", checkable: bool = False) -> QPushButton:
        chip = QPushButton(text, self)
        chip.setProperty("chip", True)
        chip.setMinimumHeight(_CHIP)
        chip.setCheckable(checkable)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if command:
            chip.clicked.connect(lambda: self.commandAsked.emit(command))
        return chip

    def follow(self, analyst: Analyst, peek: Peek) -> None:
        """Show what an analyst finds; once. `peek` previews positions."""
        self.analyst = analyst
        self._lines = EngineLines(self._session, analyst)
        self.view.chosen.connect(self._lines.preview)
        self.view.wanted.connect(self._lines.play)
        self.view.preview_with(peek)
        analyst.turned.connect(self._show)
        analyst.found.connect(self._show)
        self._session.restyled.connect(self._show)
        self._session.chosen.connect(self._show)
        self._show()

    def _show(self) -> None:
        analyst = self.analyst
        running = analyst is not None and analyst.running
        self._switch.setText(
            tr(message("Stop") if running else in_context("a position", "Analyse"))
        )
        set_key_tip(self._switch, tr(message("Start or stop the engine")), "analyse")
        self._threat.setText(tr(message("Threat")))
        set_key_tip(self._threat, tr(message("What if the side to move passed?")), "threat")
        self._threat.setChecked(analyst is not None and analyst.threat)
        set_tip(self._name, tr(message("Analyse with another engine")))
        for chip, words in (
            (self._fewer, message("Fewer engine lines")),
            (self._more, message("More engine lines")),
        ):
            set_tip(chip, tr(words))
            chip.setAccessibleName(tr(words))
        self._another.setText(tr(message("Beside")))
        set_key_tip(
            self._another,
            tr(message("Another engine analyses the same position beside")),
            "analyse-beside",
        )
        first = running and not self._beside
        self._another.setVisible(first)
        for part in (self._fewer, self._count, self._more, self._threat):
            part.setVisible(first and not self._brief)
        set_tip(self._close, tr(message("Show this engine no longer")))
        self._close.setAccessibleName(tr(message("Show this engine no longer")))
        self._close.setVisible(self._beside)
        lacking = analyst is not None and analyst.lacking
        self._missing.setVisible(lacking)
        self._top.setVisible(not lacking)
        self._name.setVisible(analyst is not None and analyst.setup is not None)
        self._show_compared(None)
        facts = None if analyst is None or lacking else self._searched(analyst)
        self._facts.setText("" if facts is None else tr(facts))
        self._facts.setVisible(facts is not None and not self._brief)
        found = None if analyst is None or lacking else analyst.analysis
        meant = found is not None and found.evaluation is not None
        self._meaning.setVisible(meant and not self._brief)
        self._told.setVisible(facts is None and not lacking)
        if analyst is None:
            self._told.setText(tr(message("An engine shows here what it thinks of the position.")))
            return
        self._fewer.setEnabled(analyst.lines > 1)
        self._more.setEnabled(analyst.lines < MOST_LINES)
        self._count.setText(str(analyst.lines))
        name = analyst.setup.name if analyst.setup is not None else ""
        self._name.setText(name if self._beside else literal(name))
        self.setAccessibleName(name or tr(message("Engine")))
        self._told.setText(tr(self._words(analyst)))
        if lacking:
            game, state = self._session.game, self._session.shown_state
            self._missing.show_offers(game.name, offers(game.id, is_variant(game.id, state)))
        if self._lines is not None:
            self.view.lines.show(self._lines.lines())
            self._meaning.setText(tr(self._lines.meaning))
            set_tip(self.view, tr(self._lines.meaning))
            compares = first and not self._brief
            self._show_compared(self._lines.compared() if compares else None)

    def _show_compared(self, found: ComparedMove | None) -> None:
        """Show what the next move of the record is worth."""
        analyst = self.analyst
        self._compared.setVisible(found is not None)
        unknown = found is not None and found.loss is None
        self._compare.setVisible(unknown and analyst is not None and analyst.comparing is None)
        self._compare.setText(tr(message("Compare")))
        set_key_tip(self._compare, tr(message("Evaluate the next move, too")), "compare-move")
        if found is not None:
            asked = analyst is not None and analyst.comparing is not None
            self._compared.setText(tr(compared_words(found, asked)))
            self._compared.set_look("" if found.is_best or unknown else "name")

    def _words(self, analyst: Analyst) -> Message:
        found = analyst.analysis
        if analyst.note is not None:
            return analyst.note
        if found is None:
            return analyst.stage if analyst.running else message("This position wasn't analysed.")
        if not found.lines:
            return message("The engine has no move here.") if found.final else analyst.stage
        return message("Considered moves, the best first.")

    def _searched(self, analyst: Analyst) -> Message | None:
        """What was searched, None where a sentence stands in its place."""
        found = analyst.analysis
        if analyst.note is not None or found is None or not found.lines:
            return None
        parts: list[Message] = []
        if analyst.threat:
            parts.append(message("if the side to move passed"))
        if found.depth is not None:
            parts.append(message("depth {depth}", depth=found.depth))
        if found.nodes is not None:
            parts.append(message("{count} nodes", count=_short(found.nodes)))
        if found.speed is not None:
            parts.append(message("{count} a second", count=_short(found.speed)))
        if not parts:
            return None
        words = parts[0]
        for part in parts[1:]:
            words = message("{first}  ·  {second}", first=words, second=part)
        return words


class _MissingEngine(QWidget):
    """What stands in place of lines where there is no engine for the game."""

    def __init__(self, choose: QPushButton, again: QPushButton) -> None:
        super().__init__()
        self._title = Label(look="name", wraps=True)
        self._text = Label(wraps=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._choose, self._again = choose, again
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addWidget(self._text)
        row = QHBoxLayout()
        for chip in (choose, again):
            row.addWidget(chip)
        row.addStretch(1)
        column.addLayout(row)

    def show_offers(self, game: Message, found: list[Message]) -> None:
        """Say what may be installed for a game."""
        self._title.setText(
            tr(message("No engine for {game} was found on this computer", game=game))
        )
        if found:
            first = message("Qipu brings no engines of its own. These are free:")
            parts = [tr(first), "\n".join(f"•  {tr(one)}" for one in found)]
        else:
            parts = [tr(message("Qipu brings no engines of its own."))]
        parts.append(tr(message("If you have one, choose its program.")))
        self._text.setText("\n\n".join(parts))
        self._choose.setText(tr(message("Choose a program…")))
        self._again.setText(tr(message("Look again")))


def compared_words(found: ComparedMove, asked: bool) -> Message:
    """The next move of the record beside the best; `asked`: it is being evaluated."""
    if found.is_best:
        return message("Played: {move}, the best move", move=found.played)
    best = message("{move} ({value})", move=found.best, value=found.best_value)
    if found.loss is None:
        if asked:
            return message("Played: {move}; it is being compared…", move=found.played)
        return message("Played: {move}; it isn't among the lines", move=found.played)
    return message(
        "Played: {move} ({value}); {loss}. Best: {best}",
        move=f"{found.played}{found.glyph}",
        value=found.value,
        loss=found.loss,
        best=best,
    )


def _short(count: int) -> Message:
    """A large number in few digits: 1.2 M, 340 k."""
    if count >= _MILLION:
        return message("{count} M", count=Number(count / _MILLION, 1))
    if count >= _THOUSAND:
        return message("{count} k", count=Number(count / _THOUSAND))
    return number(count)

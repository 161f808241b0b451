"""The engine at a desk: what it finds is shown on the board, in the bar beside it, and in a panel."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from viewer.scene.candidates import NO_ADVICE, Advice
from viewer.ui.board.stage import Stage
from viewer.ui.graph.peek import Peek
from viewer.ui.models.words import Wording
from viewer.ui.pages.analysis_page import AnalysisPage
from viewer.ui.pages.desk_panels import DeskPanels
from viewer.ui.session.analyst import Analyst
from viewer.ui.session.engine_lines import EngineLines
from viewer.ui.session.record_session import RecordSession


class DeskAnalysis:
    """Has an engine analyse the position of a desk, and shows what it finds.

    Attributes:
        analyst: has the engine analyse.
        advice: the next moves that it proposes.
    """

    def __init__(self, session: RecordSession, stage: Stage, parent: QObject) -> None:
        self._session, self._stage, self._view = session, stage, session.looks.analysis
        self.analyst = Analyst(session, parent)
        self.analyst.set_lines(self._view.lines)
        self.advice = EngineLines(session, self.analyst)
        stage.add_advice(self._advised)
        self.analyst.found.connect(self._show)
        session.dressed.connect(self._dressed)

    def _dressed(self) -> None:
        view = self._session.looks.analysis
        if view != self._view:
            self._view = view
            self.analyst.set_lines(view.lines)
            self._show()

    def _advised(self) -> Advice:
        """What the engine shows on the board."""
        analyst, view = self.analyst, self._view
        if not analyst.running or analyst.node is not self._session.shown:
            return NO_ADVICE
        moves = tuple(self.advice.candidates()) if view.moves else ()
        found = analyst.analysis
        owned = found.ownership if found is not None and view.ownership else {}
        return Advice(moves, owned, analyst.threat)

    def _show(self) -> None:
        analyst = self.analyst
        found = analyst.known(analyst.node) if analyst.threat else analyst.analysis
        seen = analyst.running and self._view.bar and found is not None
        self._stage.show_worth(found.evaluation if seen and found is not None else None)
        self._stage.board.overlay.forget()
        self._stage.board.update()

    def show_in(self, panels: DeskPanels) -> None:
        """Have the panel for that show what the engine finds, once it is made."""
        panels.pageMade.connect(self._follow)
        self._follow("analysis", panels.made("analysis"))

    def _follow(self, id: str, page: QWidget | None) -> None:
        if isinstance(page, AnalysisPage):
            page.follow(self.analyst, Peek(self._session, Wording(self._session), page))
            page.view.left.connect(self._leave)

    def _leave(self) -> None:
        """Show the record again, or else give the keys to the board."""
        if not self._session.end_trial():
            self._stage.board.setFocus()

"""The engine at a desk: what it finds is shown on the board, in the bar beside it, and in a panel."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from viewer.base.messages import Message, listed, message
from viewer.base.processes import processors
from viewer.engines.engine import EngineSetup
from viewer.scene.candidates import NO_ADVICE, Advice
from viewer.ui.board.stage import Stage
from viewer.ui.graph.peek import Peek
from viewer.ui.models.words import Wording
from viewer.ui.pages.analysis_page import AnalysisPage
from viewer.ui.pages.desk_panels import DeskPanels
from viewer.ui.session.analyst import Analyst
from viewer.ui.session.engine_lines import EngineLines
from viewer.ui.session.findings import EngineFinds
from viewer.ui.session.record_session import RecordSession


class DeskAnalysis(QObject):
    """Has engines analyse the position of a desk, and shows what they find: the board that of the first.

    Attributes:
        analyst: has the first engine analyse.
        beside: have others analyse the same position, at most `MOST_BESIDE` with the first.
        advice: the next moves that the first proposes.

    Signals:
        turned: one of them was started or stopped, or there are others.
    """

    turned = Signal()

    def __init__(self, session: RecordSession, stage: Stage, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._stage, self._view = session, stage, session.looks.analysis
        self.beside: list[Analyst] = []
        self._idle: list[Analyst] = []  # that were beside, for the next that are
        self.analyst = Analyst(session, self)
        self.analyst.turned.connect(self.turned)
        self.turned.connect(self._share)
        self.analyst.set_lines(self._view.lines)
        self.advice = EngineLines(session, self.analyst)
        stage.add_advice(self._advised)
        self.analyst.found.connect(self._show)
        session.dressed.connect(self._dressed)

    @property
    def analysts(self) -> list[Analyst]:
        """All of them, the first one first."""
        return [self.analyst, *self.beside]

    @property
    def running(self) -> list[Analyst]:
        """Those that analyse."""
        return [one for one in self.analysts if one.running]

    @property
    def words(self) -> Message | None:
        """What the engines do, None if none analyses."""
        running = self.running
        if len(running) < 2:
            return running[0].words if running else None
        names = [one.setup.name for one in running if one.setup is not None]
        engines = listed([message("{name}", name=name) for name in names])
        return message("Analysing: {engines}", engines=engines)

    def start_beside(self, setup: EngineSetup) -> None:
        """Have another engine analyse the same position."""
        if self._idle:
            analyst = self._idle.pop()
            analyst.finds.clear()
        else:
            analyst = Analyst(self._session, self, EngineFinds(self))
            analyst.turned.connect(self.turned)
        analyst.set_lines(self._view.lines)
        self.beside.append(analyst)
        analyst.start(setup)

    def leave(self, analyst: Analyst) -> None:
        """Stop an engine that is beside the first, and show it no longer."""
        if analyst in self.beside:
            self.beside.remove(analyst)
            self._idle.append(analyst)
            analyst.stop()
            self.turned.emit()

    def _share(self) -> None:
        """Divide the processors among those that analyse."""
        count = len(self.running)
        for one in self.running:
            one.share(max(1, processors() // count) if count > 1 else 0)

    def stop(self) -> None:
        """Stop all; what was found stays."""
        for one in self.analysts:
            one.stop()

    def set_threat(self, on: bool) -> None:
        """Have all analyse what the other side would do, or the position again."""
        for one in self.analysts:
            one.set_threat(on)

    def close(self) -> None:
        """Stop all, and wait until no engine is left."""
        self.stop()
        for one in (*self.analysts, *self._idle):
            one.close()

    def _dressed(self) -> None:
        view = self._session.looks.analysis
        if view != self._view:
            self._view = view
            for one in self.analysts:
                one.set_lines(view.lines)
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
            page.follow(self, Peek(self._session, Wording(self._session), page))
            page.left.connect(self._leave)

    def _leave(self) -> None:
        """Show the record again, or else give the keys to the board."""
        if not self._session.end_trial():
            self._stage.board.setFocus()

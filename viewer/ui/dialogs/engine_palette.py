"""The engines that fit a position, to choose one from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.engines.engine import EngineSetup
from viewer.ui.toolkit.finding_frame import matches
from viewer.ui.toolkit.finding_list import FindingList, FoundRow


class EnginePalette(FindingList):
    """Engines as rows, filtered by typing; Enter starts the selected one, Escape closes."""

    def __init__(
        self,
        over: QWidget,
        engines: Sequence[EngineSetup],
        running: str,
        start: Callable[[EngineSetup], object],
    ) -> None:
        """`running`: the name of the one that analyses, "" for none."""
        name = tr(message("Analyse with"))
        super().__init__(over, name, name, tr(message("Engines")))
        self._engines, self._running, self._start = engines, running, start
        self.look_for("")

    def found(self, text: str) -> Iterator[FoundRow]:
        fitting = [one for one in self._engines if matches(text, one.name)]
        for one in fitting:
            yield FoundRow(
                one.name, partial(self._start, one), one.program, holds=one.name == self._running
            )
        if not fitting:
            yield FoundRow(tr(message("No engine of your list fits.")))

"""The engines of the user's list: analysing with them, and adding one."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.engines.chosen import engines_for, engines_text, read_engines
from viewer.engines.engine import EngineSetup
from viewer.engines.identify import Identity, identify
from viewer.engines.installed import InstalledEngine, installed_engines
from viewer.engines.process import EngineFault
from viewer.engines.translation import TRANSLATORS
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.workbench.protocols import Workbench

_FILE = "engines.json"


class EngineController(QObject):
    """Analyses with the engines of the list, and asks for one when there is none for a game.

    Attributes:
        search: finds the engines that are installed for a game; replaced in tests.
    """

    search: Callable[[str], list[InstalledEngine]] = staticmethod(installed_engines)

    def __init__(self, window: Workbench) -> None:
        super().__init__(window.dialog_parent)
        self._window = window
        self._asked = ""  # the program that is being identified
        self._runner = JobRunner(self, (EngineFault,))
        self._runner.result.connect(self._add)
        self._runner.failed.connect(self._failed)

    @property
    def engines(self) -> tuple[EngineSetup, ...]:
        """The list."""
        return read_engines(self._window.store.kept_text(_FILE))

    def keep(self, engines: tuple[EngineSetup, ...]) -> None:
        """Replace the list."""
        if not self._window.store.keep_text(_FILE, engines_text(engines)):
            self._window.tell(message("The list of engines couldn't be written."))

    # ---------------------------------------------------------------------------- analysing

    def toggle(self) -> None:
        """Start or stop analysing the position that is shown."""
        desk = self._window.desk
        if desk is None:
            return
        if desk.analyst.running:
            desk.analyst.stop()
            return
        game = desk.session.game
        if game.id not in TRANSLATORS:
            self._window.say(message("Qipu knows no engines for {game}.", game=game.name))
            return
        engines = engines_for(self.engines, game.id)
        if engines:
            self.start(engines[0])
        else:
            self._offer()

    def start(self, setup: EngineSetup) -> None:
        """Analyse with an engine."""
        desk = self._window.desk
        if desk is not None:
            desk.analyst.start(setup)
            desk.panels.show_page("analysis")

    def change_lines(self, step: int) -> None:
        """Ask for more lines, or for fewer."""
        desk = self._window.desk
        if desk is not None and desk.analyst.running:
            desk.analyst.set_lines(desk.analyst.lines + step)

    # ------------------------------------------------------------------------------- adding

    def _offer(self) -> None:
        """Offer an installed engine for the game that is shown, else ask for a program."""
        desk = self._window.desk
        assert desk is not None
        game = desk.session.game
        found = self.search(game.id)
        if not found:
            answer = self._window.questions.ask(
                message("No engine for {game} was found on this computer", game=game.name),
                message("If you have one, choose its program. Qipu brings no engines of its own."),
                {"choose": message("Choose a program…"), "stay": message("Cancel")},
                safe="choose",
            )
            if answer == "choose":
                self.choose_program()
            return
        first = found[0]
        answer = self._window.questions.ask(
            message("Analyse with {engine}?", engine=first.known.title),
            message(
                "It is installed on this computer: {path}. Engines start only when you ask for an analysis.",
                path=first.path,
            ),
            {
                "use": message("Analyse with {engine}", engine=first.known.title),
                "choose": message("Choose another program…"),
                "stay": message("Cancel"),
            },
            safe="use",
        )
        if answer == "use":
            self.identify(first.path)
        elif answer == "choose":
            self.choose_program()

    def choose_program(self) -> None:
        """Ask for the program of an engine, and add it to the list."""
        path, _ = QFileDialog.getOpenFileName(
            self._window.dialog_parent, tr(message("The program of an engine"))
        )
        if path:
            self.identify(path)

    def identify(self, program: str) -> None:
        """Find out what a program is, then add it to the list and analyse with it."""
        self._asked = os.path.abspath(program)
        name = os.path.basename(program)
        desk = self._window.desk
        if desk is not None:
            desk.panels.show_page("analysis")
            desk.analyst.await_engine(message("Getting to know {engine}…", engine=name))
        self._runner.start(identify(self._asked))

    def _add(self, found: Identity) -> None:
        known = [one for one in self.engines if one.program != self._asked]
        setup = EngineSetup(
            _unused(found.name, {one.name for one in known}),
            self._asked,
            found.arguments,
            found.protocols,
        )
        self.keep((*known, setup))
        desk = self._window.desk
        if desk is None:
            return
        if desk.session.game.id in setup.protocols:
            self.start(setup)
            return
        self._window.tell(
            message(
                "{engine} was added, but it doesn't play {game}.",
                engine=setup.name,
                game=desk.session.game.name,
            )
        )

    def _failed(self, error: Exception) -> None:
        if isinstance(error, EngineFault):
            self._window.tell(error.reason)
            if self._window.desk is not None:
                self._window.desk.analyst.await_engine(error.reason)


def _unused(name: str, taken: set[str]) -> str:
    """A name that isn't taken: with a number if it has to be."""
    number = 2
    unused = name
    while unused in taken:
        unused, number = f"{name} ({number})", number + 1
    return unused

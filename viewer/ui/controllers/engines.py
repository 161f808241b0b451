"""The engines of the user's list: analysing with them, and adding one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.settings import SETTINGS
from viewer.engines.chosen import (
    LIST_FILE,
    engines_for,
    engines_text,
    is_variant,
    read_engines,
    unused,
)
from viewer.engines.engine import EngineSetup
from viewer.engines.identify import Identity, identify, unknown_setup
from viewer.engines.installed import InstalledEngine, installed_engines
from viewer.engines.process import EngineFault, missing
from viewer.engines.translation import TRANSLATORS
from viewer.ui.session.analyst import MOST_BESIDE
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.palette_frame import matches
from viewer.ui.toolkit.palette_list import PaletteList, PaletteRow

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


class EnginePalette(PaletteList):
    """Engines as rows, filtered by typing; Enter starts the selected one, Escape closes."""

    def __init__(
        self,
        over: QWidget,
        engines: Sequence[EngineSetup],
        running: str,
        start: Callable[[EngineSetup], object],
        others: Sequence[PaletteRow],
        title: Message | None = None,
    ) -> None:
        """`running`: the name of the one that analyses, "" for none; `others`: rows below the engines."""
        name = tr(title or message("Analyse with"))
        super().__init__(over, name, name, tr(message("Engines")))
        self._engines, self._running, self._start = engines, running, start
        self._others = others
        self.look_for("")

    def found(self, text: str) -> Iterator[PaletteRow]:
        fitting = [one for one in self._engines if matches(text, one.name)]
        for one in fitting:
            yield PaletteRow(
                one.name, partial(self._start, one), one.program, holds=one.name == self._running
            )
        if not fitting and self._engines:
            yield PaletteRow(tr(message("No engine of your list fits.")))
        yield from (one for one in self._others if matches(text, one.words))


class EngineController(QObject):
    """Analyses with the engines of the list, and asks for one when there is none for a game.

    Attributes:
        search: finds the engines that are installed for a game; replaced in tests.
    """

    search: Callable[[str], list[InstalledEngine]] = staticmethod(installed_engines)

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._asked: EngineSetup | None = None  # what is being identified
        self._then: Callable[[EngineSetup], object] | None = (
            None  # what is done then; None: analyse
        )
        self._runner = JobRunner(self, (EngineFault,))
        self._runner.result.connect(self._add)
        self._runner.failed.connect(self._failed)

    @property
    def engines(self) -> tuple[EngineSetup, ...]:
        """The list."""
        return self._window.store.kept(LIST_FILE, read_engines, engines_text)

    def keep(self, engines: tuple[EngineSetup, ...]) -> None:
        """Replace the list."""
        if not self._window.store.keep_text(LIST_FILE, engines_text(engines)):
            self._window.tell(message("The list of engines couldn't be written."), of=EVERYWHERE)

    # ---------------------------------------------------------------------------- analysing

    def fitting(self) -> list[EngineSetup]:
        """The engines for the position that is shown, the one to take first."""
        session = self._window.session
        if session is None:
            return []
        return engines_for(self.engines, session.game.id, session.state)

    def toggle(self) -> None:
        """Start or stop analysing the position that is shown."""
        desk = self._window.desk
        if desk is None:
            return
        if desk.analysing is not None:
            desk.stop_analysing()
            return
        game = desk.session.game
        if game.id not in TRANSLATORS:
            self._window.say(message("Qipu knows no engines for {game}.", game=game.name))
            return
        engines = self.fitting()
        last = desk.analyst.setup
        if engines:
            again = [one for one in engines if last is not None and one.name == last.name]
            self.start((again or engines)[0])
            for one in desk.analysis.beside:
                if one.setup is not None:
                    one.start(one.setup)
        else:
            self._then = None
            self._offer()

    def need(self, then: Callable[[], object]) -> None:
        """Do something that needs an engine for the position that is shown; offer one if there is none."""
        game = self._window.session.game if self._window.session is not None else None
        if game is None:
            return
        if self.fitting():
            then()
        elif game.id not in TRANSLATORS:
            self._window.say(message("Qipu knows no engines for {game}.", game=game.name))
        else:
            self._then = lambda setup: then()
            self._offer()

    def start(self, setup: EngineSetup, beside: bool = False) -> None:
        """Analyse with an engine; `beside`: together with those that analyse already."""
        desk = self._window.desk
        if desk is None:
            return
        if beside:
            desk.analysis.start_beside(setup)
        else:
            desk.analyst.start(setup)
        desk.panels.show_page("analysis")

    def choose(self) -> None:
        """Let the user choose the engine that analyses."""
        desk = self._window.desk
        if desk is None:
            return
        engines = self.fitting()
        if not engines:
            self.toggle()
            return
        setup = desk.analyst.setup
        running = setup.name if setup is not None and desk.analyst.running else ""
        others = self._unlisted()
        EnginePalette(self._window, engines, running, self.start, others).open_over()

    def choose_beside(self) -> None:
        """Let the user choose another engine, which analyses together with those that do already."""
        desk = self._window.desk
        if desk is None:
            return
        if desk.analyst.setup is None or not self.fitting():
            self.choose()  # the first one
            return
        if len(desk.analysis.analysts) >= MOST_BESIDE:
            words = message("{count} engines analyse side by side at most.", count=MOST_BESIDE)
            self._window.say(words)
            return
        taken = [one.setup.name for one in desk.analysis.analysts if one.setup is not None]
        engines = [one for one in self.fitting() if one.name not in taken]
        title = message("Analyse with another engine beside")
        start = partial(self.start, beside=True)
        EnginePalette(self._window, engines, "", start, self._unlisted(start), title).open_over()

    def _unlisted(self, start: Callable[[EngineSetup], object] | None = None) -> list[PaletteRow]:
        """Rows for the engines on this computer that aren't in the list yet, and for any other program.

        `start`: what is done with one that was added; None: it analyses.
        """
        listed = {os.path.realpath(one.program) for one in self.engines}
        rows = [
            PaletteRow(one.known.title, partial(self._take, one.path, start), one.path)
            for one in self._installed()
            if os.path.realpath(one.path) not in listed
        ]
        return [
            *rows,
            PaletteRow(tr(message("Choose another program…")), partial(self._take, "", start)),
        ]

    def _take(self, program: str, start: Callable[[EngineSetup], object] | None) -> None:
        """Add a program, "" to ask for one, and start it then."""
        self._then = start
        if program:
            self.identify(program)
        else:
            self.choose_program()

    def take_up(self) -> None:
        """Go on with the engines as the list has them now."""
        by_name = {one.name: one for one in self.engines}
        for desk in self._window.every_desk():
            if desk.analysing is None:
                continue
            for analyst in desk.analysis.running:
                setup = analyst.setup
                now = by_name.get(setup.name) if setup is not None else None
                if now is None:
                    analyst.stop()
                elif now != setup:
                    analyst.start(now)

    def change_lines(self, step: int) -> None:
        """Show more lines of engines, or fewer."""
        settings = self._window.settings
        field = SETTINGS["engine-lines"]
        lines = max(field.low, min(int(settings["engine-lines"]) + step, field.high))
        settings.set("engine-lines", lines)
        self._window.looks.show_looks()

    def toggle_ownership(self) -> None:
        """Shade points by their owner, or no longer."""
        settings, shown = self._window.settings, self._window.desk
        on = not settings["engine-ownership"]
        settings.set("engine-ownership", on)
        self._window.looks.show_looks()
        setup = shown.analyst.setup if on and shown is not None else None
        found = shown.analyst.analysis if shown is not None else None
        if setup is not None and found is not None and not found.ownership:
            self._window.say(message("{engine} doesn't estimate territory.", engine=setup.name))

    # ------------------------------------------------------------------------------- adding

    def _installed(self) -> list[InstalledEngine]:
        """The engines on this computer for the position that is shown."""
        session = self._window.session
        assert session is not None
        variant = is_variant(session.game.id, session.state)
        return [one for one in self.search(session.game.id) if one.known.variants or not variant]

    def _offer(self) -> None:
        """Offer an installed engine for the position that is shown, else say what may be installed."""
        desk = self._window.desk
        assert desk is not None
        found = self._installed()
        if not found:
            desk.panels.show_page("analysis")
            desk.analyst.miss_engine()
            return
        first = found[0]
        title = message("Analyse with {engine}?", engine=first.known.title)
        use = message("Analyse with {engine}", engine=first.known.title)
        if self._then is not None:
            title = message("Use {engine}?", engine=first.known.title)
            use = message("Use {engine}", engine=first.known.title)
        answer = self._window.questions.ask(
            title,
            message(
                "It is installed on this computer: {path}. Engines start only when you ask for an analysis.",
                path=first.path,
            ),
            {
                "use": use,
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
        path = FileDialog.open_file(
            self._window, tr(message("The program of an engine")), purpose="engine"
        )
        if path:
            self.identify(path)
        else:
            self._then = None

    def identify(self, program: str) -> None:
        """Find out what a program is, then add it to the list and analyse with it."""
        path = os.path.abspath(program)
        listed = [one for one in self.engines if one.program == path]
        self._asked = listed[0] if listed else unknown_setup(path)
        name = os.path.basename(program)
        desk = self._window.desk
        if desk is not None:
            desk.panels.show_page("analysis")
        self._tell(message("Getting to know {engine}…", engine=name))
        self._runner.start(identify(self._asked, self._tell))

    def _tell(self, words: Message) -> None:
        """Say what is done before an engine can start: in the page, unless another one's lines are there."""
        desk = self._window.desk
        if desk is not None and desk.analyst.running:
            self._window.say(words)
        elif desk is not None:
            desk.analyst.await_engine(words)

    def _add(self, found: Identity) -> None:
        engines, setup = self.engines, self._asked
        assert setup is not None
        if setup not in engines:
            setup = found.of(setup)._replace(name=unused(found.name, engines))
            self.keep((*engines, setup))
        elif not setup.protocols:
            known, setup = setup, found.of(setup)
            self.keep(tuple(setup if one == known else one for one in engines))
        desk = self._window.desk
        if desk is None:
            return
        session = desk.session
        then, self._then = self._then, None
        if setup.plays(session.game.id, session.state):
            desk.analyst.await_engine(None)
            (then or self.start)(setup)
            return
        if session.game.id in setup.protocols:
            words = message(
                "{engine} was added, but it doesn't play this variant.", engine=setup.name
            )
        else:
            words = message(
                "{engine} was added, but it doesn't play {game}.",
                engine=setup.name,
                game=session.game.name,
            )
        self._tell(words)
        self._window.tell(words)

    def _failed(self, error: Exception) -> None:
        self._then = None
        if isinstance(error, EngineFault):
            engines, setup = self.engines, self._asked
            assert setup is not None
            if setup not in engines and missing(setup.program) is None:
                setup = setup._replace(name=unused(setup.name, engines), fault=error.reason)
                self.keep((*engines, setup))
            self._window.tell(error.reason)
            self._tell(error.reason)

"""The evaluation graph of a line of 20,000 plies, and while an engine analyses: painted, and steps.

    bench_evaluations.py

Set DISPLAY to measure on a screen (Xvfb will do); without one Qt's offscreen platform is used. The engine is
Stockfish, if it is installed; it takes all processors but one, as in the window.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep

from figures import median, p95, row, times
from PySide6.QtWidgets import QApplication

from viewer.document.workspace import Workspace
from viewer.engines.engine import EngineSetup
from viewer.games import game_of
from viewer.ui.app import make_application
from viewer.ui.pages.evaluation_page import EvaluationPage
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

PLIES = 20_000
STEPS = 200


def long_game() -> str:
    """A game of go of many passes, each with a chance, points and a clock."""
    dice, score = random.Random(5), 0.0
    parts = ["(;FF[4]GM[1]SZ[19]TM[90000]"]
    for ply in range(PLIES):
        score = max(-60.0, min(60.0, score + dice.gauss(0, 2)))
        chance = 100 / (1 + 2.7 ** (-score / 10))
        colour = "BW"[ply % 2]
        clock = f"{colour}L[{90_000 - 4 * ply - dice.randrange(4)}]"
        parts.append(f";{colour}[]SBKV[{chance:.1f}]V[{score:.1f}]{clock}")
    return "\n".join(parts) + ")\n"


def short_game() -> str:
    """A game of chess of random moves, each with an evaluation."""
    dice, game = random.Random(7), game_of("chess")
    state, parts = game.start(None), []
    while state.ply < STEPS + 20:
        moves = game.legal_moves(state)
        if not moves:
            break
        before, state = state, game.step(state, dice.choice(moves))
        label = f"{before.ply // 2 + 1}. " if before.side == 0 else ""
        text = game.notation(state, game.notations[0].id)
        parts.append(f"{label}{text} {{[%eval {dice.gauss(0, 2):.2f}]}}")
    return " ".join(parts) + " *\n"


class Bench:
    """A window with one file, whose evaluation graph is shown."""

    def __init__(self, application: QApplication, path: Path, text: str) -> None:
        self.application = application
        path.write_text(text)
        self.window = Window(Workspace(), Store(str(path.parent)))
        self.window.settings.set("animate", False)
        self.window.files.open(str(path))
        self.window.show()
        self.window.finish()
        assert self.window.desk is not None
        self.desk = self.window.desk
        self.session = self.desk.session
        self.desk.panels.contents.runner.run_now()
        self.session.rules.judging.run_now()
        page = self.desk.panels.page("evaluation")
        assert isinstance(page, EvaluationPage)
        self.page = page
        self.settle(2.0)

    def settle(self, seconds: float) -> None:
        """Let the window work for a while."""
        end = perf_counter() + seconds
        while perf_counter() < end:
            self.application.processEvents()
            sleep(0.001)

    def steps(self, words: str, pause: float) -> None:
        """Step along the line, and tell how long a step took until it was painted."""
        found = []
        for _ in range(STEPS):
            start = perf_counter()
            self.session.go(self.session.cursor.forward(1))
            QApplication.sendPostedEvents()
            self.application.processEvents()
            found.append(perf_counter() - start)
            self.settle(pause)
        row(f"{words}: median", median(found) * 1e3, "ms")
        row(f"{words}: p95", p95(found) * 1e3, "ms", "goal: 16")

    def without_graph(self, act: Callable[[], None]) -> None:
        """Do something while the graph isn't shown."""
        looks = self.window.looks
        areas = looks.panel_areas
        looks.arrange_panels({**areas, "evaluation": areas["notation"]})
        self.window.show_page("notation")
        self.settle(0.5)
        act()
        looks.arrange_panels(areas)
        self.window.show_page("evaluation")
        self.settle(0.5)

    def close(self) -> None:
        """Close the window."""
        self.desk.analyst.close()
        self.window.close()


def long_line(application: QApplication, folder: Path) -> None:
    """The graph of a long line."""
    bench = Bench(application, folder / "long.sgf", long_game())
    page, session = bench.page, bench.session
    row("values of 20,000 nodes", median(times(page.valuation.run_now, 3)) * 1e3, "ms")

    def paint() -> None:
        page.view._drawn = ()
        page.view.grab()

    row("their graph painted anew", median(times(paint, 9)) * 1e3, "ms")
    session.go(session.cursor.line[PLIES // 2])
    bench.settle(0.5)
    bench.without_graph(lambda: bench.steps("step among 20,000 without the graph", 0.02))
    bench.steps("step among 20,000 with it", 0.02)
    bench.close()


def analysed(application: QApplication, folder: Path) -> None:
    """The graph of a game while an engine analyses."""
    program = shutil.which("stockfish", path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")
    if program is None:
        print("Stockfish isn't installed")
        return
    bench = Bench(application, folder / "short.pgn", short_game())
    bench.window.engines.start(EngineSetup("Stockfish", program, (), {"chess": "uci"}))
    bench.settle(2.0)
    bench.without_graph(lambda: bench.steps("step while Stockfish analyses, no graph", 0.2))
    bench.session.home()
    bench.steps("the same with the graph", 0.2)
    bench.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        running = make_application(["bench"])
        long_line(running, Path(name))
        analysed(running, Path(name))

"""Engines in the window: how soon a line is shown, how long a step takes while all processors analyse, how
many lines a second are handled, what 200 starts and stops leave behind.

    bench_engines.py [--starts 200] [--steps 300] [--seconds 5]

An engine of our own writes the time into each line, so that the delay until the line is painted is known. The
steps are taken while Stockfish analyses with a thread on every processor, beside the same steps without.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
from pathlib import Path
from statistics import median
from time import monotonic_ns, perf_counter, process_time, sleep

from bench_tasks import Heart
from figures import p95, row
from processes import program
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from viewer.base.jobs import run_inline
from viewer.base.processes import processors
from viewer.document.workspace import Workspace
from viewer.engines.engine import Engine, EngineSetup
from viewer.games import game_of
from viewer.ui.app import make_application
from viewer.ui.pages.analysis_page import AnalysisPage
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

_TIMED = """
import sys, time
pause, burst = float(sys.argv[1]), int(sys.argv[2])
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci": print("id name Timed\\nuciok", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "go": break
depth = 0
while True:
    lines = []
    for _ in range(burst):
        depth += 1
        now = time.monotonic_ns() // 1000
        lines.append(f"info depth {depth % 90 + 1} score cp {depth} nodes {now} pv e2e4 e7e5")
    sys.stdout.write("\\n".join(lines) + "\\n")
    sys.stdout.flush()
    time.sleep(pause)
"""
_MOVES = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 *"
)


class Painted(QObject):
    """Notes for each line that is painted how many milliseconds ago the engine wrote it."""

    def __init__(self, window: Window, page: AnalysisPage) -> None:
        super().__init__(window)
        self.delays: list[float] = []
        self._window, self._page, self._last = window, page, 0
        page.view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            assert self._window.desk is not None
            found = self._window.desk.analyst.analysis
            if found is not None and found.nodes and found.nodes != self._last:
                self._last = found.nodes
                self.delays.append(monotonic_ns() / 1e6 - found.nodes / 1e3)
        return False


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--starts", type=int, default=200)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=5)
    wanted = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}, processors: {processors()}")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = make_application(["qipu"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.pgn"
        path.write_text(f'[Event "?"]\n[Result "*"]\n\n{_MOVES}\n')
        script = Path(folder) / "timed.py"
        script.write_text(_TIMED)
        window = Window(Workspace(), Store(os.path.join(folder, "settings")))
        window.settings.set("animate", False)
        window.files.open_all([str(path)])
        window.show()
        window.finish()
        shown(window, str(script), wanted.seconds)
        handled(window, str(script), wanted.seconds)
        stockfish = program("stockfish")
        steps(window, None, wanted.steps)
        if stockfish is not None:
            steps(window, stockfish, wanted.steps)
        window.close()
        application.processEvents()
        starts(
            stockfish or sys.executable, [] if stockfish else [str(script), "1", "1"], wanted.starts
        )


def analysing(window: Window, setup: EngineSetup) -> AnalysisPage:
    """Analyse with an engine; its page."""
    window.engines.start(setup)
    assert window.desk is not None
    page = window.desk.panels.made("analysis")
    assert isinstance(page, AnalysisPage)
    while not page.view.rows:
        QApplication.processEvents()
        sleep(0.001)
    return page


def turning(seconds: float) -> None:
    """Let the window live for a while."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        QApplication.processEvents()
        sleep(0.0005)


def timed(script: str, pause: float, burst: int) -> EngineSetup:
    """The engine that writes `burst` lines every `pause` seconds."""
    arguments = (script, str(pause), str(burst))
    return EngineSetup("Timed", sys.executable, arguments, {"chess": "uci"})


def shown(window: Window, script: str, seconds: float) -> None:
    """How long a line takes from the engine to the screen."""
    painted = Painted(window, analysing(window, timed(script, 0.12, 1)))
    turning(seconds)
    assert window.desk is not None
    window.desk.analyst.stop()
    delays = painted.delays[1:]
    row(f"a line until it is painted ({len(delays)}): median", median(delays), "ms")
    row("a line until it is painted: slowest", max(delays), "ms", "limit: 100")


def handled(window: Window, script: str, seconds: float) -> None:
    """What 10,000 lines a second do to the window."""
    painted = Painted(window, analysing(window, timed(script, 0.01, 100)))
    heart = Heart()
    turning(0.5)
    heart.begin()
    painted.delays.clear()
    used, start = process_time(), perf_counter()
    turning(seconds)
    share = (process_time() - used) / (perf_counter() - start)
    assert window.desk is not None
    found = window.desk.analyst.analysis
    assert found is not None
    assert found.evaluation is not None
    row(
        "about 10,000 lines a second: last line painted, median",
        median(painted.delays),
        "ms",
        "limit: 100",
    )
    row(
        "  longest time in which the window answers nobody", 1000 * heart.longest, "ms", "limit: 50"
    )
    row("  share of a processor that the window needs", 100 * share, "%")
    window.desk.analyst.stop()


def steps(window: Window, stockfish: str | None, count: int) -> None:
    """How long a step takes, painted, while an engine uses all processors."""
    session = window.session
    assert session is not None
    if stockfish is not None:
        options = {"Threads": processors(), "Hash": 64}
        analysing(window, EngineSetup("Stockfish", stockfish, (), {"chess": "uci"}, options))
    found: list[float] = []
    for _ in range(count):
        turning(0.03)
        start = perf_counter()
        session.go(session.cursor.next or session.record.root)
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        found.append(1000 * (perf_counter() - start))
    how = "without an engine" if stockfish is None else f"beside Stockfish, {processors()} threads"
    row(f"a step, painted, {how}: median", median(found), "ms")
    row(f"a step, painted, {how}: p95", p95(found), "ms", "limit: 16")
    assert window.desk is not None
    window.desk.analyst.stop()


def starts(path: str, arguments: list[str], count: int) -> None:
    """What so many starts and stops leave behind, and how long one takes."""
    threads, children = threading.active_count(), len(_children())
    setup = EngineSetup("Started", path, tuple(arguments), {"chess": "uci"})
    begun: list[float] = []
    ended: list[float] = []
    for _ in range(count):
        engine = Engine(setup, game_of("chess"), wait=0.05)
        start = perf_counter()
        run_inline(engine.introduce())
        begun.append(1000 * (perf_counter() - start))
        start = perf_counter()
        engine.close()
        ended.append(1000 * (perf_counter() - start))
    row(f"{count} starts of {os.path.basename(path)}: median of one", median(begun), "ms")
    row(f"{count} ends: median of one", median(ended), "ms")
    row("  threads left behind", threading.active_count() - threads, "", "limit: 0")
    row("  processes left behind", len(_children()) - children, "", "limit: 0")


def _children() -> list[int]:
    """The processes of which this one is the parent, zombies included (Linux)."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(words[1]) == os.getpid():
                found.append(int(entry.name))
    return found


if __name__ == "__main__":
    main()

"""A list of many games sorted and filtered, games copied, pasted, saved, moved, deleted in the window: how
long it takes, and how long the window answers nobody meanwhile.

    bench_tasks.py [--games 100000] [--many 2000]

A file of so many games of our own, and one of 5,000 to paste into. A timer ticks all the while; its longest
pause is the longest time in which the window answers nobody.

And a large record judged by the rules in each of the ways that a job can be run: how long a step of the
window that takes 1 ms by itself takes meanwhile.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import cast

from figures import row
from make_games import make_file
from PySide6.QtCore import QObject, Qt, QTimer

from viewer.base.jobs import in_thread
from viewer.document.workspace import Workspace
from viewer.games import game_of
from viewer.games.judge import judge, judge_apart
from viewer.tree.action import Move
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.app import make_application
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.record_list import all_found
from viewer.ui.pages.games_page import GamesPage
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

_LIMIT = 0.05  # seconds without an answer, of what is only looked at or copied
_EDIT_LIMIT = 0.25  # of an edit, which nobody may see half done
_STEP = 0.001  # seconds that a step takes by itself
_STEP_LIMIT = 0.002  # seconds, at the median, while a process works


class Heart(QObject):
    """Ticks as often as it can."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self._last = perf_counter()
        self._timer = QTimer(self, interval=1)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def begin(self) -> None:
        """Measure from now on."""
        self.longest, self._last = 0.0, perf_counter()

    def _tick(self) -> None:
        now = perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--many", type=int, default=2000)
    wanted = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = make_application(["qipu"])
    judged(application.processEvents)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / "a.pgn", Path(folder) / "b.pgn"]
        for path, count in zip(paths, (wanted.games, 5000), strict=True):
            make_file(path, count)
        window = Window(Workspace(), Store(os.path.join(folder, "settings")))
        window.files.open_all([str(path) for path in paths])
        window.show()
        window.finish()
        compare(window, wanted.many, application.processEvents)
        application.clipboard().clear()
        for desk in window.tabs.desks():
            desk.session.document.history.set_clean()
        window.close()


def compare(window: Window, many: int, turn: Callable[[], object]) -> None:
    """Measure each."""
    heart = Heart()
    for _ in window.tabs.desks():
        window.tabs.step(1)
        assert window.session is not None
        all_found(window.session, window)

    def study_keys() -> list[int]:
        assert window.session is not None
        return list(window.session.document.keys())[:many]

    window.tabs.step(1)
    window.show_page("games")
    assert window.desk is not None
    page = cast("GamesPage", window.desk.panels.made("games"))
    model = page.model

    def measure(name: str, act: Callable[[], object], limit: float = _EDIT_LIMIT) -> None:
        for _ in range(20):
            turn()
        heart.begin()
        start = perf_counter()
        act()
        while window.tasks.running or model.busy:
            turn()
        for _ in range(5):
            turn()
        row(f"{name}: all of it", perf_counter() - start, "s")
        held, most = 1000 * heart.longest, f"(limit {1000 * limit:.0f})"
        row(f"{name}: longest without an answer", held, "ms", most)

    def command(id: str) -> Callable[[], object]:
        return lambda: window.run(COMMANDS[id])

    for index, column in enumerate(model.columns):
        for order in (Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder):
            turned = " down" if order == Qt.SortOrder.DescendingOrder else ""
            sort = partial(page.view.sortByColumn, index, order)
            measure(f"sorted by {column.role}{turned}", sort, _LIMIT)
    for text in ("adler", "adler bern", "nobody"):
        measure(f"filtered while sorted: {text}", partial(page.filter.setText, text), _LIMIT)
    page.view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    for text in ("felix", "felix bern", ""):
        measure(f"filtered: {text or 'no more'}", partial(page.filter.setText, text), _LIMIT)
    measure("all selected", page.view.selectAll, _LIMIT)
    window.games.chosen = study_keys  # type: ignore[method-assign]  # a bench
    measure(f"{many:,} games copied", command("copy-games"), _LIMIT)
    window.tabs.step(1)
    measure("pasted into another file", command("paste-games"))
    measure("saved", command("save"))
    measure("moved down", command("game-down"))
    measure("deleted", command("delete-games"))
    measure("brought back", command("undo"))


def judged(turn: Callable[[], object]) -> None:
    """Measure steps while a record of 100,000 moves is judged."""
    there_and_back = ("g1f3", "g8f6", "f3g1", "f6g8")
    rows = [NodeData(0, -1, None, {})]
    rows += [NodeData(id, id - 1, Move(there_and_back[id % 4 - 1]), {}) for id in range(1, 100_000)]
    record = Record("chess", nodes_of(rows)[0])
    game = game_of("chess")
    rounds = spun(_STEP)
    ways = {
        "slices": lambda: judge(game, record),
        "a thread": lambda: in_thread(judge(game, record)),
        "a process": lambda: judge_apart(record),
    }
    for name, job in ways.items():
        runner = JobRunner()
        steps = []
        start = perf_counter()
        runner.start(job())
        while runner.running:
            began = perf_counter()
            turn()
            spin(rounds)
            steps.append(perf_counter() - began)
        row(f"judged in {name}: all of it", perf_counter() - start, "s")
        steps.sort()
        limit = f"(limit {1000 * _STEP_LIMIT:.0f})" if name == "a process" else ""
        row(f"judged in {name}: a step, median", 1000 * steps[len(steps) // 2], "ms", limit)
        row(f"judged in {name}: a step, 95 of 100", 1000 * steps[len(steps) * 95 // 100], "ms")


def spin(rounds: int) -> None:
    """Compute in Python, as a step of the window does."""
    for _ in range(rounds):
        pass


def spun(seconds: float) -> int:
    """How many rounds take so long."""
    rounds = 1_000_000
    start = perf_counter()
    spin(rounds)
    return round(rounds * seconds / (perf_counter() - start))


if __name__ == "__main__":
    main()

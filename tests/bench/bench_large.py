"""Large trees in the window: opened, shown as a graph, stepped, searched. CPU time of this process.

    bench_large.py [FILE…]

Without a file two of our own are made: a joseki tree of 62,000 nodes (.sgf), as wide and deep as
dictionaries of joseki are, and a game tree of Hex of 200,000 (.hgt) with verdicts and comments.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from bench_gametree import make as game_tree
from bench_sgf import joseki_tree
from figures import median, p95, row
from PySide6.QtWidgets import QApplication

from viewer.base.jobs import run_inline
from viewer.document import plans
from viewer.document.reading.record_texts import find
from viewer.document.workspace import Workspace
from viewer.ui.app import make_application
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

JOSEKI, HEX = 62_000, 200_000


def main() -> None:
    """Print the figures."""
    make_application(["bench"])
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(name) for name in sys.argv[1:]]
        if not paths:
            paths = [Path(folder) / "joseki.sgf", Path(folder) / "tree.hgt"]
            paths[0].write_text(joseki_tree(JOSEKI))
            paths[1].write_bytes(game_tree(HEX, plain=False))
        for path in paths:
            print(path.name)
            window = Window(Workspace(), Store(folder))
            window.settings.set("animate", False)
            measure(window, str(path))
            session = window.session
            while session is not None and session.document.history.undo_words is not None:
                session.undo()  # nobody is asked whether to save
            window.close()
            gc.unfreeze()


def measure(window: Window, path: str) -> None:
    """Open, look at the graph, step, jump, comment, search."""
    window.resize(1280, 820)
    window.show()
    window.tabs.show_start()
    QApplication.processEvents()

    def took(act: Callable[[], object]) -> float:
        start = process_time()
        act()
        if window.session is not None:
            window.session.rules.judging.stop()  # between events: no part of it
        QApplication.sendPostedEvents()
        QApplication.processEvents()
        return 1e3 * (process_time() - start)

    row("opened, board painted", took(lambda: window.files.open(path)), "ms", "limit: 1000 (.hgt)")
    session = window.session
    assert session is not None
    record = session.record
    row("nodes", len(record.nodes), "")
    window.finish()
    gc.collect()
    gc.freeze()
    dice = random.Random(7)
    ids = list(record.nodes)
    for page in ("notation", "tree", "graph"):
        row(f"{page} shown", took(lambda page=page: window.show_page(page)), "ms")
        steps, jumps, edits = [], [], []
        for _ in range(12):
            deep = max(dice.sample(ids, 60), key=lambda id: record.node(id).ply)
            session.go_to(deep)
            session.go(session.cursor.forward(-10))
            QApplication.processEvents()
            steps += [took(lambda: session.go(session.cursor.next)) for _ in range(10)]
        jumps = [took(lambda: session.go_to(dice.choice(ids))) for _ in range(60)]
        edits = [took(lambda n=n: session.do(plans.comment, f"words {n}")) for n in range(30)]
        row(f"{page}: step, median", median(steps), "ms", "goal: 16")
        row(f"{page}: step, p95", p95(steps), "ms", "goal: 16")
        row(f"{page}: jump, median", median(jumps), "ms")
        row(f"{page}: comment, median", median(edits), "ms")
    runs = [took(lambda: run_inline(find(record, "ladder"))) for _ in range(7)]
    row("all comments searched", median(runs), "ms", "limit: 200")


if __name__ == "__main__":
    main()

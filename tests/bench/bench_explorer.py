"""Stepping through a game with the explorer beside the board, and without it.

    bench_explorer.py --library FILE.pgn --keep FOLDER [--steps 200]

FOLDER has the library that `bench_library.py --keep` built of FILE. Prints the median and the 95th percentile
of a step as the window takes it, and of the time until the explorer shows the moves (goal: 95 % in 50 ms).
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from PySide6.QtWidgets import QApplication  # below the path

from viewer.document.workspace import Workspace  # the checkout's, not another one
from viewer.library.face import of_folders
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.explorer_page import ExplorerPage
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

_PATIENCE = 5.0


def words(times: list[float]) -> str:
    """Median and 95th percentile, in milliseconds."""
    some = sorted(1000 * one for one in times)
    last = some[int(len(some) * 0.95)]
    return f"median {statistics.median(some):6.1f} ms, 95 % {last:6.1f} ms"


def walk(app: QApplication, window: Window, steps: int, page: ExplorerPage | None) -> None:
    """Step to the end of one game after the other."""
    taken, shown = [], []
    while len(taken) < steps:
        session = window.session
        assert session is not None
        if session.cursor.next is None or session.state.ply > 30:
            session.step_record(1)
            app.processEvents()
        began = perf_counter()
        window.run(COMMANDS["next"])
        app.processEvents()
        taken.append(perf_counter() - began)
        if page is not None and page.table is not None:
            moves = page.table.moves
            while not moves.answered and perf_counter() - began < _PATIENCE:
                app.processEvents()
            shown.append(perf_counter() - began)
    print(f"{'a step, with the explorer' if page else 'a step':32} {words(taken)}")
    if shown:
        print(f"{'until the moves are shown':32} {words(shown)} (goal 95 % 50 ms)")


def main() -> None:
    """Open a window on the first games of the file, and step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=200)
    args = parser.parse_args()
    home = str(args.keep / "home")
    library = of_folders([args.library], folder=home)
    print(f"{library.store.manifest.records:,} games of chess")
    library.close()
    app = QApplication([])
    with tempfile.TemporaryDirectory() as made:
        some = Path(made) / "some.pgn"
        some.write_bytes(args.library.read_bytes()[:200_000])
        window = Window(Workspace(), Store(str(Path(made) / "settings")))
        window.resize(1280, 800)
        window.files.open_all([str(some)])
        window.tabs.show_start()
        window.show()
        window.finish()
        app.processEvents()
        walk(app, window, args.steps, None)
        window.explorer.explorer.home = home
        window.run(COMMANDS["explorer"])
        desk = window.desk
        assert desk is not None
        page = desk.panels.made("explorer")
        assert isinstance(page, ExplorerPage)
        walk(app, window, args.steps, page)
        window.close()


if __name__ == "__main__":
    main()

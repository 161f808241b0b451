"""The room of the board: its pixels by game, size of the window and what is shown beside it.

    python tests/bench/bench_room.py

prints for each game and size the board's width and height, its share (with the names of the players) of
the height between the bars, and the states in which it is smaller or stands elsewhere: there are to be none.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.resources import resource_path
from viewer.base.settings import SETTINGS
from viewer.document.workspace import Workspace
from viewer.tree.evaluation import Evaluation
from viewer.ui.commands import COMMANDS
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

SIZES = ((1366, 768), (1280, 800), (1920, 1080), (960, 540), (2560, 1440))
"""In logical pixels: 960 × 540 is 1920 × 1080 at 200 %."""
_SHOWN = ("comment", "show-analysis", "explorer", "graph", "show-line", "show-evaluation", "games")


def _waiting() -> Iterator[JobStep[None]]:
    """A task that never ends by itself."""
    while True:
        yield JobStep(1, 2, waiting=True)


def states(window: Window) -> Iterator[str]:
    """Bring a window into one state after the other; gives what each is."""
    desk = window.desk
    assert desk is not None
    yield "plain"
    desk.session.go(desk.session.cursor.forward(6))
    yield "a move"
    desk.stage.show_tools(True)
    yield "tools"
    desk.stage.show_tools(False)
    for command in _SHOWN:
        window.run(COMMANDS[command])
        yield command
    desk.stage.show_worth(Evaluation(centipawns=40))
    yield "evaluation"
    window.tell(message("A notice."))
    yield "a notice"
    window.tasks.run(message("A task"), _waiting(), lambda *_: None)
    yield "a task"
    desk.session.trying.begin()
    yield "a trial"
    desk.session.end_trial()
    window.run(COMMANDS["library"])
    window.tabs.turn_to(desk)
    yield "a library in another tab"
    for name in SETTINGS["desk"].choices:
        window.run(COMMANDS[f"desk-{name}"])
        yield name


def main() -> None:
    """Print the table."""
    application = QApplication([])
    print(
        f"{'game':8} {'window':>11} {'board':>11} {'height':>7} {'panel':>6}  smaller or elsewhere in"
    )
    for path in sorted(Path(str(one)) for one in resource_path("samples", "en", "study").iterdir()):
        for size in SIZES:
            window = Window(Workspace(), Store(tempfile.mkdtemp()))
            window.finish()
            window.files.open_all([str(path)])
            window.show()
            window.setMinimumSize(1, 1)
            window.resize(*size)
            desk = window.desk
            assert desk is not None
            boxes, stage = {}, desk.stage
            for state in states(window):
                for _ in range(3):
                    application.processEvents()
                board = stage.board
                boxes[state] = (board.mapTo(window, QPoint()), board.size())
                if state == "plain":
                    high = stage.below.geometry().bottom() - stage.above.geometry().top() + 1
                    place = window.height() - window.head.height() - window.statusBar().height()
                    side = desk.room.side.width()
            first = boxes["plain"]
            wide = f"{first[1].width()}×{first[1].height()}"
            other = ", ".join(state for state, box in boxes.items() if box != first) or "none"
            window_ = f"{size[0]}×{size[1]}"
            print(f"{path.stem:8} {window_:>11} {wide:>11} {high / place:>6.1%} {side:>6}  {other}")
            desk.session.flush()
            desk.session.document.history.set_clean()
            window.close()


if __name__ == "__main__":
    main()

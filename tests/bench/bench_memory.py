"""Whether the window keeps its memory: minutes of random work on one record, and how much it holds.

    python tests/bench/bench_memory.py [MINUTES] [SEED]     # 10 minutes with seed 1 if not said
    python tests/bench/bench_memory.py --acts 4000 [SEED]   # so many acts, however long they take
    python tests/bench/bench_memory.py --games [MINUTES]    # all commands and modes, on the six samples

Every edit is undone, every mode, tab, palette and menu closed again: what grows is a leak. The
first fifth warms the caches; after it the curve has to be flat: the last fifth is held beside the
second. With --games all tabs are closed every thousand acts. On a machine that others use, minutes
are more or less work: there, count by acts.

Beside what is held stands what of it the C library has given out, and what it keeps though it is
free (where it is glibc): if the first grows, something is kept; if the second does, memory is in
pieces.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from figures import median, random_record, row

NODES = 3000
SAMPLE_FILES = sorted(
    (Path(__file__).resolve().parents[2] / "resources" / "samples" / "en" / "study").iterdir()
)
REOPENED = 1000  # acts, after which all tabs are closed
# What leaves the window, writes a file or starts another program.
LEFT_OUT = ("quit", "close-tab", "print", "save", "revert", "full-screen", "analyse", "play-engine")
SAMPLES = 20
PART = SAMPLES // 5
LIMIT = 1.05  # by medians: a sample may come before a collection of garbage, or after it


def held() -> float:
    """MiB of this process that are in memory now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


class Allocated(ctypes.Structure):
    """glibc's `struct mallinfo2`: bytes."""

    _fields_ = [  # ctypes reads it so
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def allocated() -> tuple[float, float] | None:
    """MiB that the C library has given out, and that it keeps free; None where it isn't glibc."""
    try:
        ask = ctypes.CDLL(None).mallinfo2
    except (OSError, AttributeError, TypeError):
        return None
    ask.restype = Allocated
    found = ask()
    return (found.uordblks + found.hblkhd) / 2**20, found.fordblks / 2**20


class Worker:
    """Somebody who does one thing after another in a window, and leaves nothing behind."""

    def __init__(self, window, dice: random.Random, other: str) -> None:
        self._window, self._dice, self._other = window, dice, other
        self.acts: dict[str, Callable[[], None]] = {
            "steps": self._steps,
            "goes": self._goes,
            "comments": self._comments,
            "moves": self._moves,
            "pages": self._pages,
            "modes": self._modes,
            "tabs": self._tabs,
            "palettes": self._palettes,
            "menus": self._menus,
            "looks": self._looks,
        }

    def _events(self) -> None:
        """What Qt's own loop does between two events: that of no loop deletes nothing."""
        from PySide6.QtCore import QCoreApplication, QEvent

        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def run(self, id: str) -> None:
        """A command by its id, painted."""
        from viewer.ui.commands import COMMANDS

        self._window.run(COMMANDS[id])
        self._events()

    def _steps(self) -> None:
        for _ in range(20):
            self.run(
                self._dice.choice(("next", "next", "previous", "forward-10", "into-variation"))
            )

    def _goes(self) -> None:
        session = self._window.session
        session.go_to(self._dice.choice(list(session.record.nodes)))
        self._events()

    def _comments(self) -> None:
        from viewer.document import plans

        self._window.session.do(plans.comment, f"comment {self._dice.random()}")
        self._events()
        self.run("undo")

    def _moves(self) -> None:
        self._goes()
        session = self._window.session
        moves = list(session.game.legal_moves(session.state))
        if not moves:
            return
        modified = session.document.modified
        session.play(self._dice.choice(moves))
        self._events()
        if session.document.modified != modified:
            self.run("undo")

    def _pages(self) -> None:
        pages = ("games", "details", "tree", "graph", "line", "notes", "contents", "notation")
        self._window.show_page(self._dice.choice(pages))
        self._events()

    def _modes(self) -> None:
        self.run(self._dice.choice(("solve", "edit-position")))
        mode = self._window.desk.mode
        if mode is None:
            return
        for key in ("H", "End", "Home"):
            self._press(key)
        while self._window.desk.mode is not None:
            self._press("Escape")

    def _press(self, key: str) -> None:
        from PySide6.QtGui import QKeySequence
        from PySide6.QtTest import QTest

        QTest.keySequence(self._window.desk.mode or self._window, QKeySequence(key))
        self._events()

    def _tabs(self) -> None:
        self._window.files.open(self._other)
        self._events()
        self._steps()
        self._window.tabs.close_front()
        self._events()

    def _palettes(self) -> None:
        from viewer.ui.toolkit.palette_frame import PaletteFrame

        self.run(self._dice.choice(("palette", "find", "bookmarks", "result")))
        for one in self._window.findChildren(PaletteFrame):
            one.go_away()
        self._events()

    def _menus(self) -> None:
        from PySide6.QtCore import QPoint
        from PySide6.QtWidgets import QApplication

        self._window.menus.open_context(("comment", "delete", "copy"), QPoint(20, 20))
        self._events()
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        self._events()

    def _looks(self) -> None:
        self.run(self._dice.choice(("flip", "mirror", "theme-dark", "theme-light", "coordinates")))
        self._window.resize(self._dice.randrange(1000, 1400), self._dice.randrange(700, 900))
        self._events()


class Stranger(Worker):
    """Somebody who tries every command in every game, undoes what it did and closes all tabs now and then.

    `records` are files, a tab each.
    """

    def __init__(self, window, dice: random.Random, records: list[str]) -> None:
        super().__init__(window, dice, records[0])
        from PySide6.QtCore import QTimer

        from viewer.ui.commands import COMMANDS

        self._records, self._count = records, 0
        self._ids = [id for id in COMMANDS if id not in LEFT_OUT and "recent" not in id]
        self._closer = QTimer(interval=50)
        self._closer.timeout.connect(self._refuse)
        self._closer.start()
        self.acts = {"command": self._command, "step": self._steps, "key": self._keys}

    def _refuse(self) -> None:
        """Close the dialog that waits for an answer."""
        from PySide6.QtWidgets import QApplication

        for one in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if one is not None:
                one.close()

    def _command(self) -> None:
        self._tidy()
        self.run(self._dice.choice(self._ids))
        self._tidy()

    def _keys(self) -> None:
        """Keys and clicks at random, on the board or in the mode that a command has begun."""
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        self.run(
            self._dice.choice(("edit-position", "guess", "score", "trial", "solve", "comment"))
        )
        for _ in range(6):
            if (desk := self._window.desk) is None:
                break
            board = desk.stage.board
            at = QPoint(self._dice.randrange(board.width()), self._dice.randrange(board.height()))
            button = self._dice.choice((Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton))
            QTest.mouseClick(board, button, pos=at)
            self._events()
        self._tidy()

    def _tidy(self) -> None:
        """Leave modes and dialogs, undo all edits; now and then close all tabs and open the files again."""
        self._refuse()
        window, self._count = self._window, self._count + 1
        for _ in range(4):
            if (desk := window.desk) is not None and desk.mode is not None:
                self._press("Escape")
        if self._count % REOPENED == 0 or window.desk is None:
            for desk in window.tabs.desks():
                desk.session.document.history.set_clean()
            while window.tabs.tabs():
                window.tabs.close_front()
                self._events()
            window.files.open_all(self._records)
            self._events()
        for desk in window.tabs.desks():
            desk.session.end_trial()
            while desk.session.document.history.undo_words is not None:
                desk.session.undo()
        if self._dice.random() < 0.1:
            self.run("next-tab")


def tell(seconds: float, done: int) -> float:
    """Print a sample; what is held."""
    here, parts = held(), allocated()
    beside = "" if parts is None else f"given out {parts[0]:.1f}, free {parts[1]:.1f}"
    row(f"held after {seconds:.0f} s, {done} acts", here, "MiB", beside)
    return here


def work(worker: Worker, dice: random.Random, length: float, by_acts: bool) -> None:
    """Do all of it, `length` seconds or acts, and print the curve."""
    names, done = list(worker.acts), 0
    start = perf_counter()
    curve: list[float] = []
    while len(curve) < SAMPLES:
        worker.acts[dice.choice(names)]()
        done += 1
        seconds = perf_counter() - start
        share = (done if by_acts else seconds) / length
        if share * SAMPLES >= len(curve) + 1:
            curve.append(tell(seconds, done))
    ratio = median(curve[-PART:]) / median(curve[PART : 2 * PART])
    row("the last fifth, of the second", ratio, "", f"limit: {LIMIT}")


def main() -> None:
    """Print the curve."""
    if not os.environ.get("DISPLAY"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    parser = argparse.ArgumentParser()
    parser.add_argument("--acts", action="store_true", help="LENGTH is acts, not minutes")
    parser.add_argument("--games", action="store_true", help="all commands, on the six samples")
    parser.add_argument("length", type=float, nargs="?", default=10.0)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    asked = parser.parse_args()
    from PySide6.QtCore import qInstallMessageHandler

    from viewer.document.document import new_document
    from viewer.document.workspace import Workspace
    from viewer.ui.app import make_application
    from viewer.ui.window.store import Store
    from viewer.ui.window.window import Window

    qInstallMessageHandler(lambda *_: None)  # offscreen says what it can't do at every menu
    application = make_application(["bench"])
    dice = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        record, other = f"{folder}/record.xqf", f"{folder}/other.xqf"
        new_document(random_record(NODES), "xqf").save(record)
        new_document(random_record(200, seed=2), "xqf").save(other)
        window = Window(Workspace(), Store(folder))
        window.settings.set("animate", False)
        records = [f"{folder}/{one.name}" for one in SAMPLE_FILES] if asked.games else [record]
        for sample in SAMPLE_FILES if asked.games else ():
            shutil.copy(sample, folder)
        window.files.open_all(records)
        window.show()
        application.processEvents()
        window.finish()
        worker = Stranger(window, dice, records) if asked.games else Worker(window, dice, other)
        work(worker, dice, asked.length if asked.acts else asked.length * 60, asked.acts)
        for desk in window.tabs.desks():
            desk.session.document.history.set_clean()
        window.close()


if __name__ == "__main__":
    main()

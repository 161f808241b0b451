"""A file of many games in the window: from the start of the process to the whole list, beside Scid's.

    bench_list.py [--games 100000] [--runs 3] [FILE]

Needs DISPLAY (Xvfb will do). Scid (Debian: scid), where it is installed, opens the same file; it is
through when its process has done nothing for a second. Wall seconds, in turn; medians.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from make_games import make_file
from processes import ROOT, program

OURS = f"""
import sys, time
sys.path.insert(0, {str(ROOT)!r})
from viewer.document.workspace import Workspace
from viewer.ui.app import make_application
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window
application = make_application(["bench"])
window = Window(Workspace(), Store(sys.argv[2]))
window.files.open(sys.argv[1])
window.show()
indexer = window.session.indexer
while not indexer.complete:
    application.processEvents()
    time.sleep(0.001)
print(len(window.session.document))
window.close()
"""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("file", nargs="?", type=Path)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = wanted.file or folder / "games.pgn"
        if wanted.file is None:
            make_file(path, wanted.games)
        ours, theirs = [], []
        peer = program("scid")
        for run in range(wanted.runs):
            ours.append(listed(path, folder / str(run)))
            if peer:
                theirs.append(opened(peer, path, folder))
        print(f"{path.stat().st_size / 1e6:.1f} MB: Qipu's whole list {median(ours):.2f} s")
        if theirs:
            print(f"Scid's opening {median(theirs):.2f} s (limit)")


def listed(path: Path, settings: Path) -> float:
    """Seconds from the start of Qipu to its whole list; the index isn't known before."""
    cache = {"XDG_CACHE_HOME": str(settings) + "-cache"}
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", OURS, str(path), str(settings)],
        check=True,
        env={**os.environ, **cache},
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - start


def opened(scid: str, path: Path, folder: Path) -> float:
    """Seconds from the start of Scid until it rests."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [scid, str(path)],
        env={**os.environ, "HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    last, used = start, 0
    try:
        while time.perf_counter() - last < 1.0 or used < 30:
            time.sleep(0.02)
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            now = int(fields[11]) + int(fields[12])
            if now > used:
                last, used = time.perf_counter(), now
            if process.poll() is not None:
                raise SystemExit("Scid ended")
        return last - start
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


if __name__ == "__main__":
    main()

"""A folder of 20,000 .xqf in the window: when names and heads are there, beside PyPI cchess reading the same.

    bench_folder.py [--files 20000] [--peer 200] [--runs 3]

Needs DISPLAY (Xvfb will do). The window is there before; seconds from opening the folder on, medians, with
the longest time in which the window answered nobody, and the memory that it took more. PyPI cchess (pip
install cchess==1.25.5) reads whole files, as it knows no other way to their names: some of them are read,
and their time is multiplied. Limits: the first 1,000 within 0.5 s, all within 5 s; goal: 100 times the peer.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from figures import random_record
from processes import ROOT

sys.path.insert(0, str(ROOT))

from viewer.document.document import new_document  # the checkout's, not another one

KINDS = 40  # different games
OURS = f"""
import json, sys, time
sys.path.insert(0, {str(ROOT)!r})
from viewer.document.workspace import Workspace
from viewer.ui.app import make_application
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window


def memory():
    pages = int(open("/proc/self/statm").read().split()[1])
    return pages * 4096 / 2**20


application = make_application(["bench"])
window = Window(Workspace(), Store(sys.argv[3]))
window.resize(1280, 800)
window.tabs.show_start()
window.show()
end = time.perf_counter() + 1.0
while time.perf_counter() < end:
    application.processEvents()
held = memory()
wanted = int(sys.argv[2])
told = {{}}
start = last = time.perf_counter()
longest = 0.0
window.files.open(sys.argv[1])
first = time.perf_counter() - start
last = time.perf_counter()
while "all" not in told:
    application.processEvents()
    now = time.perf_counter()
    longest, last = max(longest, now - last), now
    session = window.session
    if session is not None and session.folder is not None:
        files = session.folder.files
        read = len(files._summaries)
        for name, there in (
            ("some", len(files) >= min(1000, wanted)),
            ("named", len(files) >= wanted),
            ("thousand", read >= min(1000, wanted)),
            ("all", read >= wanted),
        ):
            if there:
                told.setdefault(name, now - start)
    time.sleep(0.001)
print(json.dumps({{"opened": first, **told, "longest": longest, "memory": memory() - held}}))
window.close()
"""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--peer", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "records"
        paths = make_folder(folder, wanted.files)
        runs = [listed(folder, wanted.files, Path(name) / str(run)) for run in range(wanted.runs)]
        figure = {key: median(run[key] for run in runs) for key in runs[0]}
        print(f"{wanted.files:,} files in {len(list(folder.iterdir()))} folders, from opening on:")
        print(f"  the first game is there     {figure['opened']:6.2f} s")
        print(f"  1,000 names are listed      {figure['some']:6.2f} s  (limit 0.5)")
        print(f"  all names are listed        {figure['named']:6.2f} s")
        print(f"  1,000 heads are read        {figure['thousand']:6.2f} s")
        print(f"  all heads are read          {figure['all']:6.2f} s  (limit 5)")
        print(f"  longest without an answer   {1000 * figure['longest']:6.0f} ms")
        print(f"  memory                      {figure['memory']:6.0f} MiB")
        try:
            theirs = peer(paths[: wanted.peer]) * len(paths) / min(wanted.peer, len(paths))
        except ImportError:
            print("cchess isn't installed: no peer in this run")
            return
        print(f"cchess, from {wanted.peer} of them        {theirs:6.1f} s")
        print(f"times faster                  {theirs / figure['all']:6.0f}    (goal 100)")


def make_folder(folder: Path, count: int) -> list[Path]:
    """Games of our own, 1,000 in a folder."""
    paths = []
    kinds = []
    for number in range(count):
        path = folder / f"{number // 1000:02d}" / f"{number:05d}.xqf"
        if number % 1000 == 0:
            path.parent.mkdir(parents=True)
        if number < KINDS:
            options = {"version": "12" if number % 3 else "0A"}
            new_document(random_record(120, number), "xqf").save(str(path), options=options)
            kinds.append(path)
        else:
            shutil.copyfile(kinds[number % KINDS], path)
        paths.append(path)
    return paths


def listed(folder: Path, count: int, settings: Path) -> dict[str, float]:
    """What the window took for a folder."""
    told = subprocess.run(
        [sys.executable, "-c", OURS, str(folder), str(count), str(settings)],
        check=True,
        env=dict(os.environ),
        stdout=subprocess.PIPE,
    )
    found: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    return found


def peer(paths: list[Path]) -> float:
    """Seconds of cchess for some files."""
    import cchess

    start = time.perf_counter()
    for path in paths:
        with contextlib.redirect_stdout(io.StringIO()):
            cchess.read_from_xqf(str(path))
    return time.perf_counter() - start


if __name__ == "__main__":
    main()

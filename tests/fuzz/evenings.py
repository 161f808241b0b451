"""Evenings of work in the real window that end by kill -9: what the next start has of them.

    python tests/fuzz/evenings.py [--evenings 20] [--seed 1] [--edits 500]

Each evening opens one of Qipu's samples (the six games by turns) in a window, makes random edits in it, and
is killed at a random moment; every third time the file is deleted before the next start, every third time
another program writes into it. The next start has to have a document that is as the work was at most a second
before the end, with its undo history. The window needs a display (DISPLAY) or is drawn offscreen.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import sleep, time

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))  # where it is run with -P
SAMPLES = sorted((ROOT / "resources" / "samples" / "en" / "study").iterdir())
ALLOWED = 1.0  # seconds of work that may be missing
FATES = ("left alone", "deleted", "written by another program")


def digest_of(document) -> str:
    """One digest for all that a document says."""
    whole = hashlib.sha256()
    for index in range(len(document)):
        whole.update(document.record(index).digest().encode())
    return whole.hexdigest()


def say(**what: object) -> None:
    print(json.dumps(what), flush=True)


def window_with(paths: list[str]):
    """The program's own window, as `qipu` opens it."""
    from viewer.document.workspace import Workspace
    from viewer.ui.app import make_application
    from viewer.ui.toolkit.door import Door
    from viewer.ui.window.store import Store
    from viewer.ui.window.window import Window

    application = make_application(["qipu"])
    window = Window(Workspace(), Store())
    sys.excepthook = Door(window.tell)
    window.files.open_all(paths)
    window.tabs.show_start()
    window.show()
    return application, window


def work(path: str, seed: str, count: int) -> None:
    """An evening: edits in the window, each told with the time and the state that it leads to."""
    from hands import edit
    from PySide6.QtCore import QTimer

    application, window = window_with([path])
    document = window.session.document
    done = 0

    def tell() -> None:
        say(at=time(), digest=digest_of(document), undo=str(document.history.undo_words))

    def one() -> None:
        nonlocal done
        chance = random.Random(f"{seed}/{done}")
        done += 1
        for _ in range(chance.choice((1, 1, 1, 3))):
            edit(document, chance)
            tell()
        if chance.random() < 0.1:
            document.undo()
            tell()
        if done < count:
            QTimer.singleShot(chance.choice((1, 5, 20, 60)), window, one)

    def begin() -> None:
        tell()
        one()

    QTimer.singleShot(300, window, begin)
    application.exec()


def look() -> None:
    """The next start: the documents that stand on the desk."""
    from PySide6.QtCore import QTimer

    application, window = window_with([])

    def tell() -> None:
        for desk in window.tabs.desks():
            document = desk.session.document
            say(digest=digest_of(document), undo=str(document.history.undo_words))
        os._exit(0)

    QTimer.singleShot(2000, window, tell)
    application.exec()


def evening(number: int, seed: int, edits: int) -> tuple[str, str]:
    """(the sample and the fate of its file, what was missing: "" where all is well)."""
    chance = random.Random(f"{seed}/{number}")
    sample, fate = SAMPLES[number % len(SAMPLES)], FATES[number % len(FATES)]
    with tempfile.TemporaryDirectory(prefix="qipu-evening-") as folder:
        path = Path(folder, sample.name)
        shutil.copy(sample, path)
        places = {f"XDG_{name}_HOME": str(Path(folder, name)) for name in ("STATE", "CONFIG")}
        environ = {**os.environ, **places}
        if "DISPLAY" not in environ:
            environ["QT_QPA_PLATFORM"] = "offscreen"
        me = [sys.executable, "-P", __file__]
        child = subprocess.Popen(
            [*me, "--work", path, f"{seed}/{number}", str(edits)],
            stdout=subprocess.PIPE,
            env=environ,
            text=True,
        )
        assert child.stdout is not None
        first = child.stdout.readline()
        sleep(0.2 + chance.random() * 6)
        killed = time()
        child.kill()
        states = [json.loads(line) for line in [first, *child.stdout] if line.endswith("}\n")]
        child.wait()
        child.stdout.close()
        if fate == "deleted":
            path.unlink()
        elif fate == "written by another program":
            path.write_bytes(path.read_bytes()[:-1] + b"  ")
        found = subprocess.run(
            [*me, "--look"],
            stdout=subprocess.PIPE,
            env=environ,
            text=True,
            check=False,
            timeout=120,
        )
        desks = [json.loads(line) for line in found.stdout.splitlines()]
        name = f"{sample.name}, {len(states)} states, file {fate}"
        missing = []
        for desk in desks:
            for index in range(len(states) - 1, -1, -1):
                if (desk["digest"], desk["undo"]) == (
                    states[index]["digest"],
                    states[index]["undo"],
                ):
                    after = states[index + 1]["at"] if index + 1 < len(states) else killed
                    missing.append(max(0.0, killed - after))
                    break
        if not missing:
            return name, f"the work isn't there; the desk has {len(desks)} documents"
        return name, "" if min(missing) <= ALLOWED else f"{min(missing):.1f} s are missing"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edits", type=int, default=500)
    parser.add_argument("--work", nargs=3, metavar=("FILE", "SEED", "EDITS"))
    parser.add_argument("--look", action="store_true")
    options = parser.parse_args()
    if options.work:
        work(options.work[0], options.work[1], int(options.work[2]))
    elif options.look:
        look()
    else:
        bad = 0
        for number in range(options.evenings):
            name, fault = evening(number, options.seed, options.edits)
            bad += bool(fault)
            print(f"{number:3}  {name}: {fault or 'all there'}", flush=True)
        print(f"{options.evenings - bad} of {options.evenings} evenings are safe.")
        return int(bad > 0)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Start an installed Qipu with each of the samples, and have it do what needs all it brings along.

    python3 packaging/smoke.py PROGRAM [--console PROGRAM]

PROGRAM opens the window; the one of --console (on Windows) runs the commands. Stops at the first failure
with what was said. Needs nothing but Python. Settings and libraries are made in a folder that is removed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STUDY = ROOT / "resources" / "samples" / "en" / "study"
PATIENCE = 180  # seconds; a first start on Windows is looked at by virus scanners


def main(words: list[str]) -> int:
    """Start it. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("program")
    parser.add_argument("--console", default="", metavar="PROGRAM")
    args = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as place:
        own = {f"XDG_{kind}_HOME": place for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
        environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ, **own}
        if sys.platform != "linux":
            del environment["QT_QPA_PLATFORM"]
        for sample in sorted(STUDY.iterdir()):
            tried(environment, args.program, "--quit-after-paint", sample)
        console, out = args.console or args.program, Path(place)
        tried(environment, console, "--version")
        tried(environment, console, "check", STUDY, "--jobs", "2")
        for name in ("book.pdf", "board.png", "moves.gif", "moves.webp", "game.pgn.zst"):
            command = "convert" if name.endswith(".zst") else "export"
            to = ["-o", out / name] if command == "export" else [out / name]
            tried(environment, console, command, STUDY / "chess.pgn", *to)
        if sys.platform == "linux":  # elsewhere it would be among the user's own libraries
            tried(environment, console, "library", "build", STUDY)
            chosen = ("--game", "chess", "--moves", "1. e4")
            for action in ("search", "explore"):
                tried(environment, console, "library", action, STUDY.name, *chosen)
    return 0


def tried(environment: dict[str, str], *words: object) -> None:
    """Run one; ends this program where it fails."""
    begun = time.monotonic()
    text = [str(word) for word in words]
    done = subprocess.run(text, env=environment, capture_output=True, timeout=PATIENCE, check=False)
    said = " ".join(Path(word).name if os.sep in word else word for word in text)
    print(f"{done.returncode}  {time.monotonic() - begun:5.2f} s  {said}", flush=True)
    if done.returncode:
        sys.stdout.buffer.write(done.stdout + done.stderr)
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Start, memory and size beside chessx, scid and quarry: each opens a game on a screen of its own, in turns.

    bench_peers.py [--qipu PROGRAM] [--rounds N]

Needs Xvfb, openbox, xdotool, and the peers as Debian has them (apt install chessx scid quarry); those that
aren't there are left out. PROGRAM is an installed Qipu (/usr/bin/qipu); without it that of this environment.
A start ends when a window of the program is to be seen; memory is that of its processes (PSS) a second later;
the size is what Debian says of its packages: of Qipu with Python and Qt, which the others have beside them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

from figures import median

from viewer.base.resources import resource_path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packaging"))

from displays import Display, display, wait_for  # below another folder

LIMIT = 30.0


class Program(NamedTuple):
    """A program, how it opens its file, the class of its window, and its packages."""

    name: str
    words: tuple[str, ...]
    window: str
    packages: tuple[str, ...]


def programs(qipu: str) -> list[Program]:
    """Those that are here, ours first."""
    chess = str(resource_path("samples", "en", "study", "chess.pgn"))
    go = str(resource_path("samples", "en", "study", "go.sgf"))
    own = (qipu,) if qipu else (str(Path(sys.executable).with_name("qipu")),)
    found = [
        Program("qipu, a .pgn", (*own, chess), "qipu", ("qipu",)),
        Program("qipu, an .sgf", (*own, go), "qipu", ("qipu",)),
        Program("chessx, a .pgn", ("chessx", chess), "chessx", ("chessx", "chessx-data")),
        Program("scid, a .pgn", ("scid", chess), "Scid", ("scid", "scid-data")),
        Program("quarry, an .sgf", ("quarry", go), "Quarry", ("quarry",)),
    ]
    path = os.environ["PATH"] + ":/usr/games"
    os.environ["PATH"] = path
    return [one for one in found if shutil.which(one.words[0])]


def measured(shown: Display, program: Program) -> tuple[float, float]:
    """Seconds until a window is seen; MiB a second later."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**shown.environment, "HOME": home, "XDG_RUNTIME_DIR": home}
        begin = perf_counter()
        process = subprocess.Popen(
            program.words,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            while not shown.windows(program.window):
                if perf_counter() - begin > LIMIT:
                    raise SystemExit(f"{program.name} shows no window")
            seconds = perf_counter() - begin
            sleep(1)
            memory = held(process.pid)
        finally:
            os.killpg(process.pid, 9)
            process.wait()
        wait_for(lambda: not shown.windows(program.window), "the window is gone")
    return seconds, memory


def held(session: int) -> float:
    """MiB of all processes of a session, what is shared divided among those that share it."""
    total = 0
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(path.name)) == session:
                text = (path / "smaps_rollup").read_text("ascii")
                total += int(
                    next(line for line in text.splitlines() if line[:4] == "Pss:").split()[1]
                )
        except (OSError, StopIteration):
            continue
    return total / 1024


def size(program: Program) -> str:
    """MB of its packages, as Debian says; "" for none."""
    words = ["dpkg-query", "--show", "--showformat", "${Installed-Size}\n", *program.packages]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    sizes = [int(line) for line in done.stdout.split()]
    return f"{sum(sizes) / 1000:.0f}" if sizes else ""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--qipu", default="")
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    keep = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    found = programs(args.qipu)
    keep["PATH"] = os.environ["PATH"]
    figures: dict[str, list[tuple[float, float]]] = {one.name: [] for one in found}
    with display(keep) as shown:
        for turn in range(args.rounds + 1):
            for program in found if turn % 2 else reversed(found):
                figures[program.name].append(measured(shown, program))
    print("| program | window seen, s | memory, MiB | installed, MB |\n|---|---|---|---|")
    for program in found:
        _, *rest = figures[program.name]  # the first warmed the caches
        seconds, memory = (median([one[index] for one in rest]) for index in (0, 1))
        print(f"| {program.name} | {seconds:.2f} | {memory:.0f} | {size(program)} |")


if __name__ == "__main__":
    main()

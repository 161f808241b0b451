"""Whole processes measured from outside: CPU seconds, wall seconds, the most memory they held."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent


class Cost(NamedTuple):
    """What a process took; `out` is what it printed."""

    cpu: float
    wall: float
    peak_mib: float
    out: str


# The most memory of a process counts from the fork, when it is still its parent: the parent is a small one.
_LAUNCH = """
import json, os, subprocess, sys, time
start = time.perf_counter()
process = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, stdout=open(sys.argv[1], "wb"),
                           stderr=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
print(json.dumps([time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss,
                  os.waitstatus_to_exitcode(status)]))
"""


def measured(words: list[str], folder: Path, **environment: str) -> Cost:
    """Run a command; what it prints goes through a file in `folder`. Ends all where it fails.

    Modules of Python are kept compiled, as those of an installed program are.
    """
    printed = folder / "printed"
    told = subprocess.run(
        [sys.executable, "-I", "-S", "-c", _LAUNCH, str(printed), *words],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **environment},
        stdout=subprocess.PIPE,
        check=True,
    )
    wall, cpu, peak, status = json.loads(told.stdout)
    if status:
        raise SystemExit(f"{words[0]} ended with {status}")
    return Cost(cpu, wall, peak / 1024, printed.read_text("utf-8", "replace"))


def middle(costs: list[Cost]) -> Cost:
    """Medians of several runs."""
    return Cost(
        median(cost.cpu for cost in costs),
        median(cost.wall for cost in costs),
        median(cost.peak_mib for cost in costs),
        costs[-1].out,
    )


def python(code: str, *words: str) -> list[str]:
    """A command that runs Python code, with this checkout importable."""
    return [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}", *words]


def program(name: str) -> str | None:
    """The path of a peer's program, None where it isn't installed. Debian has games elsewhere."""
    for folder in [*os.get_exec_path(), "/usr/games"]:
        path = os.path.join(folder, name)
        if os.access(path, os.X_OK):
            return path
    return None

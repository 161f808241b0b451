"""The engines that this process runs, as the system lists its children."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def supervisors() -> set[int]:
    """The process ids of the supervisors that this process has started."""
    return {number for number, words in _children() if "supervisor" in words}


def lives(process_id: int) -> bool:
    """Whether a process lives."""
    try:
        with open(f"/proc/{process_id}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _children() -> list[tuple[int, str]]:
    own = os.getpid()
    if os.path.isdir("/proc/self"):
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:  # it has ended
                continue
            if parent == own:
                found.append((int(folder.name), words))
        return found
    asked = ["ps", "-axww", "-o", "pid=,ppid=,args="]
    listed = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    rows = (line.split(maxsplit=2) for line in listed.splitlines())
    return [(int(one), words) for one, parent, words in rows if int(parent) == own]

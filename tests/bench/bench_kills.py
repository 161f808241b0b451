"""Saves of a file of games killed at random moments: what is in the file then, and after the next start.

bench_kills.py [--kills 500] [--games 40000] [--seed 1]

A process saves the file again and again, each time with another comment in one game; it is killed after a
random part of a save. Half of the kills are of saves in place (the file has another hard link). Nothing
may be left of a file but the contents of one save or the other.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter, sleep

from make_games import make_file

from viewer.document.saving.leftovers import clear_leftovers, finish_save, kept_copies

CHILD = """
import sys
from viewer.document.document import open_document

document = open_document(sys.argv[1])
for _ in document.indexing():
    pass
node = document.record(len(document) // 2).root
turn = 0 if node.comment == "one" else 1
while True:
    turn += 1
    document.set_comment(node, ("one", "the other, which is longer")[turn % 2])
    print("save", flush=True)
    document.save()
    print("saved", flush=True)
"""


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def both(path: Path) -> list[str]:
    """The digests of the two contents that the saves write."""
    found = []
    child = subprocess.Popen([sys.executable, "-c", CHILD, path], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    while len(found) < 2:
        if child.stdout.readline().strip() == "save":
            assert child.stdout.readline().strip() == "saved"
            found.append(digest(path))
    child.kill()
    child.wait()
    finish_save(str(path))
    return found


def kill(path: Path, after: float) -> None:
    """Kill a process so many seconds after it began a save."""
    child = subprocess.Popen([sys.executable, "-c", CHILD, path], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    child.stdout.readline()
    sleep(after)
    child.kill()
    child.wait()
    child.stdout.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--games", type=int, default=40_000, help="30 MB")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="qipu-kills-") as folder:
        path = Path(folder, "games.pgn")
        make_file(path, options.games)
        known = both(path)
        started = perf_counter()
        kill(path, 0)
        longest = 1.5 * max(0.2, perf_counter() - started)
        for number in range(options.kills):
            link = Path(folder, "link.pgn")
            link.unlink(missing_ok=True)
            way = ("renamed", "in place")[number % 2]
            if way == "in place":
                os.link(path, link)
            kill(path, dice.random() * longest)
            whole = digest(path) in known
            finished = finish_save(str(path))
            copies = kept_copies(str(path))
            clear_leftovers(str(path))
            left = [name for name in os.listdir(folder) if name.startswith(".")]
            after = digest(path) in known
            counts[f"{way}: killed"] += 1
            counts[f"{way}: whole at once"] += whole
            counts[f"{way}: finished by the next start"] += finished
            counts[f"{way}: neither one nor the other after it"] += not after
            counts[f"{way}: copies or temporary files left"] += bool(copies or left)
    for name, count in sorted(counts.items()):
        print(f"{name:55} {count:6}")
    return int(any(count for name, count in counts.items() if "neither" in name or "left" in name))


if __name__ == "__main__":
    sys.exit(main())

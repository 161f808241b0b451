"""SGF to trees, beside sgfmill and @sabaki/sgf, in one run.

    bench_sgf.py [--python PYTHON] [--node FOLDER] [FOLDER]

FOLDER holds .sgf files; games of our own are made in any case. PYTHON is an interpreter with sgfmill,
`--node` a folder with @sabaki/sgf in its node_modules. What isn't there is left out.

All read bytes and give every game as a tree. Ours resolves moves, comments, marks and times, and keeps
every byte; sgfmill leaves values as they are written until they are asked for, so it is shown both so
and with the move and the comment of each node asked for; @sabaki/sgf leaves all values so. Files that a
peer refuses are left out for it and for ours beside it.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from figures import row

from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.format import Unreadable

ROUNDS = 7
_POINTS = "abcdefghijklmnopqrs"

_SGFMILL = """
import gc, json, sys, time
from pathlib import Path
from statistics import median
from sgfmill import sgf, sgf_grammar
asked = sys.argv[2] == "asked"
def read(data):
    for coarse in sgf_grammar.parse_sgf_collection(data):
        stack = [sgf.Sgf_game.from_coarse_game_tree(coarse).get_root()]
        while stack:
            node = stack.pop()
            if asked:
                node.get_move()
                node.has_property("C") and node.get("C")
            stack.extend(node)
times = {}
gc.disable()
for path in sorted(Path(sys.argv[1]).iterdir()):
    data = path.read_bytes()
    try:
        read(data)
    except Exception:
        continue
    taken = []
    for _ in range(int(sys.argv[3])):
        start = time.process_time()
        read(data)
        taken.append(time.process_time() - start)
        gc.collect()
    times[path.name] = median(taken)
print(json.dumps(times))
"""

_NODE = """
const sgf = require("@sabaki/sgf");
const fs = require("fs"), path = require("path");
const [folder, , rounds] = process.argv.slice(2);
const times = {};
for (const name of fs.readdirSync(folder).sort()) {
  const data = fs.readFileSync(path.join(folder, name));
  try { sgf.parseBuffer(data); } catch (error) { continue; }
  const taken = [];
  for (let round = 0; round < Number(rounds); round++) {
    const start = process.cpuUsage();
    sgf.parseBuffer(data);
    const used = process.cpuUsage(start);
    taken.push((used.user + used.system) / 1e6);
  }
  taken.sort((a, b) => a - b);
  times[name] = taken[taken.length >> 1];
}
console.log(JSON.stringify(times));
"""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--python")
    parser.add_argument("--node", type=Path)
    parser.add_argument("folder", type=Path, nargs="?")
    wanted = parser.parse_args()
    sets = {"a joseki tree, games, games with clocks": made()}
    if wanted.folder:
        files = sorted(path for path in wanted.folder.iterdir() if path.suffix == ".sgf")
        sets[f"{len(files)} files"] = {path.name: path.read_bytes() for path in files}
    for name, files in sets.items():
        print(f"{name}: {sum(map(len, files.values())) / 1e6:.2f} MB")
        with tempfile.TemporaryDirectory() as folder:
            for file, data in files.items():
                (Path(folder) / file).write_bytes(data)
            compare(files, folder, wanted.python, wanted.node)


def compare(files: dict[str, bytes], folder: str, python: str | None, node: Path | None) -> None:
    """Ours, and ours beside each peer on the files that it reads too."""
    mine = ours(files)
    show("Qipu, all resolved, all kept", mine, files)
    peers: dict[str, dict[str, float]] = {}
    if python:
        for name, how in (("sgfmill, raw values", "raw"), ("sgfmill, moves, comments", "asked")):
            peers[name] = told([python, "-c", _SGFMILL, folder, how, str(ROUNDS)])
    if node:
        script = node / "qipu_bench.cjs"
        script.write_text(_NODE)
        peers["@sabaki/sgf, raw values"] = told(["node", str(script), folder, "raw", str(ROUNDS)])
        script.unlink()
    for name, times in peers.items():
        show(name, times, files)
        both = times.keys() & mine.keys()
        ratio = sum(times[file] for file in both) / sum(mine[file] for file in both)
        goal = "goal: more than 1" if name.startswith("sgfmill") else ""
        row(f"Qipu / {name}", ratio, "", goal)


def show(name: str, times: dict[str, float], files: dict[str, bytes]) -> None:
    """A line of the table."""
    size = sum(len(files[file]) for file in times)
    row(name, size / sum(times.values()) / 1e6, "MB/s", f"{len(times)} of {len(files)} opened")


def ours(files: dict[str, bytes]) -> dict[str, float]:
    """CPU seconds for each file that is read, every game of it."""
    format = FORMATS["sgf"].load()

    def read(data: bytes) -> None:
        collection = format.read(BytesSource(data))
        for _ in collection.indexing():
            pass
        for index in range(len(collection)):
            collection.record(index)

    out: dict[str, float] = {}
    gc.disable()
    for name, data in files.items():
        try:
            read(data)
        except Unreadable:
            continue
        times = []
        for _ in range(ROUNDS):
            start = process_time()
            read(data)
            times.append(process_time() - start)
            gc.collect()
        out[name] = median(times)
    gc.enable()
    return out


def told(words: list[str]) -> dict[str, float]:
    """What a peer's process says of itself."""
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{words[0]} ended with {run.returncode}\n{run.stderr}")
    times: dict[str, float] = json.loads(run.stdout)
    return times


# ------------------------------------------------------------------------- our own games


def made() -> dict[str, bytes]:
    """Files of our own, the same in every run."""
    dice = random.Random(1)
    return {
        "joseki.sgf": joseki_tree(62_000).encode(),
        "games.sgf": "".join(_game(dice, number, False) for number in range(400)).encode(),
        "clocks.sgf": "".join(_game(dice, number, True) for number in range(200)).encode(),
    }


def _game(dice: random.Random, number: int, clocks: bool) -> str:
    parts = [f"(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[Black {number}]PW[White]KM[6.5]RE[B+R]DT[2026-01-01]"]
    for ply in range(230):
        side = "BW"[ply % 2]
        node = f";{side}[{dice.choice(_POINTS)}{dice.choice(_POINTS)}]"
        if clocks:
            node += f"{side}L[{1800 - ply * 5}.{dice.randrange(100):02}]"
        elif ply % 40 == 39:
            node += "C[Now both sides have settled, and the left side is next.]"
        parts.append(node)
        if clocks or ply % 10 == 9:
            parts.append("\n")
    return "".join([*parts, ")\n"])


def joseki_tree(nodes: int) -> str:
    """A tree as dictionaries of joseki are: wide and deep, with comments, labels and glyphs."""
    dice = random.Random(2)
    children: list[list[int]] = [[]]
    depths = [0]
    tip = 0
    while len(children) < nodes:
        if dice.random() < 0.16 or depths[tip] > 60:
            tip = (
                max(0, tip - dice.randrange(1, 40))
                if dice.random() < 0.8
                else dice.randrange(len(children))
            )
        here = len(children)
        children.append([])
        children[tip].append(here)
        depths.append(depths[tip] + 1)
        tip = here
    out: list[str] = ["(;GM[1]FF[4]CA[UTF-8]SZ[19]C[Openings in the corner.]\n"]
    stack: list[tuple[int, bool]] = [
        (child, len(children[0]) > 1) for child in reversed(children[0])
    ]
    while stack:
        node, branch = stack.pop()
        if node < 0:
            out.append(")\n")
            continue
        text = f";{'BW'[depths[node] % 2 - 1]}[{dice.choice(_POINTS)}{dice.choice(_POINTS)}]"
        if dice.random() < 0.12:
            text += "C[White gets the corner, Black a wall; the ladder must be good.]"
        if dice.random() < 0.08:
            text += "LB[cc:A][dd:B]" if dice.random() < 0.6 else "BM[1]"
        out.append("(" + text if branch else text)
        if branch:
            stack.append((-1, False))
        below = children[node]
        stack.extend((child, len(below) > 1) for child in reversed(below))
    return "".join([*out, ")\n"])


if __name__ == "__main__":
    main()

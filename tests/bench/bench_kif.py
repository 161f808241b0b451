"""KIF records to trees, beside python-shogi, cshogi and tsshogi, in one run.

    bench_kif.py [--python PYTHON] [--tsshogi FOLDER] FOLDER

FOLDER holds .kif and .kifu files. PYTHON is an interpreter with python-shogi and cshogi (they aren't
needed otherwise), `--tsshogi` a folder with tsshogi in its node_modules. What isn't there is left out.

Ours reads bytes: it finds the encoding, remembers every byte, and the record is looked at. The peers are
given the text already decoded, as their readers want it. Of these python-shogi and cshogi drop
variations and comments; tsshogi keeps what ours keeps, but for the bytes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from figures import row

from viewer.base.source import BytesSource
from viewer.base.text import decode
from viewer.formats import FORMATS

ROUNDS = 7

_PYTHON = """
import sys, time
from pathlib import Path
from importlib import import_module
from statistics import median
parser = import_module(sys.argv[2] + ".KIF").Parser
texts = [path.read_text("utf-8") for path in sorted(Path(sys.argv[1]).iterdir())]
opened = 0
for text in texts:
    try:
        parser.parse_str(text)
        opened += 1
    except Exception:
        pass
times = []
for _ in range(int(sys.argv[3])):
    start = time.process_time()
    for text in texts:
        try:
            parser.parse_str(text)
        except Exception:
            pass
    times.append(time.process_time() - start)
print(opened, median(times))
"""

_NODE = """
const { importKIF } = require("tsshogi");
const fs = require("fs"), path = require("path");
const folder = process.argv[2], rounds = Number(process.argv[3]);
const texts = fs.readdirSync(folder).sort().map((n) => fs.readFileSync(path.join(folder, n), "utf-8"));
let opened = 0;
for (const text of texts) opened += importKIF(text) instanceof Error ? 0 : 1;
const times = [];
for (let round = 0; round < rounds; round++) {
  const start = process.cpuUsage();
  for (const text of texts) importKIF(text);
  const used = process.cpuUsage(start);
  times.push((used.user + used.system) / 1e6);
}
times.sort((a, b) => a - b);
console.log(opened, times[rounds >> 1]);
"""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--python")
    parser.add_argument("--tsshogi", type=Path)
    parser.add_argument("folder", type=Path)
    wanted = parser.parse_args()
    files = [path for path in sorted(wanted.folder.iterdir()) if path.suffix in (".kif", ".kifu")]
    data = [path.read_bytes() for path in files]
    opened, seconds = ours(data)
    figures = {"Qipu, all kept": (opened, seconds)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "texts"
        folder.mkdir()
        for path, raw in zip(files, data, strict=True):
            (folder / f"{path.name}.txt").write_text(text_of(raw), "utf-8", newline="")
        for peer, module in (("python-shogi", "shogi"), ("cshogi", "cshogi")):
            if wanted.python:
                words = [wanted.python, "-c", _PYTHON, str(folder), module, str(ROUNDS)]
                figures[f"{peer}, main line"] = told(words)
        if wanted.tsshogi:
            script = wanted.tsshogi / "qipu_bench.cjs"
            script.write_text(_NODE)
            figures["tsshogi"] = told(["node", str(script), str(folder), str(ROUNDS)])
            script.unlink()
    for peer, (count, taken) in figures.items():
        row(peer, len(files) / taken, "files/s", f"{count} of {len(files)} opened")
    limits = {"tsshogi": 1.0, "python-shogi, main line": 0.25}
    for peer, limit in limits.items():
        if peer in figures:
            row(f"Qipu / {peer}", figures[peer][1] / seconds, "", f"goal: at least {limit}")


def ours(data: list[bytes]) -> tuple[int, float]:
    """Files opened, CPU seconds for all."""
    format = FORMATS["kif"].load()
    times, opened = [], 0
    for _ in range(ROUNDS):
        start = process_time()
        opened = 0
        for raw in data:
            collection = format.read(BytesSource(raw, "x.kif"))
            opened += all(collection.record(index) for index in range(len(collection)))
        times.append(process_time() - start)
    return opened, median(times)


def text_of(raw: bytes) -> str:
    """The text as the peers want it, in the encoding that ours finds."""
    codec = FORMATS["kif"].load().read(BytesSource(raw, "x.kif")).record(0).encoding or "utf-8"
    return decode(raw, codec).removeprefix("\ufeff")


def told(words: list[str]) -> tuple[int, float]:
    """What a peer's process says of itself."""
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{words[0]} ended with {run.returncode}\n{run.stderr}")
    opened, seconds = run.stdout.split()
    return int(opened), float(seconds)


if __name__ == "__main__":
    main()

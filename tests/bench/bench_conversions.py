"""1,000 records of xiangqi, shogi and go converted, beside cchess, tsshogi and sgfmill reading the same.

    bench_conversions.py [--records 1000] [--tsshogi FOLDER]

The records are random legal games that are made here. FOLDER has tsshogi in its node_modules; cchess and
sgfmill are asked if they are installed (pip install cchess==1.25.5 sgfmill). Processor time of one process,
in pairs with the peer's. Ours also names what is lost, and reads back what it wrote. If pgn-extract is
installed, it writes every position of plain games of chess as EPD; ours writes their starts with their lines.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from statistics import median
from subprocess import run

from figures import row
from make_games import games
from processes import measured, program, python

from viewer.base.source import piece_bytes
from viewer.formats import FORMATS
from viewer.formats.fresh import Beginning, new_record
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.node import Node

LIMIT = 1.5
ROUNDS = 7
_CONVERT = """
import os
from viewer.base.garbage import GarbagePause
from viewer.base.source import piece_bytes
from viewer.face import prepare
folder, suffix = sys.argv[1:]
with GarbagePause() as pause:
    for name in sorted(os.listdir(folder)):
        made = prepare(os.path.join(folder, name), "out." + suffix, overwrite=True)
        b"".join(piece_bytes(piece, made.collection.source) for piece in made.output.pieces)
        made.close()
        pause.read(1000)
"""
_EXPORT = """
from viewer.__main__ import main
main(["export", sys.argv[1], "--html", "-o", sys.argv[2], "--jobs", "1"])
"""
_CCHESS = """
import contextlib, io, os, cchess
with contextlib.redirect_stdout(io.StringIO()):
    for name in sorted(os.listdir(sys.argv[1])):
        path = os.path.join(sys.argv[1], name)
        cchess.read_from_xqf(path) if name.endswith("xqf") else cchess.read_from_pgn(path)
"""
_SGFMILL = """
from sgfmill import sgf
from sgfmill.sgf_grammar import parse_sgf_collection
for game in parse_sgf_collection(open(sys.argv[1], "rb").read()):
    for node in sgf.Sgf_game.from_coarse_game_tree(game).get_main_sequence():
        node.get_move()
"""
_TSSHOGI = """
const { importKIF } = require("tsshogi"), fs = require("fs"), path = require("path");
const text = new TextDecoder("shift_jis"), folder = process.argv[1];
for (const name of fs.readdirSync(folder)) importKIF(text.decode(fs.readFileSync(path.join(folder, name))));
"""


def make(folder: Path, suffix: str, game_id: str, count: int, plies: int) -> None:
    """Write random legal games, a file each."""
    folder.mkdir()
    format_, game, dice = FORMATS[suffix].load(), game_of(game_id), random.Random(count)
    for number in range(count):
        record = new_record(format_, game, Beginning(players=(f"Anna {number}", "Boris")))
        node, state = record.root, game.start_of(record)
        for id in range(1, dice.randint(plies // 2, plies * 3 // 2)):
            moves = list(game.legal_moves(state))
            if not moves:
                break
            action = dice.choice(moves)
            state = game.step(state, action)
            child = Node(id, node, action)
            node.children = (child,)
            record.nodes[id] = node = child
        output = format_.write(MemoryCollection(suffix, [record]))
        data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
        (folder / f"{number:05}.{suffix}").write_bytes(data)


def beside(what: str, ours: list[str], theirs: list[str] | None, folder: Path) -> None:
    """Print how many times as long ours takes as theirs, each as a process."""
    pairs = []
    for _ in range(ROUNDS):
        mine = measured(ours, folder).cpu
        pairs.append((mine, measured(theirs, folder).cpu if theirs else 0.0))
    row(what, median(mine for mine, _ in pairs), "s")
    if theirs:
        ratio = median(mine / peer for mine, peer in pairs)
        row(f"{what}, beside the peer's reading", ratio, "times", f"limit {LIMIT}")
    else:
        print(f"{what}: the peer isn't installed.")


def converted(folder: Path, suffix: str) -> Path:
    """The files of a folder in another format, as files of another folder."""
    target = folder.with_name(f"{folder.name}-{suffix}")
    words = ["convert", str(folder), str(target), "--to", suffix, "--allow-loss"]
    run([sys.executable, "-m", "viewer", *words], check=True, capture_output=True)
    return target


def chess(path: Path, folder: Path, count: int) -> None:
    """EPD beside pgn-extract."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(games(count, distinct=count))
    extract = program("pgn-extract")
    if extract is None:
        print("pgn-extract isn't installed.")
        return
    quiet = "from viewer.__main__ import main\nmain(sys.argv[1:])\n"
    out = str(folder / "out.epd")
    words = python(quiet, "convert", str(path), out, "--force", "--allow-loss", "--jobs", "1")
    theirs = [extract, "-s", "-Wepd", "-o", str(folder / "theirs.epd"), str(path)]
    pairs = [(measured(words, folder).cpu, measured(theirs, folder).cpu) for _ in range(ROUNDS)]
    row("PGN to EPD", median(mine for mine, _ in pairs), "s")
    row("PGN to EPD, beside pgn-extract", median(mine / peer for mine, peer in pairs), "times")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--tsshogi", type=Path)
    wanted = parser.parse_args()
    node = which("node")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        xqf, kif, sgf = (folder / suffix for suffix in ("xqf", "kif", "sgf"))
        make(xqf, "xqf", "xiangqi", wanted.records, 90)
        make(kif, "kif", "shogi", wanted.records, 100)
        make(sgf, "sgf", "go", wanted.records, 200)
        cchess = python(_CCHESS, str(xqf)) if find_spec("cchess") else None
        beside("XQF to PGN", python(_CONVERT, str(xqf), "pgn"), cchess, folder)
        pgn = converted(xqf, "pgn")
        beside("PGN to UBB", python(_CONVERT, str(pgn), "ubb"), cchess, folder)
        tsshogi = None
        if node is not None and wanted.tsshogi is not None:
            tsshogi = ["env", f"NODE_PATH={wanted.tsshogi / 'node_modules'}", node, "-e", _TSSHOGI]
            tsshogi.append(str(kif))
        for suffix in ("csa", "jkf"):
            what = f"KIF to {suffix.upper()}"
            beside(what, python(_CONVERT, str(kif), suffix), tsshogi, folder)
        whole = folder / "games.sgf"
        whole.write_bytes(b"".join(path.read_bytes() for path in sorted(sgf.iterdir())))
        sgfmill = python(_SGFMILL, str(whole)) if find_spec("sgfmill") else None
        page = str(folder / "page.html")
        beside("SGF to HTML", python(_EXPORT, str(whole), page), sgfmill, folder)
        chess(folder / "games.pgn", folder, wanted.records)


if __name__ == "__main__":
    main()

"""Positions looked up in large opening books: the time of one, and how much is read for it.

    bench_lookups.py [--entries 8000000] [--positions 1000000]

A Polyglot book of our own, beside python-chess's reader, which maps the file; books of YaneuraOu in text
and in binary; a book of ShogiGUI, which has to be indexed when it is opened.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

import chess
import numpy as np
from chess.polyglot import MemoryMappedReader, zobrist_hash
from figures import row

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "reference"))

from rsshogi.core import Board
from works import SHOGI_START, SbkState, write_sbk

from viewer.base.jobs import run_inline
from viewer.base.source import FileSource
from viewer.games import game_of
from viewer.reference.reference import Reference, looking_up, opening

_LOOKUPS = 200
_LIMIT = "limit: 16"


class Read:
    """Counts the bytes that are read of sources."""

    def __init__(self) -> None:
        self.bytes = 0
        inner = FileSource.read

        def counted(source: FileSource, start: int, length: int) -> bytes:
            data = inner(source, start, length)
            self.bytes += len(data)
            return data

        FileSource.read = counted  # type: ignore[method-assign]  # counts the reads


def measured(name: str, path: Path, game_id: str, setups: list[str], read: Read) -> None:
    """Open a book, look up positions."""
    start = perf_counter()
    (work,) = (one for one in run_inline(opening(str(path))) if isinstance(one, Reference))
    row(
        f"{name}, {path.stat().st_size / 1e6:,.0f} MB: opened",
        1000 * (perf_counter() - start),
        "ms",
    )
    game = game_of(game_id)
    states = [game.start(game.parse_setup(setup)) for setup in setups]
    read.bytes, found, times = 0, 0, []
    for state in states:
        start = perf_counter()
        found += len(run_inline(looking_up(work, game, state))[-1].moves)
        times.append(1000 * (perf_counter() - start))
    row(
        f"  a position looked up ({found / len(states):.1f} moves): median",
        median(times),
        "ms",
        _LIMIT,
    )
    row("  slowest", max(times), "ms", _LIMIT)
    row("  read for one", read.bytes / len(states) / 1024, "KiB")
    work.close()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, default=8_000_000)
    parser.add_argument("--positions", type=int, default=1_000_000)
    wanted = parser.parse_args()
    read, dice = Read(), random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.bin"
        fens = polyglot(path, wanted.entries, dice)
        measured("Polyglot", path, "chess", fens, read)
        with MemoryMappedReader(str(path)) as peer:
            boards = [chess.Board(fen) for fen in fens]
            start = perf_counter()
            for board in boards:
                list(peer.find_all(board))
            each = 1000 * (perf_counter() - start) / len(boards)
            row("  python-chess, mapped: mean", each, "ms", "the peer")
        text, binary = Path(folder) / "book.db", Path(folder) / "book.ybb"
        sfens = yaneuraou(text, binary, wanted.positions, dice)
        measured("YaneuraOu, text", text, "shogi", sfens, read)
        measured("YaneuraOu, binary", binary, "shogi", sfens, read)
        graph = Path(folder) / "book.sbk"
        write_sbk(graph, states(50_000))
        measured("ShogiGUI, 50,000 positions", graph, "shogi", [SHOGI_START + " 1"], read)


def polyglot(path: Path, entries: int, dice: random.Random) -> list[str]:
    """Write random entries, and among them some of positions that are returned."""
    fens: list[str] = []
    board = chess.Board()
    while len(fens) < _LOOKUPS:
        if board.is_game_over() or board.ply() > 40:
            board = chess.Board()
        fens.append(board.fen())
        board.push(dice.choice(list(board.legal_moves)))
    rows = np.zeros(
        entries, dtype=[("key", ">u8"), ("move", ">u2"), ("weight", ">u2"), ("learn", ">u4")]
    )
    rows["key"] = np.frombuffer(dice.randbytes(8 * entries), "u8")
    rows["move"] = 12 | 6 << 6  # g1e2
    rows["weight"] = 1
    for index, fen in enumerate(fens):
        position = chess.Board(fen)
        move = next(iter(position.legal_moves))
        rows["key"][index] = zobrist_hash(position)
        rows["move"][index] = move.to_square | move.from_square << 6
    rows.sort(order="key")
    rows.tofile(path)
    return fens


def yaneuraou(text: Path, binary: Path, count: int, dice: random.Random) -> list[str]:
    """Write the same positions, White's pieces in many orders, as both kinds of book; some of them."""
    tail = "1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b"
    orders = sorted({"".join(dice.sample("lnsgkgsnl", 9)) for _ in range(60_000)})
    hands = ["-", *(f"{black}P{white}p" for black in range(2, 10) for white in range(2, 10))]
    sfens = sorted(f"{order}/{tail} {hand}" for order in orders for hand in hands)[:count]
    with text.open("w", encoding="ascii", newline="\n") as file:
        file.write("#YANEURAOU-DB2016 1.00\n")
        for number, sfen in enumerate(sfens):
            file.write(f"sfen {sfen} 1\n7g7f 3c3d {number % 300} 20 100\n2g2f none 0 20 90\n")
    some = dice.sample([one for one in sfens if one.endswith("-")], _LOOKUPS)
    keys = np.frombuffer(dice.randbytes(32 * len(sfens)), "V32").copy()
    for index, sfen in enumerate(some):
        keys[index] = np.frombuffer(bytes(Board(f"{sfen} 1").to_packed_sfen()), "V32")[0]
    rows = np.zeros(
        len(keys), dtype=[("key", "V32"), ("at", "<u8"), ("ply", "<u2"), ("count", "<u2")]
    )
    rows["key"] = sorted(keys.tolist())
    rows["ply"], rows["count"] = 1, 1
    with binary.open("wb") as file:
        file.write(
            b"YANE-BINBOOK-V1\0" + len(rows).to_bytes(8, "little") + bytes((1, 0, 0, 0, 0, 0, 0, 0))
        )
        file.write(rows.tobytes())
        file.write(
            (7739).to_bytes(2, "little") + (33).to_bytes(2, "little") + (20).to_bytes(2, "little")
        )
    return [f"{sfen} 1" for sfen in some]


def states(count: int) -> list[SbkState]:
    """A graph in which each position leads to the next three, by moves that are all legal at first."""
    made = [SbkState(10, 5, 4) for _ in range(count)]
    made[0].position = f"{SHOGI_START} 1"
    for index, state in enumerate(made):
        for way, move in enumerate(("7g7f", "2g2f", "9g9f")):
            if 3 * index + way + 1 < count:
                state.add(move, False, 0, 1, 3 * index + way + 1)
    return made


if __name__ == "__main__":
    main()

"""A book of 1,000 annotated games with three diagram marks each: pages a second, memory, size of the file.

    bench_book.py [--games 1000] [--marks 3] [--jobs 2] [--keep FILE]

Limits: 200 pages a second, 1.5 GiB.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time

import chess
import pikepdf
from figures import row

from viewer import load
from viewer.base.fields import values_of
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import run_inline
from viewer.base.processes import processors
from viewer.base.source import BytesSource
from viewer.publish.book.exporters import BOOK
from viewer.publish.exporter import Study

_TEXT = (
    "White attacks the pawn and wins a tempo; the bishop on the long diagonal looks at both wings,"
    " but the rook has no open file yet. A quiet move first was better: now Black answers in the"
    " centre and the whole plan comes a step too late."
)
_WORDS = tuple(_TEXT.split(" "))


_MARKED = (15, 35, 60, 8, 24, 44, 52, 70)
"""The plies behind which diagrams are asked for, as many of them as there are marks."""


def annotated(count: int, distinct: int = 200, marks: int = 3) -> Iterator[str]:
    """Games of 40 moves with a comment every fourth move, two variations and some diagram marks each."""
    chance = random.Random(5)
    texts = [_game(chance, _MARKED[:marks]) for _ in range(distinct)]
    for number in range(count):
        players = f"Player {number % 97} von Beispiel", f"Player {number % 89 + 100}"
        yield (
            f'[Event "Example Open {number // 50}"]\n[Site "Bern SUI"]\n[Date "2024.05.17"]\n'
            f'[White "{players[0]}"]\n[Black "{players[1]}"]\n[Result "1-0"]\n[ECO "C{number % 99:02}"]\n\n'
            f"{texts[number % distinct]} 1-0\n\n"
        )


def _game(chance: random.Random, marked: tuple[int, ...]) -> str:
    board, out = chess.Board(), []
    for ply in range(80):
        moves = list(board.legal_moves)
        if not moves:
            break
        number = f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        out.append(f"{number} {board.san(move := chance.choice(moves))}")
        if ply in marked:
            out.append("$220")
        if ply % 8 == 3:
            out.append(f"{{{' '.join(chance.choices(_WORDS, k=24))}.}}")
        if ply in (20, 40):
            out.append(f"({number} {_line(board.copy(), chance, ply)})")
        board.push(move)
    return " ".join(out)


def _line(board: chess.Board, chance: random.Random, ply: int) -> str:
    words = []
    for _ in range(8):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = chance.choice(moves)
        words.append(board.san(move))
        board.push(move)
    return " ".join(words)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--marks", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=processors())
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    text = "".join(annotated(args.games, marks=args.marks))
    collection = load(BytesSource(text.encode(), "games.pgn"))
    numbers = range(1, args.games + 1)
    study = Study(collection, numbers, "A thousand games", processes=args.jobs)
    worked, begun = process_time(), perf_counter()
    with GarbagePause():
        (file,) = run_inline(BOOK.export(study, values_of(BOOK.fields, {})))
    seconds = perf_counter() - begun
    data = file.data
    own, theirs = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    worked = process_time() - worked + theirs.ru_utime + theirs.ru_stime
    if args.keep:
        args.keep.write_bytes(data)
    with pikepdf.open(io.BytesIO(data)) as read:
        pages = len(read.pages)
    unit = 1 << (30 if sys.platform == "darwin" else 20)
    most = (own.ru_maxrss + (args.jobs if args.jobs > 1 else 0) * theirs.ru_maxrss) / unit
    row(f"{args.games} games, {args.jobs} processes", pages / seconds, "pages/s", "goal 200 /s")
    row(f"{pages} pages", seconds, "s", f"{worked:.1f} s of processors")
    row("if its processors were free", pages * args.jobs / worked, "pages/s", "processors all busy")
    row("memory of all processes at most", most, "GiB", "limit 1.5 GiB")
    row("size of the file", len(data) / 1e6, "MB")


if __name__ == "__main__":
    main()

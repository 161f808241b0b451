"""A book of 1,000 annotated games with three diagrams each: pages a second, memory, size of the file.

    bench_book.py [--games 1000] [--keep FILE]

Limits: 200 pages a second, 1.5 GiB. Every part is measured in a process of its own.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time

import chess

from viewer import load
from viewer.base.fields import values_of
from viewer.base.garbage import GarbagePause
from viewer.base.source import BytesSource
from viewer.publish.book.book import BookSetter
from viewer.publish.book.choices import BOOK_FIELDS
from viewer.publish.book.typesetting import TypstFolder

_TEXT = (
    "White attacks the pawn and wins a tempo; the bishop on the long diagonal looks at both wings,"
    " but the rook has no open file yet. A quiet move first was better: now Black answers in the"
    " centre and the whole plan comes a step too late."
)
_WORDS = tuple(_TEXT.split(" "))


def annotated(count: int, distinct: int = 200) -> Iterator[str]:
    """Games of 40 moves with a comment every fourth move, two variations and three diagram marks each."""
    chance = random.Random(5)
    texts = [_game(chance) for _ in range(distinct)]
    for number in range(count):
        players = f"Player {number % 97} von Beispiel", f"Player {number % 89 + 100}"
        yield (
            f'[Event "Example Open {number // 50}"]\n[Site "Bern SUI"]\n[Date "2024.05.17"]\n'
            f'[White "{players[0]}"]\n[Black "{players[1]}"]\n[Result "1-0"]\n[ECO "C{number % 99:02}"]\n\n'
            f"{texts[number % distinct]} 1-0\n\n"
        )


def _game(chance: random.Random) -> str:
    board, out = chess.Board(), []
    for ply in range(80):
        moves = list(board.legal_moves)
        if not moves:
            break
        number = f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        out.append(f"{number} {board.san(move := chance.choice(moves))}")
        if ply in (15, 35, 60):
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
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    text = "".join(annotated(args.games))
    begun = perf_counter()
    collection = load(BytesSource(text.encode(), "games.pgn"))
    with TypstFolder() as room, GarbagePause():
        setter = BookSetter(room, collection, "A thousand games", values_of(BOOK_FIELDS, {}), str)
        for _ in setter.set():
            pass
        outlined = perf_counter()
        room.missing(setter.characters, setter.fonts)
        checked = perf_counter()
        data = room.pdf("book.typ")
    done = perf_counter()
    if args.keep:
        args.keep.write_bytes(data)
    pages = data.count(b"/Type/Page\n") + data.count(b"/Type /Page\n") or data.count(b"/MediaBox")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1 << (30 if sys.platform == "darwin" else 20)
    )
    seconds, worked = done - begun, process_time()
    print(f"{args.games} games, {pages} pages, {len(data) / 1e6:.1f} MB")
    print(f"outline and diagrams {outlined - begun:6.2f} s")
    print(f"coverage of fonts    {checked - outlined:6.2f} s")
    print(f"Typst                {done - checked:6.2f} s")
    print(
        f"{pages / (done - checked):.0f} pages a second by Typst (goal 200), {pages / seconds:.0f} in all"
    )
    print(f"{worked:.1f} s of processors in all, {most:.2f} GiB (limit 1.5)")


if __name__ == "__main__":
    main()

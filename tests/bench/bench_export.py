"""Exports: diagrams beside python-chess's chess.svg, pages, 10,000 positions as PNG with all processors."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import chess
import chess.svg
from figures import median, row

import viewer
from viewer.base.processes import processors
from viewer.games import game_of
from viewer.scene.picture import picture
from viewer.scene.svg import to_svg

POSITIONS = 10_000
PAGES = 100


def games(count: int) -> list[chess.Board]:
    """Random games of 80 plies."""
    dice = random.Random(3)
    boards = []
    for _ in range(count):
        board = chess.Board()
        while len(board.move_stack) < 80 and (moves := list(board.legal_moves)):
            board.push(dice.choice(moves))
        boards.append(board)
    return boards


def diagrams() -> None:
    """The positions of a game as SVG, each with its last move marked."""
    game = game_of("chess")
    state, states = game.start(None), []
    board, boards = chess.Board(), []
    for move in games(1)[0].move_stack:
        state = game.step(state, game.read_moves(state, board.san(move))[0])
        board.push(move)
        states.append(state)
        boards.append((board.copy(), move))
    ours, theirs = [], []
    for _ in range(5):
        start = perf_counter()
        for state in states:
            to_svg(*picture(game, state))
        ours.append(len(states) / (perf_counter() - start))
        start = perf_counter()
        for one, move in boards:
            chess.svg.board(one, lastmove=move)
        theirs.append(len(boards) / (perf_counter() - start))
    row("chess diagrams as SVG", median(ours), "/s", f"chess.svg {median(theirs):.0f} /s")


def pages(folder: Path) -> None:
    """Games of 80 plies, each as a page of its own, in one process and in all."""
    for number, board in enumerate(games(PAGES)):
        game = chess.Board().variation_san(board.move_stack)
        (folder / f"{number}.pgn").write_text(f"{game} *\n", "utf-8")
    for jobs in (1, processors()):
        out = f"{folder / f'html{jobs}'}{os.sep}"
        took, worked = export(str(folder), "--html", "-o", out, "--jobs", str(jobs))
        busy = f"{worked:.1f} s of processors"
        row(f"pages (HTML), {jobs} processes", PAGES / took, "files/s", busy)


def positions(folder: Path) -> None:
    """Positions of an EPD file as PNG of 400 pixels."""
    lines = []
    for board in games(-(-POSITIONS // 79)):
        while board.move_stack and len(lines) < POSITIONS:
            lines.append(board.epd())
            board.pop()
    path = folder / "positions.epd"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    out = folder / "png" / "p.png"
    jobs = processors()
    took, worked = export(str(path), "-o", str(out), "--style", "size=400", "--jobs", str(jobs))
    made = len(os.listdir(out.parent))
    row(f"{made} positions as PNG, {jobs} processes", took, "s", f"{worked:.1f} s of processors")
    row("the same a second", made / took, "/s")


def export(*words: str) -> tuple[float, float]:
    """Seconds that `qipu export` takes, and those of processors: on a busy machine they differ much."""
    start, worked = perf_counter(), children()
    subprocess.run([sys.executable, "-m", "viewer", "export", *words], check=True)
    return perf_counter() - start, children() - worked


def children() -> float:
    """Seconds of processors that ended processes took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """All of them."""
    print(f"Qipu {viewer.__version__}, chess {chess.__version__}")
    diagrams()
    with tempfile.TemporaryDirectory() as folder:
        pages(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        positions(Path(folder))


if __name__ == "__main__":
    main()

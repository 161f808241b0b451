"""A file of plain games checked, dumped, converted and exported, beside python-chess and pgn-extract.

    bench_archives.py [--games 4532] [--rounds 7]

Whole processes, measured from outside: processor seconds of one process (that is what a core does), then the
time with all processors, and the most memory of a process. The games differ from each other, so that nothing
gains by having seen a game before. Compiled rules are measured with the moves of the same games if they are
installed (pip install cozy-chess-py fastchess), beside the replay that does the same here.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time

import chess
from figures import row
from make_games import games
from processes import Cost, measured, middle, program, python

from viewer.base.processes import processors
from viewer.games.chess.replay import ChessReplay
from viewer.tree.action import Written

_PEER = """
import chess.pgn, logging, sys
logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
with open(sys.argv[1], encoding="utf-8") as file:
    while chess.pgn.read_game(file) is not None:
        pass
"""
_NOT_A_MOVE = re.compile(r"\d+\.|1-0|0-1|1/2-1/2|\*")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=4_532)
    parser.add_argument(
        "--rounds", type=int, default=7, help="whose median is shown; of moves, the best"
    )
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "games.pgn"
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(games(wanted.games, distinct=wanted.games))
        commands(path, folder, wanted.games, wanted.rounds)
        peers(path, folder, wanted.games, wanted.rounds)
        rules(path, wanted.rounds)


def commands(path: Path, folder: Path, count: int, rounds: int) -> None:
    """Our commands, in one process and in as many as there are processors."""
    target = str(folder / "out.pgn")
    forced = ["--force", "--allow-loss"]
    export = ["convert", str(path), target, "--option", "form=export", *forced]
    todo = (
        ("check", ["check", str(path)], 1500, 0.6),
        ("dump", ["dump", str(path)], 1200, 0.0),
        ("convert --option form=export", export, 800, 0.7),
        *(
            (
                f"convert to {suffix}",
                ["convert", str(path), str(folder / f"out.{suffix}"), *forced],
                goal,
                1.2,
            )
            for suffix, goal in (("epd", 780), ("pgc", 780))
        ),
        *(
            (
                f"export --{kind}",
                ["export", str(path), f"--{kind}", "-o", str(folder / kind), *style],
                goal,
                most,
            )
            for kind, goal, most, *style in (
                ("text", 780, 1.2),
                ("md", 780, 1.2),
                ("html", 590, 1.6),
                ("pdf", 190, 5.0, "--style", "end=no", "--style", "sensible=no"),
            )
        ),
    )
    for what, words, goal, most in todo:
        pairs = [
            (run([*words, "--jobs", "1"], folder), measured(python(_PEER, str(path)), folder))
            for _ in range(rounds)
        ]
        alone = middle([ours for ours, _ in pairs])
        row(f"{what}, a core", count / alone.cpu, "games/s", f"goal {goal}")
        if most:
            ratio = median(ours.cpu / theirs.cpu for ours, theirs in pairs)
            row(f"{what}, beside read_game", ratio, "times", f"limit {most}")
        row(f"{what}, memory", alone.peak_mib, "MiB", "limit 300")
        both = middle([run(words, folder) for _ in range(rounds)])
        row(f"{what}, {processors()} processors", count / both.wall, "games/s")


def run(words: list[str], folder: Path) -> Cost:
    """A command, which may find something odd."""
    quiet = "import sys\nfrom viewer.__main__ import main\nmain(sys.argv[1:])\n"
    return measured(python(quiet, *words), folder)


def peers(path: Path, folder: Path, count: int, rounds: int) -> None:
    """What others take to read the same games."""
    theirs = middle([measured(python(_PEER, str(path)), folder) for _ in range(rounds)])
    row("python-chess read_game", count / theirs.cpu, "games/s")
    extract = program("pgn-extract")
    if extract is None:
        print("pgn-extract isn't installed.")
        return
    words = [extract, "-s", "-o", str(folder / "extracted.pgn"), str(path)]
    row(
        "pgn-extract",
        count / middle([measured(words, folder) for _ in range(rounds)]).cpu,
        "games/s",
    )


def rules(path: Path, rounds: int) -> None:
    """Moves of the same games in SAN found and made, nothing else."""
    blocks = path.read_text("utf-8").split("\n\n")[1::2][:1000]
    lines = [[word for word in text.split() if not _NOT_A_MOVE.match(word)] for text in blocks]

    def replayed(writing: bool) -> None:
        start = ChessReplay(chess.Board(), writing)
        for line in lines:
            make = start.copy().make
            for san in line:
                make(Written(san))

    def by_python_chess() -> None:
        for line in lines[:200]:
            board = chess.Board()
            for san in line:
                board.push_san(san)

    shown("replay", rounds, replayed, len(lines), False)
    shown("replay, moves written as well", rounds, replayed, len(lines), True)
    shown("python-chess push_san", rounds, by_python_chess, 200)
    if find_spec("fastchess") is not None:
        import fastchess

        def by_fastchess() -> None:
            for line in lines:
                board = fastchess.Board()
                for san in line:
                    board.push_san(san)

        shown("fastchess push_san", rounds, by_fastchess, len(lines))
    if find_spec("cozy_chess") is not None:
        shown("cozy-chess-py, SAN among its moves", rounds, by_cozy_chess, len(lines), lines)


def by_cozy_chess(lines: list[list[str]]) -> None:
    """The library reads no SAN: the move is looked for among those that it generates to the target."""
    import cozy_chess

    kinds = dict(zip("PNBRQK", cozy_chess.Piece.ALL, strict=True))
    for line in lines:
        board = cozy_chess.Board.startpos()
        for san in line:
            text = san.rstrip("+#")
            if text.startswith("O-O"):
                rank = "1" if board.side_to_move() == cozy_chess.Color.White else "8"
                side = "a" if text == "O-O-O" else "h"
                board.play(cozy_chess.Move.from_str(f"e{rank}{side}{rank}"))
                continue
            text, _, promotion = text.partition("=")
            piece = text[0] if text[0] in kinds else "P"
            target, origin = text[-2:], text[:-2].lstrip("NBRQK").replace("x", "")
            kind = kinds[piece]
            for move in board.generate_moves():
                said = str(move)
                if (
                    said[2:4] == target
                    and said[4:] == promotion.lower()
                    and all(sign in said[:2] for sign in origin)
                    and board.piece_on(move.from_square) == kind
                ):
                    board.play(move)
                    break


def shown(what: str, rounds: int, work: Callable[..., None], count: int, *args: object) -> None:
    """Print games a second, the best of so many rounds."""
    best = 9e9
    for _ in range(rounds):
        start = process_time()
        work(*args)
        best = min(best, process_time() - start)
    row(what, count / best, "games/s")


if __name__ == "__main__":
    sys.exit(main())

"""Make `resources/openings/chess.tsv` from the tables of lichess-org/chess-openings (CC0).

    .venv/bin/python packaging/make_openings.py FOLDER

FOLDER has that project's a.tsv to e.tsv: columns eco, name, pgn, with a head. Each line of moves becomes
a row with the key of its last position, its code, its name and the number of its arrangement, in the order of
code and name.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path

import chess
import chess.pgn

from viewer.games.chess.charts import cells_of
from viewer.games.chess.game import GAME as CHESS
from viewer.games.chess.openings import arrangement_number, position_key
from viewer.games.chess.position import Position

TARGET = Path(__file__).resolve().parents[1] / "resources" / "openings" / "chess.tsv"
VOLUMES = "abcde"


def rows_of(folder: Path) -> dict[str, tuple[str, str, str]]:
    """(code, name, number of the arrangement) by position key.

    Raises ValueError if two names have one position.
    """
    found: dict[str, tuple[str, str, str]] = {}
    start = cells_of([CHESS.start(None)])
    for volume in VOLUMES:
        with (folder / f"{volume}.tsv").open(encoding="utf-8", newline="") as file:
            for code, name, moves in list(csv.reader(file, delimiter="\t"))[1:]:
                game = chess.pgn.read_game(io.StringIO(moves))
                if game is None or game.errors:
                    raise ValueError(f"{name}: moves can't be read: {moves}")
                board = game.end().board()
                cells = cells_of([Position(None, None, 0, board)])
                row = (code, name, f"{arrangement_number(cells, start):016x}")
                if found.setdefault(position_key(board), row) != row:
                    raise ValueError(f"{name}: its position has another name too")
    return found


def main(words: list[str]) -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    found = rows_of(parser.parse_args(words).folder)
    rows = sorted((code, name, key, number) for key, (code, name, number) in found.items())
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(
        "".join(f"{key}\t{code}\t{name}\t{number}\n" for code, name, key, number in rows), "utf-8"
    )


if __name__ == "__main__":
    main(sys.argv[1:])

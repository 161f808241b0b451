"""A PGN file of any number of games, for measuring: legal moves, headers like those of real files.

    make_games.py [--games 100000] [--plies 82] FILE

A few hundred games are played at random (with a liking for captures) and written again and again under
other headers; about 680 bytes a game, as in collections of master games. The same number gives the
same bytes.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import chess

_FIRST = ("Anna", "Boris", "Carla", "Diego", "Elena", "Felix", "Greta", "Hiro", "Ines", "Jonas")
_LAST = ("Adler", "Berg", "Costa", "Dietz", "Eriksen", "Falk", "Grob", "Hansen", "Ivanov", "Klein")
_PLACES = ("Lyon FRA", "Bern SUI", "Wien AUT", "Oslo NOR", "Porto POR", "Turin ITA", "Ghent BEL")
_OPENINGS = ("C50", "B90", "D37", "E97", "A30", "C65", "B12", "D85", "E15", "C18")
_WIDTH = 80


def played(chance: random.Random, plies: int) -> str:
    """The movetext of a random game, on lines of less than 80 characters, without the result."""
    board = chess.Board()
    words: list[str] = []
    for ply in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        captures = [move for move in moves if board.is_capture(move)]
        move = chance.choice(captures if captures and chance.random() < 0.2 else moves)
        san = _pushed(board, move)
        words.append(f"{ply // 2 + 1}. {san}" if ply % 2 == 0 else san)
    lines, line = [], ""
    for word in " ".join(words).split(" "):
        if line and len(line) + 1 + len(word) >= _WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def _pushed(board: chess.Board, move: chess.Move) -> str:
    san = board.san(move)
    board.push(move)
    return san


Tags = Callable[[random.Random, int, int, str], dict[str, str]]
"""The headers of a game, given chance, its number, the number of games, and its result."""


def repeated_games(
    count: int,
    plies: int,
    distinct: int,
    play: Callable[[random.Random, int], str],
    tags: Tags,
    end: str = " {0}",
) -> Iterator[str]:
    """Games with headers, each with the empty line behind it; `end`: how the result stands at the end."""
    chance = random.Random(count)
    texts = [play(chance, chance.randint(plies // 2, plies * 3 // 2)) for _ in range(distinct)]
    for number in range(count):
        result = chance.choice(("1-0", "0-1", "1/2-1/2"))
        named = tags(chance, number, count, result)
        head = "\n".join(f'[{name} "{value}"]' for name, value in named.items())
        yield f"{head}\n\n{chance.choice(texts)}{end.format(result)}\n\n"


def games(count: int, plies: int = 82, distinct: int = 400) -> Iterator[str]:
    """Games of chess with headers."""
    return repeated_games(count, plies, distinct, played, _tags)


def _tags(chance: random.Random, number: int, count: int, result: str) -> dict[str, str]:
    year = 1950 + number * 75 // max(1, count)
    return {
        "Event": f"{chance.choice(_PLACES)[:-4]} Open {year}",
        "Site": chance.choice(_PLACES),
        "Date": f"{year}.{chance.randint(1, 12):02}.{chance.randint(1, 28):02}",
        "Round": str(number % 11 + 1),
        "White": f"{chance.choice(_LAST)}, {chance.choice(_FIRST)}",
        "Black": f"{chance.choice(_LAST)}, {chance.choice(_FIRST)}",
        "Result": result,
        "WhiteElo": str(chance.randint(1800, 2800)) if chance.random() < 0.8 else "",
        "BlackElo": str(chance.randint(1800, 2800)),
        "ECO": chance.choice(_OPENINGS),
    }


def make_file(path: Path | str, count: int = 100_000, plies: int = 82) -> Path:
    """Write a file of so many games; its path."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(games(count, plies))
    return Path(path)


def write_asked_for(make: Callable[[Path, int, int], Path]) -> None:
    """Write a file as the command line asks for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--plies", type=int, default=82)
    parser.add_argument("file", type=Path)
    args = parser.parse_args()
    print(make(args.file, args.games, args.plies).stat().st_size, "bytes")


if __name__ == "__main__":
    write_asked_for(make_file)

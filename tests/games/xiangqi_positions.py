"""Positions to try things on: from random games, and set up by chance. The same at every run."""

from __future__ import annotations

import random
from collections.abc import Iterator

from viewer.games.xiangqi.game import GAME
from viewer.games.xiangqi.position import Position
from viewer.games.xiangqi.rules import checked
from viewer.tree.action import Move

_ADVISOR_POINTS = (["d0", "f0", "e1", "d2", "f2"], ["d7", "f7", "e8", "d9", "f9"])
_ELEPHANT_POINTS = (
    ["c0", "g0", "a2", "e2", "i2", "c4", "g4"],
    ["c9", "g9", "a7", "e7", "i7", "c5", "g5"],
)
_PALACES = (
    [file + rank for file in "def" for rank in "012"],
    [file + rank for file in "def" for rank in "789"],
)
ALL = [file + rank for file in "abcdefghi" for rank in "0123456789"]
_FORWARD = (
    [place for place in ALL if place[1] >= "3"],
    [place for place in ALL if place[1] <= "6"],
)


def at(fen: str) -> Position:
    """The position of a FEN."""
    return GAME.start(GAME.parse_setup(fen))


def play(state: Position, *moves: str) -> Position:
    """The position after moves, legal or not."""
    for text in moves:
        state = GAME.step(state, Move(text))
    return state


def fen_of(pieces: dict[str, str], side: str) -> str:
    """The FEN of pieces by place."""
    rows = (
        "".join(pieces.get(file + str(rank), "1") for file in "abcdefghi")
        for rank in range(9, -1, -1)
    )
    return "/".join(rows) + " " + side


def from_games(chance: random.Random, count: int) -> Iterator[Position]:
    """Positions of random games, one after another."""
    while True:
        state = GAME.start(None)
        for _ in range(chance.randint(20, 160)):
            if count <= 0:
                return
            count -= 1
            yield state
            moves = GAME.legal_moves(state)
            if not moves:
                break
            state = GAME.step(state, chance.choice(moves))


def set_up(chance: random.Random, count: int, *, anywhere: bool = False) -> Iterator[Position]:
    """Positions set up by chance in which the side that isn't to move stands in no check.

    Pieces stand where a game can bring them; with `anywhere` all but the kings stand anywhere.
    """
    while count > 0:
        pieces: dict[str, str] = {}
        for side in (0, 1):
            _put(pieces, chance, "Kk"[side], _PALACES[side])
        for side in (0, 1):
            homes = (_ADVISOR_POINTS[side], _ELEPHANT_POINTS[side], ALL, ALL, ALL, _FORWARD[side])
            for letter, most, places in zip("ABNRCP", (2, 2, 2, 2, 2, 5), homes, strict=True):
                for _ in range(chance.randint(0, most)):
                    letter_of_side = letter.lower() if side else letter
                    _put(pieces, chance, letter_of_side, ALL if anywhere else places)
        state = at(fen_of(pieces, chance.choice("wb")))
        if not checked(state.board, 1 - state.side):
            count -= 1
            yield state


def pawns_on_files(chance: random.Random, count: int) -> Iterator[Position]:
    """Positions with two to five pawns of each side on one or two files, and a few other pieces."""
    while count > 0:
        pieces: dict[str, str] = {}
        for side in (0, 1):
            _put(pieces, chance, "Kk"[side], _PALACES[side])
        for side in (0, 1):
            files = chance.sample("abcdefghi", chance.choice((1, 2, 2)))
            column = [place for place in _FORWARD[side] if place[0] in files]
            for _ in range(chance.randint(3, 5)):
                _put(pieces, chance, "Pp"[side], column)
            homes = {"A": _ADVISOR_POINTS[side], "B": _ELEPHANT_POINTS[side]}
            for letter in "RRNNCCAABB":
                if chance.random() < 0.3:
                    letter_of_side = letter.lower() if side else letter
                    _put(pieces, chance, letter_of_side, homes.get(letter, ALL))
        state = at(fen_of(pieces, chance.choice("wb")))
        if not checked(state.board, 1 - state.side):
            count -= 1
            yield state


def _put(pieces: dict[str, str], chance: random.Random, letter: str, places: list[str]) -> None:
    """Put a piece on one of the places that are free, if any is."""
    free = [place for place in places if place not in pieces]
    if free:
        pieces[chance.choice(free)] = letter

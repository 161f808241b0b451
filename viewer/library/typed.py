"""Positions and moves as people type them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from viewer.base.messages import Message, message
from viewer.games import GAMES, game_of
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.library.failures import LibraryFailed
from viewer.library.query import chart_at
from viewer.tree.action import Move

_NUMBER = re.compile(r"^[0-9]+(?:\.+|…)")
_BETWEEN = str.maketrans(dict.fromkeys(",;，；、", " "))
_SIDES = ("first", "second")
# What players call the sides, whatever language Qipu speaks.
_ORDER = {"先手": 0, "下手": 0, "後手": 1, "后手": 1, "上手": 1}
_COLOURS = {"red": "红紅", "black": "黑", "white": "白"}
_LONGEST = 12  # signs of a move among others without blanks


def game_for(position: str, game: str = "") -> Game[Any]:
    """The game of a position's text: the one named, else the only one that can read it.

    Raises LibraryFailed.
    """
    if game:
        if game not in GAMES:
            known = ", ".join(GAMES)
            raise LibraryFailed(
                message("There is no game {name}; there are {known}.", name=game, known=known)
            )
        return game_of(game)
    if not position:
        raise LibraryFailed(message("Say which game is meant, by --game."))
    able = []
    for id in GAMES:
        try:
            game_of(id).parse_setup(position)
            able.append(id)
        except ValueError:
            continue
    if len(able) == 1:
        return game_of(able[0])
    raise LibraryFailed(
        message("Say which game is meant, by --game: {text} doesn't tell.", text=position)
    )


def state_of(game: Game[Any], position: str, moves: str = "") -> State:
    """The state of a position ("": the usual start) after moves. Raises LibraryFailed."""
    try:
        state: State = game.start(game.parse_setup(position) if position else None)
    except ValueError as error:
        raise LibraryFailed(error.args[0]) from error
    for move in moves_from(game, state, moves):
        state = game.step(state, Move(move))
    return state


def side_from(text: str, game: str, translate: Callable[[Message], str]) -> str:
    """The side that a word names, "first" or "second": these words, or a colour of the game with an id, in
    English, in Qipu's language or in that of the game's players (先手, 红方).

    Raises LibraryFailed for a word that names none, or where no game says whose colour it is.
    """
    if text in _SIDES:
        return text
    if text in _ORDER:
        return _SIDES[_ORDER[text]]
    colour = text.removesuffix("方").removesuffix("棋")
    known = [(side.id, side.name) for side in game_for("", game).sides]
    for at, (id, name) in enumerate(known):
        words = {one.casefold() for one in (id, name.text(), translate(name))}
        if text.casefold() in words or (colour and colour in _COLOURS.get(id, "")):
            return _SIDES[at]
    sides = ", ".join([*(id for id, _ in known), *_SIDES])
    raise LibraryFailed(message("“{text}” is no side; there are {sides}.", text=text, sides=sides))


def no_such_squares(game: Game[Any], names: str) -> LibraryFailed:
    """The refusal of squares that a board of the game doesn't have."""
    called = game.board_words.squares
    return LibraryFailed(
        message("The board has no such {squares}: “{names}”.", squares=called, names=names)
    )


def squares_from(game: Game[Any], chart: Chart, text: str) -> frozenset[str]:
    """Squares by name and rectangles by two corners: "a1:c3 e4". Raises LibraryFailed."""
    found: set[str] = set()
    for word in text.replace(",", " ").split():
        corners = [
            chart.squares.index(one) if one in chart.squares else -1 for one in word.split(":")
        ]
        if len(corners) > 2 or min(corners) < 0:
            raise no_such_squares(game, word)
        (top, left), (bottom, right) = (
            divmod(at, chart.columns) for at in (corners[0], corners[-1])
        )
        for row in range(min(top, bottom), max(top, bottom) + 1):
            for column in range(min(left, right), max(left, right) + 1):
                found.add(chart.squares[row * chart.columns + column])
    return frozenset(found - {""})


def moves_from(game: Game[Any], state: State, text: str) -> tuple[str, ...]:
    """Moves in any of the game's notations, "1. e4 c5" or 炮二平五 马8进7, in neutral notation.

    Chinese and Japanese moves may stand without blanks between them: ▲７六歩△３四歩.
    Raises LibraryFailed for the first that can't be read.
    """
    found: list[str] = []
    for word in text.translate(_BETWEEN).split():
        rest = _NUMBER.sub("", word)
        while rest:
            move, length = _first_move(game, state, rest)
            if move is None:
                raise LibraryFailed(
                    message(
                        "“{move}” is no legal move here (move {number}).",
                        move=rest,
                        number=len(found) + 1,
                    )
                )
            found.append(move.text)
            state = game.advance(state, move)
            rest = rest[length:]
    return tuple(found)


def _first_move(game: Game[Any], state: State, word: str) -> tuple[Move | None, int]:
    """The move that a word is or begins with, and how many signs of the word it takes."""
    lengths = [len(word)]
    if not word.isascii():
        lengths += range(min(len(word) - 1, _LONGEST), 1, -1)
    for length in lengths:
        meant = game.read_moves(state, word[:length])
        if meant:
            return meant[0], length
    return None, 0


def moves_anywhere(game: Game[Any], state: State, text: str) -> tuple[str, ...]:
    """Moves that follow each other somewhere: as `moves_from` reads them, else in neutral notation (h2e2).

    Raises LibraryFailed for the first that can't be read.
    """
    split = text.translate(_BETWEEN).split()
    words = [word for word in (_NUMBER.sub("", word) for word in split) if word]
    squares = set(chart_at(game, state).squares) - {""}
    touched = [game.touches(Move(word)) for word in words]
    try:
        return moves_from(game, state, text)
    except LibraryFailed:
        if all(some and some[-1] in squares for some in touched):
            return tuple(words)
        raise

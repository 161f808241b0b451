"""Positions and moves as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

from viewer.base.messages import Message, message
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Charted, Placing
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.library.failures import LibraryFailed
from viewer.library.query import PositionWanted, chart_at, position_wanted
from viewer.tree.action import Move

_NUMBER = re.compile(r"^[0-9]+(?:\.+|…)")
_BETWEEN = str.maketrans(dict.fromkeys(",;，；、", " "))
_SIDES = ("first", "second")
# What players call the sides, whatever language Qipu speaks.
_ORDER = {"先手": 0, "下手": 0, "後手": 1, "后手": 1, "上手": 1}
_COLOURS = {"red": "红紅", "black": "黑", "white": "白"}
_LONGEST = 12  # signs of a move among others without blanks
CORNER = "corner"
"""Among the names of squares: the corner of the last move."""
_LARGE = 11  # rows, from which on corners are of 7 and 9


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

    Of no game (""): a colour is its id, "black", since each game has it on a side of its own. Raises
    LibraryFailed for a word that names none.
    """
    if text in _SIDES:
        return text
    if text in _ORDER:
        return _SIDES[_ORDER[text]]
    colour = text.removesuffix("方").removesuffix("棋")
    known: dict[str, str] = {}
    for id in (game,) if game else GAMES:
        for at, side in enumerate(game_for("", id).sides):
            known.setdefault(side.id, _SIDES[at] if game else side.id)
            words = {one.casefold() for one in (side.id, side.name.text(), translate(side.name))}
            if text.casefold() in words or (colour and colour in _COLOURS.get(side.id, "")):
                return known[side.id]
    sides = ", ".join([*known, *_SIDES])
    raise LibraryFailed(message("“{text}” is no side; there are {sides}.", text=text, sides=sides))


def colours() -> dict[str, Message]:
    """The colours of the sides of all games by their ids, as `side_from` gives them: red, black, white …"""
    return {side.id: side.name for id in GAMES for side in game_of(id).sides[::-1]}


_RANKS, _DIGITS = "一二三四五六七八九", "123456789"


def no_such_squares(game: Game[Any], state: State, names: str) -> LibraryFailed:
    """The refusal of squares that the board of a state doesn't have; it says which there are."""
    chart = chart_at(game, state)
    squares = [square for square in chart.squares if square]
    first, last = (game.square_name(state, square) for square in (squares[0], squares[-1]))
    middle = chart.rows // 2 * chart.columns + chart.columns // 2
    return LibraryFailed(
        message(
            "The board has no such {squares}: “{names}”. It has those from {first} to {last}; a part of it"
            " is named by two corners: {example}.",
            squares=game.board_words.squares,
            names=names,
            first=first,
            last=last,
            example=part_text(game, state, squares_between(chart, 0, middle)),
        )
    )


def _written(text: str) -> str:
    """A text as names are compared: half as wide, small letters."""
    return unicodedata.normalize("NFKC", text).casefold()


def _ranked(name: str) -> str:
    """A name of two digits, or with the second as in 7六, with a letter in its place: 7f."""
    rank = max(_RANKS.find(name[1:]), _DIGITS.find(name[1:])) if len(name) == 2 else -1
    return name if rank < 0 else name[0] + chr(ord("a") + rank)


def _named_cells(game: Game[Any], state: State) -> dict[str, int]:
    """The cells of a board by the names that people write, and by those of the rules.

    Where a board lacks corners (Twixt), these have the names that the lines through them give.
    """
    chart = chart_at(game, state)
    found: dict[str, int] = {}
    across: dict[int, str] = {}
    down: dict[int, str] = {}
    for cell, square in enumerate(chart.squares):
        if square:
            row, column = divmod(cell, chart.columns)
            file = square.rstrip("0123456789")
            across.setdefault(column, file)
            down.setdefault(row, square[len(file) :])
    for cell, square in enumerate(chart.squares):
        row, column = divmod(cell, chart.columns)
        names = [across.get(column, "") + down.get(row, "")]
        if square and isinstance(game, Charted):
            names = [square, game.square_name(state, square).text()]
        for name in names:
            found.setdefault(_written(name), cell)
    return found


def squares_from(game: Game[Any], state: State, text: str) -> frozenset[str]:
    """Squares by name and rectangles by two corners, as the board says them: "a1:c3 e4", "A1:H8", "9一:5五".

    "corner" is that of the last move, of the smaller size. Raises LibraryFailed.
    """
    chart, named = chart_at(game, state), _named_cells(game, state)
    found: set[str] = set()
    for word in text.replace(",", " ").split():
        if word == CORNER:
            found |= corner_at(game, state, corner_sizes(game, chart)[0])
            continue
        names = unicodedata.normalize("NFKC", word).split(":")
        known = [_written(one) for one in names]
        corners = [named.get(one, named.get(_ranked(one), -1)) for one in known]
        unknown = [one for one, cell in zip(names, corners, strict=True) if cell < 0]
        if len(corners) > 2 or unknown:
            raise no_such_squares(game, state, " ".join(dict.fromkeys(unknown)) or word)
        found |= squares_between(chart, corners[0], corners[-1])
    return frozenset(found)


def corner_sizes(game: Game[Any], chart: Chart) -> tuple[tuple[int, int], tuple[int, int]]:
    """Columns and rows of the corners that players ask about, the smaller first.

    Of boards on which stones are placed two squares, of others a quarter and a half of the board.
    """
    if isinstance(game, Placing):
        small, large = (7, 9) if min(chart.columns, chart.rows) > _LARGE else (5, 7)
        return (small, small), (large, large)
    half = chart.rows // 2
    return ((chart.columns + 1) // 2, half), (chart.columns, half)


def corner_at(game: Game[Any], state: State, size: tuple[int, int]) -> frozenset[str]:
    """The corner of the last move, of so many columns and rows.

    Without a move it is that of the first piece, of the side to move where pieces move; on an empty board
    that at the top right.
    """
    chart = chart_at(game, state)
    columns, rows = min(size[0], chart.columns), min(size[1], chart.rows)
    row, column = 0, chart.columns - 1
    square = _last_square(game, state, set(chart.squares) - {""})
    if square:
        row, column = divmod(chart.squares.index(square), chart.columns)
    left = 0 if 2 * column < chart.columns - 1 else chart.columns - columns
    top = 0 if 2 * row < chart.rows - 1 else chart.rows - rows
    first, last = top * chart.columns + left, (top + rows - 1) * chart.columns + left + columns - 1
    return frozenset(squares_between(chart, first, last))


def _last_square(game: Game[Any], state: State, board: set[str]) -> str:
    """The square that the last move on the board led to; without one that of the first piece that can move,
    else of the first piece; "" for none.
    """
    here: State | None = state
    while here is not None:
        touched = game.touches(here.action) if isinstance(here.action, Move) else ()
        if touched and touched[-1] in board:
            return touched[-1]
        here = here.before()
    pieces = {square for square, _ in game.pieces(state)}
    own = {square for move in game.legal_moves(state) for square in game.touches(move)[:1]} & pieces
    return next((one for one in chart_at(game, state).squares if one in (own or pieces)), "")


def squares_between(chart: Chart, one: int, other: int) -> set[str]:
    """The squares of the rectangle with two cells as corners."""
    (top, left), (bottom, right) = (divmod(at, chart.columns) for at in (one, other))
    rows = range(min(top, bottom), max(top, bottom) + 1)
    columns = range(min(left, right), max(left, right) + 1)
    cells = (row * chart.columns + column for row in rows for column in columns)
    return {chart.squares[cell] for cell in cells} - {""}


def part_text(
    game: Game[Any],
    state: State,
    squares: Iterable[str],
    named: Callable[[str], str] | None = None,
) -> str:
    """A part of a board as `squares_from` reads it: two corners if it is a rectangle, else all squares.

    `named` says the name of a square, where it isn't that of the game in English.
    """
    say = named or (lambda square: game.square_name(state, square).text())
    chart = chart_at(game, state)
    wanted = set(squares)
    cells = [cell for cell, square in enumerate(chart.squares) if square in wanted]
    if not cells:
        return ""
    rows, columns = zip(*(divmod(cell, chart.columns) for cell in cells), strict=True)
    corners = [
        row * chart.columns + column
        for row, column in ((min(rows), min(columns)), (max(rows), max(columns)))
    ]
    if squares_between(chart, *corners) != wanted:
        return " ".join(say(chart.squares[cell]) for cell in cells)
    names = {cell: name for name, cell in reversed(_named_cells(game, state).items())}
    said = [say(chart.squares[cell]) if chart.squares[cell] else names[cell] for cell in corners]
    return ":".join(dict.fromkeys(said))


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


def begun_with(game: Game[Any], text: str) -> tuple[tuple[str, ...], PositionWanted | None]:
    """The moves that games begin with (`moves_from`), and the position after them, None for one that no
    library knows. Raises LibraryFailed.
    """
    state = game.start(None)
    moves = moves_from(game, state, text)
    for move in moves:
        state = game.advance(state, Move(move))
    known = isinstance(game, Charted) and game.chart(state) is not None
    return moves, position_wanted(game, state) if known else None


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

"""Lines that stay in one corner of the board (joseki), and how the corners of games are followed.

Where all stones of a repertoire stand in one corner, the smallest square there that has them all is compared
with the four corners of each game, on boards whose corners players study by themselves (`Charted.corners`).
It has at most two lines more than half of the board: a pincer from the middle of a side is in it. Each corner
of a game is a game of its own:

- A position is the stones in the square, whichever way the board is turned or mirrored, with colours as they
  are or exchanged. Stones outside, and ko, are no part of it.
- A move is one that changes something in the square. Moves elsewhere are left out; but where one colour plays
  twice running where both have stones, the other has passed between (tenuki). So whoever plays elsewhere
  leaves the lines only if the other side then plays in the corner, and the lines have no pass there. Who
  comes back in time and plays the move of the lines has left nothing. Where one colour alone has stones,
  nobody has to answer, and whoever plays there next is to move.
- The empty corner is no position: lines begin with their first stone, and a corner with another first stone
  was never in them.
- After stones that are set up (a handicap), too, whoever plays there next is to move. One stone that is set
  up in the midst of a game is a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from viewer.base.named import NamedTuple
from viewer.games.capabilities import Charted, Passing, Placing
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.library.keys import key_numbers, keys_of
from viewer.library.making.columns import Place, blocks
from viewer.library.schema import MISSING
from viewer.library.tape import Tape
from viewer.tree.action import Move

Array = Any  # npt.NDArray of any number
Find = Callable[[Array, Array], Array]
"""The positions of lines by keys and sides to move, -1 for others."""
CORNERS = ("upper-left", "upper-right", "lower-left", "lower-right")


class CornerBoard(NamedTuple):
    """What lines have of a kind of board.

    Attributes:
        chart: of the board. size: of the square at a corner, in lines.
        state: one with this chart.
    """

    chart: Chart
    size: int
    state: State


@lru_cache(maxsize=64)
def square_at(chart: Chart, size: int, corner: int) -> Array:
    """Which cells of a board are in the square of a size at a corner (its index in `CORNERS`)."""
    found = np.zeros((chart.rows, chart.columns), bool)
    down, right = divmod(corner, 2)
    rows = slice(-size, None) if down else slice(size)
    columns = slice(-size, None) if right else slice(size)
    found[rows, columns] = True
    cells = np.zeros(chart.cells, bool)
    cells[: found.size] = found.reshape(-1)
    return cells


def boards_of(game: Game[Any], places: Iterable[Place]) -> dict[str, CornerBoard] | None:
    """What the positions of lines have of a corner, by the ids of charts.

    None: somewhere their stones stand in more than one corner. Boards without a stone aren't named.
    """
    found: dict[str, CornerBoard] = {}
    occupied: dict[str, Array] = {}
    for block in blocks(game, places):
        chart = block.chart
        here = occupied.get(chart.id, False) | block.cells.any(axis=0)
        occupied[chart.id] = here
        size = _least(chart, here) if studied(game, chart) else None
        if size is None:
            return None
        if size:
            found[chart.id] = CornerBoard(chart, size, block.places[0].state)
    return found


def studied(game: Game[Any], chart: Chart | None) -> bool:
    """Whether players study the corners of a board by themselves."""
    least = game.corners if isinstance(game, Charted) else 0
    return chart is not None and 0 < least <= min(chart.columns, chart.rows)


def _least(chart: Chart, occupied: Array) -> int | None:
    """The size of the smallest square at a corner that has all occupied cells; None: it is too large."""
    cells = np.flatnonzero(occupied)
    if not len(cells):
        return 0
    row, column = np.divmod(cells, chart.columns)
    down = min(int(row.max()), chart.rows - 1 - int(row.min()))
    right = min(int(column.max()), chart.columns - 1 - int(column.min()))
    size = 1 + max(down, right)
    return size if size <= min(chart.columns, chart.rows) // 2 + 2 else None


def joined(some: Iterable[dict[str, CornerBoard]]) -> dict[str, CornerBoard]:
    """The boards of several records: of each kind the largest square."""
    found: dict[str, CornerBoard] = {}
    for boards in some:
        for id, one in boards.items():
            if id not in found or found[id].size < one.size:
                found[id] = one
    return found


# ------------------------------------------------------------------------- the corners of games


def move_words(game: Game[Any], board: CornerBoard) -> list[str]:
    """The neutral texts of the moves in `corner_rows`, by their numbers: stones of both sides, passes."""
    assert isinstance(game, Placing)
    assert isinstance(game, Passing)
    state, found = board.state, list[str]()
    for side in (0, 1):
        for square in board.chart.squares:
            stone = game.stone(state, side, square)
            found.append("" if stone is None else stone.text)
    passed = game.pass_move(state)
    passes = {state.side: passed.text}
    after = game.step(state, Move(passed.text))
    passes[after.side] = game.pass_move(after).text
    return [*found, passes[0], passes[1]]


def corner_rows(game: str, board: CornerBoard, tape: Tape, find: Find) -> dict[str, Array]:
    """Positions of lines in the corners of main lines, and each that follows one of them.

    Columns: `record`; `corner`, its index; `exchanged`, whether colours are, in what follows too; `key`;
    `side` to move; `move` that was made, a number of `move_words`, MISSING where the corner stays as it is;
    `node` before it; `ply`, which only orders; `number` of the position, -1 for one that only follows.
    """
    played = _played(tape)
    found = [
        one
        for corner in range(len(CORNERS))
        for one in _in_corner(game, board, tape, played, corner, find)
    ]
    return {key: np.concatenate([one[key] for one in found]) for key in found[0]}


class _Played(NamedTuple):
    """What led to each board of a tape: the first boards of records, the side and the cell of a stone.

    A side of -1: more or less than one stone was put, or it is the first of a record.
    """

    first: Array
    side: Array
    cell: Array


def _played(tape: Tape) -> _Played:
    count = len(tape.record)
    first = np.flatnonzero(np.diff(tape.record, prepend=-1))
    put = np.flatnonzero(tape.new)
    at = tape.at[put]
    side, cell = np.full(count, -1, np.int8), np.zeros(count, np.int64)
    side[at] = tape.new[put].astype(np.int8) - 1  # values are in the order of sides
    cell[at] = tape.cell[put]
    side[np.bincount(at, minlength=count) != 1] = -1
    side[first] = -1
    return _Played(first, side, cell)


def _in_corner(
    game: str, board: CornerBoard, tape: Tape, played: _Played, corner: int, find: Find
) -> list[dict[str, Array]]:
    """The rows of one corner, with colours as they are and exchanged."""
    chart = board.chart
    inside = np.flatnonzero(square_at(chart, board.size, corner)[tape.cell])
    at, cell = tape.at[inside], tape.cell[inside]
    old, new = tape.old[inside], tape.new[inside]
    boards = np.union1d(at, played.first)  # where the corner changes, or a record begins
    last = np.searchsorted(at, boards, "right")
    # What follows each of them in its record.
    record = tape.record[boards]
    goes_on = np.append(record[1:] == record[:-1], np.zeros(min(1, len(record)), bool))
    after = np.append(boards[1:], 0)[: len(boards)]
    before = played.side[boards].astype(np.int64)
    mover = np.where(goes_on, played.side[after], -1).astype(np.int64)
    stones = [
        np.append(0, np.cumsum((new == value).astype(np.int64) - (old == value)))[last]
        for value in (1, 2)
    ]
    both = (stones[0] > 0) & (stones[1] > 0)
    turn = np.where((before >= 0) & (both | (mover < 0)), 1 - before, mover)
    passed = (mover >= 0) & (mover != turn)
    # A row for each, and one for each pass ahead of it.
    of = np.repeat(np.arange(len(boards)), 1 + passed)
    is_pass = np.append(of[1:] == of[:-1], np.zeros(min(1, len(of)), bool))
    moved = (mover[of] >= 0) & ~is_pass
    side = np.where(moved, mover[of], turn[of])
    here = np.where(moved, after[of] - 1, boards[of])
    ply, node = 2 * here + ~is_pass, tape.node[here]
    found = []
    numbers, (empty,) = key_numbers(game, chart), keys_of(game, chart, _no_cells(chart))
    values = np.frombuffer(chart.exchanged, np.uint8)
    for exchanged in (False, True):
        some = numbers[:, values[: numbers.shape[1]]] if exchanged else numbers
        steps = np.bitwise_xor.accumulate(some[cell, old] ^ some[cell, new])
        keys = np.append(np.zeros(1, np.uint64), steps)[last] ^ empty
        to_move = np.where(side >= 0, 1 - side, side) if exchanged else side
        stone, no_stone = to_move * chart.cells + played.cell[after[of]], 2 * chart.cells + to_move
        key = keys[of]
        number = np.where(to_move >= 0, find(key, to_move), -1)
        known = number >= 0
        kept = known.copy()
        kept[1:] |= known[:-1] & goes_on[of[:-1]]
        found.append(
            {
                "record": record[of][kept],
                "corner": np.full(np.count_nonzero(kept), corner, np.int8),
                "exchanged": np.full(np.count_nonzero(kept), exchanged),
                "key": key[kept],
                "side": to_move[kept],
                "move": np.where(moved, stone, np.where(is_pass, no_stone, MISSING))[kept],
                "node": node[kept],
                "ply": ply[kept],
                "number": number[kept],
            }
        )
    return found


def _no_cells(chart: Chart) -> Array:
    return np.zeros((1, chart.cells), np.uint8)

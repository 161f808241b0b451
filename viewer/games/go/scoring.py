"""Area and territory scoring, after removing the stones marked dead, and a guess which those are.

A chain that rarely survives is dead. Good for finished games; doesn't recognise seki.

Area: living stones and the empty points only they reach. Territory: those points but none in a seki
(Japanese rules of 1989, Article 8), and prisoners, the dead among them. Points that both reach belong to
neither, under both rules.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from viewer.base.messages import Message, Number, in_context, message
from viewer.games.go.board import BLACK, WHITE, Position, chain, put_stone
from viewer.games.go.setup import AREA, SIDE_NAMES
from viewer.games.score import Score, ScoreRow
from viewer.games.stones.grid import EMPTY, RIM

_PLAYOUTS = 48
_POINTS = 20_000  # points played out in all, so that a large board doesn't take long
_LIVES = 0.5
"""The part of the games after which a living chain stands there at least."""


def guess_dead(position: Position) -> frozenset[str]:
    """Places of the stones that are likely dead. The same position gives the same guess.

    Some tenths of a second on 19 lines.
    """
    grid, board = position.grid, position.board
    stones = [point for point in grid.points if board[point] != EMPTY]
    if not stones:
        return frozenset()
    chance = random.Random(board)
    rounds = max(8, min(_PLAYOUTS, _POINTS // len(grid.points)))
    stands = dict.fromkeys(stones, 0)
    for number in range(rounds):
        cells = bytearray(board)
        _play_out(cells, grid.stride, grid.points, (BLACK, WHITE)[number % 2], chance)
        for point in stones:
            there = cells[point] or _eye_of(cells, point, grid.stride)
            stands[point] += there == board[point]
    dead: set[int] = set()
    seen: set[int] = set()
    for point in stones:
        if point not in seen:
            group = chain(board, point, grid.stride)
            seen.update(group)
            if sum(stands[one] for one in group) < _LIVES * rounds * len(group):
                dead.update(group)
    return frozenset(grid.squares[point] for point in dead)


def _eye_of(cells: bytearray, point: int, stride: int) -> int:
    """The only colour adjacent to an empty point, EMPTY if there are both or none."""
    beside = {cells[point - 1], cells[point + 1], cells[point - stride], cells[point + stride]}
    beside -= {RIM}
    return beside.pop() if len(beside) == 1 else EMPTY


def _is_eye(cells: bytearray, point: int, stride: int, colour: int) -> bool:
    """Whether a point is an eye that its own side shouldn't fill."""
    for near in (point - 1, point + 1, point - stride, point + stride):
        if cells[near] != colour and cells[near] != RIM:
            return False
    other = BLACK + WHITE - colour
    corners = (point - stride - 1, point - stride + 1, point + stride - 1, point + stride + 1)
    false, edge = 0, 0
    for corner in corners:
        false += cells[corner] == other
        edge += cells[corner] == RIM
    return false < (1 if edge else 2)


def _play_out(
    cells: bytearray, stride: int, points: tuple[int, ...], colour: int, chance: random.Random
) -> None:
    """Play at random until neither side has a move but filling its eyes, or for three boards."""
    empty = [point for point in points if not cells[point]]
    ko, passes = 0, 0
    for _ in range(3 * len(points)):
        count = len(empty)
        start = int(chance.random() * count)
        for offset in range(count):
            at = (start + offset) % count
            point = empty[at]
            if point == ko or _is_eye(cells, point, stride, colour):
                continue
            put = put_stone(cells, stride, colour, point)
            if put is not None:
                taken, _ = put
                empty[at] = empty[-1]
                empty.pop()
                empty += taken
                ko = taken[0] if len(taken) == 1 else 0
                passes = 0
                break
        else:
            ko = 0
            passes += 1
            if passes == 2:
                return
        colour = BLACK + WHITE - colour


# ------------------------------- Area and territory scoring, after removing the stones marked dead


def handicap_of(position: Position) -> int:
    """Handicap stones: those given by the record, else two or more black stones alone at the start."""
    if position.rules.handicap:
        return position.rules.handicap
    at = position.settled()
    while (before := at.before()) is not None:
        at = before
    black, white = at.board.count(BLACK), at.board.count(WHITE)
    return black if black >= 2 and not white else 0


def dead_points(position: Position, squares: Collection[str]) -> set[int]:
    """The points of squares where stones stand."""
    known, board = position.grid.point_of, position.board
    return {point for square in squares if (point := known.get(square)) and board[point] != EMPTY}


def group_of(position: Position, square: str) -> frozenset[str]:
    """The stones that live or die with the one on a square: of its colour, in the area round which
    the other colour stands. () if no stone is.
    """
    grid, board = position.grid, position.board
    start = grid.point_of.get(square)
    colour = board[start] if start else EMPTY
    if not start or colour == EMPTY:
        return frozenset()
    found, seen = [start], {start}
    for point in found:
        for beside in grid.around(point):
            if beside not in seen and board[beside] in (EMPTY, colour):
                seen.add(beside)
                found.append(beside)
    return frozenset(grid.squares[point] for point in found if board[point] == colour)


def toggled(position: Position, dead: frozenset[str], square: str) -> frozenset[str]:
    """The dead stones after a click on a stone, which toggles its group between dead and alive.

    Marking a group dead revives the other side's dead around it, since not both can be dead.
    """
    group = group_of(position, square)
    if not group:
        return dead
    if square in dead:
        return dead - group
    points = {position.grid.point_of[one] for one in group}
    board, grid = position.board, position.grid
    killers = {
        grid.squares[one]
        for point in points
        for near in grid.around(point)
        if board[near] in (BLACK, WHITE) and near not in points
        for one in chain(board, near, grid.stride)
    }
    return (dead - killers) | group


def owners(
    position: Position, dead: Collection[str], neutral: Collection[str] = ()
) -> tuple[dict[int, int], bytearray]:
    """(side of each point that is territory, the board without its dead stones).

    An empty area with a square of `neutral` in it is nobody's (eyes in a seki).
    """
    grid = position.grid
    cells = bytearray(position.board)
    for point in dead_points(position, dead):
        cells[point] = EMPTY
    found: dict[int, int] = {}
    seen: set[int] = set()
    none = {grid.point_of.get(square) for square in neutral}
    for start in grid.points:
        if cells[start] or start in seen:
            continue
        area = chain(cells, start, grid.stride)
        seen.update(area)
        rim = {cells[beside] for point in area for beside in grid.around(point)}
        sides = rim & {BLACK, WHITE}
        if len(sides) == 1 and none.isdisjoint(area):
            side = sides.pop() - 1
            found.update(dict.fromkeys(area, side))
    return found, cells


def toggled_neutral(
    position: Position, dead: Collection[str], neutral: frozenset[str], square: str
) -> frozenset[str]:
    """The neutral squares after a click on an empty area: one that a side surrounds is in a seki, or not."""
    owned, cells = owners(position, dead)
    grid = position.grid
    start = grid.point_of.get(square)
    if start not in owned:
        return neutral
    area = {grid.squares[point] for point in chain(cells, start, grid.stride)}
    return neutral - area if area & neutral else neutral | {square}


def count(position: Position, dead: frozenset[str], neutral: Collection[str] = ()) -> Score:
    """The score under the rules of the record."""
    rules, grid, board = position.rules, position.grid, position.board
    territory, cells = owners(position, dead, () if rules.scoring == AREA else neutral)
    points = [0, 0]
    for side in territory.values():
        points[side] += 1
    handicap = handicap_of(position)
    rows = [ScoreRow(message("Territory"), points[0], points[1])]
    if rules.scoring == AREA:
        stones = (cells.count(BLACK), cells.count(WHITE))
        rows.append(ScoreRow(message("Stones"), *stones))
        given = rules.compensation(handicap)
        if given:
            rows.append(ScoreRow(in_context("points for handicap stones", "Handicap"), 0, given))
    else:
        off = dead_points(position, dead)
        killed = [sum(board[point] == colour for point in off) for colour in (WHITE, BLACK)]
        rows.append(ScoreRow(message("Prisoners"), *position.prisoners))
        rows.append(ScoreRow(message("Dead stones"), *killed))
    rows.append(ScoreRow(message("Komi"), 0, rules.komi_for(handicap)))
    totals = (sum(row.first for row in rows), sum(row.second for row in rows))
    return Score(
        {grid.squares[point]: side for point, side in territory.items()},
        frozenset(grid.squares[point] for point in dead_points(position, dead)),
        tuple(rows),
        totals,
        *_verdict(totals),
    )


def _verdict(totals: tuple[float, float]) -> tuple[str, Message]:
    lead = totals[0] - totals[1]
    if not lead:
        return "0", message("Neither side is ahead.")
    side, margin = (0, lead) if lead > 0 else (1, -lead)
    text = f"{margin:g}"
    words = message("{side} is ahead by {points}.", side=SIDE_NAMES[side], points=Number.of(margin))
    return f"{'BW'[side]}+{text}", words

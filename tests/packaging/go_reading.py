"""A reader of problems in a corner of go, by trying everything.

A corner is a rectangle of points that a wall of Black encloses, which can't be captured. Stones are sets of
bits, of which a point has one. A ko is read both ways: a side that it doesn't help may not take it.
"""

from __future__ import annotations

from collections.abc import Iterator

DEPTH = 13  # moves and passes


class Corner:
    """The points of a corner of so many columns and rows."""

    def __init__(self, columns: int, rows: int) -> None:
        points = [(x, y) for y in range(rows) for x in range(columns)]
        self.number = {point: at for at, point in enumerate(points)}
        self.full = (1 << len(points)) - 1
        self.beside = [0] * len(points)
        self.wall = 0  # the points beside the wall
        for at, (x, y) in enumerate(points):
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in self.number:
                    self.beside[at] |= 1 << self.number[near]
                elif min(near) >= 0:
                    self.wall |= 1 << at

    def chain(self, stones: int, at: int) -> int:
        """The stones connected to one."""
        seen, todo = 1 << at, [at]
        while todo:
            new = self.beside[todo.pop()] & stones & ~seen
            seen |= new
            todo += bits(new)
        return seen

    def free(self, chain: int, black: int, white: int) -> int:
        """The liberties of a chain."""
        found = 0
        for at in bits(chain):
            found |= self.beside[at]
        return found & self.full & ~black & ~white

    def held(self, chain: int, side: int) -> bool:
        """Whether the wall keeps a chain of Black from being captured."""
        return side == 0 and bool(chain & self.wall)

    def play(
        self, stones: tuple[int, int], side: int, at: int
    ) -> tuple[tuple[int, int], int] | None:
        """The stones after a move, and those captured; None if it would be suicide."""
        own, other = stones[side] | 1 << at, stones[1 - side]
        captured = 0
        for near in bits(self.beside[at] & other):
            chain = self.chain(other, near)
            if not self.held(chain, 1 - side) and not self.free(chain, own, other):
                captured |= chain
        other &= ~captured
        chain = self.chain(own, at)
        if not self.held(chain, side) and not self.free(chain, own, other):
            return None
        return ((own, other) if side == 0 else (other, own)), captured

    def moves(self, stones: tuple[int, int], side: int) -> Iterator[tuple[int, tuple[int, int]]]:
        """The moves of a side, with the stones after each."""
        for at in bits(self.full & ~stones[0] & ~stones[1]):
            after = self.play(stones, side, at)
            if after is not None:
                yield at, after[0]


class Reader:
    """Reads whether Black captures some stones of White; `barred` is the side that may take no ko."""

    def __init__(self, corner: Corner, target: int, barred: int) -> None:
        self.corner, self.target, self.barred = corner, target, barred
        self._known: dict[tuple[tuple[int, int], int, bool, int], bool] = {}

    def kills(
        self, stones: tuple[int, int], side: int, passed: bool = False, depth: int = DEPTH
    ) -> bool:
        """Whether they are captured with a side to move, `passed` if the other has just passed."""
        if stones[1] & self.target != self.target:
            return True
        if not depth:
            return False
        key = stones, side, passed, depth
        if key not in self._known:
            self._known[key] = self._read(*key)
        return self._known[key]

    def _read(self, stones: tuple[int, int], side: int, passed: bool, depth: int) -> bool:
        for at in bits(self.corner.full & ~stones[0] & ~stones[1]):
            after = self.corner.play(stones, side, at)
            if after is None or (side == self.barred and self._is_ko(at, side, *after)):
                continue
            if self.kills(after[0], 1 - side, False, depth - 1) == (side == 0):
                return side == 0
        return not passed and self.kills(stones, 1 - side, True, depth - 1)

    def _is_ko(self, at: int, side: int, stones: tuple[int, int], captured: int) -> bool:
        """Whether a move takes a stone with one that could be taken back."""
        chain = self.corner.chain(stones[side], at)
        return (
            captured.bit_count() == 1
            and chain == 1 << at
            and not self.corner.held(chain, side)
            and self.corner.free(chain, *stones).bit_count() == 1
        )


def bits(stones: int) -> list[int]:
    """The points of a set."""
    found = []
    while stones:
        found.append((stones & -stones).bit_length() - 1)
        stones &= stones - 1
    return found

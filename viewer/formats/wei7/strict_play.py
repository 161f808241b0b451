"""The check of the rules that depend on earlier steps: moves, takebacks, preset stones, times."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import Message, counted, message
from viewer.formats.wei7.edits import placement_of, size_of
from viewer.formats.wei7.reader import ParsedFile, TreeBranch
from viewer.formats.wei7.rules import Finding
from viewer.games.go.setup import column_row
from viewer.tree.action import Move, Setup, Takeback
from viewer.tree.annotation import MOMENT
from viewer.tree.diagnostic import Severity
from viewer.tree.node import Node

Point = tuple[int, int]
Changes = tuple[tuple[Point, str, str], ...]
"""Points with the stones before and after: "B", "W", or "" for an empty point."""


class _WalkState:
    """A position of the walk: the changes on the board since the position before.

    `moves` is the number of moves that can be taken back, `stones` whether stones were preset, `moment`
    the latest time of a step so far, in seconds.
    """

    __slots__ = ("before", "changes", "depth", "moment", "moves", "stones")

    def __init__(self, before: _WalkState | None, changes: Changes, moves: int) -> None:
        self.before = before
        self.changes = changes
        self.depth: int = 0 if before is None else before.depth + 1
        self.moves = moves
        self.stones: bool = before is not None and before.stones
        self.moment: float = 0.0 if before is None else before.moment


class Board:
    """A go board with the specification's rules (9.16.5), which can go from any position to another."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._height = height
        self._here = _WalkState(None, (), 0)
        self.stones: dict[Point, str] = {}

    @property
    def start(self) -> _WalkState:
        """The empty board."""
        place = self._here
        while place.before is not None:
            place = place.before
        return place

    def go(self, place: _WalkState) -> None:
        """Go to a position: back to the last common one, then forward. Costs the moves of both ways."""
        forward: list[_WalkState] = []
        there = place
        while self._here is not there:
            if there.depth >= self._here.depth:
                forward.append(there)
                assert there.before is not None  # all positions have the same start
                there = there.before
            else:
                for at, old, _ in reversed(self._here.changes):
                    self._set(at, old)
                assert self._here.before is not None
                self._here = self._here.before
        for one in reversed(forward):
            for at, _, new in one.changes:
                self._set(at, new)
        self._here = place

    def _set(self, at: Point, stone: str) -> None:
        if stone:
            self.stones[at] = stone
        else:
            self.stones.pop(at, None)

    def put(self, at: Point, stone: str, changes: list[tuple[Point, str, str]]) -> None:
        """Put a stone on a point ("" removes it), and add this to `changes`."""
        changes.append((at, self.stones.get(at, ""), stone))
        self._set(at, stone)

    def follow(self, changes: list[tuple[Point, str, str]], moves: int) -> _WalkState:
        """Add the position after changes that were made on the board already, and return it."""
        self._here = _WalkState(self._here, tuple(changes), moves)
        return self._here

    def around(self, at: Point) -> Iterator[Point]:
        """The points next to a point."""
        x, y = at
        for there in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= there[0] < self._width and 0 <= there[1] < self._height:
                yield there

    def block(self, at: Point) -> tuple[set[Point], bool]:
        """The block at a point, and whether it has a liberty."""
        side, seen, work = self.stones[at], {at}, [at]
        free = False
        while work:
            for there in self.around(work.pop()):
                stone = self.stones.get(there)
                if stone is None:
                    free = True
                elif stone == side and there not in seen:
                    seen.add(there)
                    work.append(there)
        return seen, free

    def play(self, side: str, at: Point) -> list[tuple[Point, str, str]]:
        """Play a stone and remove the blocks without a liberty; returns the changes."""
        changes: list[tuple[Point, str, str]] = []
        self.put(at, side, changes)
        for there in (*self.around(at), at):
            if self.stones.get(there, side) != side or there == at:
                block, free = self.block(there) if there in self.stones else (set(), True)
                if not free:
                    for stone in block:
                        self.put(stone, "", changes)
        return changes

    def on_board(self, place: str) -> Point | None:
        """Column and row of a square, None if it isn't on the board."""
        at = column_row(place)
        return at if at is not None and at[0] < self._width and at[1] < self._height else None


def check_play(reading: ParsedFile, room: int) -> list[Finding]:
    """The breaches in the moves, takebacks, preset stones and times of a file; at most `room`."""
    return _Walk(reading, room).found


class _Walk:
    def __init__(self, reading: ParsedFile, room: int) -> None:
        self.found: list[Finding] = []
        self._reading = reading
        self._board = Board(*size_of(reading.record.root.action))
        nodes = reading.record.nodes
        work: list[tuple[TreeBranch, _WalkState]] = []
        if reading.tree is not None:
            work.append((reading.tree, self._board.start))
        while work and len(self.found) < room:
            branch, place = work.pop()
            self._board.go(place)
            if branch.head:
                place = self._head(branch, nodes[branch.first], place)
            for number, id in enumerate(branch.step_ids):
                place = self._step(branch, number, nodes[id], place)
            work += [(below, place) for _, below in reversed(branch.below) if below is not None]
        del self.found[room:]

    def _tell(
        self,
        code: str,
        paragraph: str,
        why: Message,
        value: int,
        path: str,
        node: Node,
        severity: Severity = Severity.WARNING,
    ) -> None:
        words = message("wei7 3.0, {paragraph}: {why}", paragraph=paragraph, why=why)
        at = self._reading.tape.starts[value]
        self.found.append(Finding(severity, f"wei7.strict.{code}", words, at, path, node.id))

    def _head(self, branch: TreeBranch, node: Node, place: _WalkState) -> _WalkState:
        if type(node.action) is not Setup:
            return place
        placement = placement_of(node.action)
        board = self._board
        changes: list[tuple[Point, str, str]] = []
        path = f"{branch.path()}.pre.stones"
        for side, places in (("B", placement.first), ("W", placement.second)):
            for text in places:
                at = board.on_board(text)
                if at is not None:
                    board.put(at, side, changes)
        stones = bool(placement.first or placement.second)
        if stones and (place.moves or place.stones):
            why = message("stones may only be preset on an empty board.")
            self._tell("stones-too-late", "3.16.2.6", why, branch.value, path, node)
        seen: set[Point] = set()
        for at in list(board.stones) if stones else ():
            if at not in seen:
                block, free = board.block(at)
                seen |= block
                if not free:
                    why = message("preset stones stand without a liberty.")
                    self._tell("stones-without-liberty", "3.16.2.5", why, branch.value, path, node)
                    break
        after = board.follow(changes, 0)
        after.stones = after.stones or stones
        return after

    def _step(self, branch: TreeBranch, number: int, node: Node, place: _WalkState) -> _WalkState:
        value = branch.step_items[number]
        path = f"{branch.path()}.steps[{number}]"
        text = str(node.note(MOMENT))
        if text and len(text) < 300:
            moment = float(text)
            if moment < place.moment:
                why = message("the time should not be before that of the step before.")
                self._tell("time-order", "3.16.3.1", why, value, path, node, Severity.INFO)
            moment = max(moment, place.moment)
        else:
            moment = place.moment
        action = node.action
        if type(action) is Takeback:
            place = self._takeback(action.count, value, path, node, place)
        elif type(action) is Move:
            place = self._move(action, value, path, node, place)
        place = self._board.follow([], place.moves) if moment != place.moment else place
        place.moment = moment
        return place

    def _move(
        self, action: Move, value: int, path: str, node: Node, place: _WalkState
    ) -> _WalkState:
        side, _, where = action.text.partition(" ")
        at = self._board.on_board(where)
        changes: list[tuple[Point, str, str]] = []
        if at is not None:
            if at in self._board.stones:
                why = message("a move must be made on an empty point.")
                self._tell("occupied", "9.16.5.1", why, value, path, node)
            changes = self._board.play(side, at)
        return self._board.follow(changes, place.moves + 1)

    def _takeback(
        self, count: int, value: int, path: str, node: Node, place: _WalkState
    ) -> _WalkState:
        if count > place.moves:
            why = counted(
                "A move is taken back, but there are {moves}.",
                "{count} moves are taken back, but there are {moves}.",
                count,
                moves=place.moves,
            )
            self._tell("takeback-too-far", "3.16.3.2.2", why, value, path, node)
        left = max(place.moves - count, 0)
        while place.moves > left:
            assert place.before is not None  # with moves to take back, it isn't the start
            place = place.before
        self._board.go(place)
        return place

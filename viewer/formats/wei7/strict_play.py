"""The rules of wei7 that ask for the moves before: what a game of go is, and what `pre` may hold."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import Message, counted, message
from viewer.formats.wei7.edits import placement_of, size_of
from viewer.formats.wei7.findings import Finding
from viewer.formats.wei7.reader import ParsedFile, TreeBranch
from viewer.games.go.setup import column_row
from viewer.tree.action import Move, Setup, Takeback
from viewer.tree.annotation import MOMENT
from viewer.tree.diagnostic import Severity
from viewer.tree.node import Node

Point = tuple[int, int]
Changes = tuple[tuple[Point, str, str], ...]
"""Points with the stones before and after."""


class _WalkState:
    """A position of the walk: what changed on the board since the one before.

    `moves` is how many moves can be taken back from here, `stones` whether stones were preset,
    `moment` the last time on the clock.
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
    """A go board as the specification plays on it (9.16.5), that walks from position to position."""

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
        """Show a position. Costs the moves to where both lines meet, and from there."""
        forward: list[_WalkState] = []
        there = place
        while self._here is not there:
            if there.depth >= self._here.depth:
                forward.append(there)
                assert there.before is not None  # the start is the same
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
        """Change a point, and say so in `changes`."""
        changes.append((at, self.stones.get(at, ""), stone))
        self._set(at, stone)

    def follow(self, changes: list[tuple[Point, str, str]], moves: int) -> _WalkState:
        """The position after changes that are on the board already."""
        self._here = _WalkState(self._here, tuple(changes), moves)
        return self._here

    def around(self, at: Point) -> Iterator[Point]:
        """The points beside a point."""
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
        """Make a move; what changed."""
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
        """Column and row of a place, None off the board."""
        at = column_row(place)
        return at if at is not None and at[0] < self._width and at[1] < self._height else None


def check_play(reading: ParsedFile, room: int) -> list[Finding]:
    """Where the moves, takebacks and preset stones of a file break the rules; at most `room`."""
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
            assert place.before is not None  # there are as many as `moves`
            place = place.before
        self._board.go(place)
        return place

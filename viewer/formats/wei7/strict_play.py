"""The rules of wei7 that ask for the moves before: what a game of go is, and what `pre` may hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from viewer.base.messages import Message, message
from viewer.formats.wei7.edits import placement_of, size_of
from viewer.formats.wei7.findings import Finding
from viewer.formats.wei7.reader import Branch, Reading
from viewer.games.go.setup import column_row
from viewer.tree.action import Move, Setup, Takeback
from viewer.tree.annotation import MOMENT
from viewer.tree.diagnostic import Severity
from viewer.tree.node import Node

Board = dict[tuple[int, int], str]


class _Place(NamedTuple):
    """Where the walk is: the boards after each move that stands, and the last time on the clock."""

    board: Board
    before: _Place | None  # ahead of the last move that stands
    moves: int
    stones: bool  # whether stones were preset
    moment: float


class Play:
    """A go board as the specification plays on it (9.16.5)."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._height = height

    def around(self, at: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """The points beside a point."""
        x, y = at
        for there in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= there[0] < self._width and 0 <= there[1] < self._height:
                yield there

    def block(self, board: Board, at: tuple[int, int]) -> tuple[set[tuple[int, int]], bool]:
        """The block at a point, and whether it has a liberty."""
        side, seen, work = board[at], {at}, [at]
        free = False
        while work:
            for there in self.around(work.pop()):
                stone = board.get(there)
                if stone is None:
                    free = True
                elif stone == side and there not in seen:
                    seen.add(there)
                    work.append(there)
        return seen, free

    def play(self, board: Board, side: str, at: tuple[int, int]) -> Board:
        """The board after a move; the old one stays."""
        out = dict(board)
        out[at] = side
        for there in self.around(at):
            if out.get(there, side) != side:
                block, free = self.block(out, there)
                if not free:
                    for stone in block:
                        del out[stone]
        block, free = self.block(out, at)
        if not free:
            for stone in block:
                del out[stone]
        return out

    def on_board(self, place: str) -> tuple[int, int] | None:
        """Column and row of a place, None off the board."""
        at = column_row(place)
        return at if at is not None and at[0] < self._width and at[1] < self._height else None


def check_play(reading: Reading, room: int) -> list[Finding]:
    """Where the moves, takebacks and preset stones of a file break the rules; at most `room`."""
    return _Walk(reading, room).found


class _Walk:
    def __init__(self, reading: Reading, room: int) -> None:
        self.found: list[Finding] = []
        self._reading = reading
        self._play = Play(*size_of(reading.record.root.action))
        nodes = reading.record.nodes
        work: list[tuple[Branch, _Place]] = []
        if reading.tree is not None:
            work.append((reading.tree, _Place({}, None, 0, False, 0.0)))
        while work and len(self.found) < room:
            branch, place = work.pop()
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

    def _head(self, branch: Branch, node: Node, place: _Place) -> _Place:
        if type(node.action) is not Setup:
            return place
        placement = placement_of(node.action)
        board = dict(place.board)
        for side, places in (("B", placement.black), ("W", placement.white)):
            for text in places:
                at = self._play.on_board(text)
                if at is not None:
                    board[at] = side
        stones = bool(placement.black or placement.white)
        path = f"{branch.path()}.pre.stones"
        value = branch.value
        if stones and (place.moves or place.stones):
            why = message("stones may only be preset on an empty board.")
            self._tell("stones", "3.16.2.6", why, value, path, node)
        seen: set[tuple[int, int]] = set()
        for at in board:
            if at in seen or not stones:
                continue
            block, free = self._play.block(board, at)
            seen |= block
            if not free:
                why = message("preset stones stand without a liberty.")
                self._tell("stones", "3.16.2.5", why, value, path, node)
                break
        return _Place(board, None, 0, place.stones or stones, place.moment)

    def _step(self, branch: Branch, number: int, node: Node, place: _Place) -> _Place:
        value = branch.step_items[number]
        path = f"{branch.path()}.steps[{number}]"
        text = str(node.note(MOMENT))
        if text and len(text) < 300:
            moment = float(text)
            if moment < place.moment:
                why = message("the time should not be before that of the step before.")
                self._tell("time", "3.16.3.1", why, value, path, node, Severity.INFO)
            place = place._replace(moment=max(moment, place.moment))
        action = node.action
        if type(action) is Takeback:
            return self._takeback(action.count, value, path, node, place)
        if type(action) is not Move:
            return place
        side, _, where = action.text.partition(" ")
        board = place.board
        at = self._play.on_board(where)
        if at is not None:
            if at in board:
                why = message("a move must be made on an empty point.")
                self._tell("occupied", "9.16.5.1", why, value, path, node)
            board = self._play.play(board, side, at)
        return _Place(board, place, place.moves + 1, place.stones, place.moment)

    def _takeback(self, count: int, value: int, path: str, node: Node, place: _Place) -> _Place:
        if count > place.moves:
            why = message(
                "{count} moves are taken back, but there are {moves}.",
                count=count,
                moves=place.moves,
            )
            self._tell("takeback", "3.16.3.2.2", why, value, path, node)
        moment, stones = place.moment, place.stones
        for _ in range(min(count, place.moves)):
            assert place.before is not None  # there are as many as `moves`
            place = place.before
        return place._replace(moment=moment, stones=stones)

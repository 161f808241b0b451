"""What replays tell of the moves of a record, for those who print or draw all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import count

from viewer.base.named import NamedTuple
from viewer.games.judge import replay_of
from viewer.games.replays import Told
from viewer.games.states import States


class ToldLine(NamedTuple):
    """What is told of the first nodes of a line, of which each but the last has one child.

    Attributes:
        ids: of the nodes, one below the other.
        ply: of the position before the first.
        moves: what is told of each.
    """

    ids: Sequence[int]
    ply: int
    moves: Sequence[Told]


class ToldRecord:
    """What is told of the moves of a record.

    Attributes:
        lines: by the id of the first node of each.
    """

    def __init__(self, lines: Mapping[int, ToldLine]) -> None:
        self.lines = lines

    @cached_property
    def moves(self) -> Mapping[int, Told]:
        """What is told of each node, by its id."""
        found: dict[int, Told] = {}
        for ids, _, moves in self.lines.values():
            found.update(zip(ids, moves, strict=True))
        return found

    @cached_property
    def plies(self) -> Mapping[int, int]:
        """The plies of the positions at the same nodes."""
        found: dict[int, int] = {}
        for ids, ply, _ in self.lines.values():
            found.update(zip(ids, count(ply + 1), strict=False))
        return found


NOTHING_TOLD = ToldRecord({})


def told(states: States, style: str, changes: bool = False) -> ToldRecord:
    """What a replay tells of the nodes of a record; with `changes`, also of squares. Iterative.

    Nodes are left out from the first of a line on of which only its state tells; all are in games that aren't
    `Replaying`.
    """
    game, record = states.game, states.record
    found: dict[int, ToldLine] = {}
    start = states.at(record.root)
    first = replay_of(game, record, start, style)
    if first is None:
        return ToldRecord(found)
    touches = game.touches if changes else None
    stack = [(child, first, start.ply) for child in record.root.children[::-1]]
    while stack:
        node, replay, ply = stack.pop()
        if stack and stack[-1][0].parent is node.parent:
            replay = replay.copy()  # its board is needed again
        line = [node]
        while len(node.children) == 1:
            node = node.children[0]
            line.append(node)
        moves = replay.tell([one.action for one in line], touches)
        if moves:
            ids = [one.id for one in line[: len(moves)]]
            found[ids[0]] = ToldLine(ids, ply, moves)
        if len(moves) == len(line):
            stack += [(child, replay, ply + len(line)) for child in node.children[::-1]]
    return ToldRecord(found)

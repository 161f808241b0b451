"""What replays tell of the moves of a record, for those who print or draw all of it."""

from __future__ import annotations

from viewer.games.judge import replay_of
from viewer.games.replays import Told
from viewer.games.states import States


def told(states: States, style: str, changes: bool = False) -> dict[int, Told]:
    """What a replay tells of the nodes of a record, by their ids; with `changes`, also of squares. Iterative.

    Nodes are left out from the first of a line on of which only its state tells; all are in games that aren't
    `Replaying`.
    """
    game, record = states.game, states.record
    found: dict[int, Told] = {}
    start = states.at(record.root)
    first = replay_of(game, record, start, style)
    if first is None:
        return found
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
        of_line = list(replay.tell([one.action for one in line], ply, touches))
        found.update(zip([one.id for one in line], of_line, strict=False))
        if len(of_line) == len(line):
            stack += [(child, replay, ply + len(line)) for child in node.children[::-1]]
    return found

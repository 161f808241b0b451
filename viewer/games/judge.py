"""Jobs that check every move of a record against the rules of its game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from viewer.base.jobs import JobStep
from viewer.games import game_of
from viewer.games.game import Game, State
from viewer.games.played import played
from viewer.tree.action import Action, Setup
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

_PART = 200
_ROWS = 500  # that are sent to another process at a time: about half a millisecond

_Row = tuple[int, int, Action | None]
"""Id of a node, position of its parent among the rows (-1 for the first), action."""


def judge(game: Game[State], record: Record) -> Iterator[JobStep[list[Diagnostic]]]:
    """A job for the diagnostics of moves that break a rule, in pre-order, some hundred nodes per step.

    If the game can't play from the record's start (a variant), the first one says so. The record
    must not change while the job runs: start it again after an edit.
    """
    total = len(record.nodes)
    found: list[Diagnostic] = []
    for done, (_, _, finding) in enumerate(played(game, record), 1):
        if finding is not None:
            found.append(finding)
        if done % _PART == 0:
            yield JobStep(done, total, found)
            found = []
    yield JobStep(total, total, found)


def judge_apart(record: Record) -> Iterator[JobStep[list[Diagnostic]]]:
    """`judge` in a separate process, for large records. Raises OSError if no process can be started."""
    from viewer.base.processes import in_process  # deferred

    return in_process(_judge_rows, record.game, record.headers, parts=_rows(record))


def _rows(record: Record) -> Iterator[JobStep[list[_Row]]]:
    """The tree as plain data, without what the rules don't need."""
    total = len(record.nodes)
    rows: list[_Row] = []
    sent = 0
    stack: list[tuple[Node, int]] = [(record.root, -1)]
    while stack:
        node, parent = stack.pop()
        here = sent + len(rows)
        rows.append((node.id, parent, node.action))
        stack.extend([(child, here) for child in node.children[::-1]])
        if len(rows) == _ROWS or not stack:
            sent += len(rows)
            yield JobStep(sent, total, rows)
            rows = []


def _judge_rows(
    game: str, headers: tuple[Header, ...], parts: Iterable[list[_Row]]
) -> Iterator[JobStep[list[Diagnostic]]]:
    rows = (NodeData(id, parent, action, {}) for part in parts for id, parent, action in part)
    return judge(game_of(game), Record(game, nodes_of(rows)[0], headers))


def made_illegal(game: Game[State], record: Record, setup: Setup | None) -> Iterator[JobStep[int]]:
    """Count the nodes that break no rule now but would break one from another start.

    Each step yields the number found in it. The record must not change while the job runs.
    """
    total = len(record.nodes)
    found = done = 0
    stack = [(record.root, game.start_of(record), game.start(setup))]
    while stack:
        node, now, then = stack.pop()
        if game.violation(then) is not None and game.violation(now) is None:
            found += 1
        advance = game.advance
        for child in node.children:
            stack.append((child, advance(now, child.action), advance(then, child.action)))
        done += 1
        if done % _PART == 0:
            yield JobStep(done, total, found)
            found = 0
    yield JobStep(total, total, found)

"""Work on the moves of a record in another process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from viewer.base.jobs import JobStep
from viewer.base.processes import in_process
from viewer.games import game_of
from viewer.games.game import Game
from viewer.tree.action import Action
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

T = TypeVar("T")

_ROWS = 500  # that are sent to another process at a time: about half a millisecond

_Row = tuple[int, int, Action | None]
"""Id of a node, position of its parent among the rows (-1 for the first), action."""


def apart(
    work: Callable[[Game[Any], Record], Iterator[JobStep[T]]], record: Record
) -> Iterator[JobStep[T]]:
    """A job of a record's moves in a separate process, for large records.

    `work` is a function of a module. It gets the record with its headers, moves and ids, but without
    annotations. Raises OSError if no process can be started.
    """
    return in_process(_work_on_rows, work, record.game, record.headers, parts=_rows(record))


def _rows(record: Record) -> Iterator[JobStep[list[_Row]]]:
    """The tree as plain data, without what the rules don't need."""
    total = len(record.nodes)
    rows: list[_Row] = []
    sent = 0
    stack, parents = (
        [record.root],
        [-1],
    )  # two lists: a pair for each of very many children takes long
    while stack:
        node, parent = stack.pop(), parents.pop()
        here = sent + len(rows)
        rows.append((node.id, parent, node.action))
        stack.extend(node.children[::-1])
        parents.extend([here] * len(node.children))
        if len(rows) == _ROWS or not stack:
            sent += len(rows)
            yield JobStep(sent, total, rows)
            rows = []


def _work_on_rows(
    work: Callable[[Game[Any], Record], Iterator[JobStep[T]]],
    game: str,
    headers: tuple[Header, ...],
    parts: Iterable[list[_Row]],
) -> Iterator[JobStep[T]]:
    rows = (NodeData(id, parent, action, {}) for part in parts for id, parent, action in part)
    return work(game_of(game), Record(game, nodes_of(rows)[0], headers))

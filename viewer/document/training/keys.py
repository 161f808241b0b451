"""Keys of positions to be trained: they follow from what is played, not from where the file lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from viewer.tree.node import Node
from viewer.tree.record import Record


def problem_key(record: Record, question: Node) -> str:
    """The key of a problem: of the game, the start, the way to the question, and the main line after it.

    Headers, comments and other variations don't count; another solution makes another problem. 32
    characters of a SHA-256.
    """
    return _digest(record, _steps(question.path()), ["?"], _steps(_after(question)))


def position_key(record: Record, node: Node) -> str:
    """The key of a position: of the game, the start and the way to it. As `problem_key`."""
    return _digest(record, _steps(node.path()))


def _after(node: Node) -> Iterator[Node]:
    """The main line after a node."""
    while node.children:
        node = node.children[0]
        yield node


def _steps(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        if node.action is not None:
            yield f"{type(node.action).__name__} {node.action.text}"


def _digest(record: Record, *parts: Iterable[str]) -> str:
    from hashlib import sha256  # deferred: costly to load, and no part of opening a file

    total = sha256(record.game.encode("utf-8", "surrogatepass"))
    for part in parts:
        for step in part:
            total.update(b"\n" + step.encode("utf-8", "surrogatepass"))
    return total.hexdigest()[:32]

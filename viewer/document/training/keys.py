"""Keys of positions to be trained: they follow from what is played, not from where the file lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from viewer.games.states import States
from viewer.tree.action import Written
from viewer.tree.node import Node


def problem_key(states: States, question: Node) -> str:
    """The key of a problem: of the game, the start, the way to the question, and the main line after it.

    Headers, comments, other variations and the way moves are written don't count; another solution makes
    another problem. 32 characters of a SHA-256.
    """
    return _digest(states, _steps(states, question.path()), ["?"], _steps(states, _after(question)))


def position_key(states: States, node: Node) -> str:
    """The key of a position: of the game, the start and the way to it. As `problem_key`."""
    return _digest(states, _steps(states, node.path()))


def _after(node: Node) -> Iterator[Node]:
    """The main line after a node."""
    while node.children:
        node = node.children[0]
        yield node


def _steps(states: States, nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        written = type(node.action) is Written  # as one file says it
        action = states.at(node).action if written else node.action
        if action is not None:
            yield f"{type(action).__name__} {action.text}"


def _digest(states: States, *parts: Iterable[str]) -> str:
    total = sha256(states.game.id.encode("utf-8", "surrogatepass"))
    for part in parts:
        for step in part:
            total.update(b"\n" + step.encode("utf-8", "surrogatepass"))
    return total.hexdigest()[:32]

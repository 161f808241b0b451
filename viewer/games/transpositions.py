"""A job that finds the positions that several lines of a record reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from viewer.base.jobs import JobStep
from viewer.games.capabilities import Charted
from viewer.games.game import Game
from viewer.games.states import States
from viewer.tree.action import is_ply
from viewer.tree.record import Record

_PART = 200

Reached = tuple[int, int]
"""The id of a node, and a number of 64 bits that it shares with the nodes of the same position.

That is the hash of the position's identity (`Charted.identity`): another one in each process.
"""


def reached(game: Game[Any], record: Record) -> Iterator[JobStep[list[Reached]]]:
    """A job for the positions after the moves of a record, in pre-order, some hundred nodes per step.

    Nothing for games whose positions can't be compared. The record must not change while it runs.
    """
    total = len(record.nodes)
    found: list[Reached] = []
    if isinstance(game, Charted):
        states = States(game, record)
        for done, node in enumerate(record.root.walk(), 1):
            if node.parent is None or is_ply(node.action):
                same = game.identity(states.at(node))
                if same is not None:
                    found.append((node.id, hash(same)))
            if done % _PART == 0:
                yield JobStep(done, total, found)
                found = []
    yield JobStep(total, total, found)

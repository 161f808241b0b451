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
_BYTES = 12  # of a digest: two positions of a record never share one by chance

Reached = tuple[int, bytes]
"""The id of a node, and a digest of its position's identity (`Charted.identity`)."""


def reached(game: Game[Any], record: Record) -> Iterator[JobStep[list[Reached]]]:
    """A job for the positions after the moves of a record, in pre-order, some hundred nodes per step.

    Nothing for games whose positions can't be compared. The record must not change while it runs.
    """
    from hashlib import blake2b  # deferred: no part of opening a file

    total = len(record.nodes)
    found: list[Reached] = []
    if isinstance(game, Charted):
        states = States(game, record)
        for done, node in enumerate(record.root.walk(), 1):
            if node.parent is None or is_ply(node.action):
                same = game.identity(states.at(node))
                if same is not None:
                    found.append((node.id, blake2b(same, digest_size=_BYTES).digest()))
            if done % _PART == 0:
                yield JobStep(done, total, found)
                found = []
    yield JobStep(total, total, found)

"""Jobs that check every move of a record against the rules of its game."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.games.apart import apart
from viewer.games.game import Game, State
from viewer.games.played import played
from viewer.tree.action import Setup
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Record

_PART = 200


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
    return apart(judge, record)


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

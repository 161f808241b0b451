"""The rules asked about every move of a record, as a job."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.jobs import Step
from viewer.base.messages import message
from viewer.games.game import Game, State
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Record

_PART = 200


def judge(game: Game[State], record: Record) -> Iterator[Step[list[Diagnostic]]]:
    """Diagnostics of the moves that break a rule, in pre-order, some hundred nodes a step.

    The record must not change meanwhile: whoever runs the job starts it again after an edit.
    """
    total = len(record.nodes)
    found: list[Diagnostic] = []
    stack: list[tuple[Node, State]] = [(record.root, game.start_of(record))]
    done = 0
    while stack:
        node, state = stack.pop()
        problem = game.problem(state)
        if problem is not None:
            text = game.notation(state, game.notations[0].id)
            found.append(
                Diagnostic(
                    Severity.WARNING,
                    f"{game.id}.illegal-move",
                    message("Ply {ply}, {move}: {why}", ply=state.ply, move=text, why=problem),
                    node=node.id,
                )
            )
        children = node.children
        if children:
            advance = game.advance
            stack.extend((child, advance(state, child.action)) for child in children[::-1])
        done += 1
        if done % _PART == 0:
            yield Step(done, total, found)
            found = []
    yield Step(total, total, found)

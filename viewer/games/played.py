"""Playing all lines of a record by the rules of its game, once."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.games.capabilities import Replaying, Variants
from viewer.games.game import Game, State
from viewer.games.replay import Replay
from viewer.games.states import States
from viewer.tree.action import Action, Move, is_move
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Record


class Played(NamedTuple):
    """A node as its line was played.

    Attributes:
        action: that of the node; a written move that means a legal one is resolved to it.
        finding: the rule that it breaks; None if it breaks none.
    """

    node: Node
    action: Action | None
    finding: Diagnostic | None


class _Before(NamedTuple):
    """What is known of the position before a node: a replay to be copied, or a state."""

    replay: Replay[State] | None
    state: State | None
    ply: int


def played(game: Game[State], record: Record) -> Iterator[Played]:
    """The nodes of a record in pre-order, each move judged once. Iterative.

    A game that is `Replaying` replays what it can. The record must not change meanwhile.
    """
    start = game.start_of(record)
    yield Played(record.root, record.root.action, _of_start(game, record, start))
    replaying = game if isinstance(game, Replaying) else None
    states = States(game, record)
    first = _Before(None if replaying is None else replaying.replay(start), start, start.ply)
    stack = [(child, first) for child in record.root.children[::-1]]
    while stack:
        node, (replay, before, ply) = stack.pop()
        if replay is not None and stack and stack[-1][0].parent is node.parent:
            replay = replay.copy()  # its board is needed again
        while True:
            move = None if replay is None else replay.make(node.action)
            if move is not None:
                ply += 1
                yield Played(node, move, None)
            else:
                action = node.action
                if replaying is not None and not is_move(action):
                    # A takeback needs the states before, of which a replay knows nothing.
                    before = states.at(node.parent or node)
                elif replay is not None:
                    before = replay.state(ply)
                assert before is not None
                before = game.advance(before, action)
                resolved = before.action if type(before.action) is Move else action
                finding = _of_move(game, before, node)
                yield Played(node, resolved, finding)
                ply = before.ply
                # One broken rule is often followed by another, for which a replay were made in vain.
                replay = replaying.replay(before) if replaying and finding is None else None
            children = node.children
            if len(children) != 1:
                break
            node = children[0]
        if children:
            after = _Before(replay, before, ply)
            stack += [(child, after) for child in children[::-1]]


def _of_start(game: Game[State], record: Record, start: State) -> Diagnostic | None:
    unplayed = game.unplayed(start) if isinstance(game, Variants) else None
    if unplayed is None:
        return _of_move(game, start, record.root)
    return Diagnostic(Severity.ERROR, f"{game.id}.not-played", unplayed, node=record.root.id)


def _of_move(game: Game[State], state: State, node: Node) -> Diagnostic | None:
    violation = game.violation(state)
    if violation is None:
        return None
    text = game.notation(state, game.notations[0].id)
    words = message("Ply {ply}, {move}: {why}", ply=state.ply, move=text, why=violation)
    return Diagnostic(Severity.WARNING, f"{game.id}.illegal-move", words, node=node.id)

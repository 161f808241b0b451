"""Which moves of a record concern a square: the one that put there what stands on it, and the next one."""

from __future__ import annotations

from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession


def origin_of(session: RecordSession, square: str) -> Node | None:
    """The node whose move put the piece on a square there; None for an empty one, or if no move did.

    Walks up from what the board shows, not into what is only tried.
    """
    states, game = session.states, session.game
    node = session.shown
    piece = dict(game.pieces(states.at(node))).get(square)
    while piece is not None and node.parent is not None:
        if dict(game.pieces(states.at(node.parent))).get(square) != piece:
            return node if node.id in session.record.nodes else None
        node = node.parent
    return None


def next_at(session: RecordSession, square: str) -> Node | None:
    """The next node of the line whose move goes to a square, None for none, or while it is hidden."""
    after = session.line[session.cursor.index + 1 :]
    return next((node for node in after if session.squares(node)[-1:] == (square,)), None)

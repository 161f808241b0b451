"""The diagram mark: a position that belongs in print.

Programs write it as NAG 220 (221: seen from the other side; 201 in older files), as `[#]` in a comment, or
as the beginning of a figure (SGF's FG).
"""

from __future__ import annotations

from viewer.tree.annotation import FIGURE
from viewer.tree.node import Node

DIAGRAM = 220
DIAGRAM_GLYPHS = frozenset((201, DIAGRAM, 221))
FLIPPED = 221
DIAGRAM_SIGN = "[#]"


def has_diagram(node: Node) -> bool:
    """Whether the position after a node is marked for print."""
    if not node.notes:
        return False
    return not DIAGRAM_GLYPHS.isdisjoint(node.glyphs) or DIAGRAM_SIGN in node.comment


def begins_figure(node: Node) -> bool:
    """Whether a new figure begins with a node's move, so that a diagram shows the position before it."""
    return FIGURE in node.notes


def without_sign(comment: str) -> str:
    """A comment without `[#]`."""
    if DIAGRAM_SIGN not in comment:
        return comment
    return " ".join(part.strip() for part in comment.split(DIAGRAM_SIGN)).strip()

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
PLAIN_FIGURE = ("", "")
"""The facet FIGURE of a figure without flags and title."""


def has_diagram(node: Node) -> bool:
    """Whether the position after a node is marked for print, in any of these forms.

    A figure that begins with the next move of the line shows the position before that.
    """
    if node.notes and (not DIAGRAM_GLYPHS.isdisjoint(node.glyphs) or DIAGRAM_SIGN in node.comment):
        return True
    return bool(node.children) and FIGURE in node.children[0].notes


def marked_node(node: Node, figures: bool, glyphs: bool) -> Node | None:
    """The node that has, or would have, the diagram mark of a node's position; None if none can.

    It is the node itself where the mark is one of a format's `glyphs`, the next one where it begins a figure.
    """
    if not DIAGRAM_GLYPHS.isdisjoint(node.glyphs):
        return node
    if figures:
        return node.children[0] if node.children else None
    return node if glyphs and node.parent is not None else None


def without_sign(comment: str) -> str:
    """A comment without `[#]`."""
    if DIAGRAM_SIGN not in comment:
        return comment
    return " ".join(part.strip() for part in comment.split(DIAGRAM_SIGN)).strip()

"""Where a format has the diagram mark of a position."""

from __future__ import annotations

from viewer.formats import FORMATS
from viewer.tree.annotation import FIGURE
from viewer.tree.diagram import DIAGRAM, DIAGRAM_GLYPHS
from viewer.tree.node import Node


def marked_node(format: str, node: Node) -> Node | None:
    """The node that has, or would have, the diagram mark of a node's position; None if none can.

    It is the node itself where the mark is a glyph, the next one where it begins a figure.
    """
    if not DIAGRAM_GLYPHS.isdisjoint(node.glyphs):
        return node
    format_ = FORMATS[format].load()
    if FIGURE in format_.facets:
        return node.children[0] if node.children else None
    held = format_.glyphs is None or DIAGRAM in format_.glyphs
    return node if held and node.parent is not None else None

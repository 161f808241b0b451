"""Where a format has the diagram mark of a position: as a glyph at its move, or as a figure.

A figure (SGF's FG) begins with the move after the position.
"""

from __future__ import annotations

from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.tree.annotation import FIGURE
from viewer.tree.diagram import DIAGRAM, DIAGRAM_GLYPHS
from viewer.tree.node import Node


def has_figures(format: str) -> bool:
    """Whether a format has diagram marks as figures."""
    return FIGURE in FORMATS[format].load().facets


def marked_node(format: str, node: Node) -> Node | None:
    """The node that has, or would have, the diagram mark of a node's position; None if none can.

    It is the node itself where the mark is a glyph, the next one where it begins a figure.
    """
    if not DIAGRAM_GLYPHS.isdisjoint(node.glyphs):
        return node
    if has_figures(format):
        return node.children[0] if node.children else None
    return node if has_glyph(FORMATS[format].load()) and node.parent is not None else None


def has_glyph(format_: Format) -> bool:
    """Whether a format has diagram marks as glyphs."""
    return format_.glyphs is None or DIAGRAM in format_.glyphs

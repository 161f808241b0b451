"""How a page displays the comments of nodes."""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.tree.action import Remark
from viewer.tree.annotation import EVALUATION
from viewer.tree.comment import long_message, shown, without_tags
from viewer.tree.evaluation import without_evaluation
from viewer.tree.node import Node

ROOM = "\ufffc"
"""Stands for the comment that is being written: a field takes its place on the page."""


def _trimmed(text: str) -> str:
    return text.rstrip().lstrip("\n")


class CommentStyle(NamedTuple):
    """How a page displays comments: without leading empty lines and trailing blanks.

    Attributes:
        flowing: whether line breaks are layout.
        tagged: whether comments have tags for looks ([color=red], [center]), which a page leaves out.
        evaluated: whether evaluations stand beside the moves: a line of a comment that says nothing but
            the evaluation shown there is left out.
        written: the id of the node whose comment is being written, which is `ROOM`; -1 for none.
        ahead: whether that is the comment before its move.
    """

    flowing: bool = False
    evaluated: bool = False
    tagged: bool = False
    written: int = -1
    ahead: bool = False

    def comment(self, node: Node) -> str:
        """A node's comment; of a long message, its text comes first."""
        text = without_tags(node.comment) if self.tagged else node.comment
        if node.id == self.written and not self.ahead:
            text = ROOM
        elif text and self.evaluated and EVALUATION not in node.notes:
            text = without_evaluation(text)
        if type(node.action) is Remark and (message := long_message(node)):
            message = _trimmed(shown(message, False))
            return "\n".join(
                part for part in (message, _trimmed(shown(text, self.flowing))) if part
            )
        return _trimmed(shown(text, self.flowing)) if text else ""

    def before(self, node: Node) -> str:
        """The comment ahead of a node's move."""
        if node.id == self.written and self.ahead:
            return ROOM
        text = node.before if node.notes else ""
        text = without_tags(text) if self.tagged else text
        return _trimmed(shown(text, self.flowing)) if text else ""

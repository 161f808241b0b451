"""The facts that the reader of XQF keeps for its writer.

Text needs no raw bytes, for it is decoded so that they come back; what is kept is its style. Facts
of one kind that are equal are one object: most records have their own random noise, but only so
many different ones.
"""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.spans import Span
from viewer.formats.xqf.comments import PLAIN, CommentLayout
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Record

# Of a record:
HEAD = "xqf.head"  # raw: the head as it stands in the file
CODECS = "xqf.codecs"  # value: Codecs, and whether they were chosen by hand
AS_IS = "xqf.no-references"  # its comments have characters as they are that could be references
ROOT = "xqf.root"  # raw: the root's from, to, tag and reserved byte; missing with the root
BARE = "xqf.bare-breaks"  # its comments break lines with bare LFs
REST = "xqf.rest"  # value: Rest without the span; raw: the span behind the tree
# Of a node:
NOISE = "xqf.noise"  # raw: tag and reserved byte, where they aren't what the writer makes
PROMISE = "xqf.promise"  # value: (a next move, a sibling) is promised that isn't in the file
STYLE = "xqf.style"  # value: Style of its comment
COMMENT = "xqf.comment"  # value, raw: its comment, in Big5 records
SIZE = "xqf.size"  # raw: the size of a comment that the file ends within


class Rest(NamedTuple):
    """What stands in the file behind what was read of the tree.

    Attributes:
        span: where.
        kind: "trailing" behind a complete tree, "half" a record that the file ends within, "unread"
            what a limit or an absurd size kept from being read.
        last: id of the last node that was read.
        open: whether the rest begins with the size of that node's comment.
    """

    span: Span
    kind: str
    last: int
    open: bool


def rest_fact(rest: Rest) -> Fact:
    """A Rest as a fact."""
    return Fact(REST, (rest.kind, rest.last, rest.open), rest.span)


def rest_of(record: Record) -> Rest | None:
    """The rest of a record's file."""
    fact = record.fact(REST)
    if fact is None or not isinstance(fact.raw, Span) or not isinstance(fact.value, tuple):
        return None
    kind, last, is_open = fact.value
    return Rest(fact.raw, kind, last, is_open)


def style_of(node: Node) -> CommentLayout:
    """The style of a node's comment."""
    fact = node.fact(STYLE)
    return (
        CommentLayout(*fact.value) if fact is not None and isinstance(fact.value, tuple) else PLAIN
    )

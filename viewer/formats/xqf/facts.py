"""The facts that the reader of XQF keeps for its writer.

Text needs no raw bytes, because its decoding is reversible with its style, which is kept. Equal facts
of the same name are one object: the unused bits of most nodes are random, but have few different values.
"""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.base.spans import Span
from viewer.formats.xqf.comments import PLAIN, CommentLayout
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Record

# Of a record:
HEAD = "xqf.head"  # raw: the head of the file, unchanged
CODECS = "xqf.codecs"  # value: Codecs, and whether the user chose them
AS_IS = "xqf.no-references"  # more comments have plain characters than references
ROOT = "xqf.root"  # raw: the root's from, to, tag and reserved byte; missing with the root
BARE = "xqf.bare-breaks"  # more comments have bare LFs than CRLFs
REST = "xqf.rest"  # value: Rest without the span; raw: the span after the tree
# Of a node:
NOISE = "xqf.noise"  # raw: tag and reserved byte, if the writer would make others
PROMISE = "xqf.promise"  # value: whether (a next move, a sibling) is flagged, but missing
STYLE = "xqf.style"  # value: CommentLayout of its comment
COMMENT = "xqf.comment"  # value, raw: its comment, in Big5 records
SIZE = "xqf.size"  # raw: the size of a comment that the end of the file cuts off


class Rest(NamedTuple):
    """The part of the file after the nodes that were read.

    Attributes:
        span: its span in the file.
        kind: "trailing" bytes after a complete tree, "half" of a record at the end of the file, or
            "unread" because of a limit or an absurd size.
        last: id of the last node that was read.
        open: whether this part begins with the size of that node's comment.
    """

    span: Span
    kind: str
    last: int
    open: bool


def rest_fact(rest: Rest) -> Fact:
    """A Rest as a fact."""
    return Fact(REST, (rest.kind, rest.last, rest.open), rest.span)


def rest_of(record: Record) -> Rest | None:
    """The Rest of the file that a record was read from, None if there is none."""
    fact = record.fact(REST)
    if fact is None or not isinstance(fact.raw, Span) or not isinstance(fact.value, tuple):
        return None
    kind, last, is_open = fact.value
    return Rest(fact.raw, kind, last, is_open)


def style_of(node: Node) -> CommentLayout:
    """The style of a node's comment, PLAIN if none was kept."""
    fact = node.fact(STYLE)
    return (
        CommentLayout(*fact.value) if fact is not None and isinstance(fact.value, tuple) else PLAIN
    )

"""The facts that the reader keeps for the writer.

The file is divided into blocks of whole lines, one for each node, in the order of the file: the root's
is everything before the first move; another node's begins with the lines that open its variation, or with
its own line, and ends at the next block. The raw bytes of a fact are the whole block; its value is the
node's action, with what the writer can't read from the block.
"""

from __future__ import annotations

from typing import Final

from viewer.base.named import NamedTuple
from viewer.tree.action import Action
from viewer.tree.facts import find_fact
from viewer.tree.node import Node
from viewer.tree.record import Record

# Of a node. raw: its block; value: its action, or (its action, number of lines ahead of its own one,
# its ply where its number says another one)
TEXT: Final = "kif.text"
# Of a record. raw: the byte order mark; value: Origin
FILE: Final = "kif.file"
# Of a record. raw: the span of the file that wasn't read
REST: Final = "kif.rest"
# Of a record. raw: lines that a limit kept from being read
UNREAD: Final = "kif.unread"


class Origin(NamedTuple):
    """How the file of a record was written.

    Attributes:
        dialect: "kif", "ki2" or "bod".
        codec: of all raw bytes of the record.
        wrap: the codec of a file in UTF-16, whose `codec` is UTF-8; else "".
        eol: the most frequent line end.
        shift: the number to add to a ply for its number in the file.
        odd: ids of nodes with a missing or superfluous `+`: Kifu for Windows writes it on nodes with
            a sibling after them.
        plus: whether the file writes `+` at all; None if nothing branches.
        plain: whether its moves have ▲ and △ instead of numbers.
        by_hand: whether the user chose the codec, which can't be seen from the bytes.
        open: whether the last line has no end.
    """

    dialect: str
    codec: str
    wrap: str
    eol: str
    shift: int
    odd: tuple[int, ...]
    plus: bool | None
    plain: bool
    by_hand: bool = False
    open: bool = False


class RawBlock(NamedTuple):
    """A node's block: its bytes, the action read, the number of lines before its own one, its ply.

    The ply is None if the number in the block is right.
    """

    raw: bytes
    action: Action | None
    ahead: int
    ply: int | None


def origin_of(record: Record, dialect: str) -> Origin | None:
    """How the file of a record was written, if it was read as `dialect`; else None."""
    fact = record.fact(FILE)
    if fact is None or not isinstance(fact.value, tuple):
        return None
    origin = Origin(*fact.value)
    return origin if origin.dialect == dialect else None


def block_of(node: Node) -> RawBlock | None:
    """The block of a node, None for a new one."""
    fact = find_fact(node.facts, TEXT)
    if fact is None or not isinstance(fact.raw, bytes):
        return None
    if isinstance(fact.value, tuple):
        return RawBlock(fact.raw, *fact.value)
    return RawBlock(fact.raw, fact.value, 0, None)  # type: ignore[arg-type]  # an action, by the reader

"""The diagnostics of an XQF file."""

from __future__ import annotations

from collections import Counter

from viewer.base.messages import counted, message
from viewer.base.text import BIG5, has_escapes
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING, LimitedDiagnostics
from viewer.formats.shared.xiangqi import BOARD, NAMES, Position
from viewer.formats.xqf.encoding import Codecs
from viewer.formats.xqf.fields import (
    HEAD,
    RESULT,
    RESULTS,
    TEXT_FIELDS,
    TYPE,
    TYPES,
    VERSION,
    WHO_PLAYS,
    read_text,
)
from viewer.formats.xqf.keys import PLAIN_VERSION, sum_is_right
from viewer.formats.xqf.tree import PLAIN_SIBLING, SIBLING, Tree
from viewer.tree.node import Node
from viewer.tree.record import Header


class XqfDiagnostics(LimitedDiagnostics):
    """Collects the diagnostics of an XQF file."""

    format = "xqf"


def of_head(
    found: XqfDiagnostics, file_head: bytes, headers: tuple[Header, ...], codecs: Codecs
) -> None:
    """Report the faults in the head."""
    if len(file_head) < HEAD:
        words = message("The file ends within its head, after {count} bytes.", count=len(file_head))
        found.add(ERROR, "cut-head", words, offset=len(file_head))
    head = file_head.ljust(HEAD, b"\0")
    if not sum_is_right(head):
        words = message("The keys don't add up: XQStudio won't open this file.")
        found.add(WARNING, "keys-sum", words, offset=0x0C)
    if head[RESULT] >= len(RESULTS):
        words = message("The result has the code {code}, which means nothing.", code=head[RESULT])
        found.add(WARNING, "unknown-result", words, offset=RESULT)
    if head[TYPE] >= len(TYPES):
        words = message("The type has the code {code}, which means nothing.", code=head[TYPE])
        found.add(WARNING, "unknown-type", words, offset=TYPE)
    _of_fields(found, head, headers, codecs)
    if codecs.comments == BIG5:
        found.add(INFO, "big5", message("The comments are in Big5."))
    elif codecs.fields == BIG5:
        found.add(INFO, "big5", message("The header fields are in Big5."))


def _of_fields(
    found: XqfDiagnostics, head: bytes, headers: tuple[Header, ...], codecs: Codecs
) -> None:
    values = dict(headers)
    for field in TEXT_FIELDS:
        if not head[field.offset]:
            continue
        stored = read_text(head, field, codecs.fields)
        if len(stored.raw) > field.room:
            words = counted(
                "{field} runs on for one byte behind its field of {room}.",
                "{field} runs on for {count} bytes behind its field of {room}.",
                len(stored.raw) - field.room,
                field=field.name,
                room=field.room,
            )
            found.add(WARNING, "long-field", words, offset=field.offset)
        elif stored.length > field.room:
            words = message(
                "{field} says that it is {length} bytes long, in a field of {room}.",
                field=field.name,
                length=stored.length,
                room=field.room,
            )
            found.add(WARNING, "long-field", words, offset=field.offset)
        if stored.half:
            words = message("{field} ends within a character.", field=field.name)
            at = field.offset + 1 + len(stored.raw)
            found.add(INFO, "cut-text", words, offset=at)
        if has_escapes(values.get(field.key, "")):
            words = message(
                "{field} has bytes that are no text in {codec}.",
                field=field.name,
                codec=codecs.fields,
            )
            found.add(WARNING, "undecodable", words, offset=field.offset)


def undecodable(found: XqfDiagnostics, node: Node, offset: int, codec: str) -> None:
    """Report a comment with bytes that aren't text in its codec."""
    words = message("The comment has bytes that are no text in {codec}.", codec=codec)
    found.add(WARNING, "undecodable", words, node.id, offset)


def of_position(
    found: XqfDiagnostics, squares: list[int], position: Position, head: bytes, root: Node
) -> None:
    """Report the faults in the start position."""
    taken = [square for square in squares if square < BOARD]
    for square, count in Counter(taken).items() if len(taken) > len(position.pieces) else ():
        if count > 1:
            words = message("{count} pieces stand on {place}.", count=count, place=NAMES[square])
            found.add(WARNING, "two-pieces", words, root.id, 0x10)
    says_black = head[WHO_PLAYS] == 1
    # XQF 1.0 reserves the byte: 00 has no meaning, and the first move decides.
    says_red = not says_black and head[VERSION] > PLAIN_VERSION
    wrong = says_red if position.black else says_black
    if wrong:
        words = (
            message("The file says that Red moves first, but the first move is Black's.")
            if position.black
            else message("The file says that Black moves first, but the first move is Red's.")
        )
        found.add(INFO, "side", words, root.id, WHO_PLAYS)


def of_tree(found: XqfDiagnostics, tree: Tree) -> None:
    """Report the faults in the tree of moves; the end of reading first, since diagnostics are limited."""
    _of_end(found, tree)
    if not tree.nodes:
        words = message("The file ends before the start of the game's record.")
        found.add(WARNING, "no-root", words, offset=tree.end)
    elif tree.root[2] & (PLAIN_SIBLING if tree.plain else SIBLING):
        words = message("The start position is said to have a variation beside it.")
        found.add(INFO, "root-sibling", words, tree.nodes[0].id, HEAD)
    for node, offset in tree.strange:
        assert node.action is not None
        words = message(
            "A move from or to a square that isn't on the board: {move}.",
            move=getattr(node.action, "text", ""),
        )
        found.add(WARNING, "off-board", words, node.id, offset)
    for node in tree.absent:
        words = message("A move is promised after this one, but the file ends.")
        found.add(WARNING, "absent-move", words, node.id, tree.end)


def _of_end(found: XqfDiagnostics, tree: Tree) -> None:
    rest = tree.rest
    last = tree.nodes[-1].id if tree.nodes else None
    left = rest.span.length if rest is not None else 0
    is_open = rest is not None and rest.open
    there = left - 4 if is_open else len(tree.comments[-1].raw) if tree.cut else 0
    if tree.cut > there:
        words = counted(
            "The comment is said to be one byte long, but the file ends after {left}.",
            "The comment is said to be {count} bytes long, but the file ends after {left}.",
            tree.cut,
            left=there,
        )
        found.add(ERROR, "bad-size", words, last, tree.end)
    if rest is None:
        return
    if rest.kind == "trailing":
        words = counted(
            "One byte follows after the end of the record.",
            "{count} bytes follow after the end of the record.",
            left,
        )
        found.add(WARNING, "trailing-bytes", words, offset=rest.span.start)
    elif rest.kind == "half":
        words = counted(
            "The file ends within a move: one byte is left over.",
            "The file ends within a move: {count} bytes are left over.",
            left,
        )
        found.add(WARNING, "half-move", words, last, rest.span.start)
    else:
        words = counted(
            "Reading ended here ({why}); one byte is kept as it is.",
            "Reading ended here ({why}); {count} bytes are kept as they are.",
            left,
            why=_LIMITS[tree.limit],
        )
        found.add(ERROR, "limit", words, last, rest.span.start)


_LIMITS = {
    "nodes": message("too many moves"),
    "body": message("too many bytes"),
    "comment": message("a comment too long"),
    "strange": message("hardly a move is on the board"),
}

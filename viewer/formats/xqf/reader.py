"""Reads an XQF file: the record it holds, and what is told about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from viewer.base.limits import Limits
from viewer.base.messages import counted, message
from viewer.base.source import Source
from viewer.base.text import BIG5, has_escapes
from viewer.formats.kit.charsets import XIANGQI, decode
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING, LimitedDiagnostics
from viewer.formats.kit.xiangqi import BOARD, NAMES, black_moves, board_of, setup_of
from viewer.formats.xqf.head import (
    HEAD,
    HEAD_FACT,
    PLAIN_VERSION,
    RESULT,
    RESULT_KEY,
    RESULTS,
    SQUARES,
    TEXT_FIELDS,
    TYPE,
    TYPE_KEY,
    TYPES,
    VERSION,
    WHO_PLAYS,
    Keys,
    read_bytes,
    read_head,
    read_keys,
    read_result,
    read_text,
    read_type,
    sum_is_right,
    variant_of,
    whole_head,
)
from viewer.formats.xqf.text import (
    AS_IS,
    BARE,
    CODECS,
    COMMENT_FACT,
    PAD,
    PLAIN,
    STYLE,
    Codecs,
    CommentLayout,
    decode_comment,
    detect,
    judged_alone,
)
from viewer.formats.xqf.tree import (
    PLAIN_SIBLING,
    ROOT,
    SIBLING,
    Remarked,
    Tree,
    read_tree,
    rest_fact,
)
from viewer.tree.annotation import COMMENT, NoteValue
from viewer.tree.facts import Fact, Facts
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


class XqfCollection(SingleCollection):
    """The record of an XQF file, read when it is needed.

    Attributes:
        format: "xqf".
        source: the file.
    """

    format = "xqf"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        """`encoding`, if given, is used instead of the detected codecs. Raises Unreadable or OSError."""
        super().__init__(source, limits)
        self._encoding = encoding
        self._head = read_head(source)
        self._headers: tuple[Header, ...] | None = None

    @property
    def variant(self) -> str:
        """The version, such as `XQF 1.0` for 0A."""
        return variant_of(self._head[VERSION])

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers; until the record is read, they come from the head alone."""
        if index:
            raise IndexError(index)
        if self._headers is not None:
            return self._headers
        return read_headers(whole_head(self._head), self._codecs([]))

    def _read(self) -> Record:
        keys = read_keys(whole_head(self._head))
        tree = read_tree(self.source, keys, self._limits)
        codecs = self._codecs(tree.comments)
        found = XqfDiagnostics(self._limits.diagnostics)
        record = _record(self._head, keys, tree, codecs, self._encoding is not None, found)
        self._headers = record.headers
        self._tell(0, found.sorted())
        return record

    def _codecs(self, comments: Sequence[Remarked]) -> Codecs:
        if self._encoding is not None:
            return Codecs(self._encoding, self._encoding)
        return read_codecs(whole_head(self._head), [each.raw for each in comments], self._judge)

    def _judge(self, data: bytes) -> str:
        return self._judged(data, XIANGQI)


def read_codecs(
    head: bytes, comments: Sequence[bytes], judged: Callable[[bytes], str] = judged_alone
) -> Codecs:
    """The codecs of a file's text, found by its bytes; see `detect`."""
    return detect(comments, [read_bytes(head, field) for field in TEXT_FIELDS], judged)


def read_headers(head: bytes, codecs: Codecs) -> tuple[Header, ...]:
    """The headers, in the file's order; `head` must be complete."""
    headers = []
    for field in TEXT_FIELDS:
        if head[field.offset]:
            value = field_text(read_text(head, field, codecs.fields).raw, codecs)
            if value:
                headers.append(Header(field.key, value))
    headers.append(Header(RESULT_KEY, read_result(head)))
    headers.append(Header(TYPE_KEY, read_type(head)))
    return tuple(headers)


def field_text(raw: bytes, codecs: Codecs) -> str:
    """The decoded text of a field, without the wide spaces that aren't part of it."""
    text = decode(raw, codecs.fields)
    return text.rstrip(PAD) if codecs.field_pads else text


def _record(
    file_head: bytes, keys: Keys, tree: Tree, codecs: Codecs, by_hand: bool, found: XqfDiagnostics
) -> Record:
    head = whole_head(file_head)
    squares = keys.squares(head[SQUARES])
    board = board_of(squares)
    root = tree.nodes[0] if tree.nodes else Node(0, None)
    nodes = tree.nodes or [root]
    first_moves = [node.action for node in root.children]
    black = black_moves(board, first_moves, head[WHO_PLAYS])
    root.action = setup_of(board, black)
    bare, as_is = _set_comments(tree.comments, codecs, found)

    facts: list[Fact] = [
        Fact(HEAD_FACT, None, file_head),
        Fact(CODECS, (*codecs, by_hand), b""),
    ]
    if tree.nodes:
        facts.append(Fact(ROOT, None, tree.root))
    if bare:
        facts.append(Fact(BARE, None, b"\n"))
    if as_is:
        facts.append(Fact(AS_IS, None, b""))
    if tree.rest is not None:
        facts.append(rest_fact(tree.rest))
    headers = read_headers(head, codecs)
    record = Record("xiangqi", root, headers, codecs.comments, tuple(facts), dict(enumerate(nodes)))
    _tell_head(found, file_head, headers, codecs)
    _tell_twice(found, squares, board, root)
    _tell_side(found, head, black, root)
    _tell_tree(found, tree)
    return record


def _set_comments(
    comments: Sequence[Remarked], codecs: Codecs, found: XqfDiagnostics
) -> tuple[bool, bool]:
    """Put comments into their nodes.

    Returns whether more comments have bare LFs than CRLFs, and more plain characters than references.
    """
    codec, strip = codecs.comments, codecs.comment_pads
    known: dict[bytes, tuple[dict[str, NoteValue], CommentLayout]] = {}
    shared: dict[tuple[Facts, CommentLayout], Facts] = {}
    breaks = as_is = 0
    for node, raw, offset in comments:
        entry = known.get(raw)
        if entry is None:
            text, style = decode_comment(raw, codec, strip)
            entry = known[raw] = ({COMMENT: text} if text else {}), style
            if has_escapes(text):
                _tell_undecodable(found, node, offset, codec)
        notes, style = entry
        if notes:
            node.notes = notes
        if not raw:
            style = style._replace(flagged=True)
        if style.bare is not None:
            breaks += 1 if style.bare else -1
        if style.spelled is not None:
            as_is += -1 if style.spelled else 1
        if style != PLAIN:
            facts = shared.get((node.facts, style))
            if facts is None:
                facts = shared[node.facts, style] = (*node.facts, Fact(STYLE, style, b""))
            node.facts = facts
        if codec == BIG5:
            node.facts += (Fact(COMMENT_FACT, notes.get(COMMENT, ""), raw),)
    return breaks > 0, as_is > 0


# -------------------------------------------------------------------------------------- diagnostics


class XqfDiagnostics(LimitedDiagnostics):
    """Collects the diagnostics of an XQF file."""

    format = "xqf"


def _tell_head(
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
    _tell_fields(found, head, headers, codecs)
    if codecs.comments == BIG5:
        found.add(INFO, "big5", message("The comments are in Big5."))
    elif codecs.fields == BIG5:
        found.add(INFO, "big5", message("The header fields are in Big5."))


def _tell_fields(
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


def _tell_undecodable(found: XqfDiagnostics, node: Node, offset: int, codec: str) -> None:
    """Report a comment with bytes that aren't text in its codec."""
    words = message("The comment has bytes that are no text in {codec}.", codec=codec)
    found.add(WARNING, "undecodable", words, node.id, offset)


def _tell_twice(found: XqfDiagnostics, squares: list[int], board: bytes, root: Node) -> None:
    """Report several pieces on one point."""
    taken = [square for square in squares if square < BOARD]
    for square, count in Counter(taken).items() if len(taken) > BOARD - board.count(0) else ():
        if count > 1:
            words = message("{count} pieces stand on {place}.", count=count, place=NAMES[square])
            found.add(WARNING, "two-pieces", words, root.id, 0x10)


def _tell_side(found: XqfDiagnostics, head: bytes, black: bool, root: Node) -> None:
    """Report that the file says another side to move first than its moves."""
    says_black = head[WHO_PLAYS] == 1
    # XQF 1.0 reserves the byte: 00 has no meaning, and the first move decides.
    says_red = not says_black and head[VERSION] > PLAIN_VERSION
    wrong = says_red if black else says_black
    if wrong:
        words = (
            message("The file says that Red moves first, but the first move is Black's.")
            if black
            else message("The file says that Black moves first, but the first move is Red's.")
        )
        found.add(INFO, "side", words, root.id, WHO_PLAYS)


def _tell_tree(found: XqfDiagnostics, tree: Tree) -> None:
    """Report the faults in the tree of moves; the end of reading first, since diagnostics are limited."""
    _tell_end(found, tree)
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


def _tell_end(found: XqfDiagnostics, tree: Tree) -> None:
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

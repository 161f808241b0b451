"""An XQF file as a collection of one record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.text import BIG5, has_escapes
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.shared.charsets import decode
from viewer.formats.shared.expected import XIANGQI
from viewer.formats.shared.xiangqi import Position, black_moves
from viewer.formats.shared.xiangqi_set import pieces_at
from viewer.formats.xqf import findings
from viewer.formats.xqf.comments import PAD, PLAIN, CommentLayout, decode_comment
from viewer.formats.xqf.encoding import Codecs, detect, judged_alone
from viewer.formats.xqf.facts import AS_IS, BARE, CODECS, COMMENT, ROOT, STYLE, rest_fact
from viewer.formats.xqf.facts import HEAD as HEAD_FACT
from viewer.formats.xqf.fields import (
    HEAD,
    RESULT_KEY,
    SQUARES,
    TEXT_FIELDS,
    TYPE_KEY,
    VERSION,
    WHO_PLAYS,
    read_bytes,
    read_result,
    read_text,
    read_type,
)
from viewer.formats.xqf.findings import XqfDiagnostics
from viewer.formats.xqf.keys import NEWEST_VERSION, Keys, read_keys
from viewer.formats.xqf.tree import Remarked, Tree, read_tree
from viewer.tree.annotation import COMMENT as COMMENT_FACET
from viewer.tree.annotation import NoteValue
from viewer.tree.facts import Fact, Facts
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_MAGIC = b"XQ"


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


def read_head(source: Source) -> bytes:
    """The head of an XQF file, less than 1,024 bytes if the file is shorter. Raises Unreadable or OSError."""
    head = source.read(0, HEAD)
    if head[: len(_MAGIC)] != _MAGIC:
        raise Unreadable(message("This is no XQF file: it doesn't begin with XQ."), "xqf.no-xqf")
    if len(head) < SQUARES.stop:
        raise Unreadable(
            message("The file ends after {count} bytes, before the position.", count=len(head)),
            "xqf.cut-head",
        )
    version = head[VERSION]
    if version > NEWEST_VERSION:
        raise Unreadable(
            message(
                "This is no XQF file, or one of a version that isn't known: {version}.",
                version=f"{version:02X}",
            ),
            "xqf.unknown-version",
        )
    return head


def whole_head(head: bytes) -> bytes:
    """A head, filled up with zeros to 1,024 bytes if the file is shorter."""
    return head.ljust(HEAD, b"\0")


def variant_of(version: int) -> str:
    """The name of a version: `XQF 1.0` for 0A, `XQF 1.8` for 12."""
    return f"XQF {version // 10}.{version % 10}"


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
    pieces = pieces_at(squares)
    root = tree.nodes[0] if tree.nodes else Node(0, None)
    nodes = tree.nodes or [root]
    first_moves = [node.action for node in root.children]
    position = Position(pieces, black_moves(pieces, first_moves, head[WHO_PLAYS]))
    root.action = position.setup()
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
    findings.of_head(found, file_head, headers, codecs)
    findings.of_position(found, squares, position, head, root)
    findings.of_tree(found, tree)
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
            entry = known[raw] = ({COMMENT_FACET: text} if text else {}), style
            if has_escapes(text):
                findings.undecodable(found, node, offset, codec)
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
            node.facts += (Fact(COMMENT, notes.get(COMMENT_FACET, ""), raw),)
    return breaks > 0, as_is > 0

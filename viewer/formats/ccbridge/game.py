"""A game of CCBridge: the bytes it stands in, the record read from them, and what is told about it.

The tree is in pre-order. A node is four bytes (flags, a reserved one, from, to), then its comment if it
has one: its size in four bytes, and its text. The first node is the start of the game; its squares have
no meaning.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.base.messages import counted, message
from viewer.formats.ccbridge.layout import (
    KIND_KEY,
    KINDS,
    LAYOUTS,
    PIECES,
    RESULT_KEY,
    RESULTS,
    SECOND,
    SQUARES,
    UTF16,
    VERSION,
    Layout,
    read_code,
    read_text,
)
from viewer.formats.headers import value_of
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING, LimitedDiagnostics
from viewer.formats.kit.xiangqi import BOARD, action_of, black_moves, setup_of
from viewer.tree.action import Action, Written
from viewer.tree.annotation import COMMENT as COMMENT_FACET
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_CRLF = "\r\n"


def decode_comment(raw: bytes) -> str:
    """The text of a comment; undecodable bytes become U+FFFD."""
    text = raw.decode(UTF16, "replace").rstrip("\0").replace("\0", "\ufffd")
    return text.removesuffix(_CRLF).replace(_CRLF, "\n")


def encode_comment(text: str, ended: bool = False) -> bytes:
    """The bytes of a comment, which `decode_comment` reads as the same text; `ended` adds a CRLF."""
    body = text.replace("\0", "\ufffd").replace("\n", _CRLF)
    # After a line break at the end of the text, another CRLF is added, since the reader removes one.
    more = _CRLF if body and (ended or body.endswith(_CRLF)) else ""
    return (body + more).encode(UTF16, "replace")


# --------------------------------------------------------------------------------------- the record

LAST, SIBLING, HAS_COMMENT = 1, 2, 4
"""Flags of a node: it is the last of its line; a sibling follows; it has a comment."""

# Facts of a node:
NOISE = "ccbridge.noise"  # raw: flags and reserved byte, if the writer would make others
COMMENT = "ccbridge.comment"  # value: its text; raw: its bytes, if the writer would make others
# Of the root:
ROOT = "ccbridge.root"  # raw: its squares

_SMALL = 1 << 16


@dataclass(slots=True)
class Game:
    """A game and the faults found while it was read.

    Attributes:
        record: the tree and the headers; the record itself has no facts yet.
        end: the number of bytes read.
        cut: whether the bytes end before the tree is complete.
        limit: the limit that ended the reading: "nodes", "comment" or "".
        strange: nodes with squares that aren't on the board, with their offsets.
        spoilt: nodes with undecodable comments, with their offsets.
        promised: the number of siblings announced by flags and missing.
        unknown: the number of squares with unknown codes.
        side: the code of the side to move in the head.
        black: whether that is Black; None for an unknown code.
    """

    record: Record
    end: int = 0
    cut: bool = False
    limit: str = ""
    strange: list[tuple[Node, int]] = field(default_factory=list)
    spoilt: list[tuple[Node, int]] = field(default_factory=list)
    promised: int = 0
    unknown: int = 0
    side: int = 1
    black: bool | None = False


@dataclass(slots=True)
class CbrGame(Game):
    """A game of a CBR record; `layout` has the offsets of its version."""

    layout: Layout = SECOND


def layout_of(data: bytes) -> Layout | None:
    """The layout of a record that begins with these bytes, None for an unknown version."""
    return LAYOUTS.get(data[VERSION]) if len(data) > VERSION else None


def read_headers(data: bytes, layout: Layout) -> tuple[Header, ...]:
    """The headers of a record: its non-empty texts, its result and its kind."""
    found = [
        Header(place.key, text)
        for place in layout.texts
        if (text := read_text(data, place.offset, place.size))
    ]
    found += [Header(key, read_code(data, layout, key)) for key in (RESULT_KEY, KIND_KEY)]
    return tuple(found)


def read_board(codes: bytes) -> bytes:
    """The board of the start position by its codes, rank by rank from Black's back rank."""
    pieces = codes.translate(PIECES).ljust(BOARD, b"\0")
    return b"".join([pieces[at : at + 9] for at in range(81, -1, -9)])


def read_game(data: bytes, layout: Layout, limits: Limits) -> CbrGame:
    """Read the game that begins with these bytes, up to the limits of nodes and of a comment's bytes."""
    with GarbagePause(len(data) >= _SMALL):
        root = Node(0, None)
        game = CbrGame(Record("xiangqi", root), layout=layout)
        nodes = _read_tree(data, game, limits)
    codes = data[layout.board : layout.board + BOARD]
    board = read_board(codes)
    game.unknown = codes.translate(PIECES).count(0) - codes.count(0)
    game.side = data[layout.side] if layout.side < len(data) else 1
    game.black = {1: False, 2: True}.get(game.side)
    root = nodes[0]
    first_moves = [node.action for node in root.children]
    root.action = setup_of(board, black_moves(board, first_moves, int(bool(game.black))))
    headers = read_headers(data, layout)
    game.record = Record("xiangqi", root, headers, None, (), dict(enumerate(nodes)))
    return game


def _read_tree(data: bytes, game: CbrGame, limits: Limits) -> list[Node]:
    squares = SQUARES[game.layout.version]
    actions: dict[bytes, Action] = {}
    nodes: list[Node] = []
    fans: dict[Node, list[Node]] = {}
    promised: list[Node] = []
    parent: Node | None = None
    pos, size = game.layout.tree, len(data)
    game.cut = True
    while pos + 4 <= size and not game.limit:
        if len(nodes) >= limits.nodes:
            game.limit = "nodes"
            break
        flags, reserved = data[pos], data[pos + 1]
        code = data[pos + 2 : pos + 4]
        action: Action | None = None
        if parent is not None:
            action = actions.get(code)
            if action is None:
                action = actions[code] = action_of(squares[code[0]], squares[code[1]])
        node = Node(len(nodes), parent, action)
        nodes.append(node)
        if parent is None:
            node.facts = (Fact(ROOT, None, code),)
        else:
            fans.setdefault(parent, []).append(node)
            if flags & SIBLING:
                promised.append(parent)
        if type(action) is Written:
            game.strange.append((node, pos))
        usual = LAST | HAS_COMMENT if parent is None else LAST | SIBLING | HAS_COMMENT
        if flags & ~usual or reserved:
            node.facts += (Fact(NOISE, None, data[pos : pos + 2]),)
        pos += 4
        if flags & HAS_COMMENT:
            behind = _read_comment(data, pos, node, game, limits)
            if behind is None:
                break
            pos = behind
        if not flags & LAST:
            parent = node
        elif promised:
            parent = promised.pop()
        else:
            game.cut = pos > size  # the last comment may be incomplete
            break
    game.end = min(pos, size)
    game.promised = len(promised)
    for node, children in fans.items():
        node.children = tuple(children)
    return nodes or [Node(0, None)]


def _read_comment(data: bytes, pos: int, node: Node, game: Game, limits: Limits) -> int | None:
    """Read the comment whose size is at an offset; returns the offset after it, None if it is too long."""
    size = int.from_bytes(data[pos : pos + 4], "little")
    if size > limits.comment_bytes:
        if pos + 4 + size <= len(data):
            game.limit = "comment"
        return None
    raw = data[pos + 4 : pos + 4 + size]
    text = decode_comment(raw)
    if text:
        node.notes = {COMMENT_FACET: text}
    if not text or encode_comment(text) != raw:
        node.facts += (Fact(COMMENT, text, raw),)
    if "\ufffd" in text and "\ufffd".encode(UTF16) not in raw:
        game.spoilt.append((node, pos))
    return pos + 4 + size


# -------------------------------------------------------------------------------------- diagnostics

_LIMITS = {
    "nodes": message("too many moves"),
    "comment": message("a comment too long"),
}


class RecordDiagnostics(LimitedDiagnostics):
    """Diagnostics of one record of a CBR file or of a library."""

    def __init__(self, format: str, most: int) -> None:
        super().__init__(most)
        self.format = format

    def placed(self, index: int, offset: int | None) -> list[Diagnostic]:
        """All diagnostics, assigned to a record, with offsets counted from the beginning of the file.

        `offset` is that of the record, None if the file has it packed.
        """
        return [
            one._replace(
                record=index,
                offset=None if offset is None or one.offset is None else one.offset + offset,
            )
            for one in self.sorted()
        ]


def tell_game(found: RecordDiagnostics, game: CbrGame, size: int, behind: int) -> None:
    """Add the diagnostics of a record of `size` bytes, of which `behind` follow the end of its tree."""
    tell_end(found, game, size, behind)
    _tell_head(found, game)
    tell_nodes(found, game, "UTF-16")


def tell_nodes(found: RecordDiagnostics, game: Game, codec: str) -> None:
    """Add those of nodes, whose text is in a codec."""
    for node, offset in game.strange:
        words = message(
            "A move from or to a square that isn't on the board: {move}.",
            move=getattr(node.action, "text", ""),
        )
        found.add(WARNING, "off-board", words, node.id, offset)
    for node, offset in game.spoilt:
        words = message("The comment has bytes that are no text in {codec}.", codec=codec)
        found.add(WARNING, "undecodable", words, node.id, offset)


def tell_codes(
    found: RecordDiagnostics,
    headers: Sequence[Header],
    kinds: tuple[str, Collection[str]],
    results: Collection[str],
    offsets: tuple[int | None, int | None] = (None, None),
) -> None:
    """Add those of the codes of kind and result: the header of the kind and its values, and the results."""
    key, known = kinds
    result, kind = value_of(headers, RESULT_KEY), value_of(headers, key)
    if result and result not in results:
        words = message("The result has the code {code}, which means nothing.", code=result)
        found.add(WARNING, "unknown-result", words, offset=offsets[1])
    if kind and kind not in known:
        words = message("The kind of the game has the code {code}, which means nothing.", code=kind)
        found.add(INFO, "unknown-kind", words, offset=offsets[0])


def _tell_head(found: RecordDiagnostics, game: CbrGame) -> None:
    layout, record = game.layout, game.record
    values: dict[str, str] = dict(record.headers)
    tell_codes(found, record.headers, (KIND_KEY, KINDS), RESULTS, (layout.kind, layout.result))
    if game.unknown:
        words = counted(
            "One square of the start holds a code of no piece; it is shown empty.",
            "{count} squares of the start hold codes of no piece; they are shown empty.",
            game.unknown,
        )
        found.add(WARNING, "unknown-piece", words, record.root.id, layout.board)
    tell_side(found, game, layout.side)
    for place in layout.texts:
        if "\ufffd" in values.get(place.key, ""):
            words = message(
                "{field} has bytes that are no text in {codec}.", field=place.name, codec="UTF-16"
            )
            found.add(WARNING, "undecodable", words, offset=place.offset)


def tell_side(found: RecordDiagnostics, game: Game, offset: int | None = None) -> None:
    """Add that the file says another side to move than its moves, or none."""
    setup = game.record.setup
    black = setup is not None and setup.text.endswith(" b")
    if game.black is black:
        return
    if game.black is None:
        words = message(
            "The side to move has the code {code}, which means nothing.", code=game.side
        )
    elif black:
        words = message("The file says that Red moves first, but the first move is Black's.")
    else:
        words = message("The file says that Black moves first, but the first move is Red's.")
    found.add(INFO, "side", words, game.record.root.id, offset)


def tell_end(found: RecordDiagnostics, game: Game, size: int, behind: int) -> None:
    """Add those of the end of a record of `size` bytes, of which `behind` follow its end."""
    last = max(game.record.nodes)
    if game.limit:
        words = counted(
            "Reading ended here ({why}); one byte is kept as it is.",
            "Reading ended here ({why}); {count} bytes are kept as they are.",
            size - game.end,
            why=_LIMITS[game.limit],
        )
        found.add(ERROR, "limit", words, last, game.end)
    elif game.cut:
        words = message("The record ends before its moves do.")
        found.add(ERROR, "cut", words, last, game.end)
        if game.promised:
            words = counted(
                "A variation is promised, but the record ends.",
                "{count} variations are promised, but the record ends.",
                game.promised,
            )
            found.add(WARNING, "absent-move", words, last, game.end)
    elif behind:
        words = counted(
            "One byte follows after the end of the record.",
            "{count} bytes follow after the end of the record.",
            behind,
        )
        found.add(WARNING, "trailing-bytes", words, offset=game.end)

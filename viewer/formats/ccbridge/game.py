"""Reads a CBR record: its head, and the tree of moves after it, without recursion.

The tree is in pre-order. A node is four bytes (flags, a reserved one, from, to), then its comment if it
has one: its size in four bytes, and its text. The first node is the start of the game; its squares have
no meaning.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.formats.ccbridge.comments import decode_comment, encode_comment
from viewer.formats.ccbridge.layout import (
    KIND_KEY,
    LAYOUTS,
    PIECES,
    RESULT_KEY,
    SECOND,
    SQUARES,
    UTF16,
    VERSION,
    Layout,
    read_code,
    read_text,
)
from viewer.formats.shared.xiangqi import BOARD, Position, action_of, black_moves
from viewer.tree.action import Action, Written
from viewer.tree.annotation import COMMENT as COMMENT_FACET
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

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


def read_board(data: bytes, layout: Layout) -> dict[int, str]:
    """The pieces of the start position by square."""
    board = data[layout.board : layout.board + BOARD]
    squares = SQUARES[2]
    return {squares[at]: PIECES[code] for at, code in enumerate(board) if code in PIECES}


def read_game(data: bytes, layout: Layout, limits: Limits) -> CbrGame:
    """Read the game that begins with these bytes, up to the limits of nodes and of a comment's bytes."""
    with GarbagePause(len(data) >= _SMALL):
        root = Node(0, None)
        game = CbrGame(Record("xiangqi", root), layout=layout)
        nodes = _read_tree(data, game, limits)
    pieces = read_board(data, layout)
    board = data[layout.board : layout.board + BOARD]
    game.unknown = sum(1 for code in board if code and code not in PIECES)
    game.side = data[layout.side] if layout.side < len(data) else 1
    game.black = {1: False, 2: True}.get(game.side)
    root = nodes[0]
    first_moves = [node.action for node in root.children]
    root.action = Position(pieces, black_moves(pieces, first_moves, int(bool(game.black)))).setup()
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

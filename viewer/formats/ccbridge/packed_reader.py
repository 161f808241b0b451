"""A packed library as a collection, and the reading of its games.

A game is its head (`GAME`), six bytes a node, and a line of text for each node. The nodes are in pre-order,
each with its ply: one that isn't above the ply before begins a variation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.base.messages import counted, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.base.text import GB18030, has_escapes
from viewer.formats.ccbridge.game import (
    Game,
    RecordDiagnostics,
    tell_codes,
    tell_end,
    tell_nodes,
    tell_side,
)
from viewer.formats.ccbridge.layout import RESULT_KEY, SQUARES, TYPE_KEY
from viewer.formats.ccbridge.packed import GAME, PackedLibrary, Parts, split, text_of
from viewer.formats.ccbridge.reader import with_bytes
from viewer.formats.kit.collections import FileCollection, RecentHeaders
from viewer.formats.kit.diagnostics import ERROR, WARNING
from viewer.formats.kit.xiangqi import (
    ABSENT,
    RESULTS,
    TYPES,
    action_of,
    black_moves,
    board_of,
    setup_of,
)
from viewer.tree.action import Action, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

PACKED = "ccbridge.packed"
"""Fact of a record: the bytes of its game; value: ReadAs."""
VARIANT = "CBL, packed"
NODE = 6  # bytes of a node
CRLF = b"\r\n"
BREAK = "||"
"""A line break within a comment."""

CODES: Mapping[str, Mapping[int, str]] = MappingProxyType(
    {
        RESULT_KEY: {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "*"},
        TYPE_KEY: dict(enumerate(TYPES, 1)),
    }
)
"""What the codes of the result and of the kind of a game stand for."""
TIMES = ("Created", "Modified")
_UNTOLD = frozenset(("size", "pieces", "comment", "side", "nodes"))
KEYS = tuple(name for name in GAME if name not in _UNTOLD and not name.startswith("unknown"))
"""The headers of a game, which are parts of its head."""
_SMALL = 1 << 16


class NodeBytes(NamedTuple):
    """What the file says of a node: its six bytes, and its line without the line end."""

    move: bytes
    line: bytes


@dataclass(slots=True)
class PackedGame(Game):
    """A game of a packed library.

    Attributes:
        parts: of its head.
        nodes: the bytes of each node but the root, by its id less one.
        rest: the bytes after the last line.
        jumps: nodes that are no ply after the one before, and below no earlier one.
    """

    parts: Parts = field(default_factory=lambda: Parts({}, {}))
    nodes: list[NodeBytes] = field(default_factory=list)
    rest: bytes = b""
    jumps: list[Node] = field(default_factory=list)


def read_game(data: bytes, limits: Limits) -> PackedGame:
    """Read a game, up to the limits of nodes and of a comment's bytes."""
    parts = split(data, GAME)
    raws = parts.raws
    root = Node(0, None)
    game = PackedGame(Record("xiangqi", root), len(data), parts=parts)
    with GarbagePause(len(data) >= _SMALL):
        nodes = _read_tree(data, game, root, limits)
    places = raws.get("pieces", b"")
    squares = squares_of_places(places)
    game.unknown = sum(
        1 for byte, at in zip(places, squares, strict=False) if byte and at == ABSENT
    )
    board = board_of(squares)
    if "side" in raws:
        game.side = raws["side"][0]
        game.black = {1: False, 0: True}.get(game.side)
    first_moves = [node.action for node in root.children]
    root.action = setup_of(board, black_moves(board, first_moves, int(bool(game.black))))
    game.record = Record("xiangqi", root, headers_of(raws), None, (), dict(enumerate(nodes)))
    return game


def squares_of_places(places: bytes) -> list[int]:
    """The squares of the 32 pieces; ABSENT for a piece that isn't on the board."""
    found = [
        10 * (byte >> 4) - (byte & 15) if 1 <= byte >> 4 <= 9 and 1 <= byte & 15 <= 10 else ABSENT
        for byte in places
    ]
    return found + [ABSENT] * (32 - len(found))


def place_of(square: int) -> int:
    """The byte of a square on the board."""
    column, rank = divmod(square, 10)
    return (column + 1) << 4 | 10 - rank


def headers_of(raws: Mapping[str, bytes]) -> tuple[Header, ...]:
    """The headers of a game, by the parts of its head."""
    found = [Header(key, value_in(key, raws[key])) for key in KEYS if key in raws]
    return tuple(header for header in found if header.value)


def value_in(key: str, raw: bytes) -> str:
    """What the part of a header says; an unknown code as a number."""
    if key in CODES:
        code = int.from_bytes(raw, "little")
        return CODES[key].get(code, str(code))
    return text_of(raw).rstrip(" \0") if key in TIMES else text_of(raw)


def comment_in(raw: bytes) -> str:
    """The text of a comment."""
    return text_of(raw).replace(BREAK, "\n")


def depth_of(move: bytes, path: int) -> int:
    """The ply of a node after a path of so many nodes with the root; an impossible one is the next."""
    ply = int.from_bytes(move[:2], "little")
    return ply if 1 <= ply <= path else path


def _read_tree(data: bytes, game: PackedGame, root: Node, limits: Limits) -> list[Node]:
    raws, nodes = game.parts.raws, [root]
    _comment(game, root, raws.get("comment", b""), limits)
    if "nodes" not in raws:
        game.cut = True
        return nodes
    at, said = game.parts.ends["nodes"], int.from_bytes(raws["nodes"], "little")
    size = int.from_bytes(raws["size"], "little")
    there = min(said, (len(data) - at) // NODE)
    game.cut = there < said or len(data) < size
    lines = data[at + NODE * said :].split(CRLF, there)
    game.rest = lines.pop() if len(lines) > there else b""
    if there > limits.nodes:
        there, game.limit = limits.nodes, "nodes"
        game.end = at + NODE * there
    lines += [b""] * (there - len(lines))
    squares = SQUARES[1]
    actions: dict[bytes, Action] = {}
    path: list[Node] = [root]
    fans: dict[Node, list[Node]] = {}
    for index in range(there):
        move = data[at : at + NODE]
        code = move[2:4]
        action = actions.get(code)
        if action is None:
            numbers = squares[code[0]], squares[code[1]]
            action = actions[code] = action_of(*numbers)
        depth = depth_of(move, len(path))
        parent = path[depth - 1]
        node = Node(index + 1, parent, action)
        if depth != int.from_bytes(move[:2], "little"):
            game.jumps.append(node)
        if type(action) is Written:
            game.strange.append((node, at))
        del path[depth:]
        path.append(node)
        nodes.append(node)
        fans.setdefault(parent, []).append(node)
        game.nodes.append(NodeBytes(move, lines[index]))
        _comment(game, node, lines[index], limits)
        at += NODE
    for node, children in fans.items():
        node.children = tuple(children)
    return nodes


def _comment(game: PackedGame, node: Node, raw: bytes, limits: Limits) -> None:
    if not raw:
        return
    if len(raw) > limits.comment_bytes:
        game.limit = game.limit or "comment"
        return
    text = comment_in(raw)
    node.notes = {COMMENT: text}
    if has_escapes(text):
        game.spoilt.append((node, 0))


class PackedCollection(FileCollection):
    """The games of a packed library.

    Attributes:
        format: "cbl".
        source: the file.
        library: its unpacked bytes.
    """

    format = "cbl"
    variant = VARIANT

    def __init__(self, source: Source, limits: Limits) -> None:
        """Unpack the library. Raises Unreadable, OSError."""
        super().__init__(source, limits)
        self.library = PackedLibrary(source, limits)
        self._recent = RecentHeaders()
        for code, words in self.library.problems:
            severity = ERROR if code in ("limit", "packed") else WARNING
            self._found.append(Diagnostic(severity, f"cbl.{code}", words))

    def __len__(self) -> int:
        return len(self.library.games)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game, from its head only."""
        return self._recent.get(index, self._headers)

    def _headers(self, index: int) -> tuple[Header, ...]:
        return headers_of(split(self.library.games[index], GAME).raws)

    def record(self, index: int) -> Record:
        """The record of a game, read now. Raises IndexError."""
        if index < 0:
            raise IndexError(index)
        data = self.library.games[index]
        game = read_game(data, self._limits)
        found = RecordDiagnostics(self.format, self._limits.diagnostics)
        tell_end(found, game, len(data), len(game.rest))
        headers = game.record.headers
        tell_codes(found, headers, (TYPE_KEY, TYPES), RESULTS)
        root = game.record.root.id
        if game.unknown:
            words = counted(
                "One piece of the start is on no square of the board; it is left out.",
                "{count} pieces of the start are on no square of the board; they are left out.",
                game.unknown,
            )
            found.add(WARNING, "unknown-place", words, root)
        tell_side(found, game)
        for header in headers:
            if has_escapes(header.value):
                words = message(
                    "{field} has bytes that are no text in {codec}.",
                    field=header.key,
                    codec=GB18030,
                )
                found.add(WARNING, "undecodable", words)
        tell_nodes(found, game, GB18030)
        for node in game.jumps:
            words = message("The move has an impossible ply; it follows the one before.")
            found.add(WARNING, "ply", words, node.id)
        self._tell(index, found.placed(index, None))
        return with_bytes(game, self.format, data, self._limits, PACKED)

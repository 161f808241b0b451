"""A file's only game, and the draft to which a reader adds what it finds."""

from __future__ import annotations

from collections.abc import Callable

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.kit.collections import ReadGame
from viewer.formats.shared.chinese_results import CHINESE_RESULTS
from viewer.formats.shared.xiangqi import (
    RESULTS,
    USUAL_FEN,
    Position,
    action_of,
    black_moves,
    read_setup,
)
from viewer.tree.action import Action, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_FOUND = 100


class Draft:
    """A game that is being read.

    Attributes:
        headers: the headers, in the file's order.
        root: the node before the first move.
        found: the diagnostics: code, words, offset.
        set_up: whether a start was found.
        full: whether the limit of nodes is reached, so that no move is added any more.
    """

    def __init__(self, limits: Limits) -> None:
        self.headers: list[Header] = []
        self.root = Node(0, None)
        self.found: list[tuple[str, Message, int]] = []
        self.full = self.set_up = False
        self._most = limits.nodes
        self._nodes = [self.root]
        self._fans: dict[Node, list[Node]] = {}
        self._start = read_setup(USUAL_FEN) or Position({}, False)

    def __len__(self) -> int:
        return len(self._nodes)

    def say(self, key: str, value: str) -> None:
        """Add a header, unless its value is empty."""
        value = value.strip("\0\r\n\t ")
        if value:
            self.headers.append(Header(key, value))

    def say_result(self, text: str, otherwise: str) -> None:
        """Add the result, in PGN's form or in Chinese words; what else it may be has another key."""
        said = CHINESE_RESULTS.get(text.strip(), text)
        self.say("Result" if said in RESULTS else otherwise, said)

    def set_start(self, fen: str, offset: int = 0) -> None:
        """Set the start position from a FEN at an offset; report it if it can't be read."""
        read = read_setup(fen)
        if read is not None:
            self._start, self.set_up = read, True
        elif fen.strip():
            words = message("The start position can't be read: {text}", text=fen[:60])
            self.tell("start", words, offset)

    def set_pieces(self, pieces: dict[int, str], black: bool = False) -> None:
        """Set the pieces of the start position by square, and whether Black is to move."""
        self._start, self.set_up = Position(pieces, black), True

    def add(self, above: Node, source: tuple[int, int], target: tuple[int, int]) -> Node:
        """Add a move between points (column from Red's left, row from Black's back rank); returns its node.

        Returns `above` if there are too many nodes.
        """
        numbers = [
            10 * x + 9 - y if 0 <= x < 9 and 0 <= y < 10 else 255 for x, y in (source, target)
        ]
        return self._append(above, action_of(*numbers))

    def write(self, above: Node, text: str) -> Node:
        """Add a move in the file's own notation; returns its node, `above` if there are too many."""
        return self._append(above, Written(text))

    def _append(self, above: Node, action: Action) -> Node:
        if len(self._nodes) > self._most:
            self.full = True
            return above
        node = Node(len(self._nodes), above, action)
        self._nodes.append(node)
        self._fans.setdefault(above, []).append(node)
        return node

    def comment(self, node: Node, text: str) -> None:
        """Append a text to the comment of a node, on a new line; a line end after it is no text."""
        text = text.replace("\r\n", "\n").strip("\0").removesuffix("\n")
        if text.strip():
            before = node.comment
            node.notes = {COMMENT: f"{before}\n{text}" if before else text}

    def tell(self, code: str, words: Message, offset: int) -> None:
        """Add a diagnostic, unless there are 100."""
        if len(self.found) < _FOUND:
            self.found.append((code, words, offset))

    def record(self) -> Record:
        """The finished record."""
        for node, children in self._fans.items():
            node.children = tuple(children)
        start = self._start
        first = [node.action for node in self.root.children]
        black = black_moves(start.pieces, first, int(start.black))
        self.root.action = start._replace(black=black).setup()
        nodes = {node.id: node for node in self._nodes}
        return Record("xiangqi", self.root, tuple(self.headers), None, (), nodes)


Reader = Callable[[bytes, Draft], None]


class OneGame(ReadGame):
    """The only game of a source. Raises Unreadable if there is none, OSError."""

    def __init__(
        self, source: Source, limits: Limits, format: str, variant: str, read: Reader
    ) -> None:
        super().__init__(source, limits, format, variant)
        self._parse = read
        self._data = source.read(0, limits.game_bytes)
        draft = self._draft()
        if not (len(draft) > 1 or draft.headers or draft.root.comment or draft.set_up):
            raise self._nothing()
        self._found += [
            Diagnostic(Severity.WARNING, f"{format}.{code}", words, 0, None, offset)
            for code, words, offset in draft.found
        ]
        if draft.full:
            words = message("There are too many moves: only the first ones are read.")
            self._found.append(Diagnostic(Severity.ERROR, f"{format}.limit", words))
        self._tell_cut(len(self._data))
        self._headers = tuple(draft.headers)

    def _draft(self) -> Draft:
        draft = Draft(self._limits)
        self._parse(self._data, draft)
        return draft

    def _read(self) -> Record:
        return self._draft().record()

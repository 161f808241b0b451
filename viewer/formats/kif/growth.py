"""Builds the tree while lines are read: finds the place of the next node, collects each node's lines.

The file is divided into blocks of whole lines, one for each node, in the order of the file: the root's
is everything before the first move; another node's begins with the lines that open its variation, or with
its own line, and ends at the next block. The raw bytes of a fact are the whole block; its value is the
node's action, with what the writer can't read from the block.
"""

from __future__ import annotations

from typing import Final

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.formats.kif.lines import ClassifiedLine, KifDiagnostics
from viewer.formats.kif.moves import destination, word_of
from viewer.formats.kif.start import Head
from viewer.formats.kit.diagnostics import INFO, WARNING
from viewer.games.shogi.position import SQUARE_OF, Position
from viewer.tree.action import Action, Move, Terminal
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, NAMELESS, NoteValue
from viewer.tree.facts import Fact, find_fact
from viewer.tree.node import EMPTY, Node
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


# ------------------------------------------------------------------- where variations begin

_TRIED = 8  # earlier lines that are looked at
_PATIENCE = 2_000_000  # steps along earlier lines, in a whole file


class Branches:
    """The line printed last, as a path from the root, and the ends of earlier lines.

    Kifu for Windows prints the deepest variation first, so that each begins on the line before it. Others
    (Shogi Playground, rsshogi) print them from the first move on; then a number can be beyond the end of
    the line before, and the nearest earlier line is meant that is long enough and in which the move can be
    played.
    """

    def __init__(self, root: Node, path: list[Node]) -> None:
        self.path = path
        self.fans: dict[Node, list[Node]] = {}  # children of forks, until all are known
        self._ends: list[tuple[int, Node]] = []  # (length, last node), each longer than the next
        self._patience = _PATIENCE

    def add(self, parent: Node, node: Node) -> None:
        """Add a node below another."""
        fan = self.fans.get(parent)
        if fan is not None:
            fan.append(node)
        elif parent.children:
            self.fans[parent] = [*parent.children, node]
        else:
            parent.children = (node,)

    def end(self) -> None:
        """Finish: all children are known."""
        for node, fan in self.fans.items():
            node.children = tuple(fan)

    def go(self, place: int, action: Action, start: Position) -> bool:
        """Shorten the path to the node that ply `place` follows.

        Returns False, with the path unchanged, if there is none.
        """
        path = self.path
        if place < 1:
            return False
        if place <= len(path):
            self._remember()
            del path[place:]
            return True
        best: Node | None = None
        tried = 0
        for length, leaf in reversed(self._ends):
            if length < place:
                continue
            tried += 1
            if tried > _TRIED or self._patience < 0:
                break
            node = leaf
            for _ in range(length - place):
                assert node.parent is not None
                node = node.parent
            self._patience -= 2 * length
            best = best or node
            if self._can(node, place, action, start):
                best = node
                break
        if best is None:
            return False
        self._remember()
        path[:] = best.path()
        return True

    def _remember(self) -> None:
        length = len(self.path)
        while self._ends and self._ends[-1][0] <= length:
            self._ends.pop()
        self._ends.append((length, self.path[-1]))

    def _can(self, above: Node, place: int, action: Action, start: Position) -> bool:
        """Whether the side to move has a piece on the origin of a move, or the target of a drop is empty."""
        if type(action) is not Move or len(action.text) < 4:
            return True
        drop = action.text[1] == "*"
        square = action.text[2:4] if drop else action.text[:2]
        node: Node | None = above
        ply = place - 1
        while node is not None and node.parent is not None:
            if type(node.action) is Move:
                if destination(node.action) == square:
                    return not drop and (ply - place) % 2 == 0
                if node.action.text[:2] == square:
                    return drop
            node, ply = node.parent, ply - 1
        if square not in SQUARE_OF:
            return True
        piece = start.board[SQUARE_OF[square]]
        if drop or not piece:
            return drop and not piece
        return piece >> 4 == (place - 1 + start.side) % 2


# ----------------------------------------------------------- building the tree while lines are read


class Growth:
    """A tree that grows block by block.

    Attributes:
        root, nodes: the tree; ids are in the order of the file.
        head: what precedes the first move, and headers anywhere.
        shift: the number of the first move in the file, less one.
        plain, numbered: whether moves without or with numbers were found; the first kind counts.
        marked: ids of nodes whose line has a `+`.
        findings: the diagnostics.
        stopped: whether the limit of nodes was reached.
    """

    def __init__(self, codec: str, limits: Limits, findings: KifDiagnostics) -> None:
        self.codec = codec
        self.limits = limits
        self.findings = findings
        self.root = Node(0, None)
        self.nodes: dict[int, Node] = {0: self.root}
        self.head = Head(findings)
        self.shift: int | None = None
        self.marked: list[int] = []
        self.plain = False
        self.numbered = False
        self.path = [self.root]
        self.branches = Branches(self.root, self.path)
        self.last = self.root  # whose block goes on
        self.extra: list[bytes] = []  # what its block has besides its own line
        self.comments: list[str] = []
        self.bookmarks: list[str] = []
        self.opening: list[bytes] = []  # 変化 and what stands around it
        self.ahead: list[str] = []  # comments in it
        self.branch: int | None = None  # the ply that 変化 named
        self.branch_line = 0
        self.exact = True  # the number of the last node is that of its ply
        # まで that may be the only sign of an end: (its place in extra, comments, bookmarks, word)
        self.trailer: tuple[int, int, int, str] | None = None
        self.stopped = False
        self.over: list[bytes] = []  # what is left of the line at which reading stopped

    def _begin(self, number: int) -> None:
        """Begin the moves: the numbers of the file count from the first one, and the head ends."""
        self.shift = number - 1
        if self.shift > 0 and self.head.board.ply is None:
            self.head.board.ply = number
        self._end_head()

    def _end_head(self) -> None:
        self.root.action = self.head.setup()

    # ----------------------------------------------------------------------------- blocks

    def _add(self, parent: Node, action: Action, raw: bytes) -> Node | None:
        """Add a node with its own line; returns None if there are too many."""
        id = len(self.nodes)
        if id >= self.limits.nodes:
            self.stopped = True
            return None
        self._flush()
        value: object = action
        notes: dict[str, NoteValue] = {}
        if self.opening or not self.exact:
            value = (action, len(self.opening), None if self.exact else len(self.path))
        if self.opening:
            raw = b"".join([*self.opening, raw])
            if self.ahead:
                notes[BEFORE] = "\n".join(self.ahead)
                self.ahead.clear()
            self.opening.clear()
        node = Node(id, parent, action, notes or EMPTY, (Fact(TEXT, value, raw),))
        self.branches.add(parent, node)
        self.nodes[id] = self.last = node
        self.path.append(node)
        return node

    def _flush(self) -> None:
        """End the block of the last node."""
        node = self.last
        self.trailer = None
        if self.comments or self.bookmarks:
            notes = dict(node.notes)
            comment, bookmark = "\n".join(self.comments), "\n".join(self.bookmarks)
            if comment:
                notes[COMMENT] = comment
            if self.bookmarks:
                notes[BOOKMARK] = bookmark or NAMELESS
            node.notes = notes or EMPTY
            self.comments.clear()
            self.bookmarks.clear()
        if node is self.root:
            node.facts = (Fact(TEXT, node.action, b"".join(self.extra)),)
        elif self.extra:
            fact = node.facts[0]
            raw = b"".join([fact.raw, *self.extra])  # type: ignore[list-item]  # bytes, by _add
            node.facts = (Fact(TEXT, fact.value, raw),)
        self.extra.clear()

    # --------------------------------------------------------------------------- variations

    def _variation(self, raw: bytes, text: str, line: ClassifiedLine, at: int) -> bool:
        """Read 変化; returns whether it opens a variation, which it doesn't before the first move."""
        if self.last is self.root and self.trailer is None:
            if not (self.shift is None and line.number == 1):
                words = message(
                    "A variation is announced before the first move; that means nothing."
                )
                self.findings.about(INFO, "early-variation", words, text, at, 0)
            return False
        self._settle_trailer()
        if self.opening:
            words = message("The variation has no moves.")
            self.findings.at_line(WARNING, "empty-variation", words, self.branch_line, self.last.id)
        blanks = len(self.extra)
        while blanks and not self.extra[blanks - 1].strip():
            blanks -= 1
        self.opening += self.extra[blanks:]
        del self.extra[blanks:]
        self.opening.append(raw)
        self.branch = line.number - (self.shift or 0)
        self.branch_line = at
        return True

    def _parent(self, place: int, action: Action, text: str, at: int) -> Node:
        """The node that a ply follows; makes it the end of the path."""
        path = self.path
        self.exact = True
        if self.branch is not None and self.branch != place:
            words = message(
                "The variation is announced at move {said}, but begins with move {number}.",
                said=self.branch,
                number=place,
            )
            self.findings.at_line(INFO, "variation-number", words, self.branch_line, self.last.id)
        if place != len(path):
            end = len(path)
            exact = self.branches.go(place, action, self.head.start)
            self.exact = exact
            if not exact:
                words = message(
                    "No line before it leads up to move {number}; it is put behind move {last}.",
                    number=place + (self.shift or 0),
                    last=end - 1 + (self.shift or 0),
                )
                self.findings.about(WARNING, "lost-number", words, text, at, self.last.id)
            elif place > end:
                words = message("The variation belongs to a line further above.")
                self.findings.about(INFO, "ascending-variation", words, text, at, self.last.id)
        self.branch = None
        return path[-1]

    # --------------------------------------------------------------------------------- まで

    def _trailer(self, text: str, at: int) -> None:
        """Read まで: an end, if no other line has one and no move follows."""
        if self.trailer is not None or type(self.path[-1].action) is Terminal:
            return
        word = word_of(text, self._mover(len(self.path)))
        if word:
            here = (len(self.extra), len(self.comments), len(self.bookmarks))
            self.trailer = (*here, word)

    def _mover(self, place: int) -> str:
        if self.last is self.root:
            self._end_head()
        return "先" if (place - 1 + self.head.side) % 2 == 0 else "後"

    def _settle_trailer(self) -> None:
        """Make まで a node, since no move follows it."""
        if self.trailer is None:
            return
        extra, comments, bookmarks, word = self.trailer
        self.trailer = None
        self.exact = True
        if self.shift is None:
            self._begin(1)
        mine = self.extra[extra:], self.comments[comments:], self.bookmarks[bookmarks:]
        del self.extra[extra:], self.comments[comments:], self.bookmarks[bookmarks:]
        raw, *more = mine[0]
        if self._add(self.path[-1], Terminal(word), raw) is None:
            self.over = mine[0]
            return
        self.extra += more
        self.comments += mine[1]
        self.bookmarks += mine[2]

    def _lone_trailer(self, text: str, at: int) -> None:
        """Read まで directly after 変化: a variation that consists of an end."""
        assert self.branch is not None
        word = word_of(text, self._mover(self.branch))
        if not word:
            return
        raw = self.opening.pop()
        action = Terminal(word)
        if self._add(self._parent(self.branch, action, text, at), action, raw) is None:
            self.over = [raw]

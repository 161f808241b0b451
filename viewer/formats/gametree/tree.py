"""Read the tree of a game-tree file: nodes in pre-order, each a list of keys and its number of children.

No recursion; about 1 µs for a node that has only a move. Lengths and numbers given by the file don't lead to
allocations before the bytes are known to be there.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from viewer.base.limits import Limits
from viewer.base.named import NamedTuple
from viewer.formats.gametree.facts import ITEMS, ORDERS, PROMISE, TreeDiagnostics, marked
from viewer.formats.gametree.layout import COMMENT, MAIN, MOVE, VERDICT, NumberLayout, TreeGame
from viewer.formats.gametree.moves import SHORT, Read, read_move, write_move
from viewer.tree.action import Action, Move
from viewer.tree.annotation import MAIN as MAIN_FACET
from viewer.tree.annotation import VERDICT as VERDICT_FACET
from viewer.tree.annotation import NoteValue
from viewer.tree.facts import Fact, Facts
from viewer.tree.node import EMPTY, Node

SMALL = 1 << 16
_AHEAD = 16  # bytes that must follow a position to be read by the quick code
# A short move with the byte after it; then the number of children, or before that a verdict or a mark.
_QUICK = struct.Struct(">QQ").unpack_from
_R, _R_MASK = 0x7200020000000000, 0xFFFFFF0000FF0000
_G = 0x6700010100
# A key of one letter with two bytes of its value's length, and the four bytes after these.
_ITEM = struct.Struct(">II").unpack_from
_M3, _R2, _G1 = 0x016D0003, 0x01720002, 0x01670001
_C = 0x01630000  # with the upper half of the length
_KEY = 0x01000000  # a smaller number: the list ends
_MAIN_NOTES: Mapping[str, NoteValue] = {MAIN_FACET: 1}


class CommentSpan(NamedTuple):
    """A node with a comment, and the comment's span in the data; `own` if no other fact has its bytes."""

    node: Node
    start: int
    end: int
    own: bool


class Tree:
    """A tree, as far as it was read.

    Attributes:
        nodes: by id; empty if the file ends before the root.
        comments: in file order.
        root_move: bytes of the root's move, b"" if it has none.
        marks: whether any node is marked as main variation.
        size: the number of lines that the moves need.
        end: offset after the bytes read.
        rest: "" if the tree is complete, "half" if the file ends within a node of which nothing is shown,
            "cut" if part of that node is shown (as the last node), "unread" if a limit ended the reading.
        broken: whether the file ends within the last comment.
        absent: number of announced children that aren't in the file.
    """

    __slots__ = (
        "absent",
        "broken",
        "comments",
        "end",
        "marks",
        "nodes",
        "rest",
        "root_move",
        "size",
    )

    def __init__(self, start: int) -> None:
        self.nodes: list[Node] = []
        self.comments: list[CommentSpan] = []
        self.root_move = b""
        self.marks = False
        self.size = 0
        self.end = start
        self.rest = ""
        self.absent = 0
        self.broken = False


class TreeReader:
    """Reads the nodes from `start` in `data`, once; `limited` if the file continues after `data`."""

    def __init__(
        self,
        data: bytes,
        start: int,
        limited: bool,
        layout: NumberLayout,
        kind: TreeGame,
        size: int | None,
        limits: Limits,
        found: TreeDiagnostics,
    ) -> None:
        self._data, self._start, self._limited = data, start, limited
        self._layout, self._kind, self._size = layout, kind, size
        self._limits, self._found = limits, found
        self._tree = Tree(start)
        self._quick_end = -1 if layout.old else len(data) - _AHEAD
        self._quick_moves: dict[
            int, Move
        ] = {}  # by the bytes of a list with only the move, as a number
        self._moves: dict[int, Move] = {}  # short moves without a fault, by their bytes as a number
        self._odd: dict[bytes, Read] = {}
        self._verdicts: dict[int, Mapping[str, NoteValue]] = {}
        self._mains: list[tuple[Node, int]] = []
        self._said: tuple[int, int, bool] | None = None
        self._sound = False  # whether an incomplete last node has anything to show

    def read(self) -> Tree:
        """Read the tree."""
        self._read_nodes()
        self._note_mains()
        return self._tree

    def _read_nodes(self) -> None:  # noqa: C901  # one loop: calls would double its time
        tree, data = self._tree, self._data
        nodes, quick, most = tree.nodes, self._quick_moves.get, self._limits.nodes
        verdicts, verdict, marked_facts = self._verdicts.get, self._verdict, ORDERS[MOVE + MAIN]
        quick_end, id, pos, left = self._quick_end, 0, self._start, 1
        rest = ""
        parent = nowhere = Node(-1, None)
        family: list[Node] | None = None  # children of the parent so far, if several are announced
        above: list[tuple[Node, int, list[Node] | None]] = []
        while left and id < most:
            node: Node | None = None
            if pos <= quick_end:
                item, more = _QUICK(data, pos)
                move = quick(item)
                if move is not None:  # only a move
                    node = Node(id, parent, move)
                    count = more >> 48
                    pos += 10
                elif (move := quick(item ^ 1)) is None:
                    pass
                elif more & _R_MASK == _R:  # a move and a verdict
                    number = more >> 24 & 0xFFFF
                    node = Node(id, parent, move, verdicts(number) or verdict(number))
                    count = more & 0xFFFF
                    pos += 16
                elif more >> 24 == _G and not family:  # a move that is the main variation
                    node = Node(id, parent, move, EMPTY, marked_facts)
                    count = more >> 8 & 0xFFFF
                    pos += 15
                    tree.marks = True
            if node is None:
                here = pos
                pos, count, action, notes, facts = self._any(pos)
                if pos < 0:
                    pos = here
                    rest = self._how_it_ends()
                    if rest != "cut":
                        break
                node = Node(id, parent, action, notes, facts)
                self._remark(node, here)
                if facts and family and marked(facts):
                    self._mains.append((node, here))
            nodes.append(node)
            id += 1
            left -= 1
            if family is None:
                parent.children = (node,)
            else:
                family.append(node)
                if not left:
                    parent.children = tuple(family)
            if rest:
                break
            if count:
                if left:
                    above.append((parent, left, family))
                parent, left, family = node, count, None if count == 1 else []
            elif not left and above:
                parent, left, family = above.pop()
        if left:
            above.append((parent, left, family))
        tree.end = pos
        tree.rest = rest or ("unread" if above else "")
        self._leave_open(above)
        for root in nowhere.children:
            root.parent = None

    def _how_it_ends(self) -> str:
        """The value of `Tree.rest` if the data end within a node."""
        return "unread" if self._limited else "cut" if self._sound else "half"

    def _remark(self, node: Node, at: int) -> None:
        if node.action is None and node.id:
            self._found.no_move(node.id, at)
        if self._said is not None:
            self._tree.comments.append(CommentSpan(node, *self._said))
            self._said = None

    def _leave_open(self, above: list[tuple[Node, int, list[Node] | None]]) -> None:
        """Set the children of nodes some of whose children are missing, with a fact of how many are."""
        for parent, left, family in above:
            if parent.id < 0:
                continue
            if family:
                parent.children = tuple(family)
            if self._tree.rest != "unread":
                self._tree.absent += left
            parent.facts += (Fact(PROMISE, left, b""),)

    # ------------------------------------------------------------------------------- a node

    def _any(self, pos: int) -> tuple[int, int, Action | None, Mapping[str, NoteValue], Facts]:
        """Read a node: offset after it (-1: the data end in it), number of children, action, notes, facts."""
        if pos <= self._quick_end and self._tree.nodes:
            found = self._usual(pos)
            if found is not None:
                return found
        pos, action, notes, facts = self._slow(pos)
        end = pos + self._layout.width
        if pos < 0 or end > len(self._data):
            if pos >= 0 and not self._limited:
                at = len(self._tree.nodes) if self._sound else None
                self._found.cut_node(pos, len(self._data) - pos, at)
            return -1, 0, action, notes, facts
        return end, int.from_bytes(self._data[pos:end], "big"), action, notes, facts

    def _usual(
        self, pos: int
    ) -> tuple[int, int, Action | None, Mapping[str, NoteValue], Facts] | None:
        """Read a node with ordinary items, in any order; None for other nodes. Returns the same as `_any`."""
        data, end = self._data, self._quick_end
        action: Action | None = None
        notes, letters, said = EMPTY, "", None
        while pos <= end:
            item, value = _ITEM(data, pos)
            if item == _M3:
                action = self._moves.get(value >> 8)
                if action is None:
                    return None
                letters += MOVE
                pos += 7
            elif item == _R2:
                notes = self._verdicts.get(value >> 16) or self._verdict(value >> 16)
                letters += VERDICT
                pos += 6
            elif item < _KEY:
                facts = ORDERS.get(letters)
                if facts is None:
                    return None
                if facts and MAIN in letters:
                    self._tree.marks = True
                self._said = said
                return pos + 3, item >> 8, action, notes, facts
            elif item == _G1 and value >> 24 == 1:
                letters += MAIN
                pos += 5
            elif item == _C and value > 0xFFFF:
                said = pos + 6, pos + 6 + (value >> 16), True
                letters += COMMENT
                pos = said[1]
            else:
                return None
        return None

    def _verdict(self, number: int) -> Mapping[str, NoteValue]:
        """The notes of a node with only a verdict, given as its two bytes; one object for equal ones."""
        found = self._verdicts.get(number)
        if found is None:
            verdict = number if number < 0x8000 else number - 0x10000
            found = self._verdicts[number] = {VERDICT_FACET: verdict}
        return found

    def _slow(self, start: int) -> tuple[int, Action | None, Mapping[str, NoteValue], Facts]:
        """Read any node's list: offset of its end (-1 if the data end within it), action, notes, facts."""
        data, layout, found = self._data, self._layout, self._found
        values: dict[str, tuple[int, int]] = {}
        usual, pos, end = True, start, -1
        node = len(self._tree.nodes)
        while pos < len(data):
            if not data[pos]:
                end = pos + 1
                break
            key = data[pos + 1 : pos + 1 + data[pos]]
            at = pos + 1 + data[pos]
            width = layout.length_of(key)
            value = at + width
            if value > len(data):
                break
            stop = value + int.from_bytes(data[at:value], "big")
            letter = layout.letters.get(key, "")
            if stop > len(data):
                if letter == COMMENT and COMMENT not in values and not self._limited:
                    self._take_cut_comment(value, stop - value, node)
                break
            if not letter:
                found.unknown_key(key, node, pos)
            elif letter in values:
                found.of_node("twice", node, pos, key=letter)
            if not letter or letter in values:
                usual = False
            else:
                values[letter] = (value, stop)
            pos = stop
        self._sound = bool(values) or self._said is not None
        if end < 0 and not self._limited:
            found.cut_node(pos, len(data) - pos, node if self._sound else None)
        return (end, *self._meaning(values, usual, data[start:pos]))

    def _take_cut_comment(self, at: int, length: int, node: int) -> None:
        """Take the comment that the file ends within, unless its length is beyond the limit."""
        if length <= self._limits.comment_bytes and at < len(self._data):
            self._said = (at, len(self._data), False)
            self._tree.broken = True

    def _meaning(
        self, values: Mapping[str, tuple[int, int]], usual: bool, raw: bytes
    ) -> tuple[Action | None, Mapping[str, NoteValue], Facts]:
        """Action, notes, facts of a list with these values; `usual`: its keys are known and not repeated."""
        data, layout, tree = self._data, self._layout, self._tree
        node = len(tree.nodes)
        action: Action | None = None
        notes: Mapping[str, NoteValue] = EMPTY
        is_main = False
        for letter, (start, end) in values.items():
            value = data[start:end] if letter != COMMENT else b""
            if letter == MOVE:
                if node:
                    action = self._move(value, node, start)
                    if len(value) != SHORT:
                        usual = usual and write_move(action, self._kind.links) == value
                else:
                    tree.root_move, usual = value, False
                    self._found.of_node("root-move", node, start)
            elif letter == VERDICT:
                verdict = layout.read_verdict(value)
                if verdict is None:
                    self._found.of_node("verdict", node, start, length=len(value))
                else:
                    notes = self._verdict(verdict & 0xFFFF)
                usual = usual and layout.write_verdict(verdict) == value
            elif letter == MAIN:
                is_main = any(value)
                usual = usual and value == b"\1"
            elif end - start > self._limits.comment_bytes:
                usual = False
                self._found.of_node("long-comment", node, start, length=end - start)
            else:
                usual = usual and end > start
        tree.marks = tree.marks or is_main
        facts: Facts = ORDERS["".join(values)] if usual else (Fact(ITEMS, is_main, raw),)
        if COMMENT in values:
            start, end = values[COMMENT]
            if end - start <= self._limits.comment_bytes:
                self._said = (start, end, usual)
        return action, notes, facts

    def _move(self, raw: bytes, node: int, at: int) -> Action:
        number = int.from_bytes(raw, "big")
        usual = self._moves.get(number) if len(raw) == SHORT else None
        if usual is not None:
            return usual
        read = self._odd.get(raw)
        if read is None:
            read = read_move(raw, self._kind.links, self._size)
            self._tree.size = max(self._tree.size, read.size)
            if not read.faults and len(raw) == SHORT and type(read.action) is Move:
                self._moves[number] = read.action
                self._quick_moves[_M3 << 32 | number << 8] = read.action
            else:
                self._odd[raw] = read
        for fault in read.faults:
            self._found.of_node(fault, node, at, move=read.action.text)
        return read.action

    # ------------------------------------------------------------------------------ the tree

    def _note_mains(self) -> None:
        """Set the facet "main" of marked nodes that aren't first children; the first mark counts."""
        done: set[Node] = set()
        for node, at in self._mains:
            parent = node.parent
            if parent is None:
                continue
            if parent in done or marked(parent.children[0].facts):
                self._found.of_node("main-again", node.id, at)
            else:
                node.notes = {**node.notes, **_MAIN_NOTES}
            done.add(parent)

"""A record as a page of notation: blocks in the order of printing.

A block is a unit of layout: a row of the main line (two columns), one action over a whole row, a part
of a comment, or a stretch of a sideline that flows as text. Blocks are made one after the other from
any node with which one begins, so a page can begin anywhere, stop anywhere, and be updated after an
edit. They contain no texts: those are made when a block becomes visible. A move with a comment ahead
of it begins a block, which shows that comment above its moves.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator

from viewer.base.named import NamedTuple
from viewer.games.game import Numbering
from viewer.tree.action import Remark, Setup, Takeback, Terminal, is_ply
from viewer.tree.comment_style import ROOM, CommentStyle
from viewer.tree.node import Node

INLINE = 60
"""Maximum length of a comment that is shown among the moves of a sideline, in characters."""
PART = 1000
"""Maximum length of a comment in one block, in characters."""
FLOW = 64
"""Maximum number of moves of a sideline in one block; comments among them count by their length."""
PLAIN = CommentStyle()
_CHARACTERS_PER_MOVE = 8
_BREAKS = " \u3000。！？；，、.!?;,)）"


def is_heading(node: Node) -> bool:
    """Whether a node is a title, a comment or a preset position instead of an event of the game."""
    return node.action is None or type(node.action) is Setup


def _has_chapters(node: Node) -> bool:
    """Whether a node's children are chapters, not variations: there are several, the first two headings."""
    children = node.children
    return len(children) > 1 and is_heading(children[0]) and is_heading(children[1])


def has_others(node: Node) -> bool:
    """Whether other lines are printed right after a node: it is the first of several siblings, no chapter."""
    parent = node.parent
    return (
        parent is not None
        and len(parent.children) > 1
        and parent.children[0] is node
        and not _has_chapters(parent)
    )


def is_head(node: Node) -> bool:
    """Whether a variation or a further chapter begins with a node: it isn't its parent's first child."""
    parent = node.parent
    return parent is not None and parent.children[0] is not node


def following(node: Node) -> Node | None:
    """The node that is printed after a node and everything below it; None at the end of the record.

    Costs a step per node of the lines that end there.
    """
    while True:
        parent = node.parent
        if parent is None:
            return None
        siblings = parent.children
        chapters = _has_chapters(parent)
        if siblings[0] is node and not chapters:
            node = parent
            continue
        index = siblings.index(node) + 1
        if index < len(siblings):
            return siblings[index]
        if chapters:
            node = parent
            continue
        main = siblings[0]
        if main.children:
            return main.children[0]
        node = main


def printed_next(node: Node) -> Node | None:
    """The node that is printed right after a node and its comment; None at the end of the record."""
    if has_others(node):
        assert node.parent is not None
        return node.parent.children[1]
    return node.children[0] if node.children else following(node)


class PrintPosition:
    """A node's position in the order of printing, for comparison with many other nodes.

    Costs a step per node above the node; a comparison costs a step per node from the other node up to
    the fork of both lines.
    """

    def __init__(self, node: Node) -> None:
        self.node = node
        self._path = node.path()
        self._depth = {one: depth for depth, one in enumerate(self._path)}
        self._ranks: dict[Node, dict[Node, int]] = {}  # of the children of forks

    def before(self, other: Node) -> bool:
        """Whether the node is printed before another one.

        Raises ValueError if that isn't of the same record.
        """
        depth = self._depth
        if other in depth:  # above the node, or the node itself
            return False
        branch, fork = other, other.parent
        while fork is not None and fork not in depth:
            branch, fork = fork, fork.parent
        if fork is None:
            raise ValueError("the nodes are not of one record")
        if fork is self.node:
            return True
        mine = self._path[depth[fork] + 1]
        siblings = fork.children
        if _has_chapters(fork):
            return self._rank(mine) < self._rank(branch)
        if mine is siblings[0]:
            return mine is self.node
        if branch is siblings[0]:
            return branch is not other
        return self._rank(mine) < self._rank(branch)

    def _rank(self, node: Node) -> int:
        """A node's place among its siblings, which are numbered once."""
        fork = node.parent
        assert fork is not None
        ranks = self._ranks.get(fork)
        if ranks is None:
            ranks = {child: rank for rank, child in enumerate(fork.children)}
            self._ranks[fork] = ranks
        return ranks[node]


class BlockKind(enum.IntEnum):
    """The kind of a block."""

    ROW = 0  # one or two moves of the main line, in the columns given by their plies
    WIDE = 1  # an action of the main line other than a ply, over both columns
    TEXT = 2  # a comment or a part of one
    FLOW = 3  # moves of a sideline with their short comments


class Block:
    """One block of a page.

    Attributes:
        kind: its kind.
        level: 0 for the main line, 1 for variations on it, 2 for variations on these, and so on.
        gap: whether there is free space above it: a line begins here, or continues after others.
        first, last: the first and the last node shown, connected by first children; for a comment,
            both are its node.
        start, end: for moves, the plies of the first and the last node; for a comment, the offsets at which
            the part begins and ends in the displayed comment.
    """

    __slots__ = ("_nodes", "end", "first", "gap", "kind", "last", "level", "start")

    def __init__(
        self,
        kind: BlockKind,
        level: int,
        gap: bool,
        first: Node,
        last: Node,
        start: int,
        end: int,
        nodes: list[Node] | None = None,
    ) -> None:
        """`nodes` are those whose moves it shows, where they are known already."""
        self._nodes = nodes
        self.kind = kind
        self.level = level
        self.gap = gap
        self.first = first
        self.last = last
        self.start = start
        self.end = end

    def same(self, other: Block) -> bool:
        """Whether another block shows the same nodes in the same way."""
        return (
            self.first is other.first
            and self.last is other.last
            and self.kind == other.kind
            and self.level == other.level
            and self.gap == other.gap
            and self.start == other.start
            and self.end == other.end
        )

    def nodes(self) -> list[Node]:
        """The nodes whose moves it shows, in order; [] for a comment. On a page at most some dozens."""
        if self.kind is BlockKind.TEXT:
            return []
        if self._nodes is not None:
            return self._nodes
        nodes = [self.last]
        while nodes[-1] is not self.first:
            above = nodes[-1].parent
            assert above is not None
            nodes.append(above)
        nodes.reverse()
        return nodes

    def shows(self, node: Node) -> bool:
        """Whether it shows a node's move."""
        if self.kind is BlockKind.TEXT:
            return False
        one: Node | None = self.last
        while one is not node:
            if one is self.first or one is None:
                return False
            one = one.parent
        return True

    def __repr__(self) -> str:
        span = f"{self.first.id}–{self.last.id}" if self.last is not self.first else self.first.id
        return f"<{self.kind.name} {span} level {self.level} {self.start}:{self.end}>"


class _Plies:
    """The plies of nodes along lines, as `State.ply` counts them.

    Call it for the nodes of a line in order: the effect of a takeback depends on the takebacks before it.
    """

    def __init__(self) -> None:
        self._led: dict[int, Node] = {}  # by a takeback's id, the node whose position it restores

    def after(self, node: Node, before: int) -> int:
        """The ply after a node, by the ply before it."""
        return before + self._of(node)

    def before(self, node: Node, after: int) -> int:
        """The ply before a node, by the ply after it."""
        return after - self._of(node)

    def _of(self, node: Node) -> int:
        action = node.action
        if is_ply(action):
            return 1
        return -self._taken_back(node, action.count) if type(action) is Takeback else 0

    def _taken_back(self, node: Node, count: int) -> int:
        """The number of plies that a takeback undoes: moves, and ends after or among them."""
        plies = 0
        assert node.parent is not None
        above = node.parent
        while (parent := above.parent) is not None:
            action = above.action
            if type(action) is Takeback:
                above = self._led[above.id]
                continue
            if count <= 0:
                break
            if is_ply(action):
                plies += 1
                count -= type(action) is not Terminal
            above = parent
        self._led[node.id] = above
        return plies


def inline(comment: str) -> bool:
    """Whether a comment in a sideline is shown among the moves: it is short and has no line break."""
    return len(comment) <= INLINE and "\n" not in comment and ROOM not in comment


def comment_parts(comment: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the parts in which a comment is shown, cut at line ends if possible, else at signs."""
    start = 0
    while len(comment) - start > PART:
        limit = start + PART
        end = comment.rfind("\n", start, limit) + 1
        if end <= start:
            tail = limit - PART // 4
            end = 1 + max(comment.rfind(sign, tail, limit) for sign in _BREAKS)
            if end <= tail:
                end = limit
        yield start, end
        start = end
    if comment:
        yield start, len(comment)


def blocks(
    root: Node,
    numbering: Numbering,
    start: Node | None = None,
    said: CommentStyle = PLAIN,
    *,
    columns: bool = True,
) -> Iterator[Block]:
    """The blocks of a record, from the one that begins with `start` (None: from the root's comment).

    `said` is how comments are displayed. Without `columns` a row has all moves of the main line up to one
    that something follows or stands ahead of. The record must not change while the iterator is used. It costs
    less than a microsecond per node, and at the beginning a step per node above `start`.
    """
    node = root if start is None else start
    plies = _Plies()
    lines, ply, level = _open_lines(node, plies)
    if node.parent is None:
        yield from _comment(node, 0, said)
        if not node.children:
            return
        node = _first_below(node, ply, level, lines)
    while True:
        block = (
            _flow(node, ply, level, said, plies)
            if level
            else _row(node, ply, numbering, said, plies, columns)
        )
        yield block
        node, ply = block.last, block.end
        comment = said.comment(node)
        if comment and (level == 0 or not inline(comment)):
            yield from _comment(node, level, said)
        if has_others(node):
            lines.append(_Waiting(node, 1, ply, level + 1))
        elif node.children:
            node = _first_below(node, ply, level, lines)
            continue
        while lines:
            main, index, ply, level = lines.pop()
            assert main.parent is not None  # it has siblings
            siblings, chapters = main.parent.children, _has_chapters(main.parent)
            if index < len(siblings):
                lines.append(_Waiting(main, index + 1, ply, level))
                node = siblings[index]
                ply = ply if chapters else plies.before(main, ply)
                break
            if main.children and not chapters:
                level -= 1
                node = _first_below(main, ply, level, lines)
                break
        else:
            return


class _Waiting(NamedTuple):
    """The siblings of a first child, variations or chapters, that haven't been printed yet.

    Attributes:
        main: the first child.
        next_index: index of the next sibling to print.
        ply: the ply of `main`; for chapters, the ply before it.
        level: the level of the siblings.
    """

    main: Node
    next_index: int
    ply: int
    level: int


def _first_below(node: Node, ply: int, level: int, lines: list[_Waiting]) -> Node:
    """The first child of a node that has any; further chapters are added to `lines`, to print after it."""
    main = node.children[0]
    if _has_chapters(node):
        lines.append(_Waiting(main, 1, ply, level))
    return main


def _open_lines(start: Node, plies: _Plies) -> tuple[list[_Waiting], int, int]:
    """(siblings to print after the line of `start`, ply before `start`, its level)."""
    lines: list[_Waiting] = []
    ply = level = 0
    for node in start.path()[1:]:
        parent = node.parent
        assert parent is not None  # only the root has none
        siblings, chapters = parent.children, _has_chapters(parent)
        if chapters or siblings[0] is not node:
            main = siblings[0]
            level += not chapters
            after = ply if chapters else plies.after(main, ply)
            lines.append(_Waiting(main, siblings.index(node) + 1, after, level))
        if node is not start:
            ply = plies.after(node, ply)
    return lines, ply, level


def _comment(node: Node, level: int, said: CommentStyle) -> Iterator[Block]:
    for start, end in comment_parts(said.comment(node)):
        yield Block(BlockKind.TEXT, level, start == 0, node, node, start, end)


def _row(
    node: Node,
    before: int,
    numbering: Numbering,
    said: CommentStyle,
    plies: _Plies,
    columns: bool,
) -> Block:
    """The block of the main line that begins with a node; `before` is the ply before it."""
    parent = node.parent
    gap = is_head(node) or (parent is not None and has_others(parent))
    if not is_ply(node.action):
        ply = plies.after(node, before)
        return Block(BlockKind.WIDE, 0, gap, node, node, ply, ply)
    ply = before + 1
    last, nodes = node, [node]
    room = (numbering.column + before) % 2 == 0 or not columns
    others, written = has_others(node), said.written
    while room and not others and (children := last.children):
        if (last.notes or last.id == written) and said.comment(last):
            break
        reply = children[0]
        if not is_ply(reply.action):
            break
        if (reply.notes or reply.id == written) and said.before(reply):
            break
        others = len(children) > 1 and has_others(reply)
        last, room = reply, not columns
        nodes.append(last)
    end = before + len(nodes)
    return Block(BlockKind.ROW, 0, gap, node, last, ply, end, None if columns else nodes)


def _flow(first: Node, before: int, level: int, said: CommentStyle, plies: _Plies) -> Block:
    """A stretch of a sideline, up to a comment that is a paragraph, other lines, or FLOW moves."""
    node = first
    start = ply = plies.after(first, before)
    others = has_others(first)
    room, written = FLOW, said.written
    while True:
        if (node.notes or node.id == written or type(node.action) is Remark) and (
            comment := said.comment(node)
        ):
            if not inline(comment):
                break
            room -= len(comment) // _CHARACTERS_PER_MOVE
        children = node.children
        room -= 1
        if others or room <= 0 or not children or _has_chapters(node):
            break
        if (children[0].notes or children[0].id == written) and said.before(children[0]):
            break
        others = len(children) > 1
        node = children[0]
        ply = plies.after(node, ply)
    return Block(BlockKind.FLOW, level, is_head(first), first, node, start, ply)

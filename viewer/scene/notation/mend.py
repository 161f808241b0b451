"""Updating a page after an edit: only the blocks that changed are made again.

The operations of an edit tell which parts of a page may change: the comment of a node, or everything
below it. New blocks are made from the block boundary before that part until one equals an old block
behind it. Meanwhile the page still shows the old tree; comparing positions in the order of printing
works nevertheless, because all the old blocks that no longer fit are below the node that was changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from viewer.scene.notation.blocks import (
    Block,
    BlockKind,
    blocks,
    following,
    has_others,
    is_head,
    is_heading,
    printed_next,
)
from viewer.scene.notation.page import Page
from viewer.tree.action import is_ply
from viewer.tree.annotation import BEFORE, COMMENT, EVALUATION
from viewer.tree.node import Node
from viewer.tree.ops import Touched

MOST = 800
"""Blocks made at once; the rest of a larger change is made as the page grows again."""
_MOST_COMMENTS = 64
_AHEAD = 64


def mend(page: Page, touched: Sequence[Touched]) -> None:
    """Update a page after its record was edited.

    A changed start position needs a new page instead. Takes up to some ten milliseconds; after a larger
    change the page is incomplete from there on.
    """
    page.forget_source()
    children = _touched(page, touched, "children")
    actions = _touched(page, touched, "action")
    # The text of a long remark (an action) is shown like a comment; which lines of a comment are shown can
    # depend on the evaluation (see CommentStyle).
    evaluated = [node for node in _touched(page, touched, EVALUATION) if node.comment]
    comments = list(dict.fromkeys([*_touched(page, touched, COMMENT), *evaluated, *actions]))
    ahead = _touched(page, touched, BEFORE)
    forks = _forks(actions)
    shape = {*children, *actions, *forks}
    if len(shape) > 1 or (children and actions) or any(_stays_ply(page, node) for node in actions):
        _cut_before(page, [_joined_to(node) for node in _topmost(shape)])
    elif children:
        _mend_below(page, children[0])
    elif actions:
        _mend_action(page, actions[0])
    if len(comments) + len(ahead) > _MOST_COMMENTS:
        _cut_before(page, [*comments, *map(_joined_to, ahead)])
        return
    for node in comments:
        _mend_comment(page, node)
    for node in ahead:
        _mend_action(page, node)


def _touched(page: Page, touched: Sequence[Touched], facet: str) -> list[Node]:
    nodes = page.record.nodes
    ids = dict.fromkeys(one.node for one in touched if one.facet == facet)
    return [nodes[id] for id in ids if id is not None and id in nodes]


def _forks(nodes: Iterable[Node]) -> list[Node]:
    """The forks that have one of the nodes as first or second child: chapters or variations depend on it."""
    parents = [(node, node.parent) for node in nodes if node.parent is not None]
    return [
        parent
        for node, parent in parents
        if len(parent.children) > 1 and any(node is one for one in parent.children[:2])
    ]


def _topmost(nodes: Collection[Node]) -> list[Node]:
    """The nodes that aren't below any of the others."""
    found: list[Node] = []
    for node in nodes:
        above = node.parent
        while above is not None and above not in nodes:
            above = above.parent
        if above is None:
            found.append(node)
    return found


def _cut_before(page: Page, nodes: Iterable[Node]) -> None:
    """Remove all blocks from the first one that shows one of the nodes."""
    found = [index for node in nodes if (index := page.find(node)) is not None]
    if found:
        page.cut(min(found), _first(page, min(found)))


def _mend_comment(page: Page, node: Node) -> None:
    index = page.find(node)
    if index is not None:
        _remake(page, index, _first(page, index), _index_of(page, printed_next(node)))


def _mend_action(page: Page, node: Node) -> None:
    """Update the blocks from a node whose action or whose comment ahead of the move changed.

    If a move became another kind of action or the reverse, the plies below change; a move with a comment
    ahead of it begins a block.
    """
    index = page.find(_joined_to(node))
    if index is not None:
        end = node.children[0] if node.children else printed_next(node)
        _remake(page, index, _first(page, index), _index_of(page, end))


def _stays_ply(page: Page, node: Node) -> bool:
    """Whether a node that is a ply and has children was already shown as one.

    Such a node may have changed from a move to an end: takebacks anywhere below go back further then.
    """
    index = page.find(node) if is_ply(node.action) and node.children else None
    return index is not None and page.blocks[index].kind is not BlockKind.WIDE


def _joined_to(node: Node) -> Node:
    """The node in whose block a node may be shown, depending on its action: its parent, or itself."""
    parent = node.parent
    return node if parent is None or is_head(node) or has_others(parent) else parent


def _first(page: Page, index: int) -> Node:
    """The node with which a block begins; for the first block, the root."""
    return page.blocks[index].first if index else page.record.root


def _index_of(page: Page, node: Node | None) -> int | None:
    """Index of the block that shows a node (None: the end of the record); None if it isn't made yet."""
    if node is not None:
        return page.find(node)
    return len(page.blocks) if page.complete else None


@dataclass(frozen=True, slots=True)
class _Below:
    """The part of an old page below a node. Blocks are given by index.

    Attributes:
        main: the former first child, None if there was no child.
        at: the block that shows it, or the place where it would be.
        heads: the blocks that begin with the other children.
        end: the block after the lines of the other children.
    """

    main: Node | None
    at: int
    heads: Sequence[int]
    end: int


def _mend_below(page: Page, node: Node) -> None:
    """Update the blocks below a node whose children changed."""
    index = page.find(node)
    if index is None:
        return
    first = _first(page, index)
    old = _old_below(page, node, index)
    if old is None:
        page.cut(index, first)
        return
    children = node.children
    if old.main is None and not children:
        return
    if any(is_heading(main) for main in (*children[:1], *([old.main] if old.main else ()))):
        page.cut(index, first)  # the children may be chapters, or may have been
        return
    if children and children[0] is old.main:
        end = old.main.children[0] if old.main.children else following(node)
        if old.heads and len(children) > 1:
            _mend_lines(page, old, children[1:], end)
        else:
            _remake(page, old.at, _first(page, old.at), _index_of(page, end))
        return
    end = following(node)
    if has_others(node) or node.parent is None:
        _remake(page, old.at, children[0] if children else end, _index_of(page, end))
    else:
        _remake(page, index, first, _index_of(page, end))


def _old_below(page: Page, node: Node, index: int) -> _Below | None:
    """The part of the page below a node that block `index` shows; None if not all of it is made."""
    shown = page.blocks
    at = index
    level = 0
    if node.parent is not None:
        level = shown[index].level
        chain = shown[index].nodes()
        following = chain.index(node) + 1
        at = index + 1
        if following < len(chain):
            below = chain[following]
            heads, end = (
                _old_lines(shown, node, index + 1, level) if below is chain[-1] else ([], at)
            )
            return _Below(below, index, heads, end) if _closed(page, end) else None
    while at < len(shown) and (
        shown[at].level > level or (shown[at].kind is BlockKind.TEXT and shown[at].first is node)
    ):
        at += 1
    if not _closed(page, at):
        return None
    if at == len(shown) or shown[at].first.parent is not node or shown[at].level != level:
        return _Below(None, at, [], at)
    main = shown[at].first
    heads, end = [], at + 1
    if shown[at].last is main:
        heads, end = _old_lines(shown, node, at + 1, level)
    return _Below(main, at, heads, end) if _closed(page, end) else None


def _closed(page: Page, index: int) -> bool:
    """Whether the part before block `index` is complete: another block follows, or the page is complete."""
    return index < len(page.blocks) or page.complete


def _old_lines(shown: Sequence[Block], node: Node, index: int, level: int) -> tuple[list[int], int]:
    """(blocks with which the lines of a node's other children began, block after these lines), as indexes."""
    while (
        index < len(shown) and shown[index].level == level and shown[index].kind is BlockKind.TEXT
    ):
        index += 1
    heads: list[int] = []
    for block in islice(shown, index, None):  # there may be 100,000 lines
        if block.level <= level:
            break
        if block.first.parent is node and block.kind is BlockKind.FLOW:
            heads.append(index)
        index += 1
    return heads, index


def _mend_lines(page: Page, old: _Below, lines: Sequence[Node], after: Node | None) -> None:
    """Update the lines of a node's further children, if the first child stays and there are still others."""
    before = [page.blocks[head].first for head in old.heads]
    most = min(len(before), len(lines))
    same = 0
    while same < most and before[same] is lines[same]:
        same += 1
    tail = 0
    while tail < most - same and before[-1 - tail] is lines[-1 - tail]:
        tail += 1
    heads = [*old.heads, old.end]
    start = lines[same] if same < len(lines) else after
    _remake(page, heads[same], start, heads[len(before) - tail])


def _remake(page: Page, index: int, start: Node | None, old_end: int | None) -> None:
    """Make the blocks from `index` on again, beginning with the node `start` (None: no blocks follow).

    The old blocks from `old_end` on (None: they aren't made yet) haven't changed: as soon as a new
    block equals one of them, the old ones are kept from there.
    """
    if start is None or old_end is None:
        page.cut(index, start)
        return
    shown = page.blocks
    fresh: list[Block] = []
    old: dict[Node, int] = {}
    looked = old_end
    for block in blocks(page.record.root, page.numbering, start, page.measures.said):
        if block.kind is not BlockKind.TEXT:
            while looked < min(len(shown), old_end + 2 * len(fresh) + _AHEAD):
                if shown[looked].kind is not BlockKind.TEXT:
                    old[shown[looked].first] = looked
                looked += 1
            same = old.get(block.first)
            if same is not None and shown[same].same(block):
                page.replace(index, same, fresh)
                return
            if len(fresh) >= MOST:
                page.cut(index, block.first)
                page.replace(index, index, fresh)
                return
        fresh.append(block)
    page.cut(index, None)
    page.replace(index, index, fresh)

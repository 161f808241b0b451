"""Records for the tests of the notation page."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from viewer.games.game import Numbering
from viewer.scene.notation.blocks import Block, BlockKind, blocks
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetAction, SetNote, Touched, apply
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

COMMENTS = st.sampled_from(["", "", "", "ab", "a longer one", "two\nlines", "\n ", "x" * 30])
ACTIONS = st.sampled_from(
    [
        *(Move("a0a1"), Move("a9a8"), Terminal("认输"), Remark("draw?"), Takeback(1), Takeback(2)),
        *(None, None, Setup("4k4/9/9/9/9/9/9/9/9/4K4 w")),
    ]
)
KINDS = ("insert", "insert", "remove", "reorder", "comment", "before", "action")
BEFORES = st.sampled_from(["", "", "", "", "", "ahead", " \n"])
NUMBERINGS = st.builds(Numbering, st.integers(1, 3), st.integers(0, 1), st.booleans())


def record_of(text: str) -> Record:
    """A record from moves and brackets: "a b(c d)e" has c d instead of b.

    `{text}` is a comment of the move before it. Ids count in the order of the text.
    """
    root = Node(0, None)
    node = root
    waiting: list[Node] = []
    count = 0
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == "(":
            waiting.append(node)
            assert node.parent is not None
            node = node.parent
        elif sign == ")":
            node = waiting.pop()
        elif sign == "{":
            end = text.index("}", at)
            node.notes = {COMMENT: text[at + 1 : end]}
            at = end
        elif sign != " ":
            count += 1
            child = Node(count, node, None if sign == "-" else Move(sign))
            node.children = (*node.children, child)
            node = child
        at += 1
    return Record("xiangqi", root)


def shape(record: Record, numbering: Numbering | None = None) -> list[str]:
    """The blocks of a record in short: kind, level, moves or text."""
    return [short(block) for block in blocks(record.root, numbering or Numbering(), None)]


def short(block: Block) -> str:
    if block.kind is BlockKind.TEXT:
        what = block.first.comment[block.start : block.end]
    else:
        what = "".join(getattr(node.action, "text", "-") for node in block.nodes())
        what += f" {block.start}"
    return f"{block.kind.name.lower()}{block.level or ''}{'^' if block.gap else ''} {what}"


def notes(comment: str, before: str) -> dict[str, str]:
    return {facet: text for facet, text in ((COMMENT, comment), (BEFORE, before)) if text}


@st.composite
def rows(draw: st.DrawFn, first_id: int) -> tuple[NodeData, ...]:
    size = draw(st.integers(1, 8))
    return tuple(
        NodeData(
            first_id + i,
            # Mostly a line; sometimes a fork.
            -1
            if i == 0
            else draw(st.sampled_from([i - 1, i - 1, i - 1, draw(st.integers(0, i - 1))])),
            draw(ACTIONS),
            notes(draw(COMMENTS), draw(BEFORES)),
        )
        for i in range(size)
    )


@st.composite
def records(draw: st.DrawFn) -> Record:
    record = Record("xiangqi", Node(0, None))
    comment = draw(COMMENTS)
    if comment:
        apply(record, SetNote(0, COMMENT, comment))
    for _ in range(draw(st.integers(0, 6))):
        parent = record.nodes[draw(st.sampled_from(sorted(record.nodes)))]
        index = draw(st.integers(0, len(parent.children)))
        apply(record, Insert(parent.id, index, draw(rows(record.next_id))))
    return record


@st.composite
def ops(draw: st.DrawFn, record: Record) -> Op:
    """An operation on the record as it is now."""
    node = record.nodes[draw(st.sampled_from(sorted(record.nodes)))]
    kind = draw(st.sampled_from(KINDS))
    if kind == "remove" and node.parent is not None:
        return Remove(node.id)
    if kind == "reorder" and node.children:
        places = st.integers(0, len(node.children) - 1)
        return Reorder(node.id, draw(places), draw(places))
    if kind == "action" and node.parent is not None:
        return SetAction(node.id, draw(ACTIONS))
    if kind == "comment":
        return SetNote(node.id, COMMENT, draw(COMMENTS))
    if kind == "before" and node.parent is not None:
        return SetNote(node.id, BEFORE, draw(BEFORES))
    index = draw(st.integers(0, len(node.children)))
    return Insert(node.id, index, draw(rows(record.next_id)))


def random_op(random: Random, record: Record) -> Op:
    """Like `ops`, for long sequences of edits."""
    node = record.nodes[random.choice(sorted(record.nodes))]
    kind = random.choice(KINDS)
    if kind == "remove" and node.parent is not None:
        return Remove(node.id)
    if kind == "reorder" and node.children:
        places = range(len(node.children))
        return Reorder(node.id, random.choice(places), random.choice(places))
    if kind == "action" and node.parent is not None:
        return SetAction(node.id, random.choice([Move("a"), Move("b"), Takeback(1), None]))
    if kind == "comment":
        return SetNote(node.id, COMMENT, random.choice(["", "ab", "long words", "two\nlines"]))
    if kind == "before" and node.parent is not None:
        return SetNote(node.id, BEFORE, random.choice(["", "ahead"]))
    first = record.next_id
    drawn = tuple(
        NodeData(first + i, random.randrange(max(i - 2, 0), i) if i else -1, Move("m"), {})
        for i in range(random.randint(1, 8))
    )
    return Insert(node.id, random.randint(0, len(node.children)), drawn)


def edited(record: Record, edits: list[Op]) -> list[Touched]:
    return [apply(record, op)[1] for op in edits]


def printed(node: Node) -> Iterator[Node]:
    """The order of printing, as one would say it; for small trees, since it recurses."""
    if node.parent is None:
        yield node
    headings = [type(child.action) in (type(None), Setup) for child in node.children[:2]]
    if headings == [True, True]:  # chapters
        for child in node.children:
            yield child
            yield from printed(child)
    elif node.children:
        main, *others = node.children
        yield main
        for other in others:
            yield other
            yield from printed(other)
        yield from printed(main)


def large_record(nodes: int, lines: int, seed: int = 7) -> Record:
    """A record as opening books are: a short main line, lines of some dozen plies, nested."""
    random = Random(seed)
    moves = [Move(f"{a}{b}{c}{d}") for a in "bh" for b in "2579" for c in "ceg" for d in "0248"]
    root = Node(0, None)
    all_nodes = [root]
    per_line = max(nodes // lines, 1)
    while len(all_nodes) <= nodes:
        node = all_nodes[random.randrange(len(all_nodes))] if len(all_nodes) > 1 else root
        for _ in range(min(random.randint(1, 2 * per_line), nodes + 1 - len(all_nodes))):
            notes = (
                {COMMENT: "红方先手，局面平稳。" * random.randint(1, 9)}
                if random.random() < 0.02
                else {}
            )
            child = Node(len(all_nodes), node, random.choice(moves), notes)
            node.children = (*node.children, child)
            all_nodes.append(child)
            node = child
    return Record("xiangqi", root, nodes={node.id: node for node in all_nodes})

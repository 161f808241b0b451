"""Random records and operations for property tests of the tree."""

from __future__ import annotations

from hypothesis import strategies as st

from viewer.base.source import Span
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.annotation import Mark
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.ops import (
    ClearNotes,
    Insert,
    Op,
    Remove,
    Reorder,
    SetAction,
    SetEncoding,
    SetHeaders,
    SetNote,
    SetNotes,
)
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

TEXT = st.text(max_size=6)
ACTIONS = st.one_of(
    st.builds(Move, TEXT),
    st.builds(Written, TEXT),
    st.builds(Terminal, TEXT),
    st.builds(Remark, TEXT),
    st.builds(Takeback, st.integers(1, 5)),
    st.none(),
)
MARKS = st.builds(
    Mark,
    st.sampled_from(["square", "arrow", "label"]),
    st.lists(TEXT, min_size=1, max_size=2).map(tuple),
    st.sampled_from(["green", "red"]),
    TEXT,
)
NOTES = st.one_of(
    st.tuples(st.just("comment"), TEXT),
    st.tuples(st.just("glyphs"), st.lists(st.integers(0, 255), max_size=3).map(tuple)),
    st.tuples(st.just("marks"), st.lists(MARKS, max_size=2).map(tuple)),
    st.tuples(st.just("clock"), TEXT),
)
FACTS = st.lists(
    st.builds(
        Fact,
        TEXT,
        st.one_of(TEXT, st.tuples(st.booleans(), st.integers()), st.builds(Move, TEXT)),
        st.one_of(st.binary(max_size=4), st.builds(Span, st.integers(0, 9), st.integers(0, 9))),
    ),
    max_size=2,
).map(tuple)


def notes_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    return {name: value for name, value in pairs if value not in ("", ())}


ROWS = st.lists(
    st.tuples(ACTIONS, st.lists(NOTES, max_size=2).map(notes_of), FACTS, st.integers(0, 10**6)),
    min_size=1,
    max_size=6,
)


def rows_from(drawn: list[tuple], first_id: int) -> tuple[NodeData, ...]:
    return tuple(
        NodeData(first_id + i, pick % i if i else -1, action, notes, facts)
        for i, (action, notes, facts, pick) in enumerate(drawn)
    )


@st.composite
def records(draw: st.DrawFn) -> Record:
    record = Record("xiangqi", Node(0, None, Setup("start")), (Header("Title", "一"),), "gb18030")
    from viewer.tree.ops import apply

    for _ in range(draw(st.integers(0, 4))):
        parent = draw(st.sampled_from(sorted(record.nodes)))
        rows = rows_from(draw(ROWS), record.next_id)
        apply(record, Insert(parent, len(record.nodes[parent].children), rows))
    return record


@st.composite
def ops_for(draw: st.DrawFn, record: Record) -> Op:
    """An operation that fits the record as it is now."""
    ids = sorted(record.nodes)
    node = record.nodes[draw(st.sampled_from(ids))]
    kind = draw(
        st.sampled_from(
            ["insert", "remove", "reorder", "action", "note", "clear", "notes", "head", "enc"]
        )
    )
    if kind == "remove" and node.parent is not None:
        return Remove(node.id)
    if kind == "reorder" and node.children:
        places = st.integers(0, len(node.children) - 1)
        return Reorder(node.id, draw(places), draw(places))
    if kind == "action" and node.parent is not None:
        return SetAction(node.id, draw(ACTIONS))
    if kind == "action":
        return SetAction(node.id, draw(st.one_of(st.none(), st.builds(Setup, TEXT))))
    if kind == "note":
        facet, value = draw(NOTES)
        return SetNote(node.id, facet, value)
    if kind == "clear":
        facets = st.lists(st.sampled_from(["comment", "glyphs", "marks", "clock"]), unique=True)
        return ClearNotes(node.id, tuple(draw(facets)))
    if kind == "notes":
        below = st.sampled_from([one.id for one in node.walk()])
        return SetNotes(
            node.id, tuple((draw(below), *draw(NOTES)) for _ in range(draw(st.integers(0, 3))))
        )
    if kind == "head":
        return SetHeaders(tuple(draw(st.lists(st.builds(Header, TEXT, TEXT), max_size=3))))
    if kind == "enc":
        return SetEncoding(draw(st.one_of(st.none(), TEXT)))
    index = draw(st.integers(0, len(node.children)))
    return Insert(node.id, index, rows_from(draw(ROWS), record.next_id))

"""HexWiki's diagrams and edits of them, for `test_law_contract.py`."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st
from laws import Law

from viewer.formats.hexwiki import FORMAT
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import Mark
from viewer.tree.ops import Insert, Op, Remove, SetAction, SetNote
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

WORDS = (
    "R",
    "B",
    "E",
    "S",
    "a1",
    "1:b1",
    "2:C2",
    "3:a2",
    "*:d4",
    "x:b1",
    "red:a3",
    "z9",
    "?",
    "\n ",
)
HEADS = (
    '<hexboard size="4x5" ',
    "An article: <hexboard\n coords='hide' size='3'\r\n",
    "<HEXBOARD size='99x999'",
    "<hexboard ",
)
ENDS = ("/>", ">\n", ' edges="all" />\n== Next ==\n<hexboard size="2x2" contents="R a1" />')
MARKS = (
    (),
    (Mark("label", ("a1",), text="*"),),
    (Mark("label", ("b1",), text="7"), Mark("square", ("b1",), "red")),
    (Mark("label", ("b2",), text='no " label'), Mark("circle", ("c1",))),
)
STARTS = (None, Setup("3x4 B a1 W b2"), Setup("5 W c3 PL W"))


def edits_of(record: Record) -> Iterable[Op]:
    """An edit of each kind of item, at each of its places."""
    for start in STARTS:
        yield SetAction(0, start)
    for id in record.nodes:
        for marks in MARKS:
            yield SetNote(id, "marks", marks)
        for move in ("1 c1", "2 a1", "1 swap-pieces"):
            yield Insert(id, 0, (NodeData(record.next_id, -1, Move(move), {}),))
    if len(record.nodes) > 1:
        yield Remove(max(record.nodes))


def diagram(head: str, words: list[str], end: str) -> bytes:
    contents = f' contents="{" ".join(words)}"' if words else ""
    return (head + contents + end).encode()


files = st.builds(
    diagram,
    st.sampled_from(HEADS),
    st.lists(st.sampled_from(WORDS), max_size=9),
    st.sampled_from(ENDS),
)
LAW = Law(FORMAT, files, files, edits_of)

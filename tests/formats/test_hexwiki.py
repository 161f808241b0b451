"""HexWiki's diagrams: what they say, how an edit changes one, what they can't hold."""

from __future__ import annotations

import pytest
from hexwiki_files import LAW

from viewer.base.source import BytesSource
from viewer.formats.detect import load_source
from viewer.formats.format import Unreadable
from viewer.formats.hexwiki import FORMAT
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import Mark
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, SetAction, SetNote, apply
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

TAG = '<hexboard size="4x5" coords="hide"\n  contents="{}"/>'
ALL = TAG.format("R b1 2:c3 B 1:d2\n    E a:a4 *:e1 S red:c4")


def read(text: str) -> Record:
    return LAW.record_of(text.encode())


def line(record: Record) -> list[str]:
    return [node.action.text for node in record.root.main_line() if isinstance(node.action, Move)]


def test_stones_moves_and_marks() -> None:
    record = read(ALL)
    assert record.setup == Setup("5x4 B b1 PL W")
    assert line(record) == ["2 d2", "1 c3"]
    *_, last = record.root.main_line()
    assert last.marks == (
        Mark("label", ("a4",), text="a"),
        Mark("label", ("e1",), text="*"),
        Mark("square", ("c4",), "red"),
    )
    assert not LAW.read(ALL.encode()).diagnostics


def test_rows_come_before_columns() -> None:
    assert read('<hexboard size="3x4" contents="R 1:d3"/>').setup == Setup("4x3")
    assert read('<hexboard size="7"/>').setup == Setup("7")


@pytest.mark.parametrize(
    ("contents", "start", "moves"),
    [
        ("R 5:a1 B 6:b1 R 7:c1", "5x4", ["1 a1", "2 b1", "1 c1"]),
        ("B 2:b1 R 3:c1 1:a1", "5x4", ["1 a1", "2 b1", "1 c1"]),
        ("R 1:a1 3:c1 B b1", "5x4 B a1 c1 W b1 PL W", []),  # only Red's are numbered
        ("R 1:a1 B 1:b1", "5x4 B a1 W b1", []),
        ("E 1:a1 2:b1 R c1", "5x4 B c1 PL W", []),
        ("R a1 B A1", "5x4 W a1", []),  # the last word holds
        ("R a1 E a1", "5x4", []),
    ],
)
def test_numbered_stones_are_moves(contents: str, start: str, moves: list[str]) -> None:
    record = read(TAG.format(contents))
    assert (record.setup, line(record)) == (Setup(start), moves)


@pytest.mark.parametrize(
    ("op", "contents"),
    [
        (Insert(2, 0, (NodeData(3, -1, Move("2 d3"), {}),)), "R b1 2:c3 B 1:d2 3:d3"),
        (Insert(2, 0, (NodeData(3, -1, Move("1 d3"), {}),)), "R b1 2:c3 B 1:d2 R 3:d3"),
        (SetAction(2, Move("1 a3")), "R b1 B 1:d2 R 2:a3"),
        (SetAction(0, Setup("5x4 W b1")), "R 2:c3 B 1:d2 b1"),
        (SetNote(2, "marks", (Mark("label", ("b1",), text="*"),)), "R *:b1 2:c3 B 1:d2"),
        (SetNote(2, "marks", (Mark("square", ("b1",)),)), "R b1 2:c3 B 1:d2 S b1"),
    ],
)
def test_an_edit_changes_its_words_alone(op: Op, contents: str) -> None:
    around = f"Text.\n{TAG}\nMore. <hexboard size='2x2' contents='R a1'/>\n"
    record = read(around.replace("{}", "R b1 2:c3 B 1:d2"))
    apply(record, op)
    assert LAW.written(record).decode() == around.replace("{}", contents)
    assert LAW.losses(record) == ()


def test_a_new_diagram() -> None:
    root = Node(0, None, Setup("5x4 B a1 W b2 PL W"))
    root.children = (Node(1, root, Move("2 c3"), {"marks": (Mark("label", ("a1",), text="+"),)}),)
    record = Record("hex", root)
    assert LAW.written(record) == (b'<hexboard size="4x5"\n  contents="R +:a1 B b2 1:c3"\n  />\n')
    assert LAW.losses(record) == ()


def test_labels_that_would_be_moves_are_lost_by_name() -> None:
    root = Node(0, None, Setup("5x4 B a1"), {"marks": (Mark("label", ("a1",), text="1"),)})
    record = Record("hex", root)
    assert b'"R a1"' in LAW.written(record)
    assert {loss.kind for loss in LAW.losses(record)} >= {"marks"}


def test_what_is_odd_is_told() -> None:
    codes = [one.code for one in LAW.read(TAG.format("a1 R z9 ??").encode()).diagnostics]
    assert codes == ["hexwiki.cell"] * 3
    found = LAW.read(b'<hexboard size="0x5" contents=""/>').diagnostics
    assert [one.code for one in found] == ["hexwiki.size"]


@pytest.mark.parametrize(
    ("text", "name"), [(ALL, "a.txt"), (f"\ufeff{ALL}", ""), (f"An article. {ALL}", "b.txt")]
)
def test_it_is_recognised(text: str, name: str) -> None:
    assert load_source(BytesSource(text.encode(), name)).format == "hexwiki"


def test_text_without_a_diagram_is_refused() -> None:
    with pytest.raises(Unreadable):
        FORMAT.read(BytesSource(b"<hexboards> R a1"))

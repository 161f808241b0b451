"""Words found in a record."""

from __future__ import annotations

import pytest

from viewer.base.jobs import run_inline
from viewer.document.reading.record_texts import TextHit, find, next_hit
from viewer.tree.action import Move, Remark
from viewer.tree.annotation import Mark
from viewer.tree.node import Node
from viewer.tree.record import Record


def record() -> Record:
    """A start, a line of three, and a variation of its second move."""
    root = Node(0, None, None, {"comment": "The Beginning."})
    first = Node(1, root, Move("B dd"), {"title": "Straße und Haus"})
    second = Node(2, first, Move("W pp"), {"marks": (Mark("label", ("dd",), text="here"),)})
    third = Node(3, second, Remark("hello there"), {})
    other = Node(4, first, Move("W dp"), {"before": "a begin", "bookmark": "x"})
    root.children, first.children, second.children = (first,), (second, other), (third,)
    return Record("go", root)


def found(text: str) -> list[int]:
    return [hit.node for part in run_inline(find(record(), text)) for hit in part]


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("begin", [0, 4]),
        ("STRASSE", [1]),
        ("here", [2, 3]),
        ("hello", [3]),
        ("x", [4]),
        ("nothing", []),
    ],
)
def test_all_that_is_said_is_searched(text: str, nodes: list[int]):
    assert found(text) == nodes


READ = "黑方少见的新招，從此兌卒，長考後才下。"


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("xinzhao", "新招"),
        ("Xinzh", "新招"),
        ("duizu", "兌卒"),
        ("changkao", "長考"),  # also read zhang
        ("zhangkao", "長考"),
        ("ckh", "長考後"),
        ("xz", ""),
        ("xinzhaoc", ""),
        ("zhaoxin", ""),
        ("新招", "新招"),
    ],
)
def test_chinese_is_found_by_its_pinyin(text: str, begins: str):
    root = Node(0, None, None, {"comment": "x" * 40 + READ})
    hits = [hit for part in run_inline(find(Record("xiangqi", root), text)) for hit in part]
    places = [READ.find(hit.excerpt[2 + 24 :][: len(begins)]) for hit in hits]
    assert places == ([READ.index(begins)] if begins else [])


def test_the_next_and_the_one_before_go_round():
    some = record()
    ways = [(0, 1, 4), (4, 1, 0), (4, -1, 0), (0, -1, 4), (2, 1, 4), (2, -1, 0)]
    for start, step, end in ways:
        node = next_hit(some, "begin", some.node(start), step)
        assert node is not None
        assert node.id == end
    assert next_hit(some, "nothing", some.root, 1) is None
    alone = next_hit(some, "hello", some.node(3), 1)
    assert alone is None


def test_an_excerpt_is_a_line_around_the_place():
    long = "word " * 30 + "needle\nand more " + "tail " * 30
    root = Node(0, None, None, {"comment": long})
    (hits,) = run_inline(find(Record("go", root), "needle"))
    (hit,) = hits
    assert isinstance(hit, TextHit)
    assert hit.excerpt.startswith("… word")
    assert hit.excerpt.endswith(" …")
    assert "needle and more" in hit.excerpt
    assert len(hit.excerpt) < 110

"""What an edit and a step take beside very many siblings, in lines that are executed, with no clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from growth import counted

from viewer.base.jobs import run_inline
from viewer.document import plans
from viewer.document.document import Document, new_document
from viewer.document.reading.cursor import Cursor
from viewer.document.reading.views import survey
from viewer.games.game import Numbering
from viewer.games.judge import apart, judge
from viewer.scene.notation.page import Measures, Page
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

COUNT = 20_000


def document_of(count: int) -> Document:
    """A record of so many moves in one place."""
    rows = [NodeData(0, -1, None, {})]
    rows += [NodeData(1 + number, 0, Move(f"B {number}"), {}) for number in range(count)]
    return new_document(Record("go", nodes_of(rows)[0]), "sgf")


def lines(act: Callable[[], object]) -> int:
    """How many lines it takes the second time."""
    act()
    return sum(counted(act).values())


def test_the_child_that_was_taken_is_found_at_once() -> None:
    record = document_of(COUNT).record(0)
    cursor = Cursor(record)
    cursor.go(record.root.children[-1])
    cursor.go(record.root)
    assert lines(lambda: cursor.next) < 50
    assert cursor.next is record.root.children[-1]


def test_a_move_is_looked_for_among_its_siblings_once() -> None:
    document = document_of(COUNT)
    assert lines(lambda: plans.play(document, 0, document.record(0).root, "B pass")) < 7 * COUNT


def test_siblings_are_put_in_order_once(monkeypatch: pytest.MonkeyPatch) -> None:
    record = document_of(1_000).record(0)
    page = Page(record, Numbering(), Measures(400, 1.0))
    run_inline(page.job())
    compared = 0

    def equal(one: Node, other: object) -> bool:
        nonlocal compared
        compared += 1
        return one is other

    monkeypatch.setattr(Node, "__eq__", equal)
    assert all(page.find(record.root.children[place]) is not None for place in (0, 500, -1))
    assert compared < 1_000


@pytest.mark.parametrize("work", [survey, lambda record: apart(judge, record)])
def test_the_first_step_of_a_job_takes_no_longer(
    work: Callable[[Record], Iterable[object]],
) -> None:
    def first(count: int) -> int:
        record = document_of(count).record(0)
        jobs = [iter(work(record)) for _ in range(2)]
        try:
            return lines(lambda: next(jobs.pop()))
        finally:
            assert not jobs

    assert first(COUNT) < first(1_000) + 1_000

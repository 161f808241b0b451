"""The rules asked about whole records."""

from __future__ import annotations

from typing import Any

from viewer.base.jobs import JobStep, run_inline
from viewer.games.judge import judge, judge_apart
from viewer.games.xiangqi.game import GAME
from viewer.tree.action import Action, Move, Written
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData


def record_of(*nodes: tuple[int, Action | None]) -> Record:
    """A record of (parent, action); the root is node 0."""
    rows = [NodeData(0, -1, None, {})]
    rows += [
        NodeData(number, parent, action, {}) for number, (parent, action) in enumerate(nodes, 1)
    ]
    return Record("xiangqi", nodes_of(rows)[0])


def findings(record: Record) -> list[Diagnostic]:
    return [finding for part in run_inline(judge(GAME, record)) for finding in part]


def test_a_record_within_the_rules_has_no_findings() -> None:
    record = record_of((0, Move("h2e2")), (1, Move("h7e7")), (1, Move("h9g7")), (0, None))
    assert findings(record) == []


def test_each_move_that_breaks_a_rule_is_named_and_leads_to_its_node() -> None:
    record = record_of(
        (0, Move("h2e2")),
        (1, Move("h9g8")),
        (2, Move("b0c2")),
        (1, Written("炮8平")),
        (0, Move("e0e5")),
    )
    found = findings(record)
    assert [finding.node for finding in found] == [2, 4, 5]
    assert {(finding.severity, finding.code) for finding in found} == {
        (Severity.WARNING, "xiangqi.illegal-move")
    }
    assert [str(finding.message) for finding in found] == [
        "Ply 2, 马８进７: A horse moves one point along a line, then one along a diagonal.",
        "Ply 2, 炮8平: No move could be read from “炮8平”.",
        "Ply 1, 帅五进五: A king moves one point along a line.",
    ]


def test_moves_after_an_illegal_one_are_judged_by_the_board_it_left() -> None:
    record = record_of((0, Move("a0a5")), (1, Move("a6a5")), (2, Move("a5a6")))
    assert [finding.node for finding in findings(record)] == [1, 3]


def test_what_breaks_rules_behind_an_unread_move_is_told_with_it() -> None:
    odd = Written("炮8平")
    few = record_of((0, odd), (1, odd), (2, odd), (0, Move("e0e5")))
    assert [finding.node for finding in findings(few)] == [1, 2, 3, 4]
    many = record_of((0, odd), (1, Move("h9g7")), (2, odd), (1, odd), (4, odd), (0, Move("e0e5")))
    first, last = findings(many)
    assert (first.node, last.node) == (1, 6)
    assert str(first.message).endswith("“炮8平”. (3 more moves below it break a rule.)")


def test_the_job_tells_how_far_it_is() -> None:
    line = [(number, Move(("a0a1", "a9a8", "a1a0", "a8a9")[number % 4])) for number in range(999)]
    steps: list[JobStep[Any]] = list(judge(GAME, record_of(*line)))
    assert [step.done for step in steps] == [200, 400, 600, 800, 1000, 1000]
    assert {step.total for step in steps} == {1000}


def test_a_record_of_one_line_of_twenty_thousand_plies() -> None:
    line: list[tuple[int, Action | None]] = [
        (number, Move(("a0a1", "a9a8", "a1a0", "a8a9")[number % 4])) for number in range(20_000)
    ]
    line.append((20_000, Move("i9i0")))
    found = findings(record_of(*line))
    assert [finding.node for finding in found] == [20_001]


def test_another_process_finds_the_same() -> None:
    """Also where there are more rows than are sent at a time, and branches."""
    line = [(number, Move(("a0a1", "a9a8", "a1a0", "a8a9")[number % 4])) for number in range(1200)]
    record = record_of(*line, (700, Move("a0a9")), (3, Written("?")), (1202, None))
    assert len(findings(record)) > 1
    apart = [finding for part in run_inline(judge_apart(record)) for finding in part]
    assert apart == findings(record)

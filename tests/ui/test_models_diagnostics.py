"""The list of findings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from plain_session import Mirror, register, session_of
from PySide6.QtCore import Qt

from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.processes import WorkerLost
from viewer.document import plans
from viewer.document.check import Checked
from viewer.document.document import open_document
from viewer.games.judge import judge_apart
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.ui.pages import notes_page as diagnostics
from viewer.ui.pages.notes_page import NODE_ROLE, PLACE_ROLE, SEVERITY_ROLE, DiagnosticModel
from viewer.ui.session.record_session import RecordSession


def finding(text: str, code: str = "test", **place) -> Diagnostic:
    return Diagnostic(Severity.WARNING, code, message("{text}", text=text), **place)


@pytest.fixture
def session(qapp, monkeypatch):
    register(monkeypatch)
    made = session_of("a xb (c) d")
    yield made
    made.close()


def find(session, *findings: Diagnostic) -> None:
    """Let a session have these findings."""
    session.rules.judging.findings = list(findings)
    session.findings.changed.emit()


def texts(model: DiagnosticModel) -> list[str]:
    return [model.index(row).data() for row in range(model.rowCount())]


def test_what_rows_say(session, qtmodeltester) -> None:
    model = DiagnosticModel(session)
    qtmodeltester.check(model)
    assert model.rowCount() == 0
    find(
        session,
        finding("start", node=0),
        finding("second", node=2),
        finding("red", node=4),
        finding("bytes", offset=1234),
        finding("line", line=7),
        finding("column", line=7, column=3),
        finding("gone", node=99),
        finding("whole", record=None),
    )
    assert model.count == 8
    places = [model.index(row).data(PLACE_ROLE) for row in range(8)]
    assert places == [
        "start",
        "move 1…",
        "move 2",
        "byte 1234",
        "line 7",
        "line 7, column 3",
        "the file",
        "the file",
    ]
    nodes = [model.index(row).data(NODE_ROLE) for row in range(8)]
    assert nodes == [0, 2, 4, *[None] * 5]
    row = model.index(1)
    assert row.data() == "second"
    assert row.data(SEVERITY_ROLE) == "warning"
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "Warning: second (move 1…)"


def test_the_rules_findings_come_by_themselves(session, qtbot) -> None:
    model = DiagnosticModel(session)
    with qtbot.waitSignal(model.counted):
        session.rules.start()
        session.rules.judging.run_now()
    assert model.rowCount() == 1
    assert model.index(0).data(NODE_ROLE) == 2
    session.do_on(session.record.node(2), plans.delete)
    session.rules.judging.run_now()
    assert model.rowCount() == 0


def test_rows_that_stay_are_not_touched(session, qtmodeltester) -> None:
    model = DiagnosticModel(session)
    qtmodeltester.check(model)
    mirror = Mirror(model)
    told = []
    model.rowsRemoved.connect(lambda parent, first, last: told.append(("-", first, last)))
    model.rowsInserted.connect(lambda parent, first, last: told.append(("+", first, last)))
    a, b, c = (finding(name) for name in "abc")
    find(session, a, b)
    find(session, a, b, c)
    find(session, a, c)
    find(session)
    assert told == [
        ("+", 0, 1),
        ("+", 2, 2),
        ("-", 1, 2),
        ("+", 1, 1),
        ("-", 0, 1),
    ]
    assert mirror.rows == []


def test_more_than_can_be_listed(session, qtmodeltester, monkeypatch) -> None:
    monkeypatch.setattr(diagnostics, "MOST", 3)
    model = DiagnosticModel(session)
    qtmodeltester.check(model)
    mirror = Mirror(model)
    some = [finding(str(number)) for number in range(6)]
    find(session, *some[:3])
    assert texts(model) == ["0", "1", "2"]
    find(session, *some[:5])
    assert texts(model) == ["0", "1", "2", "… and 2 more"]
    assert model.count == 5
    find(session, *some)
    assert texts(model)[-1] == "… and 3 more"
    assert model.index(3).data(NODE_ROLE) is None
    assert model.index(3).data(SEVERITY_ROLE) is None
    assert len(mirror.rows) == 4
    find(session, some[0], *some[2:])
    assert texts(model) == ["0", "2", "3", "… and 2 more"]
    find(session, *some[:2])
    assert texts(model) == ["0", "1"]
    assert len(mirror.rows) == 2


def calls(act: Callable[[], object]) -> int:
    """How many calls of Python functions it takes, steps of generators among them."""
    count = 0

    def tell(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(tell)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


def found_in_parts(session: RecordSession, count: int) -> None:
    """Let the rules find a number of things, ten in each step of their job."""
    found = [finding(str(number), "toy.illegal-move", node=number) for number in range(count)]
    steps = [JobStep(at, count, found[at : at + 10]) for at in range(0, count, 10)]
    session.rules.judging.start(session.game, session.record)
    session.rules.judging._runner.start(steps)
    session.rules.judging.run_now()


def test_many_findings_are_each_gone_through_once(session, monkeypatch) -> None:
    monkeypatch.setattr(diagnostics, "MOST", 10)
    models = [DiagnosticModel(session) for _ in range(2)]

    def work(count: int) -> int:
        session.rules.judging.findings = []
        session.findings.forget_check()
        found = [finding("by the check", "toy.move", node=1, record=session.key)]
        state = session.document.history.now()
        session.findings._checked = Checked(found, None, session.document.keys(), state)
        took = calls(lambda: found_in_parts(session, count))
        assert [model.count for model in models] == [count] * 2  # one is told by both
        return took

    few, many = work(400), work(4_000)
    assert many < 11 * few

    before = session.rules.judging.findings
    emitted = []
    session.findings.changed.connect(lambda: emitted.append(1))
    found_in_parts(session, 4_000)
    assert not emitted
    assert session.rules.judging.findings is before, "the same again is no news"


def test_a_large_record_is_judged_elsewhere_and_here_where_that_fails(
    qapp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.ui.session.record_rules._LARGE", 1)
    path = tmp_path / "bad.pgn"
    path.write_text('[Event "E"]\n\n1. e4 e5 2. Ke5 (2. Nf3 Nc6) d6 *\n')
    session = RecordSession(open_document(str(path)))
    asked = []
    for way in (judge_apart, killed):
        monkeypatch.setattr(
            "viewer.games.judge.judge_apart",
            lambda one, result, way=way: asked.append(way) or way(one),
        )
        session.rules.judging.findings = []
        session.rules.start()
        session.rules.judging.run_now()
        assert [finding.node for finding in session.rules.judging.findings] == [3]
    assert asked == [judge_apart, killed]
    session.close()


def killed(_: object) -> Iterator[JobStep[list[Diagnostic]]]:
    yield JobStep(0, 0, waiting=True)
    raise WorkerLost(-9)

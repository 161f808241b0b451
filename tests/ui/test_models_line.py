"""The table of the current line."""

from __future__ import annotations

import random

import pytest
from plain_session import Mirror, random_edits, register, session_of
from PySide6.QtCore import Qt

from viewer.document import plans
from viewer.tree.action import Move
from viewer.tree.annotation import GLYPHS
from viewer.tree.node import Node
from viewer.tree.record import nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.models.line import COMMENT, MOVE, NODE_ROLE, PLY, SIDE, SIGNS, LineModel


@pytest.fixture
def open_study(qapp, monkeypatch):
    register(monkeypatch)
    sessions = []

    def make(root):
        sessions.append(session_of(root))
        return sessions[-1]

    yield make
    for session in sessions:
        session.close()


def row_texts(model: LineModel, row: int) -> list[str]:
    return [model.index(row, column).data() for column in (PLY, SIDE, MOVE, SIGNS, COMMENT)]


def ids(model: LineModel) -> list[int]:
    return [model.index(row, 0).data(NODE_ROLE) for row in range(model.rowCount())]


def test_what_rows_say(open_study) -> None:
    session = open_study("a b (c d) xe")
    session.do_on(session.record.node(2), plans.note, GLYPHS, (1, 16))
    session.do_on(session.record.node(2), plans.comment, "well\nplayed")
    session.go_to(1)
    model = LineModel(session)
    assert row_texts(model, 0) == ["1", "Red", "a", "", ""]
    assert row_texts(model, 1) == ["2", "Black", "b", "! ±", "well"]
    assert model.current_row == 0
    assert model.side_colour(1) == "black"
    roles = Qt.ItemDataRole
    assert model.index(1, COMMENT).data(roles.ToolTipRole) == "well\nplayed"
    assert model.index(2, MOVE).data(roles.ToolTipRole) == "That can't be played."
    assert model.index(0, MOVE).data(roles.FontRole) is not None
    assert model.index(1, MOVE).data(roles.FontRole) is None
    assert model.index(1, MOVE).data(roles.AccessibleTextRole) == (
        "1… Black: b, good move, Red has a moderate advantage, one variation, comment: well"
    )
    header = [
        model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())
    ]
    times = ["Evaluation", "Used", "Total", "Clock", "Second"]
    assert header == ["Ply", "Side", "Move", "Glyphs", *times, "Comment"]


def test_another_line_changes_only_its_rows(open_study) -> None:
    session = open_study("a b (c d) e f")
    model = LineModel(session)
    mirror = Mirror(model)
    told = []
    model.rowsRemoved.connect(lambda parent, first, last: told.append(("-", first, last)))
    model.rowsInserted.connect(lambda parent, first, last: told.append(("+", first, last)))
    assert ids(model) == [1, 2, 5, 6]
    session.go_to(3)
    assert ids(model) == [1, 3, 4]
    assert told == [("-", 1, 3), ("+", 1, 2)]
    assert model.current_row == 1
    assert len(mirror.rows) == 3


def test_a_step_changes_two_rows(open_study) -> None:
    session = open_study("a b c d")
    session.go_to(1)
    model = LineModel(session)
    told = []
    model.dataChanged.connect(lambda first, last, roles: told.append((first.row(), last.row())))
    model.modelReset.connect(lambda: told.append("reset"))
    session.go_to(2)
    assert told == [(0, 0), (1, 1)]


def test_a_comment_shows_at_once(open_study) -> None:
    session = open_study("a b (c) d")
    session.go_to(1)
    model = LineModel(session)
    told = []
    model.dataChanged.connect(lambda first, last, roles: told.append(first.row()))
    session.do_on(session.record.node(4), plans.comment, "here")
    assert 2 in told
    assert model.index(2, COMMENT).data() == "here"
    told.clear()
    session.go_to(1)
    told.clear()
    session.document.do(
        plans.comment(session.document, session.key, session.record.node(3), "elsewhere")
    )
    assert told == []


def test_another_notation_shows_at_once(open_study) -> None:
    session = open_study("a b")
    model = LineModel(session)
    assert model.index(1, MOVE).data() == "b"
    session.set_style("high")
    assert model.index(1, MOVE).data() == "B"


@pytest.mark.parametrize("seed", range(6))
def test_any_edits(open_study, qtmodeltester, seed: int) -> None:
    session = open_study("a b (c d (e f) g) (h) i j (k (l) m) n o p")
    model = LineModel(session)
    qtmodeltester.check(model)
    mirror = Mirror(model)
    for done in random_edits(session, random.Random(seed), 50):
        expected = [node.id for node in session.cursor.line[1:]]
        assert ids(model) == expected, done
        assert len(mirror.rows) == len(expected), done
        assert model.current_row == session.cursor.index - 1, done


def test_a_line_of_20_000_plies(open_study) -> None:
    line: Node = nodes_of(
        NodeData(i, i - 1, Move(f"m{i}") if i else None, {}) for i in range(20_001)
    )[0]
    session = open_study(line)
    model = LineModel(session)
    session.go_to(20_000)
    assert model.rowCount() == 20_000
    assert row_texts(model, 19_999)[:3] == ["20000", "Black", "m20000"]

"""The variation model: its rows by the definition, through any edit, at any size."""

from __future__ import annotations

import random

import pytest
from plain_session import Mirror, expected_rows, random_edits, register, session_of
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from viewer.document import plans
from viewer.tree.action import Move
from viewer.tree.annotation import COMMENT, GLYPHS
from viewer.tree.node import Node
from viewer.tree.record import nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.models import NOWHERE, variation_rows
from viewer.ui.models.variations import NODE_ROLE, VariationModel

TEXT = Qt.ItemDataRole.DisplayRole
SPOKEN = Qt.ItemDataRole.AccessibleTextRole
FONT = Qt.ItemDataRole.FontRole
INK = Qt.ItemDataRole.ForegroundRole
TIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def open_study(qapp, monkeypatch):
    register(monkeypatch)
    sessions = []

    def make(*args, **more):
        sessions.append(session_of(*args, **more))
        return sessions[-1]

    yield make
    for session in sessions:
        session.close()


def rows_of(model: VariationModel, parent: QModelIndex = NOWHERE) -> list[list]:
    """The rows as [id, rows below]; reads all."""
    while model.canFetchMore(parent):
        model.fetchMore(parent)
    out = []
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        assert model.hasChildren(index) == (model.rowCount(index) > 0)
        out.append([index.data(NODE_ROLE), rows_of(model, index)])
    return out


def texts(model: VariationModel, parent: QModelIndex = NOWHERE) -> list[str]:
    return [model.index(row, 0, parent).data() for row in range(model.rowCount(parent))]


# ------------------------------------------------------------------------------------- rows


def test_depth_is_depth_of_variation(open_study) -> None:
    model = VariationModel(open_study("a b (c d (e f) g) (h) i"))
    # ids: a1 b2 c3 d4 e5 f6 g7 h8 i9
    assert rows_of(model) == [
        [1, []],
        [2, [[3, []], [4, [[5, []], [6, []]]], [7, []], [8, []]]],
        [9, []],
    ]


def test_alternatives_to_the_first_move(open_study) -> None:
    model = VariationModel(open_study("a (b c) (d) e"))
    assert rows_of(model) == [[1, [[2, []], [3, []], [4, []]]], [5, []]]


def test_an_empty_record_has_no_rows(open_study) -> None:
    model = VariationModel(open_study(""))
    assert model.rowCount() == 0
    assert not model.hasChildren()
    assert not model.index_of(0).isValid()


def test_index_of_leads_to_every_node_before_anybody_looked(open_study) -> None:
    session = open_study("a b (c d (e f (g) (h i)) j) (k) l")
    for id in sorted(session.record.nodes)[1:]:
        model = VariationModel(session)
        index = model.index_of(id)
        assert index.isValid()
        assert index.data(NODE_ROLE) == id
        way = []
        while index.isValid():
            way.append(index.data(NODE_ROLE))
            index = index.parent()
        assert way[-1] in [node.id for node in session.record.root.main_line()]
    assert not model.index_of(0).isValid()
    assert not model.index_of(999).isValid()


# ------------------------------------------------------------------------------------- data


def test_what_rows_say(open_study) -> None:
    session = open_study("a b (c xd)")
    session.do_on(session.record.node(3), plans.note, GLYPHS, (5, 14))
    session.do_on(session.record.node(3), plans.note, COMMENT, "\n  first line\nsecond")
    session.go_to(0)
    model = VariationModel(session)
    assert texts(model) == ["1. a", "1… b"]
    below = model.index(1, 0)
    assert texts(model, below) == ["1… c !? ⩲", "2. xd"]
    row = model.index(0, 0, below)
    assert row.siblingAtColumn(1).data() == "first line"
    assert row.data(TIP) == "first line\nsecond"
    assert row.data(SPOKEN) == (
        "1… Black: c, speculative move, Red has a slight advantage, comment: first line"
    )
    assert below.data(SPOKEN) == "1… Black: b, one variation"
    illegal = model.index(1, 0, below)
    assert illegal.data(SPOKEN) == "2. Red: xd, That can't be played."
    assert illegal.data(TIP) == "That can't be played."
    assert illegal.data(INK) is not None
    assert row.data(INK) is None


def test_the_current_node_is_marked_and_both_rows_are_told(open_study, qtbot) -> None:
    session = open_study("a b c")
    model = VariationModel(session)
    first, second = model.index(0, 0), model.index(1, 0)
    assert first.data(FONT) is None
    session.go_to(1)
    assert first.data(FONT).bold() or first.data(FONT).weight() > 500
    told = []
    model.dataChanged.connect(lambda a, b, roles: told.append((a.row(), b.row(), a.column())))
    session.go_to(2)
    assert told == [(0, 0, 0), (1, 1, 0)]
    assert first.data(FONT) is None
    assert second.data(FONT) is not None


def test_a_comment_shows_at_once(open_study) -> None:
    session = open_study("a b")
    session.go_to(2)
    model = VariationModel(session)
    index = model.index(1, 1)
    assert index.data() == ""
    told = []
    model.dataChanged.connect(lambda a, b, roles: told.append((a.row(), b.column())))
    session.do_on(session.record.node(2), plans.comment, "why")
    assert told == [(1, 1)]
    assert index.data() == "why"
    session.undo()
    assert index.data() == ""


def test_another_notation_shows_at_once(open_study) -> None:
    session = open_study("a (b)")
    model = VariationModel(session)
    assert texts(model) == ["1. a"]
    assert texts(model, model.index(0, 0)) == ["1. b"]
    told = []
    model.dataChanged.connect(lambda a, b, roles: told.append(a.parent().isValid()))
    session.set_style("high")
    assert sorted(told) == [False, True]
    assert texts(model, model.index(0, 0)) == ["1. B"]


# ------------------------------------------------------------------------------------ edits


@pytest.mark.parametrize("small", [False, True], ids=["whole", "windows"])
@pytest.mark.parametrize("looked", [False, True], ids=["unseen", "seen"])
@pytest.mark.parametrize("seed", range(5))
def test_any_edits(
    open_study, qtmodeltester, monkeypatch, seed: int, looked: bool, small: bool
) -> None:
    """After each edit the rows are those of the record, and the signals told all of it."""
    if small:
        monkeypatch.setattr(variation_rows, "WHOLE", 5)
        monkeypatch.setattr(variation_rows, "STEP", 3)
    dice = random.Random(seed)
    session = open_study("a b (c d (e f) g) (h) i j (k (l) m) n o p q r s")
    model = VariationModel(session)
    if looked:
        qtmodeltester.check(model)
    mirror = Mirror(model)
    if looked:
        mirror.look()
    for done in random_edits(session, dice, 30 if looked else 60):
        if looked:
            mirror.look()
        elif dice.random() < 0.3:
            model.index_of(dice.choice(sorted(session.record.nodes)))
            mirror.look()
        fresh = VariationModel(session)
        assert rows_of(fresh) == expected_rows(session.record), done
        _same(model, mirror.rows, expected_rows(session.record), done, small)
    if not small:
        assert rows_of(model) == expected_rows(session.record)


def _same(model: VariationModel, seen: list, expected: list, done: str, window: bool) -> None:
    """What is shown is what there is: all of it, or where windows are small, a part in one piece."""
    ids, all_ids = [entry[0] for entry in seen], [entry[0] for entry in expected]
    if window:
        start = all_ids.index(ids[0]) if ids else 0
        assert all_ids[start : start + len(ids)] == ids, done
        assert bool(ids) == bool(all_ids), done
        expected = expected[start : start + len(ids)]
    else:
        assert ids == all_ids, done
    for (id, below), (_, expected_below) in zip(seen, expected, strict=True):
        assert model.has_rows(id) == bool(expected_below), done
        if below:
            _same(model, below, expected_below, done, window)


def test_rows_that_stay_keep_their_indexes(open_study) -> None:
    session = open_study("a b (c d) e f")
    model = VariationModel(session)
    last, inner = QPersistentModelIndex(model.index_of(6)), QPersistentModelIndex(model.index_of(4))
    session.do_on(session.record.node(1), plans.action, Move("n"))
    session.do_on(session.record.node(4), plans.action, Move("m"))
    session.do_on(session.record.node(5), plans.delete)
    assert not last.isValid()
    assert inner.isValid()
    assert inner.internalId() == 4
    assert inner.parent().internalId() == 2


def test_the_first_variation_makes_a_leaf_open(open_study, qtbot) -> None:
    session = open_study("a b")
    model = VariationModel(session)
    row = model.index(1, 0)
    assert not model.hasChildren(row)
    with qtbot.waitSignal(model.rowsInserted) as told:
        session.do_on(session.record.node(1), plans.action, Move("c"))
    assert told.args[0] == row
    assert model.hasChildren(row)
    with qtbot.waitSignal(model.rowsRemoved) as told:
        session.undo()
    assert told.args[0] == row
    assert not model.hasChildren(row)


def test_the_last_unseen_variation_goes(open_study, qtbot) -> None:
    session = open_study("a b (c)")
    model = VariationModel(session)
    row = model.index(1, 0)
    assert model.hasChildren(row)
    with qtbot.waitSignal(model.rowsRemoved) as told:
        session.do_on(session.record.node(3), plans.delete)
    assert told.args[0] == row
    assert not model.hasChildren(row)


def test_a_reloaded_record(open_study) -> None:
    session = open_study("a b (c)")
    model = VariationModel(session)
    assert len(rows_of(model)) == 2
    session.document.path = None
    session.reloaded.emit()
    assert rows_of(model) == expected_rows(session.record)


# ------------------------------------------------------------------------------------ sizes


def long_line(plies: int) -> Node:
    """A line without variations."""
    return nodes_of(NodeData(i, i - 1, Move(f"m{i}") if i else None, {}) for i in range(plies + 1))[
        0
    ]


def test_a_line_of_20_000_plies(open_study) -> None:
    session = open_study(long_line(20_000))
    model = VariationModel(session)
    assert model.rowCount() == variation_rows.STEP
    end = model.index_of(20_000)
    assert end.data(NODE_ROLE) == 20_000
    assert model.rowCount() <= variation_rows.WHOLE
    assert model.can_fetch_before(QModelIndex())
    while model.can_fetch_before(QModelIndex()):
        assert model.fetch_before(QModelIndex()) > 0
    assert model.index(0, 0).data(NODE_ROLE) == 1
    assert model.rowCount() == 20_000
    assert model.main_line_end(first=True).row() == 0
    assert model.main_line_end(first=False).row() == 19_999


def test_edits_in_a_long_line_touch_what_is_shown(open_study) -> None:
    session = open_study(long_line(5_000))
    model = VariationModel(session)
    mirror = Mirror(model)
    model.index_of(3_000)
    session.do_on(session.record.node(2_999), plans.action, Move("beside"))
    mirror.look()
    assert [row[0] for row in mirror.rows if row[1]] == [3_000]
    session.do_on(session.record.node(2_900), plans.delete)
    ids = [row[0] for row in mirror.rows]
    assert ids == list(range(ids[0], 2_900))
    session.undo()
    assert model.index_of(5_000).data(NODE_ROLE) == 5_000


def test_3_000_nested_branches(open_study) -> None:
    """Each node has a second child; the second children are the line."""
    rows, parent = [NodeData(0, -1, None, {})], 0
    for depth in range(3_000):
        rows.append(NodeData(2 * depth + 1, parent, Move("a"), {}))
        rows.append(NodeData(2 * depth + 2, parent, Move("b"), {}))
        parent = 2 * depth + 2
    session = open_study(nodes_of(rows)[0])
    model = VariationModel(session)
    index = model.index_of(6_000)
    depth = 0
    while index.isValid():
        depth += 1
        index = index.parent()
    assert depth == 3_001
    assert model.level(6_000) == 3_000
    session.do_on(session.record.node(2), plans.delete)
    assert rows_of(model) == [[1, []]]


def test_5_882_variations_of_one_move(open_study) -> None:
    rows = [
        NodeData(0, -1, None, {}),
        *(NodeData(i, 0, Move(f"m{i}"), {}) for i in range(1, 5_884)),
    ]
    session = open_study(nodes_of(rows)[0])
    model = VariationModel(session)
    top = model.index(0, 0)
    assert model.rowCount(top) == variation_rows.STEP
    assert model.index_of(5_883).parent() == top
    assert len(rows_of(VariationModel(session))[0][1]) == 5_882

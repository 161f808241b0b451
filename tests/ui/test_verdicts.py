"""Verdicts in the window: what follows from them, where they are shown, how they are written."""

from __future__ import annotations

import pytest
from connection_desks import window_of
from desks import make_window
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from viewer.base.resources import resource_path
from viewer.document import plans
from viewer.tree.action import Move
from viewer.tree.annotation import VERDICT
from viewer.tree.serial import NodeData
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.palettes import VerdictPalette

# 1. f6 and then three answers of Blue: won for Red, even, and won for Blue.
ROWS = [
    NodeData(0, -1, None, {}),
    NodeData(1, 0, Move("1 f6"), {}),
    NodeData(2, 1, Move("2 e7"), {}),
    NodeData(3, 2, Move("1 d9"), {VERDICT: 10_000}),
    NodeData(4, 1, Move("2 g4"), {VERDICT: 0}),
    NodeData(5, 1, Move("2 c8"), {}),
    NodeData(6, 5, Move("1 d3"), {VERDICT: -10_000}),
]


@pytest.fixture
def window(qtbot: QtBot, tmp_path):
    made = window_of(qtbot, tmp_path, "hex", ROWS)
    made.session.rules.verdicts.finish()
    return made


def node(window, *moves: str):
    at = window.session.record.root
    for move in moves:
        at = next(child for child in at.children if child.action.text == move)
    return at


def test_what_follows_is_shown_on_the_board(window) -> None:
    session, overlay = window.session, window.desk.stage.board.overlay
    session.go(node(window, "1 f6"))
    ways, _ = overlay.ways()
    assert [(way.sign, way.praise, way.derived) for way in ways] == [
        ("-", -1, True),
        ("=", 0, False),
        ("+", 1, True),
    ]
    assert str(session.rules.verdicts.words(session.node, session.states.side_names)).startswith(
        "Blue wins"
    )
    window.desk.stage.board.grab()


def test_a_new_verdict_changes_those_above(qtbot: QtBot, window) -> None:
    session = window.session
    session.go(node(window, "1 f6", "2 c8", "1 d3"))
    window.run(COMMANDS["verdict"])
    palette = window.findChild(VerdictPalette)
    palette.line.setText("25")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert session.node.notes[VERDICT] == 2500
    session.go(node(window, "1 f6"))
    assert session.rules.verdicts.of(session.node).value == 0  # Blue plays g4
    assert window.desk.stage.board.overlay.ways()[0][2].sign == "-25"
    session.undo()
    assert session.node.notes[VERDICT] == -10_000
    assert session.rules.verdicts.of(node(window, "1 f6")).value == -10_000


def test_a_verdict_is_taken_out(qtbot: QtBot, window) -> None:
    session = window.session
    session.go(node(window, "1 f6", "2 g4"))
    window.run(COMMANDS["verdict"])
    palette = window.findChild(VerdictPalette)
    palette.choose(len(palette.rows) - 1)
    palette.do(False)
    assert VERDICT not in session.node.notes
    assert session.rules.verdicts.of(session.node) is None


def test_moves_that_come_and_go_count(window) -> None:
    session = window.session
    session.go(node(window, "1 f6"))
    session.play(Move("2 b2"))
    session.rules.verdicts.finish()
    assert session.rules.verdicts.of(node(window, "1 f6")).value == -10_000  # a win is enough
    session.go(node(window, "1 f6", "2 c8", "1 d3"))
    window.run(COMMANDS["delete"])
    session.rules.verdicts.finish()
    assert session.rules.verdicts.of(node(window, "1 f6")) is None


def test_signs_in_notation_outline_and_graph(window) -> None:
    session, side = window.session, window.desk.panels
    won = node(window, "1 f6", "2 e7", "1 d9")
    side.notation.viewport().grab()
    setter = side.notation._sight.setter
    signs = [text for text, *_ in setter._signs(won, setter.line_face)]
    assert signs == ["1\u22120"]
    window.run(COMMANDS["graph"])
    view = side.made("graph").view
    assert view.dot(won).glyph == "+\u2212"
    assert view.dot(won).praise == 1
    assert view.dot(node(window, "1 f6", "2 c8")).glyph == "\u2212+"
    assert view.dot(node(window, "1 f6")).glyph == ""  # no fork: it would be everywhere
    assert view.wording.of(won).verdict == ("1\u22120", 1)
    assert "Red wins" in view.wording.spoken(won)
    assert session.rules.verdicts is not None


def test_other_games_have_none(qtbot: QtBot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of("chess")
    assert window.session.rules.verdicts is None
    assert not COMMANDS["verdict"].possible(window)


@pytest.mark.parametrize(("name", "chain"), [("hex.hgt", 14), ("twixt.tgt", 13)])
def test_the_studies_that_come_with_it(qtbot: QtBot, tmp_path, name: str, chain: int) -> None:
    window = make_window(qtbot, tmp_path, resource_path("samples", "en", "study", name))
    session = window.session
    session.rules.verdicts.finish()
    assert session.record.root.comment
    assert len(session.record.root.children) == 2
    assert not [
        one
        for one in session.record.nodes.values()
        if session.game.violation(session.states.at(one))
    ]
    session.go(session.cursor.last())
    assert len(session.game.winning_chain(session.state)) == chain
    assert session.rules.verdicts.of(session.node).value == 10_000
    assert not window.desk.stage.board.grab().isNull()


def test_who_judges_may_be_said(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", ROWS)
    session = window.session
    session.rules.verdicts.finish()
    where = node(window, "1 f6", "2 c8", "1 d3")
    assert session.rules.verdicts.of(where).praise == -1
    session.do(plans.header, "pov", "2")
    assert (session.rules.verdicts.of(where).praise, session.rules.verdicts.of(where).seen) == (
        1,
        "+",
    )
    session.do(plans.header, "pov", "1")
    assert (session.rules.verdicts.of(where).praise, session.rules.verdicts.of(where).seen) == (
        -1,
        "-",
    )

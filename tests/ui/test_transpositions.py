"""The same position elsewhere in a record: shown at the move, jumped to, united, linked."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window

from viewer.games import GAMES, game_of
from viewer.games.capabilities import Charted
from viewer.games.judge import reached
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

CHESS = """[White "A"]
[Black "B"]
[Result "*"]

1. d4 (1. c4 d5 2. d4 {from the side} e6 3. Nc3 {known} *) 1... d5 2. c4 c6 3. Nf3 *
"""


def window_of(qtbot, tmp_path: Path, text: str = CHESS) -> Window:
    path = tmp_path / "lines.pgn"
    path.write_text(text, "utf-8")
    window = make_window(qtbot, tmp_path, path)
    assert window.desk.panels  # which are made once the board is painted
    window.session.rules.start()  # it begins by itself a moment later
    window.session.rules.transpositions.run_now()
    return window


def node_after(window: Window, *moves: str) -> Node:
    node = window.session.record.root
    for move in moves:
        node = next(child for child in node.children if window.session.words.of(child) == move)
    return node


def test_a_position_that_another_line_reaches_is_told_and_jumped_to(qtbot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path)
    session, panel = window.session, window.desk.panels.comment
    assert panel.same is None
    session.go(node_after(window, "d4", "d5", "c4"))
    assert not panel.same.isHidden()
    assert [chip.text() for chip in panel.same.chips] == ["2. d4"]
    panel.same.chips[0].click()
    assert session.node is node_after(window, "c4", "d5", "d4")
    assert [chip.text() for chip in panel.same.chips] == ["2. c4"]
    window.run(COMMANDS["same-position"])
    assert session.node is node_after(window, "d4", "d5", "c4")
    session.go(session.node.parent)
    assert panel.same.isHidden()
    assert not COMMANDS["same-position"].possible(window)


def test_lines_that_meet_are_united_and_the_edit_undone(qtbot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path)
    session = window.session
    here = node_after(window, "d4", "d5", "c4")
    session.go(here)
    window.run(COMMANDS["unite"])
    assert [session.words.of(child) for child in here.children] == ["c6", "e6"]
    assert here.children[1].children[0].comment == "known"
    assert session.node is here
    window.run(COMMANDS["undo"])
    assert [session.words.of(child) for child in here.children] == ["c6"]


def test_the_comment_says_where_else_the_position_is(qtbot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path)
    session = window.session
    session.go(node_after(window, "d4", "d5", "c4"))
    window.run(COMMANDS["link-position"])
    window.run(COMMANDS["link-position"])
    assert session.node.comment == "The same position as after 2. d4."


def test_edits_are_followed(qtbot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path)
    session = window.session
    session.go(node_after(window, "d4", "d5", "c4"))
    session.go(node_after(window, "c4", "d5"))
    window.run(COMMANDS["delete"])
    session.rules.transpositions.run_now()
    session.go(node_after(window, "d4", "d5", "c4"))
    assert window.desk.panels.comment.same.isHidden()
    window.run(COMMANDS["undo"])
    session.rules.transpositions.run_now()
    session.go(node_after(window, "d4", "d5", "c4"))
    assert not window.desk.panels.comment.same.isHidden()


def test_a_repetition_on_one_line_isnt_told(qtbot, tmp_path) -> None:
    text = CHESS.split("\n\n")[0] + "\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 (3. d4) Nf6 *\n"
    window = window_of(qtbot, tmp_path, text)
    session = window.session
    for node in session.record.walk():
        assert session.rules.transpositions.of(node) == []


def test_castling_rights_make_another_position(qtbot, tmp_path) -> None:
    text = (
        CHESS.split("\n\n")[0] + "\n\n1. e4 e5 2. Be2 (2. Ke2 d6 3. Ke1 Nf6 4. Be2) 2... d6 3. h3 "
        "(3. Kf1 Nf6 4. Ke1) Nf6 *\n"
    )
    window = window_of(qtbot, tmp_path, text)
    session = window.session
    late = node_after(window, "e4", "e5", "Be2", "d6", "Kf1", "Nf6", "Ke1")
    king = node_after(window, "e4", "e5", "Ke2", "d6", "Ke1", "Nf6", "Be2")
    assert session.rules.transpositions.of(late) == [king]  # neither may castle any more


@pytest.mark.parametrize("id", [id for id in GAMES if isinstance(game_of(id), Charted)])
def test_two_orders_of_moves_reach_the_same_position(id: str) -> None:
    """Whatever the game: two quiet moves of each side, the first side's exchanged."""
    game = game_of(id)
    start = game.start(None)

    def line(moves: tuple[str, ...]) -> object:
        state = start
        for move in moves:
            state = game.advance(state, Move(move))
            if game.violation(state) is not None:
                return None
        return state

    firsts = [move.text for move in game.legal_moves(start)]
    found = None
    for one in firsts[:12]:
        for other in firsts[-12:]:
            state = game.advance(start, Move(one))
            for answer in [move.text for move in game.legal_moves(state)][:4]:
                ways = (one, answer, other), (other, answer, one)
                if one != other and all(line(way) is not None for way in ways):
                    found = found or ways
    assert found is not None
    rows = [NodeData(0, -1, None, {})]
    for way in found:
        for depth, move in enumerate(way):
            rows.append(NodeData(len(rows), len(rows) - 1 if depth else 0, Move(move), {}))
    record = Record(id, nodes_of(rows)[0])
    positions = {id: position for step in reached(game, record) for id, position in step.result}
    assert positions[3] == positions[6]
    assert len(set(positions.values())) == len(positions) - 1

"""Hex in the window: stones, layouts, the cursor, swaps, the winning chain, the editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from connection_desks import line, window_of
from desks import click, make_window
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from viewer.games import game_of
from viewer.tree.action import Move, Setup
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.palettes import ResultPalette, results

pytestmark = pytest.mark.bare

LAYOUTS = tuple(layout.id for layout in game_of("hex").layouts)


def board_of(window):
    return window.desk.stage.board


def test_stones_are_put_by_clicks_and_a_click_on_one_goes_to_its_move(
    qtbot: QtBot, tmp_path
) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("a2", "e5"))
    session = window.session
    session.go(session.cursor.last())
    click(qtbot, window, "f5")
    assert session.node.action == Move("1 f5")
    click(qtbot, window, "e5")
    assert session.node.action == Move("2 e5")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_is_hit_where_it_is_drawn(qtbot: QtBot, tmp_path, layout: str) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("a2", "e5"))
    board, session = board_of(window), window.session
    window.looks.lay_out(session, LAYOUTS.index(layout))
    for flip, mirror in ((False, False), (True, False), (True, True)):
        session.set_view(session.view._replace(flip=flip, mirror=mirror))
        for place in ("a1", "k1", "a11", "k11", "f6", "c9"):
            assert board.square_at(board.centre_of(place)) == place
            assert board.rect().contains(board.centre_of(place).toPoint())
    assert not board.grab().isNull()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_cursor_goes_where_the_arrows_point(qtbot: QtBot, tmp_path, layout: str) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("a2", "f6"))
    board, session = board_of(window), window.session
    window.looks.lay_out(session, LAYOUTS.index(layout))
    session.go(session.cursor.last())
    for key, across, down in (
        (Qt.Key.Key_Right, 1, 0),
        (Qt.Key.Key_Left, -1, 0),
        (Qt.Key.Key_Down, 0, 1),
        (Qt.Key.Key_Up, 0, -1),
    ):
        board.cursor_place = "f6"
        before = board.centre_of("f6")
        qtbot.keyClick(board, key)
        way = board.centre_of(board.cursor_place) - before
        assert board.cursor_place != "f6"
        assert (way.x() * across if across else way.y() * down) > 0


def test_layouts_are_stepped_through_chosen_and_kept(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("a2"))
    board = board_of(window)
    flat = board.geometry_
    window.run(COMMANDS["layout"])
    diamond = board.geometry_
    assert diamond is not flat
    assert window.desk.stage._laid is diamond
    assert window.settings["layouts"] == "hex=9"
    window.run(COMMANDS["layout-before"])
    assert board.geometry_ is flat
    assert window.settings["layouts"] == ""
    window.run(COMMANDS["layout-before"])
    assert window.settings["layouts"] == "hex=8"
    window.run(COMMANDS["layout-1"])
    assert board.geometry_ is diamond
    assert COMMANDS["layout-1"].chosen(window)
    assert str(COMMANDS["layout-1"].name_in(window)) == "Diamond"
    assert not COMMANDS["turn-right"].possible(window)
    window.run(COMMANDS["graph"])
    page = window.desk.panels.made("graph")
    assert page.view.pointer.peek.seen_as(window.session.state).geometry is diamond


def test_commands_name_the_layouts_of_the_game(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("a2"))
    layouts = [COMMANDS[f"layout-{n}"] for n in range(12)]
    names = [one.name_in(window) for one in layouts]
    assert str(names[1]) == "Diamond"
    assert None not in names
    window.files.new_of("twixt")
    assert [one.name_in(window) is not None for one in layouts] == [True, True] + [False] * 10
    window.files.new_of("chess")
    assert not any(one.name_in(window) for one in layouts)


def test_a_click_on_the_first_stone_swaps(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("c2"))
    session, board, told = window.session, board_of(window), []
    session.go(session.cursor.last())
    board.told.connect(lambda words: told.append(str(words)))
    qtbot.mouseMove(board, board.centre_of("f6").toPoint())
    qtbot.mouseMove(board, board.centre_of("c2").toPoint())
    assert told == ["Swap pieces: click or Enter"]
    qtbot.mouseMove(board, board.centre_of("f6").toPoint())
    assert told[1:] == [""]
    click(qtbot, window, "c2")
    assert session.node.action == Move("2 swap-pieces")
    assert dict(session.game.pieces(session.state)) == {"b3": "blue-swapped"}


def test_moves_beside_the_board_are_commands_and_chips(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("c2"))
    assert window.desk.panels  # with which the transport is complete
    session, transport = window.session, window.desk.transport
    chips = transport.offers.chips
    assert "swap-sides" not in chips or chips["swap-sides"].isHidden()
    assert not COMMANDS["swap-pieces"].possible(window)
    session.go(session.cursor.last())
    qtbot.waitUntil(lambda: "swap-sides" in chips and chips["swap-sides"].isVisible())
    assert chips["swap-pieces"].isVisible()
    chips["swap-sides"].click()
    assert session.node.action == Move("2 swap-sides")
    assert chips["swap-sides"].isHidden()
    window.run(COMMANDS["resign"])
    assert session.node.action == Move("2 resign")
    assert not COMMANDS["accept-draw"].possible(window)


def test_chips_without_room_stand_in_a_menu(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("c2"))
    assert window.desk.panels  # with which the transport is complete
    session, transport = window.session, window.desk.transport
    least = transport.minimumSizeHint().width()
    assert not transport.offers.chips
    session.go(session.cursor.last())
    offers = transport.offers
    qtbot.waitUntil(lambda: not offers.more.isVisible())  # once it was laid out
    # The window grows with them by no more than the chip of their menu.
    more = offers.minimumSizeHint().width() + transport.layout().spacing()
    assert transport.minimumSizeHint().width() <= least + more
    offers.setFixedWidth(offers.minimumSizeHint().width())
    qtbot.waitUntil(offers.more.isVisible)
    assert not any(chip.isVisible() for chip in offers.chips.values())
    menu = offers.menu()
    words = [action.text().split("\t") for action in menu.actions()]
    assert words == [["Swap pieces", "Shift+S"], ["Swap sides", "Alt+Shift+S"]]
    menu.actions()[1].trigger()
    assert session.node.action == Move("2 swap-sides")
    menu.close()


def test_the_winning_chain_is_there_while_it_is(qtbot: QtBot, tmp_path) -> None:
    moves = ("b1", "a1", "b2", "a2", "b3")
    window = window_of(qtbot, tmp_path, "hex", line(*moves, setup="3"), "gametree")
    board, session = board_of(window), window.session
    session.go(session.cursor.last())
    won = board.grab().toImage()
    assert board._bonds.below
    assert board._bonds.above
    session.go(session.node.parent)
    assert board.grab().toImage() != won
    assert not board._bonds.below


@pytest.mark.parametrize(
    ("game", "setup", "moves", "said", "result"),
    [
        (
            "hex",
            "3",
            ("b1", "a1", "b2", "a2", "b3"),
            "Red has joined top and bottom: 3 stones.",
            "B+",
        ),
        (
            "hex",
            "3",
            ("a1", "a2", "a3", "b2", "b1", "c2"),
            "Blue has joined left and right: 3 stones.",
            "W+",
        ),
        (
            "twixt",
            "5",
            ("c1", "a2", "b3", "a3", "c5"),
            "Vertical has joined top and bottom: 3 pegs.",
            "W+",
        ),
    ],
)
def test_a_won_game_says_so_where_one_stands_at_its_end(
    qtbot: QtBot, tmp_path, game: str, setup: str, moves: tuple[str, ...], said: str, result: str
) -> None:
    window = window_of(qtbot, tmp_path, game, line(*moves[:-1], setup=setup), "sgf")
    session, status = window.session, window.status
    session.go(session.cursor.last())
    assert status.outcome == ""
    (move,) = session.game.read_moves(session.state, moves[-1])
    session.play(move)
    assert status.outcome == f"{said}  ·  R writes the result"
    session.go(session.node.parent)
    assert status.outcome == ""
    session.go(session.cursor.last())
    assert status.outcome.startswith(said)
    palette = ResultPalette(session, window)
    assert palette.rows[0].more == result
    palette.do(False)
    assert session.record.header("RE") == result
    assert status.outcome == said
    window.run(COMMANDS["undo"])
    assert session.record.header("RE") == ""


def test_hex_has_results_in_sgf(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("b1", setup="3"), "sgf")
    found = dict(results(window.session))
    assert list(found)[:2] == ["B+R", "W+R"]
    assert str(found["B+"]) == "Red wins"
    assert "0" not in found
    palette = ResultPalette(window.session, window)
    palette.look_for("blue wins on")
    palette.step(1)  # what was typed comes first, as it is
    palette.do(False)
    assert window.session.record.header("RE") == "W+T"
    window.run(COMMANDS["save"])
    assert b"RE[W+T]" in (tmp_path / "game.sgf").read_bytes()


def test_stones_set_up_in_mid_game_are_a_change(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("c2", "e5"), "sgf")
    session = window.session
    session.go(session.cursor.last())
    window.run(COMMANDS["tool-stone-1"])
    click(qtbot, window, "g7")
    assert session.node.action == Setup("W g7")
    window.run(COMMANDS["tool-take"])
    click(qtbot, window, "e5")
    assert session.node.action == Setup("W g7 E e5")


def test_numbers_stand_on_stones(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("c2", "e5", "f6"))
    board, session = board_of(window), window.session
    session.go(session.cursor.last())
    window.looks.choose("numbers", "all")
    assert dict(board.overlay.numbers(dict(session.game.pieces(session.state)))) == {
        "c2": 1, "e5": 2, "f6": 3,
    }  # fmt: skip


def test_a_board_of_any_size_in_the_editor(qtbot: QtBot, tmp_path) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("c2"))
    window.run(COMMANDS["edit-position"])
    mode = window.desk.mode
    mode.panel.text.setPlainText("13x9 B c2 W d4")
    board = window.desk.boards()[-1]
    assert len(board.geometry_.squares) == 13 * 9
    assert dict(board.session.game.pieces(board.session.state)) == {"c2": "red", "d4": "blue"}
    window.run(COMMANDS["layout"])
    assert board.layout_id == "9"
    mode.ends.finished.emit("new")
    assert window.session.record.setup == Setup("13x9 B c2 W d4")
    assert board_of(window).layout_id == "9"


@pytest.mark.parametrize("text", ["63", "1", "26x3", "19"])
def test_new_records_of_any_size(qtbot: QtBot, tmp_path, text: str) -> None:
    window = window_of(qtbot, tmp_path, "hex", line("c2"))
    window.files.new_of("hex", game_of("hex").parse_setup(text))
    assert window.session.game.size_text(window.session.state) == text
    click(qtbot, window, "a1")
    assert window.session.node.action == Move("1 a1")


def test_a_link_turns_its_board_until_another_layout_is_chosen(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "two.hexworld"
    links = "https://hexworld.org/board/#11r9c1,b4\nhttps://hexworld.org/board/#11,b4\n"
    path.write_text(links, "utf-8")
    window = make_window(qtbot, tmp_path, path)
    board, session = window.desk.stage.board, window.session
    assert board.layout_id == "9"
    turned = board.geometry_
    session.step_record(1)
    assert board.layout_id == ""
    assert board.geometry_ != turned
    session.step_record(-1)
    assert board.geometry_ == turned
    window.run(COMMANDS["layout"])
    assert board.layout_id == "11"
    window.run(COMMANDS["save"])
    assert path.read_text("utf-8") == links

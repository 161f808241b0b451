"""What the window puts on the clipboard, what it says of it, and the menu of texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window, write_file
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from viewer.document import copying
from viewer.document.clip import clip, clip_records
from viewer.formats import FORMATS
from viewer.games import GAMES
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.window.palette import Palette
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui
SAMPLES = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"

PGN = '[White "Anna"]\n[Event "Club"]\n\n1.e4  e5 {Yes.} (1...c5 2.Nf3 (2.c3)) 2.Nf3 *\n'


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    path = tmp_path / "a.pgn"
    path.write_text(PGN)
    return make_window(qtbot, tmp_path, path)


def copied(window: Window, command: str) -> QMimeData:
    window.run(COMMANDS[command])
    return QGuiApplication.clipboard().mimeData()


def test_a_branch_is_copied_with_its_variations(window: Window) -> None:
    node = window.session.record.root.children[0].children[1]
    window.session.go(node)
    data = copied(window, "copy")
    assert "1... c5 2. Nf3 (2. c3) *" in data.text()
    assert data.hasFormat(clip.MEDIA_TYPE)
    assert window.status.said == "Copied the branch: 3 moves, 1 variation."


def test_all_moves_are_the_record_as_it_is_written(window: Window) -> None:
    assert copied(window, "copy").text() == PGN
    assert window.status.said == "Copied all moves: 6 moves, 2 variations."


def test_one_move_is_not_one_moves(window: Window) -> None:
    window.session.go(window.session.record.root.children[0].children[0].children[0])
    copied(window, "copy")
    assert window.status.said == "Copied the branch: 1 move."


def test_what_was_cut_is_said_to_be_cut(window: Window) -> None:
    node = window.session.record.root.children[0].children[1]
    window.session.go(node)
    data = copied(window, "cut")
    assert data.hasFormat(clip.MEDIA_TYPE)
    assert len(window.session.record.root.children[0].children) == 1
    assert window.status.said == "Cut the branch: 3 moves, 1 variation."


def test_no_moves_are_told(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line())
    QGuiApplication.clipboard().setText("before")
    assert copied(window, "copy").text() == "before"
    assert window.status.said == "There are no moves here to copy."


def test_a_game_is_copied_as_it_is_written(window: Window) -> None:
    data = copied(window, "copy-games")
    assert data.text() == PGN
    assert data.hasFormat(clip_records.MEDIA_TYPE)
    assert window.status.said == "Copied the game: 6 moves, 2 variations."


def test_a_game_of_a_binary_format_has_text_too(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    text = copied(window, "copy-games").text()
    assert text.startswith("[DhtmlXQ]")
    assert "[DhtmlXQ_movelist]7747" in text


def forms(game: str) -> list[str]:
    return [f"copy-as-{form.id}" for entry, form in copying.forms_of(game) if not entry.common]


def test_the_menu_has_the_texts_of_the_game(window: Window) -> None:
    window.finish()
    everywhere = {"copy-as-line"}
    for game in GAMES:
        everywhere |= set(forms(game))
    assert everywhere <= set(COMMANDS)
    offered = {id for id in everywhere if COMMANDS[id].name_in(window) is not None}
    assert (
        offered
        == {*forms("chess"), "copy-as-line"}
        == {
            "copy-as-pgn",
            "copy-as-epd",
            "copy-as-line",
        }
    )
    window.run_named("copy-as")
    palette = window.findChild(Palette)
    shown = [row.words.removeprefix("Copy as: ") for row in palette.rows]
    posts = [str(form.name) for form in FORMATS["text"].texts]
    positions = ["FEN (position)", "EPD (position)"]
    assert shown == ["PGN", *posts, "Text with options…", *positions]
    palette.go_away()


def test_the_palette_finds_the_texts(window: Window) -> None:
    palette = Palette(window, window.run)
    palette.look_for("copy as")
    found = [row.words for row in palette.rows]
    assert found[:2] == ["Copy as…", "Copy as: PGN"]
    assert {"Copy as: FEN (position)", "Copy as: Moves in columns"} <= set(found)
    palette.look_for("fen")
    assert palette.rows[0].words == "Copy as: FEN (position)"
    palette.deleteLater()


def test_a_position_is_copied_as_each_of_its_texts(window: Window) -> None:
    window.session.go(window.session.record.root.children[0])
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert copied(window, "copy-as-line").text() == fen
    assert copied(window, "copy-as-epd").text().startswith(fen.rsplit(" ", 2)[0])
    assert window.status.said == "Copied: EPD (position)."


def test_what_a_text_lacks_is_told(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    path.write_text("(;GM[11]SZ[11](;B[a1]C[first]LB[b2:A];W[b2])(;B[c3]))")
    window = make_window(qtbot, tmp_path, path)
    assert copied(window, "copy-as-hexworld").text() == "https://hexworld.org/board/#11,a1b2\n"
    assert window.status.said == (
        "Copied the game as HexWorld link: 3 moves, 1 variation. 1 c3 and what follows is left out:"
        " HexWorld holds one line of moves."
        " 2 things more are left out."
    )


@pytest.mark.parametrize("command", ["copy-as-moves", "copy-as-hexworld", "copy-as-sgf"])
def test_a_copied_text_is_pasted_as_a_record(qtbot, tmp_path: Path, command: str) -> None:
    """The bare list of moves of Hex says neither its game nor its size: the game shown says it."""
    path = tmp_path / "a.sgf"
    path.write_text("(;GM[11]SZ[11];B[a1];W[b2];B[c3])")
    window = make_window(qtbot, tmp_path, path)
    text = copied(window, command).text()
    window.session.go_to(2)
    QGuiApplication.clipboard().setText(text)
    window.run(COMMANDS["paste"])
    assert len(window.session.document) == 2
    assert window.session.index == 1
    main = list(window.session.record.root.main_line())[1:]
    assert [node.action.text for node in main] == ["1 a1", "2 b2", "1 c3"]


def test_games_are_copied_as_people_send_them(window: Window) -> None:
    assert copied(window, "copy-as-paragraph").text() == (
        "White: Anna\nEvent: Club\n\n1.e4 e5 Yes. (1…c5 2.Nf3 (2.c3)) 2.Nf3\n"
    )
    assert window.status.said == "Copied: Text in one paragraph (WeChat, forums)."


def test_a_text_is_copied_with_a_picture(window: Window) -> None:
    window.session.go(window.session.record.root.children[0].children[0])
    window.run(COMMANDS["copy-as-text"])
    (dialog,) = window.findChildren(SheetDialog)
    for key, value in {"extent": "to", "picture": True, "variations": False}.items():
        dialog.sheet.set_value(key, value)
    dialog.accept()
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "White: Anna\nEvent: Club\n\n1.e4 e5 Yes.\n"
    assert data.hasImage()
    assert '<img src="data:image/png;base64,' in data.html()
    assert "1.e4 e5 Yes.<br>" in data.html()


def test_a_position_of_xiangqi_is_a_whole_fen(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, SAMPLES / "xiangqi.xqf")
    text = copied(window, "copy-as-line").text()
    assert text == "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def test_a_bod_names_the_last_move(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, SAMPLES / "shogi.kif")
    window.session.go_to(3)
    assert copied(window, "copy-as-bod").text().splitlines()[-1] == "手数＝3  ▲７五歩  まで"

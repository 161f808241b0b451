"""Text from elsewhere, pasted: games, positions, moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window, write_file
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMenu

from viewer.document.clip import pasting
from viewer.games import game_of
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import BEFORE
from viewer.tree.node import Node
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.text_dialog import TextDialog
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]

GAME = """[Event "Club"]
[White "Carl"]
[Black "Dora"]
[Result "1-0"]

{Quick.} 1. e4 e5 (1... c5 2. Nf3) 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""
FEN = "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3"))


def paste(window: Window, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    window.run(COMMANDS["paste"])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """The menus that were opened; the platform of the tests can't show them."""
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, point: opened.append(menu))
    return opened


def test_a_game_that_does_not_fit_here_is_added(window: Window, asked: list[QMenu]) -> None:
    window.session.go_to(1)
    paste(window, GAME)
    assert not asked
    session = window.session
    assert len(session.document) == 2
    assert session.index == 1
    assert session.record.header("White") == "Carl"
    assert session.record.root.comment == "Quick."
    window.run(COMMANDS["undo"])
    assert len(session.document) == 1
    assert session.record.header("White") == "Anna"


def test_a_game_that_fits_is_asked_about_and_becomes_a_branch(
    window: Window, asked: list[QMenu]
) -> None:
    paste(window, GAME)
    (menu,) = asked
    menu.actions()[0].trigger()
    menu.close()
    session = window.session
    assert len(session.document) == 1
    first = session.record.root.children
    assert [child.action for child in first] == [Move("e2e4")]
    assert [child.action.text for child in first[0].children] == ["e7e5", "c7c5"]
    assert [child.action.text for child in first[0].children[0].children] == ["g1f3", "f1c4"]
    assert session.node is first[0]


def test_a_game_that_fits_is_asked_about_and_becomes_a_game(
    window: Window, asked: list[QMenu]
) -> None:
    paste(window, GAME)
    (menu,) = asked
    menu.actions()[1].trigger()
    menu.close()
    assert len(window.session.document) == 2
    assert window.session.record.header("Black") == "Dora"


def test_a_game_that_fits_only_in_part_is_added_unasked(window: Window, asked: list[QMenu]) -> None:
    window.session.go_to(2)
    paste(window, '[White "Carl"]\n\n1. Nf3 Nc6 2. e4 e5 *\n')
    assert not asked
    assert len(window.session.document) == 2
    assert len(window.session.record.nodes) == 5


def test_asked_and_left_alone_nothing_happens(window: Window, asked: list[QMenu]) -> None:
    paste(window, GAME)
    asked[0].close()
    assert len(window.session.document) == 1
    assert window.session.document.history.unused


@pytest.mark.parametrize("text", ["2. Bc4 Nc6 3. Qh5", "Bc4 Nc6 Qh5", "1. e4 e5 2. Bc4 Nc6 3. Qh5"])
def test_bare_moves_are_a_branch_where_they_fit(
    window: Window, asked: list[QMenu], text: str
) -> None:
    window.session.go_to(0 if text.startswith("1") else 2)
    paste(window, text)
    assert not asked
    assert len(window.session.document) == 1
    branch = window.session.record.node(2).children[1]
    assert [one.action.text for one in branch.main_line()] == ["f1c4", "b8c6", "d1h5"]


def test_bare_moves_that_fit_only_at_the_start_are_a_game(window: Window) -> None:
    window.session.go_to(3)
    paste(window, "1. d4 d5 2. c4 e6")
    assert len(window.session.document) == 2
    assert len(window.session.record.nodes) == 5


def test_moves_that_fit_nowhere_are_told(window: Window) -> None:
    window.session.go_to(3)
    for text in ("17. Nxe8 Rxe8", "nonsense"):
        paste(window, text)
        assert len(window.session.document) == 1
        assert window.session.document.history.unused
        assert "no moves that fit" in window.status.said


def test_a_position_is_a_game_that_begins_with_it(window: Window) -> None:
    paste(window, f"\n {FEN} \n")
    session = window.session
    assert len(session.document) == 2
    assert session.record.setup == Setup(FEN)
    assert session.record.header("White") != "Anna"
    assert [place for place, _ in session.game.pieces(session.state)] == ["e2", "e3", "e5"]
    window.run(COMMANDS["undo"])
    assert len(session.document) == 1


def test_a_line_of_epd_brings_its_operations(window: Window) -> None:
    paste(window, '8/8/8/4k3/8/4K3/4P3/8 w - - bm Kd3; c0 "careful";')
    record = window.session.record
    assert len(window.session.document) == 2
    assert record.root.comment == "careful"
    assert [child.action.text for child in record.root.children] in (["Kd3"], ["e3d3"])


def test_several_games_at_once(window: Window) -> None:
    paste(window, GAME + "\n" + GAME.replace("Carl", "Emil"))
    assert len(window.session.document) == 3
    assert window.session.record.header("White") == "Carl"
    assert window.session.document.headers(2)[1].value == "Emil"


def test_a_file_of_one_record_stays_that(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "one.xqf"))
    before = window.session.document
    fen = "3ak4/9/9/9/9/9/9/9/4A4/3K1R3 w"
    paste(window, fen)
    assert len(window.tabs.desks()) == 2
    assert window.session.document is not before
    assert window.session.record.game == "xiangqi"
    assert window.session.record.setup == game_of("xiangqi").parse_setup(fen)
    window.tabs.desks()[0]
    paste(window, GAME)
    assert len(window.tabs.desks()) == 3
    assert window.session.record.game == "chess"
    assert window.session.record.header("White") == "Carl"
    assert before.history.unused


def test_what_is_too_long_is_not_looked_at() -> None:
    assert pasting.read_text("x" * (pasting.MOST_TEXT + 1)) is None
    assert pasting.read_text("\0" * 100) is None


def test_a_position_of_another_game_is_opened_as_that_game(window: Window) -> None:
    for text, game in (
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "xiangqi"),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "shogi"),
    ):
        paste(window, text)
        assert window.session.record.game == game
        assert not window.session.record.root.children
    assert len(window.tabs.desks()[0].session.document) == 1


def test_a_record_that_cannot_be_read_yet_is_named(window: Window) -> None:
    paste(window, '[Game "Janggi"]\n\n1. 炮二平五 马8进7')
    assert window.status.said.startswith("This is a janggi record in PGN")
    assert len(window.tabs.desks()) == 1
    assert len(window.session.document) == 1


def test_moves_of_xiangqi_fit_a_record_of_xiangqi(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of("xiangqi")
    for text in ("1. 炮二平五 马8进7 2. 马二进三", "1. h2e2 h9g7 2. h0g2", "1. C2=5 h8+7 2. H2+3"):
        window.session.go(window.session.record.root)
        paste(window, text)
        line = [node.action for node in window.session.record.root.main_line()][1:]
        assert line == [Move("h2e2"), Move("h9g7"), Move("h0g2")], text
        assert len(window.session.record.nodes) == 4


def test_a_link_to_hexworld_keeps_its_size(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of("hex", Setup("11"))
    paste(window, "https://hexworld.org/board/#14nc1,a3b4c5")
    session = window.session
    assert len(session.document) == 2
    assert session.index == 1
    assert session.game.size_text(session.game.start_of(session.record)) == "14"
    assert [node.action.text for node in session.record.root.main_line()][1:] == [
        "1 a3",
        "2 b4",
        "1 c5",
    ]
    session.show(session.document.keys()[0])
    assert not session.record.root.children
    paste(window, "https://hexworld.org/board/#11nc1,a3b4c5")
    assert len(session.document) == 2, "on a board of its size it is a branch"
    assert len(session.record.nodes) == 4
    session.go(session.record.root)
    paste(window, "1. d4 2. swap-pieces 3. e5")
    assert len(session.record.root.children) == 2, "a list that says no size too"


XIANGQI = "4k4/9/9/9/9/9/9/9/9/R3K3R"


@pytest.mark.parametrize(
    ("text", "game", "plies", "said"),
    [
        (GAME, "chess", 7, "Pasted a game."),
        (FEN, "chess", 0, "Pasted a position."),
        (f"{XIANGQI} w", "xiangqi", 0, "Pasted a position."),
        ("4将4/9/9/9/9/9/9/9/9/俥3帅3俥 黑", "xiangqi", 0, "Pasted a position."),
        ("e4 e5 Nf3", "chess", 3, "Pasted a game."),
        ("炮二平五 马8进7 马二进三", "xiangqi", 3, "Pasted a game."),
        ("1. 炮二平五 马8进7", "xiangqi", 2, "Pasted a game."),
        ("7g7f 3c3d", "shogi", 2, "Pasted a game."),
        ("Q16 D4 Q3", "go", 3, "Pasted a game."),
        ("a5 d4 f7", "hex", 3, "Pasted a game."),
        ("https://hexworld.org/board/#11r9c1,b4:sh4", "hex", 3, "Pasted a game."),
        ("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]", "xiangqi", 2, "Pasted a game."),
        ("红方: 甲\n黑方: 乙\n结果:\n  1. 炮二平五  马８进７\n", "xiangqi", 2, "Pasted a game."),
    ],
)
@pytest.mark.parametrize("open_game", ["", "shogi"])
def test_what_is_pasted_with_nothing_or_another_game_open(
    qtbot, tmp_path: Path, text: str, game: str, plies: int, said: str, open_game: str
) -> None:
    window = make_window(qtbot, tmp_path)
    if open_game:
        window.files.new_of(open_game)
    paste(window, text)
    if game == open_game:  # a branch of the record that is open
        assert len(window.tabs.desks()) == 1
        return
    assert len(window.tabs.desks()) == 1 + bool(open_game)
    assert window.session.record.game == game
    assert len(list(window.session.record.root.main_line())) == 1 + plies
    assert window.status.said == said


ASIDE = "1.炮二平五 马8进7 2.马二进三 车9平8\n如改走炮8进4，则红方先手。\n3.车一平二 马2进3"
OPENING = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"]


@pytest.mark.parametrize(
    ("text", "game", "moves", "comments"),
    [
        (
            "1. 炮二平五 马8进7 2. 马二进三 （图1） 车9平8",
            "xiangqi",
            "h2e2 h9g7 h0g2 i9h9",
            {},
        ),
        (
            "（起）1、炮二平五（当头炮），马8进7；２、马二进三，车9平8。",
            "xiangqi",
            "h2e2 h9g7 h0g2 i9h9",
            {1: "当头炮"},
        ),
        ("1. e4 (King's pawn) e5 2. Nf3", "chess", "e2e4 e7e5 g1f3", {1: "King's pawn"}),
        (
            "▲７六歩（角道を開ける）△３四歩 ▲２二角成 △同　銀",
            "shogi",
            "7g7f 3c3d 8h2b+ 3a2b",
            {1: "角道を開ける"},
        ),
        ("Q16（星）、D4，Q3。", "go", "B pd|W dp|B pq", {1: "星"}),
        ("a5（好）、d4；f7。", "hex", "1 a5|2 d4|1 f7", {1: "好"}),
        ("１．f6（好） ２．swap ３．m16", "twixt", "1 f6|2 swap-pieces|1 m16", {1: "好"}),
    ],
)
@pytest.mark.parametrize("open_game", [True, False])
def test_moves_in_any_punctuation_keep_comments_in_brackets(
    qtbot, tmp_path: Path, text: str, game: str, moves: str, comments: dict, open_game: bool
) -> None:
    window = make_window(qtbot, tmp_path)
    if open_game:
        window.files.new_of(game)
    paste(window, text)
    line = list(window.session.record.root.main_line())[1:]
    assert window.session.record.game == game
    wanted = moves.split("|") if "|" in moves else moves.split()
    assert [node.action for node in line] == [Move(one) for one in wanted]
    found = words_of(line)
    assert found == comments
    assert len(window.tabs.desks()) == 1


def words_of(line: list[Node]) -> dict[int, str]:
    """The comments of a line by number, without the sign of a diagram that has no other place."""
    words = [node.comment.replace("[#]", "").strip() for node in line]
    return {number: one for number, one in enumerate(words, 1) if one}


def shown_text(window: Window) -> TextDialog | None:
    """What shows a text before it goes in, None while nothing does."""
    return next((one for one in window.findChildren(TextDialog) if one.isVisible()), None)


def answer(window: Window, said: str) -> list[str]:
    """Take a text that is shown ("keep"), without its words ("moves"), or leave it ("stay").

    Returns what was understood of it.
    """
    dialog = shown_text(window)
    assert dialog is not None, "the text isn't shown"
    told = dialog.summary
    if said == "stay":
        dialog.reject()
    else:
        dialog.words.setChecked(said == "keep")
        dialog.take.click()
    return told


def test_a_sign_of_exclamation_ends_a_move(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    paste(window, "1、炮二平五，马8进7！如改走炮8进4，则红方先手。2、马二进三？车9平8")
    answer(window, "keep")
    line = list(window.session.record.root.main_line())[1:]
    assert [node.action for node in line] == [Move(one) for one in OPENING[:4]]
    assert [node.glyphs for node in line] == [(), (1,), (2,), ()]
    assert not any(node.comment for node in line)
    (other,) = line[0].children[1:]
    assert (other.action, other.comment) == (Move("h7h3"), "则红方先手。")


@pytest.mark.parametrize("said", ["keep", "moves", "stay"])
@pytest.mark.parametrize("open_game", ["", "xiangqi", "chess"])
def test_what_is_no_move_is_shown_before(qtbot, tmp_path: Path, said: str, open_game: str) -> None:
    window = make_window(qtbot, tmp_path)
    if open_game:
        window.files.new_of(open_game)
    paste(window, ASIDE)
    told = answer(window, said)
    assert told[:3] == ["7 moves", "1 comment", "1 variation"]
    if said == "stay":
        assert window.status.said == "Nothing was pasted."
        assert len(window.tabs.desks()) == bool(open_game)
        assert window.session is None or not window.session.record.root.children
        return
    assert len(window.tabs.desks()) == 1 + (open_game == "chess")
    line = list(window.session.record.root.main_line())[1:]
    assert [node.action for node in line] == [Move(move) for move in OPENING]
    assert not any(node.comment for node in line)
    (other,) = line[2].children[1:]
    assert other.action == Move("h7h3")
    assert other.comment == ("则红方先手。" if said == "keep" else "")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("2. Bc4 Nc6 3. Qh5 with a threat 4. Zz9 Nf6", "f1c4 b8c6 d1h5"),
        ("2. Bc4 Nc6 and now 3. Qh5 was played", "f1c4 b8c6 d1h5"),
        ("Bc4 Nc6 Qh8 Nf6", "f1c4 b8c6"),
        ("2. Bc4 wins, not Nc3\n2... Nc6", "f1c4 b8c6"),
    ],
)
def test_no_ply_is_made_of_what_the_rules_forbid(window: Window, text: str, moves: str) -> None:
    window.session.go_to(2)
    paste(window, text)
    answer(window, "moves")
    branch = window.session.record.node(2).children[1]
    assert [one.action.text for one in branch.main_line()] == moves.split()


PLAYED = "1. 炮二平五 马8进7 2. 马二进三 （图1） 车9平8\n如改走炮8进4，则红方先手。\n3. 车一平二 马2进3\n"


@pytest.mark.parametrize(
    ("text", "game", "moves", "comments"),
    [
        (
            f'[Game "Chinese Chess"]\n[Red "甲"]\n\n{PLAYED}',
            "xiangqi",
            " ".join(OPENING),
            {},
        ),
        (
            f"红方: 甲\n黑方: 乙\n结果:\n{PLAYED}",
            "xiangqi",
            " ".join(OPENING),
            {},
        ),
        (
            "開始日時：2020/01/01\n先手：甲\n後手：乙\n"
            "▲７六歩（図1） △３四歩\nここで▲２六歩なら互角。\n▲２二角成",
            "shogi",
            "7g7f 3c3d 8h2b+",
            {2: "ここで"},
        ),
        (
            '[White "甲"]\n\n1. e4 e5 2. Nf3 (see there) Nc6 or 2... d6 may follow. 3. Bb5 a6 *',
            "chess",
            "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
            {3: "see there"},
        ),
    ],
)
@pytest.mark.parametrize("said", ["keep", "moves", "stay"])
def test_with_headers_too_no_ply_is_made_of_what_the_rules_forbid(
    qtbot,
    tmp_path: Path,
    said: str,
    text: str,
    game: str,
    moves: str,
    comments: dict,
) -> None:
    window = make_window(qtbot, tmp_path)
    paste(window, text)
    answer(window, said)
    if said == "stay":
        assert window.session is None
        assert window.status.said == "Nothing was pasted."
        return
    session = window.session
    assert session.record.game == game
    assert any(header.value == "甲" for header in session.record.headers)
    line = list(session.record.root.main_line())[1:]
    assert [node.action for node in line] == [Move(move) for move in moves.split()]
    found = words_of(line)
    assert found == comments if said == "keep" else set(found.items()) <= set(comments.items())


@pytest.mark.parametrize("said", ["keep", "moves"])
def test_an_illegal_move_with_variations_around_it_is_left(window: Window, said: str) -> None:
    window.session.go_to(1)
    paste(window, GAME.replace("Qxf7#", "Qxf8#").replace("2. Nf3", "2. Nf3 Ke3 Nc6"))
    dialog = shown_text(window)
    text = dialog._found.text
    unsure = [one for one in dialog._found.told[0].article.stretches if one.kind == "unsure"]
    assert [text[one.start : one.end] for one in unsure] == ["Ke3", "Qxf8#"]
    assert "2 places not understood" in answer(window, said)
    session, record = window.session, window.session.record
    assert record.header("White") == "Carl"
    assert record.root.comment == "Quick."
    line = list(record.root.main_line())[1:]
    assert [session.states.at(node).action.text for node in line] == [
        "e2e4",
        "e7e5",
        "f1c4",
        "b8c6",
        "d1h5",
        "g8f6",
    ]
    assert line[-1].comment == ("Qxf8#" if said == "keep" else "")
    (side,) = line[0].children[1:]
    moves = [session.states.at(node).action for node in side.main_line()]
    assert moves == [Move("c7c5"), Move("g1f3"), Move("b8c6")]


def test_a_record_with_headers_and_legal_moves_is_pasted_as_it_is(window: Window) -> None:
    window.session.go_to(1)
    paste(window, GAME.replace("1. e4", "So: 1. e4"))
    assert shown_text(window) is None
    assert window.session.record.header("White") == "Carl"


@pytest.mark.parametrize("ahead", ["这是当头炮的开局。", "（当头炮）"])
def test_text_ahead_of_the_moves_is_that_of_the_start(qtbot, tmp_path: Path, ahead: str) -> None:
    window = make_window(qtbot, tmp_path)
    text = f"{ahead}\n1. 炮二平五 马8进7 2. 马二进三 车9平8"
    paste(window, text)
    if ahead[0] != "（":
        answer(window, "keep")
    session = window.session
    assert session.record.root.comment == ahead.strip("（）")
    assert not session.record.root.children[0].note(BEFORE)
    session.document.save(str(tmp_path / "a.xqf"))  # nothing is lost
    session.go(session.cursor.line[-1])
    paste(window, f"{ahead}\n3. 车一平二 马2进3")
    if ahead[0] != "（":
        answer(window, "keep")
    (first,) = session.record.node(4).children
    assert first.note(BEFORE) == ahead.strip("（）")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The clipboard is empty."),
        ("  \n", "The clipboard is empty."),
        ("hello world", "The clipboard holds no moves that fit here, no game and no position."),
        ("https://lichess.org/abcd", "That is the address of a page"),
        ("www.dpxq.com/x.asp?id=1", "That is the address of a page"),
        ('[Game "Janggi"]\n\n1. 炮二平五 马8进7', "This is a janggi record in PGN"),
    ],
)
def test_why_nothing_is_pasted(qtbot, tmp_path: Path, text: str, said: str) -> None:
    window = make_window(qtbot, tmp_path)
    paste(window, text)
    assert window.session is None
    assert window.status.said.startswith(said)


def test_a_picture_is_named_and_a_file_is_opened(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    data = QMimeData()
    data.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    QGuiApplication.clipboard().setMimeData(data)
    window.run(COMMANDS["paste"])
    assert window.status.said.startswith("The clipboard holds a picture")
    path = write_file(tmp_path / "one.xqf")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    QGuiApplication.clipboard().setMimeData(data)
    window.run(COMMANDS["paste"])
    assert window.session.document.path == str(path)


def test_what_a_position_leaves_open_is_told(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    paste(window, XIANGQI)
    assert window.notice.sentence == "The text doesn't say whose turn it is; Red is to move."
    window.notice.put_away()
    paste(window, f"{XIANGQI} b")
    assert window.notice.sentence == ""

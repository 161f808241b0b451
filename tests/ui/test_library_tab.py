"""The library tab: searching by typing, chips, ordering, the preview, opening hits."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from libraries import build, open_tab, rows, typed
from PySide6.QtCore import QPoint, Qt

from viewer.base.messages import message
from viewer.games import GAMES
from viewer.library.failures import Interrupted
from viewer.library.searches import SavedSearches, Search
from viewer.library.together import LibrarySet
from viewer.paint.icons import read_icon
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.libraries_dialog import SearchDialog
from viewer.ui.dialogs.palettes import SavedPalette
from viewer.ui.library.hit_pages import hit_menu
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.session.titles import header_by_role
from viewer.ui.toolkit.sheet import SheetDialog
from viewer.ui.window.window import Window


@pytest.fixture
def shown(qtbot, tmp_path: Path) -> tuple[Window, LibraryTab]:
    build(tmp_path, "Samples")
    return open_tab(qtbot, tmp_path)


def test_everything_is_listed_at_first(shown) -> None:
    window, tab = shown
    assert tab.name == "Library: Samples"
    assert window.windowTitle() == "Library: Samples – Qipu"
    assert tab.bar.said == "12 games"
    assert "Morphy, Paul" in rows(tab)
    assert tab.words.text() == "1 library, 12 records in 6 files"


def test_the_sign_of_a_game_says_its_name(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "morphy")
    row = tab.view.model().index(0, 0)
    assert row.data(Qt.ItemDataRole.ToolTipRole) == "Chess"


def test_what_a_word_stands_for_is_said_below_the_bar(qtbot, shown) -> None:
    _, tab = shown
    assert not tab.matched.isVisible()
    typed(qtbot, tab, "zp")
    assert tab.matched.text() == "zp: player 中炮过河车"
    typed(qtbot, tab, "morphy")
    assert not tab.matched.isVisible()


def test_typing_searches_and_enter_makes_chips(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "morphy after 1850")
    assert tab.bar.said == "1 of 12"
    assert tab.bar.conditions.texts == []
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.conditions.texts == ["from 1851", "morphy"]
    assert tab.bar.line.text() == ""
    assert rows(tab) == ["Morphy, Paul"]


def test_chips_are_taken_away_by_a_click_and_by_backspace(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "chess has comments")
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.conditions.texts == ["has comments", "Chess"]
    few = tab.found.total
    qtbot.mouseClick(tab.bar.conditions.chip("game"), Qt.MouseButton.LeftButton)
    tab.run_now()
    assert tab.bar.conditions.texts == ["has comments"]
    assert tab.found.total > few
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Backspace)
    tab.run_now()
    assert tab.bar.conditions.texts == []
    assert tab.found.total == 12


def test_looking_at_rows_that_are_being_fetched_asks_once(qtbot, shown, monkeypatch) -> None:
    _, tab = shown
    asked: list[int] = []
    hits = LibrarySet.hits

    def counted(self: LibrarySet, found: Any, first: int, count: int) -> Any:
        asked.append(first)
        return hits(self, found, first, count)

    typed(qtbot, tab, "morphy")
    monkeypatch.setattr(LibrarySet, "hits", counted)
    tab.show_search(Search())
    qtbot.waitUntil(lambda: tab.found.total == 12 and tab.found.current is not None)  # looks often
    tab.found.run_now()
    assert asked == [0]


def test_rows_of_the_search_before_are_never_shown(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "morphy")
    tab.show_search(Search())
    tab.found._pages.clear()
    tab.found.hit(0)  # a view that paints before the answer is there
    tab.run_now()
    assert rows(tab) != ["Morphy, Paul"]
    assert tab.found.total == 12
    assert len({tab.found.hit(row).hit.record for row in range(12)}) == 12


def test_a_game_that_is_read_when_another_is_selected_is_not_shown(qtbot, shown) -> None:
    _, tab = shown
    reader = tab.preview.reader
    paths = [tab.found.hit(row).hit.path for row in range(12)]
    other = next(row for row in range(12) if paths[row] != paths[0])
    third = next(row for row in range(12) if paths[row] not in (paths[0], paths[other]))
    tab.view.choose_row(0)
    tab.run_now()
    first = reader.session
    tab.view.choose_row(other)
    reader._read()
    tab.view.choose_row(third)
    reader._asker.run_now()
    assert reader.session is first
    tab.run_now()
    assert os.path.basename(paths[third]).startswith(reader.session.document.name)
    assert reader.problem is None


@pytest.mark.parametrize(
    ("text", "player", "plies"),
    [
        ("1. e4 e5 2. Nf3 d6", "Morphy, Paul", 4),
        ("炮二平五 马8进7", "中炮过河车", 2),
    ],
)
def test_moves_are_understood_and_games_open_after_them(
    qtbot, shown, text: str, player: str, plies: int
) -> None:
    window, tab = shown
    tab.bar.line.setText(text)
    tab.run_now()
    assert rows(tab) == [player]
    assert len([*tab.preview.session.node.path()]) == plies + 1
    qtbot.keyClick(tab.view, Qt.Key.Key_Return)
    assert len([*window.session.node.path()]) == plies + 1


def test_a_position_is_understood_and_opens_where_it_is(qtbot, shown) -> None:
    window, tab = shown
    tab.bar.line.setText("rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3")
    tab.run_now()
    assert rows(tab) == ["Morphy, Paul"]
    title, place, problem = tab.preview.words()
    assert title.startswith("Morphy, Paul – ")
    assert place == "chess.pgn  ·  game 1  ·  at 2… d6"
    assert problem == ""
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    qtbot.keyClick(tab.view, Qt.Key.Key_Return)
    assert window.session is not None
    assert window.session.words.numbered(window.session.node) == "2… d6"


def test_hits_are_ordered_by_a_click_on_a_heading(qtbot, shown) -> None:
    _, tab = shown
    header = tab.view.horizontalHeader()
    year = [column.role for column in tab.model.columns].index("year")
    for last in (False, True):
        at = header.sectionViewportPosition(year) + 10
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, 10))
        tab.run_now()
        years = [text for text in rows(tab, year) if text]
        assert years == sorted(years, reverse=last)


def test_enter_goes_to_the_list_and_opens_what_was_searched(qtbot, shown) -> None:
    window, tab = shown
    qtbot.keyClicks(tab.bar.line, "alphago")
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    assert tab.view.hasFocus()
    qtbot.keyClick(tab.view, Qt.Key.Key_Return)  # before the answer is there
    assert window.session is None
    tab.run_now()
    assert "AlphaGo" in {header_by_role(window.session, side) for side in ("side0", "side1")}


def test_an_enter_before_the_answer_opens_nothing_once_one_goes_on(qtbot, shown) -> None:
    window, tab = shown
    qtbot.keyClicks(tab.bar.line, "morphy")
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    qtbot.keyClick(tab.view, Qt.Key.Key_Return)
    qtbot.keyClicks(tab.view, "x")  # in the line again
    assert tab.bar.line.hasFocus()
    assert tab.bar.line.text() == "x"
    tab.run_now()
    assert window.session is None
    assert tab.view.isHidden()
    assert tab.bar.line.hasFocus()


def test_backspace_in_the_list_takes_the_last_chip_away(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "morphy")
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    qtbot.keyClick(tab.view, Qt.Key.Key_Backspace)
    assert tab.bar.conditions.texts == []
    assert tab.bar.line.hasFocus()


def test_where_nothing_is_found_one_goes_on_typing(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "nobody at all")
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.line.hasFocus()


def test_names_of_the_libraries_complete_what_is_typed(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "morp")
    assert [one.words for one in tab.offers.offers] == ["Morphy, Paul"]
    assert tab.offers.isVisible()
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Down)
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.conditions.texts == ["player Morphy, Paul"]
    assert rows(tab) == ["Morphy, Paul"]
    assert tab.offers.isHidden()


def test_phrases_are_completed(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "morphy has c")
    assert tab.offers.offers[0].words == "morphy has comments"
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Down)
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.conditions.texts == ["has comments", "morphy"]


def test_moves_are_offered_in_each_game_that_has_them(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "e4 c5")
    moves = [one for one in tab.offers.offers if "moves" in one.values]
    assert moves[0].more == "Chess"
    assert {"Hex", "Go"} < {one.more for one in moves}


def test_material_is_offered_in_each_game_that_has_it(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "R+P v R")
    offers = [(one.words, one.more) for one in tab.offers.offers]
    named = "rook, pawn against rook"
    assert offers == [(named, one) for one in ("Chess", "Xiangqi", "Shogi")]
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    assert tab.bar.conditions.texts == ["Chess", named]
    typed(qtbot, tab, "Q v R")
    assert not [one for one in tab.offers.offers if one.more != "Chess"]


def test_the_chips_below_the_bar_add_conditions(qtbot, shown) -> None:
    _, tab = shown
    qtbot.mouseClick(tab.row._comments, Qt.MouseButton.LeftButton)
    tab.run_now()
    assert tab.bar.conditions.texts == ["has comments"]
    tab.row._fill_games()
    next(one for one in tab.row._games.actions() if one.text() == "Go").trigger()
    tab.run_now()
    assert tab.bar.conditions.texts == ["has comments", "Go"]
    assert tab.row.game.text() == "Go"
    tab.row.begun.emit("player ")
    assert tab.bar.line.text() == "player "


def test_the_form_has_all_conditions(qtbot, shown) -> None:
    window, tab = shown
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    dialog = next(one for one in window.findChildren(SearchDialog) if one.isVisible())
    dialog.parts["date_from"].set_value("yesterday")
    dialog.accept()
    assert "is no date" in dialog.sheet.faults["date_from"]
    dialog.parts["date_from"].set_value("1850")
    dialog.parts["player"].set_value("morphy")
    dialog.parts["result"].set_value("player")
    dialog.accept()
    tab.run_now()
    assert tab.bar.conditions.texts == ["player morphy", "the player won", "from 1850"]
    assert rows(tab) == ["Morphy, Paul"]


def test_a_position_that_cannot_be_read_is_told_in_the_form(qtbot, shown) -> None:
    window, tab = shown
    tab.row.sheetAsked.emit()
    dialog = next(one for one in window.findChildren(SearchDialog) if one.isVisible())
    dialog.parts["position"].set_value("nonsense")
    dialog.accept()
    assert dialog.isVisible()
    assert "position" in dialog.sheet.faults
    dialog.reject()


@pytest.mark.parametrize("text", ["hrh", "胡榮", "pfm", "hu rong"])
def test_a_saved_search_is_offered_by_pinyin_and_in_other_characters(
    qtbot, shown, text: str
) -> None:
    window, tab = shown
    window.libraries.saved.save("胡荣华 屏风马", Search({"player": "胡荣华"}))
    tab.bar.line.setText(text)
    tab.bar.line.textEdited.emit(text)
    assert "胡荣华 屏风马" in [one.words for one in tab.offers.offers]


def test_searches_are_saved_and_offered(qtbot, shown) -> None:
    window, tab = shown
    typed(qtbot, tab, "morphy")
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    qtbot.mouseClick(tab.row.save, Qt.MouseButton.LeftButton)
    dialog = next(one for one in window.findChildren(SheetDialog) if one.isVisible())
    dialog.parts["name"].set_value("The opera")
    dialog.accept()
    tab.take_focus()
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Backspace)
    tab.run_now()
    assert tab.bar.conditions.texts == []
    typed(qtbot, tab, "opera")
    offer = next(one for one in tab.offers.offers if one.words == "The opera")
    assert offer.more == "saved search"
    row = tab.offers.offers.index(offer)
    for _ in range(row + 1):
        qtbot.keyClick(tab.bar.line, Qt.Key.Key_Down)
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.conditions.texts == ["morphy"]
    assert tab.found.total == 1


def test_saved_and_last_searches_are_a_list(qtbot, shown) -> None:
    window, tab = shown
    typed(qtbot, tab, "alphago")
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    window.libraries.saved.save("Kept", Search.of({"player": "morphy"}))
    window.run(COMMANDS["library-saved"])
    palette = next(one for one in window.findChildren(SavedPalette) if one.isVisible())
    assert [row.words for row in palette.rows] == ["Kept", "alphago", "Forget “Kept”"]
    palette.choose(0)
    palette.do(False)
    tab.run_now()
    assert tab.bar.conditions.texts == ["player morphy"]
    window.libraries.forget_saved("Kept")
    assert SavedSearches(window.libraries.keeping.home).saved == {}


def test_columns_are_chosen_and_kept(qtbot, shown) -> None:
    window, tab = shown
    menu = tab.view.columns_menu()
    next(one for one in menu.actions() if one.text() == "Plies").trigger()
    menu.close()
    assert [column.role for column in tab.model.columns][-1] == "plies"
    assert window.settings["hits"].split()[-1] == "plies"
    assert rows(tab, len(tab.model.columns) - 1)[0].isdigit()


def test_the_menu_of_a_hit_finds_others_like_it(qtbot, shown) -> None:
    _, tab = shown
    tab.view.choose_row(4)
    tab.run_now()
    menu = hit_menu(tab)
    names = [one.text() for one in menu.actions()]
    assert names[0] == "Open"
    assert "Games of AlphaGo" in names
    menu.actions()[names.index("Games of AlphaGo")].trigger()
    menu.close()
    tab.run_now()
    assert tab.bar.conditions.texts == ["player AlphaGo"]
    assert rows(tab) == ["AlphaGo"]


def test_keys_go_from_the_bar_to_the_list_and_back(qtbot, shown) -> None:
    _, tab = shown
    assert tab.bar.line.hasFocus()
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Escape)
    assert tab.view.hasFocus()
    qtbot.keyClick(tab.view, Qt.Key.Key_Down)
    tab.run_now()
    assert tab.found.current_row == 1
    qtbot.keyClicks(tab.view, "mo")
    assert tab.bar.line.hasFocus()
    assert tab.bar.line.text() == "mo"


@pytest.mark.parametrize("question", ["ask", "hits"])
def test_a_question_that_was_stopped_for_another_is_asked_again(
    shown, monkeypatch: pytest.MonkeyPatch, question: str
) -> None:
    _, tab = shown
    asked = getattr(LibrarySet, question)
    times: list[int] = []

    def stopped_once(*args: Any, **more: Any) -> Any:
        times.append(len(times))
        if len(times) == 1:
            raise Interrupted(message("The search was stopped."))
        return asked(*args, **more)

    tab.found.order_by("plies", True)
    tab.run_now()
    monkeypatch.setattr(LibrarySet, question, stopped_once)
    tab.found.order_by("plies", False)
    tab.run_now()
    assert len(times) > 1
    assert tab.found.problem is None
    assert tab.found.current is not None


def test_a_search_that_means_nothing_is_told(qtbot, shown) -> None:
    _, tab = shown
    tab.show_search(Search.of({"date_from": "soon"}))
    tab.run_now()
    assert "is no date" in tab._empty.text()
    assert not tab.view.isVisible()
    tab.show_search(Search())
    tab.run_now()
    assert tab.view.isVisible()


def test_each_game_has_a_sign() -> None:
    for game in GAMES:
        side, parts = read_icon(f"game-{game}")
        assert side > 0
        assert parts


def test_the_keys_that_turn_to_the_next_file_leave_a_library(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 *\n")
    window, tab = open_tab(qtbot, tmp_path, [path])
    assert window.tabs.other is tab
    window.run(COMMANDS["next-tab"])
    assert window.tabs.other is None
    assert window.desk is not None
    window.run(COMMANDS["previous-tab"])
    assert window.tabs.other is tab

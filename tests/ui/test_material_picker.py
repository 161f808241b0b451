"""Material in the window: common endings, pieces with − and +, the material of a board."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from libraries import SAMPLES, build, open_tab
from PySide6.QtWidgets import QApplication

from viewer.library.searches import Search
from viewer.ui.commands import COMMANDS
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.library.material_picker import MaterialDialog, MaterialPicker
from viewer.ui.modes.part_finder import PartFinder

CHESS = Path(SAMPLES) / "chess.pgn"
ENDING = """[White "Adler"]
[Black "Berg"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/R3K2r w Q - 0 1"]

1. Kd2 Rxa1 2. e4 Ra4 *

[White "Costa"]
[Black "Adler"]
[SetUp "1"]
[FEN "4k2R/4p3/8/8/8/8/8/r3K3 w - - 0 1"]

1. Kf2 Kd7 2. Rh7 Kd6 *
"""


def _endings(qtbot, tmp_path: Path) -> LibraryTab:
    file = tmp_path / "endings.pgn"
    file.write_text(ENDING)
    build(tmp_path, "Endings", file)
    _, tab = open_tab(qtbot, tmp_path)
    return tab


def test_one_click_searches_an_ending(qtbot, tmp_path: Path) -> None:
    tab = _endings(qtbot, tmp_path)
    assert not tab.endings.isVisibleTo(tab)
    tab.row.material.click()
    assert tab.endings.isVisibleTo(tab)
    tab.endings.buttons["rook ending"].click()
    tab.run_now()
    assert tab.found.total == 2
    assert tab.bar.conditions.texts == ["Chess", "Rook ending"]
    assert tab.endings.buttons["rook ending"].isChecked()
    tab.endings.buttons["queen ending"].click()
    tab.run_now()
    assert tab.found.total == 0
    tab.endings.buttons["queen ending"].click()  # takes it away
    tab.run_now()
    assert tab.found.total == 2
    assert "material" not in tab.search.values


def test_where_games_are_mixed_no_endings_are_offered(qtbot, tmp_path: Path) -> None:
    build(tmp_path, "Samples")
    _, tab = open_tab(qtbot, tmp_path)
    assert not tab.row.material.isVisibleTo(tab)
    tab.add({"game": "shogi"})
    tab.run_now()
    assert tab.row.material.isVisibleTo(tab)
    tab.row.material.click()
    assert "入玉" in tab.endings.buttons
    tab.add({"game": "go"})
    tab.run_now()
    assert not tab.row.material.isVisibleTo(tab)
    assert not tab.endings.isVisibleTo(tab)


def test_pieces_are_chosen_with_plus_and_minus(qtbot, tmp_path: Path) -> None:
    tab = _endings(qtbot, tmp_path)
    tab.ask_material()
    dialog = tab.findChild(MaterialDialog)
    assert dialog is not None
    picker = dialog.picker
    assert not dialog.search_button.isEnabled()
    one, other = picker.sides
    assert "king" not in one
    one["rook"].more.click()
    one["pawn"].more.click()
    other["rook"].more.click()
    assert picker.said.text() == "rook, pawn against rook"
    dialog.search_button.click()
    tab.run_now()
    assert tab.found.total == 2
    assert tab.bar.conditions.texts == ["Chess", "rook, pawn against rook"]
    tab.ask_material()
    dialog = tab.findChildren(MaterialDialog)[-1]
    assert dialog.picker.sides[0]["pawn"].value == 1  # as it was asked
    dialog.picker.lasting.setValue(4)
    dialog.search_button.click()
    tab.run_now()
    assert tab.found.total == 1
    assert tab.bar.conditions.texts[-1] == "for 4 half-moves"
    tab.bar.conditions.chip("lasting").click()
    tab.run_now()
    assert tab.found.total == 2


def test_whose_pieces_they_are_and_others_beside_them(qtbot) -> None:
    picker = MaterialPicker("chess")
    qtbot.addWidget(picker)
    picker.sides[0]["rook"].more.click()
    picker.exact.setCurrentIndex(1)
    picker.colour.setCurrentIndex(1)
    search = Search.of({**picker.values, "game": "chess"})
    assert (search.values["at_least"], search.values["sided"]) == (True, True)
    words = [one.words.text() for one in search.conditions()]
    assert words[1:] == ["other pieces too", "White first", "Chess"]
    assert search.query().material is not None
    assert search.without("material").values == {"game": "chess"}


@pytest.mark.parametrize(("id", "role", "most"), [("chess", "queen", 9), ("xiangqi", "pawn", 5)])
def test_there_are_no_more_than_there_can_be(qtbot, id: str, role: str, most: int) -> None:
    picker = MaterialPicker(id)
    qtbot.addWidget(picker)
    part = picker.sides[0][role]
    for _ in range(20):
        part.more.click()
    assert part.value == most
    assert not part.more.isEnabled()
    assert picker.fault is None
    if id == "chess":
        for _ in range(8):
            picker.sides[0]["pawn"].more.click()
        assert picker.fault is not None
        assert "at most 16" in picker.said.text()


def test_guards_matter_where_they_are_said(qtbot) -> None:
    picker = MaterialPicker("xiangqi")
    qtbot.addWidget(picker)
    picker.sides[0]["rook"].more.click()
    assert "advisor" not in str(picker.values["material"])
    picker.sides[1]["advisor"].more.click()
    assert str(picker.values["material"]).endswith("advisor=0")
    picker.show_values({"material": "车兵对士象全", "lasting": "6"})
    assert picker.sides[1]["elephant"].value == 2
    assert picker.sides[0]["elephant"].value == -1
    assert picker.lasting.value() == 6
    picker.repaint()


def test_the_material_of_a_board_is_searched(qtbot, tmp_path: Path) -> None:
    build(tmp_path, "Samples")
    window = make_window(qtbot, tmp_path, CHESS)
    assert window.session is not None
    window.session.go([*window.session.record.root.main_line()][-1])
    command = COMMANDS["library-material"]
    assert command.possible(window)
    window.run(command)
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    assert tab.found.problem is None
    assert tab.found.total
    assert "against" in tab.bar.conditions.texts[1]
    QApplication.processEvents()


def test_a_long_condition_is_cut_where_its_letters_are_wide(qtbot, tmp_path: Path) -> None:
    build(tmp_path, "Samples")
    _, tab = open_tab(qtbot, tmp_path)
    tab.add({"words": "车" * 40})
    (text,) = tab.bar.conditions.texts
    assert text.endswith("…")
    assert 15 < len(text) < 40


def test_the_dialog_is_as_high_as_its_rows(qtbot) -> None:
    dialog = MaterialDialog(Search(), "shogi")
    qtbot.addWidget(dialog)
    dialog.show()
    picker = dialog.picker
    assert picker.heightForWidth(picker.width()) <= picker.height()


def test_a_game_without_named_material_has_none(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, Path(SAMPLES) / "go.sgf")
    assert not COMMANDS["library-material"].possible(window)


def test_pieces_are_asked_for_beside_a_part_of_a_position(qtbot, tmp_path: Path) -> None:
    build(tmp_path, "Samples")
    window = make_window(qtbot, tmp_path, CHESS)
    window.run(COMMANDS["find-part"])
    desk = window.desk
    assert desk is not None
    finder = desk.mode
    assert isinstance(finder, PartFinder)
    picker = finder.panel.picker
    assert picker is not None
    finder.panel.material.setChecked(True)
    picker.sides[0]["queen"].more.click()
    search = finder.draft.search
    assert search is not None
    assert search.text("material").startswith("queen=1")
    assert search.values["at_least"] is True
    finder.panel.material.setChecked(False)
    assert finder.draft.search is None
    window.close()

"""Room to read: what stands beside the board is whole, and the board has its half."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

import pytest
from chess_desks import chess_window, line
from desks import click, in_theme, main_menu, make_window, write_file
from go_desks import go_window
from libraries import build, open_tab, rows
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication, QMenu

from viewer.base import catalogs
from viewer.base.catalogs import tr
from viewer.base.resources import resource_path
from viewer.document import plans
from viewer.formats import FORMATS
from viewer.games import GAMES
from viewer.scene.theme import DARK
from viewer.tree.evaluation import Evaluation
from viewer.ui.commands import COMMANDS, MENUS
from viewer.ui.controllers.saver import SaveController
from viewer.ui.notation.laid import FontWidths
from viewer.ui.notation.text import MOVE_FAMILY
from viewer.ui.notation.visible_blocks import evaluation_message
from viewer.ui.pages.games_page import GamesModel
from viewer.ui.pages.record_title import TwoLines
from viewer.ui.toolkit.language import FIGURES, add_fonts
from viewer.ui.toolkit.style import NARROW
from viewer.ui.window.top_bar import FileTabs
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

PGN = """[Event "World Championship 28th"]
[Site "Reykjavik ISL"]
[Date "1972.07.11"]
[White "Fischer, Robert James"]
[Black "Spassky, Boris Vasilievich"]
[WhiteTitle "GM"]
[WhiteElo "2785"]
[BlackElo "?"]
[Result "1-0"]

1. c4 e6 (1... e5) 2. Nf3 1-0
"""


def samples() -> list[Path]:
    """Qipu's own record of each game."""
    return sorted(Path(str(one)) for one in resource_path("samples", "en", "study").iterdir())


def opened(qtbot, tmp_path: Path, text: str, name: str = "game.pgn") -> Window:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return make_window(qtbot, tmp_path, path)


def resized(window: Window, width: int, height: int) -> None:
    window.resize(width, height)
    QApplication.processEvents()
    QApplication.processEvents()


# ------------------------------------------------------------------------------------------ tabs


def test_many_tabs_leave_the_one_in_front_readable(qtbot) -> None:
    tabs = FileTabs()
    qtbot.addWidget(tabs)
    for number in range(9):
        tabs.addTab(f"The world championship, game {number} of all.pgn")
    tabs.resize(760, 40)
    tabs.show()
    for front in (0, 4, 8):
        tabs.setCurrentIndex(front)
        QApplication.processEvents()
        widths = [tabs.tabRect(index).width() for index in range(9)]
        behind = max(width for index, width in enumerate(widths) if index != front)
        assert widths[front] >= 200 > behind


def test_a_short_name_takes_no_more_than_it_needs(qtbot) -> None:
    tabs = FileTabs()
    qtbot.addWidget(tabs)
    tabs.addTab("a.pgn")
    tabs.resize(760, 40)
    tabs.show()
    assert tabs.tabRect(0).width() < 120


# -------------------------------------------------------------------------------------- headings


@pytest.mark.parametrize(
    ("headers", "heading"),
    [
        ('[Event "Rook endings"]', "Rook endings"),
        ('[Event "Rook endings"]\n[ChapterName "The bridge"]', "The bridge"),
        ('[Event "Rook endings"]\n[White "Anna"]\n[Black "?"]', "Rook endings"),
        ('[White "Anna"]\n[Black "?"]', "Anna"),
        ('[Event "?"]', "game.pgn"),
    ],
)
def test_a_study_without_players_is_headed_by_its_chapter_or_event(
    qtbot, tmp_path: Path, headers: str, heading: str
) -> None:
    window = opened(qtbot, tmp_path, f"{headers}\n\n1. e4 *\n")
    assert window.desk.panels.title._title.text() == heading


def test_the_line_about_the_event_goes_on_in_a_second_one(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN.replace("[Result", '[Annotator "A. N. Other"]\n[Result'))
    label = window.desk.panels.title.findChild(TwoLines)
    label.parentWidget().parentWidget().layout().activate()
    QApplication.processEvents()
    first, second = label.shown()
    assert f"{first}{TwoLines.SEPARATOR}{second}" == label.text()
    assert label.height() >= 2 * label.fontMetrics().lineSpacing()


def test_typing_details_moves_nothing_below_the_heading(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, '[Event "Open"]\n[White "A"]\n[Black "B"]\n\n1. e4 *\n')
    title, session = window.desk.panels.title, window.session
    qtbot.waitUntil(title.isVisible)
    QApplication.processEvents()
    before = title.height()
    session.do(plans.header, "Event", "A very long name of an event")
    session.do(
        plans.header, "Site", "A place whose name is as long as that of the event, or longer"
    )
    QApplication.processEvents()
    assert title.height() == before
    session.go(session.cursor.last())
    qtbot.waitUntil(lambda: title.height() > before)


# --------------------------------------------------------------------------------------- players


def test_titles_and_ratings_stand_beside_the_names(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    stage = window.desk.stage
    assert stage.below._strength.text() == "GM 2785"
    assert stage.above._strength.text() == ""  # an unknown one
    window.session.do(plans.header, "BlackElo", "2660")
    assert stage.above._strength.text() == "2660"


def test_ranks_and_komi_stand_beside_the_names(qtbot, tmp_path: Path) -> None:
    head = "(;GM[1]SZ[9]PB[Lee]PW[Alpha]BR[9p]WR[3d]{}RE[W+R];B[aa])"
    stage = go_window(qtbot, tmp_path, head.format("KM[7.5]")).desk.stage
    assert (stage.below._strength.text(), stage.above._strength.text()) == ("9p", "3d")
    assert stage.above._word.text().endswith("komi 7.5")
    assert "komi" not in stage.below._word.text()


def test_players_of_a_handicap_game_are_called_as_in_its_language(qtbot, tmp_path: Path) -> None:
    catalogs.choose("ja", {})
    try:
        window = opened(
            qtbot, tmp_path, "手合割：香落ち\n下手：A\n上手：B\n   1 ３四歩(33)\n", "h.kif"
        )
        stage = window.desk.stage
        assert (stage.below._word.text(), stage.above._word.text()) == ("下手", "上手")
        assert stage.above.accessibleName().startswith("上手")
        words = evaluation_message(window.session.states, Evaluation(centipawns=90))
        assert tr(words).startswith("下手")
    finally:
        catalogs.use(None)


def test_a_record_that_says_no_komi_shows_none(qtbot, tmp_path: Path) -> None:
    stage = go_window(qtbot, tmp_path, "(;GM[1]SZ[9]PW[Alpha];B[aa])").desk.stage
    assert "komi" not in stage.above._word.text()


def test_a_name_has_its_room_before_the_words_beside_it(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    line_ = window.desk.stage.below
    assert not line_._word.isHidden()
    full = line_.wanted
    line_.resize(full - 10, 30)
    assert (line_._word.isHidden(), line_._strength.isHidden()) == (True, False)
    line_.resize(full - 100, 30)
    assert (line_._word.isHidden(), line_._strength.isHidden()) == (True, True)
    line_.resize(full, 30)
    assert (line_._word.isHidden(), line_._strength.isHidden()) == (False, False)


# -------------------------------------------------------------------------------- pieces and signs


def test_what_a_side_has_more_stands_in_no_box(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line(fen="4k3/8/8/8/8/8/8/R3K3 b - - 0 1"))
    strip = window.desk.stage.below.material
    with in_theme(DARK):
        picture = strip.grab().toImage()
    corner = picture.pixelColor(0, (picture.height() - 21) // 2 + 1)
    assert corner != QColor(DARK["muted"])
    dark = chess_window(qtbot, tmp_path / "b", line(fen="r3k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    strip = dark.desk.stage.above.material
    with in_theme(DARK):
        picture = strip.grab().toImage()
    seen = {
        picture.pixelColor(x, y).name()
        for x in range(min(21, picture.width()))
        for y in range(picture.height())
    }
    assert QColor(DARK["muted"]).name() in seen  # what keeps it apart from the window


def test_lines_of_figurines_are_as_strong_as_letters(qapp) -> None:
    add_fonts()
    font = QFont()
    font.setFamilies([MOVE_FAMILY])
    runs = FontWidths(font).glyphs("\u2655xf3")
    figures = [run for run in runs if run.rawFont().familyName() == FIGURES]
    first, again = (run.positions()[0].x() for run in figures)
    assert 0 < again - first < 1
    font.setWeight(QFont.Weight.DemiBold)
    bold = [
        run for run in FontWidths(font).glyphs("\u2655") if run.rawFont().familyName() == FIGURES
    ]
    assert bold[1].positions()[0].x() - bold[0].positions()[0].x() > again - first


# ---------------------------------------------------------------------------------------- result


def words_of(window: Window) -> list[str]:
    """The texts at each move that the notation shows."""
    sight = window.desk.panels.notation._sight
    said: dict[int, list[str]] = {}
    for index, _ in sight.seen:
        for word in sight.laid(index).words:
            if word.node is not None and not word.text.endswith(("…", ".")):
                said.setdefault(word.node.id, []).append(word.text)
    return [" ".join(texts) for texts in said.values()]


def test_the_result_stands_at_the_end_of_the_main_line(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    said = words_of(window)
    assert "Nf3 1–0" in said
    assert sum("1–0" in one for one in said) == 1  # not at the end of the variation


def test_the_result_moves_on_with_the_last_move(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    session = window.session
    session.go(session.cursor.last())
    click(qtbot, window, "d7", "d5")
    assert words_of(window)[-1] == "d5 1–0"
    assert "Nf3" in words_of(window)
    session.do(plans.header, "Result", "0-1")
    assert words_of(window)[-1] == "d5 0–1"
    session.do(plans.header, "Result", "*")
    assert words_of(window)[-1] == "d5"


def test_the_result_is_not_given_away_where_what_follows_is_hidden(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, PGN)
    window.session.conceal(True)
    window.session.go(window.session.cursor.next)
    assert not any("1–0" in one for one in words_of(window))
    window.session.conceal(False)
    assert any("1–0" in one for one in words_of(window))


# ----------------------------------------------------------------------------------- small windows


@pytest.mark.parametrize("size", [(683, 384), (1024, 700), (1366, 768)])
@pytest.mark.parametrize("path", samples(), ids=lambda path: path.stem)
def test_the_board_has_half_of_the_width(
    qtbot, tmp_path: Path, path: Path, size: tuple[int, int]
) -> None:
    window = make_window(qtbot, tmp_path, path)
    resized(window, *size)
    desk = window.desk
    qtbot.waitUntil(desk.panels.info.isVisible)
    assert desk.stage.width() >= size[0] // 2 - 2
    assert desk.stage.board.geometry().bottom() <= desk.stage.height()
    assert desk.stage.below.geometry().right() <= desk.stage.width()


@pytest.mark.parametrize("size", [(640, 420), (880, 560)])
def test_names_stand_beside_a_board_three_times_as_wide_as_high(
    qtbot, tmp_path: Path, size: tuple[int, int]
) -> None:
    name = "Wolfeschlegelsteinhausen " * 8
    text = f"(;GM[1]SZ[45:15]PB[{name}]PW[{name}];B[dd])"
    window = opened(qtbot, tmp_path, text, "wide.sgf")
    resized(window, *size)
    stage = window.desk.stage
    assert stage.above.geometry().bottom() < stage.board.geometry().top()
    assert stage.board.geometry().bottom() < stage.below.geometry().top()
    assert stage.rect().contains(stage.above.geometry() | stage.below.geometry())


def test_wide_panels_come_back_with_the_width(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    resized(window, NARROW + 300, 800)
    window.looks.keep_side(420)
    resized(window, 700, 500)
    assert window.desk.room.splitter.sizes()[1] <= 350
    resized(window, NARROW + 300, 800)
    assert window.desk.room.splitter.sizes()[1] == 420


# ----------------------------------------------------------------------------------------- menus


@pytest.mark.parametrize("path", samples(), ids=lambda path: path.stem)
def test_menus_fit_800_pixels_and_no_submenu_is_empty(qtbot, tmp_path: Path, path: Path) -> None:
    window = make_window(qtbot, tmp_path, path)
    for menu in (one.menu() for one in main_menu(window).actions()):
        rows = [one for one in menu.actions() if one.isVisible()]
        apart = sum(one.isSeparator() for one in rows)
        assert 30 * (len(rows) - apart) + 9 * apart < 780, menu.title()
        for group in (one.menu() for one in rows if one.menu() is not None):
            assert any(one.isVisible() for one in group.actions()), group.title()


@pytest.mark.parametrize("path", samples(), ids=lambda path: path.stem)
def test_menus_are_at_most_420_pixels_wide(qtbot, tmp_path: Path, path: Path) -> None:
    window = make_window(qtbot, tmp_path, path)
    menus = [main_menu(window)]
    for menu in menus:  # it grows meanwhile
        menu.aboutToShow.emit()
        assert menu.sizeHint().width() <= 420, menu.title()
        menus += [one.menu() for one in menu.actions() if one.isVisible() and one.menu()]
    menus[0].aboutToHide.emit()


def test_the_main_menu_is_made_when_it_is_opened(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    before = len(window.findChildren(QMenu))
    menu = main_menu(window)
    assert len(menu.actions()) == len(MENUS)
    assert len(window.findChildren(QMenu)) > before + len(MENUS)
    assert main_menu(window) is menu
    menu.aboutToHide.emit()


def test_no_menu_is_called_as_a_game_is() -> None:
    assert not {title.text() for title in MENUS} & {GAMES[game].name.text() for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_each_kind_to_save_as_names_itself(game: str) -> None:
    """Also where it is a choice of a format: "None (*.wei7)" said nothing."""
    for format_ in (entry for entry in FORMATS.values() if game in entry.games):
        kinds = SaveController.kinds(None, game, format_.id)
        assert not {name.split(" (*")[0] for name in kinds} & {"None", "Yes", "No", "Other"}


# --------------------------------------------------------------------------------------- results


class Words:
    """A catalog in which results are words."""

    RESULTS = MappingProxyType({"1–0": "红胜", "W+R": "白中盘胜", "B+{points}": "黑胜 {points}"})

    def gettext(self, text: str) -> str:
        return text

    def ngettext(self, one: str, many: str, n: int) -> str:
        return one if n == 1 else many

    def pgettext(self, context: str, text: str) -> str:
        return self.RESULTS.get(text, text)


@pytest.fixture
def in_words() -> Iterator[None]:
    catalogs.use(Words())
    yield
    catalogs.use(None)


def test_the_list_of_games_says_results_as_titles_do(qtbot, in_words: None, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "one.xqf"))
    assert window.desk.panels.title._result.text() == "红胜"
    model = GamesModel(window.session)
    column = [one.role for one in model.columns].index("result")
    assert model.text(0, column) == "红胜"


def test_hits_of_a_library_say_results_as_titles_do(qtbot, in_words: None, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]SZ[9]PB[Lee]PW[Alpha]RE[W+R];B[aa])", "utf-8")
    build(tmp_path, "One", path)
    _, tab = open_tab(qtbot, tmp_path)
    column = [one.role for one in tab.model.columns].index("result")
    assert rows(tab, column) == ["白中盘胜"]


def test_a_count_says_results_as_titles_do(qtbot, in_words: None, tmp_path: Path) -> None:
    black = "".join(f"[c{row}]" for row in "abcdefg")
    white = "".join(f"[d{row}]" for row in "abcdefg")
    text = f"(;GM[1]SZ[7]KM[-20]RE[W+R]AB{black}AW{white};B[gd])"
    window = go_window(qtbot, tmp_path, text)
    window.run(COMMANDS["score"])
    panel = window.desk.mode.panel
    assert "黑胜 " in panel.words
    assert "白中盘胜" in panel._record.text()

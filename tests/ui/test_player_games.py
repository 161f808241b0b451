"""What a player plays, asked for at a name: of an open file and of libraries, in the explorer."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from libraries import build, home, open_tab
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.player_games import PlayerPalette
from viewer.ui.library.hit_pages import HitExplorer
from viewer.ui.pages.explorer_page import ExplorerPage

pytestmark = pytest.mark.gui

GAME = (
    '[Event "Open"]\n[White "{white}"]\n[Black "{black}"]\n[Date "{year}.01.01"]\n'
    '[Result "{result}"]\n\n{moves} {result}\n\n'
)
SICILIAN = "1. e4 c5 2. Nf3 d6"


def game(white: str, black: str, moves: str, result: str = "1-0", year: int = 2000) -> str:
    return GAME.format(white=white, black=black, moves=moves, result=result, year=year)


KARPOV, OTHER = "Karpov, Anatoly", "Costa, B."
GAMES = (
    game(OTHER, "Diaz, C.", f"{SICILIAN} 3. Bb5+") * 12
    + game(KARPOV, OTHER, f"{SICILIAN} 3. d4 cxd4") * 5
    + game(OTHER, KARPOV, "1. e4 e5", "0-1") * 3
    + game(OTHER, KARPOV, f"{SICILIAN} 3. c3", "1/2-1/2", 2005)
)


@pytest.fixture
def window(qtbot, tmp_path: Path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    made = make_window(qtbot, tmp_path, path)
    made.session.show(made.session.document.keys()[12])  # Karpov's first
    return made


def page_of(window) -> ExplorerPage:
    page = window.desk.panels.made("explorer")
    assert isinstance(page, ExplorerPage)
    return page


def rows(window) -> list[tuple[str, str]]:
    page = window.desk.panels.made("explorer")
    if not isinstance(page, ExplorerPage) or page.table is None:
        return []
    return [(one.text, one.values[0]) for one in page.table.moves.first(9)]


def wait_for(qtbot, window, *wanted: tuple[str, str]) -> None:
    qtbot.waitUntil(lambda: rows(window) == list(wanted))


def palette_of(window) -> PlayerPalette:
    (palette,) = [one for one in window.findChildren(PlayerPalette) if one.isVisible()]
    return palette


def listed(palette: PlayerPalette) -> list[str]:
    return [one.words for one in palette.rows]


def choose(palette: PlayerPalette, words: str) -> None:
    palette.choose(listed(palette).index(words))
    palette.do(False)


def test_a_click_on_a_name_asks_what_they_play(qtbot, window) -> None:
    """The preparing question in three: the name, the colour, and the position is on the board."""
    window.session.go(window.session.record.root)
    for _ in range(4):
        window.run(COMMANDS["next"])
    line = next(
        one
        for one in (window.desk.stage.above, window.desk.stage.below)
        if one._name.text() == KARPOV
    )
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=line._name.geometry().center())
    palette = palette_of(window)
    colours = ["as White", "as Black", "with either colour"]
    assert listed(palette) == [f"{KARPOV} {one}" for one in colours]
    choose(palette, f"{KARPOV} as White")
    wait_for(qtbot, window, ("3. d4", "5"))
    assert page_of(window).among.conditions.texts == [f"player {KARPOV}", "as White"]
    assert not window.session.document.modified


def test_the_command_on_a_row_has_both_players(qtbot, window) -> None:
    window.run(COMMANDS["games"])
    page = window.desk.panels.made("games")
    page.view.setFocus()
    page.view.choose_row(20)
    window.run(COMMANDS["explore-player"])
    choose(palette_of(window), f"{KARPOV} as Black")
    wait_for(qtbot, window, ("1. e4", "4"))
    assert page_of(window).table.told.text() == "From 4 games of this file (21 games)."
    window.run(COMMANDS["explore-player"])
    choose(palette_of(window), f"{OTHER} with either colour")
    wait_for(qtbot, window, ("1. e4", "21"))


def test_one_key_lists_both_and_a_name_and_a_colour_are_typed(qtbot, window) -> None:
    window.run(COMMANDS["explore-player"])
    palette = palette_of(window)
    assert [one.split(",")[0].split(" ")[0] for one in listed(palette)] == ["Karpov"] * 3 + [
        "Costa"
    ] * 3
    qtbot.keyClicks(palette.line, "karp bl")
    assert listed(palette) == [f"{KARPOV} as Black"]
    palette.do(False)
    wait_for(qtbot, window, ("1. e4", "4"))


def test_players_of_other_games_are_found_by_name(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    wait_for(qtbot, window, ("1. e4", "21"))
    page_of(window).among.player.click()
    palette = palette_of(window)
    qtbot.keyClicks(palette.line, "diaz b")
    qtbot.waitUntil(lambda: listed(palette) == ["Diaz, C. as Black"])
    palette.do(False)
    wait_for(qtbot, window, ("1. e4", "12"))
    assert page_of(window).among.player.isHidden()


def test_a_name_that_nobody_has_is_a_sentence(qtbot, window) -> None:
    window.run(COMMANDS["explore-player"])
    palette = palette_of(window)
    qtbot.keyClicks(palette.line, "%")
    assert listed(palette) == ["Type a name."]
    qtbot.keyClicks(palette.line, "%_")
    assert listed(palette) == ["Looking for names…"]
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: listed(palette) == ["No player has that name."])
    palette.do(False)
    assert palette.isVisible()


def test_enter_holds_for_a_name_that_is_found_later(qtbot, window) -> None:
    window.run(COMMANDS["explore-player"])
    palette = palette_of(window)
    qtbot.keyClicks(palette.line, "diaz b")
    assert listed(palette) == ["Looking for names…"]
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    wait_for(qtbot, window, ("1. e4", "12"))
    assert page_of(window).among.conditions.texts == ["player Diaz, C.", "as Black"]


def test_the_page_offers_the_players_of_the_record(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    wait_for(qtbot, window, ("1. e4", "21"))
    page = page_of(window)
    assert [one.text() for one in page.among.players] == ["Karpov as White", "Costa as Black"]
    page.among.players[1].click()
    wait_for(qtbot, window, ("1. e4", "5"))
    assert all(one.isHidden() for one in page.among.players)
    page.among.conditions.chip("side").click()
    wait_for(qtbot, window, ("1. e4", "21"))
    page.among.conditions.chip("player").click()
    assert page.among.players[0].isVisible()


def test_a_low_page_offers_them_in_a_menu(qtbot, window) -> None:
    window.run(COMMANDS["explorer"])
    wait_for(qtbot, window, ("1. e4", "21"))
    page = page_of(window)
    page.resize(200, 200)
    assert all(one.isHidden() for one in (*page.among.players, page.among.player))
    page.among.more.click()
    (menu,) = [one for one in page.among.findChildren(QMenu) if one.isVisible()]
    texts = [one.text() for one in menu.actions()]
    assert texts == ["Karpov as White", "Costa as Black", "Player…", "All conditions…"]
    menu.actions()[1].trigger()
    menu.close()
    wait_for(qtbot, window, ("1. e4", "5"))


def test_the_title_asks_too(qtbot, window) -> None:
    title = window.desk.panels.title
    title.customContextMenuRequested.emit(title.rect().center())
    choose(palette_of(window), f"{OTHER} as Black")
    wait_for(qtbot, window, ("1. e4", "5"))


def test_a_record_without_names_asks_for_one(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "one.pgn"
    path.write_text('[White "?"]\n[Black ""]\n[Result "*"]\n\n1. e4 *\n')
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explore-player"])
    assert listed(palette_of(window)) == ["Type a name."]


@pytest.mark.parametrize("name", ["%", "_", "a* OR 1=1 --", '"', "= x", "[a-z]+", "\\"])
def test_a_name_that_is_a_pattern_is_a_name(qtbot, tmp_path: Path, name: str) -> None:
    told = name.replace("\\", "\\\\").replace('"', '\\"')
    path = tmp_path / "games.pgn"
    path.write_text(GAMES + game(told, OTHER, "1. a4"))
    window = make_window(qtbot, tmp_path, path)
    window.session.show(window.session.document.keys()[-1])
    window.run(COMMANDS["explorer"])
    qtbot.waitUntil(lambda: len(rows(window)) == 2)
    page_of(window).among.players[0].click()
    wait_for(qtbot, window, ("1. a4", "1"))


def test_a_player_without_games_here_is_a_sentence(qtbot, window, tmp_path: Path) -> None:
    window.run(COMMANDS["explorer"])
    wait_for(qtbot, window, ("1. e4", "21"))
    page = page_of(window)
    page.amongAsked.emit(page.among.search.plus({"player": "=Nobody"}))
    wait_for(qtbot, window)
    words = "No game with these conditions goes on from here: this file (21 games)."
    qtbot.waitUntil(lambda: page.table.told.text() == words)


def test_in_libraries_too(qtbot, tmp_path: Path) -> None:
    records = tmp_path / "records" / "Old.pgn"
    records.parent.mkdir()
    records.write_text(GAMES)
    build(tmp_path, "Old", records.parent)
    path = tmp_path / "one.pgn"
    path.write_text(game(KARPOV, "Eberl, D.", f"{SICILIAN}"))
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["explorer"])
    wait_for(qtbot, window, ("1. e4", "21"))
    page_of(window).among.players[0].click()
    wait_for(qtbot, window, ("1. e4", "5"))
    page_of(window).among.conditions.chip("player").click()
    page_of(window).among.players[1].click()
    words = "No game with these conditions goes on from here: one library."
    qtbot.waitUntil(lambda: page_of(window).table.told.text() == words)
    assert home(tmp_path)


HU = ("胡荣华", "上海 胡荣华", "上海队胡荣华")


def test_names_with_a_team_are_one_and_parted_by_a_click(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES + "".join(game(name, OTHER, "1. a4") for name in HU), encoding="utf-8")
    window = make_window(qtbot, tmp_path, path)
    window.session.show(window.session.document.keys()[-3])
    window.run(COMMANDS["explorer"])
    qtbot.waitUntil(lambda: len(rows(window)) == 2)
    page = page_of(window)
    assert page.among.apart.isHidden()
    page.among.players[0].click()
    wait_for(qtbot, window, ("1. a4", "3"))
    assert page.table.told.text() == (
        "From 3 games of this file (24 games). 胡荣华, 上海 胡荣华, 上海队胡荣华 are one player."
    )
    page.among.apart.click()
    wait_for(qtbot, window, ("1. a4", "1"))
    assert page.among.apart.isHidden()
    page.among.conditions.chip("apart").click()
    wait_for(qtbot, window, ("1. a4", "3"))


def test_a_list_of_a_library_shows_what_is_joined(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    text = GAMES + "".join(game(name, OTHER, "1. a4") for name in HU)
    (folder / "games.pgn").write_text(text, encoding="utf-8")
    build(tmp_path, "Hu", folder)
    _, tab = open_tab(qtbot, tmp_path)
    tab.add({"player": "=胡荣华"})
    tab.run_now()
    assert tab.found.total == 3
    assert tab.matched.text() == "胡荣华, 上海 胡荣华, 上海队胡荣华 are one player."
    tab.row.apart.click()
    tab.run_now()
    assert tab.found.total == 1
    assert tab.matched.isHidden()
    assert tab.row.apart.isHidden()
    assert "names with a team apart" in tab.bar.conditions.texts


def test_the_players_of_a_hit_are_asked_too(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "games.pgn").write_text(GAMES)
    build(tmp_path, "Games", folder)
    window, tab = open_tab(qtbot, tmp_path)
    tab.view.choose_row(20)
    tab.run_now()
    window.run(COMMANDS["explore-player"])
    choose(palette_of(window), f"{KARPOV} as Black")
    tab.run_now()
    assert tab.found.total == 4


def test_a_library_knows_names_without_a_hit(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "games.pgn").write_text(GAMES)
    build(tmp_path, "Games", folder)
    window, tab = open_tab(qtbot, tmp_path)
    tab.add({"event": "nothing"})
    tab.run_now()
    assert not tab.found.total
    tab.add({"event": ""})
    window.run(COMMANDS["explore-player"])
    palette = palette_of(window)
    qtbot.keyClicks(palette.line, "karpov white")
    qtbot.waitUntil(lambda: listed(palette) == [f"{KARPOV} as White"])
    palette.do(False)
    tab.run_now()
    assert tab.found.total == 5


def test_a_line_has_player_colour_and_moves(qtbot, tmp_path: Path) -> None:
    """The preparing question in a library: the answers stand beside the hits, at the position."""
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "games.pgn").write_text(GAMES)
    build(tmp_path, "Games", folder)
    _, tab = open_tab(qtbot, tmp_path)
    tab.run_now()
    tab.bar.line.setText(f"karpov as white {SICILIAN}")
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.conditions.texts == ["player karpov", "as White", "Chess", f"moves {SICILIAN}"]
    assert tab.found.total == 5
    explorer = tab.preview.findChild(HitExplorer)
    assert explorer is not None
    qtbot.waitUntil(lambda: [x.text for x in explorer.table.moves.first(3)] == ["3. d4"])


def test_the_line_offers_a_player_with_each_colour(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "games.pgn").write_text(GAMES)
    build(tmp_path, "Games", folder)
    _, tab = open_tab(qtbot, tmp_path)
    tab.run_now()
    tab.bar.line.setFocus()
    qtbot.keyClicks(tab.bar.line, "karp")
    named = [KARPOV, f"{KARPOV} as White", f"{KARPOV} as Black"]
    qtbot.waitUntil(lambda: [one.words for one in tab.offers.offers][-3:] == named)
    tab.offers.choose(len(tab.offers.offers) - 1)
    tab.offers.take()
    tab.run_now()
    assert tab.found.total == 4


def test_escape_leaves_the_pages_as_they_were(qtbot, window) -> None:
    """The explorer is shown once a player is chosen, not before."""
    before = window.desk.panels.shown
    assert "explorer" not in before
    window.desk.focus_board()
    window.run(COMMANDS["explore-player"])
    palette = palette_of(window)
    qtbot.keyClicks(palette.line, "diaz b")  # of the open file, whose page isn't shown
    qtbot.waitUntil(lambda: listed(palette) == ["Diaz, C. as Black"])
    qtbot.keyClick(palette.line, Qt.Key.Key_Escape)
    assert window.desk.panels.shown == before
    assert not window.desk.panels.in_view("explorer")
    window.run(COMMANDS["explore-player"])
    choose(palette_of(window), f"{KARPOV} as White")
    assert window.desk.panels.in_view("explorer")
    wait_for(qtbot, window, ("1. e4", "5"))

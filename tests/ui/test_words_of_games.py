"""What headers say in the words of one game: handicap and komi, results, openings."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from libraries import build, open_tab
from PySide6.QtCore import Qt

from viewer.document import plans
from viewer.formats.headers import cell_words
from viewer.games import game_of
from viewer.library import Query, of_folders
from viewer.ui.commands import COMMANDS
from viewer.ui.library.hits_view import COLUMNS, USUAL, columns_of, roles_in, usual_in
from viewer.ui.library.library_tab import LibraryTab

GO = "(;GM[1]FF[4]SZ[9]PB[Anna]PW[Boris]HA[2]KM[0.5]AB[cc][gg];W[ee];B[dd])"


def test_handicap_and_komi_are_columns(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text(GO)
    (tmp_path / "b.sgf").write_text(GO.replace("HA[2]KM[0.5]", "KM[6.5]"))
    (tmp_path / "c.pgn").write_text('[White "A"]\n[Komi "7"]\n\n1. e4 e5 *\n')
    library = of_folders([tmp_path], folder=str(tmp_path / "home"))
    library.build()
    hits = library.search(Query(), order="komi").hits
    said = {Path(hit.path).name: (hit.values["handicap"], hit.values["komi"]) for hit in hits}
    assert said == {"a.sgf": ("2", "0.5"), "b.sgf": (None, "6.5"), "c.pgn": (None, None)}
    library.close()


@pytest.mark.parametrize(
    ("id", "has", "lacks"),
    [
        ("go", {"handicap", "komi", "rank0", "round"}, {"opening-code"}),
        ("chess", {"opening", "opening-code", "rank1", "place"}, {"handicap", "komi"}),
        ("shogi", {"opening"}, {"opening-code", "komi"}),
        ("hex", {"event"}, {"opening-code", "handicap", "komi"}),
        ("", {"opening", "opening-code", "handicap", "komi"}, set()),
    ],
)
def test_columns_are_those_of_the_game(id: str, has: set[str], lacks: set[str]) -> None:
    assert has <= {*roles_in(id)}
    assert not lacks & {*roles_in(id)}
    assert {*usual_in(id)} <= {*roles_in(id)}
    assert {*usual_in(id)} & has
    shown = {one.role for one in columns_of(USUAL, id)}
    assert shown == {"sign", *usual_in(id)}


@pytest.mark.parametrize("id", ["", "go", "shogi", "chess"])
def test_every_column_can_be_shown(qtbot, tmp_path: Path, id: str) -> None:
    build(tmp_path, "Samples")
    _, tab = open_tab(qtbot, tmp_path)
    tab.add({"game": id})
    tab.run_now()
    tab.model.show_columns(COLUMNS)
    tab.view.fit()
    told = tab.found.hits.size.told
    assert {one.role for one in tab.model.columns} == {"sign", *roles_in(id, told)}
    assert all(tab.view.columnWidth(at) > 0 for at in range(len(tab.model.columns)))


def test_a_column_has_the_name_that_players_know() -> None:
    titles = {one.role: one.title.text() for one in columns_of(("opening-code",), "xiangqi")}
    assert titles["opening-code"] == "ECCO"
    (opening,) = [one.title for one in columns_of(USUAL, "shogi") if one.role == "opening"]
    assert opening.context == "of a game of shogi"


def test_several_results_are_said_in_words() -> None:
    assert cell_words("result", "several", game_of("xiangqi")).context == "result of xiangqi"


def sgf(**headers: str) -> str:
    said = "".join(f"{key}[{value}]" for key, value in headers.items())
    return f"(;GM[1]SZ[19]PB[a]PW[b]{said};B[pd])\n"


def test_columns_that_no_game_fills_are_hidden(qtbot, tmp_path: Path) -> None:
    plain = tmp_path / "plain.sgf"
    plain.write_text(sgf() * 3)
    window = make_window(qtbot, tmp_path, plain)
    window.run(COMMANDS["games"])
    page = window.desk.panels.made("games")
    assert not {"komi", "handicap"} & {one.role for one in page.model.columns}
    window.session.do(plans.header, "KM", "6.5")
    assert "komi" in [one.role for one in page.model.columns]
    assert "handicap" not in [one.role for one in page.model.columns]


def test_a_library_shows_the_columns_that_it_fills(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "plain.sgf").write_text(sgf() * 3)
    library = build(tmp_path, "Go", folder)
    window, tab = open_tab(qtbot, tmp_path)
    tab.run_now()
    assert not {"komi", "handicap"} & {one.role for one in tab.model.columns}
    (folder / "more.sgf").write_text(sgf(KM="6.5"))
    library.build()
    tab.found.ask_again()
    tab.run_now()
    assert [one.role for one in tab.model.columns if one.role in ("komi", "handicap")] == ["komi"]
    assert window.libraries.tab is tab


PGN = """\
[White "Anna"]
[Black "Boris"]
[WhiteElo "2410"]
[BlackElo "2390"]
[Round "3"]
[ECO "B20"]

1. e4 c5 *

"""


def roles_of(tab: LibraryTab) -> list[str]:
    return [one.role for one in tab.model.columns]


def test_a_library_of_chess_shows_ratings_and_rounds(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "a.pgn").write_text(PGN)
    build(tmp_path, "Chess", folder)
    _, tab = open_tab(qtbot, tmp_path)
    tab.run_now()
    shown = ["side0", "rank0", "side1", "rank1", "result", "year", "opening-code", "round"]
    assert roles_of(tab) == ["sign", *shown[:7], "event", *shown[7:]]
    heads = [tab.model.headerData(at, Qt.Orientation.Horizontal) for at in range(1, 6)]
    assert heads == ["White", "Rating", "Black", "Rating", "Result"]
    tab.model.text(0, 1)  # has the row fetched
    tab.run_now()
    texts = {one.role: tab.model.text(0, at) for at, one in enumerate(tab.model.columns)}
    assert (texts["rank0"], texts["round"], texts["opening-code"]) == ("2410", "3", "B20")
    offered = [action.text() for action in tab.view.columns_menu().actions()]
    assert "Rating, White" in offered
    assert "Title" not in offered  # no game has one
    assert "Place" not in offered


def test_the_opening_that_a_game_of_go_names_is_a_column(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "a.sgf").write_text(sgf() * 3)
    library = build(tmp_path, "Go", folder)
    _, tab = open_tab(qtbot, tmp_path)
    tab.run_now()
    assert "opening" not in roles_of(tab)
    (folder / "b.sgf").write_text(sgf(ON="Chinese fuseki"))
    library.build()
    tab.found.ask_again()
    tab.run_now()
    assert "opening" in roles_of(tab)


def test_columns_that_a_library_lacks_stay_chosen(qtbot, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "a.pgn").write_text(PGN)
    build(tmp_path, "Chess", folder)
    _, tab = open_tab(qtbot, tmp_path)
    tab.run_now()
    tab.model.show_columns(("side0", "komi", "title"))
    with qtbot.waitSignal(tab.view.columnsAsked) as asked:
        tab.view._switch("round")
    assert asked.args == [("side0", "komi", "round", "title")]


def test_what_a_library_tells_is_told_of_one_game(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text(sgf(KM="6.5", ON="Chinese fuseki"))
    (tmp_path / "b.pgn").write_text(PGN)
    library = of_folders([tmp_path], folder=str(tmp_path / "home"))
    library.build()
    chess, go = library.columns("chess"), library.columns("go")
    assert {"rank0", "round", "opening_code"} <= {*chess}
    assert not {"komi", "title"} & {*chess}
    assert {"komi", "opening"} <= {*go}
    assert not {"rank0", "round", "opening_code"} & {*go}
    assert [str(chess[one]) for one in ("player0", "rank1", "opening_code")] == [
        "White",
        "Rating, Black",
        "ECO",
    ]
    assert str(library.columns()["player0"]) == "First player"
    library.close()

"""A file that is open is searched without a library: material, parts, positions, players."""

from __future__ import annotations

import os
from pathlib import Path

import generated
import pytest
from desks import make_window
from libraries import build, rows

from viewer.document import plans
from viewer.library.searches import Search
from viewer.ui.commands import COMMANDS
from viewer.ui.library.library_tab import LibraryTab

pytestmark = pytest.mark.gui

ENDING = """[Event "One"]
[White "Adler, A."]
[Black "Berg, B."]
[SetUp "1"]
[FEN "8/8/8/4k3/8/4K3/4P3/r6R w - - 0 1"]
[Result "*"]

1. Kf3 *

[Event "Two"]
[White "Berg, B."]
[Black "Costa, C."]
[SetUp "1"]
[FEN "8/8/8/4k3/8/4K2p/8/r6R w - - 0 1"]
[Result "*"]

1. Kf3 *

[Event "Three"]
[White "Costa, C."]
[Black "Adler, A."]
[Result "1-0"]

1. e4 c5 2. Nf3 1-0
"""


@pytest.fixture
def window(qtbot, tmp_path: Path):
    path = tmp_path / "endings.pgn"
    path.write_text(ENDING)
    return make_window(qtbot, tmp_path, path)


def built(window) -> LibraryTab:
    """The tab, once what is open is read."""
    at_work = window.libraries.keeping.building
    assert at_work is not None
    at_work.finish()
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    return tab


def test_material_is_found_in_the_open_file_at_once(window) -> None:
    window.run(COMMANDS["library-material"])
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    assert tab._reason.text() == (
        "endings.pgn is being read; its games are found here as soon as that is done."
    )
    assert tab._build.isHidden()
    tab = built(window)
    assert tab.name == "Library: endings.pgn"
    assert tab.found.total == 2
    assert tab._trouble.isHidden()
    assert tab.bar.conditions.texts == ["Chess", "rook, pawn against rook"]
    assert tab.kept() is None  # the next session has no such library
    assert window.libraries.keeping.all() == []


def test_nothing_is_left_of_it(window, qtbot, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*.pgn*"))
    window.run(COMMANDS["library-open"])
    built(window)
    home = window.libraries.opened.home
    assert os.path.isdir(home)
    window.close()
    window.stop()
    assert not os.path.exists(home)
    assert sorted(tmp_path.rglob("*.pgn*")) == before


def test_a_position_and_a_part_are_found_in_it(window) -> None:
    session = window.session
    session.show(session.document.keys()[2])
    session.go([*session.record.root.main_line()][2])
    window.run(COMMANDS["library-position"])
    tab = built(window)
    assert rows(tab) == ["Costa, C."]
    window.libraries.open_hit(window.libraries.tab.found.hit(0))
    assert window.session is session
    window.libraries.search(
        Search.of(
            {"game": "chess", "position": "8/8/8/8/8/4K3/4P3/7R w - - 0 1", "region": "e2:e3"}
        )
    )
    assert built(window).found.total == 1


def test_where_there_are_libraries_they_are_searched(window, tmp_path: Path) -> None:
    build(tmp_path, "Samples")
    window.run(COMMANDS["library-material"])
    tab = window.libraries.tab
    assert tab is not None
    assert [one.name for one in tab.found.libraries] == ["Samples"]
    window.tabs.turn_to(window.tabs.desks()[0])
    window.run(COMMANDS["library-open"])
    other = built(window)
    assert other is not tab
    assert other.found.total == 3
    window.run(COMMANDS["library"])
    assert window.libraries.tab is tab
    window.libraries.keeping.listed.emit()
    assert [one.name for one in other.found.libraries] == ["endings.pgn"]


def test_edits_since_it_was_saved_are_told_and_read_once_saved(window) -> None:
    session = window.session
    session.do(plans.header, "White", "Eberl, E.")
    window.run(COMMANDS["library-open"])
    assert window.status.said == "Edits since the file was saved aren't searched."
    search = Search.of({"player": "eberl"})
    tab = built(window)
    tab.show_search(search)
    tab.run_now()
    assert tab.found.total == 0
    window.tabs.turn_to(window.tabs.desks()[0])
    assert window.saver.save()
    window.run(COMMANDS["library-open"])
    assert built(window).found.total == 1


def test_a_file_that_is_cut_meanwhile_is_searched_as_far_as_it_goes(window, tmp_path: Path) -> None:
    (tmp_path / "endings.pgn").write_text(ENDING[: len(ENDING) // 2])
    window.run(COMMANDS["library-open"])
    tab = built(window)
    assert 0 < tab.found.total < 3


def test_a_file_that_is_gone_is_a_sentence(window, tmp_path: Path) -> None:
    (tmp_path / "endings.pgn").unlink()
    window.run(COMMANDS["library-open"])
    tab = built(window)
    assert tab.found.total == 0
    assert "endings.pgn" in window.notice.sentence


@pytest.mark.parametrize("game", ["go", "shogi", "xiangqi"])
def test_every_game_has_its_games_searched(qtbot, tmp_path: Path, game: str) -> None:
    path = tmp_path / f"games.{generated.FORMAT_OF[game]}"
    generated.write(path, game, range(12))
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["library-open"])
    tab = built(window)
    assert tab.found.total == len(window.tabs.desks()[0].session.document) > 0


def test_two_files_of_one_name_are_two(qtbot, window, tmp_path: Path) -> None:
    other = tmp_path / "other" / "endings.pgn"
    other.parent.mkdir()
    other.write_text(ENDING[: ENDING.index('[Event "Two"')])
    window.run(COMMANDS["library-open"])
    assert built(window).found.total == 3
    window.files.open_all([str(other)])
    window.run(COMMANDS["library-open"])
    tab = built(window)
    assert tab.found.total == 1
    assert tab.name == "Library: endings.pgn 2"

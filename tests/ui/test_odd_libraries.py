"""Libraries that are half built or of another version: a sentence each, in the explorer and in the list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from desks import make_window
from libraries import build, home, open_tab

from viewer.library import named
from viewer.library.manifest import NAME
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.explorer_page import ExplorerPage

pytestmark = pytest.mark.gui
GAMES = "".join(
    f'[White "A{n}"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n' for n in range(3)
)


@pytest.fixture
def records(tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "games.pgn").write_text(GAMES)
    return folder


def break_version(folder: Path) -> None:
    """Have a manifest say that it is of another version."""
    path = folder / NAME
    said = json.loads(path.read_text())
    said["version"] = 999
    path.write_text(json.dumps(said))


def test_one_of_another_version_is_told_in_list_and_explorer(
    qtbot, tmp_path: Path, records: Path
) -> None:
    library = build(tmp_path, "Old", records)
    build(tmp_path, "Sound", records)
    break_version(Path(library.folder))
    window, tab = open_tab(qtbot, tmp_path, [records / "games.pgn"])
    assert tab.found.total == 3  # of the sound one
    assert tab._reason.text().startswith("Old: ")
    assert tab._build.isVisible()
    window.tabs.turn_to(window.tabs.desks()[0])
    window.run(COMMANDS["explorer"])
    page = window.desk.panels.made("explorer")
    assert isinstance(page, ExplorerPage)
    qtbot.waitUntil(lambda: page.table.told.text().startswith("Old: "))
    assert [one.values[0] for one in page.table.moves.first(5)] == ["3"]


def test_one_that_isnt_built_is_told_and_while_it_is_built_too(
    qtbot, tmp_path: Path, records: Path
) -> None:
    named("New", [str(records)], home(tmp_path)).keep()
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    assert tab._reason.text() == "New: The library hasn't been built yet."
    assert tab._build.isVisible()
    tab._build.click()
    assert tab._reason.text().startswith("New is being read")
    assert tab._build.isHidden()
    at_work = window.libraries.keeping.building
    assert at_work is not None
    at_work.finish()
    tab.run_now()
    assert tab.found.total == 3
    assert tab._trouble.isHidden()

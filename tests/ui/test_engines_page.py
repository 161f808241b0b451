"""The list of engines in the settings: added, configured, ordered, removed, with the options they say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from desks import in_theme, make_window
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog

from viewer.engines.analysis import Limits
from viewer.engines.chosen import engines_for
from viewer.engines.engine import EngineSetup, machine_values
from viewer.engines.installed import InstalledEngine, KnownEngine
from viewer.engines.option import Option
from viewer.scene.theme import DARK
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.engines import EnginePalette
from viewer.ui.dialogs.engines_page import EnginesPage
from viewer.ui.dialogs.settings_dialog import SettingsDialog
from viewer.ui.toolkit.layouts import ScrollingArea

pytestmark = pytest.mark.gui

SCRIPT = Path(__file__).parent.parent / "engines" / "scripted.py"


def setup(name: str, habit: str = "plain", program: str = sys.executable) -> EngineSetup:
    return EngineSetup(name, program, (str(SCRIPT), habit), {"chess": "uci"})


@pytest.fixture
def window(qtbot, tmp_path: Path):
    path = tmp_path / "game.pgn"
    path.write_text('[Event "?"]\n[Result "*"]\n\n1. d4 d5 *\n')
    made = make_window(qtbot, tmp_path, path)
    made.engines.search = lambda game: []
    return made


def opened(window) -> tuple[QDialog, EnginesPage]:
    window.run(COMMANDS["engines"])
    dialog = window.findChildren(SettingsDialog)[-1]
    page = dialog.findChild(EnginesPage)
    assert page.isVisible()
    return dialog, page


def test_a_long_path_needs_no_bar_in_a_small_window(window) -> None:
    path = "/home/somebody/" + "engines/" * 12 + "katago-v1.15.3-opencl-linux-x64"
    window.engines.keep((setup("One", program=path),))
    dialog, page = opened(window)
    dialog.resize(800, 600)
    QApplication.processEvents()
    (area,) = page.findChildren(ScrollingArea)
    assert dialog.width() == 800
    assert page.told.text().startswith("There is no program /home")
    assert not area.horizontalScrollBar().isVisible()


def test_the_options_that_an_engine_says_are_a_form(qtbot, window) -> None:
    window.engines.keep((setup("One"),))
    dialog, page = opened(window)
    qtbot.waitUntil(lambda: page.options is not None)
    assert "Style" in page.options.parts
    assert "MultiPV" not in page.options.parts  # the number of lines has a setting of its own
    box = page.options.parts["Style"].widget
    box.setCurrentIndex(box.findData("Very Wild"))
    assert window.engines.engines[0].options == {"Style": "Very Wild"}
    box.setCurrentIndex(box.findData("Calm"))
    assert window.engines.engines[0].options == {}  # what it has by itself isn't kept
    dialog.close()


def test_name_arguments_limits_and_first_for_a_game(qtbot, window) -> None:
    window.engines.keep((setup("One"), setup("Two")))
    dialog, page = opened(window)
    page.list.rows.setCurrentRow(1)
    parts = page.own.parts
    parts["name"].widget.setText("Deep")
    parts["depth"].widget.setValue(12)
    parts["first chess"].widget.click()
    parts["arguments"].widget.setText(f"'{SCRIPT}' junk")
    one, two = window.engines.engines
    assert (two.name, two.limits, two.preferred) == ("Deep", Limits(depth=12), ("chess",))
    assert two.arguments == (str(SCRIPT), "junk")
    assert engines_for((one, two), "chess") == [two, one]
    parts["name"].widget.setText("One")
    assert page.own.faults == {"name": "Another engine has this name."}
    parts["arguments"].widget.setText("'open")
    assert page.own.faults["arguments"] == "A quotation mark isn't closed."
    assert window.engines.engines == (one, two)
    page.list.rows.setCurrentRow(0)
    page.own.parts["first chess"].widget.click()
    assert [each.preferred for each in window.engines.engines] == [("chess",), ()]
    dialog.close()


def test_engines_are_copied_ordered_and_removed(qtbot, window) -> None:
    window.engines.keep((setup("One"), setup("Two")))
    dialog, page = opened(window)

    def names() -> list[str]:
        return [one.name for one in window.engines.engines]

    next(one for one in page.list.offers() if "configuration" in one.name.text()).add()
    assert names() == ["One", "Two", "One (2)"]
    page.list.moved.emit(-1)
    assert names() == ["One", "One (2)", "Two"]
    page.list.removed.emit()
    assert names() == ["One", "Two"]
    assert page.own.values()["name"] == "Two"
    for _ in range(2):
        page.list.removed.emit()
    assert names() == []
    assert page.own is None
    dialog.close()


def test_a_found_engine_is_added_by_talking_to_it(qtbot, window, tmp_path) -> None:
    program = tmp_path / "stockfish"
    program.write_text(f"#!/bin/sh\nexec {sys.executable} {SCRIPT} plain\n")
    program.chmod(0o755)
    known = KnownEngine(("stockfish",), "Stockfish", ("chess",))
    window.engines.search = lambda game: (
        [InstalledEngine(str(program), known)] if game == "chess" else []
    )
    dialog, page = opened(window)
    offer = page.list.offers()[0]
    assert offer.name.text() == f"Stockfish  ({program})"
    offer.add()
    qtbot.waitUntil(lambda: bool(window.engines.engines))
    (added,) = window.engines.engines
    assert (added.name, added.protocols) == ("Scripted", {"chess": "uci"})
    assert len(page.list.offers()) == 2  # it isn't offered a second time
    qtbot.waitUntil(lambda: page.options is not None)
    dialog.close()


def test_what_is_wrong_with_an_engine_is_a_sentence(qtbot, window, tmp_path) -> None:
    gone = str(tmp_path / "gone")
    window.engines.keep((setup("Gone", program=gone), setup("Broken", "crashes-greeted")))
    dialog, page = opened(window)
    qtbot.waitUntil(lambda: page.told.look == "bad")
    assert page.told.text() == f"There is no program {gone} any more."
    page.list.rows.setCurrentRow(1)
    qtbot.waitUntil(lambda: "unexpectedly" in page.told.text())
    assert page.told.text() == "Broken has ended unexpectedly. It said: no network file"
    dialog.close()


def failing(folder: Path) -> Path:
    """A program that says why it ends, unless it is given its network."""
    program = folder / "katago"
    program.write_text(
        '#!/bin/sh\nif [ "$1" = net ]; then exec '
        f"{sys.executable} {SCRIPT} kata; fi\necho needs a network >&2; exit 1\n"
    )
    program.chmod(0o755)
    return program


def test_an_engine_whose_first_start_fails_keeps_its_entry(qtbot, window, tmp_path) -> None:
    """What it said stands at its own entry, also later, and it is asked again with other arguments."""
    program = failing(tmp_path)
    window.engines.keep((setup("One"),))
    dialog, page = opened(window)
    qtbot.waitUntil(lambda: page.options is not None)
    page.add(str(program))
    qtbot.waitUntil(lambda: len(window.engines.engines) == 2)
    failed = window.engines.engines[1]
    assert (failed.name, failed.arguments[:2], failed.protocols) == (
        "katago",
        ("gtp", "-config"),
        {},
    )
    assert failed.fault.text() == "katago has ended unexpectedly. It said: needs a network"
    assert page.list.row == 1
    assert page.told.text().startswith(failed.fault.text())
    page.list.rows.setCurrentRow(0)
    assert "network" not in page.told.text()
    dialog.close()
    dialog, page = opened(window)
    page.list.rows.setCurrentRow(1)
    assert page.told.text().startswith(failed.fault.text())
    assert "katago needs a file that wasn't found: Network." in page.told.text()
    assert engines_for(window.engines.engines, "go") == []
    page.own.parts["arguments"].widget.setText("net")
    page.own.parts["try"].widget.click()
    qtbot.waitUntil(lambda: bool(window.engines.engines[1].protocols))
    known = window.engines.engines[1]
    assert (known.protocols, known.fault, known.arguments) == ({"go": "gtp"}, None, ("net",))
    dialog.close()


def test_a_command_line_in_the_field_of_the_program_is_cut(qtbot, window, tmp_path) -> None:
    window.engines.keep((setup("One"),))
    dialog, page = opened(window)
    program = failing(tmp_path)
    page.own.parts["program"].widget.setText(f"{program} net 'two words'")
    (one,) = window.engines.engines
    assert (one.program, one.arguments) == (str(program), ("net", "two words"))
    assert page.own.values()["arguments"] == "net 'two words'"
    dialog.close()


def test_no_engine_is_started_where_it_is_not_seen(qtbot, window) -> None:
    window.engines.keep((setup("One"),))
    window.run(COMMANDS["settings"])
    dialog = window.findChildren(SettingsDialog)[-1]
    assert dialog.findChild(EnginesPage) is None
    dialog.tabs.setCurrentIndex(dialog.tabs.count() - 1)
    page = dialog.findChild(EnginesPage)
    assert page._asking.running
    dialog.tabs.setCurrentIndex(0)
    assert not page._asking.running
    dialog.tabs.setCurrentIndex(dialog.tabs.count() - 1)
    assert page._asking.running
    dialog.close()
    assert not page._asking.running


def test_the_search_of_the_settings_finds_options_of_engines(qtbot, window) -> None:
    window.engines.keep((setup("One"),))
    dialog, page = opened(window)
    qtbot.waitUntil(lambda: page.options is not None)
    qtbot.keyClicks(dialog.line, "sty")
    qtbot.waitUntil(page.options.parts["Style"].widget.isVisible)
    assert not page.own.isVisible() or not page.own.parts["name"].widget.isVisible()
    dialog.line.setText("theme")
    assert dialog.tabs.currentIndex() == 0
    assert not dialog.tabs.isTabEnabled(dialog.tabs.count() - 1)
    dialog.line.setText("")
    assert all(dialog.tabs.isTabEnabled(number) for number in range(dialog.tabs.count()))
    dialog.close()


def test_an_analysis_goes_on_with_the_changed_engine(qtbot, window) -> None:
    window.engines.keep((setup("One"),))
    window.run(COMMANDS["analyse"])
    qtbot.waitUntil(lambda: window.desk.analyst.analysis is not None)
    dialog, page = opened(window)
    page.own.parts["seconds"].widget.setValue(5)
    dialog.close()
    assert window.desk.analyst.setup.limits == Limits(seconds=5)
    window.engines.keep(())
    window.engines.take_up()
    assert not window.desk.analyst.running


def test_the_engine_that_analyses_is_chosen_from_the_list(qtbot, window) -> None:
    window.engines.keep((setup("One"), setup("Two")))
    window.run(COMMANDS["analyse"])
    assert window.desk.analyst.setup.name == "One"
    window.run(COMMANDS["choose-engine"])
    palette = window.findChildren(EnginePalette)[-1]
    assert palette.isVisible()
    qtbot.keyClicks(palette.line, "two")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert window.desk.analyst.setup.name == "Two"
    assert window.desk.analyst.running


def test_threads_and_hash_suit_the_machine(monkeypatch) -> None:
    monkeypatch.setattr("viewer.engines.engine.processors", lambda: 8)
    monkeypatch.setattr("viewer.engines.engine.memory", lambda: 4 << 30)
    threads = Option("Threads", "spin", "1", "1", "4")
    hash_ = Option("Hash", "spin", "16", "1", "33554432")
    assert machine_values({"Threads": threads, "Hash": hash_}) == {"Threads": 4, "Hash": 64}
    monkeypatch.setattr("viewer.engines.engine.memory", lambda: 0)
    assert machine_values({"Hash": hash_}) == {"Hash": 16}


def test_the_buttons_of_the_list_follow_the_theme(qtbot, window) -> None:
    dialog, page = opened(window)

    def seen() -> list[QImage]:
        return [one.icon().pixmap(16).toImage() for one in page.list.rows.actions()]

    before = seen()
    with in_theme(DARK):
        same = [now == then for now, then in zip(seen(), before, strict=True)]
    assert len(same) == 3
    assert not any(same)
    assert seen() == before
    dialog.close()

"""Large files saved beside the window's events: as they stood, to their end, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtWidgets import QPushButton

from viewer.document import plans
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.record_list import all_found
from viewer.ui.toolkit.tasks import TaskLine
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]

COUNT = 250


def games(**comments: str) -> str:
    """The file; `g7` is a comment on the first move of game 7."""
    out = []
    for number in range(COUNT):
        said = comments.get(f"g{number}")
        comment = f" {{{said}}}  1...e5" if said else "  e5"
        out.append(f'[White "W{number}"]\n\n1.e4{comment} *\n\n')
    return "".join(out)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "a.pgn"
    file.write_text(games())
    return file


@pytest.fixture
def window(qtbot, tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> Window:
    """A step at each turn of the event loop."""
    monkeypatch.setattr("viewer.base.cooperative._TURN", 0.0)
    monkeypatch.setattr("viewer.ui.toolkit.jobs._SLICE", 0.0)
    window = make_window(qtbot, tmp_path, path)
    assert all_found(window.session, window)
    return window


def comment(window: Window, number: int, text: str) -> None:
    session = window.session
    session.do(lambda document, key, node: _comment(document, number, text))


def _comment(document, number: int, text: str):
    return plans.comment(document, number, document.record(number).root.children[0], text)


def save(qtbot, window: Window) -> None:
    """Begin to save, and let a few steps pass."""
    window.run(COMMANDS["save"])
    (task,) = window.tasks.running
    with qtbot.waitSignal(task.progressed):
        pass
    assert window.tasks.running


def wait(qtbot, window: Window) -> None:
    qtbot.waitUntil(lambda: not window.tasks.running)


def test_what_is_edited_meanwhile_stays_unsaved(qtbot, window: Window, path: Path) -> None:
    for number in (0, 100, 249):
        comment(window, number, "first")
    save(qtbot, window)
    assert window.statusBar().findChild(TaskLine).text.startswith("Saving a.pgn")
    comment(window, 249, "second")
    comment(window, 200, "second")
    wait(qtbot, window)
    assert path.read_text() == games(g0="first", g100="first", g249="first")
    assert window.status.said == "Saved a.pgn."
    assert window.isWindowModified()
    window.run(COMMANDS["undo"])
    window.run(COMMANDS["undo"])
    assert not window.isWindowModified()
    window.run(COMMANDS["redo"])
    assert window.isWindowModified()
    window.saver.save(closing=True)
    assert path.read_text() == games(g0="first", g100="first", g249="second")


def test_an_edit_undone_meanwhile_is_saved_and_can_be_done_again(
    qtbot, window: Window, path: Path
) -> None:
    comment(window, 0, "first")
    comment(window, 249, "first")
    save(qtbot, window)
    window.run(COMMANDS["undo"])
    wait(qtbot, window)
    assert path.read_text() == games(g0="first", g249="first")
    assert window.isWindowModified()
    window.run(COMMANDS["redo"])
    assert not window.isWindowModified()


def test_stopped_it_is_as_if_nobody_had_saved(qtbot, window: Window, path: Path) -> None:
    comment(window, 3, "first")
    save(qtbot, window)
    window.statusBar().findChild(TaskLine).findChild(QPushButton).click()
    assert not window.tasks.running
    assert path.read_text() == games()
    assert [file.name for file in path.parent.iterdir() if file.is_file()] == ["a.pgn"]
    assert window.isWindowModified()
    assert window.status.said == "Stopped: Saving a.pgn"


def test_closing_waits_until_it_is_saved(qtbot, window: Window, path: Path) -> None:
    comment(window, 3, "first")
    save(qtbot, window)
    assert window.tabs.close_desk(window.desk)
    assert path.read_text() == games(g3="first")


def test_it_is_saved_once_at_a_time(qtbot, window: Window, path: Path) -> None:
    comment(window, 3, "first")
    save(qtbot, window)
    window.run(COMMANDS["save"])
    assert window.status.said == "a.pgn is being saved already."
    wait(qtbot, window)
    assert path.read_text() == games(g3="first")


def test_a_question_comes_at_the_end(
    qtbot, window: Window, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saved as a format that can't hold all: what would be lost is found out beside the events too."""
    asked = []

    def ask(self, losses, more, answers, safe) -> str:
        asked.append((len(losses), window.session.document.path))
        return "save"

    monkeypatch.setattr("viewer.ui.controllers.saver.SaveController.ask_losses", ask)
    comment(window, 3, "注")
    target = tmp_path / "b.pgc"
    assert not window.saver._save(window.session.document, str(target))
    assert window.tasks.running
    wait(qtbot, window)
    qtbot.waitUntil(target.exists)
    wait(qtbot, window)
    assert asked == [(1, str(path))]
    assert window.session.document.path == str(target)


def test_a_file_written_by_another_program_is_asked_about(
    qtbot, window: Window, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("viewer.ui.toolkit.notice.Questions.ask", lambda *args, **more: "save")
    comment(window, 3, "first")
    path.write_text("something else")
    window.run(COMMANDS["save"])
    wait(qtbot, window)
    qtbot.waitUntil(lambda: path.read_text() == games(g3="first"))
    wait(qtbot, window)


def test_reading_again_waits_too(qtbot, window: Window, path: Path) -> None:
    comment(window, 3, "first")
    save(qtbot, window)
    window.run(COMMANDS["revert"])
    assert path.read_text() == games(g3="first")
    assert not window.tasks.running

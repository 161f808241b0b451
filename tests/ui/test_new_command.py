"""docs/new-command.md, word by word: its code makes a command that does what the page says."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import make_window, write_file
from pytestqt.qtbot import QtBot

import viewer.document.plans
from viewer.ui.commands import COMMANDS, games
from viewer.ui.commands.table import Command
from viewer.ui.window.palette import Palette

pytestmark = pytest.mark.gui
PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "new-command.md"
_BLOCK = re.compile(r"(?:^`(?P<file>[\w./]+)`\n\n)?^```python\n(?P<code>.*?)^```$", re.M | re.S)
PLAN = "viewer.document.plans.players"


def blocks() -> list[tuple[str, str]]:
    """The code of the page, each with the file that is named above it, "" for none."""
    return [(one["file"] or "", one["code"]) for one in _BLOCK.finditer(PAGE.read_text("utf-8"))]


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The page's plan among the others."""
    folder = tmp_path / "plans"
    folder.mkdir()
    for file, code in blocks():
        if file:
            (folder / file).write_text(code, "utf-8")
    places = [*viewer.document.plans.__path__, str(folder)]
    monkeypatch.setattr(viewer.document.plans, "__path__", places)
    yield
    sys.modules.pop(PLAN, None)
    vars(viewer.document.plans).pop("players", None)


@pytest.fixture
def command(plan: None, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The page's command, registered."""
    (code,) = [code for _, code in blocks() if code.startswith("Command(")]
    made: Command = eval(code, {**vars(sys.modules["viewer.ui.commands.table"]), **vars(games)})
    monkeypatch.setitem(COMMANDS, made.id, made)
    return made


def page_tests() -> dict[str, object]:
    """The names that the page's block of tests defines."""
    (code,) = [code for _, code in blocks() if "def test_" in code]
    names: dict[str, object] = {}
    exec(code, names)
    return names


@pytest.mark.usefixtures("plan")
def test_the_tests_of_the_page_pass(tmp_path: Path) -> None:
    found = [one for name, one in page_tests().items() if name.startswith("test_")]
    assert len(found) == 2
    for one in found:
        assert callable(one)
        one(tmp_path)


def test_without_the_plan_they_fail() -> None:
    with pytest.raises(ModuleNotFoundError):
        page_tests()


def test_the_command_exchanges_the_players_and_is_undone(
    qtbot: QtBot, tmp_path: Path, command: Command
) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    session = window.session
    assert session is not None
    assert command.possible(window)
    window.run(command)
    assert (session.record.header("Red"), session.record.header("Black")) == ("乙", "甲")
    session.undo()
    assert (session.record.header("Red"), session.record.header("Black")) == ("甲", "乙")


def test_it_is_found_by_other_words(qtbot: QtBot, tmp_path: Path, command: Command) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    palette = Palette(window, window.run)
    palette.look_for("wrong way round")
    assert command.name.text() in [row.words for row in palette.rows]
    palette.close()
    palette.deleteLater()


def test_it_is_not_possible_without_a_record(
    qtbot: QtBot, tmp_path: Path, command: Command
) -> None:
    window = make_window(qtbot, tmp_path)
    assert not command.possible(window)

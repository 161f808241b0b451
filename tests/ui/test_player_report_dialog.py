"""The report of a player's games in the window: counted at once, grouped, its rows lead to the games."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window

from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.player_report_dialog import PlayerReportDialog
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

PGN = """[White "Adler, A"]
[Black "Berg, B"]
[Date "2026.10.02"]
[Result "0-1"]

1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Nf3 {[%eval -1.2]} Nc6 {[%eval -1.2]} 3. Bb5 0-1

[White "Cohn, C"]
[Black "Adler, A"]
[Date "2026.11.05"]
[Result "0-1"]

1. d4 d5 2. c4 e6 0-1

[White "Cohn, C"]
[Black "Berg, B"]
[Result "1-0"]

1. d4 d5 1-0
"""


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    path = tmp_path / "games" / "club.pgn"
    path.parent.mkdir()
    path.write_text(PGN, "utf-8")
    window: Window = make_window(qtbot, tmp_path, path)
    return window


def shown(window: Window, qtbot) -> PlayerReportDialog:
    window.run(COMMANDS["player-report"])
    dialog = window.findChildren(PlayerReportDialog)[-1]
    qtbot.waitUntil(lambda: not dialog.counting)
    return dialog


def texts(dialog: PlayerReportDialog, games: bool = False) -> list[list[str]]:
    model = (dialog.games if games else dialog.rows).model()
    return [
        [model.index(row, at).data() or "" for at in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_ones_own_games_are_counted_at_once(window: Window, qtbot) -> None:
    window.settings.set("own-names", "Someone\nA. Adler")
    dialog = shown(window, qtbot)
    assert texts(dialog)[0] == ["All games", "2", "1", "0", "1", "50 %", "67 %"]
    assert {row[0] for row in texts(dialog)[1:]} == {"Ruy Lopez", "Queen's Gambit Declined"}
    assert "1 game is of other players." in dialog.said
    assert [row[:3] for row in texts(dialog, games=True)] == [
        ["Berg, B", "Lost", "2026-10"],
        ["Cohn, C", "Won", "2026-11"],
    ]


def test_a_row_leads_to_its_games(window: Window, qtbot) -> None:
    window.settings.set("own-names", "A. Adler")
    dialog = shown(window, qtbot)
    dialog.by.setCurrentIndex(dialog.by.findData("month"))
    assert [row[0] for row in texts(dialog)] == ["All games", "2026-10", "2026-11"]
    dialog.rows.choose_row(2)
    assert [row[0] for row in texts(dialog, games=True)] == ["Cohn, C"]
    dialog.open_game.click()
    assert window.session is not None
    assert window.session.index == 1


def test_another_player_is_counted_when_named(window: Window, qtbot) -> None:
    dialog = shown(window, qtbot)
    assert "Whose games?" in dialog.said
    assert not texts(dialog)
    assert not dialog.open_game.isEnabled()
    dialog.player.setText("Cohn")
    dialog.player.editingFinished.emit()
    qtbot.waitUntil(lambda: dialog.report is not None)
    assert texts(dialog)[0][:5] == ["All games", "2", "1", "0", "1"]
    dialog.player.setText("Kohn")
    dialog.player.editingFinished.emit()
    qtbot.waitUntil(lambda: dialog.report is not None)
    assert dialog.said.startswith(
        "No player of these games is called Kohn. Similar names: Cohn, C."
    )
    assert not dialog.open_game.isEnabled()


@pytest.mark.parametrize("suffix", ["html", "txt"])
def test_it_is_saved_in_one_action(
    window: Window, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    dialog = shown(window, qtbot)
    assert not dialog.save.isEnabled()
    dialog.player.setText("Adler")
    dialog.player.editingFinished.emit()
    qtbot.waitUntil(lambda: dialog.report is not None)
    target = tmp_path / f"report.{suffix}"
    monkeypatch.setattr(FileDialog, "save_file", lambda *_, **__: (str(target), ""))
    dialog.save.click()
    qtbot.waitUntil(target.exists)
    qtbot.waitUntil(lambda: not window.tasks.running)
    text = target.read_text("utf-8")
    assert "Ruy Lopez" in text
    assert "Cohn, C" in text

"""Settings and decks that the window can't read: told where they are, and kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window

from viewer.base.files import FileSystem
from viewer.base.kept_json import ASIDE
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.decks_dialog import DecksDialog
from viewer.ui.window.store import Store

pytestmark = pytest.mark.gui


def test_settings_that_cannot_be_read_are_set_aside_before_others_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"own-names": "Anna"}')

    def denied(self: FileSystem, path: str) -> int:
        raise PermissionError(13, "Permission denied", path)

    with monkeypatch.context() as here:
        here.setattr(FileSystem, "open_read", denied)
        store = Store(str(tmp_path))
        assert list(map(str, store.problems)) == [
            f"The settings can't be read: {path}: no permission"
        ]
        store.settings.set("own-names", "Ben")
        store.save()
    assert "Anna" in Path(f"{path}{ASIDE}").read_text()
    assert Store(str(tmp_path)).settings["own-names"] == "Ben"


def test_damaged_settings_are_named(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    (problem,) = map(str, Store(str(tmp_path)).problems)
    assert problem.startswith(f"{tmp_path / 'settings.json'}: The settings can't be read")


def test_decks_that_cannot_be_read_are_named(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    folder = Path(window.store.state) / "decks"
    folder.mkdir(parents=True)
    (folder / "mine.jsonl").write_text("[]\n")
    window.run(COMMANDS["mistakes"])
    dialog = window.findChildren(DecksDialog)[-1]
    qtbot.waitUntil(lambda: not dialog.reading)
    assert dialog.said == f"{folder / 'mine.jsonl'}: this file is no deck."
    (folder / "mine.jsonl").unlink()
    folder.rmdir()
    folder.write_text("no folder")
    dialog.read()
    qtbot.waitUntil(lambda: not dialog.reading)
    assert dialog.said == f"{folder}: a part of its path is not a folder"
    dialog.close()

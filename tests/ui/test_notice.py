"""What is told under the tabs stays there until it is closed, one sentence beside the other."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, write_file
from PySide6.QtWidgets import QPushButton

from viewer.base.messages import message
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


def buttons(window: Window, name: str) -> list[QPushButton]:
    found = window.notice.findChildren(QPushButton)
    return [one for one in found if one.text() == name and one.isVisible()]


def test_each_file_that_cannot_be_opened_is_told(qtbot, tmp_path: Path) -> None:
    bad = tmp_path / "bad.xqf"
    bad.write_bytes(b"no record")
    good = write_file(tmp_path / "good.xqf")
    folder = tmp_path / "folder"
    folder.mkdir()
    paths = [tmp_path / "gone.xqf", bad, good, folder]
    window = make_window(qtbot, tmp_path, *paths)
    assert [desk.session.document.path for desk in window.desks()] == [str(good)]
    told = window.notice.sentence.split("\n")
    assert len(told) == 3
    assert told[0] == f"There is no file {paths[0]}."
    assert told[1].startswith("bad.xqf can't be opened. ")
    assert told[2] == "There is no game record in folder."
    assert window.notice.isVisible()

    window.files.open(str(write_file(tmp_path / "another.xqf")))
    assert window.notice.sentence.split("\n") == told
    window.files.open(str(bad))
    assert len(window.notice.sentence.split("\n")) == 3, "the same again is told once"
    write_file(bad)
    window.files.open(str(bad))
    assert window.notice.sentence.split("\n") == [told[0], told[2]]
    buttons(window, "Close")[0].click()
    assert window.notice.sentence == told[2]
    buttons(window, "Close")[0].click()
    assert window.notice.sentence == ""
    assert not window.notice.isVisible()


def test_what_can_be_done_is_done_and_the_others_stay(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    done: list[str] = []
    window.tell(message("First."), (message("Act"), lambda: done.append("act")))
    window.tell(message("Second."))
    window.tell(message("Second."))
    assert window.notice.sentence == "First.\nSecond."
    buttons(window, "Act")[0].click()
    assert done == ["act"]
    assert window.notice.sentence == "Second."


def test_many_sentences_leave_the_board_its_room(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    for number in range(60):
        window.files.open(str(tmp_path / f"gone {number}.xqf"))
    assert len(window.notice.sentence.split("\n")) == 60
    assert window.notice.height() <= window.height() // 3
    assert window.desk.stage.board.isVisible()
    bar = window.notice.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)

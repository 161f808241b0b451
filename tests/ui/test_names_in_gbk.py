"""Names of files that aren't in UTF-8 on the disk: shown as they were meant, used by their bytes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from desks import make_window, write_file
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QTabBar,
    QWidget,
)

from viewer.base import catalogs
from viewer.base.messages import message, readable
from viewer.document import plans
from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

NAME, FOLDER = "胡荣华对杨官璘.xqf", "橘中秘"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record of xiangqi whose name and folder are in GBK."""
    folder = os.path.join(os.fsencode(tmp_path), FOLDER.encode("gbk"))
    place = os.path.join(folder, NAME.encode("gbk"))
    try:
        os.mkdir(folder)
        Path(os.fsdecode(place)).write_bytes(write_file(tmp_path / "one.xqf").read_bytes())
    except OSError:
        pytest.skip("the disk takes names in UTF-8 only")
    return Path(os.fsdecode(place))


def texts(window: Window) -> list[str]:
    """What is read in the window, and said of it."""
    QApplication.processEvents()
    found = [window.windowTitle()]
    for one in window.findChildren(QWidget):
        found += [one.toolTip(), one.accessibleName()]
        if isinstance(one, QLabel | QAbstractButton):
            found.append(one.text())
        elif isinstance(one, QTabBar):
            found += [one.tabText(tab) + one.tabToolTip(tab) for tab in range(one.count())]
        elif isinstance(one, QAbstractItemView) and (model := one.model()) is not None:
            rows = range(min(model.rowCount(QModelIndex()), 50))
            columns = range(model.columnCount(QModelIndex()) if hasattr(one, "columnWidth") else 1)
            found += [
                str(model.index(row, column).data() or "") for row in rows for column in columns
            ]
    found += [action.text() for action in window.findChildren(QAction)]
    return found


def odd(found: list[str]) -> list[str]:
    return [one for one in found if "\ufffd" in one or not _whole(one)]


def _whole(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


@pytest.mark.parametrize(
    ("name", "codec", "language"),
    [
        ("顺炮横车对直车.xqf", "gbk", ""),
        ("第一局.xqf", "gbk", "zh_CN"),
        ("羽生善治.kif", "cp932", "ja"),
        ("名人戦第1局.kif", "cp932", ""),
        ("이세돌.gib", "cp949", "ko"),
        ("Réti.pgn", "latin-1", "de"),
        ("棋谱 Réti.pgn", "utf-8", "ja"),
    ],
)
def test_the_likeliest_codec_of_a_name(name: str, codec: str, language: str) -> None:
    on_disk = os.fsdecode(name.encode(codec))
    catalogs.choose(language) if language else catalogs.use(None)
    try:
        assert readable(on_disk) == name
        assert message("“{file}”", file=on_disk).text() == f"“{name}”"
    finally:
        catalogs.use(None)


def test_half_a_character_that_no_disk_has_is_shown_as_one_that_is_missing() -> None:
    assert readable("a\ud800b") == "a\ufffdb"


def test_each_part_of_a_path_has_a_codec_of_its_own() -> None:
    path = os.fsdecode(os.path.join("对局".encode(), "橘中秘".encode("gbk"), b"one.xqf"))
    assert readable(path) == os.path.join("对局", "橘中秘", "one.xqf")


def test_a_name_in_gbk_is_read_everywhere_and_its_file_saved(
    qtbot, tmp_path: Path, path: Path
) -> None:
    before = path.read_bytes()
    window = make_window(qtbot, tmp_path, path)
    assert NAME in window.windowTitle()
    for page in ("files", "games", "details", "notes", "repertoire"):
        window.show_page(page)
    found = texts(window)
    assert odd(found) == []
    assert any(NAME in one for one in found if one != window.windowTitle())
    window.session.do(plans.comment, "说")
    window.run(COMMANDS["save"])
    assert not window.session.document.modified
    assert path.read_bytes() != before
    assert sorted(os.listdir(os.fsencode(path.parent))) == [NAME.encode("gbk")]
    assert odd(texts(window)) == []


def test_folders_and_recent_files_have_names_too(qtbot, tmp_path: Path, path: Path) -> None:
    window = make_window(qtbot, tmp_path, path)
    window.run(COMMANDS["close-tab"])
    found = texts(window)
    assert odd(found) == []
    assert any(FOLDER in one for one in found)
    window.files.open_all([str(path.parent)])
    window.show_page("files")
    QApplication.processEvents()
    assert odd(texts(window)) == []


def test_what_fails_is_told_by_its_name(qtbot, tmp_path: Path, path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    gone = path.with_name(os.fsdecode("没有.xqf".encode("gbk")))
    window.files.open_all([str(gone)])
    qtbot.waitUntil(lambda: "没有.xqf" in "".join(texts(window)))
    assert odd(texts(window)) == []

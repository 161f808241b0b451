"""Dialogs for files and folders: those of the system where it has some, else Qt's with columns that fit."""

from __future__ import annotations

import os
import re

from PySide6.QtCore import QSize, QStandardPaths, QUrl
from PySide6.QtWidgets import QFileDialog, QHeaderView, QSplitter, QTreeView, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.ui.toolkit.last_folders import LAST_FOLDERS

_SIZE = QSize(880, 540)
_SIDE = 170  # px of the list of places
_SUFFIX = re.compile(r"\*\.([\w.]+)")
_TYPE = 2  # the column that repeats the suffix
_MANY = 60  # characters of a kind with its suffixes; longer ones are shown without


class Asked(NamedTuple):
    """What a dialog asks for.

    Attributes:
        title: of the dialog.
        place: the folder, or the suggested file, where it begins.
        kinds: those of files, as Qt writes them; "" for any.
        usual: the kind that is chosen at first, "" for the first.
        purpose: see `FileDialog`.
        mode: what is to be chosen: a file or folder that is there, or any name.
    """

    title: str
    place: str
    kinds: str
    usual: str
    purpose: str
    mode: QFileDialog.FileMode


class FileDialog:
    """Asks for files and folders. `place` is the folder, or the suggested file, where a dialog begins.

    With a `purpose` ("export", "engine") it begins in the folder where the last one for it was left; a
    suggested file keeps its name. Kinds are Qt's: "Games (*.sgf *.pgn);;All files (*)".
    """

    @staticmethod
    def open_file(
        parent: QWidget | None, title: str, place: str = "", kinds: str = "", *, purpose: str = ""
    ) -> str:
        """The path of a file that is there; "" for none."""
        mode = QFileDialog.FileMode.ExistingFile
        paths, _ = _answer(parent, Asked(title, place, kinds, "", purpose, mode))
        return paths[0] if paths else ""

    @staticmethod
    def open_files(
        parent: QWidget | None, title: str, place: str = "", kinds: str = "", *, purpose: str = ""
    ) -> list[str]:
        """The paths of files that are there."""
        mode = QFileDialog.FileMode.ExistingFiles
        return _answer(parent, Asked(title, place, kinds, "", purpose, mode))[0]

    @staticmethod
    def save_file(
        parent: QWidget | None,
        title: str,
        place: str,
        kinds: str,
        usual: str = "",
        *,
        purpose: str = "",
    ) -> tuple[str, str]:
        """(path, kind) for a file to be written, "" for none.

        The dialog asks before a file is replaced, and adds the kind's suffix to a name without one.
        """
        mode = QFileDialog.FileMode.AnyFile
        paths, kind = _answer(parent, Asked(title, place, kinds, usual, purpose, mode))
        return (paths[0], kind) if paths else ("", "")

    @staticmethod
    def folder(parent: QWidget | None, title: str, place: str = "", *, purpose: str = "") -> str:
        """The path of a folder; "" for none."""
        mode = QFileDialog.FileMode.Directory
        paths, _ = _answer(parent, Asked(title, place, "", "", purpose, mode))
        return paths[0] if paths else ""


def made(parent: QWidget | None, asked: Asked) -> QFileDialog:
    """The dialog as it is shown."""
    dialog = QFileDialog(parent, asked.title)
    dialog.setFileMode(asked.mode)
    saving = asked.mode is QFileDialog.FileMode.AnyFile
    if saving:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly, asked.mode is QFileDialog.FileMode.Directory)
    listed = asked.kinds.split(";;") if asked.kinds else []
    if any(len(one) > _MANY for one in listed):
        dialog.setOption(QFileDialog.Option.HideNameFilterDetails)
    if listed:
        dialog.setNameFilters(listed)
        dialog.selectNameFilter(asked.usual or listed[0])
    if saving and listed:
        dialog.filterSelected.connect(lambda _: _follow_kind(dialog))
        _follow_kind(dialog)
    place = asked.place
    folder, name = (place, "") if os.path.isdir(place) else os.path.split(place)
    dialog.setDirectory(LAST_FOLDERS.of(asked.purpose) or folder or os.getcwd())
    if name:
        dialog.selectFile(name)
    _tidy(dialog)
    return dialog


def _answer(parent: QWidget | None, asked: Asked) -> tuple[list[str], str]:
    """(paths, kind); () for nothing."""
    dialog = made(parent, asked)
    try:
        if not dialog.exec():
            return [], ""
        paths = dialog.selectedFiles()
        folder = asked.mode is QFileDialog.FileMode.Directory
        LAST_FOLDERS.left(asked.purpose, paths[0] if folder else os.path.dirname(paths[0]))
        return paths, dialog.selectedNameFilter()
    finally:
        dialog.deleteLater()


def _follow_kind(dialog: QFileDialog) -> None:
    """Have the dialog add the chosen kind's first suffix to a name without one."""
    found = _SUFFIX.search(dialog.selectedNameFilter())
    dialog.setDefaultSuffix(found[1] if found else "")


def _tidy(dialog: QFileDialog) -> None:
    """Give Qt's own dialog columns that fit, and places people know; the system's has its own."""
    tree = dialog.findChild(QTreeView, "treeView")
    if tree is None:
        return
    dialog.setViewMode(QFileDialog.ViewMode.Detail)
    label = QFileDialog.DialogLabel
    dialog.setLabelText(label.LookIn, tr(message("&Look in:")))  # Qt's catalogs lack these two
    dialog.setLabelText(label.FileType, tr(message("Files of &type:")))
    header = tree.header()
    header.setStretchLastSection(False)
    for column in range(header.count()):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    header.setSectionHidden(_TYPE, True)
    places = QStandardPaths.StandardLocation
    known = [
        QStandardPaths.writableLocation(place)
        for place in (places.HomeLocation, places.DocumentsLocation, places.DownloadLocation)
    ]
    folders = [one for one in dict.fromkeys(known) if os.path.isdir(one)]
    dialog.setSidebarUrls([QUrl("file:"), *map(QUrl.fromLocalFile, folders)])
    screen = dialog.screen().availableSize()
    size = _SIZE.boundedTo(screen * 0.9)
    dialog.resize(size)
    splitter = dialog.findChild(QSplitter, "splitter")
    if splitter is not None:
        splitter.setSizes([_SIDE, size.width() - _SIDE])

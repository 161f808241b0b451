"""Windows with small libraries, for the tests of libraries in the window."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from desks import make_window

from viewer.base.resources import resource_path
from viewer.library.face import Library, named
from viewer.ui.commands import COMMANDS
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.window.window import Window

SAMPLES = str(resource_path("samples", "en", "study"))


def home(tmp_path: Path) -> str:
    """The folder of libraries of a window made by `make_window`."""
    return str(tmp_path / "settings" / "library")


def build(tmp_path: Path, name: str, *sources: Path | str) -> Library:
    """A library that is built, of Qipu's samples without sources: that is built once and copied."""
    if not sources:
        shutil.copytree(_of_samples(), Path(home(tmp_path), name))
        return named(name, folder=home(tmp_path))
    library = named(name, [str(one) for one in sources], home(tmp_path))
    library.build()
    library.close()
    return library


@cache
def _of_samples() -> Path:
    """The folder of a library of the samples."""
    place = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, place)
    library = named("Samples", [SAMPLES], place)
    library.build()
    library.close()
    return Path(place, "Samples")


def open_tab(qtbot, tmp_path: Path, paths: Sequence[Path] = ()) -> tuple[Window, LibraryTab]:
    """A window with the library tab, as Ctrl+L opens it."""
    window = make_window(qtbot, tmp_path, *paths)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    return window, tab


def typed(qtbot, tab: LibraryTab, text: str) -> None:
    """Type a text in the bar."""
    qtbot.keyClicks(tab.bar.line, text)
    tab.run_now()


def rows(tab: LibraryTab, column: int = 1) -> list[str]:
    """The texts of a column of the hits."""
    found = []
    for row in range(tab.model.rowCount()):
        tab.model.text(row, column)
        tab.found.run_now()
        found.append(tab.model.text(row, column))
    return found

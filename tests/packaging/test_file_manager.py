"""A real double click in a file manager: the first opens Qipu, the next ones are tabs of the same window.

PCManFM on a screen of its own. Where a file stands is seen from the picture that its coming changes; which
tabs Qipu has, from the session that it keeps.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from needs import SCREEN, lacks, missing

from viewer.base.resources import resource_path

pytestmark = pytest.mark.gui

if sys.platform != "linux":
    pytest.skip("made for Linux desktops", allow_module_level=True)
if MISSING := missing(
    *SCREEN, "pcmanfm", "update-mime-database", "update-desktop-database", "xdg-mime"
):
    lacks(*MISSING)

from displays import Display, difference, display, program, wait_for  # noqa: E402  # needs a screen

WEI7 = b'{"format": "wei7", "version": "3.0", "size": 19, "tree": {"steps": []}}\n'
SAMPLES = ("xiangqi.xqf", "chess.pgn", "shogi.kif", "go.sgf", "hex.hgt", "twixt.tgt")
# In the order of double clicks, which is that of names: a new one stands behind the others.
FILES = ("1 棋谱.xqf", "2 a game.pgn", "3.kif", "4.wei7", "5 'q'.sgf", "6.hgt", "7.tgt")
SETTINGS = """\
[config]
single_click=0
thumbnail_local=1
thumbnail_max=2048
[ui]
show_thumbnail=1
[places]
places_home=0
"""
VIEW = """\
[ui]
always_show_tabs=0
win_width=900
win_height=700
side_pane_mode=hidden;places
view_mode=icon
show_statusbar=0
sort=name;ascending;
"""


def content(name: str) -> bytes:
    suffix = name.rpartition(".")[2]
    if suffix == "wei7":
        return WEI7
    (sample,) = (one for one in SAMPLES if one.endswith(f".{suffix}"))
    return resource_path("samples", "en", "study", sample).read_bytes()


class Person:
    """Somebody's folders, with Qipu registered, where no other program opens records."""

    def __init__(self, top: Path) -> None:
        self.files, self.state, self.cache = top / "files", top / "state", top / "cache"
        share = top / "share"
        for path in (self.files, self.state, self.cache, share):
            path.mkdir()
        for path in Path("/usr/share").iterdir():
            if path.name not in ("applications", "thumbnailers"):
                (share / path.name).symlink_to(path)
        # A busy machine takes its time between the two clicks of one.
        (top / ".gtkrc-2.0").write_text("gtk-double-click-time = 5000\n")
        for place, text in (("libfm/libfm.conf", SETTINGS), ("pcmanfm/default/pcmanfm.conf", VIEW)):
            path = top / "config" / place
            path.parent.mkdir(parents=True)
            path.write_text(text)
        self.environment = {
            **{name: os.environ[name] for name in ("PATH",) if name in os.environ},
            "HOME": str(top),
            "LC_ALL": "C.UTF-8",
            "XDG_DATA_DIRS": str(share),
            "XDG_DATA_HOME": str(top / "data"),
            "XDG_CONFIG_HOME": str(top / "config"),
            "XDG_STATE_HOME": str(self.state),
            "XDG_CACHE_HOME": str(self.cache),
            "XDG_RUNTIME_DIR": str(top),
            "QT_QPA_PLATFORM": "xcb",
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "NO_AT_BRIDGE": "1",
        }
        words = [sys.executable, "-P", "-m", "viewer", "register"]
        subprocess.run(words, env=self.environment, capture_output=True, check=True)

    def thumbnails(self) -> list[Path]:
        """The pictures of files that the file manager has had made."""
        return list(self.cache.glob("thumbnails/*/*.png"))

    def wait_for_tabs(self, names: tuple[str, ...]) -> None:
        """Until these files are open, and no others."""
        wait_for(lambda: tuple(self.tabs()) == names, f"{', '.join(names)} are tabs")

    def tabs(self) -> list[str]:
        """The files that are open, in the order of their tabs."""
        with contextlib.suppress(FileNotFoundError, ValueError):
            session = json.loads((self.state / "qipu/session.json").read_text("utf-8"))
            return [Path(tab["path"]).name for tab in session["tabs"]]
        return []


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path)


@pytest.fixture
def screen(person: Person) -> Iterator[Display]:
    with display(person.environment) as found:
        yield found


def put(person: Person, screen: Display, manager: str, name: str) -> tuple[int, int]:
    """Lay a file into the folder that the file manager shows; the middle of its icon there."""
    screen.ask("mousemove", "--window", manager, "700", "600")  # nothing is lit up there
    before, drawn = screen.picture(manager), len(person.thumbnails())
    whole = person.state / name  # it comes at once, as a file that was moved there
    whole.write_bytes(content(name))
    whole.rename(person.files / name)
    wait_for(lambda: len(person.thumbnails()) > drawn, f"a thumbnail of {name}")
    left, top, right, _ = wait_for(
        lambda: difference(before, screen.picture(manager)), f"{name} is shown"
    )
    return (left + right) // 2, top + 20


def test_double_clicks_open_tabs_of_one_window(
    person: Person, screen: Display, tmp_path: Path
) -> None:
    """On a record of each game, and one of wei7."""
    words = ["pcmanfm", "--no-desktop", str(person.files)]
    with program(screen, words, tmp_path / "log"):
        (manager,) = wait_for(lambda: screen.windows("pcmanfm"), "the file manager")
        owner = ""
        for number, name in enumerate(FILES, 1):
            screen.raise_window(manager)
            screen.double_click(manager, *put(person, screen, manager, name))
            person.wait_for_tabs(FILES[:number])
            (window,) = wait_for(lambda: screen.windows("qipu"), "Qipu's window")
            assert owner in ("", window), "another window"
            owner = window
            screen.wait_in_front(window)
        (title,) = screen.ask("getwindowname", owner)
        assert FILES[-1] in title
        screen.ask("key", "ctrl+q")
        wait_for(lambda: not screen.windows("qipu"), "Qipu's window is closed")

"""A later start hands its files to the window that is there; what else speaks to its socket is refused."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from desks import forget_changes, write_file

from viewer import __version__
from viewer.base.files import FileSystem
from viewer.base.running import Run
from viewer.document.workspace import Workspace
from viewer.ui.window import instance
from viewer.ui.window.instance import hand_over, socket_name
from viewer.ui.window.session_keeper import SessionKeeper
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sockets that are files")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "state" / "qipu"


@pytest.fixture
def window(qtbot, tmp_path: Path, own: Path) -> Window:
    window = Window(Workspace(), Store(str(own)))
    window.leaving.keep_with(SessionKeeper(window, Run(str(own / "run.log"), FileSystem()), window))
    qtbot.addWidget(window, before_close_func=forget_changes)
    window.leaving.keeper.begin([str(write_file(tmp_path / "first.xqf"))])
    window.show()
    window.finish()
    return window


def shown(window: Window) -> list[str]:
    return [Path(document.path).name for document in window.workspace.documents]


def qipu(tmp_path: Path, *words: str) -> subprocess.Popen[bytes]:
    """A start of Qipu in a folder, with folders of its own for what it keeps."""
    kinds = ("STATE", "CONFIG", "CACHE")
    places = {f"XDG_{kind}_HOME": str(tmp_path / kind.lower()) for kind in kinds}
    root = str(Path(__file__).parents[2])
    return subprocess.Popen(
        [sys.executable, "-m", "viewer", *words],
        cwd=tmp_path,
        env={**os.environ, **places, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": root},
    )


def say(own: Path, data: bytes) -> bytes:
    """Send bytes to the window's socket, whose answers `answer` reads."""
    with socket.socket(socket.AF_UNIX) as other:
        other.connect(socket_name(str(own)))
        other.sendall(data)
        other.shutdown(socket.SHUT_WR)
        other.settimeout(0.02)
        end = time.monotonic() + 90
        while time.monotonic() < end:
            _events()
            try:
                return other.recv(100)
            except TimeoutError:
                continue
            except ConnectionResetError:
                return b""
    raise AssertionError("no answer")


def _events() -> None:
    from PySide6.QtCore import QCoreApplication

    QCoreApplication.processEvents()


def test_files_of_a_later_start_are_opened_in_tabs(qtbot, window, tmp_path) -> None:
    write_file(tmp_path / "棋 'x' \"y\".xqf")
    write_file(tmp_path / "third.xqf")
    with qipu(tmp_path, "棋 'x' \"y\".xqf", "third.xqf") as later:
        qtbot.waitUntil(lambda: later.poll() is not None)
        assert later.returncode == 0
    qtbot.waitUntil(lambda: len(shown(window)) == 3)
    assert shown(window) == ["first.xqf", "棋 'x' \"y\".xqf", "third.xqf"]
    assert Path(window.session.document.path).name == "third.xqf"


def test_a_later_start_without_files_shows_the_window(qtbot, window, own, monkeypatch) -> None:
    window.showMinimized()
    assert (
        say(own, json.dumps({"version": __version__, "paths": []}).encode() + b"\n") == b"taken\n"
    )
    qtbot.waitUntil(lambda: not window.isMinimized())
    assert shown(window) == ["first.xqf"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"GET / HTTP/1.0\r\n",
        b"[" * 100000 + b"\n",
        b'{"version": "0", "paths": []}\n',
        json.dumps({"version": __version__, "paths": [1]}).encode() + b"\n",
        json.dumps({"version": __version__}).encode() + b"\n",
        b"\xff\xfe\n",
    ],
)
def test_what_is_no_request_of_this_version_is_refused(window, own, data) -> None:
    assert say(own, data) == b""
    assert shown(window) == ["first.xqf"]
    assert say(own, json.dumps({"version": __version__, "paths": []}).encode() + b"\n")


@pytest.mark.parametrize("name", ["a\0b.pgn", "\ud800.pgn", "\0"])
def test_a_path_that_no_file_can_have_is_told(
    qtbot, window, own, name, monkeypatch, tmp_path
) -> None:
    data = {"version": __version__, "paths": [name, str(write_file(tmp_path / "second.xqf"))]}
    assert say(own, json.dumps(data).encode() + b"\n")
    qtbot.waitUntil(lambda: shown(window) == ["first.xqf", "second.xqf"])
    assert "There is no file" in window.notice.sentence
    assert "mistake" not in window.notice.sentence


def test_only_the_user_may_open_the_socket(window, own) -> None:
    path = socket_name(str(own))
    assert stat.S_IMODE(os.stat(path).st_mode) & 0o077 == 0
    assert stat.S_IMODE(os.stat(own).st_mode) & 0o077 == 0
    assert window.close()
    assert not os.path.exists(path)


def test_a_window_that_doesnt_answer_stands_in_nobody_s_way(own, monkeypatch) -> None:
    monkeypatch.setattr(instance, "_ANSWER", 50)
    own.mkdir(parents=True)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(socket_name(str(own)))
        silent.listen()
        assert not hand_over(str(own), ["a.xqf"])


def test_where_nobody_listens_or_a_path_is_too_long(own, monkeypatch) -> None:
    monkeypatch.setattr(instance, "_STARTING", 0.1)
    assert not hand_over(str(own), [])
    assert socket_name(str(own / ("x" * 100))) == ""
    assert not hand_over(str(own / ("x" * 100)), [])


def test_a_killed_window_is_followed_by_another(qtbot, tmp_path, own) -> None:
    path = socket_name(str(own))
    write_file(tmp_path / "a.xqf")
    for _ in range(2):
        with qipu(tmp_path, "a.xqf") as first:
            qtbot.waitUntil(lambda: answers(path))
            first.send_signal(signal.SIGKILL)
        assert os.path.exists(path)


def test_a_window_of_its_own_on_request(qtbot, window, tmp_path) -> None:
    write_file(tmp_path / "second.xqf")
    with qipu(tmp_path, "--new-window", "--quit-after-paint", "second.xqf") as other:
        qtbot.waitUntil(lambda: other.poll() is not None)
        assert other.returncode == 0
    assert shown(window) == ["first.xqf"]


def answers(path: str) -> bool:
    """Whether somebody listens on a socket."""
    with socket.socket(socket.AF_UNIX) as other:
        try:
            other.connect(path)
        except OSError:
            return False
        return True

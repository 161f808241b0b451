from __future__ import annotations

import importlib
import os
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest
from needs import needs
from toy_records import line_record

import viewer
from viewer import __main__ as entry
from viewer.__main__ import main
from viewer.cli import commands
from viewer.cli.console import qt_failure

Toy = Callable[..., Path]


def test_the_words_known_at_the_door_are_the_commands_of_the_table() -> None:
    assert tuple(commands.COMMANDS) == entry.COMMANDS


@pytest.mark.parametrize("name", list(commands.COMMANDS))
def test_each_command_has_help_of_its_own(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: qipu {name} ")


@pytest.mark.parametrize("name", list(commands.COMMANDS))
def test_an_unknown_option_of_a_command_is_refused(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--no-such-option"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"qipu {name}: error:" in err


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_lists_all_commands(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word]) == 0
    out = capsys.readouterr().out
    assert [name for name in commands.COMMANDS if f"\n  qipu {name}" not in out] == []


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"qipu {viewer.__version__}\n"


# ------------------------------------------------------------------------------- the window


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the window was asked to open, in place of a window."""
    calls: list[object] = []

    def run(paths: list[str], quit_after_paint: bool = False, new_window: bool = False) -> int:
        calls.append((paths, quit_after_paint, new_window))
        return 7

    app = types.ModuleType("viewer.ui.app")
    app.run = run
    monkeypatch.setitem(sys.modules, "viewer.ui.app", app)
    return calls


@pytest.mark.parametrize(
    ("words", "call"),
    [
        ([], ([], False, False)),
        (["a.xqf", "棋 谱.xqf"], (["a.xqf", "棋 谱.xqf"], False, False)),
        (["--quit-after-paint", "a.xqf"], (["a.xqf"], True, False)),
        (["a.xqf", "--quit-after-paint"], (["a.xqf"], True, False)),
        (["--new-window", "a.xqf"], (["a.xqf"], False, True)),
        (["--", "--help", "-x"], (["--help", "-x"], False, False)),
        (["./dump"], (["./dump"], False, False)),
        (["a.xqf", "dump"], (["a.xqf", "dump"], False, False)),
        (["caf\udce9.xqf"], (["caf\udce9.xqf"], False, False)),
    ],
)
def test_all_other_words_are_files_for_the_window(
    words: list[str], call: object, window: list[object]
) -> None:
    assert main(words) == 7
    assert window == [call]


def test_an_option_that_the_window_doesnt_have(
    window: list[object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--quick", "a.xqf"]) == 2
    assert window == []
    assert capsys.readouterr().err == "qipu: There is no option --quick; see qipu --help.\n"


def without_pyside6(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PySide6", "PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets"):
        monkeypatch.setitem(sys.modules, name, None)


def test_without_pyside6_the_window_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "viewer.ui.app", raising=False)
    without_pyside6(monkeypatch)
    assert main(["a.xqf"]) == 2
    assert capsys.readouterr().err == (
        "qipu: This needs PySide6, which is not installed (PySide6-Essentials).\n"
    )


def test_without_pyside6_a_png_is_one_sentence(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "viewer.paint.image", raising=False)
    without_pyside6(monkeypatch)
    assert main(["render", str(toy(line_record())), "-o", str(tmp_path / "x.png")]) == 2
    assert "PySide6, which is not installed" in capsys.readouterr().err


def test_a_library_that_qt_misses_is_named() -> None:
    error = ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
    assert str(qt_failure(error)) == "Qt can't start: the system has no libEGL.so.1."


@pytest.mark.gui
@pytest.mark.skipif(sys.platform != "linux", reason="a window needs no environment there")
def test_a_window_without_a_screen_is_a_sentence(tmp_path: Path) -> None:
    assert started(tmp_path) == (
        2,
        "qipu: There is no screen to open a window on: "
        "neither DISPLAY nor WAYLAND_DISPLAY is set.\n",
    )


def started(tmp_path: Path, **screen: str) -> tuple[int, str]:
    """The exit status and the complaint of a window that is asked for with these displays."""
    none = {**os.environ, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"):
        none.pop(name, None)
    words = [sys.executable, "-P", "-m", "viewer", "--new-window"]
    done = subprocess.run(words, env={**none, **screen}, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


@pytest.mark.gui
@pytest.mark.skipif(sys.platform != "linux", reason="displays of Linux")
@needs("libxcb-cursor.so.0", "libxcb-icccm.so.4", "libxcb-keysyms.so.1", "libxkbcommon-x11.so.0")
def test_a_screen_that_is_gone_is_a_sentence(tmp_path: Path) -> None:
    assert started(tmp_path, DISPLAY=":7654321") == (
        2,
        "qipu: There is no screen to open a window on: nothing answers at DISPLAY=:7654321.\n",
    )


@pytest.mark.gui
@pytest.mark.skipif(sys.platform != "linux", reason="plugins of Linux")
def test_a_platform_that_qt_has_not_is_a_sentence(tmp_path: Path) -> None:
    assert started(tmp_path, QT_QPA_PLATFORM="nowhere") == (
        2,
        "qipu: Qt has no nowhere, which QT_QPA_PLATFORM asks for.\n",
    )


@pytest.mark.gui
@pytest.mark.parametrize(
    ("missing", "environment", "said"),
    [
        ("libxcb-cursor.so.0", {"DISPLAY": ":1"}, "the system has no libxcb-cursor.so.0."),
        ("", {"DISPLAY": ":1"}, "nothing answers at DISPLAY=:1."),
        ("", {}, "neither DISPLAY nor WAYLAND_DISPLAY is set."),
    ],
)
def test_the_right_cause_is_named_where_qt_names_another(
    monkeypatch: pytest.MonkeyPatch, missing: str, environment: dict[str, str], said: str
) -> None:
    from viewer.ui import app

    monkeypatch.setattr(app, "_missing_library", lambda platform: missing)
    heard = [
        "From 6.5.0, xcb-cursor0 or libxcb-cursor0 is needed to load the Qt xcb platform plugin.",
        'Could not load the Qt platform plugin "xcb" in "" even though it was found.',
        "This application failed to start because no Qt platform plugin could be initialized. "
        "Reinstalling the application may fix this problem.\n\nAvailable platform plugins are: xcb",
    ]
    assert app.why_no_window(heard, environment).text().endswith(said)
    other = app.why_no_window(heard[-1:], environment).text()
    assert other.endswith("because no Qt platform plugin could be initialized.")


@pytest.mark.parametrize(
    "error", [ModuleNotFoundError("No module named 'x'", name="x"), ImportError("cannot import y")]
)
def test_any_other_failed_import_is_a_bug_and_is_seen(error: ImportError) -> None:
    with pytest.raises(ImportError) as raised:
        commands.no_qt(error)
    assert raised.value is error


# -------------------------------------------------------------------------------- the guard


def test_ctrl_c_ends_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(words: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib.import_module("viewer.cli.dump"), "run", interrupted)
    assert main(["dump", "x"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_mistake_is_a_sentence_with_its_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(words: list[str]) -> int:
        raise KeyError("a bug")

    monkeypatch.setattr(importlib.import_module("viewer.cli.dump"), "run", broken)
    assert main(["dump", "x.xqf"]) == 2
    said = capsys.readouterr().err
    assert "KeyError: 'a bug'" in said
    assert "viewer/cli/commands.py:" in said
    assert said.count("\n") == 1


def process(*words: str | bytes, **more: object) -> subprocess.CompletedProcess[bytes]:
    """`python -m viewer` as a process of its own."""
    command = [sys.executable, "-m", "viewer", *words]
    return subprocess.run(command, stderr=subprocess.PIPE, timeout=60, check=False, **more)


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = process("--help", stdout=write)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_output_onto_a_full_disk_is_one_sentence() -> None:
    with open("/dev/full", "wb") as full:
        done = process("--help", stdout=full)
    assert done.returncode == 2
    assert done.stderr == b"qipu: The output can't be written: no space left on the disk.\n"


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX only")
def test_words_that_are_no_text_are_no_traceback(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff\xfe.xqf"
    for words in (("dump", path), ("check", path), (b"--\xff",), ("dump", b"--\xff")):
        done = process(*words, stdout=subprocess.PIPE)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr
        assert b"\xff" not in done.stdout + done.stderr

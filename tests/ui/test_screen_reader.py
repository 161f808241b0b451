"""The window as a screen reader finds it: through AT-SPI, on a display of its own, in two languages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from viewer.base.resources import resource_path

pytestmark = pytest.mark.gui

READER = Path(__file__).with_name("reader.py")
PATIENCE = 200  # seconds; the reader says before that what it waits for
RIGHT = 0xFF53  # the keysym of →

# The program and the reader share a session bus of their own; what was started ends with the shell.
_DESK = """
trap 'kill $(jobs -p) 2>/dev/null' EXIT
exec 3>&1
Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3>display 2>xvfb.log &
until [ -s display ]; do sleep 0.1; done
export DISPLAY=:$(cat display)
openbox --startup "touch $PWD/ready" >openbox.log 2>&1 &
until [ -e ready ]; do sleep 0.1; done  # it gives the keyboard to windows that come after it only
/usr/libexec/at-spi-bus-launcher --launch-immediately >bus.log 2>&1 &
"$PYTHON" -P -m viewer --new-window "$RECORD" >qipu.log 2>&1 &
/usr/bin/python3 "$READER" $! <keys
"""


def _missing() -> str:
    """What isn't there to ask with, "" for nothing."""
    if not sys.platform.startswith("linux"):
        return "AT-SPI is of Linux desktops"
    for program in ("Xvfb", "openbox", "dbus-run-session", "bash", "timeout"):
        if shutil.which(program) is None:
            return f"{program} isn't installed"
    if not os.path.exists("/usr/libexec/at-spi-bus-launcher"):
        return "at-spi2-core isn't installed"
    asked = subprocess.run(["/usr/bin/python3", "-c", "import pyatspi"], capture_output=True)
    return "" if asked.returncode == 0 else "python3-pyatspi isn't installed"


def heard(tmp_path: Path, language: str, sample: str, keys: int = 3) -> list[dict]:
    """What the reader prints of the program with a sample, in a language, and → pressed some times."""
    if missing := _missing():
        pytest.skip(missing)
    record = tmp_path / sample
    shutil.copy(resource_path("samples/" + sample), record)
    (tmp_path / "keys").write_text(f"{RIGHT}\n" * keys)
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("QT_", "XDG_", "LC_", "DBUS_", "AT_SPI", "WAYLAND"))
    }
    environment |= {
        "HOME": str(tmp_path),
        "LANGUAGE": language,
        "LANG": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(tmp_path),
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "PYTHON": sys.executable,
        "READER": str(READER),
        "RECORD": str(record),
    }
    done = subprocess.run(
        ["timeout", "-k", "5", str(PATIENCE), "dbus-run-session", "--", "bash", "-c", _DESK],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
    )
    logs = {path.name: path.read_text()[-400:] for path in tmp_path.glob("*.log")}
    assert done.returncode == 0, (done.stderr[-2000:], logs)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


@pytest.mark.parametrize(
    ("language", "sample", "board", "squares", "moves"),
    [
        ("en", "chess.pgn", "Board", 64, ["1. e4", "1… e5", "2. Nf3"]),
        ("de", "chess.pgn", "Brett", 64, ["1. e4", "1… e5", "2. Nf3"]),
        ("zh_CN", "xiangqi.xqf", "棋盘", 90, ["炮二平五", "马８进７", "马二进三"]),
    ],
)
def test_a_screen_reader_finds_board_moves_and_controls(
    tmp_path: Path, language: str, sample: str, board: str, squares: int, moves: list[str]
) -> None:
    first, second, *told = heard(tmp_path, language, sample)
    assert first["board"] == board
    assert len(first["squares"]) == squares
    assert all(first["squares"])
    pieces = {"en": "e1, White king", "de": "e1, Weißer König", "zh_CN": "a9，黑车"}
    assert pieces[language] in first["squares"]
    assert len(second["controls"]) > 20
    assert [role for role, name in second["controls"] if not name.strip()] == []
    said = [line["told"] for line in told]
    assert all(move in words for move, words in zip(moves, said, strict=True)), said

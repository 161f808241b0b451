"""The window as a screen reader finds it: through AT-SPI, on a display of its own, in two languages."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from needs import SCREEN, lacks, missing

from viewer.base.resources import resource_path

pytestmark = pytest.mark.gui

READER = Path(__file__).with_name("reader.py")
PATIENCE = 200  # seconds; the reader says before that what it waits for

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
[ -z "$LIBRARY" ] || "$PYTHON" -P -m viewer library build "$PWD" --name "$LIBRARY" >library.log 2>&1
"$PYTHON" -P -m viewer --new-window "$RECORD" >qipu.log 2>&1 &
/usr/bin/python3 "$READER" $! <keys
"""


ASKED = (*SCREEN, "bash", "dbus-run-session", "/usr/libexec/at-spi-bus-launcher", "python3:pyatspi")


def heard(
    tmp_path: Path, language: str, sample: str, tasks: list[tuple[str, ...]], library: str = ""
) -> list[dict]:
    """What the reader prints of the program with a sample, in a language, while it does some tasks.

    `library`: the name of one to make of the sample.
    """
    if not sys.platform.startswith("linux"):
        pytest.skip("AT-SPI is of Linux desktops")
    if absent := missing(*ASKED):
        lacks(*absent)
    record = tmp_path / sample
    shutil.copy(resource_path("samples/en/study/" + sample), record)
    lines = [json.dumps(task, ensure_ascii=False) for task in tasks]
    (tmp_path / "keys").write_text("\n".join(lines), "utf-8")
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
        "LIBRARY": library,
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


STEP = ("step", "Right")


@pytest.mark.parametrize(
    ("language", "sample", "board", "squares", "square", "after", "moves"),
    [
        ("en", "chess.pgn", "Board", 64, "e1, White king", "e4, White pawn", ["1. e4", "1… e5"]),
        ("de", "chess.pgn", "Brett", 64, "e1, Weißer König", "e2, leer", ["1. e4"]),
        ("zh_CN", "xiangqi.xqf", "棋盘", 90, "a9，黑车", "e2，红炮", ["炮二平五", "马８进７"]),
        ("ja", "shogi.kif", "盤", 95, "5一、後手の玉", "7七、空き", ["▲７六歩", "△３四歩"]),
        ("zh_TW", "go.sgf", "棋盤", 361, "Q16，空", "Q16，黑子", ["Q16", "D4"]),
        ("ko", "hex.hgt", "판", 121, "b4, 빈자리", "b4, 홍돌", ["b4", "g5"]),
        ("de", "twixt.tgt", "Brett", 572, "l9, leer", "l9, Senkrechter Pfeiler", ["l9", "n14"]),
    ],
)
def test_a_screen_reader_finds_board_moves_and_controls(
    tmp_path: Path,
    language: str,
    sample: str,
    board: str,
    squares: int,
    square: str,
    after: str,
    moves: list[str],
) -> None:
    steps = [("step", "Right") for _ in moves]
    tasks = [("squares",), ("controls",), *steps, ("squares",)]
    first, second, *told, last = heard(tmp_path, language, sample, tasks)
    assert first["board"] == board
    assert len(first["squares"]) == len(set(first["squares"])) == squares
    assert all(first["squares"])
    assert square in first["squares"]
    assert after in last["squares"]
    assert len(second["controls"]) > 20
    assert [role for role, name in second["controls"] if not name.strip()] == []
    said = [line["told"] for line in told]
    assert all(move in words for move, words in zip(moves, said, strict=True)), said


def found(words: str) -> list[tuple[str, ...]]:
    """How a command is found in the palette and run; the palette says what Enter will do."""
    return [
        ("press", "ctrl+k"),
        ("reach", "Find a command"),
        ("write", words),
        ("hear", words),
        ("press", "Return"),
    ]


PLACES: dict[str, list[tuple[str, ...]]] = {
    "notation and comment": [("reach", "Board"), ("step", "Right")],
    "details": [*found("Edit the details"), ("reach", "Details")],
    "graph": [*found("Variations as a graph"), ("reach", "Graph of variations")],
    "games": [
        *(("press", "ctrl+g"), ("reach", "Find games"), ("write", "Morphy"), ("hear", " of 4")),
        *(("press", "Down"), ("reach", "Games of the file")),
    ],
    "settings": [("press", "ctrl+comma"), ("reach", "Search the settings")],
    "export": [
        *(("press", "Escape"), ("reach", "Games of the file")),
        *(("press", "ctrl+shift+e"), ("reach", "Kind: Book")),
    ],
    "explorer": [
        *(("press", "Escape"), ("reach", "Games of the file"), ("press", "ctrl+shift+x")),
        ("appear", "Moves of the libraries"),
    ],
    "library": [
        *(("press", "ctrl+l"), ("reach", "Search the libraries"), ("write", "Morphy")),
        *(("hear", " of 4"), ("press", "Return"), ("reach", "Games found")),
        ("appear", "Explorer"),
    ],
    "guessing moves": [
        *(("press", "ctrl+w"), ("reach", "Board")),
        *(("press", "shift+q"), ("hear", "Play the move that you expect.")),
    ],
}
"""How one comes to a place by keys, from the place before it."""
STOPS = {
    "notation and comment": ["Notation", "Engine", "Menu"],
    "details": ["Details"],
    "graph": ["Graph of variations", "Outline", "Larger"],
    "games": ["Find games"],
    "settings": ["Program", "Language: As the system", "Close"],
    "export": ["Title", "Paper: A4", "Export…"],
    "explorer": ["Moves of the libraries"],
    "library": ["Search the libraries", "Take away: Morphy", "Result", "All conditions…"],
    "guessing moves": ["Whose moves: Black", "Show the move"],
}
"""Some of what Tab must come by there."""


def test_tab_leads_to_all_controls_and_what_changes_is_heard(tmp_path: Path) -> None:
    tasks = [task for place in PLACES for task in (*PLACES[place], ("around", place))]
    tasks += [("press", "Escape"), ("press", "slash"), ("reach", "Move to play")]
    tasks += [("write", "e5"), ("press", "Return"), ("hear", "1… e5. White to move.")]
    tasks += [("write", "xx"), ("press", "Return"), ("hear", "No move could be read from “xx”.")]
    tasks += [("press", "Escape"), *found("Write the openings of the games")]
    tasks += [("hear", "Wrote the openings of 2 games.")]  # the end of a task
    lines = heard(tmp_path, "en", "chess.pgn", tasks, "Samples")
    around = {line["around"]: line for line in lines if "around" in line}
    assert list(around) == list(PLACES)
    for place, line in around.items():
        names = [name for _, name, _ in line["seen"]]
        assert line["back"] == 0, (
            f"{place}: Tab came back to {names[line['back']]}, past {names[0]}"
        )
        assert [part for part in STOPS[place] if part not in names] == [], (place, names)
        for role, name, in_sight in line["seen"]:
            assert len(re.findall(r"\w", name)) > 1, f"{place}: a {role} is called {name!r}"
            assert not re.search(r"[a-z][A-Z]|^Q[A-Z]|_", name), f"{place}: {name!r} names a class"
            assert in_sight, f"{place}: {name} has the keyboard and isn't seen"
        # A tab and its page have the same name.
        said = [name for role, name, _ in line["seen"] if role != "page tab list"]
        assert [one for one, other in pairwise(said) if one == other] == [], place

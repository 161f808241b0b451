"""Imports within functions: each says that it is deferred, and spares a start something.

An import stands at the top of its module unless some start loads the module and not what is
imported: the window without a file or with one, at its first paint or once it has settled, `qipu dump`
of one. What all of them load anyway, and what a module imports that no start loads, is deferred for
nothing.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "resources" / "samples" / "en" / "study"
MARK = "# deferred"
WINDOWS = ("xiangqi.xqf", "chess.pgn", "go.sgf")

# Ends as the measured start does, and says which modules were loaded and which names of Qt were
# asked for: PySide6 makes a class when it is asked for first.
_START = """
import atexit, os, sys

def tell():
    qt = [m for m in sys.modules if m.startswith("PySide6.")]
    names = [f"{m}:{name}" for m in qt for name in vars(sys.modules[m])]
    with open(os.environ["LOADED"], "w") as file:
        file.write("\\n".join([*sys.modules, *names]))

def leave(status, leave=os._exit):
    tell()
    leave(status)

os._exit = leave
atexit.register(tell)
if os.environ.get("SETTLED"):  # ends once nothing was loaded for three seconds, at least five after the start
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    def run(*_, run=QApplication.exec):
        counts = []

        def look():
            counts.append(len(sys.modules))
            if len(counts) > 5 and counts[-1] == counts[-4]:
                leave(0)

        timer = QTimer()
        timer.timeout.connect(look)
        timer.start(1000)
        return run()

    QApplication.exec = run
from viewer.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


class Deferred(NamedTuple):
    """An import within a function: its module, line and text, and what it would load."""

    module: str
    place: str
    text: str
    loads: frozenset[str]


def _module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _loads(found: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The modules that an import loads, and "module:name" for classes of Qt."""
    if isinstance(found, ast.Import):
        yield from (one.name for one in found.names)
        return
    assert found.module is not None
    for one in found.names:
        inner = ROOT.joinpath(*found.module.split("."), one.name)
        if found.module.startswith("PySide6."):
            yield f"{found.module}:{one.name}"
        elif inner.with_suffix(".py").exists() or inner.is_dir():
            yield f"{found.module}.{one.name}"
        else:
            yield found.module


_INNER = re.compile(r"^(?:[ \t]+|.*[;:][ \t]*)(?:import [\w.]|from [\w.]+ import\b)", re.MULTILINE)
"""What the text of a module with an import within a function has."""


@cache
def deferred() -> list[Deferred]:
    """All imports within functions of `viewer`."""
    found: list[Deferred] = []
    for path in sorted((ROOT / "viewer").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not _INNER.search(text):
            continue
        lines = text.splitlines()
        functions = (
            one
            for one in ast.walk(ast.parse(text))
            if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))
        )
        inner = {
            one.lineno: one
            for function in functions
            for one in ast.walk(function)
            if isinstance(one, (ast.Import, ast.ImportFrom))
        }
        found += (
            Deferred(
                _module_of(path),
                f"{path.relative_to(ROOT)}:{line}",
                lines[line - 1],
                frozenset(_loads(one)),
            )
            for line, one in sorted(inner.items())
        )
    return found


def test_an_import_within_a_function_says_that_it_is_deferred() -> None:
    silent = [one.place for one in deferred() if MARK not in one.text]
    assert not silent, f"at the top of the module, or with “{MARK}” behind it: {silent}"


# Where a user has what another start would load more for: recent files, a session.
_HOMES = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")


def _loaded(folder: Path, *words: str, settled: bool = False) -> frozenset[str]:
    """What a start of Qipu with these words loads; `settled`: with all that a window loads by itself."""
    said = folder / "loaded"
    # A system without a font for Chinese says so, and loads what shows it.
    settings = folder / "qipu" / "settings.json"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text('{"font-hint": false}', "utf-8")
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "LANGUAGE": "en",
        **dict.fromkeys(_HOMES, str(folder)),
        "PYTHONPATH": str(ROOT),
        "LOADED": str(said),
        "SETTLED": "yes" if settled else "",
    }
    subprocess.run(
        [sys.executable, "-P", "-c", _START, *words],
        check=True,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    return frozenset(said.read_text().split("\n")) | {"viewer.__main__"}


@pytest.mark.gui
def test_a_deferred_import_spares_some_start_something(tmp_path: Path) -> None:
    samples = sorted(str(path) for path in SAMPLES.iterdir())
    for name in ("chess.pgn", "shogi.kif", "hex.hgt"):  # of these, every format is asked who it is
        nameless = tmp_path / name.partition(".")[0]
        nameless.write_bytes((SAMPLES / name).read_bytes())
        samples.append(str(nameless))
    starts = [
        _loaded(tmp_path, "--quit-after-paint"),
        *(_loaded(tmp_path, "--quit-after-paint", str(SAMPLES / name)) for name in WINDOWS),
        *(_loaded(tmp_path, "dump", path) for path in samples),
        _loaded(tmp_path, "library", "--help"),
        *(
            _loaded(tmp_path, "--new-window", str(SAMPLES / name), settled=True)
            for name in SETTLED_LINES
        ),
    ]
    for_nothing = [
        f"{one.place}: {one.text.strip()}"
        for one in deferred()
        if not any(one.module in start and one.loads - start for start in starts)
    ]
    assert not for_nothing, "at the top of the module: " + "\n".join(for_nothing)


# Lines of `viewer` that a start may load before the first board is painted: rather lower them than raise.
LINES = {
    "xiangqi.xqf": 25_080,
    "hex.hgt": 25_435,
    "twixt.tgt": 26_340,
    "shogi.kif": 26_600,
    "go.sgf": 27_135,
    "chess.pgn": 27_825,
}
# What no board needs before it is painted.
LATE = re.compile(
    r"viewer\.ui\.(?:commands|comment|controllers|dialogs|library|modes|notation|graph)(?:\.|\Z)"
    r"|viewer\.ui\.pages\.(?!(?:arrangement|panels)\Z)"
    r"|viewer\.ui\.(?:board\.access|window\.(?:appearance|rest|menus|top_bar|transport|session_keeper)|toolkit\.other_tab)\Z"
    r"|viewer\.document\.(?:plans|journal|clip|saving\.saving)(?:\.|\Z)"
)


@pytest.mark.gui
@pytest.mark.parametrize("name", LINES)
def test_little_is_loaded_before_the_first_board(tmp_path: Path, name: str) -> None:
    loaded = _loaded(tmp_path, "--quit-after-paint", str(SAMPLES / name))
    assert _lines_of(loaded) <= LINES[name]
    assert not sorted(filter(LATE.match, loaded))


# Lines that a window has loaded once it has settled, and what it leaves to those who use it. Work that takes
# long is shown, which a busy machine loads and a quiet one doesn't: always counted.
SETTLED_LINES = {"xiangqi.xqf": 46_880, "go.sgf": 50_950, "chess.pgn": 49_845}
UNUSED = re.compile(r"(?:hashlib|multiprocessing|subprocess|viewer\.document\.comparing)(?:\.|\Z)")


@pytest.mark.gui
@pytest.mark.parametrize("name", SETTLED_LINES)
def test_what_a_window_loads_by_itself(tmp_path: Path, name: str) -> None:
    loaded = _loaded(tmp_path, "--new-window", str(SAMPLES / name), settled=True)
    loaded |= {"viewer.ui.toolkit.tasks"}
    assert _lines_of(loaded) <= SETTLED_LINES[name]
    assert not sorted(filter(UNUSED.match, loaded))


def _lines_of(loaded: frozenset[str]) -> int:
    """The lines of the modules of `viewer` among those loaded."""
    paths = (ROOT.joinpath(*module.split(".")) for module in loaded if module.startswith("viewer"))
    files = (
        path / "__init__.py" if path.is_dir() else path.with_suffix(".py") for path in set(paths)
    )
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


@pytest.mark.gui
def test_a_window_leaves_the_database_of_libraries_to_the_thread_that_asks() -> None:
    modules = "viewer.ui.controllers.libraries, viewer.ui.library.duplicates_dialog"
    code = f"import sys, {modules}; sys.exit('duckdb' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)

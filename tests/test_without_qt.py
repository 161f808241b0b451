"""What needs no Qt, in a process that has none: modules, what registries name, subcommands, exports.

.ci/run asks this of a wheel where PySide6 isn't installed; elsewhere its import is closed. import-linter
follows neither what a registry names as "module:name" nor what a module loads through paint/.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from needs import needs

import viewer
from viewer.base.loading import load_named
from viewer.base.resources import resource_path
from viewer.cli.commands import COMMANDS
from viewer.engines.chosen import engines_text
from viewer.engines.engine import EngineSetup
from viewer.formats import FORMATS
from viewer.publish.kinds import KINDS

WITH_QT = ("viewer.paint", "viewer.ui")
NO_QT = "qipu: This needs PySide6, which is not installed (PySide6-Essentials).\n"
DRAWN = {"--png", "--gif", "--webp", "render as PNG"}  # by paint/
# Each is loaded when a picture is asked for; the want of Qt is a sentence there.
DRAWING = {
    "viewer.cli.thumbnail",
    "viewer.publish.pictures.animation",
    "viewer.publish.pictures.raster",
}
# Of the extra `cluster`, by what each needs of it.
EXTRA = {"viewer.library.making.cluster": "distributed", "viewer.library.remote": "fsspec"}
ENGINE = Path(__file__).parent / "engines" / "scripted.py"

CLOSED = """
import importlib, io, json, sys
sys.modules.update(dict.fromkeys(("PySide6", "shiboken6")))
asked = json.load(sys.stdin)
"""
IMPORTS = f"""{CLOSED}
from viewer.base.loading import load_named
from viewer.cli.console import qt_failure
told = {{}}
for name in asked:
    try:
        load_named(name) if ":" in name else importlib.import_module(name)
        told[name] = ""
    except ImportError as error:
        told[name] = "no Qt" if qt_failure(error) else f"no {{error.name}}"
    except Exception as error:
        told[name] = repr(error)
print(json.dumps(told))
"""
COMMANDS_RUN = f"""{CLOSED}
from viewer.__main__ import main
told, out = {{}}, sys.stdout
if __name__ == "__main__":
    for name, words in asked.items():
        sys.stdout = io.TextIOWrapper(io.BytesIO(), "utf-8")
        sys.stderr = io.StringIO()
        told[name] = [main(words), sys.stderr.getvalue()]
    print(json.dumps(told), file=out)
"""


def asked(script: str, what: object, cwd: Path) -> Any:
    """What a process without Qt answers."""
    folder = str(Path(viewer.__file__).parent.parent)  # the same Qipu that these tests test
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(what),
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": folder, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


TOP = Path(viewer.__file__).parent
FILES = {
    ".".join(("viewer", *path.relative_to(TOP).with_suffix("").parts)): path
    for path in sorted(TOP.rglob("*.py"))
}
NAMED = re.compile(r"viewer(\.\w+)+:\w+")


def named() -> Iterator[str]:
    """What modules and the registry of formats name as data: "module:name"."""
    for entry in FORMATS.values():
        yield from filter(None, (entry.target, entry.probe, entry.alone))
    for path in FILES.values():
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if NAMED.search(text) else ():
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and NAMED.fullmatch(value):
                yield value


def missing(names: Iterable[str]) -> dict[str, str]:
    """What modules, or things in them, say that can't be loaded here."""
    found: dict[str, str] = {}
    for name in names:
        module = name.partition(":")[0]
        if module in DRAWING:
            found[name] = "no Qt"
        elif module in EXTRA and find_spec(EXTRA[module]) is None:
            found[name] = f"no {EXTRA[module]}"
    return found


def test_every_module_outside_paint_and_ui_is_imported(tmp_path: Path) -> None:
    every = [name.removesuffix(".__init__") for name in FILES if not name.startswith(WITH_QT)]
    assert len(every) > 500
    told = asked(IMPORTS, every, tmp_path)
    assert {module: why for module, why in told.items() if why} == missing(every)


def test_no_package_defines_what_a_module_in_it_is_called() -> None:
    """The module takes the name's place when it is imported."""
    twice = []
    for name, path in FILES.items():
        if path.name != "__init__.py":
            continue
        modules = {one.stem for one in path.parent.iterdir()}
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in modules:
                twice.append(f"{name}: {node.name}")
    assert not twice


def test_what_registries_name_is_there(tmp_path: Path) -> None:
    every = sorted(set(named()))
    below = [one for one in every if not one.startswith(WITH_QT)]
    assert len(below) > 150
    told = asked(IMPORTS, below, tmp_path)
    assert {one: why for one, why in told.items() if why} == missing(below)


@pytest.mark.gui
def test_what_the_window_names_is_there() -> None:
    every = [one for one in set(named()) if one.startswith(WITH_QT)]
    assert len(every) > 20
    for one in every:
        assert callable(load_named(one)), one


# ----------------------------------------------------------------------------------- subcommands


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[int, str]]]:
    """Status and errors of each subcommand and each kind of export, done in one folder."""
    place = tmp_path_factory.mktemp("desk")
    for name in ("chess.pgn", "hex.hgt"):
        shutil.copy(resource_path("samples", "en", "study", name), place)
    key = 0x463B96181691FC9C  # of the starting position, by the specification of Polyglot
    (place / "book.bin").write_bytes(struct.pack(">QHHI", key, 0o1434, 40, 0))
    (place / "config" / "qipu").mkdir(parents=True)
    engine = EngineSetup("Scripted", sys.executable, (str(ENGINE), "plain"), {"chess": "uci"})
    (place / "config" / "qipu" / "engines.json").write_text(engines_text([engine]), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(place / kind.lower()))
        patch.setenv("HOME", str(place))
        yield asked(COMMANDS_RUN, WORDS | EXPORTS, place)


WORDS = {
    "help": ["help", "read"],
    "dump": ["dump", "chess.pgn"],
    "check": ["check", "chess.pgn"],
    "convert": ["convert", "hex.hgt", "hex.sgf"],
    "diff": ["diff", "chess.pgn", "chess.pgn"],
    "merge": ["merge", "chess.pgn", "chess.pgn", "chess.pgn", "-o", "merged.pgn"],
    "strip": ["strip", "--comments", "chess.pgn", "plain.pgn"],
    "replace": ["replace", "--find", "a", "--by", "b", "chess.pgn", "replaced.pgn"],
    "openings": ["openings", "chess.pgn", "named.pgn"],
    "lookup": ["lookup", "chess.pgn", "--in", "book.bin"],
    "mate": ["mate", "--records", "1", "--ply", "32", "--plies", "1", "chess.pgn"],
    "book": ["book", "chess.pgn", "made.bin", "--at-least", "1"],
    "join": ["join", "--records", "1-2", "chess.pgn", "joined.pgn"],
    "extract": ["extract", "--node", "2", "chess.pgn", "line.pgn"],
    "library": ["library", "build", "hex.hgt", "--name", "Club"],
    "export": ["export", "chess.pgn", "-o", "all.svg"],
    "analyse": ["analyse", "line.pgn", "-o", "new.pgn", "--engine", "Scripted", "--nodes", "9"],
    "report": ["report", "chess.pgn"],
    "mistakes": ["mistakes", "--everybody", "--percent", "5", "chess.pgn"],
    "lesson": ["lesson", "chess.pgn", "lesson.pgn"],
    "repertoire": ["repertoire", "mark", "chess.pgn", "--side", "white"],
    "render": ["render", "chess.pgn", "-o", "board.svg"],
    "register": ["register"],
    "unregister": ["unregister"],
}
EXPORTS = {
    f"--{kind.id}": ["export", "chess.pgn", f"--{kind.id}", "-o", f"{kind.id}.{kind.suffix}"]
    for kind in KINDS.values()
}
EXPORTS["render as PNG"] = ["render", "chess.pgn", "-o", "board.png"]


DESKTOP = needs("update-mime-database", "update-desktop-database", "gio")


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=DESKTOP if "register" in one else ()) for one in COMMANDS],
)
def test_each_subcommand_works(told: dict[str, tuple[int, str]], name: str) -> None:
    status, errors = told[name]
    assert status == 0, errors


@pytest.mark.parametrize("asked", EXPORTS)
def test_each_export_works_or_says_that_it_needs_qt(
    told: dict[str, tuple[int, str]], asked: str
) -> None:
    status, errors = told[asked]
    if asked in DRAWN:
        assert (status, errors) == (2, NO_QT)
    else:
        assert status == 0, errors

"""packaging/changed.py: which tests a change can make fail, and in what order they run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("coverage")

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging"))

import changed  # noqa: E402  # beside the script
from changed import Memory  # noqa: E402

ZOOM = "viewer/ui/board/record_board.py"
SOURCE = b"def first():\n    return 1\n\n\ndef second():\n    return 2\n"
HELPED = b"from desks import make_window\n"
FILES = {
    ZOOM: SOURCE,
    "viewer/base/files.py": b"",
    "tests/ui/desks.py": b"",
    "tests/ui/test_board_zoom.py": HELPED,
    "tests/ui/test_window.py": b"",
    "tests/base/test_files.py": b"",
}
NAMED, SLOW, OTHER, APART = (
    "tests/ui/test_board_zoom.py::test_a",
    "tests/ui/test_board_zoom.py::test_slow",
    "tests/ui/test_window.py::test_b",
    "tests/base/test_files.py::test_c",
)
SECONDS = {SLOW: 9.0, OTHER: 0.1, APART: 0.1, NAMED: 0.2}
RAN = {ZOOM: {1: [NAMED, SLOW], 2: [OTHER, NAMED, SLOW], 6: [OTHER, SLOW]}}
MEMORY = Memory(FILES, SECONDS, lambda file: RAN.get(file, {}))


def test_nothing_changed_nothing_runs() -> None:
    assert changed.chosen(MEMORY, FILES) == ([], 4, [])


def test_tests_that_ran_a_changed_line_and_most_of_its_module_come_first() -> None:
    now = FILES | {ZOOM: SOURCE.replace(b"return 1", b"return 3")}
    assert changed.chosen(MEMORY, now) == ([SLOW, NAMED, OTHER], 1, [])
    now = FILES | {ZOOM: SOURCE.replace(b"return 2", b"return 3")}
    assert changed.chosen(MEMORY, now) == ([SLOW, OTHER, NAMED], 1, [])


def test_a_module_that_no_test_ran_is_told() -> None:
    now = FILES | {"viewer/base/files.py": b"new", "viewer/base/new.py": b""}
    assert changed.chosen(MEMORY, now) == ([], 4, ["viewer/base/files.py", "viewer/base/new.py"])


def test_a_helper_brings_the_tests_that_import_it_and_a_test_brings_itself() -> None:
    now = FILES | {"tests/ui/desks.py": b"new"}
    assert changed.chosen(MEMORY, now) == (["tests/ui/test_board_zoom.py"], 2, [])
    now = FILES | {"tests/base/test_files.py": b"new", "tests/base/test_new.py": b""}
    assert changed.chosen(MEMORY, now) == (
        ["tests/base/test_files.py", "tests/base/test_new.py"],
        3,
        [],
    )
    gone = {path: data for path, data in FILES.items() if path != "tests/ui/test_window.py"}
    assert changed.chosen(MEMORY, gone | {ZOOM: b""}) == ([SLOW, NAMED], 1, [])


@pytest.mark.parametrize(
    ("before", "now", "lines"),
    [
        (b"a\nb\nc\n", b"a\nx\nc\n", {2}),
        (b"a\nb\nc\n", b"a\nc\n", {2}),
        (b"a\nb\n", b"a\nx\nb\n", {1, 2}),
        (b"", b"a\n", {0, 1}),
        (b"a\n", b"a\n", set()),
    ],
)
def test_changed_lines_are_those_before(before: bytes, now: bytes, lines: set[int]) -> None:
    assert changed.changed_lines(before, now) == lines


def test_the_first_run_is_some_seconds_of_few_files() -> None:
    assert changed.first_of([NAMED, OTHER, APART], SECONDS) == [NAMED, OTHER, APART]
    slow = dict.fromkeys(SECONDS, changed.BUDGET)
    assert changed.first_of([NAMED, SLOW, OTHER], slow) == [NAMED]
    many = [f"tests/test_{number}.py::test" for number in range(100)]
    assert changed.first_of(many, {}) == many[: changed.MOST_FILES]


def test_one_slow_test_takes_not_all_of_the_first_run() -> None:
    """A tour through the whole window ran most of every module, and is long in finding a mistake."""
    assert changed.first_of([SLOW, NAMED, OTHER], SECONDS) == [NAMED, OTHER]
    assert changed.first_of([SLOW], SECONDS) == [SLOW]


def test_what_a_run_of_tests_kept_is_read(tmp_path: Path) -> None:
    test = "tests/games/test_go_scoring.py"
    words = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--remember", str(tmp_path), test]
    subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, check=True)
    memory = changed.read(str(tmp_path))
    assert memory is not None
    assert memory.sources[test] == ROOT.joinpath(test).read_bytes()
    assert {one.partition("::")[0] for one in memory.seconds} == {test}
    ran = memory.ran("viewer/games/go/scoring.py")
    assert {one for names in ran.values() for one in names} <= {"", *memory.seconds}
    assert len(ran) > 20
    assert memory.ran("viewer/games/chess/game.py") == {}


def test_nothing_is_read_where_nothing_was_kept(tmp_path: Path) -> None:
    assert changed.read(str(tmp_path)) is None


def test_everything_that_lands_is_tested_by_all_tests() -> None:
    assert "--changed" not in ROOT.joinpath(".ci", "run").read_text("utf-8")

"""Several runs of the tests, compared: what none of them ran is told."""

from __future__ import annotations

from pathlib import Path

import pytest
import runs

GO = "tests/games/test_go_gnugo.py"


def written(folder: Path, **outcomes: dict[str, str]) -> list[str]:
    """The files of runs, by name."""
    paths = []
    for name, told in outcomes.items():
        path = folder / name
        path.write_text("".join(f"{id}\t{reason}\n" for id, reason in told.items()), "utf-8")
        paths.append(str(path))
    return paths


def test_what_one_run_skips_another_may_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    every = dict.fromkeys((f"{file}::test" for file in runs.files()), "")
    first = every | {f"{GO}::test": "needs gnugo", f"{GO}::test_other[a\tb]": "needs gnugo, fish"}
    paths = written(tmp_path, first=first, second={f"{GO}::test": ""})
    assert runs.lacking(runs.read(paths[0])) == [f"{GO}::test", f"{GO}::test_other[a\tb]"]
    assert runs.main(["compare", *paths]) == 1
    (line,) = (line for line in capsys.readouterr().out.splitlines() if "nowhere" in line)
    assert line == f"nowhere\t{GO}::test_other[a\tb]\tneeds gnugo, fish"
    paths = written(
        tmp_path, first=first, second={f"{GO}::test": "", f"{GO}::test_other[a\tb]": ""}
    )
    assert runs.main(["compare", *paths]) == 0


def test_a_file_that_is_skipped_as_a_whole_is_run_test_by_test_elsewhere(tmp_path: Path) -> None:
    every = dict.fromkeys((f"{file}::test" for file in runs.files() if file != GO), "")
    skipped = {GO: "needs gnugo"}
    assert runs.nowhere([every | skipped], runs.files()) == skipped
    assert runs.nowhere([every | skipped, {f"{GO}::test": ""}], runs.files()) == {}


def test_a_file_that_nobody_has_is_told(tmp_path: Path) -> None:
    every = dict.fromkeys((f"{file}::test" for file in runs.files() if file != GO), "")
    assert runs.nowhere([every], runs.files()) == {GO: "no run has it"}


def test_what_the_machine_cannot_have_is_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (reason, who), *_ = runs.ELSEWHERE.items()
    every = dict.fromkeys((f"{file}::test" for file in runs.files()), "") | {"x::test": reason}
    assert runs.main(["compare", *written(tmp_path, run=every)]) == 0
    assert f"elsewhere\tx::test\t{who}" in capsys.readouterr().out

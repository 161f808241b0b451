"""Fifty-five jobs of people who study games, done by keyboard alone or mouse alone, and what each costs.

The counts are in docs/jobs.md; `packaging/jobs_table.py --write` does the jobs and writes them there.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import chess_jobs  # noqa: F401  # registers its jobs
import connection_jobs  # noqa: F401  # likewise
import desk_jobs  # noqa: F401  # likewise
import go_jobs  # noqa: F401  # likewise
import pytest
import shogi_jobs  # noqa: F401  # likewise
import xiangqi_jobs  # noqa: F401  # likewise
from desks import make_window
from job import JOBS, KEYS, Task
from strokes import Hands, work

from viewer.base.resources import resource_path
from viewer.library.face import named
from viewer.ui.window.window import Window

DOCS = Path(__file__).parents[2] / "docs" / "jobs.md"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder; file dialogs of somebody who has opened nothing yet begin there."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def unhurried(qapp) -> Iterator[None]:
    """Letters that choose in a list belong together, however slow the machine is."""
    usual = qapp.keyboardInputInterval()
    qapp.setKeyboardInputInterval(60_000)
    yield
    qapp.setKeyboardInputInterval(usual)


@pytest.fixture
def window(qtbot, unhurried: None, home: Path, tmp_path: Path, request) -> Window:
    """The window as it stands when a job begins, for somebody who has changed no setting."""
    job: Task = request.getfixturevalue("job")
    for name, made_of in job.files:
        _make(home / name, made_of)
    if job.library:
        own = tmp_path / "settings" / "library"  # of the window's user
        library = named("Games", [str(resource_path("samples", "en", "study"))], str(own))
        library.build()
        library.close()
    files = [home / job.files[0][0]] if job.opened else []
    window = make_window(qtbot, tmp_path, *files, careful=True)
    qtbot.waitUntil(window.isActiveWindow)
    return window


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_job(qtbot, home: Path, window: Window, job: Task) -> None:
    hands = Hands(window)
    work(job.script(hands, home))
    assert hands.clicks == 0 if job.by == KEYS else hands.keys == hands.letters == 0
    line = {
        **{key: getattr(job, key) for key in ("id", "game", "words", "by", "peers")},
        **{key: getattr(hands, key) for key in ("keys", "clicks", "letters", "strokes")},
    }
    print(f"{job.words} {', '.join(hands.strokes)}: {_cost(hands)}; elsewhere: {job.peers}")
    written = os.environ.get("QIPU_JOBS")
    if written:  # packaging/jobs_table.py, which makes the table of it
        with open(written, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return
    row = next((one for one in DOCS.read_text("utf-8").splitlines() if job.words in one), "")
    assert row, f"{job.id} isn't in docs/jobs.md: packaging/jobs_table.py --write"
    assert f" {_cost(hands)} |" in row, f"{_cost(hands)} is not what docs/jobs.md says: {row}"


def test_there_are_fifty_five_eight_to_eleven_for_each_of_six() -> None:
    games = [job.game for job in JOBS.values()]
    counted = {game: games.count(game) for game in games}
    assert counted == {"chess": 11, "xiangqi": 9, "go": 9, "shogi": 10, "hex": 8, "twixt": 8}
    assert {job.by for job in JOBS.values()} == {"keys", "mouse"}


def _cost(hands: Hands) -> str:
    return f"{hands.keys} | {hands.clicks} | {hands.letters}"


def _make(path: Path, made_of: str | bytes) -> None:
    if isinstance(made_of, bytes):
        path.write_bytes(made_of)
    elif made_of.startswith("sample:"):
        shutil.copy(resource_path("samples/en/study/" + made_of.removeprefix("sample:")), path)
        path.chmod(0o644)
    else:
        path.write_text(made_of, encoding="utf-8", newline="\n")

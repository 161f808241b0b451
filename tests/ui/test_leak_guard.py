"""The guard in conftest.py itself: what it must find, it finds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent

LEAKS = {
    "window": """
        from PySide6.QtWidgets import QWidget
        kept = []
        def test(qapp):
            kept.append(QWidget())
            kept[0].setObjectName("the culprit")
    """,
    "thread": """
        from PySide6.QtCore import QThread
        kept = []
        def test(qapp):
            thread = QThread(qapp, objectName="the culprit")
            thread.start()
            kept.append(thread)
            qapp.aboutToQuit.connect(lambda: (thread.quit(), thread.wait()))
    """,
    "timer": """
        from PySide6.QtCore import QTimer
        def test(qapp):
            timer = QTimer(qapp, objectName="the culprit")
            timer.start(1000)
            globals()["kept"] = timer
    """,
}
CLEAN = """
    from PySide6.QtCore import QThread, QTimer
    from PySide6.QtWidgets import QWidget
    def test(qtbot):
        first = QWidget()
        qtbot.addWidget(first)
        timer = QTimer(first)
        timer.start(1000)
        second = QWidget()
        second.myself = second      # a cycle, for the collector
        second.show()
        second.deleteLater()
        thread = QThread()
        thread.start()
        thread.quit()
        thread.wait()
"""


def run(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    lines = source.strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    (folder / "test_it.py").write_text("\n".join(line[indent:] for line in lines) + "\n", "utf-8")
    for name in ("conftest.py", "needs.py", "runs.py"):
        shutil.copyfile(TESTS / name, folder / name)
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:hypothesispytest"],
        cwd=folder,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("kind", LEAKS)
def test_a_leak_fails(kind: str, tmp_path: Path) -> None:
    done = run(tmp_path, LEAKS[kind])
    assert "left behind" in done.stdout
    assert "the culprit" in done.stdout
    assert done.returncode != 0


def test_what_goes_by_itself_passes(tmp_path: Path) -> None:
    done = run(tmp_path, CLEAN)
    assert "1 passed" in done.stdout, done.stdout
    assert done.returncode == 0, done.stdout


QUESTION = """
    import conftest
    from PySide6.QtWidgets import QMessageBox
    conftest._PATIENCE = 1
    def test(qtbot):
        box = QMessageBox()
        qtbot.addWidget(box)
        box.setText("Really?")
        box.exec()
"""


def test_a_question_that_nobody_answers_fails(tmp_path: Path) -> None:
    done = run(tmp_path, QUESTION)
    assert "nobody answered: Really?" in done.stdout, done.stdout
    assert done.returncode != 0

"""Files that the system asks the running program to open, as macOS does after a double click."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "resources" / "samples" / "en" / "study"
ASK = """
import os
import sys
from pathlib import Path
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from viewer.base.running import Run
from viewer.document.workspace import Workspace
from viewer.ui.app import Program, make_application
from viewer.ui.window.store import Store

own, before, after = sys.argv[1:]
application = make_application(["qipu"])
QApplication.sendEvent(application, QFileOpenEvent(before))
store, workspace = Store(own), Workspace()
program = Program(store, Run(own + "/run.log", workspace.files))
window = program.open(workspace, [])
window.show()
window.finish()
QApplication.sendEvent(application, QFileOpenEvent(after))
QApplication.processEvents()
print([Path(document.path).name for document in workspace.documents])
sys.stdout.flush()
os._exit(0)
"""


def test_files_come_before_and_after_the_window(tmp_path: Path) -> None:
    before, after = tmp_path / "go.sgf", tmp_path / "棋 譜.kif"
    before.write_bytes((SAMPLES / "go.sgf").read_bytes())
    after.write_bytes((SAMPLES / "shogi.kif").read_bytes())
    words = [sys.executable, "-c", ASK, str(tmp_path / "own"), str(before), str(after)]
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "['go.sgf', '棋 譜.kif']\n"

"""The scripts in packaging say what they do when asked, and do nothing else then."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPTS = sorted(
    path.name
    for path in (ROOT / "packaging").glob("*.py")
    if '__name__ == "__main__"' in path.read_text("utf-8")
)
NEEDS = {
    "make_figures.py": "fontTools",
    "make_glyphs.py": "fontTools",
    "catalogs.py": "babel",
}
"""What some of them need that tests can do without."""


@pytest.mark.parametrize("name", SCRIPTS)
def test_help_is_printed_and_nothing_done(name: str, tmp_path: Path) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    script = ROOT / "packaging" / name
    done = subprocess.run(
        [sys.executable, "-B", str(script), "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    first = done.stdout.splitlines()[0]
    assert first.startswith("usage:") or f'"""{first}' in script.read_text("utf-8")

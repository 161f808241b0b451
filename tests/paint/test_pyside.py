"""What PySide does at imports."""

from __future__ import annotations

import subprocess
import sys

_SCRIPT = """
import linecache, sys
import viewer.ui.window.window
print(len([name for name in linecache.cache if "viewer" in name]))
print(sys.modules["shibokensupport.feature"].pyside_feature_dict["viewer.base.text"])
"""


def test_the_source_of_no_module_is_read() -> None:
    run = subprocess.run(
        [sys.executable, "-P", "-c", _SCRIPT], check=True, capture_output=True, text=True
    )
    assert run.stdout.split() == ["0", "0"]

"""What PySide does at imports."""

from __future__ import annotations

import subprocess
import sys

_OURS = "import viewer.ui.window.window\n"
_IMPORTS = """
import builtins, linecache, sys
print(len([name for name in linecache.cache if "viewer" in name]))
print(builtins.__import__ is builtins.__orig_import__)
print("argparse" in sys.modules)
"""
_ERRORS = """
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
for call in (lambda: QSize("a"), lambda: QSize(1, 2).expandedTo(3), lambda: QSize(w=1, x=2)):
    for again in range(2):
        try:
            call()
        except Exception as error:
            print(type(error), error)
print(QWidget.resize.__doc__)
from PySide6.support.signature import get_signature
print(get_signature(QSize.expandedTo))
"""
_FEATURES = """
import viewer.paint
from PySide6.QtCore import QSize
from __feature__ import snake_case
print(QSize(1, 2).expanded_to(QSize(2, 1)).width())
"""


def _printed(script: str) -> str:
    words = [sys.executable, "-P", "-c", script]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def test_no_source_is_read_and_none_compiled_that_only_errors_need() -> None:
    assert _printed(_OURS + _IMPORTS).split() == ["0", "True", "False"]


def test_errors_and_signatures_are_worded_as_ever() -> None:
    said = _printed(_OURS + _ERRORS)
    assert "expandedTo(arg__1: PySide6.QtCore.QSize, /)" in said
    assert said == _printed(_ERRORS)


def test_a_script_that_uses_us_may_switch_features() -> None:
    assert _printed(_FEATURES).strip() == "2"

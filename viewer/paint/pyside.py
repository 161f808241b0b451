"""What PySide does at imports that Qipu has no use for."""

from __future__ import annotations

import contextlib
import sys
from types import ModuleType
from typing import Any

import PySide6.QtCore  # noqa: F401  # loads PySide's own import hook, in shibokensupport


def read_no_sources() -> None:
    """Keep PySide from reading the source of each module that is imported from now on.

    It looks there for its name, to tell which modules can switch its optional features
    (`from __feature__ import …`), and keeps the lines: a tenth of Qipu's start and some megabytes.
    All modules count as users of PySide now; none of ours switches a feature.
    """
    with contextlib.suppress(KeyError):
        feature: Any = sys.modules["shibokensupport.feature"]
        feature._mod_uses_pyside = _uses_pyside


def _uses_pyside(module: ModuleType) -> bool:
    return True

"""Lazy imports by the "module:name" strings that registries hold."""

from __future__ import annotations

import importlib
import sys
from typing import Any


def load_named(target: str) -> Any:
    """The object that "module:name" names; imports the module. Raises ImportError or AttributeError."""
    module, _, name = target.partition(":")
    # A detection loads dozens, nearly always imported before, which `import_module` takes long to find out.
    known = sys.modules.get(module)
    if known is None or getattr(known.__spec__, "_initializing", False):  # by another thread
        known = importlib.import_module(module)
    return getattr(known, name)

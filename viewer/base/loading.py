"""Code that is imported when it is needed, by names that registries hold as data."""

from __future__ import annotations

import importlib
from typing import Any


def load_named(target: str) -> Any:
    """What "module:name" names; the module is imported now. Raises ImportError or AttributeError."""
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name)

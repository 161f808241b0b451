"""Lazy imports by the "module:name" strings that registries hold."""

from __future__ import annotations

import importlib
from typing import Any


def load_named(target: str) -> Any:
    """The object that "module:name" names; imports the module. Raises ImportError or AttributeError."""
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name)

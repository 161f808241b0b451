"""Programs that tests ask where they are there."""

from __future__ import annotations

import shutil

import pytest


def tool(name: str) -> str:
    """The path of a program; skips the test where it isn't installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"not installed: {name}")
    return found

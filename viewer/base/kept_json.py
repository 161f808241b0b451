"""Texts of JSON that are kept between runs; damaged ones, and those of other versions, do no harm."""

from __future__ import annotations

import json
from typing import Any

ASIDE = ".aside"
"""Ending of a file that wasn't understood whole, put aside before another takes its place."""


def kept_json(text: str) -> Any:
    """What a text says, None if it is empty or no JSON."""
    try:
        return json.loads(text) if text.strip() else None
    except (ValueError, RecursionError):
        return None


def says_all(text: str, older: str) -> bool:
    """Whether a text says everything that an older one says, and maybe more; never if that is no JSON."""
    try:
        return not older.strip() or _covers(json.loads(text), json.loads(older))
    except (ValueError, RecursionError):
        return False


def _covers(data: Any, older: Any) -> bool:
    if isinstance(older, dict):
        return isinstance(data, dict) and all(
            key in data and _covers(data[key], value) for key, value in older.items()
        )
    if isinstance(older, list):
        return (
            isinstance(data, list)
            and len(data) == len(older)
            and all(_covers(one, other) for one, other in zip(data, older, strict=True))
        )
    return bool(data == older and type(data) is type(older))

"""Paths of files as texts in tables."""

from __future__ import annotations

import os

from viewer.base.text import UTF8, decode, encode


def path_of(text: str) -> str:
    """The path that a text of the table of files stands for: names that are no text have escapes in it."""
    return os.fsdecode(encode(text, UTF8))


def path_text(path: str) -> str:
    """A path as a text that UTF-8 can hold; see `path_of`."""
    return decode(os.fsencode(path), UTF8)

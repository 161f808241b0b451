"""Paths of files, as texts in tables and as URLs."""

from __future__ import annotations

import os
import re
from urllib.parse import unquote

from viewer.base.text import UTF8, decode, encode

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_FILE = "file://"


def path_of(text: str) -> str:
    """The path that a text of the table of files stands for: names that are no text have escapes in it."""
    return os.fsdecode(encode(text, UTF8))


def path_text(path: str) -> str:
    """A path as a text that UTF-8 can hold; see `path_of`."""
    return decode(os.fsencode(path), UTF8)


def is_url(path: str) -> bool:
    """Whether a path is a URL of something else than a file of this machine."""
    return _URL.match(path) is not None and not path.startswith(_FILE)


def local_path(path: str) -> str:
    """A path of this machine, also of a `file://` URL."""
    return unquote(path.removeprefix(_FILE)) if path.startswith(_FILE) else path


def absolute(path: str) -> str:
    """A path that means the same wherever a program stands; URLs stay as they are."""
    return path if is_url(path) else os.path.abspath(local_path(path))

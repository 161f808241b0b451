"""Setting one entry of a mimeapps.list, and removing it again without changing any other byte.

The file belongs to the user and to every program that becomes a default, so it is never
parsed and rewritten: the text is changed in one place.
"""

from __future__ import annotations

import re

DEFAULTS = "Default Applications"


def has_group(text: str, group: str) -> bool:
    """Whether the text has a group."""
    return _head(text, group) is not None


def get(text: str, group: str, key: str) -> str | None:
    """The value of a key in a group, None if it isn't set."""
    found = _entry(text, group, key)
    return found.group(1) if found else None


def put(text: str, group: str, key: str, value: str) -> str:
    """The text with a key set: in its place, else below the head of its group, else above all."""
    found = _entry(text, group, key)
    if found:
        return text[: found.start(1)] + value + text[found.end(1) :]
    head = _head(text, group)
    if head:
        return f"{text[: head.end()]}\n{key}={value}{text[head.end() :]}"
    return f"[{group}]\n{key}={value}\n{text}"


def take(text: str, group: str, key: str) -> str:
    """The text without a key; the inverse of a `put` into a group that was there."""
    found = _entry(text, group, key)
    if not found:
        return text
    return text[: found.start() - 1] + text[found.end() :]


def take_head(text: str, group: str) -> str:
    """The text without the head of a group that holds no keys; else the text."""
    head = _head(text, group)
    if not head or re.search(r"^[^\s#\[]", text[head.end() : _end(text, head)], re.MULTILINE):
        return text
    return text[: head.start()] + text[head.end() :].removeprefix("\n")


def _head(text: str, group: str) -> re.Match[str] | None:
    return re.search(rf"^\[{re.escape(group)}\][ \t\r]*$", text, re.MULTILINE)


def _end(text: str, head: re.Match[str]) -> int:
    following = re.compile(r"^\[", re.MULTILINE).search(text, head.end())
    return following.start() if following else len(text)


def _entry(text: str, group: str, key: str) -> re.Match[str] | None:
    """Match of a key's line; group 1 is its value."""
    head = _head(text, group)
    if not head:
        return None
    line = re.compile(rf"^{re.escape(key)}[ \t]*=[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
    return line.search(text, head.end(), _end(text, head))

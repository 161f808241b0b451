r"""Patterns: compiled late, and right in Python before 3.11.5.

That one matches possessive repeats of groups wrongly: there `(?:a[b]+c)*+` takes “abca” of “abcabd”, for
what an item that failed had taken stays taken (gh-106052). Debian 12 has Python 3.11.2. `(?>(?:a[b]+c)*)`
says the same and is matched rightly.
"""

from __future__ import annotations

import re
import sys
from functools import cached_property
from typing import Any, AnyStr, cast

BROKEN = sys.version_info < (3, 11, 5)
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_POSSESSIVE = re.compile(r"\)([*+?]|\{[0-9]*,?[0-9]*\})\+")


class _Late:
    """Stands for a pattern; compiles it when something of it is asked for."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._asked = pattern, flags

    @cached_property
    def _pattern(self) -> re.Pattern[Any]:
        return compiled(*self._asked)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):  # what copying and pickling ask of everything
            raise AttributeError(name)
        self.__dict__[name] = value = getattr(self._pattern, name)
        return value


def late(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A pattern that is compiled when it is first used: for what is imported before the first board."""
    return cast("re.Pattern[AnyStr]", _Late(pattern, flags))


def compiled(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """`re.compile`, for patterns with a possessive repeat of a group; right in all Pythons."""
    return re.compile(atomic(pattern) if BROKEN else pattern, flags)


def atomic(pattern: AnyStr) -> AnyStr:
    """The pattern with atomic groups in place of possessive repeats of groups."""
    if isinstance(pattern, bytes):
        return _atomic(pattern.decode("latin-1")).encode("latin-1")
    return _atomic(pattern)


def _atomic(pattern: str) -> str:
    out: list[str] = []
    groups: list[int] = []  # where in `out` those begin that are open
    at = 0
    while at < len(pattern):
        char = pattern[at]
        token = char
        if char == "\\":
            token = pattern[at : at + 2]
        elif char == "[":
            found = _CLASS.match(pattern, at)
            assert found is not None
            token = found.group()
        elif char == "(":
            groups.append(len(out))
        elif char == ")":
            start = groups.pop()
            if repeat := _POSSESSIVE.match(pattern, at):
                out.insert(start, "(?>")
                out.append(f"){repeat[1]})")
                at = repeat.end()
                continue
        out.append(token)
        at += len(token)
    return "".join(out)

"""What a library can't do, as sentences."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec

from viewer.base.messages import Message, message
from viewer.base.refused import Refused


class LibraryFailed(Refused):
    """A library can't be built or asked; `reason` is a clear sentence."""


class Unbuilt(LibraryFailed):
    """Nothing was built so far."""


class Interrupted(LibraryFailed):
    """A question was given up before it was answered."""


class Damaged(LibraryFailed):
    """The tables of a library can't be used: missing, changed by somebody else, or of another version.

    Building the library again repairs it.
    """


def beside(*packages: str) -> str:
    """How packages get to the Python that runs Qipu: a line for a shell; without pip, their names."""
    if find_spec("pip") is None:
        return ", ".join(packages)
    words = [sys.executable, "-m", "pip", "install", *packages]
    return " ".join(f'"{word}"' if {*word} & {*" []"} else word for word in words)


def packed(words: Message) -> str:
    """A sentence as a table keeps it, for any language."""
    return json.dumps(words.packed())


def unpacked(words: str | None, english: str) -> Message:
    """A sentence as a table keeps it; the English one as it is where that says nothing."""
    try:
        return Message.unpacked(json.loads(words or ""))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return message("{why}", why=english)


def damaged(name: str) -> Damaged:
    """The failure of a table whose file isn't the one that was written."""
    return Damaged(
        message("A table of the library is missing or damaged ({name}). Build it again.", name=name)
    )

"""What a library can't do, as sentences."""

from __future__ import annotations

from viewer.base.messages import message
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


def damaged(name: str) -> Damaged:
    """The failure of a table whose file isn't the one that was written."""
    return Damaged(
        message("A table of the library is missing or damaged ({name}). Build it again.", name=name)
    )

"""What a notice is: a sentence that stays until it is closed, and what it is about."""

from __future__ import annotations

from collections.abc import Callable

from viewer.base.messages import Message
from viewer.base.named import NamedTuple


class _Everywhere:
    """The owner of notices that belong to no tab."""


EVERYWHERE = _Everywhere()


class Notice(NamedTuple):
    """A notice.

    Attributes:
        sentence: what it says.
        actions: its buttons: (name, function); each closes it.
        about: its subject, "" for none.
        owner: what it belongs to.
    """

    sentence: str
    actions: tuple[tuple[Message, Callable[[], object]], ...]
    about: str
    owner: object


def about_disk(path: str | None) -> str:
    """The subject of notices about a file on disk: a later notice of a subject replaces earlier ones."""
    return f"disk {path}"


def about_codec(path: str | None) -> str:
    """The subject of notices about the codec of a file's text."""
    return f"codec {path}"

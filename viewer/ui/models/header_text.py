"""Checks whether a header's text can be written as it is."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.base.text import encode, lacking, readable
from viewer.formats.format import HeaderField

_REST = 40  # characters of what doesn't fit that a tooltip shows


def faults_of(text: str, field: HeaderField | None, codec: str) -> list[Message]:
    """Sentences about a text that is too long for its field or has characters that the codec lacks."""
    found: list[Message] = []
    raw = encode(text, codec)
    if field is not None and 0 < field.limit < len(raw):
        kept = fitting(text, codec, field.limit)
        found.append(
            message(
                "{size} bytes, and {limit} fit: “{rest}” will be cut off.",
                size=len(raw),
                limit=field.limit,
                rest=_short(readable(text[len(kept) :])),
            )
        )
    missing = lacking(text, codec)
    if missing:
        found.append(
            message(
                "{codec} has no code for {characters}.",
                codec=codec,
                characters=" ".join(missing[:_REST]),
            )
        )
    return found


def fitting(text: str, codec: str, limit: int) -> str:
    """The longest prefix of a text that fits in `limit` bytes."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if len(encode(text[:middle], codec)) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[:low]


def _short(text: str) -> str:
    return text if len(text) <= _REST else text[:_REST] + "…"

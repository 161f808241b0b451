"""Comments of CBR: UTF-16LE, with CRLF between lines. Most end with a CRLF or a NUL that isn't text."""

from __future__ import annotations

from viewer.formats.ccbridge.layout import UTF16

_CRLF = "\r\n"


def decode_comment(raw: bytes) -> str:
    """The text of a comment; undecodable bytes become U+FFFD."""
    text = raw.decode(UTF16, "replace").rstrip("\0").replace("\0", "\ufffd")
    return text.removesuffix(_CRLF).replace(_CRLF, "\n")


def encode_comment(text: str, ended: bool = False) -> bytes:
    """The bytes of a comment, which `decode_comment` reads as the same text; `ended` adds a CRLF."""
    body = text.replace("\0", "\ufffd").replace("\n", _CRLF)
    # After a line break at the end of the text, another CRLF is added, since the reader removes one.
    more = _CRLF if body and (ended or body.endswith(_CRLF)) else ""
    return (body + more).encode(UTF16, "replace")

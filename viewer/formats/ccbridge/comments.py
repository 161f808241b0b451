"""Comments of CBR: UTF-16LE, lines that end in CRLF; most end in one more CRLF or a NUL, which is no text."""

from __future__ import annotations

from viewer.formats.ccbridge.layout import UTF16

_CRLF = "\r\n"


def decode_comment(raw: bytes) -> str:
    """A comment's text, with U+FFFD for what is no text."""
    text = raw.decode(UTF16, "replace").rstrip("\0").replace("\0", "\ufffd")
    return text.removesuffix(_CRLF).replace(_CRLF, "\n")


def encode_comment(text: str, ended: bool = False) -> bytes:
    """A comment's bytes, from which its text is read again; `ended`: with a CRLF behind it."""
    body = text.replace("\0", "\ufffd").replace("\n", _CRLF)
    # A line break at the end of the text must not be taken for that CRLF.
    more = _CRLF if body and (ended or body.endswith(_CRLF)) else ""
    return (body + more).encode(UTF16, "replace")

"""Comments: lines that end in CRLF, as an old Windows text box gave them, and in a node joined by LF.

XQStudio ends most comments in a CRLF of its own. That, bare line feeds and the like are kept as a
style beside the text, so that the two together give back the bytes; and an edited comment keeps its
style in the file, so that typing the old text again gives back the old bytes.
"""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.text import decode, encode
from viewer.formats.xqf.references import meant, spelled

PAD = "\u3000"  # the wide space, see `encoding`
_CRLF = b"\r\n"


class CommentLayout(NamedTuple):
    """How a comment is written.

    Attributes:
        ended: a CRLF stands behind it.
        bare: its line breaks are bare LFs (True) or CRLFs (False); None if it has one line only.
        pads: wide spaces behind it, by which Big5 is recognised.
        flagged: the record says that it has a comment, which is empty.
        spelled: characters that could stand as references (see `references`) do so (True) or don't
            (False); None if there are none.
    """

    ended: bool = False
    bare: bool | None = None
    pads: int = 0
    flagged: bool = False
    spelled: bool | None = None


PLAIN = CommentLayout()


def decode_comment(raw: bytes, codec: str, strip_pads: bool = False) -> tuple[str, CommentLayout]:
    """A comment's text and style. Different bytes give different pairs of them."""
    ended = raw.endswith(_CRLF)
    if ended:
        raw = raw[:-2]
    elif raw.endswith(b"\r\n\r"):
        raw = raw[:-1]  # see `encode_comment`
    body = decode(raw, codec)
    pads = 0
    if strip_pads:
        text = body.rstrip(PAD)
        pads = len(body) - len(text)
        body = text
    body, written = _read(body, codec)
    style = CommentLayout(ended, None, pads, False, written)
    if "\n" not in body:
        return body, style
    if "\r\n" not in body:
        return body, style._replace(bare=True)
    text = body.replace("\r\n", "\n")
    if _with_breaks(text, False) == body:
        return text, style._replace(bare=False)
    # CRLFs and bare LFs in one comment: only their difference in the text brings both back.
    return body, style._replace(bare=False)


def _read(body: str, codec: str) -> tuple[str, bool | None]:
    """The text that a comment means, and whether it is spelled with references."""
    text = meant(body, codec)
    if text != body and spelled(text, codec) == body:
        return text, True
    return body, None if spelled(body, codec) == body else False


def encode_comment(
    text: str, codec: str, style: CommentLayout, bare: bool = False, refer: bool = True
) -> bytes:
    """A comment's bytes.

    `bare` says how lines are broken and `refer` whether there are references where the style doesn't.
    """
    body = body_of(text, codec, style, bare, refer)
    raw = encode(body + PAD * style.pads, codec)
    if style.ended:
        return raw + _CRLF
    # The last line break is part of the text, and must not be taken for an ending.
    return raw + b"\r" if raw.endswith(_CRLF) else raw


def body_of(
    text: str, codec: str, style: CommentLayout, bare: bool = False, refer: bool = True
) -> str:
    """The characters by which a comment is written."""
    body = _with_breaks(text, bare if style.bare is None else style.bare)
    wanted = refer if style.spelled is None else style.spelled
    if not wanted and _read(body, codec)[0] == body:
        return body
    return spelled(body, codec)


def _with_breaks(text: str, bare: bool) -> str:
    if bare or "\r\n" in text:
        return text
    return text.replace("\n", "\r\n")

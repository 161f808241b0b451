"""Comments: lines separated by CRLF in the file (from a Windows text box), by LF in a node.

XQStudio adds a CRLF to most comments. This, bare line feeds and similar details are kept as a style
(`CommentLayout`) beside the text; both together restore the bytes. An edited comment keeps its style, so
that typing the old text again restores the old bytes.
"""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.formats.shared.charsets import decode, encode
from viewer.formats.xqf.references import meant, spelled

PAD = "\u3000"  # the wide space, see `encoding`
_CRLF = b"\r\n"


class CommentLayout(NamedTuple):
    """How a comment is written.

    Attributes:
        ended: whether a CRLF follows it.
        bare: whether its line breaks are bare LFs (True) or CRLFs (False); None if it has only one line.
        pads: the number of wide spaces after it, which make Big5 recognisable.
        flagged: whether the node's record has the flag of a comment, but the comment is empty.
        spelled: whether characters that can be written as references (see `references`) are (True) or
            aren't (False); None if it has no such characters.
    """

    ended: bool = False
    bare: bool | None = None
    pads: int = 0
    flagged: bool = False
    spelled: bool | None = None


PLAIN = CommentLayout()


def decode_comment(raw: bytes, codec: str, strip_pads: bool = False) -> tuple[str, CommentLayout]:
    """Decode a comment: its text and style. Different bytes give different pairs of these."""
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
    # CRLFs and bare LFs in one comment: the text must keep both to restore them.
    return body, style._replace(bare=False)


def _read(body: str, codec: str) -> tuple[str, bool | None]:
    """A comment with its references resolved, and `CommentLayout.spelled`."""
    text = meant(body, codec)
    if text != body and spelled(text, codec) == body:
        return text, True
    return body, None if spelled(body, codec) == body else False


def encode_comment(
    text: str, codec: str, style: CommentLayout, bare: bool = False, refer: bool = True
) -> bytes:
    """Encode a comment.

    If the style doesn't determine them, `bare` decides the line breaks and `refer` the references.
    """
    body = body_of(text, codec, style, bare, refer)
    raw = encode(body + PAD * style.pads, codec)
    if style.ended:
        return raw + _CRLF
    # The last line break is part of the text and must not be read as an added CRLF.
    return raw + b"\r" if raw.endswith(_CRLF) else raw


def body_of(
    text: str, codec: str, style: CommentLayout, bare: bool = False, refer: bool = True
) -> str:
    """The characters of a comment as written: with the file's line breaks and references."""
    body = _with_breaks(text, bare if style.bare is None else style.bare)
    wanted = refer if style.spelled is None else style.spelled
    if not wanted and _read(body, codec)[0] == body:
        return body
    return spelled(body, codec)


def _with_breaks(text: str, bare: bool) -> str:
    if bare or "\r\n" in text:
        return text
    return text.replace("\n", "\r\n")

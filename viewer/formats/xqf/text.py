"""The text of an XQF file: its comments as bytes with what is kept of them, and the codec of them all.

XQStudio adds a CRLF to most comments. This, bare line feeds and similar details are kept as a style
(`CommentLayout`) beside the text; both together restore the bytes. An edited comment keeps its style, so
that typing the old text again restores the old bytes.

Comments and header fields are judged separately, because in real files one may be in Big5 and the other
in GB18030. The written text must be recognised again: if an edit leaves too little Chinese text in a Big5
file, wide spaces are added after the edited text (the format has no other place). They aren't part of the
text: the reader removes them if Big5 was recognised only by them.

Comments have HTML references: `&nbsp;` if they were copied from web pages, `&#3052;` if Windows had no
such character. Only references that `spelled` would write are resolved, so that each text has one
spelling; all others stay unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import BIG5, GB18030, Evidence, evidence, lacking
from viewer.formats.kit.charsets import XIANGQI, decode, encode
from viewer.formats.kit.judge import is_cyrillic, is_plainly, judge
from viewer.tree.node import Node

# Facts of a record:
CODECS = "xqf.codecs"  # value: Codecs, and whether the user chose them
AS_IS = "xqf.no-references"  # more comments have plain characters than references
BARE = "xqf.bare-breaks"  # more comments have bare LFs than CRLFs
# Of a node:
STYLE = "xqf.style"  # value: CommentLayout of its comment
COMMENT_FACT = "xqf.comment"  # value, raw: its comment, in Big5 records

PAD = "\u3000"  # the wide space
_CRLF = b"\r\n"


class CommentLayout(NamedTuple):
    """How a comment is written.

    Attributes:
        ended: whether a CRLF follows it.
        bare: whether its line breaks are bare LFs (True) or CRLFs (False); None if it has only one line.
        pads: the number of wide spaces after it, which make Big5 recognisable.
        flagged: whether the node's record has the flag of a comment, but the comment is empty.
        spelled: whether characters that can be written as references (see `fields`) are (True) or
            aren't (False); None if it has no such characters.
    """

    ended: bool = False
    bare: bool | None = None
    pads: int = 0
    flagged: bool = False
    spelled: bool | None = None


PLAIN = CommentLayout()


def style_of(node: Node) -> CommentLayout:
    """The style of a node's comment, PLAIN if none was kept."""
    fact = node.fact(STYLE)
    return (
        CommentLayout(*fact.value) if fact is not None and isinstance(fact.value, tuple) else PLAIN
    )


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


# --------------------------------------------------------------------------------------- references

_NO_BREAK = "\u00a0"
_REFERENCE = late(r"&((?:amp;)*)(nbsp|#[1-9][0-9]{1,6});")
# Without the escapes and selectors of `base.text`, and without codes that aren't characters.
_ODD = late("[\u00a0-\ud7ff\uf900-\ufdff\ufe10-\uffef\U00010000-\U0003ffff]")
_PLAIN = {GB18030: "gbk", BIG5: "big5"}  # the codecs of Windows programs


def meant(text: str, codec: str) -> str:
    """Resolve the references in a comment; the inverse of `spelled`."""

    def one(found: re.Match[str]) -> str:
        character = _character(found[2], codec)
        if not character:
            return found[0]
        # `&amp;nbsp;` is how `&nbsp;` itself is written.
        return f"&{found[1][4:]}{found[2]};" if found[1] else character

    return _REFERENCE.sub(one, text) if "&" in text else text


def spelled(text: str, codec: str) -> str:
    """Write references in a comment for characters that the codec's old form lacks; `meant` resolves them."""

    def escaped(found: re.Match[str]) -> str:
        return f"&amp;{found[0][1:]}" if _character(found[2], codec) else found[0]

    if "&" in text:
        text = _REFERENCE.sub(escaped, text)
    if text.isascii() or (_NO_BREAK not in text and _plain(text, codec)):
        return text  # nearly always; saves compiling the expression
    return _ODD.sub(lambda found: _reference(found[0], codec), text)


@lru_cache(4096)
def _reference(character: str, codec: str) -> str:
    if character == _NO_BREAK:
        return "&nbsp;"
    return character if _plain(character, codec) else f"&#{ord(character)};"


def _plain(text: str, codec: str) -> bool:
    """Whether the codec's old form has all characters of a text."""
    try:
        text.encode(_PLAIN.get(codec, codec))
    except UnicodeEncodeError:
        return False
    return True


def _character(name: str, codec: str) -> str:
    """The character of a reference; "" if `spelled` never writes that reference."""
    if name == "nbsp":
        return _NO_BREAK
    number = int(name[1:])
    character = chr(number) if number <= 0x3FFFF else ""
    odd = _ODD.match(character) and _reference(character, codec) == f"&{name};"
    return character if odd else ""


# ------------------------------------------------------------------------------------------- codecs

LEAST_COMMENTS = 4
LEAST_FIELDS = 8
_MOST_PADS = 64
_ENOUGH = 1 << 20  # bytes of comments that are examined


class Codecs(NamedTuple):
    """The codecs of an XQF file's text.

    Attributes:
        comments, fields: GB18030 or BIG5, or both the same other codec.
        comment_pads, field_pads: whether wide spaces at the end aren't part of the text.
        by_comments: whether the fields are in Big5 only because the comments are.
    """

    comments: str = GB18030
    fields: str = GB18030
    comment_pads: bool = False
    field_pads: bool = False
    by_comments: bool = False


class EncodedText(NamedTuple):
    """A comment or a field to be written.

    Attributes:
        text: the text, decoded.
        style: the style of a comment; of a field only its `pads` count.
        bare: whether line breaks are bare LFs if the style doesn't determine them.
        room: the number of bytes that fit in the field; None for a comment.
        changed: whether it differs from the text that was read.
        refer: whether it has references if the style doesn't determine them.
    """

    text: str
    style: CommentLayout = PLAIN
    bare: bool = False
    room: int | None = None
    changed: bool = True
    refer: bool = True

    def lacking(self, codec: str) -> bool:
        """Whether it has characters that a codec doesn't have."""
        text = self.text
        if self.room is None:
            text = body_of(text, codec, self.style, self.bare, self.refer)
        return bool(lacking(text, codec))

    def raw(self, codec: str, pads: int = 0) -> bytes:
        """Its bytes, with `pads` wide spaces after it."""
        if self.room is None:
            style = self.style._replace(pads=pads)
            return encode_comment(self.text, codec, style, self.bare, self.refer)
        return encode(self.text + PAD * pads, codec)


_TWO = late(rb"(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf])*+")
"""Pairs that are valid UTF-8, but hardly Chinese in it."""


def judged_alone(data: bytes) -> str:
    """The codec of text in an XQF file."""
    return judge(data, "", XIANGQI).codec


def detect(
    comments: Sequence[bytes],
    fields: Sequence[bytes],
    judged: Callable[[bytes], str] = judged_alone,
) -> Codecs:
    """Detect the codecs of a file by the bytes of its comments and fields.

    What isn't surely Big5 is in GB18030, unless `judged` finds a codec of another language.
    """
    text = b"\n".join((*comments, *fields))[:_ENOUGH]
    if is_cyrillic(text, GB18030):
        return Codecs()
    in_comments = evidence(b"\n".join(comments)[:_ENOUGH])
    in_fields = evidence(b"\n".join(fields))
    big5_comments = in_comments.surely_big5(LEAST_COMMENTS)
    big5_fields = in_fields.surely_big5(LEAST_FIELDS)
    by_fields = big5_fields and in_comments.pairs < LEAST_COMMENTS and _are_big5(comments)
    by_comments = (
        big5_comments
        and 0 < in_fields.pairs < LEAST_FIELDS
        and in_fields.surely_big5(1)
        and _are_big5(fields)
    )
    if not (big5_comments or big5_fields):
        known = text.isascii() or (_TWO.fullmatch(text) and is_plainly(text, GB18030))
        codec = GB18030 if known else judged(text.replace(b"\0", b""))
        if codec not in (GB18030, BIG5):
            return Codecs(codec, codec)
    return Codecs(
        comments=BIG5 if big5_comments or by_fields else GB18030,
        fields=BIG5 if big5_fields or by_comments else GB18030,
        comment_pads=big5_comments
        and not in_comments.less(_comment_pads(comments)).surely_big5(LEAST_COMMENTS),
        field_pads=big5_fields
        and not in_fields.less(_field_pads(fields)).surely_big5(LEAST_FIELDS),
        by_comments=by_comments,
    )


def _are_big5(texts: Sequence[bytes]) -> bool:
    try:
        for raw in texts:
            raw.decode(BIG5)
    except UnicodeDecodeError:
        return False
    return True


def _comment_pads(comments: Sequence[bytes]) -> int:
    return sum(decode_comment(raw, BIG5, True)[1].pads for raw in comments)


def _field_pads(fields: Sequence[bytes]) -> int:
    texts = [decode(raw, BIG5) for raw in fields]
    return sum(len(text) - len(text.rstrip(PAD)) for text in texts)


# ---------------------------------------------------------------------------------- writing


def settle(
    comments: Sequence[EncodedText], fields: Sequence[EncodedText], codecs: Codecs, anew: bool
) -> tuple[list[bytes], list[bytes], Codecs]:
    """Encode all comments and fields; returns the bytes of both, and the codecs that will be detected.

    Tries `codecs` first. Text that is written `anew`, or is in Big5, which is never only likely, may be in
    the other codec instead, if that has all characters. Takes the first attempt that will be recognised when
    read, and `codecs` if there is none.
    """
    first: tuple[list[bytes], list[bytes], Codecs] | None = None
    for wanted in _attempts(codecs) if anew or BIG5 in codecs else [codecs]:
        if first is not None and not _holds(comments, fields, wanted):
            continue
        raw_comments = [item.raw(wanted.comments) for item in comments]
        raw_fields = [item.raw(wanted.fields) for item in fields]
        found = detect(raw_comments, raw_fields)
        if wanted.fields == BIG5 != found.fields and not codecs.by_comments:
            raw_fields = _padded(fields, LEAST_FIELDS)
            found = detect(raw_comments, raw_fields)
        if wanted.comments == BIG5 != found.comments:
            raw_comments = _padded(comments, LEAST_COMMENTS)
            found = detect(raw_comments, raw_fields)
        if _same(found.comments, wanted.comments, raw_comments) and _same(
            found.fields, wanted.fields, raw_fields
        ):
            return raw_comments, raw_fields, found
        first = first or (raw_comments, raw_fields, found)
    assert first is not None
    return first


def _attempts(codecs: Codecs) -> list[Codecs]:
    other = {GB18030: BIG5, BIG5: GB18030}
    comments, fields = codecs.comments, codecs.fields
    if comments not in other:
        return [Codecs(comments, fields)]
    return [
        Codecs(comments, fields),
        Codecs(other[comments], fields),
        Codecs(comments, other[fields]),
        Codecs(other[comments], other[fields]),
    ]


def _holds(comments: Sequence[EncodedText], fields: Sequence[EncodedText], codecs: Codecs) -> bool:
    return not any(item.lacking(codecs.comments) for item in comments) and not any(
        item.lacking(codecs.fields) for item in fields
    )


def _same(found: str, wanted: str, texts: Sequence[bytes]) -> bool:
    return found == wanted or all(raw.isascii() for raw in texts)


def _padded(items: Sequence[EncodedText], least: int) -> list[bytes]:
    """The bytes of items in Big5, with as many wide spaces as its recognition takes."""
    pads = [item.style.pads for item in items]
    raw = [item.raw(BIG5, count) for item, count in zip(items, pads, strict=True)]
    missing = _missing_pads(evidence(b"\n".join(raw)), least)
    candidates = [i for i, item in enumerate(items) if item.changed] or range(len(items))
    for i in candidates if missing else ():
        room = items[i].room
        padded = items[i].raw(BIG5, pads[i] + missing)
        if room is None or len(padded) <= room:
            raw[i] = padded
            break
    return raw


def _missing_pads(found: Evidence, least: int) -> int:
    for count in range(_MOST_PADS + 1):
        if found.less(-count).surely_big5(least):
            return count
    return 0

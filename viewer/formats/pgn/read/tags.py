"""The tag section of a PGN game: valid tags, and malformed ones as far as they can be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.pgn.read.lexer import SPACE

_NAME = rb"[A-Za-z0-9_][A-Za-z0-9_+#=:.-]*+"
_BETWEEN = late(
    SPACE
    + rb"(?:\{[^}]*+\}|;[^\r\n]*+|(?:(?<=[\r\n])|(?<=\xef\xbb\xbf)|(?<![\s\S]))%[^\r\n]*+|(?=(\[|"
    + _NAME
    + rb'[ \t]++")))'
)
_WHOLE = late(
    rb"\s*+\["
    + SPACE
    + rb"("
    + _NAME
    + rb")"
    + SPACE
    + rb'"([^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+)"'
    + SPACE
    + rb"\]"
)
_WHOLE_TEXT = late(r'\[\s*[^\s"]+\s*"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"\s*\]')
# `"Lopez "Battle Royale""]`, `"Cup \"]`: up to the first quote with a bracket behind it.
_QUOTED = late(rb"\[" + SPACE + rb"(" + _NAME + rb')[ \t]*+"([^\r\n]*?)"[ \t]*+\]')
# `[FEN no quotes]`
_BARE = late(rb"\[" + SPACE + rb"(" + _NAME + rb')[ \t]++([^"\]\r\n]*+)\]')
# `[Annotator "Krush, I]`, `[Event "no end`: the rest of the line.
_OPEN = late(rb"\[" + SPACE + rb"(" + _NAME + rb')[ \t]*+"?([^\r\n]*+)')
# `Date "1895"`
_NAKED = late(rb"(" + _NAME + rb')[ \t]++"([^"\r\n]*+)"[ \t]*+\]?+(?=[ \t]*+(?:[\r\n]|\Z))')
_LINE = late(rb"[^\r\n]*+")
_ESCAPED = late(r'\\(["\\])')


class Tag(NamedTuple):
    """A tag in a game's bytes.

    Attributes:
        start, end: its offsets, brackets included.
        name: its name.
        value_start, value_end: the offsets of its value, without the quotes.
        whole: whether it is well-formed, so that its value may have escapes.
    """

    start: int
    end: int
    name: bytes
    value_start: int
    value_end: int
    whole: bool


def read_tags(data: bytes) -> tuple[list[Tag], int, list[int]]:
    """The tags at the start of a game, the offset of their end, and the offsets of what isn't a tag.

    White space, comments and escaped lines between tags belong to the tags.
    """
    tags: list[Tag] = []
    odd: list[int] = []
    end = at = 0
    while True:
        found = _WHOLE.match(data, at)
        if found is not None:
            start, end = found.span(2)
            at = found.end()
            opened = data.index(b"[", found.start())
            tags.append(Tag(opened, at, found[1], start, end, True))
            end = at
            continue
        found = _BETWEEN.match(data, at)
        if found is None:
            return tags, end, odd
        at = found.end()
        if found.lastindex is None:
            continue
        tag = _tag_at(data, at)
        if tag is not None:
            tags.append(tag)
            at = end = tag.end
        elif data.startswith(b"[", at):
            odd.append(at)
            line = _LINE.match(data, at)
            assert line is not None
            at = end = line.end()
        else:
            return tags, end, odd


def _tag_at(data: bytes, at: int) -> Tag | None:
    whole = _WHOLE.match(data, at)
    found = whole or _QUOTED.match(data, at) or _BARE.match(data, at) or _NAKED.match(data, at)
    if found is not None:
        return Tag(at, found.end(), found[1], *found.span(2), whole is not None)
    found = _OPEN.match(data, at)
    if found is None:
        return None
    start, end = found.span(2)
    value = found[2].rstrip()
    value = value.removesuffix(b"]").removesuffix(b'"')
    if not value and data[found.end(1) : start].strip() == b"":
        return None  # `[C54]`
    return Tag(at, end, found[1], start, start + len(value), False)


def well_formed(data: bytes, tags: Sequence[Tag], decoded: Callable[[bytes], str]) -> list[Tag]:
    """Tags that `read_tags` found, well-formed also if they are so as text.

    Characters of Big5 and GB18030 may end with the byte of a backslash.
    """
    return [
        tag
        if tag.whole or _WHOLE_TEXT.fullmatch(decoded(data[tag.start : tag.end])) is None
        else tag._replace(whole=True)
        for tag in tags
    ]


def value_of(raw: bytes, tag: Tag, decoded: Callable[[bytes], str]) -> str:
    """The value of a tag."""
    value = decoded(raw[tag.value_start : tag.value_end])
    return unescaped(value) if tag.whole else value


def unescaped(value: str) -> str:
    """A value with escapes resolved; a backslash that escapes nothing stays."""
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def escaped(value: str) -> str:
    r"""A value as written between quotes: " and \ are escaped."""
    return value.replace("\\", "\\\\").replace('"', '\\"')

"""Assembling a written game: tags, movetext and result, in one codec."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.formats.kit.charsets import ENCODINGS, encode
from viewer.formats.pgn.dialects import setup_of, tags_of, tokens_of
from viewer.formats.pgn.fields import SPELLED_RESULTS
from viewer.formats.pgn.read.facts import TAGS, TAIL
from viewer.formats.pgn.read.said import TextSettings
from viewer.formats.pgn.write.head import headers_in, with_tags, write_head
from viewer.formats.pgn.write.slots import RESULT, Text, read_slot
from viewer.formats.pgn.write.writer import Writer
from viewer.tree.action import Setup
from viewer.tree.record import Header, Record

_VARIANT = "variant"
_MARKERS = frozenset(("1-0", "0-1", "1/2-1/2", "*"))


def compose(record: Record, tags: bytes, settings: TextSettings, bracketed: bool = False) -> bytes:
    """The bytes of a record whose tag section was `tags`; `bracketed` as for `write_head`."""
    _, old = headers_in(tags, settings)
    headers = headers_of(record, old)
    head = write_head(tags, headers, settings, bracketed)
    tokens = tokens_of(record.game, settings.codec)
    moves = Writer(record, tokens, _marker(record, old, headers, settings)).write()
    _part(head, moves, settings, old, record)
    return in_codec([*head, *moves], settings, record.encoding or settings.codec)


def headers_of(record: Record, old: Sequence[Header]) -> Sequence[Header]:
    """The headers to write: those of the record, with the tags that its start position needs.

    If the start position is still that of the file's tags, the tags aren't changed, so that they
    can be edited by hand.
    """
    if _setup(record, old) == record.setup or _setup(record, record.headers) == record.setup:
        return record.headers
    tags, names = tags_of(record.game, record.setup)
    kept = {one.key: one.value for one in record.headers if one.key.lower() == _VARIANT}
    if kept and not any(name.lower() == _VARIANT for name in tags):
        # "Standard", "From Position": the game's own word for what the start is without it.
        headers = with_tags(record.headers, {**kept, **tags}, names)
        if _setup(record, headers) == record.setup:
            return headers
    return with_tags(record.headers, tags, names)


def _setup(record: Record, headers: Sequence[Header]) -> Setup | None:
    return setup_of(record.game, {header.key: header.value for header in reversed(headers)})[0]


def _marker(
    record: Record, old: Sequence[Header], new: Sequence[Header], settings: TextSettings
) -> str | None:
    """The new result after the moves, if the old one agreed with the Result tag and that has changed."""
    before = next((one.value for one in old if one.key == "Result"), None)
    after = next((one.value for one in new if one.key == "Result"), None)
    tail = record.fact(TAIL)
    if before is None or after is None or before == after or tail is None or tail.value:
        return None
    tokens = tokens_of(record.game, settings.codec)
    slot = read_slot(tail.raw if isinstance(tail.raw, bytes) else b"", tokens, settings)
    marks = [tok.raw for tok in slot if tok.kind == RESULT]
    if not marks or not isinstance(marks[-1], bytes):
        return None
    stood = settings.decoded(marks[-1])
    if SPELLED_RESULTS.get(stood, stood) != SPELLED_RESULTS.get(before, before):
        return None
    after = SPELLED_RESULTS.get(after, after)
    return after if after in _MARKERS else None


def _part(
    head: list[Text],
    moves: list[Text],
    settings: TextSettings,
    old: Sequence[Header],
    record: Record,
) -> None:
    """The empty line between tags and movetext if they are newly adjacent; none without tags."""
    has_tags = any(_said(text, settings).strip() for text in head)
    first = next((index for index, text in enumerate(moves) if text), None)
    if first is None:
        return
    text = _said(moves[first], settings)
    end = settings.line_end
    fact = record.fact(TAGS)
    below = not old or fact is None or bool(fact.value)
    if (
        has_tags
        and below
        and not _begins_line("".join(_said(each, settings) for each in moves[first : first + 2]))
    ):
        moves.insert(first, end + end)
        if moves[first + 1] in (" ", b" "):
            del moves[first + 1]
    elif not has_tags and old:
        stripped = text.removeprefix(end).removeprefix(end)
        moves[first] = stripped


def _begins_line(text: str) -> bool:
    return text[: len(text) - len(text.lstrip())].count("\n") > 0 or "\r" in text[:2]


def _said(text: Text, settings: TextSettings) -> str:
    return text if isinstance(text, str) else settings.decoded(text)


def in_codec(pieces: Sequence[Text], settings: TextSettings, codec: str) -> bytes:
    """Pieces as bytes; characters that the codec lacks become `?`."""
    if (
        codec == settings.codec or codec not in ENCODINGS
    ):  # in others all of the file is, or nothing
        codec = settings.codec
        return b"".join(
            encode(piece, codec) if isinstance(piece, str) else piece for piece in pieces
        )
    return encode("".join(_said(piece, settings) for piece in pieces), codec)

"""Reading one game of a PGN file: the whole record, or its headers alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.patterns import late
from viewer.base.text import decode
from viewer.formats.kit.positions import diagnostic_at
from viewer.formats.kit.unshown import unshown_facts
from viewer.formats.pgn.codec import ALONE, GameCodecs
from viewer.formats.pgn.dialects import (
    game_of,
    is_read,
    setup_of,
    tokens_of,
    unread,
)
from viewer.formats.pgn.fields import SPELLED_RESULTS
from viewer.formats.pgn.kinds import kind_of
from viewer.formats.pgn.read.facts import KIND, SCRIPT, TAGS, TAIL
from viewer.formats.pgn.read.findings import placed
from viewer.formats.pgn.read.reader import MovetextReader
from viewer.formats.pgn.read.said import TextSettings, line_end_of
from viewer.formats.pgn.read.tags import Tag, read_tags, value_of, well_formed
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

# Beside tags: a comment, a line that is escaped, the rest of a line.
_BESIDE = late(rb"\{[^}]*+\}?|;[^\r\n]*+|(?<![^\r\n\xbf])%[^\r\n]*+|[^{;\r\n]++")
_BELOW = late(rb"[^\S\r\n]*+(?:[\r\n]|\Z)")


def kind_at(data: bytes) -> str:
    """The kind (see `kinds`) of the game whose bytes are, or begin with, `data`."""
    tags, start, _ = read_tags(data)
    return kind_of(data, tags, start)


def read_headers(data: bytes, codecs: GameCodecs = ALONE) -> tuple[Header, ...]:
    """The headers of the game whose bytes are, or begin with, `data`."""
    tags, start, _ = read_tags(data)
    return _headers(data, tags, codecs.of(data, lambda: kind_of(data, tags, start)))


def _headers(data: bytes, tags: list[Tag], codec: str) -> tuple[Header, ...]:
    def decoded(raw: bytes) -> str:
        return decode(raw, codec)

    return tuple(
        [
            Header(str(tag.name, "ascii"), value_of(data, tag, decoded))
            for tag in well_formed(data, tags, decoded)
        ]
    )


def read_game(
    data: bytes, at: int, limits: Limits, codecs: GameCodecs = ALONE
) -> tuple[Record, list[Diagnostic]]:
    """The record of one game's bytes, and their diagnostics.

    `at` is the offset of `data` in the file; lines and columns are counted within `data`. Time and
    memory are linear in the bytes, whatever their content.
    """
    tags, start, odd = read_tags(data)
    kind = kind_of(data, tags, start)
    codec = codecs.of(data, lambda: kind)
    settings = TextSettings(codec, line_end_of(data), limits.comment_bytes)
    headers = _headers(data, tags, settings.codec)
    named = {header.key: header.value for header in reversed(headers)}
    game = game_of(kind)
    setup, words = setup_of(game, named)
    if not is_read(kind):  # its movetext is kept as it is, but for what is said ahead of the moves
        limits = limits._replace(nodes=1)
    tokens = tokens_of(game, codec)
    reading = MovetextReader(data, start, tokens, settings, Node(0, None, setup), limits)
    facts = (
        Fact(TAGS, _BELOW.match(data, start) is not None, data[:start]),
        Fact(SCRIPT, tuple(settings), b""),
        Fact(TAIL, reading.cut, data[reading.tail :]),
        *unshown_facts(
            decode(text, codec) for text in (*_beside_tags(data[:start], tags), *reading.outside)
        ),
    )
    record = Record(game, reading.root, headers, settings.codec, facts, reading.nodes)
    found = _tag_findings(well_formed(data, tags, settings.decoded), odd)
    if not is_read(kind):
        record.facts += (Fact(KIND, kind, b""),)
        told = message("{what} Its moves aren't shown.", what=unread(kind))
        found.insert(0, diagnostic_at(Severity.ERROR, "pgn.game", told, 0, 0))
        return record, placed(found[: limits.diagnostics], data, at)
    if words is not None:
        places = {tag.name.lower(): tag for tag in reversed(tags)}
        tag = places.get(b"fen") or places.get(b"setup")
        place = 0 if tag is None else tag.value_start if b"fen" in places else tag.start
        found.append(diagnostic_at(Severity.WARNING, "pgn.setup", words, place, 0))
    found += reading.findings.found
    found += _result_findings(named, reading)
    return record, placed(found[: limits.diagnostics], data, at)


def _beside_tags(head: bytes, tags: list[Tag]) -> Iterator[bytes]:
    """What stands ahead of tags and between them: comments, escaped lines, what is no tag."""
    edges = [0, *(edge for tag in tags for edge in (tag.start, tag.end)), len(head)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        for found in _BESIDE.finditer(head, start, end):
            yield found[0]


def _tag_findings(tags: list[Tag], odd: list[int]) -> list[Diagnostic]:
    found = [
        diagnostic_at(
            Severity.WARNING,
            "pgn.broken-tag",
            message("The tag {name} is broken; it is read as far as it can be.", name=name),
            tag.start,
            None,
        )
        for tag, name in ((tag, tag.name.decode("ascii")) for tag in tags)
        if not tag.whole
    ]
    seen: set[bytes] = set()
    for tag in tags:
        if tag.name in seen:
            words = message("The tag {name} is there twice.", name=tag.name.decode("ascii"))
            found.append(
                diagnostic_at(Severity.WARNING, "pgn.repeated-tag", words, tag.start, None)
            )
        seen.add(tag.name)
    found += [
        diagnostic_at(
            Severity.WARNING, "pgn.no-tag", message("This is no tag; it is kept."), place, None
        )
        for place in odd
    ]
    return found


def _result_findings(tags: Mapping[str, str], reading: MovetextReader) -> list[Diagnostic]:
    said = tags.get("Result", "")
    if not said or reading.cut:
        return []
    leaf = next(reversed(reading.nodes))
    if not reading.result:
        words = message("The moves don't end with a result.")
        return [diagnostic_at(Severity.INFO, "pgn.no-result", words, reading.tail, leaf)]
    marker = decode(reading.result, reading.settings.codec)
    if SPELLED_RESULTS.get(marker, marker) == SPELLED_RESULTS.get(said, said):
        return []
    words = message(
        "The moves end with {marker}, the Result tag says {tag}.", marker=marker, tag=said
    )
    return [diagnostic_at(Severity.WARNING, "pgn.result", words, reading.tail, leaf)]

"""What is asked of a file beside `promises.py`: across a reopening, of conversions, on the terminal."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import tempfile
from collections.abc import Callable
from typing import NamedTuple

import pairs
from broken import AVOIDABLE, CONVERTED, DIFFERENCE, REMOVED, REWRITTEN, TERMINAL, Broken
from hands import TEXTS, play

import viewer
from viewer.__main__ import main as qipu
from viewer.base.source import BytesSource, piece_blocks, piece_bytes
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.kept_session import node_at, place_of
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Loss, Output
from viewer.tree.diagnostic import Severity
from viewer.tree.node import Node

_GRAM = 8
_KEPT_BUT = 600
"""Bytes of a file that one small edit may write anew: those of a line, a head or an address, and of sizes."""
_MISTAKE = "made a mistake"
_RAW = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_STATUS = (0, 1, 2)


def written(document: Document) -> tuple[bytes, tuple[Loss, ...]]:
    """What a save would write, and what it would lose."""
    output: Output = document._saving.output(
        document.path or "", FORMATS[document.format].load(), None
    )
    pieces = [block for piece in output.pieces for block in piece_blocks(piece)]
    data = b"".join(piece_bytes(piece, document.source) for piece in pieces)
    return data, output.losses


# ------------------------------------------------------------------------ across a reopening


class Adding(NamedTuple):
    """Something that is added, and how it is taken out again."""

    name: str
    add: Callable[[Document, int, Node, random.Random], Node | None]
    remove: Callable[[Document, int, Node], object]


def _add_comment(document: Document, key: int, node: Node, chance: random.Random) -> Node | None:
    if node.comment:
        return None
    text = chance.choice((*TEXTS[:12], "two\nlines"))
    return node if text.strip() and document.do(plans.comment(document, key, node, text)) else None


def _add_move(document: Document, key: int, node: Node, chance: random.Random) -> Node | None:
    before = set(document.record_of(key).nodes)
    play(document, key, node, random.Random("one move"))
    new = [one for id, one in document.record_of(key).nodes.items() if id not in before]
    return new[0] if new else None


def _add_glyph(document: Document, key: int, node: Node, chance: random.Random) -> Node | None:
    if node.parent is None or node.note("glyphs"):
        return None
    return node if document.do(plans.toggle_glyph(document, key, node, 1)) else None


_ADDINGS = (
    Adding("comment", _add_comment, lambda d, k, n: d.do(plans.comment(d, k, n, ""))),
    Adding("move", _add_move, lambda d, k, n: d.do(plans.delete(d, k, n))),
    Adding("glyph", _add_glyph, lambda d, k, n: d.do(plans.toggle_glyph(d, k, n, 1))),
)


def across(path: str, chance: random.Random) -> None:
    """What is added, saved, read again and taken out leaves the bytes that were, and few others change."""
    document = viewer.open(path)
    try:
        _across(document, path, chance)
    finally:
        if document.source is not None:
            document.source.close()


def _across(document: Document, path: str, chance: random.Random) -> None:
    format_ = FORMATS[document.format].load()
    if not format_.writable or not _sound(document):
        return
    with open(path, "rb") as file:
        data = file.read()
    adding = chance.choice(_ADDINGS)
    index = chance.randrange(len(document))
    key = document.keys()[index]
    nodes = list(document.record_of(key).nodes.values())
    node = adding.add(document, key, chance.choice(nodes), chance)
    if node is None:
        return
    place = place_of(index, node)
    now, losses = written(document)
    if losses:
        return
    _kept(data, now, adding.name)
    again = Document(load_source(BytesSource(now, os.path.basename(path))), path)
    if again.format != document.format or len(again) != len(document):
        return  # asked elsewhere
    there = node_at(again.record(index).root, place)
    adding.remove(again, again.keys()[index], there)
    back, losses = written(again)
    if back != data and not losses:
        both = enumerate(zip(back, data, strict=False))
        at = next((at for at, (a, b) in both if a != b), min(len(back), len(data)))
        was, now = data[max(0, at - 20) : at + 20], back[max(0, at - 20) : at + 20]
        raise Broken(REMOVED, f"{adding.name} at {node.id} taken out: {was!r} is {now!r}")


def _sound(document: Document) -> bool:
    """Whether nothing in a file is odd: of what is damaged, less is promised."""
    for index in range(len(document)):
        document.record(index)
    return all(one.severity is Severity.INFO for one in document.diagnostics)


def _kept(data: bytes, now: bytes, name: str) -> None:
    """Raise Broken where one small edit wrote a large part of a text anew."""
    if b"\0" in data:
        return  # packed and encrypted: sizes and places change
    grams = {now[at : at + _GRAM] for at in range(len(now) - _GRAM + 1)}
    lost = sum(data[at : at + _GRAM] not in grams for at in range(len(data) - _GRAM + 1))
    if lost > _KEPT_BUT:
        raise Broken(REWRITTEN, f"{name} added writes {lost} of {len(data)} bytes anew")


# ------------------------------------------------------------------------------- conversions


def converted(path: str, chance: random.Random) -> None:
    """Written in another format: losses are told and true, and what has a place goes there."""
    document = viewer.open(path)
    try:
        if not _sound(document):
            return
        ways = list(pairs.targets(document))
        entry, options = chance.choice(ways) if ways else (None, None)
        if entry is None:
            return
        where = f"{document.format} → {entry.id} {' '.join((options or {}).values())}:"
        result = pairs.tried(document, entry, options)
        if result.wrong:
            one = result.wrong[0]
            raise Broken(CONVERTED, f"{one.how}_{one.kind} {where} {one.seen}")
        if entry.id == document.format:
            return
        format_, own = entry.load(), FORMATS[document.format].load()
        if options or own.single != format_.single:
            return
        output = format_.write(document)
        data = b"".join(
            piece_bytes(block, document.source)
            for piece in output.pieces
            for block in piece_blocks(piece)
        )
        read = load_source(BytesSource(data, f"new.{entry.suffixes[0]}"))
        for side in (document, read):
            for _ in side.indexing():
                pass
        _placed(document, output, read, where)
        if output.losses:
            return
        differ = viewer.compare(document, read).differences
        if differ:
            one = differ[0]
            seen = f"{one.kind} {one.facet}: {one.before!r:.80} {one.after!r:.80}"
            raise Broken(DIFFERENCE, f"{where} {seen}")
    finally:
        if document.source is not None:
            document.source.close()


def _placed(document: Document, output: Output, read: Collection, where: str) -> None:
    """Raise Broken for a header that is left out though the other format has an empty place for it."""
    own, other = FORMATS[document.format].load(), FORMATS[read.format].load()
    if len(read) != len(document):
        return
    for loss in output.losses:
        if not loss.kind.startswith("header:"):
            continue
        key = loss.kind.removeprefix("header:")
        record, back = document.record(loss.record), read.record(loss.record)
        value = record.header(key) or ""
        role = next((one.role for one in own.fields_of(record.game) if one.key == key), "")
        places = [one for one in other.fields_of(record.game) if role and one.role == role]
        plain = value.strip() and value.isascii() and value.isprintable()
        if plain and places and not other.by_role(role, back.headers, back.game):
            raise Broken(AVOIDABLE, f"{role} {where} {key}={value!r} {loss.words.text()}")


# ------------------------------------------------------------------------------- the terminal


def told(path: str, chance: random.Random) -> None:
    """On the terminal each command ends with a status and a sentence, and no sign of the file acts on it."""
    with tempfile.TemporaryDirectory(prefix="qipu-fuzz-") as folder:
        name = os.path.join(folder, "out")
        words = chance.choice(
            (
                ["dump", path],
                ["check", path],
                ["dump", "--lines", path],
                ["strip", "--comments", "all", path, name + os.path.splitext(path)[1]],
                ["openings", path, name + os.path.splitext(path)[1]],
                ["diff", path, path],
                ["export", path, "-o", name + chance.choice((".txt", ".md", ".html", ".tex"))],
            )
        )
        out, complaint = _terminal(), _terminal()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaint):
            try:
                status = qipu(words)
            except SystemExit as ended:
                status = ended.code
        said = _printed(out) + _printed(complaint)
        if status not in _STATUS or _MISTAKE in said:
            raise Broken(TERMINAL, f"{words[0]} ends with {status!r}: {said[-200:]!r}")
        raw = _RAW.search(said)
        if raw is not None:
            near = said[max(0, raw.start() - 20) : raw.end() + 20]
            raise Broken(TERMINAL, f"{words[0]} prints {raw.group()!r} as it is: {near!r}")


def _terminal() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape", write_through=True)


def _printed(stream: io.TextIOWrapper) -> str:
    stream.flush()
    said = stream.buffer
    assert isinstance(said, io.BytesIO)
    return said.getvalue().decode("utf-8", "surrogateescape")


QUESTIONS = (across, converted, told)

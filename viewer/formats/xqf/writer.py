"""Writes a record as an XQF file, and says what is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, counted, message
from viewer.base.source import BytesSource, Piece, Source, piece_blocks, piece_bytes
from viewer.base.text import lacking
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.foreign import in_comments, in_terms_of, resolved
from viewer.formats.kit.losses import (
    SOME_LEFT_OUT,
    header_key,
    lacking_words,
    losses_of,
    sentences_of,
    text_of,
    under_own_keys,
)
from viewer.formats.kit.xiangqi import (
    USUAL,
    read_start,
    setup_of,
)
from viewer.formats.xqf import FORMAT
from viewer.formats.xqf.file import XqfFile, new_version
from viewer.formats.xqf.head import (
    FIELDS,
    HEAD,
    HEAD_FACT,
    PLAIN_VERSION,
    RESULT_KEY,
    TYPE_KEY,
    VERSION,
    variant_of,
    whole_head,
)
from viewer.formats.xqf.reader import XqfCollection, read_headers
from viewer.formats.xqf.text import (
    decode_comment,
)
from viewer.tree.annotation import COMMENT
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.evaluation_words import marked_line
from viewer.tree.facts import raw_of
from viewer.tree.record import Record

_VERSIONS = {"0A": 0x0A, "12": 0x12}


def write(collection: Collection, options: Mapping[str, str], chance: random.Random) -> Output:
    """Write the first record of a collection as a file."""
    own = collection.record(0)
    record = resolved(in_terms_of(FORMAT, in_comments(own, marked_line), collection.format))
    file = XqfFile(record, _version(options), chance)
    told = under_own_keys(_losses(file), own.headers, record.headers)
    return Output(tuple(told), _pieces(file, collection.source))


def _version(options: Mapping[str, str]) -> int | None:
    """The version chosen in the options, None if there are no options."""
    return _VERSIONS[options["version"]] if options else None


def variant_of_written(collection: Collection, options: Mapping[str, str]) -> str:
    """The variant of the file that `write` makes."""
    version = _version(options)
    if version is None and len(collection):
        record = resolved(collection.record(0))
        head = raw_of(record.facts, HEAD_FACT)
        version = new_version(record) if head is None else head[VERSION]
    return variant_of(PLAIN_VERSION if version is None else version)


def _pieces(file: XqfFile, source: Source | None) -> Iterator[Piece]:
    yield file.head
    yield file.keys.encrypt(file.body, HEAD)
    rest = file.rest
    if rest is None or source is None:
        return
    at = len(file.head) + len(file.body)
    if file.keys.same_stream(at, rest.span.start):
        yield rest.span
        return
    for block in piece_blocks(rest.span):
        data = piece_bytes(block, source)
        plain = file.keys.decrypt(data, rest.span.start)
        yield file.keys.encrypt(plain, at)
        at += len(data)
        rest = rest._replace(span=rest.span._replace(start=rest.span.start + len(data)))


# ------------------------------------------------------------------------------------------- losses

_FIELDS = {field.key: field for field in FIELDS}

_SENTENCES = sentences_of(
    "XQF",
    branch=SOME_LEFT_OUT,
)


def _losses(file: XqfFile) -> tuple[Loss, ...]:
    """The losses of a file to be written."""
    if not _is_suspect(file):
        return ()
    read = _read_back(file)
    differences = [
        one
        for one in lost(file.record, read)
        if not (one.kind == "start" and one.before is None and _is_usual(read))
    ]
    return losses_of(differences, _SENTENCES, partial(_special, file))


def _is_usual(read: Record) -> bool:
    """Whether a record has the usual start as an explicit set-up, which other records omit."""
    return read.setup == USUAL


def _is_suspect(file: XqfFile) -> bool:
    """Whether anything may be lost: quick checks, without reading the whole file."""
    record, rest = file.record, file.rest
    if record.game != "xiangqi" or file.left_out:
        return True
    values = {entry.key: entry.value for entry in reversed(record.headers) if entry.value}
    if values != dict(read_headers(whole_head(file.head), file.codecs)):
        return True
    if file.start() != record.root.action:
        return True
    for node, *_ in file.entries:
        notes = node.notes
        if notes and (len(notes) > 1 or COMMENT not in notes):
            return True
    if rest is not None and rest.open and file.entries[-1][0].comment:
        return True
    codec, strip = file.codecs.comments, file.codecs.comment_pads
    nodes = record.nodes
    written = file.comments
    if any(
        decode_comment(raw, codec, strip)[0] != nodes[id].comment for id, raw in written.items()
    ):
        return True
    return any(node.notes and node.id not in written for node, *_ in file.entries)


def _read_back(file: XqfFile) -> Record:
    encoding = file.codecs.comments if file.by_hand else None
    return XqfCollection(BytesSource(file.raw()), UNLIMITED, encoding).record(0)


# ------------------------------------------------------------------------------------- words


def _special(file: XqfFile, one: ItemDifference) -> Message | None:
    if one.kind == "start" and file.extra_pieces:
        return counted(
            "A piece of the start position is more than the 32 of a set.",
            "{count} pieces of the start position are more than the 32 of a set.",
            file.extra_pieces,
        )
    if one.kind == "start" and _is_side_alone(file):
        return message(
            "XQF 1.0 can't say that Black moves first if there are no moves; XQF 1.8 can."
        )
    if one.kind == COMMENT:
        return _comment_words(file, str(one.before))
    if one.kind.startswith("header:"):
        return _header_words(file, header_key(one), one)
    why = file.left_out.get(one.node) if one.node is not None else None
    if why is not None and one.kind in ("action", "branch"):
        return message("{move} is left out: {why}", move=text_of(one.before), why=why)
    return None


def _is_side_alone(file: XqfFile) -> bool:
    """Whether only the side to move is lost of the start position: Black, in XQF 1.0 without moves."""
    setup = file.record.setup
    found = read_start(setup.text) if setup is not None else None
    if found is None or not found[1] or not file.keys.plain:
        return False
    no_moves = len(file.entries) == 1
    return no_moves and file.start() == setup_of(found[0], False)


def _comment_words(file: XqfFile, text: str) -> Message:
    missing = lacking(text, file.codecs.comments)
    if missing:
        return lacking_words(message("The comment"), missing, file.codecs.comments)
    return message("The comment can't be written exactly as it is.")


def _header_words(file: XqfFile, key: str, difference: ItemDifference) -> Message | None:
    field = _FIELDS.get(key)
    if field is None or not difference.after:  # nothing is written for it
        return None
    before, after = str(difference.before), str(difference.after)
    if key in (RESULT_KEY, TYPE_KEY):
        return message(
            "{field} can't be {value} in XQF; {after} is written.",
            field=field.name,
            value=before,
            after=after,
        )
    missing = lacking(before, file.codecs.fields)
    if missing:
        return lacking_words(field.name, missing, file.codecs.fields)
    return message(
        "{field} has room for {limit} bytes; what is kept is {after}.",
        field=field.name,
        limit=field.limit,
        after=after,
    )

"""Writes a record as an XQF file, and says what is lost."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, counted, message
from viewer.base.source import BytesSource, Source, piece_blocks, piece_bytes
from viewer.base.spans import Piece
from viewer.base.text import BIG5, GB18030, lacking
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.charsets import canonical
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
    BOARD,
    USUAL,
    black_moves,
    board_of,
    read_start,
    setup_of,
    slots_for,
    start_of,
)
from viewer.formats.xqf import FORMAT
from viewer.formats.xqf.emit import Arrangement, XqfFile, arrange, body_of
from viewer.formats.xqf.encoding import (
    PLAIN,
    Codecs,
    CommentLayout,
    EncodedText,
    decode_comment,
    settle,
)
from viewer.formats.xqf.facts import (
    AS_IS,
    BARE,
    CODECS,
    KEY_BYTES,
    NEWEST_VERSION,
    PLAIN_VERSION,
    Keys,
    new_key_bytes,
    read_keys,
    style_of,
)
from viewer.formats.xqf.facts import COMMENT as COMMENT_FACT
from viewer.formats.xqf.facts import HEAD as HEAD_FACT
from viewer.formats.xqf.fields import (
    FIELDS,
    HEAD,
    RESULT_KEY,
    SQUARES,
    TEXT_FIELDS,
    TYPE_KEY,
    VERSION,
    WHO_PLAYS,
    read_text,
    write_result,
    write_text,
    write_type,
)
from viewer.formats.xqf.reader import (
    XqfCollection,
    field_text,
    read_codecs,
    read_headers,
    variant_of,
    whole_head,
)
from viewer.tree.annotation import COMMENT
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.evaluation import marked_line
from viewer.tree.facts import raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_VERSIONS = {"0A": 0x0A, "12": 0x12}


def write(collection: Collection, options: Mapping[str, str], chance: random.Random) -> Output:
    """Write the first record of a collection as a file."""
    own = collection.record(0)
    record = resolved(in_terms_of(FORMAT, in_comments(own, marked_line), collection.format))
    file = _file_of(record, _version(options), chance)
    told = under_own_keys(_losses_of_file(file), own.headers, record.headers)
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
        version = _new_version(record) if head is None else head[VERSION]
    return variant_of(PLAIN_VERSION if version is None else version)


def _new_version(record: Record) -> int:
    """The version of a new file: 1.0 (0A), or 1.8 (12) if only its byte can tell that Black moves first."""
    board, black = start_of(record)
    if not black:
        return PLAIN_VERSION
    first_moves = [node.action for node in record.root.children]
    by_byte = len({black_moves(board, first_moves, who) for who in (0, 1)}) > 1
    return NEWEST_VERSION if by_byte else PLAIN_VERSION


def _file_of(record: Record, version: int | None, chance: random.Random) -> XqfFile:
    file_head = raw_of(record.facts, HEAD_FACT) if version is None else None
    fresh = file_head is None
    if file_head is None:
        head = _new_head(_new_version(record) if version is None else version, chance)
    else:
        head = bytearray(whole_head(file_head))
    keys = read_keys(bytes(head))
    arrangement = arrange(record, keys, fresh)
    was, wanted, by_hand = _codecs(record, fresh)

    nodes, items = _comment_items(record, arrangement, fresh)
    fields = _field_items(record, bytes(head), was)
    if by_hand:
        raw_comments = [item.raw(wanted.comments, item.style.pads) for item in items]
        raw_fields = [item.raw(wanted.fields, item.style.pads) for item in fields]
        written = wanted
    else:
        raw_comments, raw_fields, written = settle(items, fields, wanted, fresh)
    for field, raw in zip(TEXT_FIELDS, raw_fields, strict=True):
        if raw != read_text(head, field, was.fields).raw:
            write_text(head, field, raw, written.fields)
    write_result(head, record.header(RESULT_KEY))
    write_type(head, record.header(TYPE_KEY))
    extra = _set_position(head, keys, record, arrangement, chance if fresh else None)

    comments = {
        node.id: raw
        for node, raw, item in zip(nodes, raw_comments, items, strict=True)
        if raw or item.style.flagged
    }
    body = body_of(arrangement, record, keys, comments, chance if fresh else None)
    found = written if by_hand else read_codecs(bytes(head), raw_comments)
    return XqfFile(
        record,
        _cut_head(bytes(head), body, file_head),
        body,
        keys,
        found,
        by_hand,
        comments,
        arrangement,
        extra,
    )


def _new_head(version: int, chance: random.Random) -> bytearray:
    head = bytearray(HEAD)
    head[:2] = b"XQ"
    head[VERSION] = version
    if version > PLAIN_VERSION:
        head[KEY_BYTES] = new_key_bytes(chance)
    return head


def _cut_head(head: bytes, body: bytes, file_head: bytes | None) -> bytes:
    """The head, cut to the length it had in the file if nothing was added after that."""
    if file_head is None or body or any(head[len(file_head) :]):
        return head
    return head[: len(file_head)]


# -------------------------------------------------------------------------------------- text


def _codecs(record: Record, fresh: bool) -> tuple[Codecs, Codecs, bool]:
    """The codecs of the file that was read, those to write, and whether the user chose these for reading."""
    codec = canonical(record.encoding or "")
    fact = record.fact(CODECS)
    if fact is None or not isinstance(fact.value, tuple) or fresh:
        codec = BIG5 if codec == BIG5 else GB18030
        return Codecs(codec, codec), Codecs(codec, codec), False
    *values, by_hand = fact.value
    was = Codecs(*values)
    codec = codec or GB18030
    if codec != was.comments:
        return was, Codecs(codec, codec), False
    return was, was, by_hand


def _comment_items(
    record: Record, arrangement: Arrangement, fresh: bool
) -> tuple[list[Node], list[EncodedText]]:
    nodes: list[Node] = []
    items: list[EncodedText] = []
    bare = not fresh and record.fact(BARE) is not None
    refer = fresh or record.fact(AS_IS) is None
    big5 = not fresh and record.encoding == BIG5
    styles: dict[int, CommentLayout] = {}  # by the id of the facts, which many nodes share
    for node, *_ in arrangement.entries:
        facts = node.facts
        style = PLAIN if fresh or not facts else styles.get(id(facts))
        if style is None:
            style = styles[id(facts)] = style_of(node)
        text = node.comment
        read = node.fact(COMMENT_FACT) if big5 else None
        if not text and style is PLAIN and read is None:
            continue
        nodes.append(node)
        changed = read is None or read.value != text
        items.append(EncodedText(text, style, bare, None, changed, refer))
    return nodes, items


def _field_items(record: Record, head: bytes, was: Codecs) -> list[EncodedText]:
    items = []
    for field in TEXT_FIELDS:
        raw = read_text(head, field, was.fields).raw
        text = field_text(raw, was)
        pads = len(field_text(raw, was._replace(field_pads=False))) - len(text)
        value = record.header(field.key)
        style = PLAIN._replace(pads=pads)
        items.append(EncodedText(value, style, False, field.room, value != text))
    return items


# ---------------------------------------------------------------------------------- position


def _set_position(
    head: bytearray,
    keys: Keys,
    record: Record,
    arrangement: Arrangement,
    chance: random.Random | None,
) -> int:
    """Set squares and side to move in the head; returns the number of pieces that have no slot."""
    present = None if chance is not None else keys.squares(bytes(head[SQUARES]))
    board, black = start_of(record)
    extra = 0
    if present is None or board_of(present) != board:
        squares, extra = slots_for(board, present)
        if chance is not None and not keys.plain:
            # XQStudio writes captured pieces as random numbers, to confuse.
            squares = [s if s < BOARD else chance.randint(BOARD, 244) for s in squares]
        head[SQUARES] = keys.hide_squares(squares)
        present = squares
    if not (keys.plain and black):  # XQF 1.0 reserves the byte: only the first move can tell
        _set_side(head, board_of(present), black, arrangement, chance is not None)
    return extra


def _set_side(
    head: bytearray, board: bytes, black: bool, arrangement: Arrangement, fresh: bool
) -> None:
    root = arrangement.entries[0][0]
    first_moves = [node.action for node in root.children if node.id not in arrangement.left_out]
    if fresh or black_moves(board, first_moves, head[WHO_PLAYS]) != black:
        head[WHO_PLAYS] = int(black)


# ------------------------------------------------------------------------------------ pieces


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


def _losses_of_file(file: XqfFile) -> tuple[Loss, ...]:
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
    if record.game != "xiangqi" or file.arrangement.left_out:
        return True
    values = {entry.key: entry.value for entry in reversed(record.headers) if entry.value}
    if values != dict(read_headers(whole_head(file.head), file.codecs)):
        return True
    if file.start() != record.root.action:
        return True
    for node, *_ in file.arrangement.entries:
        notes = node.notes
        if notes and (len(notes) > 1 or COMMENT not in notes):
            return True
    if rest is not None and rest.open and file.arrangement.entries[-1][0].comment:
        return True
    codec, strip = file.codecs.comments, file.codecs.comment_pads
    nodes = record.nodes
    written = file.comments
    if any(
        decode_comment(raw, codec, strip)[0] != nodes[id].comment for id, raw in written.items()
    ):
        return True
    return any(node.notes and node.id not in written for node, *_ in file.arrangement.entries)


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
    why = file.arrangement.left_out.get(one.node) if one.node is not None else None
    if why is not None and one.kind in ("action", "branch"):
        return message("{move} is left out: {why}", move=text_of(one.before), why=why)
    return None


def _is_side_alone(file: XqfFile) -> bool:
    """Whether only the side to move is lost of the start position: Black, in XQF 1.0 without moves."""
    setup = file.record.setup
    found = read_start(setup.text) if setup is not None else None
    if found is None or not found[1] or not file.keys.plain:
        return False
    no_moves = len(file.arrangement.entries) == 1
    return no_moves and file.start() == setup_of(found[0], False)


def _comment_words(file: XqfFile, text: str) -> Message:
    missing = lacking(text, file.codecs.comments)
    if missing:
        return lacking_words(message("The comment"), missing, file.codecs.comments)
    return message("The comment can't be written exactly as it is.")


def _header_words(file: XqfFile, key: str, difference: ItemDifference) -> Message | None:
    field = _FIELDS.get(key)
    if field is None:
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

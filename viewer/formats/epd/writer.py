"""Writing a file of positions: unchanged lines keep their bytes, edited ones change by operation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import itemgetter

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.spans import Piece
from viewer.formats.epd.content import content_of, fields_of
from viewer.formats.epd.emit import emit
from viewer.formats.epd.lexer import EpdLine, lex
from viewer.formats.epd.meaning import BLANK, BREAK, LineMeaning, position_of, record_of, understand
from viewer.formats.epd.reader import AFTER, BEFORE, HEAD, LINE
from viewer.formats.epd.values import UTF8
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.losses import LossSentences, lacked, losses_of, under_own_keys
from viewer.formats.kit.runs import WrittenRecord, pieces_of, written_lines
from viewer.formats.kit.unshown import unshown_losses
from viewer.formats.shared.charsets import ENCODINGS
from viewer.formats.shared.meaning import Meaning
from viewer.formats.shared.openings import with_opcodes
from viewer.games.chess.fen import START_TEXT
from viewer.tree.annotation import COMMENT, EVALUATION
from viewer.tree.diff import ItemDifference
from viewer.tree.record import Record


def write(collection: Collection, format: str) -> Output:
    """Write a collection as `format`: "epd", or "fen", whose new lines hold only a position."""
    return written_lines(collection, format, partial(write_record, format=format))


def write_record(own: Record, format: str) -> WrittenRecord:
    """The line of a record with the lines around it, and the losses."""
    encoding = own.encoding if own.encoding in ENCODINGS else UTF8
    fact = own.fact(LINE)
    record = with_opcodes(own) if fact is None and format == "epd" else own
    if fact is not None and fact.value != format:
        fact = None  # a line of the other format isn't copied
    head = record.fact(HEAD)
    whole = fact is None or isinstance(fact.raw, bytes)
    raw = _raw(record, format) if fact is None else fact.raw
    if not whole:
        raw = b"" if head is None else head.raw
    assert isinstance(raw, bytes)
    line = lex(raw)
    was = _normal(line, encoding)
    now = content_of(record, understand(line, encoding, DEFAULT))
    said = now.said
    if BREAK.join(was.comments) == BREAK.join(said.comments):
        said = said._replace(comments=was.comments)
    if whole:
        operations = format == "epd" or any(role != BLANK for role in was.roles)
        raw = emit(line, was, said, encoding, operations)
    # A line that is too long to be read stays unchanged, whatever was edited.
    piece: Piece = raw if fact is None or whole else fact.raw
    found = _losses(record, now.moves, raw, encoding, format)
    losses = tuple(under_own_keys(found, own.headers, record.headers))
    if own.fact(LINE) is None:
        losses += unshown_losses(record)
    return WrittenRecord((*pieces_of(record, BEFORE), piece, *pieces_of(record, AFTER)), losses)


def _raw(record: Record, format: str) -> bytes:
    """The line of a new record before its operations are added: only the position."""
    fields = fields_of(record.setup)
    return " ".join(fields[: 6 if format == "fen" else 4]).encode() + b"\n"


def _normal(line: EpdLine, encoding: str) -> LineMeaning:
    """The content of a line as it was read, with fields and moves as `content_of` spells them."""
    said = understand(line, encoding, DEFAULT)
    record = record_of(said, position_of(said).setup, encoding)
    found = content_of(record, said).said
    return said._replace(fields=found.fields, moves=found.moves)


# --------------------------------------------------------------------------------------- losses


def _losses(
    record: Record, moves: Mapping[int, str], raw: bytes, encoding: str, format: str
) -> tuple[Loss, ...]:
    """The losses of a record written as `raw`; `moves` are the written moves by node id."""
    said = understand(lex(raw), encoding, DEFAULT)
    read = record_of(said, position_of(said).setup, encoding)
    read_moves = content_of(read, said).moves
    order = {read_moves.get(node.id): place for place, node in enumerate(read.root.children)}
    ranks = [order.get(moves.get(node.id), len(order)) for node in record.root.children]
    special = partial(_special, encoding)
    found = losses_of(Meaning(record, read).lost(), _SENTENCES[format], special)
    if ranks == sorted(ranks):
        return found
    # Differences that come only from reordering the first moves are reported as such.
    there = Meaning(_reordered(record, ranks), read).lost()
    anyway = {(one.kind, one.node) for one in there}
    return tuple(
        one if (one.kind, one.node) in anyway else one._replace(words=_ORDER) for one in found
    )


def _reordered(record: Record, ranks: Sequence[int]) -> Record:
    """A copy of a record with its first moves sorted by their ranks."""
    copy = record.copy()
    ranked = sorted(zip(ranks, copy.root.children, strict=True), key=itemgetter(0))
    copy.root.children = tuple(child for _, child in ranked)
    return copy


def _sentences(format: str, branch: Message) -> LossSentences:
    return LossSentences(
        game=message("A file of positions holds chess only."),
        start=message("The start position is read from {format} as {start}.", format=format),
        usual_start=message(
            "The start position is read from {format} as {start}.", format=format, start=START_TEXT
        ),
        header=message("{format} has no place for the header {key} as it is.", format=format),
        facet=message("{format} has no place for {what} here.", format=format),
        action=message("{before} is written as {after}, which isn't read as the same move."),
        branch=branch,
    )


_ORDER = message(
    "The moves change places: EPD has best moves first and moves to avoid last, both by the alphabet."
)
_SENTENCES = {
    "epd": _sentences(
        "EPD",
        message(
            "{move} is left out: EPD holds best moves, moves to avoid, one line and one move that is played."
        ),
    ),
    "fen": _sentences("FEN", message("{move} is left out: FEN holds no moves.")),
}


def _special(encoding: str, one: ItemDifference) -> Message | None:
    if not one.after:
        return None
    if words := lacked(one, encoding):
        return words
    if one.kind == COMMENT:
        return message(
            "The comment can't be written exactly as it is: a string has neither quotes nor line ends."
        )
    if one.kind == EVALUATION:
        return message("The evaluation is written as {after}.", after=str(one.after))
    return None

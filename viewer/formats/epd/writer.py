"""Writing a file of positions: unchanged lines keep their bytes, edited ones change by operation."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from operator import itemgetter

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Piece
from viewer.formats.epd import (
    AM,
    BM,
    CE,
    CLOCK,
    COMMENTS,
    DM,
    MAPPED,
    NUMBER,
    OPCODE,
    PV,
    SM,
)
from viewer.formats.epd.lexer import (
    UTF8,
    EpdLine,
    ce_of_evaluation,
    dm_of_evaluation,
    encode,
    lex,
    operation_of,
    string_of,
)
from viewer.formats.epd.meaning import (
    BLANK,
    BREAK,
    HEADER,
    START,
    EpdContent,
    LineMeaning,
    content_of,
    fields_of,
    position_of,
    record_of,
    understand,
)
from viewer.formats.epd.reader import AFTER, BEFORE, HEAD, LINE
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.charsets import ENCODINGS
from viewer.formats.kit.foreign import ByMeaning
from viewer.formats.kit.law import partners, pieces_of, shared_start
from viewer.formats.kit.losses import LossSentences, lacked, losses_of, sentences_of, under_own_keys
from viewer.formats.kit.runs import WrittenRecord, written_lines
from viewer.formats.kit.tags import unshown_losses, with_opcodes
from viewer.games.chess.fen import START_TEXT
from viewer.tree.annotation import COMMENT, EVALUATION
from viewer.tree.diff import ItemDifference
from viewer.tree.record import Record

_KEPT = 16  # lines


class _Edits(NamedTuple):
    """Changed operations by index (None: removed), and new ones with their opcodes."""

    changed: dict[int, bytes | None]
    new: list[tuple[str, bytes]]


def emit(
    line: EpdLine, was: LineMeaning, now: LineMeaning, encoding: str, operations: bool
) -> bytes:
    """The bytes of a line changed from `was` to `now`; without `operations`, only the position changes."""
    edits = _Edits({}, [])
    pieces = _fields(line, was, now, encoding)
    if not line.counters:
        _counter(was, now, 4, CLOCK, edits)
        _counter(was, now, 5, NUMBER, edits)
    if operations:
        _headers(line, was, now, encoding, edits)
        _comments(was, now, encoding, edits)
        _evaluation(was, now, edits)
        for opcode in (BM, PV, SM, AM):
            _moves(opcode, was, now, encoding, edits)
    elif not line.operations:
        edits.new.clear()
    return b"".join([*pieces, *_operations(line, edits), line.raw[line.end :]])


# -------------------------------------------------------------------------------------- position


def _fields(line: EpdLine, was: LineMeaning, now: LineMeaning, encoding: str) -> list[bytes]:
    """The bytes before the operations, field by field."""
    out: list[bytes] = []
    at = 0
    places = [*line.fields, *line.counters]
    for index in range(6):
        order = index if index < len(line.fields) else index - 4 + len(line.fields)
        here = index < len(line.fields) or (index >= 4 and index - 4 < len(line.counters))
        changed = was.fields[index] != now.fields[index]
        if here:
            start, end = places[order]
            out.append(line.raw[at:start])
            out.append(encode(now.fields[index], encoding) if changed else line.raw[start:end])
            at = end
        elif (index < 4 and was.fields != now.fields) or (
            index == 5 and len(line.counters) == 1 and changed
        ):
            out.append(b" " + encode(now.fields[index], encoding))
    return out


def _counter(was: LineMeaning, now: LineMeaning, index: int, opcode: str, edits: _Edits) -> None:
    if was.fields[index] == now.fields[index]:
        return
    new = f"{opcode} {now.fields[index]}".encode()
    if opcode in was.roles:
        edits.changed[was.roles.index(opcode)] = new
    else:
        edits.new.append((opcode, new))


# ------------------------------------------------------------------------------------ operations


def _headers(
    line: EpdLine, was: LineMeaning, now: LineMeaning, encoding: str, edits: _Edits
) -> None:
    """Match headers with operations: the k-th header of a key is the k-th operation of that opcode."""
    places = [place for place, role in enumerate(was.roles) if role == HEADER]
    stay = partners([key for key, _ in was.headers], [key for key, _ in now.headers])
    for index, (key, value) in zip(stay, now.headers, strict=True):
        if index is not None:
            place = places[index]
            if was.headers[index][1] != value:
                operands = line.operations[place].operands
                quoted = len(operands) == 1 and operands[0].quoted if operands else None
                edits.changed[place] = operation_of(key, value, quoted, encoding)
        elif OPCODE.fullmatch(key) and (key not in MAPPED or not value):
            edits.new.append((key, operation_of(key, value, None, encoding)))
    kept = set(stay)
    edits.changed.update((place, None) for at, place in enumerate(places) if at not in kept)


def _comments(was: LineMeaning, now: LineMeaning, encoding: str, edits: _Edits) -> None:
    if was.comments == now.comments:
        return
    places = [place for place, role in enumerate(was.roles) if role in COMMENTS]
    old, new = was.comments, list(now.comments)
    if len(new) < len(old):  # some were removed: those after them keep their opcodes
        first = shared_start(old, new)
        gone = len(old) - len(new)
        if tuple(new[first:]) == old[first + gone :]:
            edits.changed.update((place, None) for place in places[first : first + gone])
            return
    for place, before, text in zip(places, old, new, strict=False):
        if before != text:
            opcode = was.roles[place].encode()
            edits.changed[place] = opcode + b" " + string_of(text, encoding)
    edits.changed.update((place, None) for place in places[len(new) :])
    more = new[len(old) :]
    used = [COMMENTS.index(was.roles[place]) for place in places]
    free = COMMENTS[max(used, default=-1) + 1 :]
    if len(more) > len(free) > 0:  # there are ten opcodes: the last one takes the rest
        more[len(free) - 1 :] = [" ".join(more[len(free) - 1 :])]
    for name, text in zip(free, more, strict=False):
        edits.new.append((name, name.encode() + b" " + string_of(text, encoding)))


def _evaluation(was: LineMeaning, now: LineMeaning, edits: _Edits) -> None:
    black = now.fields[1][:1] in ("b", "B")
    was_black = was.fields[1][:1] in ("b", "B")
    if was.evaluation == now.evaluation and was_black == black:
        return
    place = next((i for i, role in enumerate(was.roles) if role in (CE, DM)), None)
    new: bytes | None = None
    opcode = CE
    if now.evaluation:
        mate = dm_of_evaluation(now.evaluation, black)
        value = ce_of_evaluation(now.evaluation, black)
        if place is not None and was.roles[place] == DM and mate is not None:
            opcode, new = DM, b"dm %d" % mate
        elif value is not None:
            new = b"ce %d" % value
    if place is not None and (new is None or was.roles[place] == opcode):
        edits.changed[place] = new
        return
    if place is not None:
        edits.changed[place] = None
    if new is not None:
        edits.new.append((opcode, new))


def _moves(opcode: str, was: LineMeaning, now: LineMeaning, encoding: str, edits: _Edits) -> None:
    old, new = was.moves.get(opcode, ()), now.moves.get(opcode, ())
    if old == new:
        return
    raw = encode(" ".join((opcode, *new)), encoding)
    if opcode in was.roles:
        edits.changed[was.roles.index(opcode)] = raw if new else None
    else:
        edits.new.append((opcode, raw))


# ----------------------------------------------------------------------------------- put together


def _operations(line: EpdLine, edits: _Edits) -> list[bytes]:
    """The bytes of all operations: kept, changed, and new ones inserted in ASCII order."""
    kept: list[tuple[str, bytes, bool]] = []
    for index, one in enumerate(line.operations):
        new = edits.changed.get(index, b"")
        if new is None:
            continue
        opcode = one.opcode.decode("latin-1")
        raw = line.raw[one.start : one.end]
        if new:
            raw = line.raw[one.start : one.first] + new + line.raw[one.last : one.end]
        kept.append((opcode, raw, one.closed or not one.opcode))
    kept = _with_new(kept, sorted(edits.new))
    named = [one for one in line.operations if one.opcode]
    place = _end(kept) - 1
    if named and not named[-1].closed and place >= 0 and kept[place][2]:
        # The last operation of the line that was read isn't closed: then that of the new one isn't.
        opcode, raw, _ = kept[place]
        kept[place] = (opcode, raw.removesuffix(b";"), False)
    return [raw for _, raw, _ in kept]


def _end(kept: list[tuple[str, bytes, bool]]) -> int:
    """The index behind the last operation: blanks at the end of the line stay there."""
    index = len(kept)
    while index and kept[index - 1][0] == BLANK and not kept[index - 1][1].strip():
        index -= 1
    return index


def _with_new(
    kept: list[tuple[str, bytes, bool]], new: list[tuple[str, bytes]]
) -> list[tuple[str, bytes, bool]]:
    """The operations with new ones, sorted: each at its place if those kept are in order, else behind."""
    names = [name for name, _, _ in kept if name]
    in_order = names == sorted(names)
    end, out, waiting = _end(kept), list[tuple[str, bytes, bool]](), deque(new)
    for one in kept[:end]:
        while in_order and waiting and one[0] > waiting[0][0]:
            _append(out, *waiting.popleft())
        out.append(one)
    for opcode, raw in waiting:
        _append(out, opcode, raw)
    return out + kept[end:]


def _append(out: list[tuple[str, bytes, bool]], opcode: str, raw: bytes) -> None:
    if out and not out[-1][2]:
        name, before, _ = out[-1]
        out[-1] = (name, before.rstrip() + b";", True)
    out.append((opcode, b" " + raw + b";", True))


def write(collection: Collection, format: str) -> Output:
    """Write a collection as `format`: "epd", or "fen", whose new lines hold only a position."""
    write_one = partial(write_record, format=format)
    return written_lines(collection, format, write_one, replays=format == "epd")


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
    line, read, was = _read(raw, encoding)
    now = content_of(record, read)
    said = now.said
    if BREAK.join(was.comments) == BREAK.join(said.comments):
        said = said._replace(comments=was.comments)
    if whole:
        operations = format == "epd" or any(role != BLANK for role in was.roles)
        raw = emit(line, was, said, encoding, operations)
    # A line that is too long to be read stays unchanged, whatever was edited.
    piece: Piece = raw if fact is None or whole else fact.raw
    found = _losses(record, now, raw, encoding, format)
    losses = tuple(under_own_keys(found, own.headers, record.headers))
    if own.fact(LINE) is None:
        losses += unshown_losses(record)
    return WrittenRecord((*pieces_of(record, BEFORE), piece, *pieces_of(record, AFTER)), losses)


def _raw(record: Record, format: str) -> bytes:
    """The line of a new record before its operations are added: only the position."""
    fields = fields_of(record.setup)
    return " ".join(fields[: 6 if format == "fen" else 4]).encode() + b"\n"


class _Read(NamedTuple):
    """A line, its content, and the content with fields and moves as `content_of` spells them."""

    line: EpdLine
    said: LineMeaning
    normal: LineMeaning


@lru_cache(maxsize=_KEPT)
def _read(raw: bytes, encoding: str) -> _Read:
    """A line as it is read; once for all new records with the same start."""
    line = lex(raw)
    said = understand(line, encoding, DEFAULT)
    record = record_of(said, position_of(said).setup, encoding)
    found = content_of(record, said).said
    return _Read(line, said, said._replace(fields=found.fields, moves=found.moves))


# --------------------------------------------------------------------------------------- losses


def _losses(
    record: Record, now: EpdContent, raw: bytes, encoding: str, format: str
) -> tuple[Loss, ...]:
    """The losses of a record with a content, written as `raw`."""
    said = understand(lex(raw), encoding, DEFAULT)
    if now.played and _says_all(said, now.said):
        return ()
    read = record_of(said, position_of(said).setup, encoding)
    special = partial(_special, encoding)
    found = losses_of(ByMeaning(record, read).lost(), _SENTENCES[format], special)
    if len(record.root.children) > 1:
        found = _moved(found, record, now.moves, read, said)
    read.dissolve()
    return found


def _says_all(said: LineMeaning, line: LineMeaning) -> bool:
    """Whether a line that is read says all of `line`, which has headers and moves from the usual start."""
    headers, wanted = (dict(reversed(one.headers)) for one in (said, line))
    return (
        said.fields[:4] == START[:4]
        and said.fields[4:] == ("", "")
        and not (said.comments or said.evaluation)
        and said.moves == line.moves
        and headers == wanted
    )


def _moved(
    found: tuple[Loss, ...],
    record: Record,
    moves: Mapping[int, str],
    read: Record,
    said: LineMeaning,
) -> tuple[Loss, ...]:
    """The losses of a record with several first moves: those that come only from their new order say so."""
    read_moves = content_of(read, said).moves
    order = {read_moves.get(node.id): place for place, node in enumerate(read.root.children)}
    ranks = [order.get(moves.get(node.id), len(order)) for node in record.root.children]
    if ranks == sorted(ranks):
        return found
    there = ByMeaning(_reordered(record, ranks), read).lost()
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
    made = sentences_of(
        format,
        branch,
        some_headers=True,
        some_facets=True,
        action=message("{before} is written as {after}, which isn't read as the same move."),
    )
    return made._replace(usual_start=made.start.given(start=START_TEXT))


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

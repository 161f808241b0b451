"""Writing a PGC file: unchanged games keep their bytes, edited ones change by PGC record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesSource, Piece, Span, piece_bytes
from viewer.base.spool import spooled
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.forwarding import reads_anew
from viewer.formats.kit.ahead import played_ahead
from viewer.formats.kit.losses import (
    header_key,
    losses_between,
    sentences_of,
    text_of,
    under_own_keys,
)
from viewer.formats.kit.runs import WrittenRecord, runs_of
from viewer.formats.kit.tags import ESCAPE as SIGN
from viewer.formats.kit.tags import ROSTER, unshown_losses, unshown_texts, with_tags
from viewer.formats.pgc.encode import Coded, code, ended, in_export_order, number_of, start_of
from viewer.formats.pgc.reader import (
    AFTER,
    BEFORE,
    GAME,
    HEAD,
    Builder,
    PgcCollection,
    headers_of,
)
from viewer.formats.pgc.syntax import (
    BEGIN,
    END,
    LONG,
    MAX_LONG,
    NAG_ATOM,
    REDUCED,
    SHORT,
    TAG,
    Atom,
    Token,
    atoms_of,
    encode,
    encode_atoms,
    encode_escape,
    encode_tag,
)
from viewer.tree.action import Move
from viewer.tree.annotation import GLYPHS
from viewer.tree.diff import ItemDifference
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_MOVES = (SHORT, LONG)
_CLOSED = message(
    "The game was cut: it gets an end now, and what can't be read of it stands in an escape string."
)


class _Part(NamedTuple):
    """One written game, or several copied ones.

    Attributes:
        first, last: the indexes of the first and the last game.
        pieces: the bytes of all.
        head, tail: the bytes of the first and of the last game.
        losses: the losses of the game.
        new: whether the game comes from no PGC file.
    """

    first: int
    last: int
    pieces: list[Piece]
    head: list[Piece]
    tail: list[Piece]
    losses: tuple[Loss, ...] = ()
    new: bool = False


def write(collection: Collection) -> Output:
    """Write a collection as a PGC file."""
    losses: list[Loss] = []

    def written() -> Iterator[Piece]:
        last: _Part | None = None
        for part in chain(_parts(collection), (None,)):
            if last is not None:
                ended = last if part is None else _with_end(last, part, collection)
                losses.extend(loss._replace(record=ended.last) for loss in ended.losses)
                yield from ended.pieces
            last = part

    pieces = spooled(written())
    return Output(tuple(losses), pieces)


def _parts(collection: Collection) -> Iterator[_Part]:
    anew = reads_anew(collection)
    records = played_ahead(collection, range(len(collection)))
    for run in runs_of(collection, collection.format == "pgc"):
        ends = collection.span(run.first), collection.span(run.last)
        if run.span is not None and ends[0] is not None and ends[1] is not None:
            yield _Part(run.first, run.last, [run.span], [ends[0]], [ends[1]])
            continue
        record = records.record(run.first)
        pieces, lost = write_record(record)
        written = [*pieces]
        new = record.fact(GAME) is None
        if anew:
            record.dissolve()
        yield _Part(run.first, run.last, written, written, written, lost, new)


def _with_end(part: _Part, behind: _Part, collection: Collection) -> _Part:
    """The part with its last game closed, if necessary, so that the next part is read separately."""
    if part.new and behind.new and len(part.pieces) == len(behind.pieces) == 1:
        return part  # both are as `_new` writes them
    source = collection.source
    data, following = (
        b"".join([piece_bytes(piece, source) for piece in some])
        for some in (part.tail, behind.head)
    )
    made = ended(data, following, behind.new)
    if made == data:
        return part
    record = collection.record(part.last)
    read = PgcCollection(BytesSource(made), DEFAULT).record(0)
    lost = (*_losses(record, code(record), read), Loss("closed", None, _CLOSED))
    pieces: list[Piece] = [made]
    if part.last > part.first:
        whole, last = part.pieces[0], part.tail[0]
        assert isinstance(whole, Span)
        assert isinstance(last, Span)
        pieces.insert(0, Span(whole.start, last.start - whole.start))
    return part._replace(pieces=pieces, losses=lost)


def write_record(own: Record) -> WrittenRecord:
    """The bytes of a game with the data around it, and the losses."""
    fact = own.fact(GAME)
    record = with_tags(own) if fact is None else own
    coded = code(record)
    if fact is None:
        game: Piece = _new(coded, [*_escapes(record).values()])
        read = coded.image
    else:
        head = record.fact(HEAD)
        data = fact.raw if isinstance(fact.raw, bytes) else head.raw if head is not None else b""
        assert isinstance(data, bytes)
        was = Builder(data, DEFAULT)
        game, read = fact.raw, was.record
        if head is None and not was.full:
            game, read = _edited(data, was, coded), coded.image
        elif _says(coded) == _says(code(was.record)):
            read = coded.image
    around = [record.fact(name) for name in (BEFORE, AFTER)]
    before, after = ([] if one is None else [one.raw] for one in around)
    losses = _losses(record, coded, read)
    told = tuple(under_own_keys(losses, own.headers, record.headers))
    coded.image.dissolve()
    return WrittenRecord((*before, game, *after), told)


def _says(coded: Coded) -> tuple[object, ...]:
    return coded.tags, coded.atoms


# ------------------------------------------------------------------------------------- new games


def _escapes(record: Record) -> dict[str, bytes]:
    """The escape records of a new game, by the unshown texts that they keep."""
    texts = [text for text in unshown_texts(record) if text.startswith(SIGN)]
    coded = {text: encode_escape(text.removeprefix(SIGN)) for text in texts}
    return {text: raw for text, raw in coded.items() if raw is not None}


def _new(coded: Coded, escapes: Sequence[bytes] = ()) -> bytes:
    reduced = _reduced(coded)
    if reduced is not None and not escapes:
        return reduced
    tags = [encode_tag(*tag) or b"" for tag in in_export_order(coded.tags)]
    moves = encode_atoms(coded.atoms)
    return b"".join([bytes((BEGIN,)), *tags, *escapes, moves, bytes((END,))])


def _reduced(coded: Coded) -> bytes | None:
    """The game as a single record, None if such a record can't hold it."""
    counts = Counter(tag.key for tag in coded.tags)
    if any(key not in ROSTER or count > 1 for key, count in counts.items()):
        return None
    if len(coded.atoms) > MAX_LONG or any(atom >= NAG_ATOM for atom in coded.atoms):
        return None
    texts = {**ROSTER, **dict(coded.tags)}
    strings = [encode(texts[key]) or b"\0" for key in ROSTER]
    count = len(coded.atoms).to_bytes(2, "little")
    return b"".join([bytes((REDUCED,)), *strings, count, bytes(coded.atoms)])


# ---------------------------------------------------------------------------------- edited games


class _Movetext(NamedTuple):
    """The new movetext, and the indexes between which it replaces records: from `first` to before `last`."""

    first: int
    last: int
    new: bytes


def _edited(data: bytes, was: Builder, now: Coded) -> bytes:
    """The bytes of an edited game, in which unchanged records keep theirs."""
    before = code(was.record)
    same_tags, same_moves = before.tags == now.tags, before.atoms == now.atoms
    if same_tags and same_moves:
        return data
    tokens = was.tokens
    if tokens[0].marker == REDUCED:
        reduced = _reduced(now) if tokens[0].whole else None
        rest = b"".join(data[token.start : token.end] for token in tokens[1:])
        return _new(now) + rest if reduced is None else reduced + rest
    reduced = _reduced(now)
    if reduced is not None and data == _new(before):  # what the single record couldn't hold is gone
        return reduced
    text = _Movetext(len(tokens), len(tokens), b"")
    if not same_moves:
        text = _movetext(tokens, before.atoms, now.atoms)
    tags, added = _tags(data, tokens, now.tags)
    return _put_together(data, tokens, text, tags, added)


def _movetext(tokens: Sequence[Token], before: list[Atom], now: list[Atom]) -> _Movetext:
    """The new movetext between the records that both versions share at the beginning and the end."""
    raw = [atom for token in tokens for atom in atoms_of(token)]
    head = tail = 0
    if raw == before:
        shorter = min(len(raw), len(now))
        while head < shorter and raw[head] == now[head]:
            head += 1
        while tail < shorter - head and raw[-1 - tail] == now[-1 - tail]:
            tail += 1
    first, kept = 0, 0
    for index, token in enumerate(tokens):
        count = len(atoms_of(token))
        if kept + count > head:
            break
        kept += count
        if count or token.marker in (BEGIN, TAG):
            first = index + 1
    last, behind = len(tokens), 0
    while last > first:
        count = len(atoms_of(tokens[last - 1]))
        if behind + count > tail:
            break
        behind += count
        last -= 1
    # Moves that nothing divides are one record.
    between = now[kept : len(now) - behind]
    left = first > 0 and tokens[first - 1].marker in _MOVES
    right = last < len(tokens) and tokens[last].marker in _MOVES
    if left and (between[0] < NAG_ATOM if between else right):
        first -= 1
        kept -= len(atoms_of(tokens[first]))
    if right and (between[-1] < NAG_ATOM if between else left):
        behind -= len(atoms_of(tokens[last]))
        last += 1
    return _Movetext(first, last, encode_atoms(now[kept : len(now) - behind]))


def _tags(
    data: bytes, tokens: Sequence[Token], tags: Sequence[Header]
) -> tuple[dict[int, bytes], bytes]:
    """The bytes of each tag record by its index (b"": removed), and the bytes of new tags.

    The k-th tag with a name is matched with the k-th record with that name.
    """
    left: dict[str, list[str]] = {}
    for key, value in tags:
        left.setdefault(key, []).append(value)
    out: dict[int, bytes] = {}
    for place, token in enumerate(tokens):
        if token.marker == TAG:
            ((key, old),) = headers_of([token])
            values = left.get(key)
            if not values:
                out[place] = b""
            elif (value := values.pop(0)) == old:
                out[place] = data[token.start : token.end]
            else:
                out[place] = encode_tag(key, value) or b""
    new: list[bytes] = []
    for key, _ in tags:
        values = left[key]
        if values:
            new.append(encode_tag(key, values.pop(0)) or b"")
    return out, b"".join(new)


def _put_together(
    data: bytes, tokens: Sequence[Token], text: _Movetext, tags: dict[int, bytes], added: bytes
) -> bytes:
    out: list[bytes] = []
    place_of_new = max(tags, default=0)  # after the last tag, else after the begin record
    for index, token in enumerate(tokens):
        if index == text.first:
            out.append(text.new)
        raw = tags.get(index, data[token.start : token.end])
        if not (text.first <= index < text.last and atoms_of(token)):
            out.append(raw)
        if index == place_of_new:
            out.append(added)
    if text.first >= len(tokens):
        out.append(text.new)
    return b"".join(out)


# --------------------------------------------------------------------------------------- losses


_SENTENCES = sentences_of(
    "PGC",
    branch=message("{move} is left out, with all behind it: PGC holds legal moves only."),
    action=message("{before} is the move {after} where it stands now."),
    usual=True,
    some_headers=True,
)


def _losses(record: Record, coded: Coded, read: Record) -> tuple[Loss, ...]:
    """The losses of a record that reads back as `read`."""
    resolved = _resolved(record, coded)
    told = losses_between(resolved, read, _SENTENCES, _special)
    resolved.dissolve()
    own = record.fact(GAME) is not None
    return told if own else (*told, *unshown_losses(record, _escapes(record)))


def _resolved(record: Record, coded: Coded) -> Record:
    """The record with its moves resolved and its start in normal form, for comparison.

    So Nf3 that is read back as g1f3 is no loss; an unresolved ordinal that now is that of a move is one.
    """
    moves = coded.moves
    if coded.whole:
        copy = Record(record.game, Node(record.root.id, None), record.headers, record.encoding)
    else:
        copy = record.mapped(
            lambda node: moves.get(node.id, node.action) if number_of(node) is None else node.action
        )
    if record.game == "chess":
        copy.root.action = start_of(record.setup)
    return copy


def _special(one: ItemDifference) -> Message | None:
    if key := header_key(one):
        if encode(str(one.before)) is None or encode(key) is None:
            return message("{key} is left out: PGC holds up to 255 characters of Latin-1.", key=key)
    elif one.kind == GLYPHS:
        return message("PGC holds glyphs from 0 to 255 only.")
    elif one.kind == "action" and type(one.after) is not Move:
        return _SENTENCES.branch.given(move=text_of(one.before))
    return None

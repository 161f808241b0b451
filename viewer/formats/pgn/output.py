"""Writing a collection as a PGN file: unedited games as spans of the file, the others written anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from viewer.base.garbage import GarbagePause
from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesGone, Piece, Source, Span, piece_bytes
from viewer.base.spool import Spool
from viewer.base.text import half_character
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.forwarding import reads_anew
from viewer.formats.kit.ahead import played_ahead
from viewer.formats.kit.charsets import is_utf8
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.kit.losses import under_own_keys
from viewer.formats.pgn import ENCODING, FORM, FORMAT, MOVES, OWN
from viewer.formats.pgn.collection import PLACE, REST, read_game
from viewer.formats.pgn.dialects import unread
from viewer.formats.pgn.said import KIND
from viewer.formats.pgn.split import Scan, game_end
from viewer.formats.pgn.write.export import LATIN1, UTF8, export_with_losses
from viewer.formats.pgn.write.game import AS_THEY_ARE, NewForm, written_with_losses
from viewer.tree.diff import lost
from viewer.tree.record import Record

_CHECKED = 1 << 20  # a longer game is taken to end as it did
_HEAD = 4096
_TAIL = 8
_EVENT = b'[Event "'
_CLOSED = message("A comment at the end of the game was open: it is closed before the next game.")
_HALF = message("The game ends within a character, which is left out before the next game.")
_BEGUN = message("The game gets a tag, so that it isn't read as a part of the one before it.")
_RUNS_TOGETHER = message("The game and the one behind it can't be told apart when they are read.")
_FALLS_APART = message("The game is read as several games.")


_NAMED = b'[Event "?"]'


class GamePieces(NamedTuple):
    """A game in written form.

    Attributes:
        pieces: its bytes.
        place: where it was read from, edited or not; None for a new one.
        copied: whether its bytes are copied unchanged.
    """

    pieces: list[Piece]
    place: Span | None
    copied: bool


class Seam(NamedTuple):
    """What is written between two games, so that each is read as it would be by itself.

    Attributes:
        end: after the first game; begin: before the second.
        closes: whether the first game was unfinished.
    """

    end: bytes
    begin: bytes = b""
    closes: bool = False


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """Write the games as a file. Raises OSError."""
    form = options.get(FORM, OWN)
    if form == OWN:
        if not len(collection) and collection.format == FORMAT.id and collection.source is not None:
            size = collection.source.size
            return Output((), iter([Span(0, size)] if size else []))  # a file of no game
        chosen = NewForm(options.get(MOVES, ""), options.get(ENCODING, ""))
        content = _FileContent(collection, chosen)
        pieces = _merged(iter(content.pieces))
        return Output(tuple(content.losses), pieces)
    spool = Spool()
    losses: list[Loss] = []
    for data, found in exported(collection, options, range(len(collection))):
        spool.put(data)
        losses += found
    return Output(tuple(losses), spool.pieces())


def exported(
    collection: Collection, options: Mapping[str, str], indexes: Sequence[int]
) -> Iterator[tuple[bytes, list[Loss]]]:
    """Games in one of the standard's forms, named by the options; each with its losses. Raises OSError."""
    form = options[FORM]
    reduced = form.startswith("reduced")
    codec = UTF8 if form.endswith("utf-8") else LATIN1
    anew = reads_anew(collection)
    records = played_ahead(collection, indexes)
    with GarbagePause() as pause:
        for index in indexes:
            own, record = _in_words_of_pgn(records, index)
            data, found = export_with_losses(record, reduced, codec)
            losses = under_own_keys(found, own.headers, record.headers)
            yield data, [loss._replace(record=index) for loss in losses]
            if anew:
                own.dissolve()
            else:
                pause.read(len(record.nodes))


def _in_words_of_pgn(collection: Collection, index: int) -> tuple[Record, Record]:
    """A record, and the same with PGN's names for the headers of another format."""
    own = collection.record(index)
    return own, in_terms_of(FORMAT, own, collection.format)


class _FileContent:
    """The games of a file in their own styles, with the seams needed between them.

    Attributes:
        pieces: the pieces of the file.
        losses: those of written games, and those by seams; unedited games are kept as they were.
    """

    def __init__(self, collection: Collection, form: NewForm) -> None:
        self.pieces: list[Piece] = []
        self.losses: list[Loss] = []
        self._collection = collection
        self._form = form
        self._source = collection.source
        self._last: GamePieces | None = None
        self._read_as: dict[
            int, str
        ] = {}  # kinds of games that are written, "" of those that can be read
        index = 0
        while index < len(collection):
            index += self._add(index)
        kinds = list(takewhile(bool, map(self._kind, range(len(collection)))))
        if kinds and len(kinds) == len(
            collection
        ):  # no file is opened without a game that can be read
            self.losses.append(Loss("format", None, unread(kinds[0])))

    def _kind(self, index: int) -> str:
        """The kind of a game if that can't be read yet, else ""."""
        if index in self._read_as:
            return self._read_as[index]
        fact = self._collection.record(index).fact(KIND)
        return "" if fact is None else str(fact.value)

    def _add(self, index: int) -> int:
        """Write the game of an index, or all that are copied from there on; returns their number."""
        collection = self._collection
        run = collection.unedited_run(index) if collection.format == FORMAT.id else 0
        if run and self._form != AS_THEY_ARE:
            run = int(self._is_so(index))
        if run:
            first, final = _copied(collection, index), _copied(collection, index + run - 1)
        else:
            first = final = self._written(index)
        begin = self._join(index, first)
        if begin and run:
            # What begins otherwise may end otherwise: the seam behind it is looked at as well.
            run, final = 1, first
        self.pieces += _stretch(first, final) if run else first.pieces
        self._last = final
        if begin:
            self._last = final._replace(pieces=[begin, *final.pieces], copied=False)
        return run or 1

    def _is_so(self, index: int) -> bool:
        """Whether an unedited game is as it is to be written already."""
        span = self._collection.span(index)
        if self._form != NewForm(codec=UTF8) or span is None or self._source is None:
            return False
        return is_utf8(self._source.read(span.start, span.length))

    def _join(self, index: int, first: GamePieces) -> bytes:
        """Write the seam after the previous game, and return what goes before this one."""
        last = self._last
        if last is None or (last.copied and first.copied and _follows(last, first)):
            return b""
        last = self._whole_characters(index - 1, last, first)
        seam = seam_of(last, first, self._source)
        if seam is None:
            self._tell("records", index - 1, _RUNS_TOGETHER)
            seam = Seam(b"\n\n")
        if seam.closes:
            self._tell("closed", index - 1, _CLOSED)
        if seam.begin:
            self._tell("closed", index, _BEGUN)
        self.pieces += [piece for piece in seam[:2] if piece]
        return seam.begin

    def _whole_characters(self, index: int, last: GamePieces, first: GamePieces) -> GamePieces:
        """The last game without an incomplete character at its end: only a UTF-8 file may end so."""
        if not last.pieces or _follows(last, first):
            return last
        tail = _tail(last.pieces[-1], self._source)
        half = len(half_character(tail, UTF8)) if tail[-1:] >= b"\x80" else 0
        if not half or self._collection.record(index).encoding != UTF8:
            return last
        self._tell("encoding", index, _HALF)
        self.pieces[-1] = _shorter(self.pieces[-1], half)
        return last._replace(pieces=[*last.pieces[:-1], _shorter(last.pieces[-1], half)])

    def _tell(self, kind: str, index: int, words: Message) -> None:
        self.losses.append(Loss(kind, None, words, index))

    def _written(self, index: int) -> GamePieces:
        own, record = _in_words_of_pgn(self._collection, index)
        data, losses, self._read_as[index] = written_with_losses(record, self._form)
        losses_of_own = under_own_keys(losses, own.headers, record.headers)
        self.losses += [loss._replace(record=index) for loss in losses_of_own]
        if _is_several(data):
            self._tell("records", index, _FALLS_APART)
        pieces: list[Piece] = [data]
        place, rest = record.fact(PLACE), record.fact(REST)
        if rest is not None and self._source is not None:
            pieces.append(rest.raw)
        known = place.raw if place is not None and isinstance(place.raw, Span) else None
        return GamePieces(pieces, known, False)


def _tail(piece: Piece, source: Source | None) -> bytes:
    if isinstance(piece, Span):
        length = min(_TAIL, piece.length)
        piece = Span(piece.end - length, length)
    return piece_bytes(piece, source)[-_TAIL:]


def _shorter(piece: Piece, count: int) -> Piece:
    return (
        piece._replace(length=piece.length - count) if isinstance(piece, Span) else piece[:-count]
    )


def _is_several(data: bytes) -> bool:
    return len(data) <= _CHECKED and game_end(data, 0, True) != len(data)


def _stretch(first: GamePieces, last: GamePieces) -> list[Piece]:
    """The span from one copied game to another."""
    assert first.place is not None
    assert last.place is not None
    return [Span(first.place.start, last.place.end - first.place.start)]


def _copied(collection: Collection, index: int) -> GamePieces:
    span = collection.span(index)
    assert span is not None  # an untouched record has one
    return GamePieces([span], span, True)


def _follows(first: GamePieces, second: GamePieces) -> bool:
    places = first.place, second.place
    return places[0] is not None and places[1] is not None and places[0].end == places[1].start


def seam_of(first: GamePieces, second: GamePieces, source: Source | None) -> Seam | None:
    """The seam between two games that makes the second begin where it does; usually empty.

    Games that followed each other in the file keep what was between them if that is enough; others
    get an empty line. A game without a result gets one if the next has no tags, an unclosed comment
    is closed, and a game that doesn't look like the start of one gets a tag. None if nothing helps.
    """
    lengths = [len(piece) if isinstance(piece, bytes) else piece.length for piece in first.pieces]
    if sum(lengths) > _CHECKED:
        return Seam(b"" if _follows(first, second) else b"\n\n")
    data = b"".join(piece_bytes(piece, source) for piece in first.pieces)
    head = _head(second.pieces, source)
    if not data or not head:
        return Seam(b"")
    eol = b"\r\n" if b"\r\n" in data[-200:] else b"\n"
    behind = data[len(data.rstrip()) :]
    ends = max(behind.count(b"\n"), behind.count(b"\r"))
    gap, line = eol * max(0, 2 - ends), eol * max(0, 1 - ends)
    if (
        first.copied
        and not gap
        and head.startswith(_EVENT)
        and _was_followed_by_event(first, source)
    ):
        return Seam(b"")
    ways = [Seam(gap), Seam(line + b"*" + eol * 2)]
    scan = Scan(0)
    scan.run(data, True)
    if scan.within_comment:
        ways = [Seam(b"} *" + eol * 2, closes=True)]  # white space would be the comment's
    if _follows(first, second):
        ways.insert(0, Seam(b""))
    for begin in (b"", _NAMED + eol, _NAMED + eol * 2):
        if begin and not _is_same(begin, second, source):
            continue
        for way in ways:
            if game_end(data + way.end + begin + head, 0, True) == len(data + way.end):
                return way._replace(begin=begin)
    return None


def _was_followed_by_event(game: GamePieces, source: Source | None) -> bool:
    if game.place is None or source is None:
        return False
    try:
        return source.read(game.place.end, len(_EVENT)) == _EVENT
    except BytesGone:
        return False


def _is_same(begin: bytes, game: GamePieces, source: Source | None) -> bool:
    """Whether a game with a tag before it is read as the same game."""
    lengths = [len(piece) if isinstance(piece, bytes) else piece.length for piece in game.pieces]
    if sum(lengths) > _CHECKED:
        return False
    data = b"".join(piece_bytes(piece, source) for piece in game.pieces)
    if _is_several(begin + data):
        return False
    record, read = (read_game(some, 0, DEFAULT)[0] for some in (data, begin + data))
    return not list(lost(record, read))


def _head(pieces: list[Piece], source: Source | None) -> bytes:
    """The first bytes of a game."""
    out = b""
    for piece in pieces:
        if isinstance(piece, Span):
            piece = piece._replace(length=min(piece.length, _HEAD))
        out += piece_bytes(piece, source)[:_HEAD]
        if len(out) >= _HEAD:
            break
    return out


def _merged(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """Adjacent spans, merged."""
    run: Span | None = None
    for piece in pieces:
        if isinstance(piece, Span):
            if run is not None and run.end == piece.start:
                run = Span(run.start, run.length + piece.length)
                continue
            if run is not None:
                yield run
            run = piece
            continue
        if run is not None:
            yield run
            run = None
        yield piece
    if run is not None:
        yield run

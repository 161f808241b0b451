"""Writing a collection as an SGF file: unedited games are copied, others written node by node.

What follows a game that was cut must still be read as another one (`closing`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.source import BytesGone, Piece, Span, piece_bytes
from viewer.base.text import UTF8, lacking
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.charsets import SWITCHING, UTF16_BE, UTF16_LE, canonical, decode
from viewer.formats.kit.diagrams import with_marks_of
from viewer.formats.kit.foreign import by_roles
from viewer.formats.kit.losses import (
    WRITTEN_AS,
    lacked,
    losses_between,
    sentences_of,
    under_own_keys,
)
from viewer.formats.kit.runs import WrittenRecord, file_codec, runs_of
from viewer.formats.sgf import FORM, FORMAT, NEW, declared, is_sure
from viewer.formats.sgf.dialect import GameDialect, dialect_of, is_known, number_of, unknown
from viewer.formats.sgf.emit import emit, origin_of
from viewer.formats.sgf.meaning import plain_evaluation, plain_properties
from viewer.formats.sgf.mixed import as_written, codec_of, decoded, encode, unmarked
from viewer.formats.sgf.reader import MARKED, NODE, REST, read_game
from viewer.formats.sgf.tokens import ending, game_end, game_start
from viewer.tree.action import Setup
from viewer.tree.annotation import EVALUATION, MARKS, Mark, NoteValue
from viewer.tree.diff import ItemDifference
from viewer.tree.facts import raw_of
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record, nodes_of, rows_of

if TYPE_CHECKING:
    from viewer.games.time_controls import TimeLimit

_SENTENCES = sentences_of(
    "SGF",
    message("{move} and what follows is left out."),
    some_headers=True,
    some_facets=True,
    action=WRITTEN_AS,
)._replace(start=message("The start position is written in another way."))


def losses_of(record: Record, text: str, codec: str) -> tuple[Loss, ...]:
    """The losses of a record whose game is `text`."""
    text = as_written(text, codec)
    start = game_start(text, 0)
    if start >= len(text):
        return ()
    read, _ = read_game(text, start, game_end(text, start), codec, DEFAULT)
    special = partial(_special, codec)
    return losses_between(_normal(record), _normal(read), _SENTENCES, special)


def _normal(record: Record) -> Record:
    """A copy in which equivalent things are equal."""
    dialect = dialect_of(record.game, record.setup)
    spelled = {} if dialect is None else dialect.spelled(record)
    copy = record.mapped(
        lambda node: spelled.get(node.id, node.action),
        notes=lambda node: _plain_notes(node) or EMPTY,
    )
    if dialect is None:
        copy.root.action = record.setup
    else:  # the usual start may be spelt out or not
        says = [f"{name} {' '.join(said)}" for name, said in _start(dialect, record)]
        copy.root.action = Setup(" ".join([*says, dialect.unsaid(record.setup)]).strip())
    return copy


def _start(dialect: GameDialect, record: Record) -> list[tuple[str, list[str]]]:
    said = dialect.properties_for(record.setup, True)
    return [(name, sorted(set(items))) for name, items in said if items]


def _plain_notes(node: Node) -> dict[str, NoteValue]:
    """Marks without order, one for each point."""
    notes = dict(node.notes)
    if MARKS in notes:
        marks: set[Mark] = set()
        for mark in node.marks:
            if mark.kind in ("arrow", "line", "label") or not mark.squares:
                marks.add(mark)
            else:
                marks.update(mark._replace(squares=(place,)) for place in mark.squares)
        notes[MARKS] = tuple(sorted(marks))
    if EVALUATION in notes:
        notes[EVALUATION] = plain_evaluation(str(notes[EVALUATION]))
    for facet in ("glyphs", "view"):
        value = notes.get(facet)
        if isinstance(value, tuple):
            notes[facet] = tuple(sorted(value, key=str))
    return notes


def _special(codec: str, one: ItemDifference) -> Message | None:
    if one.kind in ("game", "start"):
        return None
    if one.after and (words := lacked(one, codec)):
        return words
    if one.after and isinstance(one.before, str) and lacking(one.before, codec):
        return message("There are characters that {codec} lacks.", codec=codec)
    return message("SGF has no marks of this kind or colour.") if one.kind == MARKS else None


_SEEN = 256  # characters of a game that show that it begins


def time_headers(limit: TimeLimit) -> tuple[Header, ...]:
    """TM in seconds, and OT as servers write it: 3x30 byo-yomi, 15/300 Canadian, 30 fischer."""
    main = Header("TM", str(limit.minutes * 60))
    if not limit.seconds:
        return (main,)
    overtime = f"{limit.seconds} fischer"
    if limit.moves > 1:
        overtime = f"{limit.moves}/{limit.seconds} Canadian"
    elif limit.periods:
        overtime = f"{limit.periods}x{limit.seconds} byo-yomi"
    return main, Header("OT", overtime)


def closing(text: str, behind: str | None, new: bool) -> str | None:
    """The text to add after a game, so that what follows is read as another game.

    Usually empty; brackets if the game is truncated. `behind` is the text of the next game, None for the
    last; before a `new` one brackets are closed for other programs' sake too. None if nothing helps.
    """
    head = ""
    if behind is not None:
        start = game_start(behind, 0)
        head = behind[: start + _SEEN]
    for way in _ways(text, new) if head else ("",):
        if _is_alone(text + way, head):
            return way
    return None


def _ways(text: str, new: bool) -> Iterator[str]:
    _, depth, within = ending(text, game_start(text, 0))
    if not (new and depth):
        yield ""
    value = ""
    if within:
        # A stroke that ends the text would escape the bracket; with a line end it says nothing.
        strokes = len(text) - len(text.rstrip("\\"))
        value = "\n]" if strokes % 2 else "]"
    yield value + ")" * depth
    yield ")"  # for brackets behind the game, that would belong to the next one


def _is_alone(text: str, head: str) -> bool:
    """Whether a text holds one game, and the text after it is read as it would be by itself."""
    start = game_start(text, 0)
    end = game_end(text + head, start)
    if end > len(text):
        return False
    behind = game_start(head, 0) if head else 0
    return game_start(text + head, end) == len(text) + behind


_FORMAT = "sgf"
_CLOSED = message(
    "The game was cut: its brackets are closed now, so that the one behind it can be read."
)
_RUNS_TOGETHER = message("The game has no end, and what stands behind it can't be read by itself.")


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """Write the collection as a file. Raises OSError."""
    content = _FileContent(collection, options.get(FORM) == NEW)
    content.check_codec()
    return Output(content.losses(), iter(content.pieces()))


class _Run:
    """Consecutive games: one that is written, or several that are copied.

    Attributes:
        first, last: their indices.
        span: of those that are copied.
        text: of the one that is written.
        closing: the text to add after the last, None if nothing makes the next one begin there.
    """

    __slots__ = ("closing", "first", "last", "span", "text")

    def __init__(self, first: int, last: int, span: Span | None, text: str) -> None:
        self.first = first
        self.last = last
        self.span = span
        self.text = text
        self.closing: str | None = ""


class _FileContent:
    """A file being written: its games in one codec, each ending where the next begins."""

    def __init__(self, collection: Collection, anew: bool) -> None:
        self._collection = collection
        self._anew = anew
        self.codec, self._mark, copied = _codec_of(collection, anew)
        self._declaring = -1  # the game whose CA says the codec
        self._said = True  # whether a reader finds it out
        self._runs = [
            _Run(*run, self._text(run.first) if run.span is None else "")
            for run in runs_of(collection, copied)
        ]
        for index, run in enumerate(self._runs):
            self._close(run, self._runs[index + 1 : index + 2])

    def _record(self, index: int) -> Record:
        record = _adopted(self._collection.record(index), self._collection.format)
        return _bare(record, self.codec) if self._anew or origin_of(record) is None else record

    def _text(self, index: int) -> str:
        return _text_of(self._record(index), self.codec, index == self._declaring)

    def _rest(self, index: int) -> tuple[Piece, ...]:
        """The unread part of the file after its last game."""
        facts = () if self._anew else self._collection.record(index).facts
        return tuple([fact.raw for fact in facts if fact.name == REST])

    def _close(self, run: _Run, behind: Sequence[_Run]) -> None:
        if not behind:
            if run.span is None:
                run.closing = closing(run.text, None, False)
            return
        text = run.text if run.span is None else self._text(run.last)
        follows = behind[0]
        following = follows.text if follows.span is None else self._text(follows.first)
        new = follows.span is None and origin_of(self._record(follows.first)) is None
        run.closing = None if self._rest(run.last) else closing(text, following, new)

    def check_codec(self) -> None:
        """Make CA name the codec if the file would otherwise be read in another.

        If it was ASCII, CA may have named another one, which other programs obey.
        """
        runs, data, was = self._runs, self._data(), self._source_data()
        if self._is_said(data) and not (was.isascii() and self._is_contradicted(data)):
            return
        if data == was or (codec_of(was) == codec_of(data) and all(run.span for run in runs)):
            return  # somebody chose it when the file was read, and no text was written since
        for run in runs:
            if run.span is None and origin_of(self._record(run.first)) is not None:
                self._declaring = run.first
                run.text = self._text(run.first)
                break
        self._said = self._is_said(self._data())

    def _is_said(self, data: bytes) -> bool:
        found = codec_of(data)
        if found == self.codec:
            return is_sure(data) or decoded(data).mixed
        # Without double bytes nothing shows a codec that switches to them, and nothing has to.
        return self.codec in SWITCHING and decode(data, found) == decode(data, self.codec)

    def _is_contradicted(self, data: bytes) -> bool:
        return not data.isascii() and canonical(declared(data)) not in ("", self.codec)

    def _source_data(self) -> bytes:
        """The file as it was read, b"" if there is none or it isn't there any more."""
        source = self._collection.source
        if source is None or self._collection.format != _FORMAT:
            return b""
        try:
            return source.read(0, source.size)
        except BytesGone:
            return b""

    def _data(self) -> bytes:
        source = self._collection.source
        return b"".join([piece_bytes(piece, source) for piece in self.pieces()])

    def _unknown(self) -> int | None:
        """The GM of the first game if no game is of a supported kind: such a file couldn't be opened."""
        first: int | None = None
        for index in range(len(self._collection)):
            fact = self._collection.record(index).root.fact(NODE)
            number = 1 if fact is None else number_of(plain_properties(str(fact.value)))
            if is_known(number):
                return None
            first = number if first is None else first
        return first

    def pieces(self) -> list[Piece]:
        """The file."""
        out: list[Piece] = [self._mark] if self._mark else []
        for run in self._runs:
            text = run.text + (run.closing or "")
            if run.span is not None:
                out.append(run.span)
            if text:
                out.append(encode(text, self.codec))
            if run.span is None:
                out += self._rest(run.last)
        return out

    def losses(self) -> tuple[Loss, ...]:
        """What isn't read back of the records unchanged, and which game had to be closed."""
        found: list[Loss] = []
        for run in self._runs:
            added = run.closing
            if run.span is None or added:
                record = self._record(run.last)
                text = (run.text or self._text(run.last)) + (added or "")
                own = self._collection.record(run.last).headers
                lost = [*under_own_keys(losses_of(record, text, self.codec), own, record.headers)]
                if added is None:
                    lost.append(Loss("records", None, _RUNS_TOGETHER))
                elif added:
                    lost.append(Loss("closed", None, _CLOSED))
                found += [loss._replace(record=run.last) for loss in lost]
            elif added is None:
                found.append(Loss("records", None, _RUNS_TOGETHER, run.last))
        if (number := self._unknown()) is not None:
            found.append(Loss("format", None, unknown(number)))
        if not self._said:
            words = message("Nothing in the file says that its text is {codec}.", codec=self.codec)
            written = next((run.first for run in self._runs if run.span is None), 0)
            found.append(Loss("encoding", None, words, written))
        return tuple(found)


def _codec_of(collection: Collection, anew: bool) -> tuple[str, bytes, bool]:
    """The codec of all games of a file, the byte order mark, and whether games can be copied.

    A reader decodes a file in one codec: new games are written in that of the others, and if
    the user chose another one for a game, all are.
    """
    own = collection.format == _FORMAT and not anew
    found = None if anew else file_codec(collection, own, _codecs_of)
    if found is None:
        return UTF8, b"", own
    # A game that was brought here as bytes may be ASCII, which is text in all codecs but these.
    copied = own and found.kept and found.name not in (UTF16_LE, UTF16_BE)
    return found.name, _mark(found.record), copied


def _codecs_of(record: Record) -> tuple[str, str] | None:
    game = origin_of(record)
    return None if game is None else (game.codec, _codec(record))


def _adopted(record: Record, source: str) -> Record:
    """The record of another format with its headers under SGF's names, its diagram marks as figures."""
    dialect = dialect_of(record.game, record.setup) if source != _FORMAT else None
    if dialect is None:
        return record
    record = with_marks_of(FORMAT, record)
    headers = tuple(
        [
            header._replace(value=dialect.result(header.value)) if header.key == "RE" else header
            for header in by_roles(record, source, FORMAT).headers
        ]
    )
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def _mark(record: Record) -> bytes:
    if raw_of(record.facts, MARKED) is None:
        return b""
    return encode("\ufeff", _codec(record)) if _codec(record).startswith("utf") else b""


def _codec(record: Record) -> str:
    if not record.encoding:
        return UTF8
    game = origin_of(record)
    if game is not None and game.codec == record.encoding:
        return game.codec
    return canonical(record.encoding) or UTF8


def _text_of(record: Record, codec: str, declared: bool = False) -> str:
    """A record as the text of a game; in another codec than its file's, all of its values are in that."""
    text = emit(record, codec, declared)
    game = origin_of(record)
    return text if game is not None and game.codec == codec else unmarked(text)


def write_record(record: Record) -> WrittenRecord:
    """A record as a game: as it was read, or, without facts, in FF[4] and UTF-8."""
    codec = UTF8 if origin_of(record) is None else _codec(record)
    record = _bare(record, codec) if origin_of(record) is None else record
    text = _text_of(record, codec)
    rest = tuple([fact.raw for fact in record.facts if fact.name == REST])
    return WrittenRecord((encode(text, codec), *rest), losses_of(record, text, codec))


def _bare(record: Record, codec: str) -> Record:
    """The record without its reader's facts."""
    nodes = nodes_of([row._replace(facts=()) for row in rows_of(record.root)])
    return Record(record.game, nodes[0], record.headers, codec)

"""The interface of formats: a reader of collections, and a writer that names losses before writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, cast

from viewer.base.fields import Field
from viewer.base.jobs import JobStep
from viewer.base.layers import RecodedSource, bare
from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Piece, Source, Span
from viewer.formats.headers import HeaderField, HeaderList, value_of
from viewer.tree.action import Setup
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, with_header

if TYPE_CHECKING:
    from viewer.games.time_controls import TimeControl, TimeLimit


class Unreadable(Exception):
    """Raised by readers only if nothing of a file can be shown; `reason` is a clear sentence."""

    def __init__(self, reason: Message, code: str = "file.unreadable") -> None:
        super().__init__(reason, code)  # by which other processes raise it again
        self.reason = reason
        self.code = code

    def __str__(self) -> str:
        return self.reason.text()


class Unwritable(OSError):
    """Raised if a read-only format can't write something; `reason` is a clear sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


class Collection(Protocol):
    """The records of one file, read when needed."""

    @property
    def format(self) -> str:
        """Id of the format it was read as."""

    @property
    def variant(self) -> str:
        """The format with its version, as the status line shows it: "XQF 1.0"."""

    @property
    def source(self) -> Source | None:
        """The source of the file's spans; None for a new collection."""

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """The reader's diagnostics so far; more come as records are read."""

    def __len__(self) -> int:
        """Number of records known; grows with `indexing`."""

    def indexing(self) -> Iterator[JobStep[int]]:
        """A job that finds the records not known yet; each result is the number known by then.

        At least one record is known before, unless the file has none. A new job continues one that
        was abandoned. No step: all are known. Raises OSError if the source fails.
        """

    def span(self, index: int) -> Span | None:
        """The bytes of the source that hold a record in its current state, for a writer to copy.

        None if it was edited, and in formats with one record per file.
        """

    def unedited_run(self, index: int) -> int:
        """The number of consecutive records, from one on, that are unedited and consecutive in the source.

        0 if `span` is None. A writer copies them at once: from the start of the first one's span to
        the end of the last one's.
        """

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """The values of a header in a range of records, "" for records without it: a column of a list."""

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record, without reading all of it if the format allows."""

    def record(self, index: int) -> Record:
        """A record, read now; the same bytes give the same ids. May be a new object at each call."""


class Loss(NamedTuple):
    """Something in a record that a format can't hold.

    `kind` and `node` are those of `viewer.tree.diff.ItemDifference` for the record read back. Of a file as
    a whole are "closed" (a truncated game gets an end, since another one follows it), "records"
    (games that run together), "encoding" (text that would be read in another codec), "format" (a file that
    would be recognised as another format, or as none) and "variant" (the file's version changes).
    "text" is text that is only in the file, not in the record (see `kit.unshown`).
    """

    kind: str
    node: int | None
    words: Message
    record: int = 0


class Output(NamedTuple):
    """The written form of a collection.

    Attributes:
        losses: the losses.
        pieces: the pieces of the file, in order.
    """

    losses: tuple[Loss, ...]
    pieces: Iterator[Piece]


RecordWriter = Callable[
    [Collection, Mapping[str, str], Sequence[int]], Iterator[tuple[bytes, list[Loss]]]
]
"""The bytes of records with some indices, and what they can't hold of each. Raises OSError."""

NO_GLYPHS: Mapping[int, Message] = MappingProxyType({})
"""Of a format that holds none."""


@cache
def _keys_of(format: Format, role: str, game: str) -> list[str]:
    """The keys of a role's headers in records of a game."""
    return [field.key for field in format.fields_of(game) if field.role == role]


class Format:
    """A file format.

    Attributes:
        id: as in the registry.
        reader: "module:name" of its collection, called with a source, limits and, if there is more than one
            codec, the encoding.
        writer: "module:name" of a function that makes an Output of a collection and, if the format has
            options, the chosen ones.
        checker: "module:name" of the function called by `strict`, "" for none.
        on_request: codes of findings of `strict` that are told to who asks for them only: that a file isn't
            in a form that hardly any file has.
        variant: the variant of all its files, "" if they differ.
        name: for people; of read-only formats.
        initial: the headers of new records.
        fields: the headers it defines, in the order people expect.
        game_fields: by game id, the headers of games that have different ones.
        lists: lists of headers; `fields` has the first items as well, for their roles.
        free_headers: whether it can hold any other header.
        options: the options for writing a new file: CHOICE fields, with the defaults for new files.
        game_options: by game id, the options for records of games that have different ones.
        encodings: codecs that the user may choose for reading its text; () if it has only one.
        bytewise: whether its reader takes text apart as bytes: text in UTF-16 and the like is UTF-8 for it.
        codec: the codec of its text, if it is the same in all files; else "".
        roles_by_key: whether `by_role` returns the text of a header, chosen by which keys have one.
        tagged: whether programs write tags for looks into comments ([color=red], [center]).
        flowing: whether line breaks in comments are layout, and only empty lines separate paragraphs.
        single: whether a file holds only one record.
        oriented: whether a record says how its board lies (see `layout_of`).
        writable: whether records can be written; else `write` only copies an unedited file.
        facets: what it can hold at a node that not all formats can: moments, who did it,
            clocks, times used, remaining byo-yomi, problems, titles (names of `FACETS`).
        steps: the events other than moves that it can hold: "takeback", "message", "result",
            "mark" (see `viewer.document.plans.steps`).
        titled_moves: whether any move can have a title, not only the first of a variation.
        sized: whether its records say the sizes of their boards.
        actors: the key of the list that ACTOR is an index of, "" if it has none.
        glyphs: its own words for the glyphs it can hold, by NAG number; None if it holds all NAGs.
        signs: what its comments begin with in place of glyphs that it doesn't hold, by NAG number.
        mark_kinds: the kinds of marks on the board that it can hold; None if it holds all.
        colours: whether marks keep their colours.
    """

    id: str
    reader: str = ""
    writer: str = ""
    checker: str = ""
    on_request: frozenset[str] = frozenset()
    variant: str = ""
    name: Message = message("These files")
    initial: tuple[Header, ...] = ()
    fields: tuple[HeaderField, ...] = ()
    game_fields: Mapping[str, tuple[HeaderField, ...]] = MappingProxyType({})
    free_headers: bool = False
    options: tuple[Field, ...] = ()
    game_options: Mapping[str, tuple[Field, ...]] = MappingProxyType({})
    encodings: tuple[str, ...] = ()
    bytewise: bool = False
    codec: str = ""
    roles_by_key: bool = False
    flowing: bool = False
    tagged: bool = False
    single: bool = False
    oriented: bool = False
    writable: bool = True
    lists: tuple[HeaderList, ...] = ()
    facets: frozenset[str] = frozenset()
    steps: tuple[str, ...] = ()
    titled_moves: bool = True
    sized: bool = True
    actors: str = ""
    glyphs: Mapping[int, Message] | None = None
    signs: Mapping[int, str] = MappingProxyType({})
    mark_kinds: frozenset[str] | None = frozenset()
    colours: bool = True

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the collection in a source; `encoding` overrides what the bytes suggest.

        Raises Unreadable if nothing can be shown, OSError if the source fails.
        """
        more = (encoding,) if self.encodings else ()
        collection: Collection = load_named(self.reader)(source, limits, *more)
        return collection

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """Write a collection as a file of this format, with all losses named beforehand.

        Facts of this format are used (see `viewer.tree.facts`), unless an option asks for a new
        kind of file. Raises KeyError or ValueError for an option that isn't offered, ValueError if a
        single-record file would have no record, OSError if a source fails.
        """
        chosen = self.chosen(options)
        for _ in collection.indexing():
            pass  # first find the records that aren't known yet
        if self.single and self.writable and not len(collection):
            raise ValueError("there is no record to write")
        output = self.output_of(collection, chosen)
        source = collection.source
        recoded = bare(source)
        if isinstance(recoded, RecodedSource) and not chosen and collection.format == self.id:
            kept = any(
                collection.unedited_run(index) or collection.record(index).encoding == recoded.codec
                for index in range(len(collection))
            )
            if source is not None and kept:
                output = output._replace(pieces=recoded.written(output.pieces, source))
        return output._replace(losses=output.losses + self._further(collection))

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """The core of `write`, called with checked arguments; not to be called by others."""
        if not self.writable:
            return self._copied(collection)
        more = (chosen,) if self.all_options else ()
        output: Output = load_named(self.writer)(collection, *more)
        return output

    def _copied(self, collection: Collection) -> Output:
        """A read-only file, unchanged. Raises Unwritable if a record of it was changed."""
        source = collection.source
        if (
            collection.format == self.id
            and source is not None
            and collection.unedited_run(0) >= len(collection)
        ):
            return Output((), iter([Span(0, source.size)] if source.size else []))
        raise Unwritable(
            message("{format} can only be read: save the game in another format.", format=self.name)
        )

    @property
    def all_options(self) -> tuple[Field, ...]:
        """The options, whatever the game."""
        others = (one for some in self.game_options.values() for one in some)
        return (*self.options, *others)

    def options_of(self, game: str) -> tuple[Field, ...]:
        """The `options` for records of a game, which may differ between games."""
        return self.game_options.get(game, self.options)

    def each_option(
        self, game: str, known: Mapping[str, str] | None = None
    ) -> Iterator[dict[str, str]]:
        """Every choice of every option for a game, by itself; those next to the known one first."""
        for option in self.options_of(game):
            values = list(option.choices)
            at = values.index(known[option.key]) if known and option.key in known else 0
            for value in values[at:] + values[:at]:
                yield {option.key: value}

    def chosen(self, options: Mapping[str, str] | None) -> Mapping[str, str]:
        """The chosen options, checked. Raises KeyError or ValueError for one that isn't offered."""
        offered = {option.key: option.choices for option in self.all_options}
        for name, value in (options or {}).items():
            if value not in offered[name]:
                raise ValueError(value)
        return options or {}

    def _further(self, collection: Collection) -> tuple[Loss, ...]:
        """The losses of the records that a single-record file can't hold."""
        words = message("A file of this kind holds one record.")
        further = range(1, len(collection)) if self.single and self.writable else ()
        return tuple(Loss("record", None, words, index) for index in further)

    @property
    def checks(self) -> bool:
        """Whether `strict` can find anything: whether the format has a checker."""
        return bool(self.checker) or type(self).strict is not Format.strict

    def strict(self, collection: Collection) -> list[Diagnostic]:
        """The places where a collection that was read breaks a "must" of the format's specification.

        They are what readers accept silently but the specification forbids; empty if there are none.
        Raises OSError if the source fails.
        """
        if not self.checker:
            return []
        found: list[Diagnostic] = load_named(self.checker)(collection)
        return found

    def holds_glyph(self, nag: int) -> bool:
        """Whether it can hold a glyph."""
        return self.glyphs is None or nag in self.glyphs

    def fields_of(self, game: str) -> tuple[HeaderField, ...]:
        """The `fields` for records of a game, which may differ between games."""
        return self.game_fields.get(game, self.fields)

    def by_role(self, role: str, headers: Sequence[Header], game: str = "") -> str:
        """The value of a role (see `HeaderField`) in a game's record with these headers; "" if it has none.

        By default, the value of the first field of the role that has one.
        """
        found = (value_of(headers, key) for key in _keys_of(self, role, game))
        return next(filter(None, found), "")

    def players(self, headers: Sequence[Header], game: str = "") -> tuple[str, str]:
        """The names of both players, "" for one that isn't told."""
        first, second = (self.by_role(f"side{side}", headers, game) for side in (0, 1))
        return first, second

    def marked_ways(self, headers: Sequence[Header]) -> tuple[bool, bool]:
        """Whether a record wants the next moves, and the other moves here, marked on the board."""
        return True, True

    def options_for(self, suffix: str) -> Mapping[str, str]:
        """The options that a suffix (without the dot) implies for a new file: a .kifu is UTF-8."""
        return {}

    def file_name(self, games: Sequence[Sequence[Header]]) -> str:
        """A name, customary in this format, for a new file of records with these headers.

        Without folder and suffix; "" if there is none, or the headers say too little.
        """
        return ""

    def side_of(self, actor: str, headers: Sequence[Header]) -> int | None:
        """The side that an actor (see ACTOR) plays; None if he plays none, or the record doesn't say."""
        return None

    def contradicts(self, header: Header, record: Record) -> bool:
        """Whether an implied header says something else than the record: a start that can't be read."""
        return False

    def written_comment(self, record: Record, node: Node) -> str:
        """A node's comment in the characters of the file, some of which may differ (`&nbsp;`)."""
        return node.comment

    def with_last_move(self, text: str, move: str) -> str:
        """The text of a position with the move that led to it, if the format has a place for it."""
        return text

    def with_result(self, headers: Sequence[Header], text: str) -> tuple[Header, ...] | None:
        """The headers with a result set, given as records of its game write it ("B+3.5", "1-0").

        "" removes the result. None if the format can't hold a result, or not this one.
        """
        field = next((field for field in self.fields if field.role == "result"), None)
        if field is None or (text and field.choices is not None and text not in field.choices):
            return None
        return with_header(headers, field.key, text)

    def with_values(
        self, headers: Sequence[Header], game: str, values: Mapping[str, str]
    ) -> tuple[Header, ...]:
        """The headers with values set by kind (see `HeaderField`), as far as the format can hold them."""
        said = tuple(headers)
        for field in self.fields_of(game):
            if field.kind in values:
                said = with_header(said, field.key, values[field.kind])
        return said

    def key_of(self, role: str, game: str, headers: Sequence[Header] = ()) -> str:
        """The key of a role's header, of several one that the headers have; "" if there is none."""
        keys = _keys_of(self, role, game)
        there = {header.key for header in headers}
        return next((key for key in keys if key in there), keys[0] if keys else "")

    def with_players(
        self, headers: Sequence[Header], game: str, start: Setup | None, names: Sequence[str]
    ) -> tuple[Header, ...]:
        """The headers of a new record with the names of the players of both sides, those that are said."""
        said = tuple(headers)
        for side, name in enumerate(names):
            key = self.key_of(f"side{side}", game, said)
            if key and name:
                said = with_header(said, key, name)
        return said

    def time_control(self, headers: Sequence[Header], game: str) -> TimeControl:
        """The time that each side has, by these headers of a record."""
        read = load_named("viewer.games.time_controls:time_control")
        return cast("TimeControl", read(self.by_role("time-rule", headers, game)))

    def time_headers(self, game: str, limit: TimeLimit) -> tuple[Header, ...]:
        """The headers that say what time each player has, as in PGN by default; () without words for it."""
        key = self.key_of("time-rule", game)
        more = f"+{limit.seconds}" if limit.seconds else ""
        return (Header(key, f"{limit.minutes * 60}{more}"),) if key and not limit.periods else ()

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """The headers of a new record."""
        return self.initial

    def collate(self, collection: Collection) -> list[int] | None:
        """The indices of a collection's records in the format's sort order; None if it has none.

        Raises OSError if the source fails.
        """
        return None

    def layout_of(self, record: Record) -> str:
        """The id of the layout that a record read from such a file asks for, "" if none (see `oriented`)."""
        return ""

    def record_writer(self, source: str, options: Mapping[str, str]) -> RecordWriter | None:
        """What writes records independently of each other, so that long files are written in parts.

        `source`: the format that they were read from. None if records of it, or in a form that the options
        ask for, aren't written so.
        """
        return None

    def verdict_of(self, node: Node) -> int:
        """-1 if a property marks a node's move as wrong, 1 for right, 0 for neither.

        Glyphs and comments don't count.
        """
        return 0

    def codec_of(self, collection: Collection) -> str:
        """The codec of the text of a file, if all of its kind are in one; else ""."""
        return self.codec

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The `Collection.variant` of the file that `write` makes."""
        return self.variant or collection.variant

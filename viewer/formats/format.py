"""What every format gives: a reader of collections, a writer that names its losses beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from viewer.base.fields import Field
from viewer.base.jobs import JobStep
from viewer.base.limits import DEFAULT, Limits
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.base.spans import Piece, Span
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record, with_header

_REMEMBERED = 256  # records whose headers a file of many keeps


class Unreadable(Exception):
    """Nothing of a file can be shown; `reason` is a clear sentence. Readers raise it for nothing less."""

    def __init__(self, reason: Message, code: str = "file.unreadable") -> None:
        super().__init__(reason.text())
        self.reason = reason
        self.code = code


class Unwritable(OSError):
    """A format that is only read can't write this; `reason` is a clear sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


class Collection(Protocol):
    """The records of one file, read when looked at."""

    @property
    def format(self) -> str:
        """Id of the format it was read as."""

    @property
    def variant(self) -> str:
        """The format with its version, as the status line shows it: "XQF 1.0"."""

    @property
    def source(self) -> Source | None:
        """Where spans of the file come from; None for a new collection."""

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What the reader found odd so far; grows as records are looked at."""

    def __len__(self) -> int:
        """Number of records known; grows with `indexing`."""

    def indexing(self) -> Iterator[JobStep[int]]:
        """The job that finds the records not known yet; its results are how many are known then.

        One record at least is known before. Asked again after it was left, it goes on. No step: all
        are known. Raises OSError where the source fails.
        """

    def span(self, index: int) -> Span | None:
        """The bytes of the source that are a record as it stands now, for a writer to copy.

        None where it was edited, and in formats that have one record a file.
        """

    def unedited_run(self, index: int) -> int:
        """How many records from one on are still bytes of the source, one behind the other there.

        0 where `span` is None. A writer copies them at once: from the start of the first one's span to
        the end of the last one's.
        """

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A header of a range of records, "" where one doesn't have it: a column of a list."""

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record, without reading all of it where the format allows."""

    def record(self, index: int) -> Record:
        """A record, read now; the same bytes give the same ids. May be a new object at each call."""


class EagerCollection:
    """What a collection whose records are all known from the start has of `Collection`."""

    def indexing(self) -> Iterator[JobStep[int]]:
        """Nothing is left to find."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """No record is copied as a whole."""
        return None

    def unedited_run(self, index: int) -> int:
        """No record is copied as a whole."""
        return 0

    def values(self: Collection, key: str, start: int, stop: int) -> list[str]:
        """A header of a range of records."""
        return [value_of(self.headers(index), key) for index in range(start, stop)]


def value_of(headers: Sequence[Header], key: str) -> str:
    """The first header of a key, "" without it."""
    return next((entry.value for entry in headers if entry.key == key), "")


class RecentHeaders:
    """The headers of the records that were asked for last: a list asks for them column by column."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Header, ...]] = {}

    def get(self, index: int, read: Callable[[int], tuple[Header, ...]]) -> tuple[Header, ...]:
        """The headers of a record, by `read` where they aren't remembered. Raises what it raises."""
        known = self._known.get(index)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[index] = read(index)
        return known


class HeaderField(NamedTuple):
    """A header that a format has a place for.

    Attributes:
        key: as in `Header.key`.
        name: for people.
        role: what it is in any format (of several with one role the first that says something counts):
            "title", "event", "date", "place", "round", "result",
            "side0", "side1" (the players), "rank0", "rank1", "annotator", "author", "note",
            "end" (when it was over), "time-rule", "clock0", "clock1", "type", "opening",
            "opening-code" (ECO and the like), "plies", "viewpoint" (whose verdicts
            are: 1, 2, else of who moves), or "" for what only this format has.
        choices: the values it can take with their words, None for free text.
        limit: bytes of text it can hold, 0 for no limit.
        kind: what a game knows values of: "rules", "scoring", "komi", "handicap"; see
            `Negotiated` and `Counted` of `viewer.games.capabilities`.
        offered: values that are often written, where others are possible as well.
        refers: the key of a list (see `HeaderList`) of which its value says an item, by number.
        start: whether it says where the game starts: it follows from the record, nobody types it.
    """

    key: str
    name: Message
    role: str = ""
    choices: Mapping[str, Message] | None = None
    limit: int = 0
    kind: str = ""
    offered: tuple[str, ...] = ()
    refers: str = ""
    start: bool = False


class HeaderList(NamedTuple):
    """Headers that stand in a list of any length: `info.participants.0.name` and so on.

    Attributes:
        key: what stands before the number.
        item: what one is called; its argument `number` counts from 1.
        another: how a further one is asked for.
        fields: of an item, with keys as they stand behind its number; the first says which one it is.
        ordered: whether their order says something.
    """

    key: str
    item: Message
    another: Message
    fields: tuple[HeaderField, ...]
    ordered: bool = True


class Loss(NamedTuple):
    """One thing that a format can't hold of a record.

    `kind` and `node` are those of `viewer.tree.diff.Difference` for the record read back. Of the file as
    a whole are "closed" (a game that was cut gets an end, since another one stands behind it), "records"
    (games that run together), "encoding" (text that is taken for another codec's), "format" (a file that
    is taken for one of another format, or for none) and "variant" (it is of another version than it was).
    "text" is what only the file says, not the record (see `kit.unshown`).
    """

    kind: str
    node: int | None
    words: Message
    record: int = 0


class Output(NamedTuple):
    """A collection as a format writes it.

    Attributes:
        losses: what is lost.
        pieces: of the file, in order.
        encodings: codecs of records, by index, that are written in another one than they were read in.
    """

    losses: tuple[Loss, ...]
    pieces: Iterator[Piece]
    encodings: Mapping[int, str] = MappingProxyType({})


NO_GLYPHS: Mapping[int, Message] = MappingProxyType({})
"""Of a format that holds none."""


class Format:
    """A file format.

    Attributes:
        id: as in the registry.
        reader: "module:name" of its collection, made of a source, limits and, where there is more than one
            codec, the encoding.
        writer: "module:name" of a function that makes an Output of a collection and, where the format has
            options, those chosen.
        checker: "module:name" of the function that is asked by `strict`, "" where there is none.
        variant: of all its files, "" where they differ.
        name: for people, of files that are only read.
        initial: the headers of a new record.
        fields: the headers it has a place for, in the order people expect.
        game_fields: those of games, by id, whose records have others.
        lists: headers that stand in lists; `fields` has the first ones as well, for their roles.
        free_headers: whether it holds any other header as well.
        options: what can be chosen when a new file is written: CHOICEs, the defaults are those of new files.
        encodings: codecs its text may be read with, for the manual override; () if it has only one.
        codec: of its text, where all files of the format have the same; "" else.
        flowing: whether line breaks within comments are layout, so that only an empty line divides.
        single: whether a file holds one record and no more.
        writable: whether records can be written; else `write` only copies a file nobody touched.
        facets: what it has a place for at a node of what not all formats have: moments, who did it,
            clocks, times used, what is left of a byo-yomi, problems, titles (names of `FACETS`).
        steps: what beside moves it holds that happens in a game: "takeback", "message", "result",
            "mark" (see `viewer.document.plans.steps`).
        titled_moves: whether moves have titles, not only what begins a variation.
        sized: whether its records say how large their boards are.
        actors: the key of the list that ACTOR counts in, "" where it has none.
        glyphs: its own words for the glyphs it holds, by NAG number; None where it holds all as they are.
        colours: whether marks that it holds keep the colours in which they are drawn.
    """

    id: str
    reader: str = ""
    writer: str = ""
    checker: str = ""
    variant: str = ""
    name: Message = message("These files")
    initial: tuple[Header, ...] = ()
    fields: tuple[HeaderField, ...] = ()
    game_fields: Mapping[str, tuple[HeaderField, ...]] = MappingProxyType({})
    free_headers: bool = False
    options: tuple[Field, ...] = ()
    encodings: tuple[str, ...] = ()
    codec: str = ""
    flowing: bool = False
    single: bool = False
    writable: bool = True
    lists: tuple[HeaderList, ...] = ()
    facets: frozenset[str] = frozenset()
    steps: tuple[str, ...] = ()
    titled_moves: bool = True
    sized: bool = True
    actors: str = ""
    glyphs: Mapping[int, Message] | None = None
    colours: bool = True

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The collection in a source; `encoding` overrides what the bytes suggest.

        Raises Unreadable where nothing can be shown, OSError where the source fails.
        """
        more = (encoding,) if self.encodings else ()
        collection: Collection = load_named(self.reader)(source, limits, *more)
        return collection

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """The collection as this format's file, with everything that is lost named beforehand.

        Facts of this format are used (see `viewer.tree.facts`), unless an option asks for a new
        kind of file. Raises KeyError or ValueError for an option that isn't offered, ValueError where a
        file holds one record and there is none, OSError where a source fails.
        """
        chosen = self.chosen(options)
        for _ in collection.indexing():
            pass  # records that aren't known yet are found first
        if self.single and self.writable and not len(collection):
            raise ValueError("there is no record to write")
        output = self.output_of(collection, chosen)
        return output._replace(losses=output.losses + self._further(collection))

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """What `write` does once its arguments are known to be sound; not to be called by others."""
        if not self.writable:
            return self._copied(collection)
        more = (chosen,) if self.options else ()
        output: Output = load_named(self.writer)(collection, *more)
        return output

    def _copied(self, collection: Collection) -> Output:
        """A file that can only be read, as it is. Raises Unwritable where a record of it isn't."""
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

    def chosen(self, options: Mapping[str, str] | None) -> Mapping[str, str]:
        """The options that somebody chose. Raises KeyError or ValueError for one that isn't offered."""
        offered = {option.key: option.choices for option in self.options}
        for name, value in (options or {}).items():
            if value not in offered[name]:
                raise ValueError(value)
        return options or {}

    def _further(self, collection: Collection) -> tuple[Loss, ...]:
        """The records that a file of one can't hold."""
        words = message("A file of this kind holds one record.")
        further = range(1, len(collection)) if self.single and self.writable else ()
        return tuple(Loss("record", None, words, index) for index in further)

    @property
    def checks(self) -> bool:
        """Whether the specification says more than the reader: whether `strict` can find anything."""
        return bool(self.checker) or type(self).strict is not Format.strict

    def strict(self, collection: Collection) -> list[Diagnostic]:
        """Where a collection that was read breaks a "must" of the format's specification.

        What readers take without a word but the specification forbids; empty where there is none.
        Raises OSError where the source fails.
        """
        if not self.checker:
            return []
        found: list[Diagnostic] = load_named(self.checker)(collection)
        return found

    def fields_of(self, game: str) -> tuple[HeaderField, ...]:
        """`fields` as they are in records of a game, where a header isn't the same in all of them."""
        return self.game_fields.get(game, self.fields)

    def by_role(self, role: str, headers: Sequence[Header], game: str = "") -> str:
        """What plays a role (see `HeaderField`) in a game's record with these headers; "" where nothing does.

        The value of the first field of the role that has one, where the format has nothing better to say.
        """
        for field in self.fields_of(game):
            if field.role == role and (value := value_of(headers, field.key)):
                return value
        return ""

    def with_result(self, headers: Sequence[Header], text: str) -> tuple[Header, ...] | None:
        """Headers that say a result, written as records of its game write it ("B+3.5", "1-0").

        "" takes it out. None where the format has no place for one, or not for this.
        """
        field = next((field for field in self.fields if field.role == "result"), None)
        if field is None or (text and field.choices is not None and text not in field.choices):
            return None
        return with_header(headers, field.key, text)

    def with_values(
        self, headers: Sequence[Header], game: str, values: Mapping[str, str]
    ) -> tuple[Header, ...]:
        """Headers that say values by their kinds (see `HeaderField`), as far as it has a place for them."""
        said = tuple(headers)
        for field in self.fields_of(game):
            if field.kind in values:
                said = with_header(said, field.key, values[field.kind])
        return said

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """The headers of a new record."""
        return self.initial

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """What `Collection.variant` will be of the file that `write` makes."""
        return self.variant or collection.variant

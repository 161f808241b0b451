"""The rows of the details of a record: fields, lists, what else it says; what is offered, faults."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.text import encode, lacking, readable
from viewer.document.document import Document
from viewer.document.plans.lists import MOST, count_of, place_in
from viewer.formats.format import Format
from viewer.formats.headers import HeaderField, HeaderList
from viewer.games.capabilities import Begun
from viewer.games.game import Game, State
from viewer.tree.record import Header

_ALWAYS = 2  # fields of an item that are shown in any case
_SEEN = 300  # records that are looked at
_REST = 40  # characters of what doesn't fit that a tooltip shows


class HeaderRowKind(enum.Enum):
    """What a row is."""

    HEADER = 0  # a field of the format, or another header, by key and occurrence
    ITEM = 1  # a field of an item of a list
    ANOTHER = 2  # where another item of a list is written
    NEW = 3  # where a header with a name of one's own is written
    SIZE = 4  # the size of the board
    OUTSIDE = 5  # text of the file outside of the game, by occurrence
    CARRIED = 6  # what another record of the file says for this one, by occurrence


@dataclass(frozen=True, slots=True)
class HeaderRow:
    """One row. `list` and `number` are those of a list's item, `first` whether its first row."""

    kind: HeaderRowKind
    field: HeaderField | None = None
    key: str = ""
    occurrence: int = 0
    list: HeaderList | None = None
    number: int = 0
    first: bool = False

    def name(self) -> Message | None:
        """What it is called, None for a header that has no name but its key."""
        if self.kind is HeaderRowKind.SIZE:
            return message("Size of the board")
        if self.kind is HeaderRowKind.OUTSIDE:
            return message("Outside the game")
        if self.kind is HeaderRowKind.CARRIED:
            return message("Earlier: {name}", name=self.key if not self.field else self.field.name)
        if self.list is not None:
            if self.kind is HeaderRowKind.ANOTHER:
                return self.list.another
            if self.first:
                return self.list.item.given(number=self.number + 1)
        return None if self.field is None else self.field.name


NEW = HeaderRow(HeaderRowKind.NEW)
SIZE = HeaderRow(HeaderRowKind.SIZE)


def rows_for(
    format_: Format,
    game: str,
    headers: Sequence[Header],
    usual: Sequence[str],
    sized: bool,
    outside: int = 0,
    carried: Sequence[Header] = (),
) -> list[HeaderRow]:
    """The rows for the headers of a game's record.

    `usual` are the keys of a new record's: a format of free headers shows those of its fields and what
    the record has; all where a new record has none of them. A usual one is left out where the record has
    another for the same: with a handicap 下手 and 上手, not 先手 and 後手. `sized`: boards differ in size.
    `outside` is the number of texts that stand outside of the game, `carried` what another record says
    for this one.
    """
    fields_ = format_.fields_of(game)
    plain = [field for field in fields_ if _list_of(field.key, format_) is None]
    some = format_.free_headers and any(field.key in usual for field in plain)
    here = {header.key for header in headers}
    told = {field.role for field in plain if field.role and field.key in here}
    left = list(format_.lists)
    rows: list[HeaderRow] = []
    for field in fields_:
        of = _list_of(field.key, format_)
        if of is None:
            if not some or field.key in here or (field.key in usual and field.role not in told):
                rows.append(HeaderRow(HeaderRowKind.HEADER, field, field.key))
        elif of in left:  # a list stands where its first field would
            left.remove(of)
            rows += _items(format_, headers, of)
    for of in left:
        rows += _items(format_, headers, of)
    if sized:
        rows.append(SIZE)
    fields = {field.key for field in plain} | {row.key for row in rows}
    rows += _others(headers, fields)
    named = {field.key: field for field in fields_}
    rows += [
        HeaderRow(HeaderRowKind.CARRIED, named.get(key), key, number)
        for number, (key, _) in enumerate(carried)
    ]
    rows += [HeaderRow(HeaderRowKind.OUTSIDE, occurrence=number) for number in range(outside)]
    if format_.free_headers:
        rows.append(NEW)
    return rows


def _list_of(key: str, format_: Format) -> HeaderList | None:
    return next((one for one in format_.lists if key.startswith(one.key + ".")), None)


def _fields(headers: Sequence[Header], of: HeaderList) -> list[HeaderField]:
    """The fields that the items of a list show: the first ones, and those that any item has."""
    found = (place_in(header.key, of.key) for header in headers)
    said = {at[1] for at in found if at is not None}
    return [field for n, field in enumerate(of.fields) if n < _ALWAYS or field.key in said]


def hidden(format_: Format, headers: Sequence[Header]) -> dict[str, Message]:
    """Words for the fields of items that aren't shown, by their keys."""
    out: dict[str, Message] = {}
    for of in format_.lists:
        shown = _fields(headers, of)
        for number in range(count_of(format_, headers, of.key)):
            item = of.item.given(number=number + 1)
            for field in of.fields:
                if field not in shown:
                    words = message("{item}: {field}", item=item, field=field.name)
                    out[f"{of.key}.{number}.{field.key}"] = words
    return out


def _items(format_: Format, headers: Sequence[Header], of: HeaderList) -> Iterator[HeaderRow]:
    count = count_of(format_, headers, of.key)
    shown = _fields(headers, of)
    for number in range(count):
        for index, field in enumerate(shown):
            key = f"{of.key}.{number}.{field.key}"
            yield HeaderRow(HeaderRowKind.ITEM, field, key, 0, of, number, index == 0)
    if count < MOST:
        yield HeaderRow(
            HeaderRowKind.ANOTHER,
            of.fields[0],
            f"{of.key}.{count}.{of.fields[0].key}",
            0,
            of,
            count,
            True,
        )


def _others(headers: Sequence[Header], fields: set[str]) -> Iterator[HeaderRow]:
    """Headers that have no field, and those that stand there again."""
    seen: dict[str, int] = {}
    for header in headers:
        occurrence = seen.get(header.key, 0)
        seen[header.key] = occurrence + 1
        if occurrence or header.key not in fields:
            yield HeaderRow(HeaderRowKind.HEADER, None, header.key, occurrence)


def names_offered(
    of: Format, game: str, rows: Sequence[HeaderRow], headers: Sequence[Header], document: Document
) -> tuple[str, ...]:
    """Names that a new header may have: the game's fields that no row shows, and what other records have."""
    shown = {row.key for row in rows}
    fields = {
        field.key: tr(field.name)
        for field in of.fields_of(game)
        if not any(field.key.startswith(f"{one.key}.") for one in of.lists)
    }
    fixed = {field.key for field in of.fields_of(game) if field.start}
    names = [name for key, name in fields.items() if key not in shown and key not in fixed]
    names += [tr(words) for words in hidden(of, headers).values()]
    for place in range(min(len(document), _SEEN)):
        keys = (header.key for header in document.headers(place))
        names += [key for key in keys if key not in shown and key not in fields]
    return tuple(dict.fromkeys(names))


def values_offered(
    row: HeaderRow, game: Game[State], headers: Sequence[Header], document: Document
) -> tuple[str, ...]:
    """What is usual in a row's header, and what other records of the file say there."""
    usual: list[str] = []
    if row.field is not None:
        usual = list(row.field.offered)
        if row.field.kind and isinstance(game, Begun):
            usual += game.usual_values(row.field.kind, headers)
    if not row.key or len(document) < 2:
        return tuple(usual)
    others = {value for value in document.values(row.key, 0, _SEEN) if value.strip("?.-")}
    return (*usual, *sorted(others.difference(usual)))


def faults_of(text: str, field: HeaderField | None, codec: str) -> list[Message]:
    """Sentences about a text that is too long for its field or has characters that the codec lacks."""
    found: list[Message] = []
    raw = encode(text, codec)
    if field is not None and 0 < field.limit < len(raw):
        kept = fitting(text, codec, field.limit)
        found.append(
            message(
                "{size} bytes, and {limit} fit: “{rest}” will be cut off.",
                size=len(raw),
                limit=field.limit,
                rest=_short(readable(text[len(kept) :])),
            )
        )
    missing = lacking(text, codec)
    if missing:
        found.append(
            message(
                "{codec} has no code for {characters}.",
                codec=codec,
                characters=" ".join(missing[:_REST]),
            )
        )
    return found


def fitting(text: str, codec: str, limit: int) -> str:
    """The longest prefix of a text that fits in `limit` bytes."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if len(encode(text[:middle], codec)) <= limit:
            low = middle
        else:
            high = middle - 1
    return text[:low]


def _short(text: str) -> str:
    return text if len(text) <= _REST else text[:_REST] + "…"

"""Replacing words in many records, and giving players one name in them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import Message, Number, counted, message
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.edits import Location
from viewer.document.plans import EditableRecords
from viewer.document.whole.sweep import (
    RecordChange,
    Runner,
    Scope,
    Sweep,
    scope_of,
    start_of,
    sweeping,
)
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.formats.headers import HeaderField
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.node import Node
from viewer.tree.ops import Op, SetHeaders, SetNotes
from viewer.tree.record import Header, Record

COMMENTS = "comments"
HEADERS = "headers"
_TEXTS = (BEFORE, COMMENT)
_JOINER = "\u200d"
_BLANKS = re.compile(r"\s+")
_AROUND = 16  # characters of an excerpt before a place and behind it
_SHOWN = 50
NAMES = "names"
_ROLES = ("side0", "side1")


class Replacement(NamedTuple):
    """What to replace, and where.

    Attributes:
        sought, new: literal texts; "" finds nothing.
        exact: whether case matters.
        whole: whether only whole words match.
        comments: whether comments are searched.
        headers: keys of the headers that are searched.
    """

    sought: str
    new: str
    exact: bool = False
    whole: bool = False
    comments: bool = True
    headers: frozenset[str] = frozenset()


class Place(NamedTuple):
    """A match: the record's key, and the node's id, or None and the header's key.

    `before`, `ahead` and `behind` are the match and the text around it, on one line.
    """

    record: int
    node: int | None
    header: str
    ahead: str
    before: str
    behind: str


def text_fields(format_: Format, game: str) -> list[HeaderField]:
    """The fields of a format that hold free text: names, events, remarks."""
    return [
        field
        for field in format_.fields_of(game)
        if field.choices is None and not field.start and not field.kind and not field.refers
    ]


class Replacer:
    """Replaces in records, one after the other.

    Attributes:
        places: the first matches, in the order of the records.
    """

    def __init__(self, replacement: Replacement, flowing: bool) -> None:
        """`flowing`: whether line breaks within comments are layout, so that a blank matches them."""
        self._said = replacement
        self._headers = _pattern(replacement, False)
        self._comments = _pattern(replacement, flowing)
        self.places: list[Place] = []

    def change(self, key: int, record: Record, top: Node) -> RecordChange:
        """The change of a record."""
        if not self._said.sought:
            return RecordChange((), {})
        counts: Counter[str] = Counter()
        ops: list[Op] = []
        if self._said.headers:
            headers = self._new_headers(key, record.headers, counts)
            if headers != record.headers:
                ops.append(SetHeaders(headers))
        if self._said.comments:
            notes: list[tuple[int, str, str]] = []
            for node in top.walk():
                for facet in _TEXTS if node.notes else ():
                    text = str(node.notes.get(facet, ""))
                    new = self._new(self._comments, text, COMMENTS, counts, key, node.id, "")
                    if new != text:
                        notes.append((node.id, facet, new))
            if notes:
                ops.append(SetNotes(top.id, tuple(notes)))
        return RecordChange(tuple(ops), counts if ops else {})

    def _new_headers(
        self, key: int, headers: Sequence[Header], counts: Counter[str]
    ) -> tuple[Header, ...]:
        """The new headers; those left empty are removed."""
        out: list[Header] = []
        for name, value in headers:
            new = value
            if name in self._said.headers:
                new = self._new(self._headers, value, HEADERS, counts, key, None, name)
            if new or not value:
                out.append(Header(name, new))
        return tuple(out)

    def _new(
        self,
        pattern: re.Pattern[str],
        text: str,
        kind: str,
        counts: Counter[str],
        key: int,
        node: int | None,
        header: str,
    ) -> str:
        parts: list[str] = []
        end = 0
        for match in pattern.finditer(text):
            start, stop = match.span()
            if not (_is_boundary(text, start) and _is_boundary(text, stop)):
                continue
            parts += [text[end:start], self._said.new]
            counts[kind] += 1
            if len(self.places) < _SHOWN:
                ahead, behind = text[max(0, start - _AROUND) : start], text[stop : stop + _AROUND]
                lines = [_BLANKS.sub(" ", some) for some in (ahead, match[0], behind)]
                self.places.append(Place(key, node, header, *lines))
            end = stop
        return text if not parts else "".join([*parts, text[end:]])


def _pattern(said: Replacement, flowing: bool) -> re.Pattern[str]:
    text = re.escape(said.sought)
    if flowing:
        text = text.replace("\\ ", "(?: |[ \t]*\n(?![ \t]*\n)[ \t]*)")
    if said.whole:
        text = rf"(?<!\w){text}(?!\w)"
    return re.compile(text, 0 if said.exact else re.IGNORECASE)


def _is_boundary(text: str, at: int) -> bool:
    """Whether an offset is between characters as users see them: not within an accented letter or emoji."""
    if not 0 < at < len(text):
        return True
    if text[at - 1] == _JOINER or text[at] == _JOINER:
        return False
    return unicodedata.category(text[at])[0] != "M" and not "\U0001f3fb" <= text[at] <= "\U0001f3ff"


def replacing(
    document: EditableRecords, scope: Scope, replacer: Replacer, here: Location
) -> Iterator[JobStep[Sweep]]:
    """A job that plans replacing words in records; see `sweeping`."""
    return sweeping(document, scope, replacer.change, message("Replace words"), here)


def replacer_for(document: EditableRecords, replacement: Replacement) -> Replacer:
    """The Replacer for a document."""
    return Replacer(replacement, document.flowing)


def count_words(counts: Mapping[str, int]) -> Message:
    """The number of matches in words: "17 places in comments, 3 in headers"."""
    n, headers = counts.get(COMMENTS, 0), counts.get(HEADERS, 0)
    comments = counted("{count} place in comments", "{count} places in comments", n)
    if not headers:
        return comments
    if n:
        return message(
            "{comments}, {headers} in the details", comments=comments, headers=Number(headers)
        )
    return counted(
        "{count} place in the details",
        "{count} places in the details",
        headers,
    )


def before_words(sweep: Sweep) -> Message:
    """The sentence before it is done."""
    if sweep.edit is None:
        return message("Not found.")
    return message("{what} will be replaced.", what=sweep.within(count_words(sweep.counts)))


def after_words(sweep: Sweep) -> Message:
    """The sentence after it was done."""
    return message("Replaced {what}.", what=sweep.within(count_words(sweep.counts)))


class Renamer:
    """Renames players, in the headers that a format has for them."""

    def __init__(self, format: str, names: Mapping[str, str]) -> None:
        """`names`: the new name by each old one, which has to be all of a header's value."""
        self._format = FORMATS[format].load()
        self._names = names

    def change(self, key: int, record: Record, top: Node) -> RecordChange:
        """The change of a record."""
        keys = {
            field.key
            for field in self._format.fields_of(record.game)
            if field.role in _ROLES and not field.refers
        }
        new = tuple(
            Header(name, self._names.get(value.strip(), value) if name in keys else value)
            for name, value in record.headers
        )
        count = sum(one != other for one, other in zip(new, record.headers, strict=True))
        return RecordChange((SetHeaders(new),) if count else (), {NAMES: count})


def renaming(
    document: EditableRecords, scope: Scope, names: Mapping[str, str], here: Location
) -> Iterator[JobStep[Sweep]]:
    """A job that plans giving players other names in records; see `sweeping`."""
    renamer = Renamer(document.format, names)
    return sweeping(document, scope, renamer.change, rename_words(len(names)), here)


def rename_words(count: int) -> Message:
    """The name of the edit."""
    return counted("Unify a name", "Unify {count} names", count)


def told(sweep: Sweep) -> Message:
    """What changes, in words: "12 names in 8 games"."""
    count = sweep.counts.get(NAMES, 0)
    if not count:
        return message("No name changes.")
    return sweep.within(counted("{count} name", "{count} names", count))


def replace(
    document: Document,
    sought: str,
    new: str,
    *,
    exact: bool = False,
    whole: bool = False,
    comments: bool = True,
    headers: Iterable[str] = (),
    records: str = "",
    run: Runner = run_inline,
) -> Message:
    """Replace words in comments, and in headers of these keys; see `Replacement`.

    `records`, `run`, result and errors as for `strip.strip`.
    """
    wanted = Replacement(sought, new, exact, whole, comments, frozenset(headers))
    replacer = replacer_for(document, wanted)
    job = replacing(document, scope_of(document, records), replacer, start_of(document))
    (sweep,) = run(job)
    document.do(sweep.edit)
    return after_words(sweep) if sweep.edit else before_words(sweep)

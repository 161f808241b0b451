"""Base classes of collections that are read from a source."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.source import Source, Span
from viewer.formats.capabilities import Judged
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import ANY, Expected, decode
from viewer.formats.kit.diagnostics import TextPositions, in_runs, positioned
from viewer.formats.kit.judge import (
    Judgement,
    PartCodecs,
    guess,
    judge,
    judge_legacy,
    judge_parts,
    legacy_lines,
)
from viewer.formats.memory import EagerCollection
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

UNSURE = "file.codec"
"""The code of the finding that the codec of a file's text isn't sure."""
LOST_LETTERS = "file.lost-letters"
"""The code of the finding that signs stand in place of letters of a file's text."""


class _Doubt(NamedTuple):
    """Text of which chardet might know the codec, and what its format tells of it."""

    text: bytes
    expected: Expected
    codec: str


class DecodedText(NamedTuple):
    """The text of a file, of a longer one its beginning.

    Attributes:
        data: its bytes.
        codec: by which they were decoded.
        by_hand: whether the user chose the codec: the bytes suggest another.
        text: the characters.
    """

    data: bytes
    codec: str
    by_hand: bool
    text: str


_LOST = "\ufffd".encode()
_HEAD = 1 << 12  # bytes
_MEANT = 10  # signs; fewer may be meant
_JUDGED = 1 << 20  # bytes of a file in which text is looked for that tells its codec


class FileCollection(EagerCollection, Judged):
    """A collection whose records are all known once its source is opened.

    Subclasses read what they need, and report diagnostics by `_tell`.

    Attributes:
        format: id of the format.
        source: where the bytes are.
    """

    format: str

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source: Source = source
        self._limits = limits
        self._found: list[Diagnostic] = []
        self._told: set[int] = set()
        self._doubts: list[_Doubt] = []
        self._asked: list[_Doubt] = []
        self._parts: PartCodecs | None = None
        self._expected = ANY
        self._look_for_lost_letters()

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """The diagnostics of the records read so far."""
        return self._found

    def _look_for_lost_letters(self) -> None:
        """Tell that a text came here with signs that another program put in place of letters."""
        if b"\0" in self.source.read(0, _HEAD):  # no text, of which others read only parts
            return
        data = self.source.read(0, _JUDGED)
        count = data.count(_LOST)
        if count >= _MEANT:
            words = message(
                "Letters of this text were lost before it came here: “{sign}” stands in their place "
                "{count} times. Only another copy of the file has them.",
                sign="\ufffd",
                count=count,
            )
            at = data.index(_LOST)
            found = Diagnostic(Severity.WARNING, LOST_LETTERS, words, None, None, at)
            self._found.append(found)

    def _tell(self, index: int, found: Iterable[Diagnostic]) -> None:
        """Report the diagnostics of a record, once even if it is read several times."""
        if index not in self._told:
            count = len(self._found)
            self._found += in_runs(found)
            if len(self._found) > count:
                self._told.add(index)

    def _decode(self, encoding: str | None, expected: Expected = ANY) -> DecodedText:
        """Decode what is read of the source by a codec, None for the one that is judged. Raises OSError."""
        data = self.source.read(0, self._limits.body_bytes)
        if encoding is None:
            codec = self._judged(data, expected)
            return DecodedText(data, codec, False, decode(data, codec))
        by_hand = guess(data, "", expected) != encoding
        return DecodedText(data, encoding, by_hand, decode(data, encoding))

    def _judged(self, data: bytes, expected: Expected = ANY, name: str = "") -> str:
        """The codec of the file's text; tells of another that is nearly as likely."""
        found = judge(data, name, expected, self._limits.asked_bytes)
        self._take(found, data, expected)
        return found.codec

    def _take(self, found: Judgement, data: bytes, expected: Expected) -> None:
        if found.other is None:
            doubt = _Doubt(legacy_lines(data), expected, found.codec)
            if doubt not in (*self._doubts, *self._asked):
                self._doubts.append(doubt)
        elif found.other and not any(one.code == UNSURE for one in self._found):
            self._tell_codec(found.codec, found.other)

    def part_codecs(self, data: bytes) -> PartCodecs:
        """The codecs of parts that aren't UTF-8, judged when the first is met (`data`). Raises OSError."""
        if self._parts is None:
            sample = legacy_lines(self.source.read(0, _JUDGED)) or legacy_lines(data)
            self._parts, made = judge_parts(sample, self._expected, self._limits.asked_bytes)
            for one, judged in made:
                self._take(one, judged, self._expected)
        return self._parts

    def ask(self) -> bool:
        """Ask chardet about text of which it wasn't asked at once; True if a diagnostic came of it."""
        doubts, self._doubts = self._doubts, []
        self._asked += doubts
        told = len(self._found)
        for doubt in doubts:
            found = judge_legacy(doubt.text, doubt.expected)
            likelier = found.codec != doubt.codec
            other = found.codec if likelier else found.other
            if other and not any(one.code == UNSURE for one in self._found):
                self._tell_codec(
                    doubt.codec, other, Severity.WARNING if likelier else Severity.INFO
                )
        return len(self._found) > told

    def _tell_codec(self, codec: str, other: str, severity: Severity = Severity.INFO) -> None:
        words = message(
            "The text is read as {codec}; it could be {other}.", codec=codec, other=other
        )
        self._found.append(Diagnostic(severity, UNSURE, words, None))

    def _tell_cut(self, length: int) -> None:
        """Report that only the beginning of the file is read, if there is more."""
        if self.source.size > length:
            words = message("The file is longer than what is read of it.")
            code = f"{self.format}.too-long"
            self._found.append(Diagnostic(Severity.ERROR, code, words, None, None, length))

    def _rest(self, name: str, length: int) -> tuple[Fact, ...]:
        """A fact with the bytes after the part that is read, if there are any."""
        rest = self.source.size - length
        return (Fact(name, None, Span(length, rest)),) if rest > 0 else ()


class SingleCollection(FileCollection):
    """The only record of a source."""

    def __len__(self) -> int:
        return 1

    @abstractmethod
    def _read(self) -> Record:
        """Read the record. Raises OSError."""

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of the record."""
        return self.record(index).headers

    def record(self, index: int) -> Record:
        """The record, read now. Raises IndexError for any index but 0, OSError."""
        if index:
            raise IndexError(index)
        return self._read()


class SingleText(SingleCollection):
    """The only record of a text that is decoded as a whole."""

    def __init__(
        self,
        source: Source,
        limits: Limits,
        encoding: str | None,
        expected: Expected = ANY,
    ) -> None:
        super().__init__(source, limits)
        self._decoded = self._decode(encoding, expected)

    def _nothing(self) -> Unreadable:
        """What to raise if there is no game."""
        return Unreadable(message("There is no game in the file."), f"{self.format}.empty")

    def _tell_read(self, found: Sequence[Diagnostic]) -> None:
        """Report the diagnostics at characters of the text, and that the file goes on if it does."""
        where = TextPositions(self._decoded.text, self._decoded.codec)
        self._tell(0, positioned(found[: self._limits.diagnostics], where))
        self._tell_cut(len(self._decoded.data))


class ListCollection(FileCollection):
    """Records that follow each other in a source, so that every byte belongs to a record."""

    @abstractmethod
    def __len__(self) -> int:
        """Number of records."""

    @abstractmethod
    def _bounds(self, index: int) -> tuple[int, int]:
        """The offsets in the source where a record begins and ends."""

    def span(self, index: int) -> Span:
        """The bytes of a record; the part of the file that isn't read belongs to the last one."""
        start, end = self._bounds(index)
        last = index == len(self) - 1
        return Span(start, (self.source.size if last else end) - start)

    def unedited_run(self, index: int) -> int:
        """The number of records from an index on, since all of them are unedited."""
        return len(self) - index


class TextCollection(ListCollection):
    """Records of a text that is decoded as a whole; subclasses know where each is in it."""

    def __init__(
        self,
        source: Source,
        limits: Limits,
        encoding: str | None,
        expected: Expected = ANY,
    ) -> None:
        super().__init__(source, limits)
        data, self._codec, self._by_hand, self._text = self._decode(encoding, expected)
        self._positions = TextPositions(self._text, self._codec)
        self._tell_cut(len(data))

    @abstractmethod
    def _segment(self, index: int) -> tuple[int, int]:
        """The character indices where the text of a record begins and ends."""

    def _bounds(self, index: int) -> tuple[int, int]:
        start, end = self._segment(index)
        return self._positions.of(start).offset if index else 0, self._positions.of(end).offset

    def _tell_at(self, index: int, found: Iterable[Diagnostic]) -> None:
        """Report diagnostics at characters of a record's text."""
        start, _ = self._segment(index)
        self._tell(index, positioned(found, self._positions, start, index))


_REMEMBERED = 256  # records whose headers are cached


class RecentHeaders:
    """A cache of the headers of recent records: lists request them column by column."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Header, ...]] = {}

    def get(self, index: int, read: Callable[[int], tuple[Header, ...]]) -> tuple[Header, ...]:
        """The headers of a record, from `read` unless cached. Raises what `read` raises."""
        known = self._known.get(index)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[index] = read(index)
        return known

"""Optional capabilities of formats, each a base class: what is more than one method, or asked for by type.

Callers check the type: `if isinstance(format, ExplainedHeaders): words = format.meaning(key, value)`.
A format inherits from those it has: `class SgfFormat(ExplainedHeaders, CheckedHeaders, Format)`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.formats.format import Collection
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record


class Stretch(NamedTuple):
    """Consecutive records of a file, and what has to be known of the file to read them.

    Attributes:
        name: of the file.
        data: the bytes of the records.
        first: the index of the first of them.
        records: how many the file has.
        start: the offset of the bytes in the file.
        lines: line ends before them.
        column: characters before them in the line they begin in.
        size: of the file.
        encoding: the codec that was chosen, None if none was.
        parts: two codecs of the records that aren't in UTF-8, None where none has been met.
    """

    name: str
    data: bytes
    first: int
    records: int
    start: int
    lines: int
    column: int
    size: int
    encoding: str | None
    parts: tuple[str, str] | None


class ExplainedHeaders(ABC):
    """Formats with headers that contain codes which people may not know."""

    @abstractmethod
    def meaning(self, key: str, value: str) -> Message | None:
        """The meaning of a header's value, None if the value needs no explanation."""


class CheckedHeaders(ABC):
    """Formats whose specification restricts the values of headers."""

    @abstractmethod
    def fault(self, key: str, value: str, headers: Sequence[Header]) -> Message | None:
        """How a header's value, given the other headers, breaks the specification; None if it doesn't."""


class CheckedRecord(NamedTuple):
    """What the check of a record found.

    Attributes:
        findings: all of them, in order.
        judged: whether the check has found that all moves are legal, and no result against the end on the
            board.
    """

    findings: list[Diagnostic]
    judged: bool = False


class PlainGame(NamedTuple):
    """A game's headers and main line, of a record that has nothing else: no notes, no variations, no set-up.

    Attributes:
        game: the game's id.
        headers: as in the record.
        moves: as they are written. Nodes are numbered from the root, 0.
        end: what stands behind the moves, as it is written.
    """

    game: str
    headers: tuple[Header, ...]
    moves: list[str]
    end: str


class PlainGames(ABC):
    """Collections that can tell plain games apart, and read them many times as fast as records."""

    @abstractmethod
    def plain_game(self, index: int) -> PlainGame | None:
        """A game; None if it isn't surely plain. Raises OSError."""

    @abstractmethod
    def plain_record(self, game: PlainGame) -> Record:
        """What `record` reads of a plain game whose moves are legal, without the facts of its nodes."""


class ReadAnew:
    """Collections that read a record anew for each who asks: who has asked may dissolve it."""


class Judged(ABC):
    """Collections of text whose codec may not be sure when it is read."""

    @abstractmethod
    def ask(self) -> bool:
        """Ask a detector about the codec, if that wasn't done at once; True if there is a finding.

        Takes 0.1 s the first time.
        """


class CheckedRecords(ABC):
    """Formats whose `strict` looks at one record at a time, and at its moves by the rules while it does."""

    @abstractmethod
    def record_checks(
        self, collection: Collection, first: int
    ) -> Callable[[int, Record], CheckedRecord]:
        """The check of the records from an index on, called with each in turn, as it was read.

        It raises OSError, and so does what it returns.
        """


class CheckedByRecord(CheckedRecords):
    """Formats of which long files can be checked in parts.

    Their collections read a record anew for each who asks; who has asked may dissolve it.
    """

    @abstractmethod
    def finding_limit(self) -> Callable[[Iterable[Diagnostic]], list[Diagnostic]]:
        """Which of the next findings are told, of a whole file; called in their order."""

    @abstractmethod
    def stretch(self, collection: Collection, indexes: range) -> Stretch:
        """Consecutive records, to be read elsewhere. Raises OSError."""

    @abstractmethod
    def read_some(self, source: Source) -> Collection:
        """Records of a file that are a source of their own; perhaps none of a kind that can be read."""

    @abstractmethod
    def read_stretch(self, stretch: Stretch, expected: int) -> Collection:
        """The file, of which only the records of a stretch can be read.

        Raises Unreadable if they aren't as many as expected.
        """

"""What some formats have and others don't, each a class that a format is of or not.

Whoever needs one asks by type: `if isinstance(format, Collated): order = format.collate(collection)`.
A format names those it has as its bases: `class PgnFormat(Collated, FileNaming, Format)`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from viewer.base.messages import Message
from viewer.formats.format import Collection
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


class SuffixOptions(ABC):
    """Formats in which a file's suffix asks for options: a .kifu is UTF-8."""

    @abstractmethod
    def options_for(self, suffix: str) -> Mapping[str, str]:
        """The options that a suffix (without the dot) asks for where a file is written anew; {} for none."""


class Collated(ABC):
    """Formats with a sorting order of their own."""

    @abstractmethod
    def collate(self, collection: Collection) -> list[int]:
        """The numbers of a collection's records in that order. Raises OSError where the source fails."""


class FileNaming(ABC):
    """Formats that say how files are named."""

    @abstractmethod
    def file_name(self, games: Sequence[Sequence[Header]]) -> str:
        """A name for a new file of records with these headers, without folder and suffix.

        "" where the headers say too little.
        """


class Participants(ABC):
    """Formats that list who takes part, and by whom each side is played (see `Format.actors`)."""

    @abstractmethod
    def side_of(self, actor: str, headers: Sequence[Header]) -> int | None:
        """The side that an actor (see ACTOR) plays; None for who plays none, or where that isn't said."""


class ExplainedHeaders(ABC):
    """Formats with headers that hold codes which people may not know."""

    @abstractmethod
    def meaning(self, key: str, value: str) -> Message | None:
        """What a header's value means, None where it says so itself."""


class CheckedHeaders(ABC):
    """Formats whose specification says what headers may hold."""

    @abstractmethod
    def fault(self, key: str, value: str, headers: Sequence[Header]) -> Message | None:
        """What the specification has against a header's value among others; None where nothing."""


class MarkedMoves(ABC):
    """Formats with a property of their own that calls a move wrong or right, beside glyphs and comments."""

    @abstractmethod
    def verdict_of(self, node: Node) -> int:
        """-1 where the property calls a node's move wrong, 1 for right, 0 for neither."""


class EncodedComments(ABC):
    """Formats that may write characters of comments in another way (`&nbsp;`)."""

    @abstractmethod
    def written_comment(self, record: Record, node: Node) -> str:
        """A node's comment in the characters by which the file writes it."""

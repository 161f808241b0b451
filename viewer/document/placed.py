"""Records by their places in many files: read when needed, as one collection of any format."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.base.system_errors import error_words
from viewer.document.clip.pasting import OtherGame, as_data
from viewer.formats import FORMATS
from viewer.formats.detect import load_file
from viewer.formats.format import Collection, EagerCollection, Unreadable
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record

_OPEN = 16  # files that are open at a time
_READ = 64  # records that are remembered


class Place(NamedTuple):
    """A record in a file, as a library knows it.

    Attributes:
        path: of the file.
        number: of the record in it, from 0.
        game: the id of its game.
        players: the names of both, "" for none: by these it is seen whether the file is still the same.
    """

    path: str
    number: int
    game: str
    players: tuple[str, str]


class MissingRecord(Refused):
    """A record isn't where a library says, or its file can't be read."""


class OpenFiles:
    """Files that are open for reading records, the last few of them.

    To be closed; a context manager.
    """

    def __init__(self, files: FileSystem = SYSTEM, limits: Limits = DEFAULT) -> None:
        self._files = files
        self._limits = limits
        self._open: OrderedDict[str, Collection] = OrderedDict()

    def __enter__(self) -> OpenFiles:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        while self._open:
            _close(self._open.popitem()[1])

    def collection(self, path: str) -> Collection:
        """The records of a file, all of them found. Raises MissingRecord."""
        known = self._open.get(path)
        if known is not None:
            self._open.move_to_end(path)
            return known
        with _told(path):
            found = load_file(path, self._files, self._limits)
            for _ in found.indexing():
                pass
        self._open[path] = found
        if len(self._open) > _OPEN:
            _close(self._open.popitem(last=False)[1])
        return found

    def record(self, place: Place) -> Record:
        """The record at a place. Raises MissingRecord."""
        return record_at(self.collection(place.path), place)

    def first_record(self, path: str) -> Record | None:
        """The first record of a file, of which the others aren't found; None if it has none.

        Raises MissingRecord.
        """
        with _told(path):
            found = load_file(path, self._files, self._limits)
            try:
                return found.record(0) if len(found) else None
            finally:
                _close(found)


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Failures to read a file, in words."""
    try:
        yield
    except Unreadable as error:
        raise MissingRecord(
            message("{path} can't be read. {why}", path=path, why=error.reason)
        ) from error
    except OSError as error:
        why = error_words(error)
        raise MissingRecord(message("{path} can't be read: {why}.", path=path, why=why)) from error


def record_at(collection: Collection, place: Place) -> Record:
    """The record of a place, in the records of its file. Raises MissingRecord if it isn't that any more."""
    if place.number < len(collection):
        record = collection.record(place.number)
        format_ = FORMATS[collection.format].load()
        players = tuple(
            format_.by_role(role, record.headers, record.game) for role in ("side0", "side1")
        )
        if record.game == place.game and players == place.players:
            return record
    raise MissingRecord(
        message(
            "{path} isn't what it was when the library was built: game {number} is another one. "
            "Bring the library up to date.",
            path=place.path,
            number=place.number + 1,
        )
    )


def _close(collection: Collection) -> None:
    if collection.source is not None:
        collection.source.close()


class PlacedRecords(EagerCollection):
    """Records at places, in the terms of a format that holds their games; read when they are asked for.

    Attributes:
        format: the id of the format.
    """

    def __init__(self, open_files: OpenFiles, places: Sequence[Place], format: str) -> None:
        """Raises OtherGame if the format doesn't hold one of the games."""
        if not {place.game for place in places} <= set(FORMATS[format].games):
            raise OtherGame
        self.format = format
        self.variant = ""
        self.source = None
        self.diagnostics: Sequence[Diagnostic] = ()
        self._open_files = open_files
        self._places = places
        self._read: OrderedDict[int, Record] = OrderedDict()

    def __len__(self) -> int:
        return len(self._places)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record."""
        return self.record(index).headers

    def record(self, index: int) -> Record:
        """A record, read now. Raises MissingRecord."""
        known = self._read.get(index)
        if known is None:
            place = self._places[index]
            record = self._open_files.record(place)
            format = self._open_files.collection(place.path).format
            known = as_data(record, format, self.format).record()
            self._read[index] = known
            if len(self._read) > _READ:
                self._read.popitem(last=False)
        return known

"""Records by their places in many files: read when needed, as one collection of any format, and written."""

from __future__ import annotations

import os
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from types import MappingProxyType

from viewer.base.cooperative import Checkpoint, cooperative_job
from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message, sentences
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.base.system_errors import error_words
from viewer.document.edits import RecordData
from viewer.document.saving.losses import CooperativeCollection, grouped
from viewer.document.saving.save import LossRefused, SaveError, save_pieces, words_of
from viewer.formats import FORMATS
from viewer.formats.detect import checked, load_file, suffix_of
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Collection, Format, Loss, Unreadable, Unwritable
from viewer.formats.forwarding import OrderedCollection
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.memory import EagerCollection
from viewer.games import GAMES, game_of
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record

_OPEN = 16  # files that are open at a time
_READ = 64  # records that are remembered
_ODD = re.compile(r"[^\w .,()'-]+")
_LONGEST = 80
_KINDS = 3  # of losses of a file that are told


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

    def __init__(
        self,
        files: FileSystem = SYSTEM,
        limits: Limits = DEFAULT,
        encoding: str | None = None,
    ) -> None:
        """`encoding` overrides what the bytes of the files suggest."""
        self._files = files
        self._limits = limits
        self._encoding = encoding
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
            found = load_file(path, self._files, self._limits, self._encoding)
            for _ in found.indexing():
                pass
        self._open[path] = found
        if len(self._open) > _OPEN:
            _close(self._open.popitem(last=False)[1])
        return found

    def record(self, place: Place) -> Record:
        """The record at a place. Raises MissingRecord."""
        return record_at(self.collection(place.path), place)

    def games(self, places: Sequence[Place]) -> Iterator[tuple[Format, Record]]:
        """The records at places, each with the format of its file. Raises MissingRecord."""
        for place in places:
            record = self.record(place)
            yield FORMATS[self.collection(place.path).format].load(), record

    def first_record(self, path: str) -> Record | None:
        """The first record of a file, of which the others aren't found; None if it has none.

        Raises MissingRecord.
        """
        with _told(path):
            found = load_file(path, self._files, self._limits, self._encoding)
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


def place_of(path: str, number: int, record: Record, format: str) -> Place:
    """The place of a record that was read from a file of a format."""
    format_ = FORMATS[format].load()
    return Place(path, number, record.game, format_.players(record.headers, record.game))


def record_at(collection: Collection, place: Place) -> Record:
    """The record of a place, in the records of its file. Raises MissingRecord if it isn't that any more."""
    if place.number < len(collection):
        record = collection.record(place.number)
        if place_of(place.path, place.number, record, collection.format) == place:
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


class OtherGame(ValueError):
    """The target format can't hold a record's game."""


def as_data(record: Record, found: str, wanted: str) -> RecordData:
    """A record read in one format, as plain data for a document of another.

    Facts are left out; without headers it gets those of a new record.
    Headers are renamed as the other format calls them. Raises OtherGame if it can't hold the game.
    """
    if record.game not in FORMATS[wanted].games:
        raise OtherGame
    data = RecordData.of(in_terms_of(FORMATS[wanted].load(), record, found))
    headers = data.headers
    if not headers or (found != wanted and not record.root.children):
        headers = FORMATS[wanted].load().new_headers(record.game)
    return data.bare()._replace(headers=headers, encoding=None)


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


class PlacedWritten(NamedTuple):
    """What was written.

    Attributes:
        paths: of the files.
        records: how many records they have.
        losses: what they lack.
        problems: why records weren't written, by path and number (from 0); of a folder only.
        lossy: the places of those among them that would have lost something.
    """

    paths: tuple[str, ...]
    records: int
    losses: tuple[Loss, ...] = ()
    problems: Mapping[tuple[str, int], Message] = MappingProxyType({})
    lossy: tuple[Place, ...] = ()


def formats_for(games: frozenset[str], several: bool) -> list[FormatEntry]:
    """The writable formats that hold all of some games; for several records those that hold several."""
    found = []
    for entry in FORMATS.values():
        if games <= set(entry.games):
            format_ = entry.load()
            if format_.writable and not (several and format_.single):
                found.append(entry)
    return found


def format_of_all(places: Sequence[Place]) -> FormatEntry:
    """The first format that holds all records of some places. Raises Refused if there is none."""
    fits = formats_for(frozenset(place.game for place in places), len(places) > 1)
    if not fits:
        first = places[0]
        other = next(place for place in places if place.game != first.game)
        words = message(
            "{first} ({game}) and {second} ({other}) don't go into one file. Choose games of one kind, or a"
            " file for each.",
            first=first.path,
            game=game_of(first.game).name,
            second=other.path,
            other=game_of(other.game).name,
        )
        raise Refused(words)
    return fits[0]


def format_of_name(path: str, games: frozenset[str], several: bool) -> FormatEntry:
    """The format of a new file, by its name. Raises Refused where that can't hold the records."""
    suffix = suffix_of(path)
    named = [entry for entry in FORMATS.values() if suffix in entry.suffixes]
    if not named:
        raise Refused(message("No format writes files named {name}.", name=os.path.basename(path)))
    fits = formats_for(games, several)
    for entry in named:
        if entry in fits:
            return entry
    if not games <= set(named[0].games):
        missing = next(game for game in games if game not in named[0].games)
        raise Refused(
            message(
                "{format} can't hold games of {game}.",
                format=named[0].name,
                game=GAMES[missing].name,
            )
        )
    if not named[0].load().writable:
        raise Refused(message("{format} can only be read.", format=named[0].name))
    raise Refused(message("A file of {format} holds one record.", format=named[0].name))


def writing_file(
    places: Sequence[Place], path: str, allow_loss: bool = False, files: FileSystem = SYSTEM
) -> Iterator[JobStep[PlacedWritten | LossRefused | SaveError | Refused]]:
    """The job that writes records into a new file, by the format that its name says.

    Its result, with the last step, says what was written, or is the exception: LossRefused if something
    would be lost and `allow_loss` isn't given, SaveError, Refused.
    """

    def work(rest: Checkpoint) -> PlacedWritten | LossRefused | SaveError | Refused:
        try:
            games = frozenset(place.game for place in places)
            entry = format_of_name(path, games, len(places) > 1)
            with OpenFiles(files) as open_files:
                records = PlacedRecords(open_files, places, entry.id)
                return write_records(
                    CooperativeCollection(records, rest), entry, path, allow_loss, files
                )
        except (Refused, LossRefused, SaveError) as error:
            return error

    return cooperative_job(work)


def write_records(
    records: Collection, entry: FormatEntry, path: str, allow_loss: bool, files: FileSystem
) -> PlacedWritten:
    """Write records into a new file of a format. Raises LossRefused, SaveError, Refused."""
    format_ = entry.load()
    try:
        output = checked(format_.write(records), records, path, format_)
        if output.losses and not allow_loss:
            raise LossRefused(output.losses)
        save_pieces(path, output.pieces, records.source, files)
    except Unwritable as error:
        raise SaveError(error.reason) from error
    except OSError as error:
        raise SaveError(words_of(path, error)) from error
    return PlacedWritten((path,), len(records), output.losses)


def writing_folder(
    places: Sequence[Place],
    folder: str,
    files: FileSystem = SYSTEM,
    format: str = "",
    allow_loss: bool = False,
    by_file: bool = False,
) -> Iterator[JobStep[PlacedWritten]]:
    """The job that writes each record into a file of its own.

    `format`: the id of that of the files, if it has the record's game; else it is that of the record's file,
    or the first that fits. `by_file`: what stands together in a file stays together where the format holds
    several records, and files keep their names.

    What is there already stays: new files get other names. A record that can't be written, or would lose
    something, is among the `problems`; its result comes with the last step.
    """

    def work(rest: Checkpoint) -> PlacedWritten:
        paths: list[str] = []
        problems: dict[tuple[str, int], Message] = {}
        lossy: list[Place] = []
        done = 0
        taken = {name.casefold() for name in os.listdir(folder)}
        with OpenFiles(files) as open_files:
            for some in _together(places, format) if by_file else ([place] for place in places):
                first = some[0]
                stem = _stem_of(first, by_file)
                try:
                    path = _write_alone(
                        open_files,
                        some,
                        os.path.join(folder, stem),
                        taken,
                        files,
                        format,
                        allow_loss,
                    )
                    paths.append(path)
                except (Refused, SaveError) as error:
                    problems[first.path, first.number] = error.reason
                except LossRefused as error:
                    number = some[error.losses[0].record].number
                    kinds = grouped(error.losses)[:_KINDS]
                    problems[first.path, number] = sentences([kind.words for kind in kinds])
                    lossy += some
                done += len(some)
                rest(done, len(places))
        return PlacedWritten(tuple(paths), len(paths), (), problems, tuple(lossy))

    return cooperative_job(work)


def _together(places: Sequence[Place], format: str) -> Iterator[list[Place]]:
    """The records of each file and game, where the format holds several; else each by itself."""
    single = FORMATS[format].load().single if format else False
    for _, some in groupby(places, lambda one: (one.path, one.game, single and one.number)):
        yield list(some)


def _write_alone(
    open_files: OpenFiles,
    places: Sequence[Place],
    stem: str,
    taken: set[str],
    files: FileSystem,
    wanted: str,
    allow_loss: bool,
) -> str:
    """Write records of one file and game into a new one, named so or by a number more."""
    first = places[0]
    found = open_files.collection(first.path)
    fits = {one.id: one for one in formats_for(frozenset((first.game,)), len(places) > 1)}
    entry = fits.get(wanted) or fits.get(found.format) or next(iter(fits.values()))
    folder, plain = os.path.split(stem)
    name = _name_of(plain, entry.suffixes[0], taken)
    path = os.path.join(folder, name)
    if entry.id == found.format:  # as it is in its file, byte by byte
        for place in places:
            open_files.record(place)
        alone: Collection = OrderedCollection(found, [place.number for place in places])
    else:
        alone = PlacedRecords(open_files, places, entry.id)
    write_records(alone, entry, path, allow_loss, files)
    taken.add(name.casefold())
    return path


def _stem_of(place: Place, by_file: bool) -> str:
    """The name of a new file without its suffix: that of the record's file, or the players."""
    stem = os.path.splitext(os.path.basename(place.path))[0]
    if by_file:
        return stem
    said = " - ".join(name for name in place.players if name.strip("?-* "))
    return _ODD.sub("_", said or stem)[:_LONGEST].strip(". ") or "game"


def _name_of(plain: str, suffix: str, taken: set[str]) -> str:
    """The name, or the first with a number, that no file of the folder has."""
    name, number = f"{plain}.{suffix}", 1
    while name.casefold() in taken:
        number += 1
        name = f"{plain} ({number}).{suffix}"
    return name

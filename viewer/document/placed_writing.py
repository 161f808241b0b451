"""Writing records of many files into a new file, or each into a file of its own in a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from viewer.base.cooperative import Checkpoint, cooperative_job
from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.document.placed import OpenFiles, Place, PlacedRecords
from viewer.document.records.resting import CooperativeCollection
from viewer.document.saving.save import LossRefused, SaveError, save_pieces, words_of
from viewer.formats import FORMATS
from viewer.formats.detect import checked, suffix_of
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Collection, Loss, Unwritable
from viewer.formats.ordered import OrderedCollection
from viewer.games import GAMES

_ODD = re.compile(r"[^\w .,()'-]+")
_LONGEST = 80


class PlacedWritten(NamedTuple):
    """What was written.

    Attributes:
        paths: of the files.
        records: how many records they have.
        losses: what they lack.
        problems: why records couldn't be written, by path and number (from 0); of a folder only.
    """

    paths: tuple[str, ...]
    records: int
    losses: tuple[Loss, ...] = ()
    problems: Mapping[tuple[str, int], Message] = MappingProxyType({})


def formats_for(games: frozenset[str], several: bool) -> list[FormatEntry]:
    """The writable formats that hold all of some games; for several records those that hold several."""
    found = []
    for entry in FORMATS.values():
        if games <= set(entry.games):
            format_ = entry.load()
            if format_.writable and not (several and format_.single):
                found.append(entry)
    return found


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
    places: Sequence[Place], folder: str, files: FileSystem = SYSTEM
) -> Iterator[JobStep[PlacedWritten]]:
    """The job that writes each record into a file of its own, in its format, else the first that fits.

    What is there already stays: new files get other names. A record that can't be written, or would lose
    something, is among the `problems`; its result comes with the last step.
    """

    def work(rest: Checkpoint) -> PlacedWritten:
        paths: list[str] = []
        problems: dict[tuple[str, int], Message] = {}
        taken = {name.casefold() for name in os.listdir(folder)}
        with OpenFiles(files) as open_files:
            for done, place in enumerate(places, 1):
                try:
                    paths.append(_write_alone(open_files, place, folder, taken, files))
                except (Refused, SaveError) as error:
                    problems[place.path, place.number] = error.reason
                except LossRefused as error:
                    problems[place.path, place.number] = error.losses[0].words
                rest(done, len(places))
        return PlacedWritten(tuple(paths), len(paths), (), problems)

    return cooperative_job(work)


def _write_alone(
    open_files: OpenFiles, place: Place, folder: str, taken: set[str], files: FileSystem
) -> str:
    format = open_files.collection(place.path).format
    fits = formats_for(frozenset((place.game,)), False)
    entry = next((one for one in fits if one.id == format), fits[0])
    name = _name_of(place, entry.suffixes[0], taken)
    path = os.path.join(folder, name)
    if entry.id == format:  # as it is in its file, byte by byte
        open_files.record(place)
        alone: Collection = OrderedCollection(open_files.collection(place.path), [place.number])
    else:
        alone = PlacedRecords(open_files, [place], entry.id)
    write_records(alone, entry, path, False, files)
    taken.add(name.casefold())
    return path


def _name_of(place: Place, suffix: str, taken: set[str]) -> str:
    """A name of the players, that no file of the folder has."""
    said = " - ".join(name for name in place.players if name.strip("?-* "))
    stem = os.path.splitext(os.path.basename(place.path))[0]
    plain = _ODD.sub("_", said or stem)[:_LONGEST].strip(". ") or "game"
    name, number = f"{plain}.{suffix}", 1
    while name.casefold() in taken:
        number += 1
        name = f"{plain} ({number}).{suffix}"
    return name

"""Libraries by name or by their folders, for scripts, the command line and the window."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from typing import Any

import platformdirs

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep, following
from viewer.base.messages import message
from viewer.games.game import Game, State
from viewer.library.ask.crosstable import CrossTable, crosstable
from viewer.library.ask.duplicates import LEAST, Duplicates, duplicates, duplicates_of
from viewer.library.ask.explorer import Explored, explore, place_of
from viewer.library.ask.grouping import Grouped, grouped
from viewer.library.ask.searching import Found, search
from viewer.library.ask.spellings import Spellings, spellings
from viewer.library.failures import LibraryFailed
from viewer.library.making.building import BuildNews, building
from viewer.library.query import Query, position_wanted
from viewer.library.store import Store

SOURCES = "sources.json"
_ODD = re.compile(r"[^\w.-]+")
_LONGEST = 60


def home() -> str:
    """The folder of all libraries, among the user's own files."""
    return os.path.join(platformdirs.user_data_dir("qipu", False), "library")


class Library:
    """A library: a name, the folders and files whose records it has, and its tables.

    Attributes:
        name: unique among the libraries of a home.
        folder: of its tables.
        sources: absolute paths of folders and files.
    """

    def __init__(self, name: str, folder: str, sources: Sequence[str]) -> None:
        self.name = name
        self.folder = folder
        self.sources = tuple(sources)
        self._store: Store | None = None

    def keep(self, files: FileSystem = SYSTEM) -> None:
        """Write down what it consists of. Raises LibraryFailed."""
        try:
            os.makedirs(self.folder, exist_ok=True)
            target = os.path.join(self.folder, SOURCES)
            said = {"name": self.name, "sources": self.sources}
            fd, path = files.create_beside(target)
            try:
                files.write(fd, json.dumps(said).encode())
                files.sync(fd)
            finally:
                files.close(fd)
            files.replace(path, target)
        except OSError as error:
            raise LibraryFailed(
                message("The library can't be written: {why}.", why=error.strerror or str(error))
            ) from error

    def building(
        self, again: bool = False, variations: bool = True
    ) -> Iterator[JobStep[BuildNews]]:
        """The job that brings the tables up to date; see `viewer.library.making.building`."""
        self.keep()
        yield from building(self.folder, self.sources, again, variations)

    def build(self, again: bool = False, variations: bool = True) -> BuildNews:
        """Bring the tables up to date; `again` reads everything anew. Raises LibraryFailed."""
        found: BuildNews | None = None
        for step in following(self.building(again, variations)):
            found = step.result or found
        assert found is not None
        return found

    @property
    def store(self) -> Store:
        """The tables, of the last build. Raises LibraryFailed."""
        if self._store is None:
            self._store = Store(self.folder)
        else:
            self._store.refresh()
        return self._store

    def close(self) -> None:
        """Let go of the tables."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def search(
        self,
        query: Query,
        limit: int = 1000,
        skip: int = 0,
        order: str = "record",
        descending: bool = False,
    ) -> Found:
        """The records that a query describes. Raises LibraryFailed."""
        return search(self.store, query, limit, skip, order, descending)

    def explore(self, game: Game[Any], state: State, either_side: bool = False) -> Explored:
        """The moves made from a position in the main lines of all records. Raises LibraryFailed."""
        return explore(self.store, position_wanted(game, state, either_side))

    def grouped(
        self,
        query: Query,
        by: str,
        limit: int = 1000,
        skip: int = 0,
        order: str = "games",
        least: int = 1,
    ) -> Grouped:
        """The records of a query by player, event, year … (`ask.grouping.KINDS`). Raises LibraryFailed."""
        return grouped(self.store, query, by, limit, skip, order, least)

    def crosstable(self, query: Query) -> CrossTable:
        """Who played whom in the records of a query: of one event. Raises LibraryFailed."""
        return crosstable(self.store, query)

    def spellings(self, query: Query) -> Spellings:
        """Names of players in the records of a query that may be one person's. Raises LibraryFailed."""
        return spellings(self.store, query)

    def duplicates(
        self, least: int = LEAST, limit: int = 1000, kinds: Sequence[str] = ()
    ) -> Duplicates:
        """Records that are alike, of main lines of at least so many plies; `kinds` of `ask.duplicates.KINDS`.

        Raises LibraryFailed.
        """
        return duplicates(self.store, least, limit, kinds)

    def duplicates_of(self, record: int, least: int = LEAST) -> Duplicates:
        """The duplicates of one record, in a group with it. Raises LibraryFailed."""
        return duplicates_of(self.store, record, least)

    def place_of(self, record: int) -> tuple[str, int]:
        """Path and number (from 0) of a record by its id. Raises KeyError, LibraryFailed."""
        return place_of(self.store, record)

    def delete(self) -> None:
        """Delete the tables and the library's name; the records stay as they are."""
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def named(name: str, sources: Sequence[str] = (), folder: str = "") -> Library:
    """The library of a name; with `sources` a new one, or other sources for it.

    `folder`: the home of libraries, "" for the user's own. Raises LibraryFailed if there is none.
    """
    place = os.path.join(folder or home(), _folder_name(name))
    if sources:
        return Library(name, place, [os.path.abspath(one) for one in sources])
    try:
        with open(os.path.join(place, SOURCES), "rb") as file:
            said = json.loads(file.read())
        return Library(said["name"], place, said["sources"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LibraryFailed(
            message("There is neither a library nor a file or folder named {name}.", name=name)
        ) from error


def of_folders(paths: Sequence[str | os.PathLike[str]], folder: str = "") -> Library:
    """The library of folders and files, which is named after the first of them."""
    sources = [os.path.abspath(os.fspath(one)) for one in paths]
    digest = hashlib.sha256(os.fsencode("\0".join(map(os.path.realpath, sources)))).hexdigest()
    return named(f"{os.path.basename(sources[0]) or 'files'} {digest[:8]}", sources, folder)


def all_libraries(folder: str = "") -> list[Library]:
    """All libraries, by name."""
    place = folder or home()
    found = []
    for name in sorted(os.listdir(place)) if os.path.isdir(place) else []:
        try:
            with open(os.path.join(place, name, SOURCES), "rb") as file:
                said = json.loads(file.read())
            found.append(Library(said["name"], os.path.join(place, name), said["sources"]))
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return found


def _folder_name(name: str) -> str:
    """A name as that of a folder: what can't be in one is replaced, and a number tells names apart."""
    plain = _ODD.sub("-", name.strip())[:_LONGEST].strip(".-")
    if plain == name and plain:
        return plain
    return f"{plain or 'library'}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:8]}"

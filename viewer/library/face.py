"""Libraries by name or by their folders, for scripts, the command line and the window."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import platformdirs

from viewer.base.jobs import JobStep, following
from viewer.base.kept_json import kept_json
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_at
from viewer.games.game import Game, State
from viewer.library.ask.continuing import Continued, continued
from viewer.library.ask.duplicates import LEAST, Duplicates, duplicates, duplicates_of
from viewer.library.ask.explorer import (
    EVERY,
    Explored,
    HitAt,
    explore,
    first_games,
    hit_at,
    place_of,
)
from viewer.library.ask.grouping import CrossTable, Grouped, crosstable, grouped
from viewer.library.ask.names import Spelling, Spellings, names_of, spellings
from viewer.library.ask.searching import Found, Hit, search
from viewer.library.columns import columns_in, title_of
from viewer.library.failures import Damaged, LibraryFailed, beside, unpacked
from viewer.library.making.building import BuildNews, building
from viewer.library.manifest import verify
from viewer.library.places import Place, places_in
from viewer.library.query import ContinuedFrom, PositionWanted, Query, explored_from
from viewer.library.schema import FILES
from viewer.library.sources import absolute, is_url, path_of
from viewer.library.storage import storage_of
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
        sources: absolute paths of folders and files; () where it isn't known any more which they are.
    """

    def __init__(self, name: str, folder: str, sources: Sequence[str]) -> None:
        self.name = name
        self.folder = folder
        self.sources = tuple(sources)
        self._store: Store | None = None

    @property
    def problem(self) -> Message | None:
        """Why it can't be built, though what was built can be searched; None if it can."""
        if self.sources:
            return None
        return message(
            "Which folders and files the library has isn't known: {path} is damaged. Choose them again.",
            path=f"{self.folder}/{SOURCES}"
            if is_url(self.folder)
            else os.path.join(self.folder, SOURCES),
        )

    def keep(self) -> None:
        """Write down what it consists of. Raises LibraryFailed, also where that isn't known."""
        if self.problem is not None:
            raise LibraryFailed(self.problem)
        storage = storage_of(self.folder)
        try:
            storage.make()
            said = {"name": self.name, "sources": self.sources}
            storage.write(SOURCES, json.dumps(said).encode())
        except OSError as error:
            raise LibraryFailed(
                message("The library can't be written: {why}.", why=error_at(self.folder, error))
            ) from error

    def building(
        self, again: bool = False, variations: bool = True, scheduler: str = ""
    ) -> Iterator[JobStep[BuildNews]]:
        """The job that brings the tables up to date; see `viewer.library.making.building`.

        `scheduler`: the address of a Dask scheduler whose workers do it, "local" for some started here, ""
        for processes of this machine.
        """
        workers = cluster_at(scheduler) if scheduler else None
        try:
            self.keep()
            yield from building(self.folder, self.sources, again, variations, workers)
        finally:
            if workers is not None:
                workers.close()

    def build(self, again: bool = False, variations: bool = True, scheduler: str = "") -> BuildNews:
        """Bring the tables up to date; `again` reads everything anew. Raises LibraryFailed."""
        found: BuildNews | None = None
        for step in following(self.building(again, variations, scheduler)):
            found = step.result or found
        assert found is not None
        return found

    def check(self) -> int:
        """Read all tables and compare them with what was written; returns the number of their files.

        What isn't so is removed, so that no answer comes of it. Raises Damaged, which names it.
        """
        store = self.store
        files = list(store.manifest.files())
        for one in files:
            try:
                verify(store.storage, [one], read=True)
            except Damaged:
                self.close()
                store.storage.remove(one.path)
                raise
        return len(files)

    @property
    def store(self) -> Store:
        """The tables, of the last build. Raises LibraryFailed."""
        if self._store is None:
            self._store = Store(self.folder)
        else:
            self._store.refresh()
        return self._store

    def interrupt(self) -> None:
        """Have a question that another thread is asking this library end with Interrupted."""
        if self._store is not None:
            self._store.interrupt()

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

    def columns(self, game: str = "") -> dict[str, Message]:
        """The columns of hits in which records say something, and their headings in the words of a game.

        `game`: its id, "" for the general words and the records of all games. Raises LibraryFailed.
        """
        told = self.store.asked(lambda store: store.told(game))
        return {name: title_of(name, game) for name in columns_in(game, told)}

    def explore(
        self, game: Game[Any], state: State, either_side: bool = False, among: Query = EVERY
    ) -> Explored:
        """The moves made from a position in the main lines of the records of a query; without one, of all.

        Raises LibraryFailed.
        """
        return self.explore_position(explored_from(game, state, either_side), among)

    def explore_position(self, wanted: PositionWanted, among: Query = EVERY) -> Explored:
        """The same for a position as it is looked for (`query.explored_from`)."""
        return explore(self.store, wanted, among)

    def continued(self, wanted: ContinuedFrom, among: Query = EVERY) -> Continued:
        """What was played next in a part of a position (`regions.continued_from`). Raises LibraryFailed."""
        return continued(self.store, wanted, among)

    def places(self, wanted: ContinuedFrom) -> list[Place]:
        """Where a part of a position stands in the files of variations. Raises LibraryFailed."""
        return places_in(self.store, wanted)

    def hits_of(self, records: Sequence[int]) -> dict[int, Hit]:
        """Records by their ids, without nodes. Raises LibraryFailed."""
        return first_games(self.store, records)

    def hit_at(self, record: int, wanted: PositionWanted) -> HitAt | None:
        """A record with the nodes of its main line that have a position. Raises LibraryFailed."""
        return hit_at(self.store, record, wanted)

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

    def names(self, query: Query) -> list[Spelling]:
        """All names of players in the records of a query. Raises LibraryFailed."""
        return self.store.asked(lambda store: names_of(store, query))

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
        storage_of(self.folder).remove("")


def named(name: str, sources: Sequence[str] = (), folder: str = "") -> Library:
    """The library of a name; with `sources` a new one, or other sources for it.

    `folder`: the home of libraries, "" for the user's own. Raises LibraryFailed if there is none.
    """
    place = os.path.join(folder or home(), _folder_name(name))
    if sources:
        return Library(name, place, [absolute(one) for one in sources])
    found = _kept(place)
    if found is not None:
        return found
    # One made of folders is named after the first of them, and a number that tells it from others.
    some = [one for one in all_libraries(folder) if _NUMBERED.sub("", one.name) == name]
    if len(some) == 1:
        return some[0]
    for one in some:
        one.close()
    if some:
        names = ", ".join(one.name for one in some)
        raise LibraryFailed(
            message("Several libraries are named {name}: {names}.", name=name, names=names)
        )
    raise LibraryFailed(
        message("There is neither a library nor a file or folder named {name}.", name=name)
    )


def at(folder: str, sources: Sequence[str] = (), name: str = "") -> Library:
    """The library whose tables are in a folder or at a URL; with `sources` a new one, or others for it.

    Raises LibraryFailed if there is none.
    """
    place = absolute(folder)
    if sources:
        given = name or os.path.basename(place.rstrip("/")) or place
        return Library(given, place, [absolute(one) for one in sources])
    found = _kept(place)
    if found is None:
        raise LibraryFailed(message("There is no library at {place}.", place=folder))
    return found


_NUMBERED = re.compile(" [0-9a-f]{8}$")


def of_folders(paths: Sequence[str | os.PathLike[str]], folder: str = "") -> Library:
    """The library of folders and files, which is named after the first of them."""
    sources = [absolute(os.fspath(one)) for one in paths]
    real = [one if is_url(one) else os.path.realpath(one) for one in sources]
    digest = hashlib.sha256(os.fsencode("\0".join(real))).hexdigest()
    first = os.path.basename(sources[0].rstrip("/"))
    return named(f"{first or 'files'} {digest[:8]}", sources, folder)


def _kept(place: str) -> Library | None:
    """The library that was kept in a folder or at a URL, None for none. Raises LibraryFailed.

    One of which nothing can be read has the name of its folder and no sources.
    """
    try:
        said = kept_json(storage_of(place).read(SOURCES).decode("utf-8", "replace"))
    except OSError as error:
        if is_url(place) or isinstance(error, (FileNotFoundError, NotADirectoryError)):
            return None
        said = None
    match said:
        case {"name": str(name), "sources": [str(), *_] as sources}:
            if all(isinstance(one, str) for one in sources):
                return Library(name, place, sources)
    return Library(os.path.basename(place.rstrip("/")), place, ())


def all_libraries(folder: str = "") -> list[Library]:
    """All libraries, by name. Raises LibraryFailed if their home can't be read."""
    place = folder or home()
    try:
        names = sorted(os.listdir(place))
    except FileNotFoundError:
        names = []
    except OSError as error:
        raise LibraryFailed(error_at(place, error)) from error
    found = (_kept(os.path.join(place, name)) for name in names)
    return [library for library in found if library is not None]


def cluster_at(scheduler: str) -> Any:
    """The workers of a Dask scheduler. Raises LibraryFailed."""
    try:
        cluster = load_named("viewer.library.making.cluster:Cluster")
    except ImportError as error:
        raise LibraryFailed(
            message(
                "Builds by a cluster need more packages, installed where Qipu is: {packages}",
                packages=beside("dask[distributed]", "fsspec"),
            )
        ) from error
    return cluster(scheduler)


def _folder_name(name: str) -> str:
    """A name as that of a folder: what can't be in one is replaced, and a number tells names apart."""
    plain = _ODD.sub("-", name.strip())[:_LONGEST].strip(".-")
    if plain == name and plain:
        return plain
    return f"{plain or 'library'}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:8]}"


class LibraryState(NamedTuple):
    """How a library stands.

    Attributes:
        failure: why it can't be searched (Unbuilt, Damaged …), None if it can.
        records, files: how many are in it.
        built: when it was last brought up to date with a change, seconds since 1970.
        problems: what couldn't be read, by path, as sentences.
    """

    failure: LibraryFailed | None = None
    records: int = 0
    files: int = 0
    built: float = 0.0
    problems: Mapping[str, Message] = MappingProxyType({})


def state_of(library: Library) -> LibraryState:
    """How a library stands now; never raises."""
    try:
        store = library.store
        files = store.files
        rows = store.asked(
            lambda store: store.rows(
                f"SELECT DISTINCT path, problem, problem_words FROM {store.table(FILES)}"
                " WHERE problem IS NOT NULL ORDER BY path"
            )
        )
    except LibraryFailed as error:
        return LibraryState(error)
    problems = {path_of(path): unpacked(words, why) for path, why, words in rows}
    return LibraryState(None, store.manifest.records, files, store.manifest.built, problems)

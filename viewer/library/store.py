"""The tables of a library, open for asking: one generation, whatever is built meanwhile."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from viewer.base.messages import Message, counted, message
from viewer.base.system_errors import error_at
from viewer.library.columns import TOLD_BY_FEW
from viewer.library.failures import Interrupted, LibraryFailed, Unbuilt, damaged
from viewer.library.manifest import NAME, Manifest, Segment, read_manifest, verify
from viewer.library.pages import Pages, Unread, pages_of
from viewer.library.schema import COLUMNS, FILES, GAMES, SEPARATOR
from viewer.library.sources import path_of
from viewer.library.storage import LocalStorage, Seen, bury, quoted, storage_of

if TYPE_CHECKING:
    import duckdb

T = TypeVar("T")
_FEW = 4
"""Lists of records that are kept: of a million, 8 MB each."""
_FIRST = 2048  # records in which most columns say something


class Tables:
    """Tables that can be asked, and what was made of them.

    Attributes:
        connection: reads them, and nothing else.
    """

    connection: duckdb.DuckDBPyConnection

    def __init__(self) -> None:
        self._kept: dict[Any, Any] = {}

    def table(self, table: str) -> str:
        """What to select from for a table of `schema.COLUMNS`."""
        raise NotImplementedError

    def kept(self, key: Any, make: Callable[[], T]) -> T:
        """What was made for a key of these tables, else made now; kept as long as they are."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query. Texts among its values are bound, numbers are written into it."""
        sql, bound = with_few_bound(sql, values)
        rows: list[tuple[Any, ...]] = self.connection.execute(sql, bound).fetchall()
        return rows


class Store(Tables):
    """The tables of a library's last build.

    Attributes:
        folder, storage, manifest: of the library.
    """

    def __init__(self, folder: str) -> None:
        """Raises LibraryFailed where nothing was built, Damaged where its tables can't be used."""
        super().__init__()
        self.folder = folder
        self.storage = storage_of(folder)
        self._stopped = False
        self._open()

    def _open(self) -> None:
        self._seen = self._manifest_seen()
        for attempt in range(2):
            manifest = self._read()
            try:
                verify(self.storage, manifest.files())
                break
            except LibraryFailed:
                newer = read_manifest(self.storage)
                if attempt or newer is None or newer.generation == manifest.generation:
                    raise
        self.manifest = manifest
        self._paths: dict[int, str] | None = None
        self._files: int | None = None
        self._pages: dict[str, Pages] = {}
        self._kept = {}
        self._lists: OrderedDict[Any, Any] = OrderedDict()
        self.connection = self.storage.connected()
        dead = sorted(one for segment in manifest.segments for one in segment.dead)
        bury(self.connection, dead)
        self._dead = np.array(dead, np.int64).reshape(-1, 2)

    def _read(self) -> Manifest:
        manifest = read_manifest(self.storage)
        if manifest is None:
            raise Unbuilt(message("The library hasn't been built yet."))
        return manifest

    def close(self) -> None:
        """Let go of the files."""
        self.connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def refresh(self) -> bool:
        """Go on to a newer build, if there is one. Returns whether there was. Raises as the constructor."""
        stamp = self._manifest_seen()
        if stamp is not None and stamp == self._seen:
            return False
        newer = read_manifest(self.storage)
        if newer is not None and newer.generation == self.manifest.generation:
            self._seen = stamp
            return False
        self.close()
        self._open()
        return True

    def _manifest_seen(self) -> Seen | None:
        """What is seen of the manifest, None where it isn't there."""
        try:
            return self.storage.seen([NAME]).get(NAME)
        except OSError as error:
            raise LibraryFailed(error_at(self.folder, error)) from error

    def listed(self, key: Any, make: Callable[[], T]) -> T:
        """The same for a list of records: the last few are kept."""
        if key not in self._lists:
            self._lists[key] = make()
            if len(self._lists) > _FEW:
                self._lists.popitem(last=False)
        self._lists.move_to_end(key)
        found: T = self._lists[key]
        return found

    @property
    def games(self) -> frozenset[str]:
        """The ids of the games of its records. Raises duckdb.Error."""
        return self.kept(GAMES, self._games)

    def told(self, game: str = "") -> frozenset[str]:
        """Of the columns `TOLD_BY_FEW` those that some record of a game ("": of any) says something in.

        Raises duckdb.Error.
        """
        return self.kept(("told", game), lambda: self._told(game))

    def _told(self, game: str) -> frozenset[str]:
        """Most are found in the first records: only the others are looked for in all of them."""
        where, values = (" WHERE game = ?", [game]) if game else ("", [])
        source = f"(SELECT * FROM {self.table(GAMES)}{where})"
        counts = ", ".join(f"count({one})" for one in TOLD_BY_FEW)
        first = f"SELECT {counts} FROM (SELECT * FROM {source} LIMIT {_FIRST})"
        (row,) = self.rows(first, values)
        found = {one for one, count in zip(TOLD_BY_FEW, row, strict=True) if count}
        for one in TOLD_BY_FEW:
            if one not in found:
                sql = f"SELECT 1 FROM {source} WHERE {one} IS NOT NULL LIMIT 1"
                found.update(one for _ in self.rows(sql, values))
        return frozenset(found)

    def _games(self) -> frozenset[str]:
        rows = self.rows(f"SELECT DISTINCT game FROM {self.table(GAMES)}")
        return frozenset(game for (game,) in rows if game)

    def asked(self, question: Callable[[Store], T]) -> T:
        """The answer to a question; asked again if a build has replaced the tables meanwhile.

        Raises Damaged where a table can't be read, LibraryFailed if it was replaced each time.
        """
        import duckdb  # deferred: the thread that asks loads it

        self._stopped = False
        for _ in range(3):
            try:
                return question(self)
            except duckdb.InterruptException as error:
                raise _stopped() from error
            except (
                duckdb.IOException,
                duckdb.InvalidInputException,
                duckdb.InternalException,
            ) as error:
                if not self.refresh():
                    raise damaged(str(error).splitlines()[0]) from error
        raise LibraryFailed(message("The library is being built again and again; ask later."))

    def interrupt(self) -> None:
        """Have a question that another thread is asking end with Interrupted."""
        self._stopped = True
        self.connection.interrupt()

    def go_on(self) -> None:
        """Raise Interrupted if the question is to end. Asked now and then by what doesn't ask DuckDB."""
        if self._stopped:
            raise _stopped()

    def arrays(self, sql: str, values: Sequence[Any] = ()) -> dict[str, Any]:
        """The rows of a query as an array for each column, none of which has NULL. Values as in `rows`."""
        found = self.connection.execute(*with_few_bound(sql, values)).fetchnumpy()
        return {name: np.ma.getdata(column) for name, column in found.items()}

    @property
    def paths(self) -> dict[int, str]:
        """The path of each file by its number, read once for each build."""
        if self._paths is None:
            rows = self.rows(f"SELECT DISTINCT file, path FROM {self.table(FILES)}")
            self._paths = {file: path_of(path) for file, path in rows}
        return self._paths

    def number_of(self, paths: tuple[str, ...]) -> int:
        """How many of some files it has. Raises as `asked`."""

        def count(store: Store) -> int:
            return store.kept(("files", paths), lambda: len({*store.paths.values()} & {*paths}))

        return self.asked(count)

    @property
    def files(self) -> int:
        """The number of files, counted once for each build. Raises as `asked`."""
        if self._files is None:
            ((count,),) = self.asked(
                lambda store: store.rows(f"SELECT count(DISTINCT file) FROM {store.table(FILES)}")
            )
            self._files = count
        return self._files

    # ----------------------------------------------------------------------------- sources

    def source(
        self,
        table: str,
        game: str = "",
        chart: str = "",
        keys: Iterable[int] | None = None,
        segments: Sequence[Segment] | None = None,
        alive: bool = True,
    ) -> str:
        """What to select from for a table, without dead records; "" if no file of it is there.

        With `keys`, only the files in whose range one of them is.
        """
        some = self.manifest.segments if segments is None else segments
        files = _files_of(some, table, game, chart, keys)
        if not files:
            return ""
        return f"({self._selected(files, alive and any(one.dead for one in some))})"

    def _selected(self, paths: Sequence[str], filtered: bool) -> str:
        listed = ", ".join(quoted(self.storage.sql_name(path)) for path in paths)
        where = " WHERE record NOT IN (SELECT record FROM dead)" if filtered else ""
        return f"SELECT * FROM read_parquet([{listed}]){where}"

    def pages(
        self,
        table: str,
        game: str,
        columns: Sequence[str],
        chart: str = "",
        keys: Iterable[int] | None = None,
        segments: Sequence[Segment] | None = None,
    ) -> list[Pages]:
        """Some columns of the files that `source` would select from, with dead records.

        Raises Unread where DuckDB has to be asked, duckdb.Error.
        """
        if not isinstance(self.storage, LocalStorage):
            raise Unread(self.folder)
        some = self.manifest.segments if segments is None else segments
        files = _files_of(some, table, game, chart, keys)
        paths = [self.storage.sql_name(path) for path in files]
        kept, wanted = self._pages, set(columns)
        missing = [path for path in paths if path not in kept or wanted - kept[path].names]
        if missing:
            wanted = wanted.union(*(kept[path].names for path in missing if path in kept))
            kept |= zip(missing, pages_of(self.connection, missing, sorted(wanted)), strict=True)
        return [kept[path] for path in paths]

    def alive(self, records: Any) -> Any:
        """Which of some records are alive, by their ids."""
        if not len(self._dead):
            return np.ones(len(records), bool)
        at = np.searchsorted(self._dead[:, 0], records, "right") - 1
        first, count = self._dead[at].T  # the last range for those before all
        return (at < 0) | (records >= first + count)

    def table(self, table: str) -> str:
        """`source`, with a table without rows where there is no file."""
        if table == FILES:
            listed = self.manifest.listed
            found = "" if listed is None else f"({self._selected([listed.path], False)})"
        else:
            found = self.source(table)
        return found or empty(table)

    # ----------------------------------------------------------------------------- coverage

    def covers(self, lines: bool = False, main_lines: bool = False) -> list[Message]:
        """What an answer covers: how many records, and whether positions of variations are among it."""
        found = [games_covered(self.manifest.records)]
        if lines:
            waiting = [one for one in self.manifest.segments if not one.variations]
            if main_lines:
                found.append(message("main lines"))
            elif waiting:
                found.append(message("main lines; variations haven't been read yet"))
            else:
                found.append(message("main lines and variations"))
        return found


def _files_of(
    segments: Sequence[Segment], table: str, game: str, chart: str, keys: Iterable[int] | None
) -> list[str]:
    files = [one for segment in segments for one in segment.of(table, game, chart)]
    if keys is not None:
        wanted = list(keys)
        files = [one for one in files if any(one.low <= key <= one.high for key in wanted)]
    return [one.path for one in files]


def _stopped() -> Interrupted:
    return Interrupted(message("The search was stopped."))


def games_covered(count: int) -> Message:
    """The number of games that an answer covers."""
    return counted("One game", "{count} games", count)


_MARK = re.compile(r"'(?:[^']|'')*'|\?")


def with_few_bound(sql: str, values: Sequence[Any]) -> tuple[str, list[Any]]:
    """A query in which whole numbers, and lists of them, stand in place of their marks, and lists of texts
    are a single text that is split; what is left to bind.

    DuckDB looks for pandas for each value that is bound, and for each text of a list: a fifth of a
    millisecond where there is none.
    """
    rest = iter(values)
    bound: list[Any] = []

    def put(found: re.Match[str]) -> str:
        if found[0] != "?":
            return found[0]
        value = next(rest)
        if type(value) is int:
            return f"({value})"
        if type(value) is list and all(type(one) is int for one in value):
            return f"[{', '.join(map(str, value))}]"
        if type(value) is list and not any(SEPARATOR in one for one in value):
            bound.append(SEPARATOR.join(value))
            return f"string_split(?, chr({ord(SEPARATOR)}))"
        bound.append(value)
        return "?"

    return _MARK.sub(put, sql), bound


def empty(table: str) -> str:
    """A table of `schema.COLUMNS` without rows."""
    columns = ", ".join(f"NULL::{type} AS {key}" for key, type in COLUMNS[table].items())
    return f"(SELECT {columns} LIMIT 0)"

"""Several libraries searched together: one list of hits, one total, what was and wasn't searched."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.library.ask.names import NameOffer, offered_together, offers
from viewer.library.ask.searching import Hit, Listing, hits_at, listing
from viewer.library.ask.texts import joined
from viewer.library.face import Library
from viewer.library.failures import Interrupted, LibraryFailed
from viewer.library.query import Query
from viewer.library.schema import FILES
from viewer.library.sources import is_url, path_text


class PlacedHit(NamedTuple):
    """A hit, with the index of its library among those that were searched."""

    library: int
    hit: Hit


class Missing(NamedTuple):
    """A library that couldn't be searched, and why (an Unbuilt, Damaged or other LibraryFailed)."""

    library: Library
    failure: LibraryFailed


class Size(NamedTuple):
    """How much was searched: libraries, records, files; the ids of the games of the records, and which of
    `columns.TOLD_BY_FEW` these say something in.
    """

    libraries: int = 0
    records: int = 0
    files: int = 0
    games: frozenset[str] = frozenset()
    told: frozenset[str] = frozenset()


class Hits(NamedTuple):
    """All hits of a query in libraries, in their order.

    Attributes:
        query: what was asked.
        libraries: index of the library of each hit, uint16.
        records: the id of each hit in its library, int64.
        covers: what was searched, of each library that could be.
        missing: the libraries that couldn't be searched.
        size: what was searched.
        matched: which names free words stand for.
        joined: how players are written who are written in several ways (`ask.texts.joined`).
    """

    query: Query
    libraries: Any
    records: Any
    covers: tuple[Sequence[Message], ...] = ()
    missing: tuple[Missing, ...] = ()
    size: Size = Size()
    matched: tuple[Message, ...] = ()
    joined: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """The number of hits."""
        return len(self.records)


class LibrarySet:
    """Libraries that are searched together, each by its own connection. Not for two threads at once.

    Attributes:
        libraries: in their order.
    """

    def __init__(self, libraries: Sequence[Library]) -> None:
        self.libraries = tuple(libraries)
        self._further: Callable[[], object] = lambda: None

    def close(self) -> None:
        """Let go of the tables."""
        for library in self.libraries:
            library.close()

    def interrupt(self) -> None:
        """Have the question that a thread is asking end with Interrupted. For other threads."""
        for library in self.libraries:
            library.interrupt()
        self._further()

    def begun(self, interrupt: Callable[[], object]) -> None:
        """A thread is asking the libraries by a way of its own, which `interrupt` ends."""
        self._further = interrupt

    def ask(self, query: Query, order: str = "record", descending: bool = False) -> Hits:
        """All hits of a query, in an order of `viewer.library.ask.searching`, then by library.

        A library that isn't built or is damaged is among `missing`. Raises LibraryFailed for a query whose
        values mean nothing.
        """
        found: list[tuple[int, Listing]] = []
        missing: list[Missing] = []
        records = files = 0
        games: frozenset[str] = frozenset()
        told: frozenset[str] = frozenset()
        ways: dict[str, None] = {}
        several = len(self.libraries) > 1
        for at, library in enumerate(self.libraries):
            try:
                store = library.store
            except Interrupted:
                raise
            except LibraryFailed as error:
                missing.append(Missing(library, error))
                continue
            found.append((at, listing(store, query, order, descending, several)))
            records += store.manifest.records
            files += store.files
            games |= store.asked(lambda store: store.games)
            told |= store.asked(lambda store: store.told(query.game))
            ways |= dict.fromkeys(store.asked(lambda store: joined(query, store)))
        libraries = np.concatenate(
            [np.full(len(one.records), at, np.uint16) for at, one in found]
            or [np.zeros(0, np.uint16)]
        )
        ids = np.concatenate([one.records for _, one in found] or [np.zeros(0, np.int64)])
        keys = [one.keys for _, one in found if one.keys is not None and len(one.keys)]
        if len(keys) > 1:
            both: Any = np.ma.concatenate(keys)  # type: ignore[no-untyped-call]  # numpy has no types for it
            placed = _merged(both, descending)
            libraries, ids = libraries[placed], ids[placed]
        size = Size(len(found), records, files, games, told)
        covers = tuple(one.covers for _, one in found)
        matched: list[Message] = []
        for _, one in found:
            matched += [words for words in one.matched if words not in matched]
        return Hits(
            query, libraries, ids, covers, tuple(missing), size, tuple(matched), tuple(ways)
        )

    def hits(self, hits: Hits, first: int, count: int) -> list[PlacedHit | None]:
        """Some hits in their order, None for those that a newer build has dropped. Raises LibraryFailed."""
        libraries = hits.libraries[first : first + count].tolist()
        records = hits.records[first : first + count].tolist()
        known: dict[int, dict[int, Hit]] = {}
        for at in set(libraries):
            some = [record for record, of in zip(records, libraries, strict=True) if of == at]
            known[at] = hits_at(self.libraries[at].store, hits.query, some)
        found = ((at, known[at].get(record)) for at, record in zip(libraries, records, strict=True))
        return [None if hit is None else PlacedHit(at, hit) for at, hit in found]

    def changed(self, placed: PlacedHit) -> bool:
        """Whether the file of a hit isn't the one that its library read any more.

        Of a file that another library has (a duplicate) it is only seen whether it is there. Raises
        LibraryFailed.
        """
        store = self.libraries[placed.library].store
        path = placed.hit.path
        if is_url(path):
            return False
        rows = store.asked(
            lambda store: store.rows(
                f"SELECT size, modified_ns FROM {store.table(FILES)} WHERE path = ?",
                [path_text(path)],
            )
        )
        try:
            info = os.stat(path)
        except OSError:
            return True
        return bool(rows) and (info.st_size, info.st_mtime_ns) not in [tuple(row) for row in rows]

    def offers(self, text: str, most: int = 6, game: str = "") -> list[NameOffer]:
        """Names with a text in them in all libraries that can be asked, at most so many of each kind;
        of one game only, if its id is given. Raises Interrupted.
        """
        found: list[NameOffer] = []
        for library in self.libraries:
            try:
                found += offers(library.store, text, most, game)
            except Interrupted:
                raise
            except LibraryFailed:
                continue
        return offered_together(found, most)


def _merged(keys: Any, descending: bool) -> Any:
    """The order of values that are ordered in runs, equal ones as they are, unknown ones last."""
    unknown = np.ma.getmaskarray(keys)
    known = np.flatnonzero(~unknown)
    values = np.ma.getdata(keys)[known]
    if descending:  # equal ones stay in order if they are sorted backwards
        order = len(values) - 1 - np.argsort(values[::-1], kind="stable")[::-1]
    else:
        order = np.argsort(values, kind="stable")
    return np.concatenate([known[order], np.flatnonzero(unknown)])

"""How a library stands: what is in it, whether it can be searched, what couldn't be read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.library.face import Library
from viewer.library.failures import LibraryFailed, unpacked
from viewer.library.paths import path_of
from viewer.library.schema import FILES


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

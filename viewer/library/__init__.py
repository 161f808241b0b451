"""Libraries: the records of many files and folders as columns, searched by player, word and position.

    import viewer
    library = viewer.library.of_folders(["games"])     # or viewer.library.named("Club")
    library.build()                                     # what is new or changed; returns what was done
    found = library.search(viewer.library.Query(player="Adler"))
    for hit in found.hits: print(hit.path, hit.number, hit.node)
    library.explore(game, state)                        # the next moves from a position, with results
    viewer.library.look_at_repertoire(["lines.pgn"], "white", library)   # where its games left these lines

The tables are Parquet files (`viewer.library.schema` names their columns), read through DuckDB. The records
are the truth: a library can be deleted at any time and built again.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewer.library.face import Library, all_libraries, at, named, of_folders
    from viewer.library.failures import LibraryFailed
    from viewer.library.query import Query
    from viewer.library.repertoire.reading import look_at_repertoire

__all__ = [
    "Library",
    "LibraryFailed",
    "Query",
    "all_libraries",
    "at",
    "look_at_repertoire",
    "named",
    "of_folders",
]
_WHERE = {
    "Query": "query",
    "LibraryFailed": "failures",
    "look_at_repertoire": "repertoire.reading",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'viewer.library' has no attribute {name!r}")
    module = importlib.import_module(f"viewer.library.{_WHERE.get(name, 'face')}")
    return getattr(module, name)


def __dir__() -> list[str]:
    return sorted(__all__)

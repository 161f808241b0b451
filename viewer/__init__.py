"""Qipu as a library: open, read, convert and draw game records.

    import viewer
    doc = viewer.open("game.xqf")              # Document: format, collection, diagnostics
    record = doc.record(0)
    for node in record.walk(): ...             # pre-order, iterative
    doc.set_comment(node, "…"); doc.undo(); doc.save("copy.xqf")
    viewer.load(path)                          # read only: a Collection
    viewer.convert("a.xqf", "b.xqf")           # returns the losses
    viewer.strip(doc, ["comments"])            # also replace, join, extract, start_here
    found = viewer.analyse(doc, viewer.engine("Stockfish"), seconds=1)
    viewer.annotate(doc, found)                # evaluations, glyphs, better lines
    viewer.compare(doc, viewer.load(path))     # differences, and edits that take them over
    viewer.opening(record)                     # the opening, named from the moves
    viewer.library.of_folders(["games"])       # many files, searched by player, word and position
    viewer.FORMATS, viewer.GAMES               # the registries
    viewer.render(record, node, kind="svg")    # a board as a picture
    viewer.export("a.pgn", "a.gif")            # also pages, books, texts; returns what was left out

`import viewer` itself loads neither Qt nor any game or format: each name is fetched when asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewer import library
    from viewer.document.whole.edits import (
        annotate,
        extract,
        join,
        replace,
        start_here,
        strip,
        write_openings,
    )
    from viewer.engines.library import analyse, engine
    from viewer.face import (
        FORMATS,
        GAMES,
        LossRefused,
        Refused,
        SaveError,
        Unreadable,
        compare,
        convert,
        export,
        load,
        open,
        opening,
        render,
    )

__version__ = "0.1.0"
__all__ = [
    "FORMATS",
    "GAMES",
    "LossRefused",
    "Refused",
    "SaveError",
    "Unreadable",
    "__version__",
    "analyse",
    "annotate",
    "compare",
    "convert",
    "engine",
    "export",
    "extract",
    "join",
    "library",
    "load",
    "open",
    "opening",
    "render",
    "replace",
    "start_here",
    "strip",
    "write_openings",
]
_OF_MANY = frozenset(
    ("annotate", "extract", "join", "replace", "start_here", "strip", "write_openings")
)
_OF_ENGINES = frozenset(("analyse", "engine"))


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'viewer' has no attribute {name!r}")
    if name == "library":
        return importlib.import_module("viewer.library")
    module = "viewer.document.whole.edits" if name in _OF_MANY else "viewer.face"
    if name in _OF_ENGINES:
        module = "viewer.engines.library"
    return getattr(importlib.import_module(module), name)


def __dir__() -> list[str]:
    return sorted(__all__)

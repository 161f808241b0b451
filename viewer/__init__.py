"""Qipu as a library: open, read, convert and draw game records.

    import viewer
    doc = viewer.open("game.xqf")              # Document: format, collection, diagnostics
    record = doc.record(0)
    for node in record.walk(): ...             # pre-order, iterative
    doc.set_comment(node, "…"); doc.undo(); doc.save("copy.xqf")
    viewer.load(path)                          # read only: a Collection
    viewer.convert("a.xqf", "b.xqf")           # returns the losses
    viewer.strip(doc, ["comments"])            # also replace, join, extract, start_here
    viewer.compare(doc, viewer.load(path))     # differences, and edits that take them over
    viewer.FORMATS, viewer.GAMES               # the registries
    viewer.render(record, node, kind="svg")    # a board as a picture

`import viewer` itself loads neither Qt nor any game or format: each name is fetched when asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viewer.document.whole.edits import extract, join, replace, start_here, strip
    from viewer.face import (
        FORMATS,
        GAMES,
        LossRefused,
        Refused,
        SaveError,
        Unreadable,
        compare,
        convert,
        load,
        open,
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
    "compare",
    "convert",
    "extract",
    "join",
    "load",
    "open",
    "render",
    "replace",
    "start_here",
    "strip",
]
_OF_MANY = frozenset(("extract", "join", "replace", "start_here", "strip"))


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'viewer' has no attribute {name!r}")
    module = "viewer.document.whole.edits" if name in _OF_MANY else "viewer.face"
    return getattr(importlib.import_module(module), name)


def __dir__() -> list[str]:
    return sorted(__all__)

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
    viewer.mistakes("analysed.pgn", "Adler, A") # moves that lost much, with better ones
    viewer.make_lesson(doc)                    # moves to guess, problems to solve
    viewer.opening(record)                     # the opening, named from the moves
    viewer.check(record)                       # what the rules say: illegal moves, repetitions, draws
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
    from viewer.document.comparing.comparison import compare
    from viewer.document.reading.player_report import player_report
    from viewer.document.training.games_read import mistakes
    from viewer.document.training.lessons import make_lesson
    from viewer.document.whole.annotating import annotate
    from viewer.document.whole.lines import extract, join, start_here
    from viewer.document.whole.openings import write_openings
    from viewer.document.whole.strip import strip
    from viewer.document.whole.words import replace
    from viewer.engines.library import analyse, engine
    from viewer.face import (
        FORMATS,
        GAMES,
        LossRefused,
        Refused,
        SaveError,
        Unreadable,
        check,
        convert,
        export,
        load,
        open,
        opening,
        parse,
        render,
        report,
    )
    from viewer.games.counting import count

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
    "check",
    "compare",
    "convert",
    "count",
    "engine",
    "export",
    "extract",
    "join",
    "library",
    "load",
    "make_lesson",
    "mistakes",
    "open",
    "opening",
    "parse",
    "player_report",
    "render",
    "replace",
    "report",
    "start_here",
    "strip",
    "write_openings",
]
# Where names are that aren't in `viewer.face`.
_ELSEWHERE = {
    "player_report": "viewer.document.reading.player_report",
    "analyse": "viewer.engines.library",
    "annotate": "viewer.document.whole.annotating",
    "compare": "viewer.document.comparing.comparison",
    "count": "viewer.games.counting",
    "engine": "viewer.engines.library",
    "extract": "viewer.document.whole.lines",
    "join": "viewer.document.whole.lines",
    "make_lesson": "viewer.document.training.lessons",
    "mistakes": "viewer.document.training.games_read",
    "replace": "viewer.document.whole.words",
    "start_here": "viewer.document.whole.lines",
    "strip": "viewer.document.whole.strip",
    "write_openings": "viewer.document.whole.openings",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'viewer' has no attribute {name!r}")
    if name == "library":
        return importlib.import_module("viewer.library")
    return getattr(importlib.import_module(_ELSEWHERE.get(name, "viewer.face")), name)


def __dir__() -> list[str]:
    return sorted(__all__)

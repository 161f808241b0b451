"""What ends the help of each command: examples that run, and what exit statuses mean."""

from __future__ import annotations

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.cli.commands import FAILED, INTERRUPTED, OK, PIPE_CLOSED

EXAMPLES: dict[str, tuple[str, ...]] = {
    "dump": (
        "qipu dump game.pgn",
        "qipu dump --lines game.pgn game.kif",
    ),
    "check": (
        "qipu check game.kif",
        "qipu check games/ --json",
    ),
    "convert": (
        "qipu convert game.pgn game.pgn.zst",
        "qipu convert game.kif game.csa --allow-loss",
        "qipu convert hex/ -o copies/ --to sgf",
    ),
    "diff": (
        "qipu diff before.pgn after.pgn",
        "qipu diff before.pgn after.pgn --json",
    ),
    "merge": ("qipu merge before.pgn mine.pgn theirs.pgn -o merged.pgn",),
    "strip": ("qipu strip game.pgn plain.pgn --comments --variations --records 1-2",),
    "replace": (
        "qipu replace game.pgn corrected.pgn --find good --by strong --whole-words",
        "qipu replace game.pgn named.pgn --find Morphy --by 'P. Morphy' --headers White,Black",
    ),
    "openings": ("qipu openings game.pgn openings.pgn",),
    "lookup": (
        "qipu lookup game.pgn --in book.bin --ply 6",
        "qipu lookup game.pgn --in syzygy/ --record 2 --json",
    ),
    "join": ("qipu join game.pgn joined.pgn --records 1-2",),
    "extract": ("qipu extract game.pgn line.pgn --node 12",),
    "library": (
        "qipu library build games/ --name Club",
        "qipu library update Club",
        "qipu library check Club",
        "qipu library list",
        "qipu library search Club --result draw --from 1850 -- morphy",
        "qipu library explore Club --game chess --moves '1. e4 e5'",
        "qipu library group Club --by opening --sort games",
        "qipu library crosstable Club --event Paris",
        "qipu library dedupe Club",
        "qipu library names Club",
        "qipu library undo",
        "qipu library delete Club",
    ),
    "export": (
        "qipu export game.pgn -o game.pdf",
        "qipu export games/ -o pages/ --html",
        "qipu export game.pgn -o board.png --ply 12 --style size=600",
    ),
    "analyse": (
        "qipu analyse game.pgn -o analysed.pgn --engine Stockfish --time 2",
        "qipu analyse games/ -o analysed/ --nodes 100000 --lines 2 --jobs 4",
        "qipu analyse game.kif -o - --to kif --engine ./engine --depth 20 --write evaluations",
    ),
    "render": ("qipu render game.pgn -o board.svg --ply 12 --theme dark",),
    "register": ("qipu register",),
    "unregister": ("qipu unregister",),
}
"""Of each command; of `library` one of each action. Files are those of somebody's own."""

_TOLD = message("it can't be done, or only in part, and why was told")
_WRITTEN = {
    OK: message("everything was written"),
    1: message("a file wasn't written: its format can't hold everything"),
    FAILED: message("something failed, and was told"),
}
_UNREADABLE = message("a file can't be read")
_DONE = {OK: message("done"), FAILED: _TOLD}
_FOUND = {OK: message("done"), 1: message("nothing was found"), FAILED: _TOLD}
_FOUND_OR_WRITTEN = {
    OK: message("done"),
    1: message("nothing was found, or a file wasn't written: its format can't hold everything"),
    FAILED: _TOLD,
}
STATUSES: dict[str, dict[int, Message]] = {
    "dump": {OK: message("everything was read"), FAILED: _UNREADABLE},
    "check": {
        OK: message("nothing is odd"),
        1: message("something is odd"),
        FAILED: _UNREADABLE,
    },
    "convert": _WRITTEN,
    "diff": {
        OK: message("nothing differs; with --git always, as git expects"),
        1: message("something differs"),
        FAILED: _UNREADABLE,
    },
    "merge": {
        OK: message("merged, without conflicts"),
        1: message("merged, with conflicts, in which the version of A stands"),
        FAILED: message("nothing was written"),
    },
    "strip": _WRITTEN,
    "replace": _WRITTEN,
    "openings": _WRITTEN,
    "lookup": {
        OK: message("the answers were printed"),
        FAILED: message("the record, or a book or tablebase, can't be read"),
    },
    "join": _WRITTEN,
    "extract": _WRITTEN,
    "library": _FOUND_OR_WRITTEN,
    "export": {OK: _WRITTEN[OK], FAILED: message("something couldn't be exported")},
    "analyse": _WRITTEN,
    "render": {
        OK: message("the board was drawn"),
        FAILED: message("the file can't be read, or the picture can't be written"),
    },
    "register": _DONE,
    "unregister": _DONE,
}
"""What the exit status of each command means."""

ACTION_STATUSES: dict[str, dict[str, dict[int, Message]]] = {
    "library": {
        "build": _DONE,
        "update": _DONE,
        "check": _DONE,
        "list": _FOUND,
        "search": _FOUND_OR_WRITTEN,
        "explore": _FOUND,
        "group": _FOUND,
        "crosstable": _FOUND,
        "dedupe": _FOUND_OR_WRITTEN,
        "names": _FOUND,
        "undo": {**_FOUND, 1: message("there was nothing to take back")},
        "delete": _DONE,
    }
}
"""The same of each action of a command that has some."""

COMMON_STATUSES: dict[int, Message] = {
    INTERRUPTED: message("interrupted by Ctrl+C"),
    PIPE_CLOSED: message("whoever read the output has closed it"),
    143: message("ended by SIGTERM; temporary files and processes went first"),
}
"""Of all commands."""


def end_of_help(name: str, action: str = "") -> str:
    """Examples and exit statuses of a command or one of its actions, as they stand below the options."""
    begun = f"qipu {name} {action}".split()
    meant = ACTION_STATUSES[name][action] if action else STATUSES[name]
    statuses = {**meant, INTERRUPTED: COMMON_STATUSES[INTERRUPTED]}
    return "\n".join(
        (
            tr(message("examples:")),
            *(f"  {one}" for one in EXAMPLES[name] if one.split()[: len(begun)] == begun),
            "",
            tr(message("exit status:")),
            *(f"  {number:<5}{tr(words)}" for number, words in statuses.items()),
        )
    )

"""Reading the game of a T1 file into a record."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.kit.collections import SingleText
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.read_game import MoveLine
from viewer.formats.t1.layout import HEADERS, FileLayout, layout_of, word_of
from viewer.games.stones.connection import SECOND
from viewer.games.stones.placement import Placement
from viewer.games.twixt.setup import USUAL, read_size, write_setup
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

FILE = "t1.file"
"""The fact with the file's bytes; value: codec, number of moves read, whether the user chose the codec."""
_SHOWN = 40


def headers_of(layout: FileLayout) -> tuple[Header, ...]:
    """The headers with a value, in the file's order."""
    return tuple(Header(name, layout.said(name)) for name in HEADERS if layout.said(name))


def size_of(layout: FileLayout) -> tuple[int, int] | None:
    """Width and height of the board; None for a size that no board has."""
    width, height = layout.said("width") or str(USUAL), layout.said("height") or str(USUAL)
    return read_size(f"{width}x{height}") if width.isdecimal() and height.isdecimal() else None


def record_of(layout: FileLayout, codec: str, limits: Limits) -> tuple[Record, list[Diagnostic]]:
    """Make a record from the lines of a file; returns it with the faults found."""
    found: list[Diagnostic] = []
    player = 2 if layout.said("starts") == SECOND else 1
    size = size_of(layout)
    if size is None:
        said = f"{layout.said('width')} x {layout.said('height')}"[:_SHOWN]
        words = message(
            "“{text}” is no size of a board: {usual} holes are shown.", text=said, usual=USUAL
        )
        place = layout.facts.get("height", 0)
        at = layout.lines[place].at if layout.lines else 0
        found.append(diagnostic_at(Severity.ERROR, "t1.size", words, at, 0))
        size = (USUAL, USUAL)
    start = write_setup(Placement(*size, to_play=SECOND if player == 2 else ""))
    tree = MoveLine(None if start == str(USUAL) else Setup(start))
    for index in layout.moves:
        line = layout.lines[index]
        if len(tree.nodes) >= limits.nodes:
            found.append(_too_many(line.at, tree.last.id))
            break
        word = word_of(line.said)
        action: Action = Move(f"{player} {word}") if word else Written(f"{player} {line.said}")
        node = tree.add(action)
        if not word and len(found) < limits.diagnostics:
            words = message("This is no move: “{text}”.", text=line.said[:_SHOWN])
            found.append(diagnostic_at(Severity.WARNING, "t1.move", words, line.at, node.id))
        player = 3 - player
    else:
        if layout.rest:
            end = layout.lines[-1]
            at = end.at + len(end.value + end.comment + end.end)
            found.append(_too_many(at, tree.last.id))
    return Record("twixt", tree.root, headers_of(layout), codec, nodes=tree.nodes), found


def _too_many(at: int, node: int) -> Diagnostic:
    words = message("The game has too many moves; the rest isn't shown.")
    return diagnostic_at(Severity.ERROR, "t1.too-many", words, at, node)


class T1Collection(SingleText):
    """The game of a source. Raises Unreadable if there is none, OSError."""

    format = "t1"
    variant = "T1"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits, encoding)
        self._layout = layout_of(self._decoded.text)
        if len(self._layout.facts) < 5 and not self._layout.moves:
            raise self._nothing()
        self._tell_read(record_of(self._layout, self._decoded.codec, limits)[1])

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of the game."""
        return headers_of(self._layout)

    def _read(self) -> Record:
        """The record of the game, read anew on each call."""
        data, codec, by_hand, _ = self._decoded
        record, _ = record_of(self._layout, codec, self._limits)
        record.facts = (Fact(FILE, (codec, len(record.nodes) - 1, by_hand), data),)
        return record

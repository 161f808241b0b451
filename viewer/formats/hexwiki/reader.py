"""Reading the first diagram of a text into a record."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.hexwiki.diagram import (
    BLUE,
    RED,
    SHADE,
    Diagram,
    Item,
    diagram_of,
    moves_of,
    said_last,
)
from viewer.formats.kit.collections import SingleText
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.read_game import MoveLine
from viewer.games.hex.board import SYNTAX
from viewer.games.stones.connection import FIRST, SECOND
from viewer.games.stones.placement import Placement
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import MARKS, Mark
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.record import Record

FILE = "hexwiki.file"
"""The fact with the file's bytes; value: codec, whether the user chose it, number of words read."""
PLAYER = {RED: FIRST, BLUE: SECOND}
COLOURS = ("green", "red", "blue", "yellow")
"""The colours of shade that a record has, the usual one first."""
_SHOWN = 40


class DiagramCollection(SingleText):
    """The diagram of a source. Raises Unreadable if there is none, OSError."""

    format = "hexwiki"
    variant = "HexWiki"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits, encoding)
        diagram = diagram_of(self._decoded.text, limits.nodes - 1)
        if diagram is None:
            raise self._nothing()
        self._diagram = diagram
        self._tell_read(faults_of(diagram, self._decoded.text))

    def _read(self) -> Record:
        """The record of the diagram, read anew on each call."""
        data, codec, by_hand, _ = self._decoded
        record = record_of(self._diagram, codec)
        record.facts = (Fact(FILE, (codec, by_hand, len(self._diagram.words)), data),)
        return record


def size_of(diagram: Diagram) -> tuple[int, int]:
    """Columns and rows of the board: the usual ones if none are said, or none that a board has."""
    columns, rows = diagram.size or (SYNTAX.usual, SYNTAX.usual)
    return SYNTAX.read_size(f"{columns}x{rows}") or (SYNTAX.usual, SYNTAX.usual)


def items_of(diagram: Diagram) -> list[Item]:
    """The items that hold, on cells that the board has."""
    width, height = size_of(diagram)
    items = [word.item for word in diagram.words if word.item]
    return [
        item
        for item in said_last(items)
        if not SYNTAX.beyond(Placement(first=(item.cell,)), width, height)
    ]


def record_of(diagram: Diagram, codec: str) -> Record:
    """The record of a diagram: its start, its moves, and marks at the last of them."""
    items = items_of(diagram)
    moves = moves_of(items)
    first, second = (
        tuple(item.cell for item in items if item.kind == kind and item not in moves)
        for kind in (RED, BLUE)
    )
    blue_begins = moves[0].kind == BLUE if moves else len(first) > len(second)
    to_play = SECOND if blue_begins else ""
    start = SYNTAX.write(Placement(*size_of(diagram), first, second, to_play=to_play))
    tree = MoveLine(None if start == str(SYNTAX.usual) else Setup(start))
    for item in moves:
        tree.add(Move(f"{PLAYER[item.kind]} {item.cell}"))
    marks = tuple(mark_of(item) for item in items if item not in moves and is_marked(item))
    if marks:
        tree.last.notes = {MARKS: marks}
    return Record("hex", tree.root, (), codec, nodes=tree.nodes)


def is_marked(item: Item) -> bool:
    """Whether an item puts a mark on its cell."""
    return item.kind == SHADE or bool(item.label)


def mark_of(item: Item) -> Mark:
    """The mark of an item."""
    if item.kind == SHADE:
        return Mark("square", (item.cell,), item.label if item.label in COLOURS else COLOURS[0])
    return Mark("label", (item.cell,), text=item.label)


def faults_of(diagram: Diagram, text: str) -> list[Diagnostic]:
    """What is odd, each at its place."""
    found = []
    width, height = size_of(diagram)
    if (width, height) != diagram.size:
        said = text[slice(*diagram.size_at)] if diagram.size_at else ""
        words = SYNTAX.bad_size.given(text=said[:_SHOWN], largest=SYNTAX.largest)
        at = diagram.size_at[0] if diagram.size_at else diagram.end
        found.append(diagnostic_at(Severity.ERROR, "hexwiki.size", words, at, 0))
    for item, start, end in diagram.words:
        if item is None or SYNTAX.beyond(Placement(first=(item.cell,)), width, height):
            words = SYNTAX.bad_square.given(text=text[start:end][:_SHOWN])
            found.append(diagnostic_at(Severity.WARNING, "hexwiki.cell", words, start, 0))
    if diagram.cut >= 0:
        words = message("The game has too many moves; the rest isn't shown.")
        found.append(diagnostic_at(Severity.ERROR, "hexwiki.too-many", words, diagram.cut, 0))
    return found

"""Writing a diagram: the text that was read, with the words of cells that hold something else exchanged."""

from __future__ import annotations

import re

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.hexwiki import FORMAT
from viewer.formats.hexwiki.diagram import (
    BLUE,
    EMPTY,
    RED,
    SHADE,
    Diagram,
    Item,
    Word,
    diagram_of,
    moves_of,
)
from viewer.formats.hexwiki.reader import (
    COLOURS,
    FILE,
    PLAYER,
    DiagramCollection,
    items_of,
    mark_of,
    size_of,
)
from viewer.formats.kit.foreign import ByMeaning, resolved
from viewer.formats.kit.law import Patch, patched
from viewer.formats.kit.losses import losses_of, one_line_in, sentences_of
from viewer.formats.kit.runs import ReadText, read_text, write_text
from viewer.games.hex.board import SYNTAX
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Record

_NEW = '<hexboard size="11x11"\n  contents=""\n  />\n'
_LABEL = re.compile(r"(?:\d{1,4}|[A-Za-z*+-]|arrow\((?:[1-9]|1[0-2])\)|[↗→↘↓↙←↖↑])\Z")
_MOVE = re.compile(r"([12]) ([a-z]{1,2}\d+)\Z")
_KIND = {player: kind for kind, player in PLAYER.items()}
_SENTENCES = sentences_of("HexWiki", one_line_in("HexWiki"), usual=True)


def write(collection: Collection) -> Output:
    """Write the first record as a diagram."""
    return write_text(collection, FORMAT, _read, _text, _losses)


def _read(record: Record) -> ReadText | None:
    """The text that the record was read from, None for a new one."""
    return read_text(record, FILE, hand=1, plies=2)


def _text(record: Record, old: ReadText | None) -> str:
    """The text of a record: the old one, with what it says now."""
    text = old.text if old else _NEW
    diagram = diagram_of(text, old.plies if old else 0)
    assert diagram is not None
    placement = SYNTAX.read_sized(record.setup)
    patches = _contents(diagram, _items(record, diagram), text)
    if (placement.width, placement.height) != size_of(diagram):
        size = f"{placement.height}x{placement.width}"
        patches.append(_set(diagram, "size", diagram.size_at, size))
    return patched(text, patches)


def _set(diagram: Diagram, name: str, at: tuple[int, int] | None, value: str) -> Patch:
    """An attribute with a value, in place of its old one if it has one."""
    if at is None:
        return Patch(diagram.end, diagram.end, f' {name}="{value}"')
    return Patch(*at, value)


def _contents(diagram: Diagram, items: list[Item], text: str) -> list[Patch]:
    """What makes the contents say some items: words exchanged or left out, and new ones behind them."""
    wanted = {_place(item): item for item in items}
    words: dict[tuple[str, bool], list[Word]] = {}
    for word in diagram.words:
        if word.item:
            words.setdefault(_place(word.item), []).append(word)
    on_board = {_place(item) for item in items_of(diagram)}
    patches: list[Patch] = []
    for place, said in words.items():
        old, new = said[-1].item, wanted.get(place)
        if old is None or (new is None and (place not in on_board or _is_silent(old))):
            continue
        if new is not None and _meaning(old) == new:
            del wanted[place]
            continue
        if new is not None and old.kind == new.kind:
            patches.append(Patch(said[-1].start, said[-1].end, _word(wanted.pop(place))))
            said = said[:-1]
        patches += [_without(word, text, diagram) for word in said]
    more: list[str] = []
    kind = "" if diagram.cut >= 0 else diagram.kind
    for item in wanted.values():
        more += [item.kind] if item.kind != kind else []
        more.append(_word(item))
        kind = item.kind
    if not more:
        return patches
    if diagram.contents_at is None:
        return [*patches, _set(diagram, "contents", None, " ".join(more))]
    start, end = diagram.contents_at
    at = start + len(text[start:end].rstrip())
    return [*patches, Patch(at, at, " " * (at > start) + " ".join(more))]


def _place(item: Item) -> tuple[str, bool]:
    return item.cell, item.kind == SHADE


def _is_silent(item: Item) -> bool:
    return item.kind == EMPTY and not item.label


def _meaning(item: Item) -> Item:
    """An item with the colour of shade as the record has it."""
    if item.kind != SHADE:
        return item
    colour = mark_of(item).colour
    return item._replace(label="" if colour == COLOURS[0] else colour)


def _word(item: Item) -> str:
    return f"{item.label}:{item.cell}" if item.label else item.cell


def _without(word: Word, text: str, diagram: Diagram) -> Patch:
    """A word left out, with the space before it."""
    start = diagram.contents_at[0] if diagram.contents_at else word.start
    return Patch(start + len(text[start : word.start].rstrip()), word.end, "")


def _items(record: Record, diagram: Diagram) -> list[Item]:
    """What a record puts on the cells: stones, moves with their numbers, and the marks of the last move."""
    placement = SYNTAX.read_sized(record.setup)
    stones = {cell: RED for cell in placement.first} | {cell: BLUE for cell in placement.second}
    old = items_of(diagram)
    number = next((int(item.label) for item in moves_of(old)), 1)
    moves: list[Item] = []
    last = record.root
    for node in list(resolved(record).root.main_line())[1:]:
        found = _MOVE.match(node.action.text) if isinstance(node.action, Move) else None
        if found is None or found[2] in stones or any(found[2] == one.cell for one in moves):
            break
        moves.append(Item(_KIND[found[1]], str(number + len(moves)), found[2]))
        last = node
    labels, shades = _marks(last, {(item.cell, item.label) for item in old})
    moved = {move.cell for move in moves}
    bare = [Item(kind, labels.pop(cell, ""), cell) for cell, kind in stones.items()]
    empty = [Item(EMPTY, label, cell) for cell, label in labels.items() if cell not in moved]
    if (
        moves_of([*bare, *moves]) != moves
    ):  # the label of a stone would be read as the number of a move
        bare = [item._replace(label="") if item.label.isdecimal() else item for item in bare]
    return [*bare, *moves, *empty, *(Item(SHADE, shade, cell) for cell, shade in shades.items())]


def _marks(node: Node, old: set[tuple[str, str]]) -> tuple[dict[str, str], dict[str, str]]:
    """The labels of cells, old ones or such as HexWiki draws, and the colours of shade ("": the usual)."""
    labels: dict[str, str] = {}
    shades: dict[str, str] = {}
    for mark in node.marks:
        cell = mark.squares[0]
        if mark.kind == "label" and ((cell, mark.text) in old or _LABEL.match(mark.text)):
            labels.setdefault(cell, mark.text)
        elif mark.kind == "square":
            shades.setdefault(cell, "" if mark.colour == COLOURS[0] else mark.colour)
    return labels, shades


def _losses(record: Record, data: bytes, codec: str | None) -> tuple[Loss, ...]:
    """What a record says and the file, read again, doesn't."""
    again = DiagramCollection(BytesSource(data), DEFAULT, codec).record(0)
    return losses_of(ByMeaning(resolved(record), again).lost(), _SENTENCES)

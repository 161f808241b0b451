"""Diagrams as text (letters, lines of boxes, the forms that forums of a game use), and as drawings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from viewer.base.columns import width_of
from viewer.base.fields import CHOICE, Field
from viewer.base.messages import message
from viewer.document.copying import as_text, customary, forms_of
from viewer.formats.entry import FormatEntry
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.capabilities import Counted, Placing
from viewer.games.game import Game
from viewer.games.geometry import Geometry, GlyphPart, View
from viewer.publish.outline import Diagram, Graph, Position
from viewer.scene.board import BoardLook
from viewer.scene.picture import Drawing, board_shapes
from viewer.scene.portion import portion
from viewer.scene.theme import LIGHT, Theme
from viewer.tree.action import Setup
from viewer.tree.annotation import Mark
from viewer.tree.node import Node
from viewer.tree.record import Record

LETTERS, CUSTOMARY, CODE, LINE, NONE = "letters", "customary", "code", "line", "none"
BOARD_FIELD = Field(
    "diagrams",
    message("Diagrams"),
    CHOICE,
    LETTERS,
    {
        LETTERS: message("Letters (ASCII)"),
        CUSTOMARY: message("As players write them (Sensei's Library, BOD, BBS)"),
        CODE: message("Code for forums (UBB, PGN, SGF)"),
        LINE: message("A line of text (FEN and the like)"),
        NONE: message("None"),
    },
)
_STONES = "XO"
_GAP = "."


def board_text(diagram: Diagram, game_id: str, form: str) -> str:
    """A diagram in one of the forms of BOARD_FIELD, without a line feed at its end; "" for none."""
    game = game_of(game_id)
    if form == LINE:
        return diagram.text
    if form == CODE:
        entry = customary(game_id)
        return _position_in(entry, game_id, diagram) if entry is not None else diagram.text
    if form == CUSTOMARY:
        return _customary(diagram, game)
    return _letters(diagram, game) if form == LETTERS else ""


def caption(diagram: Diagram) -> str:
    """The line below a diagram: its title, the move before it, whose move it is, what figures leave open."""
    parts = [diagram.name, diagram.title, diagram.after, diagram.to_move]
    parts += [f"{number} = {place}" for number, place in diagram.notes]
    return " · ".join(part for part in parts if part)


def shown(position: Position) -> Geometry:
    """The board of a position, or the part of it that is shown."""
    return portion(position.geometry, position.part) if position.part else position.geometry


# ------------------------------------------------------------------------------------ letters


def _letters(diagram: Diagram, game: Game[Any]) -> str:
    head = diagram.text.split(" ")[0]
    if isinstance(game, Placing) or "/" not in head:
        rows = _stone_rows(diagram.position, game, _GAP)
    else:
        rows = [_fen_row(row) for row in head.split("/")]
    text = _framed(rows, shown(diagram.position), diagram.flipped)
    return f"{text}\n{diagram.text}" if diagram.position.counts else text


def _stone_rows(position: Position, game: Game[Any], gap: str) -> list[list[str]]:
    """Rows of signs: X for the first side's stones, O for the second's, a letter for other pieces."""
    stones = game.stones if isinstance(game, Placing) else ()
    signs = dict(zip(stones, _STONES, strict=False))
    standing = dict(position.pieces)
    return [
        [_sign(standing.get(square, ""), signs, gap) for square in row]
        for row in shown(position).grid
    ]


def _sign(kind: str, signs: dict[str, str], gap: str) -> str:
    if not kind:
        return gap
    return signs.get(kind) or signs.get(kind.partition("-")[0]) or kind[:1].upper()


def _fen_row(text: str) -> list[str]:
    """The squares of a row of a FEN or SFEN: "+" belongs to the piece behind it, digits are empty squares."""
    cells: list[str] = []
    number = pending = ""
    for sign in f"{text} ":
        if sign.isdecimal() and sign.isascii():
            number += sign
            continue
        cells += [_GAP] * int(number or 0)
        number = ""
        if sign == "+":
            pending = sign
        elif sign not in " ~":
            cells.append(pending + sign)
            pending = ""
    return cells


def _framed(rows: Sequence[list[str]], geometry: Geometry, flipped: bool) -> str:
    """Rows with the coordinates of players beside and below them."""
    across, down = _names(geometry, len(rows), max(map(len, rows), default=0))
    if flipped:
        rows, across, down = [row[::-1] for row in rows[::-1]], across[::-1], down[::-1]
    cell = max((width_of(one) for row in (*rows, across) for one in row), default=1)
    side = max(map(width_of, down), default=0)
    slant = (
        1 if geometry.outline else 0
    )  # a row of Hex is half a cell further right than the one above
    lines = []
    for number, (name, row) in enumerate(zip(down, rows, strict=True)):
        cells = " ".join(_right(one, cell) for one in row)
        lines.append(f"{' ' * slant * number}{_right(name, side)} {cells}".rstrip())
    if any(across):
        below = " ".join(_right(one, cell) for one in across)
        lines.append(f"{' ' * (slant * len(rows) + side + 1)}{below}".rstrip())
    return "\n".join(lines)


def _names(geometry: Geometry, rows: int, columns: int) -> tuple[list[str], list[str]]:
    """The names of columns and of rows as they stand beside the board; empty where they don't fit."""
    xs, ys = zip(*geometry.squares.values(), strict=True)
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    inside_y: dict[float, str] = {}
    inside_x: dict[float, str] = {}
    for one in geometry.coordinates:
        x, y = one.at
        if one.style != "game":
            continue
        if top - 0.1 <= y <= bottom + 0.1 and not left - 0.1 <= x <= right + 0.1:
            inside_y.setdefault(round(y, 2), one.text)
        elif y > top:
            inside_x[round(x, 2)] = one.text
        else:
            inside_x.setdefault(round(x, 2), one.text)
    across = [inside_x[x] for x in sorted(inside_x)]
    down = [inside_y[y] for y in sorted(inside_y)]
    if geometry.outline:  # coordinates of slanted boards stand in no rows
        first = [row[0] for row in geometry.grid]
        across = [square.rstrip("0123456789") for square in geometry.grid[0]]
        down = [square.lstrip("abcdefghijklmnopqrstuvwxyz") for square in first]
    return (
        across if len(across) == columns else [""] * columns,
        down if len(down) == rows else [""] * rows,
    )


def _right(text: str, width: int) -> str:
    return " " * (width - width_of(text)) + text


# ---------------------------------------------------------------------------------- customary


def _customary(diagram: Diagram, game: Game[Any]) -> str:
    if isinstance(game, Counted):
        return sensei(diagram)
    for entry, form in forms_of(game.id):
        if form.position and "\n" in (text := _position_in(entry, game.id, diagram)):
            return text
    return _boxes(diagram.position, diagram.flipped) or _letters(diagram, game)


def _position_in(entry: FormatEntry, game: str, diagram: Diagram) -> str:
    """The position as a record of a format."""
    record = Record(game, Node(0, None, Setup(diagram.text)))
    return as_text(MemoryCollection(entry.id, [record]), entry).text.strip("\r\n")


def _boxes(position: Position, flipped: bool) -> str:
    """A board of box lines with characters on its crossings, as on bulletin boards; "" without such."""
    geometry = position.geometry
    characters = {}
    for square, kind in position.pieces:
        glyphs = [part.glyph for part in geometry.art[kind] if isinstance(part, GlyphPart)]
        if len(glyphs) != 1 or width_of(glyphs[0]) != 2:
            return ""
        characters[square] = glyphs[0]
    grid = [row[::-1] for row in geometry.grid[::-1]] if flipped else list(geometry.grid)
    last = len(grid) - 1
    lines = []
    for number, row in enumerate(grid):
        ends = ("┌┬┐", "├┼┤", "└┴┘")[0 if number == 0 else 2 if number == last else 1]
        cells = []
        for column, square in enumerate(row):
            place = 0 if column == 0 else 2 if column == len(row) - 1 else 1
            cells.append(characters.get(square) or ends[place] + ("─" if place < 2 else ""))
        lines.append("".join(cells))
        if geometry.texts and number == last // 2:
            words = "　　".join(text.text for text in geometry.texts)
            inside = 2 * len(row) - 3
            room = inside - width_of(words)
            lines.append(f"│{' ' * (room // 2)}{words}{' ' * (room - room // 2)}│")
    return "\n".join(lines)


# ------------------------------------------------------------------------------------- Sensei

_ON_STONES = {"circle": "BW", "square": "#@", "triangle": "YQ", "cross": "ZP"}
_ON_POINTS = {"circle": "C", "square": "S", "triangle": "T", "cross": "M"}


def sensei(diagram: Diagram) -> str:
    """A diagram of go as Sensei's Library and go forums write it."""
    position = diagram.position
    geometry = shown(position)
    side = "BW"[_first_side(diagram)]
    numbering = f"m{diagram.first}" if diagram.first > 1 else ""
    words = " ".join(caption(diagram).split())
    lines = [f"$${side}{numbering}c {words}".rstrip()]
    grid, whole = geometry.grid, position.geometry.grid
    rule = f"$$  {'-' * (2 * len(grid[0]) + 1)}"
    left, right = grid[0][0] in [row[0] for row in whole], grid[0][-1] in [row[-1] for row in whole]
    if grid[0][0] in whole[0]:
        lines.append(rule)
    signs = _sensei_signs(diagram)
    stars = {(round(dot.at[0], 2), round(dot.at[1], 2)) for dot in geometry.dots}
    for row in grid:
        cells = []
        for square in row:
            x, y = geometry.squares[square]
            empty = "," if (round(x, 2), round(y, 2)) in stars else "."
            cells.append(signs.get(square, empty))
        lines.append(f"$$ {'|' if left else ' '} {' '.join(cells)}{' |' if right else ''}")
    if grid[-1][0] in whole[-1]:
        lines.append(rule)
    return "\n".join(lines)


def _first_side(diagram: Diagram) -> int:
    """The side that played the first numbered move of a figure."""
    kinds = dict(diagram.position.pieces)
    for square, number in diagram.position.numbers.items():
        if number == diagram.first:
            return 0 if kinds.get(square) == "black" else 1
    return 0


def _sensei_signs(diagram: Diagram) -> dict[str, str]:
    position = diagram.position
    signs = {square: "XO"[kind != "black"] for square, kind in position.pieces}
    for square, number in position.numbers.items():
        place = number - diagram.first
        if square in signs and 0 <= place < 10:  # it knows ten numbers
            signs[square] = "1234567890"[place]
    marks: Iterable[Mark] = position.marks
    for mark in marks:
        square = mark.squares[0] if mark.squares else ""
        if signs.get(square, "")[:1].isdecimal():
            continue
        if mark.kind == "label" and mark.text[:1].isalpha() and square not in signs:
            signs[square] = mark.text[0].lower()
        elif mark.kind in _ON_POINTS and len(mark.squares) == 1:
            on = signs.get(square)
            signs[square] = (
                _ON_POINTS[mark.kind] if on is None else _ON_STONES[mark.kind][on != "X"]
            )
    return signs


_BARS = "▁▂▃▄▅▆▇█"


def graph_text(graph: Graph, width: int) -> str:
    """A graph as a line of bars, at most so many, between the words of what is above and below."""
    shares = graph.shares
    size = max(1, -(-len(shares) // width))
    bars = []
    for start in range(0, len(shares), size):
        known = [one for one in shares[start : start + size] if one is not None]
        share = sum(known) / len(known) if known else None
        bars.append(" " if share is None else _BARS[min(len(_BARS) - 1, int(share * len(_BARS)))])
    return f"{graph.above} ↑\n{''.join(bars)}\n{graph.below} ↓"


def drawing_of(diagram: Diagram, game: str, theme: Theme = LIGHT) -> Drawing:
    """A diagram as shapes, with the game's usual pieces and coordinates."""
    position = diagram.position
    sets = game_of(game).piece_sets
    look = BoardLook(
        shown(position), theme, View(diagram.flipped), "game", sets[0] if sets else None
    )
    shapes = board_shapes(
        look,
        position.pieces,
        position.marks,
        position.last,
        position.counts,
        position.numbers,
        position.links,
        position.chain,
    )
    return Drawing(shapes, *look.size)

"""The graph's cells and their zoom; its dots as shapes: the side that moved, and signs for annotations.

A dot is a disc in the mover's colour; if the node isn't a move, its shape shows the kind of action.
Signs stand at its corners: a glyph at the top right, below it a comment, at the top left a flag
(bookmark, title), below it a sign for marks on the board.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from viewer.base.named import NamedTuple
from viewer.scene.shapes import Disc, Polygon, Polyline, Rect, Shape, TextShape
from viewer.scene.theme import Theme
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.annotation import BAD_GLYPHS, BEFORE, BOOKMARK, COMMENT, GOOD_GLYPHS, TITLE
from viewer.tree.nags import sign_of
from viewer.tree.node import Node

START, MOVE, SETUP, END, BACK, QUIET = "start", "move", "setup", "end", "back", "quiet"
_KINDS: dict[type, str] = {
    Move: MOVE,
    Written: MOVE,
    Setup: SETUP,
    Terminal: END,
    Takeback: BACK,
    Remark: QUIET,
}
RADIUS = 0.25  # radius of a move's disc, in cells
_SMALL = 0.12
_SIGN = 0.31  # distance of the signs from the centre, on either axis
_KEEP = 0.7  # share of a colour left in a faint one: its rim keeps a contrast of 3 to the panel
_GLYPH = 0.46  # height of a glyph's text
_LONGEST_SIGN = 3
_MIDDLE = 0.18  # luminance that has the same contrast to black and to white
_SQUEEZED = 0.42  # of a lane may be missing
_CELLS = (1.5, 3.0, 5.0, 8.0, 12.0, 18.0, 26.0)
USUAL = len(_CELLS)
LEVELS = USUAL + 2


class Zoom(NamedTuple):
    """A size at which the graph is drawn.

    Attributes:
        along, across: size of a cell in pixels, in the direction of growth and from lane to lane.
        dot: side of the square in which a dot is drawn, in pixels.
        written: whether moves are shown as text.
        numbered: whether dots are large enough to show the numbers of moves.
    """

    along: float
    across: float
    dot: float
    written: bool = False
    numbered: bool = False

    @property
    def dotted(self) -> bool:
        """Whether cells are large enough to show nodes as separate dots."""
        return self.dot >= 8

    @property
    def signed(self) -> bool:
        """Whether there is room for signs beside the dots."""
        return self.dot >= 16


def zoom_of(level: int, down: bool, unit: float = 1.0) -> Zoom:
    """The zoom of a level from 0 to LEVELS - 1; `unit` is the size of text relative to the usual size."""
    if level < len(_CELLS):
        side = _CELLS[max(level, 0)]
        return Zoom(side, side, side)
    if level == USUAL:
        return Zoom(30 * unit, 30 * unit, 40 * unit, numbered=True)
    wide, high = 128 * unit, 32 * unit
    return Zoom(high, wide, 22 * unit, True) if down else Zoom(wide, high, 22 * unit, True)


class CellRange(NamedTuple):
    """The cells in columns `left` to `right` and lanes `top` to `bottom`, ends included."""

    left: int
    right: int
    top: int
    bottom: int


class LaneMetrics(NamedTuple):
    """The positions of columns and lanes, in pixels from the content's top left corner."""

    zoom: Zoom
    down: bool

    @property
    def margin(self) -> float:
        """Free space around the graph, in pixels."""
        return 8

    @property
    def hang(self) -> int:
        """Pixels that signs hang over the lowest lane."""
        return 2 if self.zoom.written else 6

    def point(self, column: float, lane: float) -> tuple[float, float]:
        """The centre of a cell."""
        along = self.margin + (column + 0.5) * self.zoom.along
        across = self.margin + (lane + 0.5) * self.zoom.across
        return (across, along) if self.down else (along, across)

    def size(self, columns: int, lanes: int) -> tuple[int, int]:
        """Width and height of a graph in pixels, margins included."""
        along = math.ceil(columns * self.zoom.along + 2 * self.margin)
        across = math.ceil(lanes * self.zoom.across + 2 * self.margin)
        return (across, along) if self.down else (along, across)

    def squeezed(self, lanes: int, room: int) -> LaneMetrics:
        """With lanes a little closer, if then one more of them is seen whole in a room of some pixels."""
        free, across = room - self.margin - self.hang, self.zoom.across
        whole = int(free // across)
        if not 0 < whole < lanes or whole + 1 - free / across > _SQUEEZED:
            return self
        return self._replace(zoom=self.zoom._replace(across=free / (whole + 1)))

    def seen(self, lanes: int, room: int) -> int:
        """How much of a room, in pixels, shows whole lanes; all of it if all lanes fit."""
        free, across = room - self.margin - self.hang, self.zoom.across
        if lanes * across + 2 * self.margin <= room or free < across:
            return room
        whole = round(free // across * across if free % across < across - 0.01 else free)
        return min(room, whole + round(self.margin) + self.hang)

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """(column, lane) of the cell at a point; outside the graph they may be negative or too large."""
        along, across = (y, x) if self.down else (x, y)
        column = math.floor((along - self.margin) / self.zoom.along)
        return column, math.floor((across - self.margin) / self.zoom.across)

    def cells(self, x: float, y: float, width: float, height: float) -> CellRange:
        """The cells that a rectangle touches, and one more on each side, whose drawing may reach into it."""
        left, top = self.cell(x, y)
        right, bottom = self.cell(x + width, y + height)
        return CellRange(left - 1, right + 1, top - 1, bottom + 1)


def fitting(columns: int, lanes: int, width: int, height: int, down: bool) -> int:
    """The largest level up to USUAL at which a graph fits into `width` by `height` pixels; 0 if none does."""
    for level in range(USUAL, 0, -1):
        wide, high = LaneMetrics(zoom_of(level, down), down).size(columns, lanes)
        if wide <= width and high <= height:
            return level
    return 0


class Dot(NamedTuple):
    """The appearance of a node.

    Attributes:
        kind: START, MOVE, SETUP, END, BACK (a takeback) or QUIET (a remark, or no action); "" for signs only.
        colour: token of the side that moved, "" if it is unknown or the node isn't a move.
        glyph: the sign of the node's first glyph or of its verdict, "" for none.
        praise: whether that glyph or verdict is good (1), bad (-1) or neither (0).
        comment, flag, marks: whether the dot has these signs.
        fault: whether the move breaks a rule.
        folded: whether the nodes below aren't shown.
        number: of the move, shown where dots are large enough; "" for none.
    """

    kind: str
    colour: str = ""
    glyph: str = ""
    praise: int = 0
    comment: bool = False
    flag: bool = False
    marks: bool = False
    fault: bool = False
    folded: bool = False
    number: str = ""

    @property
    def body(self) -> Dot:
        """The dot without its number and the signs for annotations."""
        return Dot(self.kind, self.colour, fault=self.fault, folded=self.folded)

    @property
    def signs(self) -> Dot:
        """Only the signs for annotations."""
        return Dot("", "", self.glyph, self.praise, self.comment, self.flag, self.marks)


def faint_theme(theme: Theme) -> Theme:
    """The theme with colours nearer to the panel's: for dots that aren't on the current line."""
    panel = theme["panel"]
    colours = {token: _between(colour, panel) for token, colour in theme.colours.items()}
    return Theme(theme.id, theme.dark, colours)


def _between(colour: str, ground: str) -> str:
    pairs = ((int(one[i : i + 2], 16) for one in (colour, ground)) for i in (1, 3, 5))
    return "#" + "".join(
        f"{round(first * _KEEP + second * (1 - _KEEP)):02X}" for first, second in pairs
    )


def dot_of(
    node: Node,
    colour: str = "",
    fault: bool = False,
    folded: bool = False,
    worth: tuple[str, int] = ("", 0),
    number: str = "",
) -> Dot:
    """The dot of a node. The arguments are the facts that only the game or the view knows.

    `colour`, `fault`, `folded` and `number` are as in `Dot`; `worth` is a verdict's sign and praise, shown
    if the node has no glyph.
    """
    kind = START if node.parent is None else _KINDS.get(type(node.action), QUIET)
    notes = node.notes
    if not notes:
        return Dot(kind, colour, *worth, fault=fault, folded=folded, number=number)
    glyphs = node.glyphs
    return Dot(
        kind,
        colour,
        sign_of(glyphs[0])[:_LONGEST_SIGN] if glyphs else worth[0],
        _praise(glyphs) if glyphs else worth[1],
        COMMENT in notes or BEFORE in notes,
        BOOKMARK in notes or TITLE in notes,
        bool(node.marks),
        fault,
        folded,
        number,
    )


def _praise(glyphs: Iterable[int]) -> int:
    first = next(iter(glyphs), 0)
    return 1 if first in GOOD_GLYPHS else -1 if first in BAD_GLYPHS else 0


def dot_shapes(dot: Dot, theme: Theme, down: bool = False) -> list[Shape]:
    """A dot as shapes around (0, 0), in cells; of kind "", only its signs.

    `down`: whether the graph grows downwards instead of to the right.
    """
    shapes = _body(dot, theme)
    if dot.fault:
        shapes.append(Disc((0, 0), RADIUS + 0.08, "", theme["bad"], 0.06))
    if dot.folded:
        for place in (0.33, 0.45, 0.57):
            at = (0.0, place) if down else (place, 0.0)
            shapes.append(Disc(at, 0.05, theme["ink"]))
    return shapes + _signs(dot, theme)


def number_ink(fill: str, theme: Theme) -> str:
    """The colour of a number in a disc: that of light or dark stones, by the disc's brightness."""
    red, green, blue = ((int(fill[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return theme["slate-deep" if light > _MIDDLE else "shell-light"]


def fill_of(dot: Dot, theme: Theme) -> str:
    """The colour inside a move's disc: the side's own; the rim has it seen on a dark panel."""
    return theme[dot.colour or "muted"]


def _body(dot: Dot, theme: Theme) -> list[Shape]:
    if not dot.kind:
        return []
    rim, width = theme["muted"], 0.05
    fill = fill_of(dot, theme)
    if dot.kind == MOVE:
        return [Disc((0, 0), RADIUS - width / 2, fill, rim, width)]
    if dot.kind == START:
        half = RADIUS * 0.9
        return [
            Rect(-half, -half, 2 * half, 2 * half, theme["wood"], theme["line"], width, 0.06),
            Polyline(((0, -half), (0, half)), theme["line"], width),
            Polyline(((-half, 0), (half, 0)), theme["line"], width),
        ]
    if dot.kind == END:
        half = RADIUS * 0.8
        return [Rect(-half, -half, 2 * half, 2 * half, fill, rim, width, 0.04)]
    if dot.kind == SETUP:
        far = RADIUS * 1.05
        corners = ((0, -far), (far, 0), (0, far), (-far, 0))
        return [Polygon(corners, theme["wood"], theme["line"], width)]
    if dot.kind == BACK:
        far = RADIUS * 0.9
        return [
            Polygon(((-far, 0), (far * 0.7, -far), (far * 0.7, far)), theme["panel"], rim, 0.07)
        ]
    return [Disc((0, 0), _SMALL, theme["panel"], rim, 0.06)]


def _signs(dot: Dot, theme: Theme) -> list[Shape]:
    shapes: list[Shape] = []
    if dot.glyph:
        token = ("bad", "ink", "good")[dot.praise + 1]
        at = (_SIGN + 0.02, -_SIGN + 0.01)
        shapes.append(TextShape(dot.glyph, at, _GLYPH, theme[token], True))
    if dot.comment:
        shapes += _bubble(theme["accent"])
    if dot.flag:
        shapes += _flag(theme["seal"])
    if dot.marks:
        side = 0.15
        shapes.append(
            Rect(-_SIGN - side / 2, _SIGN - side / 2, side, side, "", theme["good"], 0.055)
        )
    return shapes


def _bubble(colour: str) -> list[Shape]:
    """A speech bubble at the bottom right."""
    left, top, width, height = _SIGN - 0.12, _SIGN - 0.11, 0.3, 0.2
    foot = top + height
    return [
        Rect(left, top, width, height, colour, corner=0.06),
        Polygon(
            ((left + 0.06, foot - 0.02), (left + 0.15, foot - 0.02), (left + 0.05, foot + 0.09)),
            colour,
        ),
    ]


def _flag(colour: str) -> list[Shape]:
    """A flag at the top left."""
    pole, top, foot = -_SIGN - 0.1, -_SIGN - 0.13, -_SIGN + 0.17
    cloth = ((pole, top), (pole + 0.24, top + 0.09), (pole, top + 0.18))
    return [
        Polyline(((pole, top), (pole, foot)), colour, 0.055, round=True),
        Polygon(cloth, colour),
    ]

"""The dots of the graph's nodes as shapes: the side that moved, and small signs for annotations.

A dot is a disc in the mover's colour; if the node isn't a move, its shape shows the kind of action.
Signs stand at its corners: a glyph at the top right, below it a comment, at the top left a flag
(bookmark, title), below it a sign for marks on the board.
"""

from __future__ import annotations

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
    """The colour inside a move's disc."""
    return theme.sign(dot.colour) if dot.colour else theme["muted"]


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

"""Possible next moves, and alternatives to the last one, shown on the board."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType

from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.games.geometry import Point
from viewer.scene.board import BoardLook
from viewer.scene.glyphs import text_shapes, text_width
from viewer.scene.marks import arrow_shape
from viewer.scene.shapes import BELOW, MARK, Disc, Rect, Shape

_MOST = 26
_ARROWS = 3
_ACCENT, _GOOD, _BAD = "board-accent", "mark-green", "mark-red"
_ADVICE = "mark-blue"
_FIGURE_RADIUS = 0.46
_FIGURE_SIZES = (0.42, 0.36)
"""Of one line of figures, of two."""


class CandidateColumn(NamedTuple):
    """A column of the table of a source's candidates.

    Attributes:
        name: its heading.
        number: whether it contains numbers, which are aligned right; otherwise words or signs.
        shares: whether it shows the shares of a candidate as a bar; its texts are what is said of them.
        share: whether it shows how often the candidate was played as a bar; its texts say so in percent.
        link: whether a click on it opens what it names, instead of playing the move.
        spare: where there is no room for all columns, the highest goes first; 0 never goes.
    """

    name: Message
    number: bool = True
    shares: bool = False
    share: bool = False
    link: bool = False
    spare: int = 0


class Candidate(NamedTuple):
    """A possible next move.

    Attributes:
        id: the id of the move at its source.
        squares: the squares that it touches, in order.
        text: its notation.
        taken: whether it is the move that the command `forward` takes.
        pointed: whether the user points at it.
        sign: its evaluation as a sign, "" for none.
        praise: whether the evaluation is good (1), bad (-1) or neither (0).
        derived: whether the evaluation follows from evaluations of later moves.
        values: its texts in the columns of its source, in their order, "" for none.
        shares: how often the first side won, drew and lost with it; None where that isn't counted.
        share: how often it was played, of all moves that were (0.0 to 1.0); None where that isn't counted.
        letter: the letter that its row and its square have, "" for that of its place among the moves.
    """

    id: int
    squares: tuple[str, ...]
    text: str = ""
    taken: bool = False
    pointed: bool = False
    sign: str = ""
    praise: int = 0
    derived: bool = False
    values: tuple[str, ...] = ()
    shares: tuple[int, int, int] | None = None
    share: float | None = None
    letter: str = ""


class Advice(NamedTuple):
    """What an engine shows on the board.

    Attributes:
        moves: the best first.
        ownership: by square, from 1.0 (the first side's) to -1.0.
        threat: whether the moves are those of the side that isn't to move.
    """

    moves: tuple[Candidate, ...] = ()
    ownership: Mapping[str, float] = MappingProxyType({})
    threat: bool = False


NO_ADVICE = Advice()


def _letter_of(index: int) -> str:
    """The letter of the next move with an index, from 0; "" after Z."""
    return chr(ord("A") + index) if index < _MOST else ""


def next_shapes(
    look: BoardLook, ways: Sequence[Candidate], occupied: Container[str], marked: Container[str]
) -> list[Shape]:
    """Rings with letters on the squares where pieces would be put, arrows for three moves of pieces.

    More arrows would cover the board: the move that is pointed at and the one that is taken have theirs, then
    the first. Letters follow the order of the moves. Squares of `marked` get no ring: the record's mark stays
    legible.
    """
    shapes: list[Shape] = []
    done: set[tuple[str, ...]] = set()
    moves = sorted(ways[:_MOST], key=lambda way: not (way.pointed or way.taken))
    arrows = [*dict.fromkeys(way.squares for way in moves if len(way.squares) > 1)][:_ARROWS]
    for number, way in enumerate(ways[:_MOST]):
        squares = tuple(square for square in way.squares if square in look.geometry.squares)
        if not squares or squares in done:
            continue
        done.add(squares)
        if len(squares) > 1:
            if way.squares in arrows:
                shapes += _arrow(look, squares, way, occupied)
        elif squares[0] not in marked:
            shapes += _ring(look, way, squares[0], _letter_of(number), occupied)
    return shapes


def sibling_shapes(
    look: BoardLook, ways: Sequence[Candidate], occupied: Container[str], marked: Container[str]
) -> list[Shape]:
    """Dots on the squares that alternatives to the last move lead to, if these are empty and unmarked.

    Dots for moves of pieces are hollow: filled ones are the targets of a selected piece.
    """
    colour = look.theme[_ACCENT]
    shapes: list[Shape] = []
    for square, hollow in {
        way.squares[-1]: len(way.squares) > 1 for way in ways if way.squares
    }.items():
        if square not in look.geometry.squares or square in marked or square in occupied:
            continue
        fill, rim = ("", colour) if hollow else (colour, "")
        radius = 0.09 if hollow else 0.13
        dot = Disc(look.centre(square), radius, fill, rim, 0.04, 0.6, MARK, square)
        shapes.append(dot)
    return shapes


def advice_shapes(look: BoardLook, advice: Advice, occupied: Container[str]) -> list[Shape]:
    """The moves that an engine or a book advises: arrows for moves of pieces, else discs with evaluations.

    The best is the strongest to see.
    """
    colour = look.theme["mark-red" if advice.threat else _ADVICE]
    shapes: list[Shape] = []
    done: set[tuple[str, ...]] = set()
    for number, way in enumerate(advice.moves[:_MOST]):
        squares = tuple(square for square in way.squares if square in look.geometry.squares)
        if not squares or squares in done or (len(squares) > 1 and squares[0] == squares[-1]):
            continue
        done.add(squares)
        if len(squares) > 1:
            weight = max(0.55, 1.15 - 0.2 * number)
            shape = arrow_shape(look, squares[0], squares[-1], colour, occupied, weight)
            opacity = 0.85 if way.pointed else max(0.35, 0.85 - 0.2 * number)
            shapes.append(shape._replace(opacity=opacity))
        elif way.values:
            shapes += _figures(look, way, squares[0], number, advice.threat)
        else:
            shapes += _ring(look, way, squares[0], way.letter or _letter_of(number), occupied)
    return shapes


def _figures(
    look: BoardLook, way: Candidate, square: str, number: int, threat: bool
) -> list[Shape]:
    """A disc with what the engine says of a move, one or two short lines, in the colour of its praise."""
    token = "mark-red" if threat else _GOOD if way.praise > 0 else "mark-yellow"
    centre = look.centre(square)
    fill = look.theme[token]
    opacity = max(0.6, 0.95 - 0.1 * number) - 0.15 * (way.praise < 0)
    shapes: list[Shape] = [
        Disc(centre, _FIGURE_RADIUS, fill, opacity=opacity, layer=MARK, square=square)
    ]
    texts = way.values[:2]
    size = _FIGURE_SIZES[len(texts) - 1]
    for row, text in enumerate(texts):
        widest = 1.55 * _FIGURE_RADIUS
        fitting = min(size, size * widest / max(text_width(text, size, "label"), 0.01))
        y = centre[1] + (row - (len(texts) - 1) / 2) * 0.34
        ink = look.theme["on-mark"]
        shapes += text_shapes(
            text, (centre[0], y), fitting, ink, face="label", layer=MARK, square=square
        )
    return shapes


def _ring(
    look: BoardLook, way: Candidate, square: str, letter: str, occupied: Container[str]
) -> list[Shape]:
    token = (_BAD, _ACCENT, _GOOD)[way.praise + 1] if way.sign else _ACCENT
    colour, centre = look.theme[token], look.centre(square)
    if square in occupied:  # a move that no rule allows
        centre = look.stand(square)
        colour = look.theme["mark-red"]
    width = 0.1 if way.pointed else 0.07 if way.taken else 0.035
    shapes: list[Shape] = [
        Disc(centre, 0.34, look.theme["wood"], opacity=0.85, layer=BELOW, square=square),
        Disc(centre, 0.34, "", colour, width, opacity=0.9, layer=BELOW, square=square),
    ]
    shapes += text_shapes(letter, centre, 0.4, colour, face="label", layer=BELOW, square=square)
    return shapes + _worth(look, way, centre, colour, square)


def _worth(look: BoardLook, way: Candidate, centre: Point, colour: str, square: str) -> list[Shape]:
    """The evaluation of a move: a patch at its top right, hollow if derived from later moves."""
    if not way.sign:
        return []
    size = 0.3
    text = way.sign.replace("-", "\u2212")
    half = max(0.16, text_width(text, size, "label") / 2 + 0.06)
    at = (centre[0] + max(0.27, half + 0.07), centre[1] - 0.3)
    fill, ink = (
        (look.theme["shell-light"], colour) if way.derived else (colour, look.theme["on-mark"])
    )
    box = Rect(
        at[0] - half,
        at[1] - 0.16,
        2 * half,
        0.32,
        fill,
        colour,
        0.035,
        0.16,
        layer=MARK,
        square=square,
    )
    return [box, *text_shapes(text, at, size, ink, face="label", layer=MARK, square=square)]


def _arrow(
    look: BoardLook, squares: tuple[str, ...], way: Candidate, occupied: Container[str]
) -> list[Shape]:
    if squares[0] == squares[-1]:
        return []
    shape = arrow_shape(look, squares[0], squares[-1], look.theme[_ACCENT], occupied)
    opacity = 0.7 if way.pointed else 0.5 if way.taken else 0.28
    return [shape._replace(opacity=opacity)]

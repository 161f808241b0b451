"""The moves that go on from a position, and those beside the last one, shown on the board."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from viewer.base.messages import Message
from viewer.games.geometry import Point
from viewer.scene.board import BoardLook
from viewer.scene.glyphs import text_shapes, text_width
from viewer.scene.marks import arrow_shape
from viewer.scene.shapes import BELOW, MARK, Disc, Rect, Shape

_MOST = 26
_ACCENT, _GOOD, _BAD = "board-accent", "mark-green", "mark-red"


class CandidateColumn(NamedTuple):
    """What is said of each candidate of a source, as a column of a table.

    Attributes:
        name: its heading.
        number: whether it holds numbers, which are aligned right; else words or signs.
    """

    name: Message
    number: bool = True


class Candidate(NamedTuple):
    """A possible next move.

    Attributes:
        id: the id of the move at its source.
        squares: the squares that it touches, in order.
        text: its notation.
        taken: whether it is the one that `forward` takes.
        pointed: whether the user points at it.
        sign: its evaluation as a sign, "" for none.
        praise: whether that is good (1) or bad (-1).
        derived: whether it follows from what is said further down.
        values: what the columns of its source say, in their order, "" for nothing.
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


def letter_of(index: int) -> str:
    """The letter of the next move with an index among all, from 0."""
    return chr(ord("A") + index) if index < _MOST else ""


def next_shapes(
    look: BoardLook, ways: Sequence[Candidate], occupied: Container[str], marked: Container[str]
) -> list[Shape]:
    """Rings with letters where pieces would be put, arrows where pieces would be moved.

    Letters go by the order of the moves. What is marked by the record itself keeps its mark.
    """
    shapes: list[Shape] = []
    done: set[tuple[str, ...]] = set()
    for number, way in enumerate(ways[:_MOST]):
        squares = tuple(square for square in way.squares if square in look.geometry.squares)
        if not squares or squares in done:
            continue
        done.add(squares)
        if len(squares) > 1:
            shapes += _arrow(look, squares, way, occupied)
        elif squares[0] not in marked:
            shapes += _ring(look, way, squares[0], letter_of(number), occupied)
    return shapes


def sibling_shapes(
    look: BoardLook, ways: Sequence[Candidate], occupied: Container[str], marked: Container[str]
) -> list[Shape]:
    """Dots where other moves than the last one would have gone.

    Where pieces are moved they are hollow: full ones say where the piece in the hand may go.
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
    """What a move is worth: a patch at its top right, hollow where that follows from moves below."""
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

"""How books print shogi: characters without pieces around them, what is in hand beside the board."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from types import MappingProxyType

from viewer.base.messages import Message, in_context
from viewer.base.patterns import late
from viewer.games.geometry import Coordinate, Geometry, GlyphPart, Point, Stroke, Tile
from viewer.games.printing import Answer, Held, Printing
from viewer.games.shogi.geometry import GEOMETRY, HELD, TALL

_SIZE = 0.86  # of a character, in widths of a cell
_FRAME, _LINE = 0.085, 0.028
_ABOVE, _RIGHT = 0.62, 0.6  # room for the coordinates
_COORDINATE = 0.46
_MARGIN = 0.1
_COLUMN = 1.05  # for what a side holds
_UNITS = "〇一二三四五六七八九"
_BRINKMATE = late(rf"(\d{{1,2}}|[{_UNITS}]?十?[{_UNITS}]|[{_UNITS}]?十)手の?(?:必至|必死)")
_FIGURES = ("", "", "二", "三", "四", "五", "六", "七", "八", "九", "十")


class ShogiPrinting(Printing):
    """Diagrams with coordinates, named by the move that led to them, with pieces in hand in words.

    A variation is told as in files: 変化, the number of the move that it replaces.
    """

    captions = ("number", "move")
    coordinates = True
    labels = "moves"
    line_first = True
    final = True
    cooks = (in_context("another solution of a problem of shogi", "Cook"),) * 2

    def board(self, geometry: Geometry, holders: tuple[int, ...] = (0, 1)) -> Geometry:
        """The board with room for what sides hold on the right and, of White, on the left."""
        return _board(1 in holders) if geometry is GEOMETRY else geometry

    def held(self, counts: Mapping[str, int]) -> tuple[Held, Held]:
        """What each side holds, in the order in which it is told."""
        return _held(counts, HELD), _held(counts, HELD.lower())

    def holders(self, pieces: Collection[str], side: int) -> tuple[int, ...]:
        """Of a mating problem, in which one side has no king, that side: the other one holds all the rest."""
        return (0, 1) if ("K", "k")[side] in pieces else (side,)

    def pairing(self, first: str, second: str, result: str) -> Message:
        """The players, in Japanese with the signs of their sides."""
        players = {"first": first, "second": second}
        return in_context("the players of a game of shogi", "{first} – {second}", **players)

    def ended(self, plies: int, result: str) -> Message:
        """After how many moves the game ended, and how."""
        return in_context(
            "the end of a game of shogi", "{result} in {count}", result=result, count=plies
        )

    def asked(self, answer: Answer) -> Message | None:
        """How many moves the mate or brinkmate takes, both sides' counted; else the next move."""
        count = answer.plies
        if _is_brinkmate(answer):
            told = _brinkmate(answer)
            if not told:
                return in_context("a problem of shogi", "Brinkmate")
            return in_context("a problem of shogi", "Brinkmate in {count}", count=_wide(told))
        if answer.won:
            return in_context("a problem of shogi", "Mate in {count}", count=_wide(count))
        if not count:
            return None
        if answer.side:
            return in_context("a problem of shogi", "White's next move")
        return in_context("a problem of shogi", "Black's next move")

    def solved(self, answer: Answer) -> Message | None:
        """How many moves the mate or brinkmate took."""
        if _is_brinkmate(answer) and _brinkmate(answer) == answer.plies and not answer.won:
            return in_context(
                "behind the solution of a problem of shogi",
                "brinkmate in {count}",
                count=_wide(answer.plies),
            )
        if not answer.won:
            return None
        count = _wide(answer.plies)
        return in_context(
            "behind the solution of a problem of shogi", "mate in {count}", count=count
        )


def _is_brinkmate(answer: Answer) -> bool:
    return any("必至" in text or "必死" in text for text in answer.said)


def _brinkmate(answer: Answer) -> int:
    """After how many moves there is no defence, as the words say; 0 if the mate is shown and they don't."""
    for text in answer.said:
        if (found := _BRINKMATE.search(text)) is not None:
            return _number_of(found[1])
    return 0 if answer.won else answer.plies


def _number_of(text: str) -> int:
    """A number below 100 in figures of any width or in Chinese characters."""
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    return (max(1, _UNITS.index(tens or "一")) * 10 if ten else 0) + (
        _UNITS.index(ones) if ones else 0
    )


def _wide(number: int) -> str:
    """A number as Japanese books write it beside characters: one figure in full width."""
    return str(number) if number > 9 else chr(0xFF10 + number)


def _held(counts: Mapping[str, int], kinds: str) -> Held:
    found = ((kind, counts.get(f"{kind}*", 0)) for kind in kinds)
    return Held("持駒", tuple((kind, _number(count)) for kind, count in found if count), "なし")


def _number(count: int) -> str:
    """A number in Chinese characters, "" for one."""
    return _FIGURES[count] if count <= 10 else f"十{_FIGURES[count - 10] or '一'}"


@cache
def _board(both: bool) -> Geometry:
    corner = GEOMETRY.squares["9a"]
    left = _MARGIN + (_COLUMN if both else 0.0)
    dx, dy = left + 0.5 - corner[0], _MARGIN + _ABOVE + TALL / 2 - corner[1]

    def moved(at: Point) -> Point:
        return at[0] + dx, at[1] + dy

    return GEOMETRY._replace(
        width=left + 9 + _RIGHT + _COLUMN,
        height=_MARGIN + _ABOVE + 9 * TALL + _MARGIN,
        squares={name: moved(at) for name, at in GEOMETRY.squares.items() if "*" not in name},
        grid=tuple(row[1:-1] for row in GEOMETRY.grid),
        strokes=tuple(
            Stroke(tuple(map(moved, one.points)), _FRAME if one.closed else _LINE, one.closed)
            for one in GEOMETRY.strokes
        ),
        tiles=tuple(Tile(tuple(map(moved, one.points)), one.fill) for one in GEOMETRY.tiles),
        coordinates=tuple(
            Coordinate(
                one.style,
                one.text,
                (moved(one.at)[0], _MARGIN + _ABOVE / 2)
                if one.edge == "top"
                else (left + 9 + _RIGHT / 2 + 0.02, moved(one.at)[1]),
                one.edge,
                _COORDINATE,
            )
            for one in GEOMETRY.coordinates
        ),
        art=MappingProxyType(
            {
                kind: tuple(
                    part._replace(fill="black", size=_SIZE, at=(0.0, 0.0))
                    for part in parts
                    if isinstance(part, GlyphPart)
                )
                for kind, parts in GEOMETRY.art.items()
            }
        ),
        panels=(),
    )

"""Go in SGF: moves, set-up stones, the size of the board."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Self

from viewer.base.messages import message
from viewer.formats.sgf.dialect import GameDialect
from viewer.formats.sgf.meaning import PROGRAMS
from viewer.formats.sgf.mixed import unmarked
from viewer.formats.sgf.notes import FACET_OF
from viewer.formats.sgf.tokens import LARGEST, compressed, point_of, points_of
from viewer.games.go.setup import SYNTAX, USUAL
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action, Move, Setup, Written

_QUICK = re.compile(
    r";([BW])\[([a-zA-Z]{2})?\][ \r\n]*+"
    r"(?:([BW])L\[([0-9]{1,8})(?:\.([0-9]{1,3}))?\][ \r\n]*+)?"
    r"(?:O([BW])\[([0-9]{1,4})\][ \r\n]*+)?"
    r"(?:C\[([^\\\]\r\t\f\v]++)\][ \r\n]*+)?"
)
_SPACES = re.compile(r"[ \t\r\n\f\v]+")
_PASS = "pass"
_OLD_PASS = "tt"  # up to FF[3], and on boards that have no such point
_SHORT = 5  # a rectangle
_MOST = 1 << 13
_POINTS: dict[tuple[int, int], dict[str, tuple[str, ...]]] = {}


class GoDialect(GameDialect):
    """Go on a board of a width and a height."""

    game = "go"
    common = _QUICK
    facets: Mapping[str, str] = MappingProxyType({**FACET_OF, **PROGRAMS})
    number = "1"
    syntax = SYNTAX._replace(largest=LARGEST)
    player: ClassVar = {"B": "B", "W": "W"}
    letter = player
    single = False
    no_size = message("“{text}” is no size of a board from 1 to {largest} lines: 19 are shown.")
    no_place = message("“{text}” is no point of this board.")

    def __init__(self, width: int = USUAL, height: int = USUAL) -> None:
        super().__init__(width, height)
        self._points = _POINTS.setdefault((width, height), {})

    @classmethod
    def of_start(cls, start: Setup | None) -> Self:
        """A dialect with the size given by a start, as far as letters go."""
        width, height = SYNTAX.size_of(SYNTAX.read_sized(start))
        return cls(min(width, LARGEST), min(height, LARGEST))

    def _name(self, place: str) -> str:
        return place if point_of(place) else ""

    def _places(self, raw: str) -> tuple[str, ...]:
        known = self._points.get(raw)
        if known is not None:
            return known
        places = points_of(raw)
        if not all([self._is_on(place) for place in places]):
            places = ()
        if len(raw) <= _SHORT and len(self._points) < _MOST:
            self._points[raw] = places
        return places

    # ----------------------------------------------------------------------------- reading

    def _common_move(self, letter: str, place: str) -> Action | None:
        known = not place or self._is_on(place) or place == _OLD_PASS
        return self._move(letter, place) if known else None

    def _move(self, side: str, raw: str) -> Action:
        place = point_of(raw)
        if place:
            old = place == _OLD_PASS and self.width <= 19 and self.height <= 19
            return Move(f"{side} {_PASS if old else place}")
        text = _SPACES.sub(" ", unmarked(raw)).strip()
        return Written(f"{side} {text}") if text else Move(f"{side} {_PASS}")

    def _is_sound(self, action: Action, raw: str) -> bool:
        if isinstance(action, Written):
            return False
        return action.text.endswith(_PASS) or self._is_on(action.text[2:])

    def properties_for(
        self, action: Action | None, root: bool
    ) -> list[tuple[str, tuple[str, ...]]]:
        """The properties of an action; of a board that is too large, of its top left part."""
        if max(self.width, self.height) == LARGEST:
            action = self._named(action)
        return super().properties_for(action, root)

    def unsaid(self, start: Setup | None) -> str:
        """A start whose board is too large."""
        return "" if start is None or self._named(start) == _spelled(start) else start.text

    def _named(self, action: Action | None) -> Action | None:
        """What letters can name of an action, None if there is nothing."""
        if isinstance(action, Move):
            place = action.text[2:]
            return action if place == _PASS or self._name(place) else None
        if not isinstance(action, Setup):
            return action
        found = SYNTAX.read(action.text)
        first, second, empty = (
            tuple(place for place in places if self._name(place))
            for places in (found.first, found.second, found.empty)
        )
        width = found.width and min(found.width, LARGEST)
        height = found.height and min(found.height, LARGEST)
        return Setup(SYNTAX.write(Placement(width, height, first, second, empty, found.to_play)))

    def written(self, name: str, items: Sequence[str]) -> list[str]:
        """The raw values of new items; removed stones are written as rectangles."""
        if name in ("B", "W"):
            return [
                "" if item == _PASS else item.replace("\\", "\\\\").replace("]", "\\]")
                for item in items
            ]
        return compressed(items) if name == "AE" else super().written(name, items)


def _spelled(start: Setup) -> Setup:
    return Setup(SYNTAX.write(SYNTAX.read(start.text)))

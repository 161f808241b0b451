"""Go in SGF: moves, stones set up, the size of the board."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from viewer.base.messages import message
from viewer.formats.sgf.dialect import GameDialect, Properties, common_notes
from viewer.formats.sgf.notes import Points, Script, clock_text
from viewer.formats.sgf.values import compressed, point_of, points_of, size_of
from viewer.games.go.setup import LARGEST, USUAL, column_row, read_setup, read_size, write_setup
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import EMPTY

_QUICK = re.compile(
    r";([BW])\[([a-zA-Z]{2})?\][ \r\n]*+"
    r"(?:([BW])L\[([0-9]{1,8})(?:\.([0-9]{1,3}))?\][ \r\n]*+)?"
    r"(?:O([BW])\[([0-9]{1,4})\][ \r\n]*+)?"
    r"(?:C\[([^\\\]\r\t\f\v]++)\][ \r\n]*+)?"
)
_SPACES = re.compile(r"[ \t\r\n\f\v]+")
_PASS = "pass"
_OLD_PASS = "tt"  # up to FF[3], and on boards that have no such point
_STONES = ("AB", "AW", "AE")
_SHOWN = 40
_SHORT = 5  # a rectangle
_MOST = 1 << 13
# What texts of moves mean is the same in all games on a board of a size.
_MOVES: dict[tuple[int, int], dict[str, Action]] = {}
_VALUES: dict[tuple[int, int], dict[str, Action]] = {}
_POINTS: dict[tuple[int, int], dict[str, tuple[str, ...]]] = {}


class GoDialect(GameDialect):
    """Go on a board of a width and a height."""

    game = "go"
    number = "1"
    names = frozenset({"B", "W", "AB", "AW", "AE", "PL", "SZ"})

    def __init__(self, width: int = USUAL, height: int = USUAL) -> None:
        self.width = width
        self.height = height
        self.points = Points(self._places)
        self.moves = _MOVES.setdefault((width, height), {})
        self.scripts = {mover: Script(self.points, mover=mover) for mover in ("", "B", "W")}
        self._values = _VALUES.setdefault((width, height), {})
        self._points = _POINTS.setdefault((width, height), {})

    @classmethod
    def of_root(cls, root: Properties, odd: list[Diagnostic]) -> GoDialect:
        """With the size that a root says."""
        said = [value for name, values in root if name == "SZ" for value in values]
        text = size_of(said)
        size = read_size(text.replace(",", ":"))
        if size is None:
            words = message(
                "“{text}” is no size of a board from 1 to {largest} lines: 19 are shown.",
                text=text[:_SHOWN],
                largest=LARGEST,
            )
            odd.append(Diagnostic(Severity.ERROR, "sgf.size", words))
            size = (USUAL, USUAL)
        return cls(*size)

    @classmethod
    def of_start(cls, start: Setup | None) -> GoDialect:
        """With the size that a start says."""
        placement = Placement() if start is None else read_setup(start.text)
        return cls(placement.width or USUAL, placement.height or placement.width or USUAL)

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

    def _is_on(self, place: str) -> bool:
        at = column_row(place)
        return at is not None and at[0] < self.width and at[1] < self.height

    # ----------------------------------------------------------------------------- reading

    def read_common(self, text: str) -> tuple[Action, Mapping[str, NoteValue]] | None:
        """A move on the board, perhaps with its times and a comment without escapes."""
        found = _QUICK.fullmatch(text)
        if found is None:
            return None
        side, place, clock, whole, rest, over, stones, said = found.groups()
        if (clock or side) != side or (over or side) != side:
            return None
        action = self._values.get(f"{side}{place or ''}")
        if action is None:
            if place and not self._is_on(place) and place != _OLD_PASS:
                return None
            action = self._values[f"{side}{place or ''}"] = self._move(side, place or "")
        if clock is None and over is None and said is None:
            return action, EMPTY
        return action, common_notes(clock and clock_text(whole, rest or ""), over and stones, said)

    def _move(self, side: str, raw: str) -> Action:
        place = point_of(raw)
        if place:
            old = place == _OLD_PASS and self.width <= 19 and self.height <= 19
            return Move(f"{side} {_PASS if old else place}")
        text = _SPACES.sub(" ", raw).strip()
        return Written(f"{side} {text}") if text else Move(f"{side} {_PASS}")

    def actions(
        self, properties: Properties, root: bool, odd: list[Diagnostic]
    ) -> list[Action | None]:
        """Stones that are set up, then the moves."""
        moves: list[Action | None] = []
        lists: dict[str, dict[str, None]] = {}
        to_play = ""
        for name, values in properties:
            if name in ("B", "W"):
                for raw in values:
                    move = self._values.get(name + raw)
                    moves.append(self._checked(name, raw, odd) if move is None else move)
            elif name in _STONES:
                places = lists.setdefault(name, {})
                for raw in dict.fromkeys(values):
                    found = self._places(raw)
                    if not found:
                        _complain_of_point(raw, odd)
                    places.update(dict.fromkeys(found))
            elif name == "PL":
                to_play = _side(values[0]) or to_play
        if not lists and not to_play and not root:
            return moves or [None]
        black, white, empty = (tuple(lists.get(name, ())) for name in _STONES)
        placement = Placement(None, None, black, white, empty, to_play)
        if root:
            start = write_setup(placement._replace(width=self.width, height=self.height, empty=()))
            return [None if start == str(USUAL) else Setup(start), *moves]
        changed = write_setup(placement)
        return [Setup(changed), *moves] if changed else moves or [None]

    def _checked(self, side: str, raw: str, odd: list[Diagnostic]) -> Action:
        action = self._move(side, raw)
        if isinstance(action, Written) or not (
            action.text.endswith(_PASS) or self._is_on(action.text[2:])
        ):
            _complain_of_point(raw, odd)
        elif len(self._values) < _MOST:
            self._values[side + raw] = action
        return action

    def mover(self, action: Action | None) -> str:
        """B or W of a move, also of one that can't be read."""
        if isinstance(action, (Move, Written)) and action.text[:2] in ("B ", "W "):
            return action.text[0]
        return ""

    # ----------------------------------------------------------------------------- writing

    def items(self, name: str, raw: str) -> tuple[str, ...]:
        """The places of a list, a move as in its text, a size, a side."""
        if name in ("B", "W"):
            return (self._move(name, raw).text[2:],)
        if name == "PL":
            side = _side(raw)
            return (side,) if side else ()
        if name == "SZ":
            size = read_size(size_of([raw]).replace(",", ":"))
            return () if size is None else (f"{size[0]}:{size[1]}",)
        return self._places(raw)

    def properties_for(
        self, action: Action | None, root: bool
    ) -> list[tuple[str, tuple[str, ...]]]:
        """The properties of an action."""
        mover = self.mover(action)
        if mover and action is not None and not root:
            return [(mover, (action.text[2:],))]
        placement = read_setup(action.text) if isinstance(action, Setup) else Placement()
        out: list[tuple[str, tuple[str, ...]]] = []
        if root:
            width = placement.width or USUAL
            out.append(("SZ", (f"{width}:{placement.height or width}",)))
        elif not isinstance(action, Setup):
            return []
        for name, places in zip(_STONES, placement[2:5], strict=True):
            out.append((name, tuple(places)))
        out.append(("PL", (placement.to_play,) if placement.to_play else ()))
        return out

    def written(self, name: str, items: Sequence[str]) -> list[str]:
        """New values; what is taken off is written in rectangles."""
        if name == "SZ":
            width, _, height = items[0].partition(":")
            return [width if width == height else items[0]]
        if name in ("B", "W"):
            return [
                "" if item == _PASS else item.replace("\\", "\\\\").replace("]", "\\]")
                for item in items
            ]
        return compressed(items) if name == "AE" else list(items)


def _side(raw: str) -> str:
    letter = raw.strip()[:1].upper()
    return {"1": "B", "2": "W"}.get(letter, letter if letter in ("B", "W") else "")


def _complain_of_point(raw: str, odd: list[Diagnostic]) -> None:
    words = message("“{text}” is no point of this board.", text=raw[:_SHOWN])
    odd.append(Diagnostic(Severity.WARNING, "sgf.point", words))

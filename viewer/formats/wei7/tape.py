"""The most frequent patterns of a wei7 text, each parsed in one step: long records are read faster."""

from __future__ import annotations

from viewer.formats.kit.json.tape import KEY, OBJECT, STRING, WORD, Grammar, JsonFault, Shape, Tape
from viewer.formats.kit.json.tape import parse as parse_json

_POINT = r'\{~("x")~:~(0|[1-9][0-9]{0,5})~,~("y")~:~(0|[1-9][0-9]{0,5})~\}'
_MOVE = (
    r'\{~("type")~:~("move")~,~("value")~:~(\{~("color")~:~([12])~,~("point")~:~('
    + _POINT
    + r")~\})~\}"
)
_STEP = r'\{~("action")~:~(' + _MOVE + r")~\}"
_POINT_KINDS = bytes((OBJECT, KEY, WORD, KEY, WORD))
_MOVE_KINDS = bytes((OBJECT, KEY, STRING, KEY, OBJECT, KEY, WORD, KEY, *_POINT_KINDS))
_MOVE_AFTER = (13, 2, 3, 4, 13, 6, 7, 8, 13, 10, 11, 12, 13)
_GRAMMAR = Grammar(
    Shape(_POINT, _POINT_KINDS, (5, 2, 3, 4, 5)),
    Shape(_STEP, bytes((OBJECT, KEY)) + _MOVE_KINDS, (15, 2, *(by + 2 for by in _MOVE_AFTER))),
    Shape(_MOVE, _MOVE_KINDS, _MOVE_AFTER),
)


def parse(text: str, most: int = 1000) -> tuple[Tape, list[JsonFault]]:
    """Parse a text: its values, and up to `most` faults. Linear, without recursion."""
    return parse_json(text, most, _GRAMMAR)

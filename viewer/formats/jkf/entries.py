"""The values of the JSON of JKF, its entries of `moves`, and the start position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from viewer.base.named import NamedTuple
from viewer.formats.kit.json.tape import ARRAY, KEY, OBJECT, STRING, WORD, Grammar, Shape, Tape
from viewer.games.shogi.names import HANDICAPS, KIND_OF_CSA, unpromoted
from viewer.games.shogi.position import (
    BLACK,
    CODE_OF,
    FILES,
    HAND_ORDER,
    START,
    WHITE,
    Position,
    hands_of,
    set_up,
)
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.annotation import COMMENT, ELAPSED, NoteValue
from viewer.tree.node import EMPTY

_KINDS = {OBJECT: "object", ARRAY: "array", STRING: "string", WORD: "word"}


class Member(NamedTuple):
    """A member of an object: its key and its value."""

    key: str
    value: Value


class Value:
    """A value: `kind` is "object", "array", "string" or "word" (numbers, true, null).

    `number` is its index on the tape, `start` and `end` are offsets in the text; `text` is the text of a
    word, or of a string with its escapes decoded.
    """

    __slots__ = ("_fields", "_tape", "end", "kind", "number", "start")

    def __init__(self, tape: Tape, number: int) -> None:
        self._tape = tape
        self.number = number
        self.kind = _KINDS[tape.kinds[number]]
        self.start, self.end = tape.starts[number], tape.ends[number]
        self._fields: dict[str, int] | None = None

    @property
    def text(self) -> str:
        """The text of a string or word, "" for other kinds."""
        return self._tape.string(self.number) if self.kind in ("string", "word") else ""

    @property
    def items(self) -> list[Value]:
        """The items of an array; empty for other kinds."""
        return [Value(self._tape, item) for item in self._tape.items(self.number)]

    @property
    def members(self) -> list[Member]:
        """The members of an object; empty for other kinds."""
        tape = self._tape
        return [
            Member(tape.string(key), Value(tape, value)) for key, value in tape.members(self.number)
        ]

    def get(self, key: str, kind: str = "") -> Value | None:
        """The value of a key (the last, if the key is repeated), None if it is missing or of another kind."""
        if self._fields is None:
            self._fields = self._tape.fields(self.number)
        number = self._fields.get(key)
        if number is None or (kind and _KINDS[self._tape.kinds[number]] != kind):
            return None
        return Value(self._tape, number)

    def whole(self, key: str) -> int | None:
        """The value of a key if it is a whole number from 0 to 99999999, else None."""
        value = self.get(key, "word")
        text = "" if value is None else value.text
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


def object_of(members: Iterable[str]) -> str:
    """The JSON of an object; each member is given as `"key":value` in JSON."""
    return "{" + ",".join(members) + "}"


def array_of(items: Iterable[str]) -> str:
    """The JSON of an array; each item is given in JSON."""
    return "[" + ",".join(items) + "]"


# ---------------------------------- Frequent patterns: moves as programs write them, parsed at once

_POINT = r'\{~("x")~:~([1-9])~,~("y")~:~([1-9])~\}'
_POINT_KINDS = bytes((OBJECT, KEY, WORD, KEY, WORD))


def _move_shape(*keys: str) -> Shape:
    """The shape of a move's object that has these members."""
    pattern: list[str] = []
    after: list[int] = []
    kinds: list[int] = [OBJECT]
    for key in keys:
        value, inner = _VALUES[key]
        pattern.append(f'("{key}")~:~({value})')
        at = len(kinds)
        kinds += [KEY, *inner]
        after += [at + 1, *((at + 1 + by) for by in _AFTER[len(inner)])]
    whole = len(kinds)
    return Shape(r"\{~" + "~,~".join(pattern) + r"~\}", bytes(kinds), (whole, *after))


_VALUES = {
    "color": ("[01]", bytes((WORD,))),
    "from": (_POINT, _POINT_KINDS),
    "to": (_POINT, _POINT_KINDS),
    "piece": ('"[A-Z]{2}"', bytes((STRING,))),
    "promote": ("true|false", bytes((WORD,))),
    "capture": ('"[A-Z]{2}"', bytes((STRING,))),
}
_AFTER = {1: (1,), 5: (5, 2, 3, 4, 5)}
GRAMMAR = Grammar(
    _move_shape("color", "from", "to", "piece"),
    _move_shape("color", "from", "to", "piece", "capture"),
    _move_shape("color", "to", "piece"),
    Shape(_POINT, _POINT_KINDS, _AFTER[5]),
)
_MOVE = re.compile(
    r'\{"color":[01],(?:"from":\{"x":([1-9]),"y":([1-9])\},)?"to":\{"x":([1-9]),"y":([1-9])\},'
    r'"piece":"([A-Z]{2})"(?:,"same":true)?(?:,"promote":(true|false))?(?:,"capture":"[A-Z]{2}")?'
    r'(?:,"relative":"[A-Z]*")?\}'
)

# --------------------------------------------- Read the entries of `moves`, and the start position

_RANKS = "abcdefghi"
_SHOWN = 200

_OF_HANDICAP: Mapping[str, str] = {
    "lance": "KY",
    "right-lance": "KY_R",
    "bishop": "KA",
    "rook": "HI",
    "rook-lance": "HIKY",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "left-five": "5_L",
    "six": "6",
    "left-seven": "7_L",
    "right-seven": "7_R",
    "eight": "8",
    "ten": "10",
}
EVEN, OTHER = "HIRATE", "OTHER"
PRESETS: Mapping[str, Position] = {EVEN: START} | {
    _OF_HANDICAP[one.id]: one.start for one in HANDICAPS if one.id in _OF_HANDICAP
}
"""The start positions that JKF has names for, by these names."""


class ParsedEntry(NamedTuple):
    """The content of an entry: its action, whether all of that was understood (`good`), its notes."""

    action: Action | None
    good: bool
    notes: Mapping[str, NoteValue]


def said_by(entry: Value, text: str, before: Action | None) -> ParsedEntry:
    """Read an entry of a file's `text`; `same` refers to the target of `before`, the action before it."""
    notes: dict[str, NoteValue] = {}
    comments = entry.get("comments", "array")
    if comments is not None:
        comment = "\n".join(
            [
                one.text if one.kind == "string" else text[one.start : one.end]
                for one in comments.items
            ]
        )
        if comment:
            notes[COMMENT] = comment
    time = entry.get("time", "object")
    elapsed = None if time is None else elapsed_of(time)
    if elapsed is not None:
        notes[ELAPSED] = elapsed
    move, special = entry.get("move"), entry.get("special")
    if move is not None:
        usi = _usi(move, text, before)
        if usi:
            return ParsedEntry(Move(usi), special is None, notes or EMPTY)
        return ParsedEntry(Written(text[move.start : move.end][:_SHOWN]), False, notes or EMPTY)
    if special is not None:
        good = special.kind == "string" and bool(special.text)
        word = special.text or text[special.start : special.end][:_SHOWN]
        return ParsedEntry(Terminal(word), good, notes or EMPTY)
    return ParsedEntry(None, True, notes or EMPTY)


def _usi(move: Value, text: str, before: Action | None) -> str:
    """The move of an object in USI, "" if it isn't understood."""
    plain = _MOVE.fullmatch(text, move.start, move.end)
    if plain is not None:
        x, y, to_x, to_y, name, promotes = plain.groups()
        kind, target = KIND_OF_CSA.get(name, ""), to_x + _RANKS[int(to_y) - 1]
        if not kind or x is None:
            return f"{unpromoted(kind)}*{target}" if kind else ""
        return x + _RANKS[int(y) - 1] + target + ("+" if promotes == "true" else "")
    kind = KIND_OF_CSA.get(_text(move, "piece"), "")
    target = _place(move.get("to", "object"))
    same = move.get("same", "word")
    if not target and same is not None and same.text == "true" and isinstance(before, Move):
        target = before.text[2:4]
    if not target or not kind:
        return ""
    origin = move.get("from")
    if origin is None or origin.text == "null":
        return f"{unpromoted(kind)}*{target}"
    place = _place(origin)
    if not place:
        return ""
    promote = move.get("promote", "word")
    return place + target + ("+" if promote is not None and promote.text == "true" else "")


def _text(value: Value, key: str) -> str:
    found = value.get(key, "string")
    return "" if found is None else found.text


def _place(value: Value | None) -> str:
    if value is None:
        return ""
    x, y = value.whole("x"), value.whole("y")
    if x is None or y is None or not (1 <= x <= 9 and 1 <= y <= 9):
        return ""
    return f"{x}{_RANKS[y - 1]}"


def elapsed_of(time: Value) -> str | None:
    """The time of `now` as `h:mm:ss`, None if it is missing or not understood."""
    now = time.get("now", "object")
    if now is None:
        return None
    hours = now.whole("h") if now.get("h") is not None else 0
    minutes = now.whole("m") if now.get("m") is not None else 0
    seconds = now.get("s", "word")
    if hours is None or minutes is None or seconds is None:
        return None
    whole, point, fraction = seconds.text.partition(".")
    if not (whole.isascii() and whole.isdecimal() and len(whole) < 9):
        return None
    if point and not (fraction.isascii() and fraction.isdecimal() and len(fraction) < 10):
        return None
    total = hours * 3600 + minutes * 60 + int(whole)
    return f"{total // 3600}:{total // 60 % 60:02}:{total % 60:02}{point}{fraction}"


class Start(NamedTuple):
    """A start position; `good` if all of it was understood."""

    position: Position
    good: bool


def start_of(initial: Value | None) -> Start:
    """The position of the member `initial`: the usual one if it is None."""
    if initial is None:
        return Start(START, True)
    preset = _text(initial, "preset")
    data = initial.get("data", "object")
    if data is None or (preset in PRESETS and preset != OTHER):
        return Start(PRESETS.get(preset, START), preset in PRESETS)
    good = True
    cells = bytearray(81)
    board = data.get("board", "array")
    files = [] if board is None else board.items
    good = len(files) == 9 and all(len(file.items) == 9 for file in files)
    for file, column in zip("123456789", files, strict=False):
        for rank, square in zip(range(9), column.items, strict=False):
            piece, right = _piece(square)
            cells[9 * rank + FILES.index(file)] = piece
            good = good and right
    hands: dict[str, int] = {}
    held = data.get("hands", "array")
    for owner, hand in zip((BLACK, WHITE), [] if held is None else held.items, strict=False):
        for key, value in hand.members:
            kind = KIND_OF_CSA.get(key, "")
            letter = kind if owner == BLACK else kind.lower()
            count = hand.whole(key)
            if letter not in HAND_ORDER or not letter or count is None or count > 999:
                good = good and value.text == "0"
            elif count:
                hands[letter] = count
    side = data.whole("color")
    turn = WHITE if side == 1 else BLACK
    return Start(set_up(bytes(cells), hands_of(hands), turn), good and side in (0, 1))


def _piece(square: Value) -> tuple[int, bool]:
    """The piece on a square, and whether it was understood."""
    kind = square.get("kind", "string")
    if kind is None:
        return 0, True
    piece = CODE_OF.get(KIND_OF_CSA.get(kind.text, ""), 0)
    colour = square.whole("color")
    return (piece | 16 if piece and colour == 1 else piece), bool(piece) and colour in (0, 1)

r"""The tags of a DhtmlXQ text, and the spelling of their values: texts, pieces and moves.

A value ends at the next tag of any kind: real files close `[DhtmlXQ_blacktime]` by `[/DhtmlXQ_time]`. In
values, `||` is a line break, and characters may be escaped as in JavaScript (`\u9a6c`) or HTML (`&nbsp;`).

A square is two digits: a file from the left, 0 to 8, then a rank from the top, 0 to 9.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from html import unescape

from viewer.base.named import NamedTuple
from viewer.base.text import lacking
from viewer.formats.kit.xiangqi import BOARD, POINTS, SLOTS, action_of, squares_of
from viewer.games.xiangqi.position import BLACK, RED
from viewer.tree.action import Action, Move, Written

_TAG = re.compile(r"\[(/?)(?:DhtmlXQ(?:_([A-Za-z0-9_]{1,64}))?|(\d{1,6}_\d{1,6}_\d{1,6}))\]", re.I)
_MOVES = re.compile(r"move_(\d{1,6})_(\d{1,6})_(\d{1,6})")
_COMMENT = re.compile(r"comment(?:(\d{1,6})_)?(\d{1,6})")
_SPELLED = re.compile(
    r"\|\||\\u([0-9A-Fa-f]{4})|&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});"
)
_OPENING = re.compile(r"\[DhtmlXQ\]", re.I)
_HIGH = range(0xD800, 0xDC00)
MAIN = "movelist"
START = "binit"
POSITION = "fen"
"""A tag of vschess with a FEN, for starts that `binit` can't express."""


class Tag(NamedTuple):
    """A tag with its value.

    Attributes:
        name: in lower case, without `DhtmlXQ_`; of a variation in a page's script (`[0_4_1]`) `move_0_4_1`.
        key: the name as written in the text.
        begin, stop: the beginning of the tag and the end of its closing tag, in the text.
        start, end: the beginning and end of its value.
    """

    name: str
    key: str
    begin: int
    start: int
    end: int
    stop: int


class Variation(NamedTuple):
    """The name of a variation's tag: the line it branches from, its first ply from 1, its own number."""

    line: int
    ply: int
    number: int

    @property
    def name(self) -> str:
        """The name of the tag in lower case."""
        return f"move_{self.line}_{self.ply}_{self.number}"


def tags_of(text: str) -> list[Tag]:
    """The tags of a text, in its order. Takes linear time."""
    out: list[Tag] = []
    opened: tuple[str, str, int, int] | None = None
    for found in _TAG.finditer(text):
        closing, name, numbers = found.groups()
        if opened is not None:
            stop = found.end() if closing else found.start()
            out.append(Tag(*opened, found.start(), stop))
        opened = None
        if not closing and (name or numbers):
            key = name or _of_numbers(numbers)
            opened = (key.lower(), key, found.start(), found.end())
    if opened is not None:
        out.append(Tag(*opened, len(text), len(text)))
    return out


def starts_of(text: str) -> list[int]:
    """The offsets where the records of a text begin; the first is 0.

    A record begins at each `[DhtmlXQ]`, and where a tag comes again that brings another position or other
    moves: pages also show one game in several forms.
    """
    openings = [found.start() for found in _OPENING.finditer(text)]
    groups: list[tuple[int, bool, dict[str, str]]] = [(0, False, {})]
    last = 0
    for tag in tags_of(text):
        value = text[tag.start : tag.end].strip()
        opening = bisect_left(openings, last) < bisect_left(openings, tag.begin)
        if groups[-1][2] and (opening or (value and tag.name in groups[-1][2])):
            start = openings[bisect_left(openings, tag.begin) - 1] if opening else tag.begin
            groups.append((start, opening, {}))
        if value:
            groups[-1][2][tag.name] = value
        last = tag.stop
    found: list[tuple[int, _Shown]] = []
    for start, opening, said in groups:
        shown = _Shown(_digits(said, START), _digits(said, MAIN))
        if not found or opening:
            found.append((start, shown))
        elif not any(found[-1][1]):  # nothing but a head so far
            found[-1] = (found[-1][0], shown)
        elif not shown.may_be(found[-1][1]):
            found.append((start, shown))
    return [start for start, _ in found]


class _Shown(NamedTuple):
    """What tells one game from another: the digits of its position and of its moves."""

    position: str
    moves: str

    def may_be(self, other: _Shown) -> bool:
        """Whether nothing that both say differs."""
        return all(not one or not two or one == two for one, two in zip(self, other, strict=True))


def _digits(said: Mapping[str, str], name: str) -> str:
    return "".join(filter(str.isdecimal, said.get(name, "")))


def _of_numbers(numbers: str) -> str:
    return MAIN if numbers.endswith("_0") else f"move_{numbers}"


def end_of_record(text: str) -> int:
    """The offset of `[/DhtmlXQ]`, or of the end of the text if that is missing."""
    found = re.search(r"\[/DhtmlXQ\]", text, re.I)
    return found.start() if found else len(text)


def variation_of(name: str) -> Variation | None:
    """The variation that a tag contains, None for another tag."""
    found = _MOVES.fullmatch(name)
    return Variation(*map(int, found.groups())) if found else None


def commented(name: str) -> tuple[int, int] | None:
    """The line and the ply that a tag comments on, None for another tag; ply 0 is the start."""
    found = _COMMENT.fullmatch(name)
    return (int(found[1] or 0), int(found[2])) if found else None


def comment_name(line: int, ply: int) -> str:
    """The name of a comment's tag."""
    return f"comment{line}_{ply}" if line else f"comment{ply}"


def read_value(raw: str) -> str:
    """The text of a value, with line breaks and escapes resolved; lone surrogates become U+FFFD."""
    if "|" not in raw and "\\" not in raw and "&" not in raw:
        return raw
    text = _SPELLED.sub(_meant, raw)
    if any(ord(char) in _HIGH for char in text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return "".join("\ufffd" if 0xD800 <= ord(char) < 0xE000 else char for char in text)


def _meant(found: re.Match[str]) -> str:
    if found[0] == "||":
        return "\n"
    return chr(int(found[1], 16)) if found[1] else unescape(found[0])


def write_value(text: str, codec: str) -> str:
    """The value for a text; characters missing in the codec are escaped as in JavaScript."""
    out: list[str] = []
    spelled = {found.start() for found in _SPELLED.finditer(text)}
    spelled |= {found.start() for found in _TAG.finditer(text)}
    for at, char in enumerate(text):
        if char == "\n":
            out.append("||")
        elif char == "|" or at in spelled or not _has(codec, char):
            out.append(_escaped(char))
        else:
            out.append(char)
    return "".join(out)


def with_escapes(text: str, codec: str) -> str:
    """The text, in whose values characters that the codec lacks are escaped as in JavaScript."""
    if not lacking(text, codec):
        return text
    out: list[str] = []
    at = 0
    for tag in sorted(tags_of(text), key=lambda tag: tag.start):
        if tag.start >= at:
            missing = set(lacking(text[tag.start : tag.end], codec))
            out.append(text[at : tag.start])
            out += (
                _escaped(char) if char in missing else char for char in text[tag.start : tag.end]
            )
            at = tag.end
    return "".join((*out, text[at:]))


def _has(codec: str, char: str) -> bool:
    if char.isascii():
        return True
    try:
        char.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


# -------------------------------------------------------------------------------- pieces and moves

USUAL = "8979695949392919097717866646260600102030405060708012720323436383"
"""The value of `binit` for the usual start: the squares of `SLOTS`."""
ABSENT = "99"


def read_pieces(digits: str) -> tuple[bytes, int]:
    """The board, and the number of pieces that are on no point or on an occupied one."""
    board = bytearray(BOARD)
    twice = 0
    for slot, piece in enumerate(SLOTS):
        said = digits[2 * slot : 2 * slot + 2]
        if len(said) < 2 or said == ABSENT:
            continue
        square = _square(said)
        if square >= BOARD or board[POINTS[square]]:
            twice += 1
        else:
            board[POINTS[square]] = piece
    return bytes(board), twice


def write_pieces(board: bytes) -> str:
    """The digits of a board; pieces beyond the slots of their kind are left out."""
    free: dict[int, list[int]] = {}
    for slot, piece in enumerate(SLOTS):
        free.setdefault(piece, []).append(slot)
    slots = [ABSENT] * len(SLOTS)
    # Each side's back rank comes first, from its right to its left.
    squares = [(file, rank) for rank in range(10) for file in range(8, -1, -1)]
    for side, order in ((RED, squares), (BLACK, squares[::-1])):
        for file, rank in order:
            piece = board[9 * rank + file]
            if piece >> 3 == side and free.get(piece):
                slots[free[piece].pop(0)] = f"{file}{9 - rank}"
    return "".join(slots)


def moves_of(digits: str) -> Iterator[Move | Written]:
    """The moves of a list of digits, four for each; an incomplete one at the end is ignored."""
    for at in range(0, len(digits) - 3, 4):
        yield action_of(_square(digits[at : at + 2]), _square(digits[at + 2 : at + 4]))


def digits_of(action: Action | None) -> str:
    """The four digits of a move, "" for an action without squares."""
    squares = squares_of(action)
    if squares is None or max(squares) > 99:
        return ""
    return "".join(f"{square // 10}{9 - square % 10}" for square in squares)


def _square(two: str) -> int:
    return 10 * int(two[0]) + 9 - int(two[1])

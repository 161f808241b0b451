"""Moves and start positions in CSA, and the content of a record in terms of CSA."""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.formats.csa.lexer import MOVE
from viewer.formats.kit.resolved import ResolvedActions
from viewer.formats.kit.shogi_dates import date_of, limit_of
from viewer.formats.kit.shogi_words import KIF_KEYS, beside_start, csa_end, renamed
from viewer.games.shogi.names import KIND_OF_CSA, PIECES, end_meaning
from viewer.games.shogi.position import (
    CODE_OF,
    KINDS,
    KING,
    NO_HANDS,
    PAWN,
    PROMOTABLE,
    PROMOTION,
    SQUARE_NAMES,
    START,
    Position,
    parts_of,
    position_of,
    set_up,
    setup_of,
)
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

SIGNS = "+-"
_MOVE = re.compile(r"[+-]([0-9]{2})([0-9]{2})([A-Z]{2})(\+?)")
_CELL = re.compile(r"([+-])([A-Za-z]{2})|\*")
_PLACED = re.compile(r"([0-9]{2})([A-Za-z]{2})")
_DIGITS = tuple(f"{9 - square % 9}{square // 9 + 1}" for square in range(81))
_SQUARE = {digits: square for square, digits in enumerate(_DIGITS)}
_CODES = {name: CODE_OF[kind] for name, kind in KIND_OF_CSA.items()}
_NAMES = {piece: PIECES[kind].csa for piece, kind in enumerate(KINDS[:16]) if kind in PIECES}
_SET = {7: 2, 6: 2, 5: 4, 4: 4, 3: 4, 2: 4, 1: 18}
"""How many pieces of each kind that can be in hand a set has, in the order in which they are written."""


class Read(NamedTuple):
    """A move of a file, in USI.

    `fits` if the piece named is on its square and its side is to move; of a drop, if it is unpromoted.
    """

    usi: str
    fits: bool


def read_move(before: Position, text: str) -> Read | None:
    """Read a move such as `+7776FU` in a position; None if the text is no move. Its sign isn't checked.

    A `+` after the piece, as some programs write, is read as a promotion.
    """
    found = _MOVE.fullmatch(text)
    if found is None:
        return None
    start, end, name, plus = found.groups()
    named, target = _CODES.get(name), _SQUARE.get(end)
    origin = _SQUARE.get(start)
    if named is None or target is None or (origin is None and start != "00"):
        return None
    kind, place = _plain(named), SQUARE_NAMES[target]
    if origin is None:
        return Read(f"{KINDS[kind]}*{place}", named == kind)
    piece = before.board[origin]
    stands = piece & 15
    promotes = stands == kind and (named != stands or bool(plus)) and stands in PROMOTABLE
    fits = stands in (named, kind) and piece >> 4 == before.side
    return Read(SQUARE_NAMES[origin] + place + ("+" if promotes else ""), fits)


def move_text(before: Position, usi: str) -> str:
    """A move in a position as CSA has it, "" if the text is no USI move.

    If the square of origin is empty, the piece is called a pawn.
    """
    parts = parts_of(usi)
    if parts is None:
        return ""
    origin, target, promotes, dropped = parts
    kind = dropped or before.board[origin] & 15 or PAWN
    if promotes and kind in PROMOTABLE:
        kind += PROMOTION
    return (
        SIGNS[before.side] + ("00" if dropped else _DIGITS[origin]) + _DIGITS[target] + _NAMES[kind]
    )


def _plain(kind: int) -> int:
    """The kind under a promoted one."""
    return kind - PROMOTION if kind > KING else kind


class StartLines:
    """A start position that is being read, line by line: anything can stand anywhere."""

    def __init__(self) -> None:
        self.usual()

    def position(self) -> Position:
        """The position so far, with number 1."""
        return set_up(bytes(self._board), tuple(self._hands), self.side)

    def usual(self) -> None:
        """Put the pieces where they stand at first; the hands are empty, Black is to move."""
        self.side = START.side
        self._board = bytearray(START.board)
        self._hands = list(NO_HANDS)

    def clear(self) -> None:
        """Empty the board and both hands."""
        self._board = bytearray(81)
        self._hands = list(NO_HANDS)

    def set_row(self, rank: int, text: str) -> bool:
        """Fill a rank (from 0) with the cells of a row; returns whether the row has nine, all understood."""
        found = list(_CELL.finditer(text))
        cells = [0 if cell[1] is None else _piece(cell[1], cell[2]) for cell in found]
        if len(found) != 9 and len(text.rstrip()) > 18:
            # Empty squares may be blanks: then cells are told apart by their columns.
            parts = [text[at : at + 3] for at in range(0, 27, 3)]
            cells = [_piece(part[0], part[1:]) if len(part) == 3 else 0 for part in parts]
        good = len(found) == 9 and all(
            bool(cell) == (one[1] is not None) for cell, one in zip(cells, found, strict=False)
        )
        self._board[9 * rank : 9 * rank + 9] = bytes((cells + [0] * 9)[:9])
        return good

    def put(self, side: int, text: str) -> bool:
        """Place pieces (`00FU`, `59OU`, `00AL`); returns whether all of the text was understood."""
        at = 0
        for found in _PLACED.finditer(text):
            if text[at : found.start()].strip():
                return False
            at = found.end()
            square, name = _SQUARE.get(found[1]), found[2].upper()
            kind = _CODES.get(name)
            if name == "AL" and found[1] == "00":
                self._take_rest(side)
            elif kind is None or (square is None and found[1] != "00"):
                return False
            elif square is not None:
                self._board[square] = kind | side << 4
            elif kind == KING:
                return False
            else:
                self._hands[_plain(kind) + 8 * side] += 1
        return not text[at:].strip(" \t.")

    def take_off(self, text: str) -> bool:
        """Remove pieces from squares (`82HI22KA`); returns whether all of the text was understood."""
        at = 0
        for found in _PLACED.finditer(text):
            square = _SQUARE.get(found[1])
            if text[at : found.start()].strip() or square is None:
                return False
            self._board[square] = 0
            at = found.end()
        return not text[at:].strip(" \t.")

    def _take_rest(self, side: int) -> None:
        """Put all pieces that aren't on the board or in a hand yet, except kings, into the hand of a side."""
        standing = [_plain(piece & 15) for piece in self._board]
        for kind, all_ in _SET.items():
            used = standing.count(kind) + self._hands[kind] + self._hands[kind + 8]
            self._hands[kind + 8 * side] += max(0, all_ - used)


def _piece(sign: str, name: str) -> int:
    kind = _CODES.get(name.upper(), 0) if sign in ("+", "-") else 0
    return kind | 16 if kind and sign == "-" else kind


def start_lines(start: Position) -> list[str]:
    """The lines that set up a position, ending with the side to move."""
    side = SIGNS[start.side]
    if (start.board, start.hands) == (START.board, START.hands):
        return ["PI", side]
    lines: list[str] = []
    for rank in range(9):
        cells = start.board[9 * rank : 9 * rank + 9]
        lines.append(f"P{rank + 1}" + "".join(_cell(piece) for piece in cells))
    for which, sign in enumerate(SIGNS):
        held = "".join(f"00{_NAMES[kind]}" * start.hands[kind + 8 * which] for kind in _SET)
        if held:
            lines.append(f"P{sign}{held}")
    return [*lines, side]


def _cell(piece: int) -> str:
    return SIGNS[piece >> 4] + _NAMES[piece & 15] if piece else " * "


# ---------------------------------------------------------- the content of a record in terms of CSA

TIMES = ("$START_TIME", "$END_TIME")
"""Headers whose values are `YYYY/MM/DD HH:MM:SS` or `YYYY/MM/DD`."""
_LIMIT, _BYOYOMI = "持ち時間", "秒読み"
_KEY = re.compile(r"N[+-]|\$[^:\r\n]+")
_STATEMENT = re.compile(r"[+-][0-9][^\s,]*")


class CsaStep(NamedTuple):
    """A node of the line to write: its statement, and the action to compare when losses are looked for."""

    node: Node
    text: str
    action: Action


class CsaContent(NamedTuple):
    """The content of a game to write.

    Attributes:
        position: the start, as move 1: CSA has no move number.
        start: the text of its setup, "" for the usual start.
        headers: with CSA's keys, without the name of a handicap that the start position shows.
        line: the nodes below the root, up to the first that can't be written.
    """

    position: Position
    start: str
    headers: tuple[Header, ...]
    line: tuple[CsaStep, ...]


def content_of(record: Record) -> CsaContent:
    """The content of a record that CSA can hold."""
    position = position_of(record.setup).numbered(1)
    setup = setup_of(position)
    start = "" if setup is None else setup.text
    return CsaContent(
        position,
        start,
        headers_of(beside_start(record.headers, position)),
        tuple(_line(record, position)),
    )


def headers_of(headers: Sequence[Header]) -> tuple[Header, ...]:
    """Headers with CSA's keys: a KIF key is renamed unless CSA's own key is present too.

    A date or a time limit that CSA can't write keeps its KIF key.
    """
    headers = _with_limit(headers)
    odd = [key for key, value in headers if KIF_KEYS.get(key) in TIMES and date_of(value) is None]
    odd.append(_LIMIT)
    return renamed(headers, {key: own for key, own in KIF_KEYS.items() if key not in odd})


def _with_limit(headers: Sequence[Header]) -> tuple[Header, ...]:
    """The headers with 持ち時間, and 秒読み beside it, as CSA's time limit, where it can be said so."""
    said = dict(headers)
    limit = limit_of(said.get(_LIMIT, ""), said.get(_BYOYOMI, ""))
    if limit is None or KIF_KEYS[_LIMIT] in said or len(said) < len(headers):
        return tuple(headers)
    own = Header(KIF_KEYS[_LIMIT], limit)
    return tuple(own if one.key == _LIMIT else one for one in headers if one.key != _BYOYOMI)


def time_as_written(value: str) -> str:
    """The value of a header of TIMES as CSA writes it: `2004/04/01 21:43:11`, without KIF's weekday."""
    date = date_of(value)
    return value if date is None else date.plain


def time_as_meant(value: str) -> str:
    """Like `time_as_written`, but unchanged if its weekday is wrong for its date: CSA can't write that."""
    date = date_of(value)
    return date.plain if date is not None and date.right else value


def is_writable(key: str) -> bool:
    """Whether a header with this key can be written to a file."""
    return _KEY.fullmatch(key) is not None


def _line(record: Record, position: Position) -> list[CsaStep]:
    actions = ResolvedActions(record, _is_as_read)
    out: list[CsaStep] = []
    node = record.root
    while node.children:
        node = node.children[0]
        action = actions.at(node)
        if isinstance(action, Move):
            text = move_text(position, action.text)
            position = position.played(parts_of(action.text))
        elif isinstance(action, Terminal):
            text = _end(node, action.text, position.side)
            action = Terminal(end_meaning(action.text, position.side))
        elif isinstance(action, Written) and _can_stand(node, action):
            text = action.text
            position = position.played(None)
        else:
            break
        if not text:
            break
        out.append(CsaStep(node, text, action))
    return out


def _can_stand(node: Node, action: Written) -> bool:
    """Whether a Written action has the form of a move, or is the unchanged text of its file."""
    return _is_as_read(node) or _STATEMENT.fullmatch(action.text) is not None


def _is_as_read(node: Node) -> bool:
    """Whether the text of a node's action is still the text of its statement in the file."""
    fact = node.fact(MOVE)
    return fact is not None and node.action is not None and fact.value == node.action.text


def _end(node: Node, word: str, side: int) -> str:
    fact = node.fact(MOVE)
    if fact is not None and fact.value == "%" + word:
        return "%" + word
    return "%" + (csa_end(word, side) or "CHUDAN")

"""Start positions and what else stands before the first move, read and written."""

from __future__ import annotations

from typing import Final

from viewer.base.messages import Message, counted, message
from viewer.base.patterns import late
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.lines import ClassifiedLine, KifDiagnostics
from viewer.formats.kit.diagnostics import INFO, WARNING
from viewer.games.shogi.names import (
    EVEN,
    HAND_KINDS,
    KIND_OF_CHARACTER,
    OTHER,
    PIECES,
    handicap_of,
    start_named,
)
from viewer.games.shogi.position import (
    BLACK,
    CODE_OF,
    KINDS,
    MOST_IN_HAND,
    START,
    WHITE,
    Position,
    hands_of,
    set_up,
    setup_of,
)
from viewer.tree.action import Setup
from viewer.tree.record import Header

_PIECES = "".join(KIND_OF_CHARACTER)
_CELL = late(rf"([vVｖＶ^+]?)[ \t\u3000]*(?:成?([{_PIECES}])|([・･．.*＊･_＿]))|([^ \t\u3000])")
_LONGEST = 200  # characters of a rank that are looked at
_PROMOTED = late(r"成([香桂銀歩])")
_NUMBERS = "一二三四五六七八九十百〇０-９0-9"
_HELD = late(rf"([{_PIECES}])[ \t]*([{_NUMBERS}]*)|(なし|ナシ|無し)|([^ \t\u3000])")
RANKS: Final = "一二三四五六七八九"
_KANJI: Final = {kanji: number for number, kanji in enumerate("〇一二三四五六七八九")}


class Board:
    """A position being read.

    Attributes:
        cells: the pieces of the 81 squares, as a Position has them.
        rows: the number of ranks read.
        hands: the pieces in hand.
        side: the side to move if a line gives it, else None.
        ply: the number of the next move if a line gives it, else None.
        named: the ranks read, by index from 0.
    """

    def __init__(self) -> None:
        self.cells = bytearray(81)
        self.rows = 0
        self.hands: dict[str, int] = {}
        self.side: int | None = None
        self.ply: int | None = None
        self.named: set[int] = set()

    def rank(self, text: str) -> Message | None:
        """Read a `|…|` line; returns its fault, None if it is correct."""
        inside, _, label = text[1:].replace("｜", "|").partition("|")
        inside = _PROMOTED.sub(lambda found: "杏圭全と"["香桂銀歩".index(found[1])], inside)
        label = label.strip(" \t\u3000\x1a")[:1]
        row = RANKS.find(label) if label else self.rows
        if row < 0:
            row = self.rows
        if row >= 9 or self.rows >= 9:
            return message("There are more than nine ranks.")
        cells, odd = _cells(inside[:_LONGEST])
        if row in self.named:
            odd = odd or message("The rank {rank} is there twice.", rank=RANKS[row])
        self.named.add(row)
        self.cells[9 * row : 9 * row + 9] = bytes(cells)
        self.rows += 1
        return odd

    def hand(self, who: str, text: str) -> Message | None:
        """Read the hand of a side (先 後 下 上); returns its fault, None if it is correct."""
        white = who in "後上"
        odd: Message | None = None
        for letter in HAND_KINDS:
            self.hands.pop(letter.lower() if white else letter, None)
        for name, number, _, other in _HELD.findall(text[:_LONGEST]):
            if other:
                odd = odd or message("“{sign}” is no piece.", sign=other)
            if not name:
                continue
            kind = KIND_OF_CHARACTER[name].removeprefix("+")
            if kind not in HAND_KINDS:
                odd = odd or message("{piece} can't be in hand.", piece=name)
                continue
            count = number_of(number)
            if count > _SET[kind]:
                odd = odd or message(
                    "There are {count} {piece} in hand; a set has {most}.",
                    count=count,
                    piece=name,
                    most=_SET[kind],
                )
            letter = kind.lower() if white else kind
            self.hands[letter] = min(MOST_IN_HAND, self.hands.get(letter, 0) + count)
        return odd

    def turn(self, who: str) -> None:
        """Set the side to move (先 後 下 上), from a line such as 先手番."""
        self.side = WHITE if who in "後上" else BLACK

    def position(self, handicap: str) -> Position:
        """The position; without a board, the one named by the handicap."""
        start = (START if handicap in ("", EVEN) else start_named(handicap)) or START
        if not (self.rows or self.hands or self.ply) and self.side in (None, start.side):
            return start
        ply = self.ply or 1
        # Above a board too a handicap says who moves: Kifu for Windows writes 下手番 where it isn't 上手.
        side = start.side if self.side is None else self.side
        if self.rows:
            return set_up(bytes(self.cells), hands_of(self.hands), side, ply)
        return set_up(start.board, hands_of(self.hands) if self.hands else start.hands, side, ply)


_SET = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}


def _cells(text: str) -> tuple[list[int], Message | None]:
    cells: list[int] = []
    odd: Message | None = None
    for side, piece, _, other in _CELL.findall(text):
        if other and side == "" and other in "vVｖＶ^+":
            continue
        kind = KIND_OF_CHARACTER[piece] if piece else ""
        if other:
            odd = odd or message("“{sign}” is no piece.", sign=other)
        cells.append(CODE_OF.get(kind.lower() if side in tuple("vVｖＶ") else kind, 0))
    if len(cells) != 9:
        odd = odd or counted(
            "The rank has one square, not 9.", "The rank has {count} squares, not 9.", len(cells)
        )
    return (cells + [0] * 9)[:9], odd


def number_of(text: str) -> int:
    """A number in kanji or digits, 1 for none: 二, 十八, 一八, 18."""
    if not text:
        return 1
    if text[0] in "0123456789０１２３４５６７８９":
        digits = "".join(sign for sign in text if sign not in "一二三四五六七八九十百〇")
        return int(digits[:6])
    total = current = 0
    for sign in text[:12]:
        if sign in "十百":
            total += (current or 1) * (10 if sign == "十" else 100)
            current = 0
        elif sign in _KANJI:
            current = current * 10 + _KANJI[sign]
        else:
            current = current * 10 + int(sign)
    return min(total + current, 10**6)


def number_text(count: int) -> str:
    """A number in kanji, as used in hands: "" for one, 十八."""
    if count == 1:
        return ""
    if count >= 100:
        return str(count)
    tens, ones = divmod(count, 10)
    return (
        ("" if tens < 2 else RANKS[tens - 1])
        + ("十" if tens else "")
        + (RANKS[ones - 1] if ones else "")
    )


# ------------------------------------------------------------------------------------ writing


def uwate(start: Position) -> bool:
    """Whether the players are called 下手 and 上手, as in a handicap game."""
    return handicap_of(start) is not None


def start_lines(start: Position, handicap: str | None, named: bool, uwate: bool) -> list[str]:
    """The lines for a start, except for an existing 手合割.

    `handicap` is the value of an existing 手合割, None if there is none; `named` allows a new one. Readers
    prefer a board to a name, so a board is added to names that programs understand differently.
    """
    lines = []
    plain = start.numbered(1)
    if not is_said_by(plain, handicap):
        found = handicap_of(plain)
        if named and handicap is None and found is not None:
            lines.append(f"手合割：{found.japanese}")
        if not (lines and found is not None and found.safe):
            lines += board_lines(plain, uwate, handicap is not None)
    if start.number > 1:
        lines.append(f"手数＝{start.number - 1}  まで")
    return lines


def is_said_by(start: Position, handicap: str | None) -> bool:
    """Whether a 手合割 alone, or its absence, determines a start."""
    said = START if handicap is None else start_named(handicap) or START
    return said.same(start)


def board_lines(position: Position, uwate: bool = False, always: bool = False) -> list[str]:
    """The lines of a board with both hands; the side is added for white, `uwate` or `always`."""
    black, white = ("下手", "上手") if uwate else ("先手", "後手")
    lines = [
        f"{white}の持駒：{_hand(position, WHITE)}",
        "  ９ ８ ７ ６ ５ ４ ３ ２ １",
        "+---------------------------+",
    ]
    for row, rank in enumerate(RANKS):
        cells = [_cell(piece) for piece in position.board[9 * row : 9 * row + 9]]
        lines.append(f"|{''.join(cells)}|{rank}")
    lines.append("+---------------------------+")
    lines.append(f"{black}の持駒：{_hand(position, BLACK)}")
    if always or uwate or position.side == WHITE:
        lines.append(f"{white if position.side == WHITE else black}番")
    return lines


def _cell(piece: int) -> str:
    if not piece:
        return " ・"
    return ("v" if piece >> 4 else " ") + PIECES[KINDS[piece & 15]].diagram


def _hand(position: Position, side: int) -> str:
    out = []
    for kind in HAND_KINDS:
        count = position.hands[CODE_OF[kind] + 8 * side]
        if count:
            out.append(PIECES[kind].diagram + number_text(count) + "\u3000")
    return "".join(out) or "なし"


# --------------------------- Reads the lines before the first move: headers and the start position

HANDICAP = "手合割"


class Head:
    """Headers and start position being read.

    Attributes:
        headers: in the file's order, including those after the first move.
        board: the lines of the board, hands and the like, parsed.
        start: the position, once `setup` was called.
    """

    def __init__(self, findings: KifDiagnostics) -> None:
        self.headers: list[Header] = []
        self.board = Board()
        self.start: Position = START
        self._findings = findings
        self._handicap: str | None = None
        self._handicap_line: int | None = None
        self._last_rank: int | None = None
        self._done = False

    @property
    def side(self) -> int:
        """The side that moves first: 0 for black, 1 for white."""
        return self.start.side

    def header(self, line: ClassifiedLine, at: int | None = None) -> None:
        """Read a `key：value` line."""
        self.headers.append(Header(line.key, line.value))
        if line.key == HANDICAP and self._handicap is None:
            self._handicap, self._handicap_line = line.value, at

    def line(self, line: ClassifiedLine, text: str, at: int) -> None:
        """Read any other line of the head, except blank lines and comments."""
        odd: Message | None = None
        if line.kind == kinds.RANK:
            odd = self.board.rank(line.value)
            self._last_rank = at
        elif line.kind == kinds.HAND:
            odd = self.board.hand(line.key, line.value)
        elif line.kind == kinds.SIDE:
            self.board.turn(line.key)
        elif line.kind == kinds.CAPTION:
            self.board.ply = line.number + 1
        elif line.kind not in (kinds.FRAME, kinds.VARIATION):
            words = message("This line isn't understood; it is kept.")
            self._findings.about(WARNING, "unknown-line", words, text, at, 0)
        if odd is not None:
            self._findings.about(WARNING, "board", odd, text, at, 0)

    def setup(self) -> Setup | None:
        """The start position; None for the usual one."""
        self.start = self.board.position(self._handicap or "")
        if not self._done:
            self._done = True
            if self.board.rows and self.board.rows < 9:
                words = counted(
                    "The board has one rank, not 9.",
                    "The board has {count} ranks, not 9.",
                    self.board.rows,
                )
                self._findings.at_line(WARNING, "board", words, self._last_rank, 0)
            elif not (self.board.rows or self._is_known(self._handicap or EVEN)):
                words = message(
                    "The start “{name}” isn't known; the usual one is taken.",
                    name=self._handicap or "",
                )
                self._findings.at_line(INFO, "unknown-start", words, self._handicap_line, 0)
        return None if self.start is START else setup_of(self.start)

    def _is_known(self, handicap: str) -> bool:
        return handicap == OTHER or start_named(handicap) is not None

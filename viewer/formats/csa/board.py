"""A board that follows the moves of a CSA game: CSA names each piece as it is after its move."""

from __future__ import annotations

import re

from viewer.base.named import NamedTuple
from viewer.formats.shared.shogi_board import INDEX, parts_of
from viewer.formats.shared.shogi_board import Board as AnyBoard
from viewer.games.shogi.names import KIND_OF_CSA, PIECES, unpromoted
from viewer.games.shogi.sfen import BLACK, START, WHITE, Diagram

SIGNS = "+-"
_MOVE = re.compile(r"[+-]([0-9]{2})([0-9]{2})([A-Z]{2})(\+?)")
_CELL = re.compile(r"([+-])([A-Za-z]{2})|\*")
_PLACED = re.compile(r"([0-9]{2})([A-Za-z]{2})")
_RANKS = "abcdefghi"
_PLACE = {
    f"{file}{rank}": f"{file}{_RANKS[rank - 1]}" for file in range(1, 10) for rank in range(1, 10)
}
_DIGITS = {place: digits for digits, place in _PLACE.items()}
_SET = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}


class Read(NamedTuple):
    """A move of a file, in USI.

    `fits` if the piece named is on its square and its side is to move; of a drop, if it is unpromoted.
    """

    usi: str
    fits: bool


class Board(AnyBoard):
    """A board that reads and writes moves and positions in CSA."""

    # ------------------------------------------------------------------------------- moves

    def read(self, text: str) -> Read | None:
        """Read a move such as `+7776FU` on this board; None if the text is no move. Its sign isn't checked.

        A `+` after the piece, as some programs write, is read as a promotion.
        """
        found = _MOVE.fullmatch(text)
        if found is None:
            return None
        start, end, name, plus = found.groups()
        named, target = KIND_OF_CSA.get(name), _PLACE.get(end)
        origin = _PLACE.get(start, "")
        if named is None or target is None or (not origin and start != "00"):
            return None
        if not origin:
            return Read(f"{unpromoted(named)}*{target}", not named.startswith("+"))
        piece = self.at(origin)
        stands = piece.upper()
        promotes = stands == unpromoted(named) and (named != stands or bool(plus))
        promotes = promotes and stands not in ("G", "K")
        fits = stands in (named, unpromoted(named)) and piece.isupper() == (self.side == BLACK)
        return Read(origin + target + ("+" if promotes else ""), fits)

    def write(self, usi: str) -> str:
        """A move of this board in CSA, "" if the text is no USI move.

        If the square of origin is empty, the piece is called a pawn.
        """
        found = parts_of(usi)
        if found is None:
            return ""
        origin, dropped, target, plus = found
        kind = dropped or self.at(origin).upper() or "P"
        if plus:
            kind = "+" + unpromoted(kind)
        name = PIECES[kind].csa if kind in PIECES else PIECES[unpromoted(kind)].csa
        start = "00" if dropped else _DIGITS[origin]
        return SIGNS[self.side] + start + _DIGITS[target] + name

    # ------------------------------------------------------------------------------ set-up

    def clear(self) -> None:
        """Empty the board and both hands."""
        self.cells = [""] * 81
        self.hands = {}

    def set_row(self, rank: int, text: str) -> bool:
        """Fill a rank (from 0) with the cells of a row; returns whether the row has nine, all understood."""
        found = list(_CELL.finditer(text))
        cells = ["" if cell[1] is None else _piece(cell[1], cell[2]) for cell in found]
        if len(found) != 9 and len(text.rstrip()) > 18:
            # Empty squares may be blanks: then cells are told apart by their columns.
            parts = [text[at : at + 3] for at in range(0, 27, 3)]
            cells = [_piece(part[0], part[1:]) if len(part) == 3 else "" for part in parts]
        good = len(found) == 9 and all(
            bool(cell) == (one[1] is not None) for cell, one in zip(cells, found, strict=False)
        )
        self.cells[9 * rank : 9 * rank + 9] = (cells + [""] * 9)[:9]
        return good

    def put(self, side: int, text: str) -> bool:
        """Place pieces (`00FU`, `59OU`, `00AL`); returns whether all of the text was understood."""
        at = 0
        for found in _PLACED.finditer(text):
            if text[at : found.start()].strip():
                return False
            at = found.end()
            place, name = _PLACE.get(found[1], ""), found[2].upper()
            kind = KIND_OF_CSA.get(name)
            if name == "AL" and found[1] == "00":
                self._take_rest(side)
            elif kind is None or (not place and found[1] != "00"):
                return False
            elif place:
                self.cells[INDEX[place]] = kind if side == BLACK else kind.lower()
            elif unpromoted(kind) == "K":
                return False
            else:
                letter = unpromoted(kind) if side == BLACK else unpromoted(kind).lower()
                self.hands[letter] = self.hands.get(letter, 0) + 1
        return not text[at:].strip(" \t.")

    def take_off(self, text: str) -> bool:
        """Remove pieces from squares (`82HI22KA`); returns whether all of the text was understood."""
        at = 0
        for found in _PLACED.finditer(text):
            place = _PLACE.get(found[1], "")
            if text[at : found.start()].strip() or not place:
                return False
            self.cells[INDEX[place]] = ""
            at = found.end()
        return not text[at:].strip(" \t.")

    def _take_rest(self, side: int) -> None:
        """Put all pieces that aren't on the board or in a hand yet, except kings, into the hand of a side."""
        used: dict[str, int] = {}
        for piece in self.cells:
            kind = unpromoted(piece).upper()
            used[kind] = used.get(kind, 0) + 1
        for letter, count in self.hands.items():
            used[letter.upper()] = used.get(letter.upper(), 0) + count
        for kind, all_ in _SET.items():
            left = all_ - used.get(kind, 0)
            letter = kind if side == BLACK else kind.lower()
            if left > 0:
                self.hands[letter] = self.hands.get(letter, 0) + left


def _piece(sign: str, name: str) -> str:
    kind = KIND_OF_CSA.get(name.upper(), "") if sign in ("+", "-") else ""
    return kind if sign == "+" else kind.lower()


def start_lines(diagram: Diagram) -> list[str]:
    """The lines that set up a position, ending with the side to move."""
    side = SIGNS[diagram.side]
    if diagram._replace(side=BLACK, ply=1) == START:
        return ["PI", side]
    lines: list[str] = []
    for rank in range(9):
        cells = diagram.cells[9 * rank : 9 * rank + 9]
        lines.append(f"P{rank + 1}" + "".join(_cell(cell) for cell in cells))
    for which in (BLACK, WHITE):
        held = ""
        for kind in _SET:
            count = diagram.hands.get(kind if which == BLACK else kind.lower(), 0)
            held += f"00{PIECES[kind].csa}" * count
        if held:
            lines.append(f"P{SIGNS[which]}{held}")
    return [*lines, side]


def _cell(cell: str) -> str:
    if not cell:
        return " * "
    return ("+" if cell.isupper() else "-") + PIECES[cell.upper()].csa

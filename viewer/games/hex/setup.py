"""Neutral texts of Hex: squares, moves, and positions that are set up.

Place   `a1`: letters of the column from the left, number of the row from the top; a1 is in an acute
        corner (see `viewer.games.stones.coordinates`). Lower case.
Move    `1 e3`: player and square. Player 1 joins top and bottom and usually begins (SGF's Black, red on most
        boards), player 2 left and right (SGF's White, blue). Places beyond the edge are moves too.
        `2 swap-pieces`  the stone on the board goes to the reflected square and changes its colour;
                         players keep their colours, player 1 plays next.
        `2 swap-sides`   the stone stays, players exchange their colours; the player who now has player 2's
                         colour plays next, so the same number plays twice: `1 b2`, `2 swap-sides`, `2 f5`.
        `1 pass`, `2 resign`, `1 forfeit`.
        The number is that of the colour (for a swap: of the player who swaps; 2 if the file gives no colour).
        A text without a number (`e3`, `resign`) is a Move of the side to move, for input by the user;
        readers of files write the number, since a dump shows it.
        Any other text (a colour of 3) is an action Written: it is shown, has no effect and counts as a ply.
Set-up  `11`, `11x9` (width x height), then stones: `11 B a1 c3 W d4`; B is player 1, W player 2.
        A text with a size is a whole position (after the root, it replaces the board).
        A text without a size changes the board: `B a1 W b2 E c3`, E for squares that become empty.
        `PL B` or `PL W` at the end: the side to move. If it isn't given: in a whole position player 2 if
        player 1 has more stones, else player 1; in a change, the side to move stays the same.
        A root without Setup (action None) is the empty board of 11 by 11.
"""

from __future__ import annotations

from viewer.base.messages import message
from viewer.games.stones.connection import (
    FORFEIT,
    MOST_LINES,
    PASS,
    PLAYERS,
    RESIGN,
    SWAP_PIECES,
    SWAP_SIDES,
)
from viewer.games.stones.placement import SetupSyntax

USUAL = 11
WORDS = (SWAP_PIECES, SWAP_SIDES, PASS, RESIGN, FORFEIT)
"""The words that can be a move instead of a square."""

SYNTAX = SetupSyntax(
    usual=USUAL,
    smallest=1,
    largest=MOST_LINES,
    players=PLAYERS,
    no_size=message("A board needs a size: 11, or 11x9."),
    bad_size=message("“{text}” is not the size of a Hex board: 1 to {largest} lines."),
    bad_square=message("“{text}” is not a cell of a Hex board."),
)
read_size = SYNTAX.read_size
read_setup, complaint_of, write_setup = SYNTAX.read, SYNTAX.complaint, SYNTAX.write

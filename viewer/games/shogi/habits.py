"""Detect how a record in PSN or PGN writes its moves: its notation, and its signs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_CHESSBOARD = re.compile(r"\+?[PLNSGBRKHD]?[a-i]?[1-9]?[-x@]?[a-i][1-9](?:=[GHD]?)?[+#]*")
_NAMES_PROMOTED = re.compile(r"[HD]|=[GHD]")
_LONG = re.compile(r"\+?[PLNSGBRK][1-9][a-i][-x][1-9][a-i][+=]?")
_USI = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]")
_DIGITS = re.compile(r"\+?[PLNSGBRK](?:[1-9]{2})?[-x*'’@]?[1-9]{2}[+=]?")
_NO_DASH: dict[int, int | None] = {ord("-"): None}


def habit_of(moves: Sequence[str], form: str) -> tuple[str, Mapping[int, int | None]]:
    """The id of the notation used for moves, and a table for `str.translate` to the record's characters.

    `form` is the value of the Format tag, which has no meaning in shogi.
    """
    if not moves:
        return "hodges", {}
    drop = next((sign for move in moves for sign in ("'", "’", "@") if sign in move), "*")
    letters: dict[int, int | None] = {} if drop == "*" else {ord("*"): ord(drop)}
    on_board = [move for move in moves if "*" not in move and "'" not in move and "’" not in move]
    if not moves[0].isascii():
        return "kif", letters
    if all(_CHESSBOARD.fullmatch(move) for move in on_board):
        plain = any(move.startswith("+") for move in moves)
        named = any(_NAMES_PROMOTED.search(move) for move in moves)
        return "fairy+" if plain and not named else "fairy", {}
    if all(_USI.fullmatch(move) for move in moves):
        return "usi", {}
    if all(_LONG.fullmatch(move) for move in on_board if "@" not in move):
        return "psn", letters
    if all(_DIGITS.fullmatch(move) for move in moves):
        return "hosking", letters
    return "hodges", letters if any("-" in move for move in moves) else {**letters, **_NO_DASH}

"""Detect how a record writes its moves: its notation, letters, digits and signs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase

_COORDINATES = re.compile(r"[A-Ia-i](?:10|[0-9])-?[A-Ia-i](?:10|[0-9])")
_TRADITIONAL = re.compile("[車俥馬傌進後將帥]")
_HALF_WIDTH = str.maketrans("１２３４５６７８９", "123456789")
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_NO_DASH: dict[int, int | None] = {ord("-"): None}
_PERIOD = str.maketrans("=", ".")


def habit_of(moves: Sequence[str], form: str) -> tuple[str, Mapping[int, int | None]]:
    """The id of the notation used for moves, and a table for `str.translate` to the record's characters.

    `form`: the value of the Format tag, used only if there are no moves.
    """
    if not moves:
        return {"iccs": "iccs", "wxf": "wxf"}.get(form.strip().lower(), "chinese"), {}
    text = "".join(moves)
    if all(_COORDINATES.fullmatch(move) for move in moves):
        lower = _LOWER if text.islower() else {}
        return "iccs", {**lower, **({} if "-" in text else _NO_DASH)}
    if text.isascii():
        return "wxf", _PERIOD if "." in text and "=" not in text else {}
    style = "traditional" if _TRADITIONAL.search(text) else "chinese"
    return style, _HALF_WIDTH if re.search("[1-9]", text) else {}

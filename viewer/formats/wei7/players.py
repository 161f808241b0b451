"""The players and the result of a game, from the headers of wei7."""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.formats.format import value_of
from viewer.tree.record import Header, with_header

_PLAYERS = "info.players."
_RESULT = re.compile(r"([BW])\+(R|\d{1,3}(?:\.[05])?)|(0)", re.ASCII)
_LARGEST = 512  # all margins are smaller


def player_text(headers: Sequence[Header], colour: str, what: str) -> str:
    """The name (or rank, by `what`) of the player of a colour ("1" or "2"); several are joined by " & ".

    If the headers name no players, the first two participants count as Black and White.
    """
    said = {key: value for key, value in reversed(headers)}
    if not any(key.startswith(_PLAYERS) for key in said):
        return said.get(f"info.participants.{int(colour) - 1}.{what}", "")
    names: list[str] = []
    for key, value in headers:
        player, _, last = key.removeprefix(_PLAYERS).partition(".")
        if key.startswith(_PLAYERS) and last == "color" and value == colour:
            who = said.get(f"{_PLAYERS}{player}.participant", "")
            names.append(said.get(f"info.participants.{who}.{what}", ""))
    return " & ".join(name for name in names if name)


def side_of(headers: Sequence[Header], participant: str) -> int | None:
    """The side that a participant plays by `info.players`: 0 for Black; None for neither or both."""
    said = {key: value for key, value in reversed(headers)}
    sides = {
        said.get(f"{key.removesuffix('.participant')}.color", "")
        for key, value in headers
        if key.startswith(_PLAYERS) and key.endswith(".participant") and value == participant
    }
    return {"1": 0, "2": 1}.get(sides.pop()) if len(sides) == 1 else None


def result_words(headers: Sequence[Header]) -> str:
    """The result as `B+2.5`, `W+R` (without a margin) or `0` for a draw; "" if there is none."""
    winner, margin = (value_of(headers, f"info.result.{name}") for name in ("winner", "margin"))
    if winner == "null":
        return "0"
    side = {"1": "B", "2": "W"}.get(winner)
    return f"{side}+{margin or 'R'}" if side else ""


def with_result(headers: Sequence[Header], text: str) -> tuple[Header, ...] | None:
    """The headers with a result in points, by resignation or a draw; "" removes the result.

    None for a result that the format can't hold: a win on time, a win by an unknown margin, a void game.
    """
    winner = margin = ""
    if text:
        found = _RESULT.fullmatch(text)
        if found is None:
            return None
        winner = "null" if found[3] else str("BW".index(found[1]) + 1)
        margin = "" if found[3] or found[2] == "R" else found[2]
        if margin and not 0 < float(margin) < _LARGEST:
            return None
    said = with_header(headers, "info.result.winner", winner)
    return with_header(said, "info.result.margin", margin)

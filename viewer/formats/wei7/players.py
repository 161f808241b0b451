"""Who plays, and how it ended, out of the headers of wei7."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.formats.format import value_of
from viewer.tree.record import Header

_PLAYERS = "info.players."


def player_name(headers: Sequence[Header], colour: str) -> str:
    """The names of those who play a colour ("1" or "2"), joined where there are several.

    Where no players are named at all, the first two participants are taken for them.
    """
    said = {key: value for key, value in reversed(headers)}
    if not any(key.startswith(_PLAYERS) for key in said):
        return said.get(f"info.participants.{int(colour) - 1}.name", "")
    names: list[str] = []
    for key, value in headers:
        player, _, what = key.removeprefix(_PLAYERS).partition(".")
        if key.startswith(_PLAYERS) and what == "color" and value == colour:
            who = said.get(f"{_PLAYERS}{player}.participant", "")
            names.append(said.get(f"info.participants.{who}.name", ""))
    return " & ".join(name for name in names if name)


def result_words(headers: Sequence[Header]) -> str:
    """A result as `B+2.5`, `W+R` (it says no margin) or `0` for a draw; "" without one."""
    winner, margin = (value_of(headers, f"info.result.{name}") for name in ("winner", "margin"))
    if winner == "null":
        return "0"
    side = {"1": "B", "2": "W"}.get(winner)
    return f"{side}+{margin or 'R'}" if side else ""

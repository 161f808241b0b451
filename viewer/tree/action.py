"""What happens at a node. The tree treats an action as one opaque value.

An action's text is neutral: the move notation of `qipu dump` (ICCS, UCI, USI, `B pd`, …), which
every game reads quickly and every reader of a file can make without asking the rules.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the game in its neutral notation, legal or not: `h2e2`, `e7e8q`, `P*5e`, `B pd`."""

    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """What a file says where no move could be made of it yet, or ever: shown as it is written."""

    text: str


@dataclass(frozen=True, slots=True)
class Setup:
    """A position set up, in the game's neutral notation (FEN, SFEN, `19 B dd W pp`).

    At the root it is the start of the record; elsewhere what is put on the board there.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Terminal:
    """An end that stands at a ply: 投了, resign, time up. `text` is the word as written."""

    text: str


@dataclass(frozen=True, slots=True)
class Takeback:
    """The last `count` plies are taken back; the line goes on from there."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said during the game that is no move: a message, a claim, an offer."""

    text: str


Action = Move | Written | Setup | Terminal | Takeback | Remark

KINDS: dict[str, type[Action]] = {
    "move": Move,
    "written": Written,
    "setup": Setup,
    "terminal": Terminal,
    "takeback": Takeback,
    "remark": Remark,
}
NAMES: dict[type[Action], str] = {kind: name for name, kind in KINDS.items()}

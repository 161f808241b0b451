"""What happens at a node. The tree treats an action as one opaque value.

An action's text is neutral: the move notation of `qipu dump` (ICCS, UCI, USI, `B pd`, …), which
every game reads quickly and every reader of a file can make without asking the rules.
"""

from __future__ import annotations

from typing import Final


class _TextAction:
    """An action that is one text. Two are equal if they are of one kind and say the same."""

    __match_args__ = ("text",)
    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text: Final = text

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.text == self.text

    def __hash__(self) -> int:
        return hash((type(self), self.text))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"


class Move(_TextAction):
    """A move of the game in its neutral notation, legal or not: `h2e2`, `e7e8q`, `P*5e`, `B pd`."""

    __slots__ = ()


class Written(_TextAction):
    """What a file says where no move could be made of it yet, or ever: shown as it is written."""

    __slots__ = ()


class Setup(_TextAction):
    """A position set up, in the game's neutral notation (FEN, SFEN, `19 B dd W pp`).

    At the root it is the start of the record; elsewhere what is put on the board there.
    """

    __slots__ = ()


class Terminal(_TextAction):
    """An end that stands at a ply: 投了, resign, time up. `text` is the word as written."""

    __slots__ = ()


class Takeback(_TextAction):
    """The last `count` moves are taken back, with an end behind them; the line goes on from there."""

    __match_args__ = ("count",)
    __slots__ = ()

    def __init__(self, count: int | str = 1) -> None:
        super().__init__(str(int(count)))

    @property
    def count(self) -> int:
        """Number of moves."""
        return int(self.text)


class Remark(_TextAction):
    """Something said during the game that is no move: a message, a claim, an offer."""

    __slots__ = ()


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

_MOVES: frozenset[type[Action] | None] = frozenset((Move, Written))
_PLIES: frozenset[type[Action] | None] = frozenset((Move, Written, Terminal))


def is_move(action: Action | None) -> bool:
    """Whether an action is one that is counted as a move: a move, or what a file says in place of one."""
    return type(action) in _MOVES


def is_ply(action: Action | None) -> bool:
    """Whether an action has a number of its own: a move, what a file says in place of one, an end."""
    return type(action) in _PLIES

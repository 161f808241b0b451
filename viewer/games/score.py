"""How games end: scores, outcomes on the board, and results as records write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple


class ScoreRow(NamedTuple):
    """One item of a count, with its points for the first and the second side."""

    name: Message
    first: float
    second: float


class Score(NamedTuple):
    """The score of a counted position.

    Attributes:
        owners: for empty squares, and those with dead stones, the index of the side whose point it is.
        dead: squares of the stones considered dead.
        rows: the items of the count.
        totals: points of each side.
        result: as written in records: "B+3.5", "W+0.5", "0" for a draw.
        words: who wins by how much.
    """

    owners: Mapping[str, int]
    dead: frozenset[str]
    rows: tuple[ScoreRow, ...]
    totals: tuple[float, float]
    result: str
    words: Message


class Ending(NamedTuple):
    """A result or an end in records: `text` as written, `name` for people."""

    text: str
    name: Message


class Outcome(NamedTuple):
    """The end of a game as shown by a position: the reason for people, and the result (`Game.results`)."""

    words: Message
    result: str


Ways = tuple[tuple[str, Message], ...]
WAYS: Ways = (  # as players of go say it
    ("R", message("{side} wins by resignation")),
    ("T", message("{side} wins on time")),
    ("F", message("{side} wins by forfeit")),
    ("", message("{side} wins")),
)


def results_of(
    sides: Sequence[Message], letters: str, draw: Message | None = None, ways: Ways = WAYS
) -> tuple[Ending, ...]:
    """The results of two sides with their letters; `draw`: the name of a draw, None if there are no draws."""
    found = [
        Ending(f"{letter}+{way}", words.given(side=side))
        for way, words in ways
        for side, letter in zip(sides, letters, strict=True)
    ]
    if draw is not None:
        found.append(Ending("0", draw))
    found += [
        Ending("Void", message("No result: the game was stopped")),
        Ending("?", message("Unknown result")),
    ]
    return tuple(found)


class Said(NamedTuple):
    """What a result says: the index of the side that won, None for a draw."""

    side: int | None


_SAID = MappingProxyType({"1-0": Said(0), "0-1": Said(1), "1/2-1/2": Said(None), "0": Said(None)})


def plain_result(text: str) -> str:
    """A result without blanks around it, a draw in full: `1/2-1/2` also for `1/2` and `½`."""
    text = text.strip()
    return "1/2-1/2" if text in ("1/2", "½", "½-½", "½–½") else text


def winner_said(results: Sequence[Ending], text: str) -> Said | None:
    """What a result says: `1-0`, or `B+3.5` with a letter of the results of its game; None for another."""
    letters = list(dict.fromkeys(one.text[0] for one in results if one.text[1:2] == "+"))
    letter, plus, _ = text.strip().upper().partition("+")
    if plus and letter in letters:
        return Said(letters.index(letter))
    return _SAID.get(plain_result(text))

"""The supported commands in comments: [%clk] [%emt] [%eval] [%cal] [%csl].

Other commands are text. Marks are those of lichess and ChessBase: `[%csl Gd4,Re5]` squares, `[%cal Ge2e4]`
arrows, with G R Y B for the colours.
"""

from __future__ import annotations

from typing import Final

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.tree.annotation import CLOCK, ELAPSED, EVALUATION, MARKS, Mark

ARROWS: Final = "cal"
SQUARES: Final = "csl"
FACET_OF: dict[str, str] = {"clk": CLOCK, "emt": ELAPSED, "eval": EVALUATION}
NAME_OF: dict[str, str] = {facet: name for name, facet in FACET_OF.items()}

COLOURS: dict[str, str] = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
LETTERS: dict[str, str] = {colour: letter for letter, colour in COLOURS.items()}

_COMMAND = late(rb"\[%(clk|emt|eval|cal|csl)(\s++)([^\]\[{}]*+)\]")
_SIMPLE = late(r"[!-Z^-z|~]+")
_PLACE = r"[a-z][1-9][0-9]?"
_SQUARE = late(rf"\s*([GRYB])({_PLACE})\s*")
_ARROW = late(rf"\s*([GRYB])({_PLACE})({_PLACE})\s*")


class Command(NamedTuple):
    """A command inside a comment.

    Attributes:
        name: "clk", "emt", "eval", "cal" or "csl".
        start, end: its offsets.
        value_start, value_end: the offsets of its value.
        value: the time or evaluation as written, or the tuple of marks.
    """

    name: str
    start: int
    end: int
    value_start: int
    value_end: int
    value: str | tuple[Mark, ...]


def read_commands(inside: bytes) -> list[Command]:
    """The supported commands inside a comment, in order."""
    out: list[Command] = []
    for found in _COMMAND.finditer(inside):
        name = found[1].decode("ascii")
        raw = found[3].rstrip()
        if not raw.isascii():
            continue
        value = read_value(name, raw.decode("ascii"))
        if value is not None:
            start = found.start(3)
            out.append(Command(name, *found.span(), start, start + len(raw), value))
    return out


def read_value(name: str, text: str) -> str | tuple[Mark, ...] | None:
    """The value of a command, None if it can't be understood."""
    if name in FACET_OF:
        return text if _SIMPLE.fullmatch(text) else None
    kind, shape = ("arrow", _ARROW) if name == ARROWS else ("square", _SQUARE)
    marks: list[Mark] = []
    for part in text.split(","):
        found = shape.fullmatch(part)
        if found is None:
            return None
        marks.append(Mark(kind, found.groups()[1:], COLOURS[found[1]]))
    return tuple(marks)


def command_of(mark: Mark) -> str | None:
    """The name of the command that can hold a mark, None if none can."""
    if mark.text or mark.colour not in LETTERS:
        return None
    name = {"arrow": ARROWS, "square": SQUARES}.get(mark.kind)
    return name if name and read_value(name, mark_text(mark)) == (mark,) else None


def mark_text(mark: Mark) -> str:
    """A mark as written in its command."""
    return LETTERS[mark.colour] + "".join(mark.squares)


def sayable(facet: str, value: str) -> bool:
    """Whether a clock, time used or evaluation can be written in its command."""
    return read_value(NAME_OF[facet], value) == value


__all__ = [
    "ARROWS",
    "COLOURS",
    "FACET_OF",
    "LETTERS",
    "MARKS",
    "NAME_OF",
    "SQUARES",
    "Command",
    "command_of",
    "mark_text",
    "read_commands",
    "read_value",
    "sayable",
]

"""Writing a T1 file: the lines that were read with the edits applied, or new lines."""

from __future__ import annotations

import re
from collections.abc import Mapping

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.hex_twixt import line_losses
from viewer.formats.kit.law import shared_start
from viewer.formats.kit.runs import ReadText, read_text, write_text
from viewer.formats.t1 import FORMAT
from viewer.formats.t1.layout import (
    COMMENTS,
    DEFAULTS,
    FACTS,
    HEADERS,
    FileLayout,
    ValueLine,
    layout_of,
    text_of_word,
    word_of,
)
from viewer.formats.t1.reader import FILE, T1Collection, size_of
from viewer.games.stones.connection import FIRST, SECOND
from viewer.games.stones.placement import Placement
from viewer.games.twixt.setup import SYNTAX, USUAL, write_setup
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Record

_BREAK = re.compile(r"[\r\n]+")
_USUAL = DEFAULTS | {"height": str(USUAL), "width": str(USUAL), "starts": FIRST}
_NEW = "".join(
    (
        "# File created by Qipu\n",
        "# A game of Twixt, as T1j reads it\n",
        *(f"{_USUAL[name]} # {COMMENTS[name]}\n" for name in FACTS),
    )
)
"""A new file without moves."""


def write(collection: Collection) -> Output:
    """Write the first record as a T1 file."""
    return write_text(collection, FORMAT, _read_of, _text, _losses)


def _read_of(record: Record) -> ReadText | None:
    return read_text(record, FILE, hand=2, plies=1)


def _text(record: Record, old: ReadText | None) -> str:
    """The lines of a record: those it was read from, or those of a new file, with its values."""
    if old is None:
        said = {name: value or DEFAULTS.get(name, "") for name, value in _facts(record).items()}
        return _revised(record, said, layout_of(_NEW))
    layout = layout_of(old.text)
    return _revised(record, _facts(record), layout._replace(moves=layout.moves[: old.plies]))


# ---------------------------------------------------------------------------------- facts, moves


def _placement(record: Record) -> Placement:
    """The start with its size, and with the player who begins given explicitly."""
    found = SYNTAX.read_sized(record.setup)
    first = record.root.children[0].action if record.root.children else None
    second = isinstance(first, Move) and first.text.startswith("2 ")
    to_play = found.to_play or (SECOND if second else FIRST)
    return found._replace(to_play=to_play)


def _facts(record: Record) -> dict[str, str]:
    """The values of the lines before the moves, by fact; "" if the record has none."""
    start = _placement(record)
    said = {name: _BREAK.sub(" ", record.header(name)).strip() for name in HEADERS}
    return said | {"width": str(start.width), "height": str(start.height), "starts": start.to_play}


def _words(record: Record) -> list[str]:
    """The moves of the main line as lines, up to the first that can't be written."""
    out: list[str] = []
    for node in list(record.root.main_line())[1:]:
        text = _line_of(node.action)
        if not text:
            break
        out.append(text)
    return out


def _line_of(action: Action | None) -> str:
    if not isinstance(action, (Move, Written)):
        return ""
    text = action.text[2:] if action.text[1:2] == " " else action.text
    if isinstance(action, Written):
        return text if text.strip() == text and not {"#", "\n", "\r"} & set(text) else ""
    # Of a move with links or a draw offer only the peg is written; the rest is reported as a loss.
    return text_of_word(text) or text_of_word(text.split(" ")[0])


# ---------------------------------------------------------------------------------------- texts


def _revised(record: Record, said: Mapping[str, str], layout: FileLayout) -> str:
    lines = list(layout.lines)
    width, height = size_of(layout) or (USUAL, USUAL)
    sized = (str(width), str(height)) == (said["width"], said["height"])
    for name, index in layout.facts.items():
        new = said[name]
        if name in ("width", "height"):
            same = sized
        elif name == "starts":
            same = (lines[index].said == SECOND) == (new == SECOND)
        else:
            same = lines[index].said == new
        if not same:
            # If lines are counted, one without a value would shift the meaning of those after it.
            lines[index] = _with_value(
                lines[index], new or DEFAULTS[name] if layout.counted else new
            )
    lines = _with_moves(lines, layout, _words(record))
    return "".join(line.value + line.comment + line.end for line in lines) + layout.rest


def _with_value(line: ValueLine, new: str) -> ValueLine:
    """A line with a new value; the white space around it is kept."""
    said = line.said
    if not said:
        behind = " " if line.comment and not line.value[-1:].isspace() else line.value
        return line._replace(value=new + (behind or ""))
    ahead = line.value[: len(line.value) - len(line.value.lstrip())]
    behind = line.value[len(line.value.rstrip()) :]
    return line._replace(value=ahead + new + behind)


def _means(old: str, new: str) -> bool:
    return old == new or (bool(word_of(old)) and word_of(old) == word_of(new))


def _with_moves(lines: list[ValueLine], layout: FileLayout, words: list[str]) -> list[ValueLine]:
    keep = shared_start([lines[index].said for index in layout.moves], words, _means)
    gone = set(layout.moves[keep:])
    index = layout.moves[keep - 1] + 1 if keep else min(layout.moves, default=len(lines))
    end = next((line.end for line in lines if line.end), "\n")
    head = [line for at, line in enumerate(lines[:index]) if at not in gone]
    tail = [line for at, line in enumerate(lines[index:], index) if at not in gone]
    more = [ValueLine(word, "", end, 0) for word in words[keep:]]
    if more and head and not head[-1].end:
        head[-1] = head[-1]._replace(end=end)
        more[-1] = more[-1]._replace(end="")
    return [*head, *more, *tail]


# --------------------------------------------------------------------------------------- losses


def _losses(record: Record, data: bytes, codec: str | None) -> tuple[Loss, ...]:
    """The losses of a record written as `data`; `codec`: the user's choice, None if it is guessed."""
    read = T1Collection(BytesSource(data), DEFAULT, codec).record(0)
    return line_losses(record, read, lambda one: Setup(write_setup(_placement(one))), "T1")

"""Writing a T1 file: the lines that were read with the edits applied, or new lines."""

from __future__ import annotations

import re

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.base.spans import Piece, Span
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.kit.line_losses import line_losses
from viewer.formats.kit.losses import under_own_keys
from viewer.formats.kit.moves import shared_start
from viewer.formats.shared.charsets import ENCODINGS, decode, encode, gives_back
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


def write(collection: Collection) -> Output:
    """Write the first record as a T1 file."""
    own = collection.record(0)
    record = in_terms_of(FORMAT, own, collection.format)
    fact = record.fact(FILE)
    rest: tuple[Piece, ...] = ()
    if fact is None or not isinstance(fact.raw, bytes) or not isinstance(fact.value, tuple):
        data, by_hand = encode(_new(record), UTF8), None
    else:
        was, read = str(fact.value[0]), int(str(fact.value[1]))
        codec = record.encoding if record.encoding in ENCODINGS else was
        old = decode(fact.raw, was)
        layout = layout_of(old)
        text = _revised(record, layout._replace(moves=layout.moves[:read]))
        whole = gives_back(old, was, fact.raw)
        same = text == old and (codec == was or not whole)
        data = fact.raw if same else encode(text, codec)
        by_hand = codec if fact.value[2] and codec == was else None
        source = collection.source
        if source is not None and source.size > len(fact.raw):
            rest = (Span(len(fact.raw), source.size - len(fact.raw)),)
    told = under_own_keys(_losses(record, data, by_hand), own.headers, record.headers)
    return Output(tuple(told), iter((data, *rest)))


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


def _new(record: Record) -> str:
    said = _facts(record)
    lines = ["# File created by Qipu", "# A game of Twixt, as T1j reads it"]
    for name in FACTS:
        lines.append(f"{said[name] or DEFAULTS[name]} # {COMMENTS[name]}")
    return "".join(f"{line}\n" for line in (*lines, *_words(record)))


def _revised(record: Record, layout: FileLayout) -> str:
    lines = list(layout.lines)
    said = _facts(record)
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

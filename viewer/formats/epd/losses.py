"""What a line can't hold of a record: found by reading it back, told in words."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.text import lacking
from viewer.formats.epd.lexer import lex
from viewer.formats.epd.meaning import position_of, record_of, understand
from viewer.formats.format import Loss
from viewer.formats.shared.meaning import Meaning
from viewer.games.chess.fen import START_TEXT
from viewer.tree.annotation import COMMENT, EVALUATION, FACETS
from viewer.tree.diff import Difference, lost
from viewer.tree.record import Record

_NAMES = {"epd": "EPD", "fen": "FEN"}


def losses_of(record: Record, raw: bytes, encoding: str, format: str) -> tuple[Loss, ...]:
    """The losses of a record whose line is `raw`."""
    said = understand(lex(raw), encoding, DEFAULT)
    read = record_of(said, position_of(said.fields).setup, encoding)
    found = lost(record, read, Meaning(record, read))
    return tuple(Loss(one.kind, one.node, _words(one, encoding, format)) for one in found)


def _words(one: Difference, encoding: str, format: str) -> Message:
    kind, name = one.kind, _NAMES[format]
    if kind == "game":
        return message("A file of positions holds chess only.")
    if kind == "start":
        return message(
            "The start position is read from {format} as {fen}.",
            format=name,
            fen=getattr(one.after, "text", "") or START_TEXT,
        )
    if kind.startswith("header:"):
        return message(
            "{format} has no place for the header {key} as it is.",
            format=name,
            key=kind.removeprefix("header:"),
        )
    if kind == COMMENT and one.after and lacking(str(one.before), encoding):
        return message("The comment has characters that {codec} lacks.", codec=encoding)
    if kind == COMMENT and one.after:
        return message(
            "The comment can't be written exactly as it is: a string has neither quotes nor line ends."
        )
    if kind == EVALUATION and one.after:
        return message("The evaluation is written as {after}.", after=str(one.after))
    if kind in FACETS:
        return message(
            "{format} has no place for {what} here.", format=name, what=FACETS[kind].words
        )
    text = getattr(one.before, "text", "")
    if kind == "action":
        now = getattr(one.after, "text", "")
        return message(
            "{before} is written as {after}, which isn't read as the same move.",
            before=text,
            after=now,
        )
    if format == "fen":
        return message("{move} is left out: FEN holds no moves.", move=text)
    return message(
        "{move} is left out: EPD holds best moves, moves to avoid, one line and one move that is played.",
        move=text,
    )

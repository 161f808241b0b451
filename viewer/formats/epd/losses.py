"""What a line can't hold of a record: found by reading it back, told in words."""

from __future__ import annotations

from functools import partial

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.text import lacking
from viewer.formats.epd.lexer import lex
from viewer.formats.epd.meaning import position_of, record_of, understand
from viewer.formats.format import Loss
from viewer.formats.kit.losses import LossSentences, losses_between
from viewer.formats.shared.meaning import Meaning
from viewer.games.chess.fen import START_TEXT
from viewer.tree.annotation import COMMENT, EVALUATION
from viewer.tree.diff import Difference
from viewer.tree.record import Record


def losses_of(record: Record, raw: bytes, encoding: str, format: str) -> tuple[Loss, ...]:
    """The losses of a record whose line is `raw`."""
    said = understand(lex(raw), encoding, DEFAULT)
    read = record_of(said, position_of(said.fields).setup, encoding)
    special = partial(_special, encoding)
    return losses_between(record, read, _SENTENCES[format], special, Meaning(record, read))


def _sentences(format: str, branch: Message) -> LossSentences:
    return LossSentences(
        game=message("A file of positions holds chess only."),
        start=message("The start position is read from {format} as {start}.", format=format),
        usual_start=message(
            "The start position is read from {format} as {start}.", format=format, start=START_TEXT
        ),
        header=message("{format} has no place for the header {key} as it is.", format=format),
        facet=message("{format} has no place for {what} here.", format=format),
        action=message("{before} is written as {after}, which isn't read as the same move."),
        branch=branch,
    )


_SENTENCES = {
    "epd": _sentences(
        "EPD",
        message(
            "{move} is left out: EPD holds best moves, moves to avoid, one line and one move that is played."
        ),
    ),
    "fen": _sentences("FEN", message("{move} is left out: FEN holds no moves.")),
}


def _special(encoding: str, one: Difference) -> Message | None:
    if not one.after:
        return None
    if one.kind == COMMENT and lacking(str(one.before), encoding):
        return message("The comment has characters that {codec} lacks.", codec=encoding)
    if one.kind == COMMENT:
        return message(
            "The comment can't be written exactly as it is: a string has neither quotes nor line ends."
        )
    if one.kind == EVALUATION:
        return message("The evaluation is written as {after}.", after=str(one.after))
    return None

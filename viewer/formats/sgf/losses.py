"""Losses of SGF, found by reading a record back."""

from __future__ import annotations

from functools import partial

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.text import lacking
from viewer.formats.format import Loss
from viewer.formats.kit.losses import LossSentences, lacked, losses_between
from viewer.formats.sgf.dialect import GameDialect, dialect_of
from viewer.formats.sgf.evaluations import plain_evaluation
from viewer.formats.sgf.mixed import as_written
from viewer.formats.sgf.reader import read_game
from viewer.formats.sgf.tokens import game_end, game_start
from viewer.tree.action import Setup
from viewer.tree.annotation import EVALUATION, MARKS, Mark, NoteValue
from viewer.tree.diff import ItemDifference
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Record

_SENTENCES = LossSentences(
    game=message("SGF as Qipu writes it doesn't hold this game."),
    start=message("The start position is written in another way."),
    header=message("SGF has no place for the header {key} as it is."),
    facet=message("SGF has no place for {what} here."),
    branch=message("{move} and what follows is left out."),
)


def losses_of(record: Record, text: str, codec: str) -> tuple[Loss, ...]:
    """The losses of a record whose game is `text`."""
    text = as_written(text, codec)
    start = game_start(text, 0)
    if start >= len(text):
        return ()
    read, _ = read_game(text, start, game_end(text, start), codec, DEFAULT)
    special = partial(_special, codec)
    return losses_between(_normal(record), _normal(read), _SENTENCES, special)


def _normal(record: Record) -> Record:
    """A copy in which equivalent things are equal."""
    dialect = dialect_of(record.game, record.setup)
    spelled = {} if dialect is None else dialect.spelled(record)
    copy = record.mapped(
        lambda node: spelled.get(node.id, node.action),
        notes=lambda node: _plain_notes(node) or EMPTY,
    )
    if dialect is None:
        copy.root.action = record.setup
    else:  # the usual start may be spelt out or not
        says = [f"{name} {' '.join(said)}" for name, said in _start(dialect, record)]
        copy.root.action = Setup(" ".join([*says, dialect.unsaid(record.setup)]).strip())
    return copy


def _start(dialect: GameDialect, record: Record) -> list[tuple[str, list[str]]]:
    said = dialect.properties_for(record.setup, True)
    return [(name, sorted(set(items))) for name, items in said if items]


def _plain_notes(node: Node) -> dict[str, NoteValue]:
    """Marks without order, one for each point."""
    notes = dict(node.notes)
    if MARKS in notes:
        marks: set[Mark] = set()
        for mark in node.marks:
            if mark.kind in ("arrow", "line", "label") or not mark.squares:
                marks.add(mark)
            else:
                marks.update(mark._replace(squares=(place,)) for place in mark.squares)
        notes[MARKS] = tuple(sorted(marks))
    if EVALUATION in notes:
        notes[EVALUATION] = plain_evaluation(str(notes[EVALUATION]))
    for facet in ("glyphs", "view"):
        value = notes.get(facet)
        if isinstance(value, tuple):
            notes[facet] = tuple(sorted(value, key=str))
    return notes


def _special(codec: str, one: ItemDifference) -> Message | None:
    if one.kind in ("game", "start"):
        return None
    if one.after and (words := lacked(one, codec)):
        return words
    if one.after and isinstance(one.before, str) and lacking(one.before, codec):
        return message("There are characters that {codec} lacks.", codec=codec)
    return message("SGF has no marks of this kind or colour.") if one.kind == MARKS else None

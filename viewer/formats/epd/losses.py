"""What a line can't hold of a record: found by reading it back, told in words."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.formats.epd.draft import Draft, draft
from viewer.formats.epd.lexer import lex
from viewer.formats.epd.meaning import position_of, record_of, understand
from viewer.formats.epd.values import encode
from viewer.formats.format import Loss
from viewer.games.chess.fen import START_TEXT
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import COMMENT, EVALUATION, FACETS
from viewer.tree.diff import Difference, lost
from viewer.tree.node import Node
from viewer.tree.record import Record

_NAMES = {"epd": "EPD", "fen": "FEN"}


def losses_of(
    record: Record, written: Draft, raw: bytes, encoding: str, format: str
) -> tuple[Loss, ...]:
    """The losses of a record whose line is `raw`."""
    said = understand(lex(raw), encoding, DEFAULT)
    read = record_of(said, position_of(said.fields).setup, encoding)
    found = lost(_resolved(record, written.moves), _resolved(read, draft(read, said).moves))
    return tuple(Loss(one.kind, one.node, _words(one, encoding, format)) for one in found)


def _resolved(record: Record, moves: Mapping[int, str]) -> Record:
    """The record with the moves that its texts mean, where they are known, and the start read anew.

    A record that somebody made says Move where a file says Written, and may have a set-up that is read
    in another spelling: neither is a loss.
    """
    copies: dict[int, Node] = {}
    for node in record.walk():
        parent = None if node.parent is None else copies[node.parent.id]
        text = moves.get(node.id)
        copy = Node(node.id, parent, node.action if text is None else Move(text), node.notes)
        copies[node.id] = copy
    for node in record.walk():
        if node.children:
            copies[node.id].children = tuple(copies[child.id] for child in node.children)
    root = copies[record.root.id]
    start = root.action.text if isinstance(root.action, Setup) else START_TEXT
    if record.game == "chess" and "variant " not in start:
        root.action = position_of((*start.split(), *[""] * 6)[:6]).setup
    return Record(record.game, root, record.headers, nodes=copies)


def _words(one: Difference, encoding: str, format: str) -> Message:
    kind, name = one.kind, _NAMES[format]
    if kind == "game":
        return message("A file of positions holds chess only.")
    if kind == "start":
        return message(
            "The start position is read from {format} as {fen}.",
            format=name,
            fen=getattr(one.after, "text", ""),
        )
    if kind.startswith("header:"):
        return message(
            "{format} has no place for the header {key} as it is.",
            format=name,
            key=kind.removeprefix("header:"),
        )
    if (
        kind == COMMENT
        and one.after
        and encode(str(one.before), encoding) != str(one.before).encode("utf-8", "replace")
    ):
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
    if format == "fen":
        return message("{move} is left out: FEN holds no moves.", move=text)
    return message(
        "{move} is left out: EPD holds best moves, moves to avoid, one line and one move that is played.",
        move=text,
    )

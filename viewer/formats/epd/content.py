"""Converting a record to the content of an EPD line, with the nodes whose moves the line holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from viewer.base.named import NamedTuple
from viewer.formats.epd.meaning import BREAK, LineMeaning, moves_of
from viewer.formats.epd.probe import POSITION
from viewer.games.chess.boards import board_of
from viewer.games.chess.notation import legal_move
from viewer.games.chess.replay import ChessReplay, can_replay
from viewer.games.chess.san import write_san
from viewer.tree.action import Move, Setup, Written
from viewer.tree.annotation import COMMENT, EVALUATION
from viewer.tree.node import Node
from viewer.tree.record import Record

if TYPE_CHECKING:
    import chess

START = ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1")
_DEFAULTS = ("", "w", "-", "-", "0", "1")
_VARIANT = re.compile(r"variant \S+ ?")
_CHECKS = re.compile(r"\+?[0-9]\+[0-9]")  # those of Three-check: a line has no place for them
_OPERAND = re.compile(r'[^\s;"][^\s;]*')


class EpdContent(NamedTuple):
    """The content of a record's line, and the text of the move of each node in it, by the node's id."""

    said: LineMeaning
    moves: dict[int, str]


def fields_of(setup: Setup | None) -> tuple[str, ...]:
    """The six fields of a setup; those of the usual start if it is None or has no placement."""
    words = _VARIANT.sub("", setup.text).split() if setup is not None else []
    words = [word for word in words if not _CHECKS.fullmatch(word)][:6]
    if not words or POSITION.match(words[0].encode()) is None:
        return START
    return (*words, *_DEFAULTS[len(words) :])


def content_of(record: Record, was: LineMeaning) -> EpdContent:
    """The content of a record's line; `was` is the content of the line when it was read."""
    root = record.root
    board = _board_at_start(record)
    texts: dict[str, tuple[str, ...]] = {}
    moves: dict[int, str] = {}
    for opcode, nodes in moves_of(root, was).items():
        if opcode == "pv":
            texts[opcode] = _line(nodes, board, moves)
        else:
            found = [_write(node, board, moves) for node in nodes]
            texts[opcode] = tuple(text for text in found if text is not None)
            before = was.moves.get(opcode, ())
            if before != texts[opcode] and list(before) == sorted(before):
                texts[opcode] = tuple(sorted(texts[opcode]))  # 16.2.5.3, 16.2.5.4
    comment = str(root.note(COMMENT))
    return EpdContent(
        LineMeaning(
            fields_of(record.setup),
            (),
            record.headers,
            tuple(comment.split(BREAK)) if comment else (),
            str(root.note(EVALUATION)),
            {opcode: found for opcode, found in texts.items() if found},
        ),
        moves,
    )


def _board_at_start(record: Record) -> chess.Board | None:
    """The board of a record's start, None if that isn't a chess position."""
    if record.game != "chess":
        return None
    return board_of(record.setup)


def _line(nodes: list[Node], board: chess.Board | None, moves: dict[int, str]) -> tuple[str, ...]:
    """The moves of a line as operands, up to the first that can't be written."""
    out: list[str] = []
    board = None if board is None else board.copy(stack=False)
    replay = ChessReplay(board) if board is not None and can_replay(board) else None
    for node in nodes:
        action = node.action
        if replay is not None:
            replay.writing = type(action) is Move
            made = replay.make(action)
            if made is not None and isinstance(action, Move | Written):
                text = replay.san if replay.writing else action.text
                if not _OPERAND.fullmatch(text):
                    break
                moves[node.id] = made.text
                out.append(text)
                continue
            board, replay = replay.board(), None  # the rest is rare
        written = _written(node, board)
        if written is None:
            break
        out.append(written.text)
        moves[node.id] = written.meant
        if board is not None and written.move is not None:
            board.push(written.move)
        else:
            board = None  # an unknown move: those after it are written as their text stands
    return tuple(out)


class _Operand(NamedTuple):
    """A move as an operand, what it means, and the legal move that it is; None for none."""

    text: str
    meant: str
    move: chess.Move | None


def _written(node: Node, board: chess.Board | None) -> _Operand | None:
    """The move of a node as an operand, None if it can't be one."""
    action = node.action
    if not isinstance(action, Move | Written):
        return None
    move = legal_move(board, action) if board is not None else None
    text = action.text
    if type(action) is Move and board is not None and move is not None:
        text = write_san(board, move)
    if not _OPERAND.fullmatch(text):
        return None
    return _Operand(text, action.text if move is None else move.uci(), move)


def _write(node: Node, board: chess.Board | None, moves: dict[int, str]) -> str | None:
    """The move of a node as an operand, None if it can't be one; also entered in `moves`."""
    written = _written(node, board)
    if written is None:
        return None
    moves[node.id] = written.meant
    return written.text

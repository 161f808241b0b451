"""The export form of a game (section 8 of the PGN standard), byte for byte.

What the standard says: the Seven Tag Roster first, other tags in ASCII order; lines of at most 79
characters, filled greedily; SAN in its one canonical spelling; NAGs instead of suffixes; LF; an
empty line behind the tags and one behind the movetext.

What it leaves open ("needs further development"), decided here once:

* After a move come its NAGs in their order, then its comments, then its variations. A comment that
  stood behind a variation stands behind it again where the record says so; a comment ahead of a
  variation's first move stands behind the parenthesis: `({better} 3. d4)`.
* A comment is `{text}`, its words broken at blanks like those of the movetext; white space in it is
  layout, so line ends, empty lines and runs of blanks become one blank. A command stays whole. A
  word longer than a line stands on a line of its own.
* Commands stand in the first comment of their move, ahead of its text, always in this order:
  `{[%eval 0.17] [%clk 0:01:00] [%emt 0:00:02] [%csl Gd4,Ra1] [%cal Ge2e4] text}`.
* A text with "}" can't stand in braces: it is a `;` comment, which ends its line, if it fits a line;
  else ")" stands for the brace, and a loss says so.
* A variation is `(1. d4 d5)`, with no blanks inside the parentheses. All variations of one move
  stand side by side behind it, whatever nesting they were written in.
* A black move has its number at the head of a line of play, and after a comment or a variation.
  "Annotation" in 8.2.2.2 is read as variation: after a NAG there is no number (`1. e4 $1 e5`), as
  all programs have it.
* A null move is `--`, which the standard lacks.
* A move that can't be read, or isn't legal, is written as it stands in the file, and so are those
  behind it in its line: a game with errors is never cut. (The standard wants no such moves at all.)
* Text is UTF-8, since the standard's Latin-1 can't hold what people write; Latin-1 can be had.

The reduced form (3.2.4) has the roster, the moves and the marker, and nothing else.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import chess

from viewer.formats.pgn.export_tags import marker_of, tag_line, tag_pairs
from viewer.formats.pgn.layout import WIDTH, Words, comment_words, parts_of, plain
from viewer.games.chess.boards import board_of, variant_of
from viewer.games.chess.fen import read_fen
from viewer.games.chess.san import read_san, write_san
from viewer.tree.action import Move, Written
from viewer.tree.annotation import BEFORE, CLOCK, ELAPSED, EVALUATION, Mark
from viewer.tree.nags import LARGEST
from viewer.tree.node import Node
from viewer.tree.record import Record

UTF8 = "utf-8"
LATIN1 = "latin-1"

COLOURS = {"green": "G", "red": "R", "blue": "B", "yellow": "Y"}
_COMMANDS = ((EVALUATION, "eval"), (CLOCK, "clk"), (ELAPSED, "emt"))
_OPERAND = re.compile(r"[^\s\[\]{}\x00-\x1f\x7f-\x9f]+")
_SQUARE = re.compile(r"[a-h][1-8]")
# What would be read as something else than a move; `e8(Q)` and `<>` are spellings of moves.
_NO_TOKEN = re.compile(
    r"^%+|[\s!?*{}\[\];$\"\x00-\x1f\x7f-\x9f]|\((?![A-Za-z]\))|(?<!\([A-Za-z])\)"
)


def export_game(record: Record, reduced: bool = False, encoding: str = UTF8) -> bytes:
    """A game in the export form, with the empty line behind it; reduced, with nothing but moves.

    Characters that `encoding` lacks become "?". What else isn't kept is told by `losses_of_export`.
    """
    tags = [tag_line(name, value) for name, value in tag_pairs(record, reduced)]
    lines = [*tags, "", *_Movetext(record, reduced).lines(), "", ""]
    return "\n".join(lines).encode(encoding, "replace")


def export_movetext(record: Record) -> str:
    """The movetext of a game in the export form, with line ends: the last key of section 12."""
    return "\n".join([*_Movetext(record, False).lines(), ""])


def commands_of(node: Node) -> list[str]:
    """The commands of a node's comment, in the order of the export form."""
    found = [
        f"[%{command} {value}]"
        for facet, command in _COMMANDS
        if _OPERAND.fullmatch(value := str(node.note(facet)))
    ]
    for kind, command, count in (("square", "csl", 1), ("arrow", "cal", 2)):
        places = [
            COLOURS[mark.colour] + "".join(mark.places)
            for mark in node.marks
            if mark.kind == kind and is_writable_mark(mark, count)
        ]
        if places:
            found.append(f"[%{command} {','.join(places)}]")
    return found


def is_writable_mark(mark: Mark, count: int) -> bool:
    """Whether a mark on so many squares has a place in a command."""
    squares = all(_SQUARE.fullmatch(place) for place in mark.places)
    return mark.colour in COLOURS and len(mark.places) == count and squares and not mark.text


def token_of(text: str) -> str:
    """A move as it is written where its meaning isn't known: without what would end its token."""
    return _NO_TOKEN.sub("", text)


class _Played(NamedTuple):
    """A move that is on the board below its node; None: one that the board doesn't know."""

    move: chess.Move | None
    plies: int


_VISIT, _PUSH, _POP, _OPEN, _CLOSE, _COMMENT, _MOVE = range(7)


class _Movetext:
    """The walk over a record that makes the words of its movetext. Iterative."""

    def __init__(self, record: Record, reduced: bool) -> None:
        self._record = record
        self._reduced = reduced
        self._words = Words()
        self._board = board_of(record.setup)
        self._unknown = 0 if self._board is not None else 1
        self._ply = _first_ply(record)
        self._numbered = True  # whether a black move needs its number here
        self._played: dict[Node, _Played] = {}
        self._stack: list[tuple[int, Node, str]] = []

    def lines(self) -> list[str]:
        """The lines of the movetext, the marker at the end."""
        root = self._record.root
        if not self._reduced:
            for text in _texts(root):
                self._comment(text)
        self._stack.append((_VISIT, root, ""))
        while self._stack:
            step, node, text = self._stack.pop()
            if step == _VISIT:
                self._visit(node)
            elif step == _PUSH:
                self._push(self._played[node])
            elif step == _POP:
                self._pop(self._played.pop(node))
            elif step == _OPEN:
                self._words.open()
                self._numbered = True
            elif step == _CLOSE:
                self._words.close()
                self._numbered = True
            elif step == _COMMENT:
                self._comment(text)
            else:
                self._move(node)
        self._words.add(marker_of(self._record))
        return self._words.lines()

    def _visit(self, parent: Node) -> None:
        """What stands below a node, put on the stack back to front."""
        if not parent.children:
            return
        main, *others = parent.children
        steps: list[tuple[int, Node, str]] = [(_MOVE, main, "")]
        if self._reduced:
            others = []
        behind = [] if self._reduced else _texts_behind(main, len(others))
        for place, other in enumerate(others):
            steps += [(_COMMENT, main, text) for at, text in behind if at == place]
            steps += self._variation(other)
        steps += [(_COMMENT, main, text) for at, text in behind if at >= len(others)]
        steps += [(_PUSH, main, ""), (_VISIT, main, ""), (_POP, main, "")]
        self._stack.extend(reversed(steps))

    def _variation(self, node: Node) -> list[tuple[int, Node, str]]:
        own = [(_COMMENT, node, text) for _, text in _texts_behind(node, 0)]
        inside = [
            (_MOVE, node, ""),
            *own,
            (_PUSH, node, ""),
            (_VISIT, node, ""),
            (_POP, node, ""),
        ]
        before = [(_COMMENT, node, text) for _, text in parts_of(str(node.note(BEFORE)))]
        inside = [*before, *inside]
        if not _has_move(node):  # nothing that could stand in parentheses
            return inside
        return [(_OPEN, node, ""), *inside, (_CLOSE, node, "")]

    def _move(self, node: Node) -> None:
        """The move of a node with its number and NAGs; remembers it for the board."""
        text, move, plies = self._text_of(node)
        self._played[node] = _Played(move, plies)
        if text:
            number, black = divmod(self._ply, 2)
            if not black:
                self._words.add(f"{number}.")
            elif self._numbered:
                self._words.add(f"{number}...")
            self._words.add(text)
            self._numbered = False
        if not self._reduced:
            for nag in node.glyphs:
                if 0 <= nag <= LARGEST:
                    self._words.add(f"${nag}")

    def _text_of(self, node: Node) -> tuple[str, chess.Move | None, int]:
        """The word of a node's action, the legal move it is, and how many plies it counts."""
        action = node.action
        if not isinstance(action, Move | Written):
            return "", None, 0
        if not self._unknown and self._board is not None:
            move = legal_move(self._board, action)
            if move is not None:
                return write_san(self._board, move), move, 1
        text = token_of(action.text)
        if isinstance(action, Move) and text == "0000":
            text = "--"
        return text, None, 1 if text else 0

    def _push(self, played: _Played) -> None:
        self._ply += played.plies
        if played.move is not None and self._board is not None:
            self._board.push(played.move)
        elif played.plies:
            self._unknown += 1

    def _pop(self, played: _Played) -> None:
        self._ply -= played.plies
        if played.move is not None and self._board is not None:
            self._board.pop()
        elif played.plies:
            self._unknown -= 1

    def _comment(self, text: str) -> None:
        """One comment, in braces or, if it must, behind a semicolon."""
        words = comment_words(text)
        if not words:
            return
        self._numbered = True
        joined = " ".join(words)
        if "}" in joined and len(joined) < WIDTH:
            self._words.add_line_comment(joined)
            return
        words[0] = "{" + words[0]
        words[-1] += "}"
        for word in words[:-1]:
            self._words.add(word.replace("}", ")"))
        self._words.add(words[-1][:-1].replace("}", ")") + "}")


def legal_move(board: chess.Board, action: Move | Written) -> chess.Move | None:
    """The legal (or null) move that an action is on a board; None where it is none."""
    if isinstance(action, Written):
        return read_san(board, action.text)
    try:
        move = chess.Move.from_uci(action.text)
    except ValueError:
        return None
    return move if not move or board.is_legal(move) else None


def _texts(node: Node) -> list[str]:
    return [text for _, text in _texts_behind(node, 0)]


def _texts_behind(node: Node, variations: int) -> list[tuple[int, str]]:
    """(number of variations ahead of it, text) of a node's comments, commands in the first.

    A comment before the move that goes on is one of them: there is no other place for it.
    """
    at = 0
    found: list[tuple[int, str]] = []
    parts = parts_of(node.comment)
    if node.children:
        parts += [(0, text) for _, text in parts_of(str(node.children[0].note(BEFORE)))]
    for gap, text in parts:
        at = min(at + gap, variations)
        if plain(text).strip(" "):
            found.append((at, text))
    commands = " ".join(commands_of(node))
    if commands:
        if found and found[0][0] == 0 and "}" not in found[0][1]:
            found[0] = (0, f"{commands} {found[0][1]}")
        else:
            found.insert(0, (0, commands))
    return found


def _has_move(node: Node) -> bool:
    """Whether anything at or below a node is a move."""
    return any(
        isinstance(one.action, Move | Written) and token_of(one.action.text) for one in node.walk()
    )


def _first_ply(record: Record) -> int:
    """Twice the number of the first move, and one more where Black makes it."""
    setup = record.setup
    if setup is None:
        return 2
    board = board_of(setup)
    if board is not None:
        return 2 * board.fullmove_number + (not board.turn)
    variant = variant_of(setup)
    fields = read_fen(variant.fen) if variant is not None else None
    if fields is not None and fields.placement is not None:
        return 2 * fields.number + (fields.side == "b")
    return 2

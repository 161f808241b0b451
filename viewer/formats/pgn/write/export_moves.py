"""Walking a record to make the movetext of its export form; the rules are in `export`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice

import chess

from viewer.base.named import NamedTuple
from viewer.formats.pgn.lexer import ARROWS, NAME_OF, SQUARES, command_of, mark_text, sayable
from viewer.formats.pgn.names import Habit, names_of
from viewer.formats.pgn.said import settings_of
from viewer.formats.pgn.write.head import marker_of
from viewer.formats.pgn.write.layout import (
    WIDTH,
    MovetextWords,
    beside_commands,
    filled,
    is_read,
    numbered,
    placed,
    plain_moves,
    printable,
    spelt,
    tidy_texts_in,
    words_of,
)
from viewer.games.chess.boards import board_of, variant_of
from viewer.games.chess.fen import read_fen
from viewer.games.chess.notation import legal_move
from viewer.games.chess.san import write_san
from viewer.tree.action import Move, Written
from viewer.tree.annotation import BEFORE, CLOCK, ELAPSED, EVALUATION, Mark
from viewer.tree.nags import LARGEST
from viewer.tree.node import Node
from viewer.tree.record import Record

_TIMES = (EVALUATION, CLOCK, ELAPSED)  # in the order of their commands
# What would be read as something else than a move; `e8(Q)` and `<>` are spellings of moves.
_NO_TOKEN = re.compile(
    r"^%+|[\s!?*{}\[\];$\"\x00-\x1f\x7f-\x9f]|\((?![A-Za-z]\))|(?<!\([A-Za-z])\)"
)
_LIKE_A_MOVE = re.compile(
    r"[KQRBNP]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?[+#]?|O-O(?:-O)?[+#]?|--|[A-Z]?@[a-h][1-8][+#]?"
)


Divided = Callable[[str], list[tuple[int, str]]]
"""What takes a comment apart: how many items stand ahead of each text since the last, and the text."""


class Below(NamedTuple):
    """What follows a node: its moves, and comments of nodes between that aren't moves."""

    moves: list[Node]
    comments: list[str]


def is_move(node: Node) -> bool:
    """Whether a node's action is written as a move."""
    return isinstance(node.action, Move | Written) and bool(token_of(node.action.text))


def below(node: Node, divided: Divided = tidy_texts_in) -> Below:
    """The moves below a node; nodes that aren't moves are replaced by those below them. Iterative."""
    children = node.children
    if all(map(is_move, children)):
        return Below(list(children), [])
    moves: list[Node] = []
    comments: list[str] = []
    stack = list(reversed(children))
    while stack:
        one = stack.pop()
        if is_move(one):
            moves.append(one)
        else:
            for facet in (_before(one), one.comment):
                comments += [text for _, text in divided(facet)]
            stack.extend(reversed(one.children))
    return Below(moves, comments)


def token_of(text: str) -> str:
    """The written form of a move whose meaning isn't known: without characters that would end its token."""
    return _NO_TOKEN.sub("", printable(text))


def comments_behind(
    node: Node, variations: int, divided: Divided = tidy_texts_in
) -> list[tuple[int, str]]:
    """(number of variations before it, text) of the comments after a node's move.

    Those of the node, then those without another place: of nodes that aren't moves, and those before the
    main move that follows. Empty ones are left out. `variations` is the number of alternatives
    to the move that are written after it. `divided` splits a comment.
    """
    more = below(node, divided)
    parts = [*divided(node.comment), *((0, text) for text in more.comments)]
    if more.moves:
        parts += [(0, text) for _, text in divided(_before(more.moves[0]))]
    at = 0
    found: list[tuple[int, str]] = []
    for gap, text in parts:
        at = (
            min(at + gap, variations) if found else 0
        )  # no reader keeps what stood ahead of the first
        found.append((at, text))
    return found


def commands_of(node: Node, marks: Sequence[Mark] | None = None) -> list[str]:
    """The commands of a node, in the order of the export form; with only some of its marks."""
    values = {facet: str(node.note(facet)) for facet in _TIMES}
    found = [
        f"[%{NAME_OF[facet]} {value}]"
        for facet, value in values.items()
        if value and sayable(facet, value)
    ]
    for name in (SQUARES, ARROWS):
        drawn = node.marks if marks is None else marks
        places = [mark_text(mark) for mark in drawn if command_of(mark) == name]
        if places:
            found.append(f"[%{name} {','.join(places)}]")
    return found


class _Played(NamedTuple):
    """The effect of a node on the board: a move, or None for something else."""

    move: chess.Move | None


class _Step(NamedTuple):
    """A pending step of the walk: one of the numbers below."""

    what: int
    node: Node
    text: str = ""


_VISIT, _MOVE, _PUSH, _POP, _OPEN, _CLOSE, _COMMENT = range(7)


class Movetext:
    """The words of a record's movetext.

    Attributes:
        reduced: whether it has nothing but the main line's moves.
        divided: the function that splits comments; the export form's fills lines of limited length.
        tokens: with `keep`, the word of each move, after `lines`.
        meant: with `keep`, the nodes whose moves are legal.
        plain: the moves of a plain record (see `plain_moves`), after `lines`; None of another.
    """

    def __init__(
        self,
        record: Record,
        reduced: bool = False,
        keep: bool = False,
        divided: Divided = tidy_texts_in,
        habit: Habit | None = None,
    ) -> None:
        """`habit` is the notation of the moves, for games that have several."""
        self.tokens: dict[Node, str] = {}
        self.meant: set[Node] = set()
        self.plain: list[str] | None = None
        self._record = record
        self._settings = settings_of(record)
        self.reduced = reduced
        self.divided = divided
        self._longest = WIDTH if divided is tidy_texts_in else 0
        self._keep = keep
        self._words = MovetextWords()
        self._names = names_of(record, habit)
        self._board = board_of(record.setup) if self._names is None else None
        self._unknown = 0 if self._board is not None else 1  # moves of the line it doesn't know
        self._ply = first_ply(record) if self._names is None else self._names.first_ply
        self._numbered = True  # whether a black move needs its number here
        self._played: dict[Node, _Played] = {}
        self._stack: list[_Step] = []

    def lines(self) -> list[str]:
        """The lines of the movetext, the marker at the end."""
        self.plain = plain_moves(self._record) if self._board is not None else None
        if self.plain is not None:
            if self._keep:
                nodes = islice(self._record.root.main_line(), 1, None)
                self.tokens = dict(zip(nodes, self.plain, strict=True))
                self.meant = set(self.tokens)
            text = f"{numbered(self.plain, self._ply)} {marker_of(self._record)}"
            return filled(text.lstrip())
        root = self._record.root
        for _, text in self._comments(root, 0):
            self._comment(text)
        self._stack.append(_Step(_VISIT, root))
        while self._stack:
            step, node, text = self._stack.pop()
            if step == _VISIT:
                self._visit(node)
            elif step == _MOVE:
                self._move(node)
            elif step == _PUSH:
                self._push(self._played[node].move)
            elif step == _POP:
                self._pop(self._played.pop(node).move)
            elif step == _COMMENT:
                self._comment(text)
            elif step == _OPEN:
                self._words.open()
                self._numbered = True
            else:
                self._words.close()
                self._numbered = True
        self._words.add(marker_of(self._record))
        return self._words.lines()

    def _visit(self, parent: Node) -> None:
        """Push what follows a node onto the stack, in reverse."""
        moves = below(parent).moves
        if not moves:
            return
        main, *others = moves[:1] if self.reduced else moves
        steps = [_Step(_MOVE, main)]
        behind = self._comments(main, len(others))
        for index, other in enumerate(others):
            steps += [_Step(_COMMENT, main, text) for at, text in behind if at == index]
            steps += [
                _Step(_OPEN, other),
                *(_Step(_COMMENT, other, text) for text in self._comments_before(other)),
                _Step(_MOVE, other),
                *(_Step(_COMMENT, other, text) for _, text in self._comments(other, 0)),
                *_line_of(other),
                _Step(_CLOSE, other),
            ]
        steps += [_Step(_COMMENT, main, text) for at, text in behind if at >= len(others)]
        steps += _line_of(main)
        self._stack.extend(reversed(steps))

    def _comments_before(self, node: Node) -> list[str]:
        """The comments before a variation's first move, complete with braces or semicolon."""
        return [self._spelt(text, True) for _, text in self.divided(_before(node))]

    def _comments(self, node: Node, variations: int) -> list[tuple[int, str]]:
        """The comments after a node's move, likewise, its commands in the first.

        Marks that stood in a text stay there.
        """
        if self.reduced:
            return []
        texts = [text for _, text in self.divided(node.comment)] if node.marks else []
        places = placed(node, self._settings, texts)
        said = " ".join(commands_of(node, places and places.apart))
        inside = places.inside if places is not None else {}
        found: list[tuple[int, str]] = []
        behind = comments_behind(node, variations, self.divided)
        index = 0
        while index < len(behind):
            at, text = behind[index]
            whole, count = inside.get(index, ("", 1))
            own = texts[index : index + count]
            if said and not at and whole and is_read(f"{said} {whole}", own):
                found.append((0, f"{{{said} {whole}}}"))
            elif said and not at and not whole and (beside := beside_commands(text)):
                found.append((0, f"{{{said} {beside}}}"))
            else:
                found += [(0, f"{{{said}}}")] if said else []
                found.append((at, f"{{{whole}}}" if whole else self._spelt(text)))
            said = ""
            index += count
        return [*found, (0, f"{{{said}}}")] if said else found

    def _spelt(self, text: str, plain: bool = False) -> str:
        return spelt(text, plain, self._longest)

    def _move(self, node: Node) -> None:
        """The move of a node with its number and NAGs."""
        assert isinstance(node.action, Move | Written)
        move = None
        if not self._unknown and self._board is not None:
            move = legal_move(self._board, node.action)
        name = self._names.name(node) if self._names is not None else ""
        if move is not None and self._board is not None:
            text = write_san(self._board, move)
        elif name:
            text = name
        else:
            text = token_of(node.action.text)
            if node.action == Move("0000"):
                text = "--"
        self._played[node] = _Played(move)
        if self._keep:
            self.tokens[node] = text
            if move is not None or name:
                self.meant.add(node)
        number, black = divmod(self._ply, 2)
        if not black:
            self._words.add(f"{number}.")
        elif self._numbered or not (move or name or _LIKE_A_MOVE.fullmatch(text)):
            self._words.add(f"{number}...")
        self._words.add(text)
        self._numbered = False
        if not self.reduced:
            for nag in node.glyphs:
                if 0 <= nag <= LARGEST:
                    self._words.add(f"${nag}")
                    self._numbered = True

    def _push(self, move: chess.Move | None) -> None:
        self._ply += 1
        if move is not None and self._board is not None:
            self._board.push(move)
        else:
            self._unknown += 1

    def _pop(self, move: chess.Move | None) -> None:
        self._ply -= 1
        if move is not None and self._board is not None:
            self._board.pop()
        else:
            self._unknown -= 1

    def _comment(self, text: str) -> None:
        """A comment with its braces or semicolon."""
        self._numbered = True
        if text.startswith(";"):
            self._words.add_line_comment(text[1:])
        for word in words_of(text) if text.startswith("{") else ():
            self._words.add(word)


def _line_of(node: Node) -> tuple[_Step, ...]:
    return _Step(_PUSH, node), _Step(_VISIT, node), _Step(_POP, node)


def _before(node: Node) -> str:
    return str(node.note(BEFORE))


def first_ply(record: Record) -> int:
    """Twice the number of the first move, plus one if Black makes it."""
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

"""Moves as people type and print them, without a format: `e4 e5 Nf3`, `1、炮二平五（当头炮），马8进7；`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from viewer.base.named import NamedTuple
from viewer.games import GAMES, game_of
from viewer.games.game import Game, State
from viewer.tree.action import Action, Terminal, Written
from viewer.tree.annotation import COMMENT, GLYPHS, MOVE_GLYPHS, NoteValue
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

_BRACKETS = {"(": ")", "（": "）", "{": "}", "【": "】", "〔": "〕"}
_BRACKET = re.compile(f"[{re.escape(''.join([*_BRACKETS, *_BRACKETS.values()]))}]")
# What stands in brackets within a move: the origin in KIF, 同歩(23), a piece in chess, e8(Q).
_WITHIN = re.compile(r"(?<=[^\s\d])\((?:\d\d|[A-Za-z])\)")
_TOKEN = re.compile(
    r"(?P<number>\d{1,4}(?=[\s.．…、，,)）:：]|\Z)(?:[ \t]?[.．…)）:：]+)?|[.…]{2,})"
    r"|(?P<word>[▲△☗☖▼▽]?[^\s，、。；,;▲△☗☖▼▽！？]+[!?！？]*)"
    r"|(?P<end>[\r\n。]+)|.",
    re.DOTALL,
)
_GLYPH = re.compile(r"(?<=[^!?！？])[!?！？]{1,2}\Z")
_GLYPHS = {sign: number for number, sign, _ in MOVE_GLYPHS}
_NARROW = str.maketrans("！？", "!?")
_STUCK = re.compile(r"^\d{1,4}(?=\D)")  # a number without a sign behind it: 1炮二平五
_MOST = 20_000  # tokens
_SOME = 2  # moves that tell a game; one alone may be of several
_SHOWN = 40  # moves


class Left(NamedTuple):
    """A piece of a text that is no move: the row that it stands behind (-1: before the first), its words."""

    row: int
    words: str


class Understood(NamedTuple):
    """What of a text is moves.

    Attributes:
        rows: the moves as a branch, what stands in brackets behind one as its comment. None breaks a rule.
        left: the rest.
        ahead: the comment ahead of them.
    """

    rows: tuple[NodeData, ...]
    left: tuple[Left, ...] = ()
    ahead: str = ""

    @property
    def whole(self) -> bool:
        """Whether there are moves and nothing else."""
        return bool(self.rows) and not self.left

    def with_comments(self) -> Understood:
        """The moves, with what is left as comments where it stands."""
        rows, ahead = list(self.rows), [self.ahead] if self.ahead else []
        for row, words in self.left:
            if row >= 0:
                _say(rows, row, words)
            else:
                ahead.append(words)
        return Understood(tuple(rows), ahead="\n".join(ahead))

    def in_words(self, game: Game[State], state: State, style: str) -> str:
        """The first moves of the main line with their numbers, in a notation ("" for the usual one)."""
        words: list[str] = []
        numbering, begin = game.numbering(state), state.ply
        last, count = -1, 0
        for at, row in enumerate(self.rows):
            if row.parent != last:
                continue  # of a variation
            last, count = at, count + 1
            if count > _SHOWN:
                return " ".join([*words, "…"])
            state = game.step(state, row.action)
            ply = state.ply - begin
            if not words or numbering.by_ply or not numbering.at(ply)[1]:
                words.append(numbering.label(ply))
            words.append(game.notation(state, style or game.notations[0].id))
        return " ".join(words)


class _Piece(NamedTuple):
    """A token, or a text in brackets (without them)."""

    kind: str
    text: str
    start: int
    end: int


def understood(text: str, game: Game[State], state: State) -> Understood:
    """What of a text is moves of a game from a state on.

    Behind a word that is none, moves go on at the next number that fits or, in a text without numbers, at
    the next line: a move within a sentence is one that somebody writes about.
    """
    reading = _Reading(game, state, text)
    pieces = _pieces(text)
    waiting: _Piece | None = None
    for count, (piece, after) in enumerate(pairwise([*pieces, _Piece("end", "", len(text), 0)])):
        if count >= _MOST:
            reading.leave(piece.start, len(text))
            break
        if piece is not waiting and reading.take(piece, after):
            waiting = after  # it was part of this one
    return reading.done()


class _Reading:
    """Moves made of pieces, one after the other."""

    def __init__(self, game: Game[State], state: State, text: str) -> None:
        self._game = game
        self._state = state
        self._text = text
        self._ends = {one.text for one in game.ends}
        self._first: tuple[int, int] | None = None  # a number, and how many rows were before it
        self._rows: list[NodeData] = []
        self._left: list[Left] = []
        self._lost: tuple[int, int] | None = None  # of the text: where moves don't go on
        self._before: list[str] = []  # comments ahead of the first move

    def take(self, piece: _Piece, after: _Piece) -> bool:
        """Take a piece; returns whether the one after it was taken too."""
        if piece.kind == "number":
            if self._fits(int(re.sub(r"\D", "", piece.text) or 0)):
                self._close()
        elif piece.kind == "end":
            if self._first is None and piece.text.strip("。"):
                self._close()
        elif self._lost is not None:
            self._lost = self._lost[0], piece.end
        elif piece.kind == "comment":
            if self._rows:
                _say(self._rows, len(self._rows) - 1, piece.text)
            elif piece.text:
                self._before.append(piece.text)
        elif not self._play(piece.text):
            if after.kind == "word" and self._play(f"{piece.text} {after.text}"):
                return True
            self._lost = piece.start, piece.end
        return False

    def _fits(self, number: int) -> bool:
        """Whether the next move may have a number: counted by plies, or by rounds."""
        plies = len(self._rows)
        if self._first is None:
            self._first = number, plies
            return True
        first, since = self._first[0], plies - self._first[1]
        return not number or number - first in (since, since // 2, (since + 1) // 2)

    def _play(self, word: str) -> bool:
        action: Action | None = None
        glyph = _GLYPH.search(word)
        bare = word if glyph is None else word[: glyph.start()]
        for said in (bare, word, word.rstrip(".．:："), _STUCK.sub("", bare)):
            moves = self._game.read_moves(self._state, said) if said else []
            if moves:
                action = moves[0]
                break
        if action is None:
            if word not in self._ends:
                return word == "*"  # no result yet
            action = Terminal(word)
        notes: dict[str, NoteValue] = {}
        if glyph is not None:
            notes[GLYPHS] = (_GLYPHS[glyph.group().translate(_NARROW)],)
        self._rows.append(NodeData(len(self._rows), len(self._rows) - 1, action, notes))
        self._state = self._game.step(self._state, action)
        return True

    def leave(self, start: int, end: int) -> None:
        """Leave a stretch of the text."""
        self._lost = (start if self._lost is None else self._lost[0]), end

    def _close(self) -> None:
        if self._lost is not None:
            words = self._text[slice(*self._lost)].strip()
            self._left.append(Left(len(self._rows) - 1, words))
            self._lost = None

    def done(self) -> Understood:
        """All that was understood."""
        self._close()
        return Understood(tuple(self._rows), tuple(self._left), "\n".join(self._before))


def _pieces(text: str) -> Iterator[_Piece]:
    """The tokens of a text, and what stands in brackets as one; an open bracket ends with its line."""
    at = 0
    for start, end in _bracketed(text):
        yield from _tokens(text, at, start)
        yield _Piece("comment", text[start + 1 : end - 1].strip(), start, end)
        at = end
    yield from _tokens(text, at, len(text))


def _tokens(text: str, start: int, end: int) -> Iterator[_Piece]:
    for one in _TOKEN.finditer(text, start, end):
        if one.lastgroup is not None:
            yield _Piece(one.lastgroup, one.group(), *one.span())


def _bracketed(text: str) -> Iterator[tuple[int, int]]:
    """The outermost stretches in brackets that are closed."""
    within = {found.start() for found in _WITHIN.finditer(text)}
    open_: list[tuple[str, int]] = []  # what closes it, and where it is
    closed: list[tuple[int, int]] = []
    for found in _BRACKET.finditer(text):
        at, sign = found.start(), found.group()
        if sign in _BRACKETS:
            if at not in within:
                open_.append((_BRACKETS[sign], at))
        elif open_ and open_[-1][0] == sign:
            start = open_.pop()[1]
            while closed and closed[-1][0] > start:
                closed.pop()
            closed.append((start, at + 1))
    yield from closed


def _say(rows: list[NodeData], row: int, words: str) -> None:
    """Add words to the comment of a row."""
    if words:
        at = rows[row]
        said = at.notes.get(COMMENT)
        comment = f"{said}\n{words}" if said else words
        rows[row] = at._replace(notes={**at.notes, COMMENT: comment})


def sound(record: Record) -> Understood:
    """What of a record are moves that the rules allow; the others are left, and those behind them stay.

    The comment of the root is ahead of them.
    """
    game = game_of(record.game)
    rows: list[NodeData] = []
    left: list[Left] = []
    start = game.start_of(record)
    stack = [(child, -1, start) for child in reversed(record.root.children)]
    while stack:
        node, row, before = stack.pop()
        after = game.advance(before, node.action)
        if type(after.action) is not Written and game.violation(after) is None:
            rows.append(NodeData(len(rows), row, after.action, dict(node.notes)))
            row, before = len(rows) - 1, after
        else:
            words = " ".join(
                filter(None, (game.notation(after, game.notations[0].id), node.comment))
            )
            if left and left[-1].row == row:
                words = f"{left.pop().words} {words}"
            left.append(Left(row, words))
        stack += [(child, row, before) for child in reversed(node.children)]
    return Understood(tuple(rows), tuple(left), record.root.comment)


def understood_best(
    text: str, here: tuple[Game[State], State] | None = None
) -> tuple[str, State, Understood] | None:
    """(game, state, moves) where most of a text is moves, if possible all of it: at a position of a game,
    at that game's usual start, or at that of another; None if it is moves nowhere.

    Away from the position, one move alone tells no game.
    """
    # Players of Hex and Twixt write places in small letters, those of go in capitals.
    ids = sorted(GAMES, key=lambda id: id == "go" and text.islower())
    places = [] if here is None else [here]
    games = map(game_of, ids if here is None else [here[0].id, *ids])
    places += [(game, game.start(game.starts[0].setup)) for game in games]
    best: tuple[str, State, Understood] | None = None
    for game, state in places:
        found = understood(text, game, state)
        least = 1 if here is not None and state is here[1] else _SOME
        if len(found.rows) >= least and (best is None or _clear(found) > _clear(best[2])):
            best = game.id, state, found
    return best


def _clear(found: Understood) -> tuple[bool, int]:
    return found.whole, len(found.rows)

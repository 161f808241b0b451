"""Names of moves that a record doesn't write itself, and the lexers of games that aren't chess."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice

from viewer.base.loading import load_named
from viewer.base.named import NamedTuple
from viewer.formats.headers import value_of
from viewer.formats.kit.charsets import WIDE
from viewer.formats.pgn.dialects import DIALECTS, Dialect, has_own_notation
from viewer.formats.pgn.lexer import lexer
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Record, with_header

_FORMAT = "Format"
_ENOUGH = 100  # moves that show a record's habit


class Habit(NamedTuple):
    """How a record writes its moves: the id of a notation, and characters that replace its own."""

    style: str
    letters: Mapping[int, int | None]


def habit_of(record: Record) -> Habit:
    """The habit of a record, by the moves that are as in its file; else the game's first notation."""
    dialect = DIALECTS.get(record.game)
    if dialect is None or not dialect.habits:
        return Habit(game_of(record.game).notations[0].id, {})
    written = (node.action.text for node in record.walk() if type(node.action) is Written)
    texts = list(islice(written, _ENOUGH))
    style, letters = load_named(dialect.habits)(texts, value_of(record.headers, _FORMAT))
    expected = dialect.letters.get(style, {})
    unseen = {one: other for one, other in expected.items() if chr(one) not in "".join(texts)}
    return Habit(style, {**unseen, **letters})


def new_habit(record: Record, style: str = "", latin: bool = False) -> Habit | None:
    """The habit of a game that is written anew, in a notation if one is given; None for SAN.

    With `latin`, one whose moves Latin-1 holds.
    """
    if not has_own_notation(record.game):
        return None
    if style:
        return Habit(style, DIALECTS[record.game].letters.get(style, {}))
    habit, dialect = habit_of(record), DIALECTS[record.game]
    return habit if not latin or habit.style in dialect.formats else Habit(dialect.latin, {})


def with_format(record: Record, habit: Habit | None) -> Record:
    """The record with the Format tag that its moves need, in the notation that they are written in."""
    dialect = DIALECTS.get(record.game)
    if habit is None or dialect is None:
        return record
    said = record.header(_FORMAT)
    wanted = dialect.formats.get(habit.style, "")
    if said == wanted or (not wanted and said.lower() not in _names(dialect)):
        return record
    headers = with_header(record.headers, _FORMAT, wanted)
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)


def _names(dialect: Dialect) -> frozenset[str]:
    """The Format tags of other notations than the usual one, in lower case."""
    return frozenset(name.lower() for name in dialect.formats.values())


class GameNames:
    """The names of a record's legal moves, by the rules of its game.

    Attributes:
        first_ply: twice the number of the first move, plus one if the second side makes it.
    """

    def __init__(self, record: Record, habit: Habit) -> None:
        self._game = game_of(record.game)
        self._states = States(self._game, record)
        self._habit = habit
        start = self._game.start_of(record)
        number, column = self._game.numbering(start).at(start.ply + 1)
        self.first_ply = 2 * number + column

    def name(self, node: Node) -> str:
        """The name of a node's move, "" for one that can't be read or isn't legal."""
        state = self._states.at(node)
        if type(state.action) is not Move or self._game.violation(state) is not None:
            return ""
        return self._game.notation(state, self._habit.style).translate(self._habit.letters)


def names_of(record: Record, habit: Habit | None = None) -> GameNames | None:
    """The names of a record's moves; None for chess, whose export form has a board of its own.

    Without a habit, that of a new game.
    """
    habit = habit or new_habit(record)
    return None if habit is None else GameNames(record, habit)


# ---- The movetext of shogi games: moves in the notations of PSN, on a chessboard's squares, in Japanese
#
# Only the shape of a move is examined here; the game decides what it means.


_MARKS = "▲△▼▽☗☖"
_APOSTROPHE = rb"(?:['\x92]|\xe2\x80\x99)"
_EDGE_SHOGI = rb"(?![\w@*'=+#-])"
# What nearly every move is: P7f, P-7f, P7g-7f, G45h, Bx2b+, P*5e, 7g7f
_PLAIN_SHOGI = (
    rb"\+?[PLNSGBRK](?:[1-9][a-i]|[1-9]|[a-i])?[-x]?[1-9][a-i][+=]?|[PLNSGBR]\*[1-9][a-i]"
    rb"|[1-9][a-i][1-9][a-i]\+?"
)
_WESTERN_SHOGI = (
    # P-76, S72x83+, P'3d, +R(5i)-5f
    rb"(?:\+?[PLNSGBRKTHD](?:\(?[1-9][1-9a-i]\)?|[1-9]|[a-i])?(?:[-x:*@]|" + _APOSTROPHE + rb")?"
    rb"[1-9][1-9a-i][+=^]?"
    # xP, xG4, x+R, xN+, Gx
    rb"|x\+?[PLNSGBRKTHD][1-9a-i]?[+=^]?|\+?[PLNSGBRKTHD]x[+=^]?"
    # Rg2, Pb3-b4, B@a8, Bxh8=H, c4
    rb"|\+?[PLNSGBRKTHD]?[a-i]?[1-9]?[-x@]?[a-i][1-9](?:=[PLNSGBRKTHD]?)?"
    rb"|[1-9][a-i][1-9][a-i]\+?)[+#]{0,3}" + _EDGE_SHOGI
)
_WORD = rb"[^\s(){}\[\];\"$!?*]"


@lru_cache(maxsize=8)
def shogi_tokens(codec: str) -> re.Pattern[bytes]:
    """The lexer for the movetext of a shogi game in a codec."""
    marks = {mark.encode(codec, "ignore") for mark in _MARKS} - {b""}
    wide = WIDE.get(codec, b"")
    word = rb"(?:" + wide + rb"|" + _WORD + rb")" if wide else _WORD
    moves = _WESTERN_SHOGI
    if marks:
        japanese = rb"(?:" + rb"|".join(map(re.escape, sorted(marks))) + rb")" + word
        moves = rb"(?:" + _WESTERN_SHOGI + rb"|" + japanese + rb"{1,30}+(?:\([1-9]{2}\))?)"
    return lexer(_PLAIN_SHOGI, moves, wide)


# ---- The movetext of xiangqi games: moves in Chinese, in WXF or as coordinates, in the codec of the file
#
# Only the shape of a move is examined here; the game decides what it means. The second bytes of GB18030
# and Big5 may be brackets and braces, so characters are taken whole in these codecs.


_PIECES = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒"
_DIGITS = "一二三四五六七八九１２３４５６７８９"
_ORDERS = "前后後中"
_WAYS = "进進退平"
_DOTS = ("…", "……", "、", "．", "。")
_BLANK = "\u3000"

# C2=5, +C.4, C+=4 (WXF), c2.5 (playOK), 27=6 (a pawn by order and file); H2-E2, h2e2, h10e10
_EDGE = rb"(?![\w=])"
_WESTERN = (
    rb"(?:[KAEBRHNCPkaebrhncp][1-9+\-.]|[+\-][KAEBRHNCPkaebrhncp]|[1-9][1-9]|[1-9][+\-])"
    rb"[=+.\-][1-9]" + _EDGE + rb"|[A-Ia-i](?:10|[0-9])-?[A-Ia-i](?:10|[0-9])" + _EDGE
)


@lru_cache(maxsize=8)
def xiangqi_tokens(codec: str) -> re.Pattern[bytes]:
    """The lexer for the movetext of a xiangqi game in a codec."""
    piece = _any_of(_PIECES, codec)
    digit = _any_of(_DIGITS, codec, rb"[1-9]")
    order = _any_of(_ORDERS, codec)
    way = _any_of(_WAYS, codec)
    last = way + digit
    chinese = (
        rb"(?:" + piece + rb"(?:" + digit + rb"|" + order + rb")?"
        rb"|(?:" + order + rb"|" + digit + rb")(?:" + piece + digit + rb"?|" + digit + rb"))" + last
    )
    moves = rb"(?:" + chinese + rb"|" + _WESTERN + rb")"
    dots = rb"(?:\.++|" + _any_of(_DOTS, codec) + rb")"
    blanks = rb"(?:" + _any_of(_BLANK, codec) + rb"\s*+)*+"
    return lexer(moves, moves, WIDE.get(codec, b""), dots, blanks)


def _any_of(texts: str | tuple[str, ...], codec: str, more: bytes = rb"(?!)") -> bytes:
    """An expression for any of some texts in a codec, or `more`; longer ones first."""
    codes = {text.encode(codec, "ignore") for text in texts}
    longest = sorted(filter(None, codes), key=lambda code: (-len(code), code))
    return rb"(?:" + rb"|".join([*map(re.escape, longest), more]) + rb")"

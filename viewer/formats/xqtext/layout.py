"""The parts of a text: labelled values, a diagram or FEN, rows of moves, comments between them.

标题: 第一局            a label with its value
------------------
(a diagram)
comments of the start
  1. 炮二平五  马８进７    2. 马二进三  …………
a comment of the move before it
  2. …………  车９平８
------------------
and what a program adds of itself, which is kept

Diagrams of xiangqi in text: `┌─(车)-…-[马]-┐`, the pieces of Red in (), those of Black in []. Also read:
diagrams of characters alone, a character for each point.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.games.xiangqi.position import (
    EITHER,
    MARKED_BLACK,
    MARKED_RED,
    PIECES,
    Placed,
    pieces_of,
)

_FILES, _RANKS = 9, 10
_SIGNS = {
    "(": MARKED_RED,
    "（": MARKED_RED,
    "[": MARKED_BLACK,
    "［": MARKED_BLACK,
    "【": MARKED_BLACK,
}
_ON_BOARD = "".join(sorted(PIECES))
_POINT = re.compile(rf"(?P<sign>[(（\[［【])?(?P<piece>[{_ON_BOARD}])|(?P<empty>[┌┬┐├┼┤└┴┘※╬╳╋])")
_BESIDE = frozenset("()（）[]［］【】─—-_|│┃ \t\u3000＼／\\/")

_TOP, _MIDDLE, _BOTTOM = "┌┬┐", "├┼┤", "└┴┘"
_PALACE_TOP, _PALACE_LOW = "│　│　│　│＼│／│　│　│　│", "│　│　│　│／│＼│　│　│　│"
_BETWEEN = "│　│　│　│　│　│　│　│　│"
_RIVER = "│　　　　　　　　　　　　　　　│"
_BELOW = {0: _PALACE_TOP, 1: _PALACE_LOW, 4: _RIVER, 7: _PALACE_TOP, 8: _PALACE_LOW}
_PIECE_NAMES = "　帅士相马车炮兵　将士象马车炮卒"


def points_of(line: str) -> list[tuple[int, str]] | None:
    """The points of a line of a diagram, each as a side and a character ("" if empty).

    [] for a line between two ranks, None for a line that isn't of a diagram. What stands to the right of
    the ninth point isn't looked at.
    """
    points: list[tuple[int, str]] = []
    at = 0
    while at < len(line) and len(points) < _FILES:
        found = _POINT.match(line, at)
        if found is not None:
            sign = found["sign"]
            points.append((_SIGNS[sign] if sign else EITHER, found["piece"] or ""))
            at = found.end()
        elif line[at] in _BESIDE:
            at += 1
        else:
            return None
    if len(points) == _FILES:
        return points
    return [] if not points and "│" in line else None


def board_of(ranks: Sequence[Sequence[tuple[int, str]]]) -> bytes:
    """The board of ten ranks of nine points from Black's side."""
    placed = [
        Placed((_RANKS - 1 - row) * _FILES + file, character, side)
        for row, rank in enumerate(ranks)
        for file, (side, character) in enumerate(rank)
        if character
    ]
    board = bytearray(_RANKS * _FILES)
    for point, piece in pieces_of(placed)[0].items():
        board[point] = piece
    return bytes(board)


def diagram(board: bytes) -> list[str]:
    """The lines of a diagram of a board, in the form of XQStudio."""
    lines: list[str] = []
    for row in range(_RANKS):
        at = (_RANKS - 1 - row) * _FILES
        lines.append(_rank(board[at : at + _FILES], row))
        if row < _RANKS - 1:
            lines.append(f"  {_BELOW.get(row, _BETWEEN)}")
    return lines


def _rank(pieces: bytes, row: int) -> str:
    ends = _TOP if row == 0 else _BOTTOM if row == _RANKS - 1 else _MIDDLE
    cross = {4: "┴", 5: "┬"}.get(row, ends[1])
    signs = [ends[0], *[cross] * (_FILES - 2), ends[2]]
    if row in (1, 8):
        signs[4] = "※"
    out = "  " if not pieces[0] else " "
    for file, (piece, sign) in enumerate(zip(pieces, signs, strict=True)):
        opening, closing = ("[", "]") if piece >> 3 else ("(", ")")
        out += f"{opening}{_PIECE_NAMES[piece]}{closing}" if piece else sign
        if file < _FILES - 1:
            after = pieces[file + 1]
            out += "─" if not piece and not after else "" if piece and after else "-"
    return out


# -------------------------------------------------------------------------------------- the parts

_LINE = re.compile(r"[^\r\n]*")
_END = re.compile(r"\r\n|\r|\n")
_RULE = re.compile(r"[\s\ufeff]*[-—─━═=_*]{12,}\s*\Z")
_PIECE = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒"
_DIGIT = "一二三四五六七八九1-9１-９"
MOVE = (
    rf"(?:[{_PIECE}][{_DIGIT}前后後]?|[前后後中{_DIGIT}][{_PIECE}{_DIGIT}][{_DIGIT}]?)"
    rf"[进進退平][{_DIGIT}]"
)
_ROW = re.compile(rf"[ \t\u3000]*\d{{1,4}}[ \t]?[.．、](?=[ \t\u3000]*(?:{MOVE}|[…\.]{{2,}}))")
_TOKEN = re.compile(
    r"(?P<number>\d{1,4})[ \t]?[.．、](?!\.)|(?P<gap>…+|\.{2,})|(?P<said>[^\s\u3000…]+)|[\s\u3000]+"
)
_MOVE = re.compile(MOVE)
_LABELS = {
    **{"标题": "标题", "棋局名": "标题", "对局名称": "标题", "標題": "标题"},
    **{"赛事": "赛事", "比赛名称": "赛事", "賽事": "赛事", "轮次": "轮次"},
    **{"日期": "日期", "时间": "日期", "比赛日期": "日期", "比赛时间": "日期"},
    **{"地点": "地点", "比赛地点": "地点", "地點": "地点"},
    **{"红方": "红方", "紅方": "红方", "黑方": "黑方"},
    **{"红等级分": "红等级分", "黑等级分": "黑等级分"},
    **{"红方用时": "红方用时", "黑方用时": "黑方用时", "时间规则": "时间规则"},
    **{"结果": "结果", "比赛结果": "结果", "結果": "结果", "ECCO": "ECCO"},
    **{"评论": "评论", "解说": "评论", "作者": "作者"},
    **dict.fromkeys(("耗时", "FEN"), ""),
    **{name: name for name in ("分类", "来源", "赛事类型", "组别", "台次", "红队", "黑队")},
    **{name: name for name in ("录入", "创建日期", "修改日期", "棋谱类型", "对局种类")},
    **{name: name for name in ("结束方式", "裁判员")},
}
"""The headers by their labels, without blanks."""
KEYS = frozenset(_LABELS.values()) - {""}
"""The keys of headers that have a label."""
_SPACED = "|".join(
    r"[ \t\u3000]*".join(label) for label in sorted(_LABELS, key=lambda one: (-len(one), one))
)
_LABEL = re.compile(
    rf"(?:^[\s\ufeff]*|(?<=[ \t\u3000]{{2}})|(?<=[ \t\u3000]))({_SPACED})[ \t]*[:：]"
)
BREAKS = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_BLANKS = re.compile(r"[\s\u3000]+")
_TO_MOVE = re.compile(r"[(（]([红紅黑])方行棋[)）]")
_NAME = re.compile(r"[\s\ufeff]*([红黑]方)[ \u3000]+(?![红黑]方|\s)(.+)")
_HEADING = re.compile(r"[\s\ufeff]*(?:棋谱)?\s*[红黑]方[\s\u3000]+[红黑]方\s*\Z")


class Value(NamedTuple):
    """The value of a header, with its offsets in the text."""

    key: str
    start: int
    end: int


class Word(NamedTuple):
    """A move in the text, with its offsets."""

    text: str
    start: int
    end: int


class Remarks(NamedTuple):
    """A comment on a move by its number (0: the start), with its offsets."""

    ply: int
    start: int
    end: int


class Layout(NamedTuple):
    """The parts of a text.

    Attributes:
        values: the headers, in the text's order.
        fen: the offsets of a FEN, None if there is none.
        board: that of a diagram, None if there is none.
        shown: the offsets of the diagram's lines.
        to_move: "b" or "w" if the text says whose turn it is, else "".
        words: the moves.
        black_first: whether the first row leaves Red's move out.
        remarks: the comments.
        head_at: where a new label may stand.
        moves_at: where new moves may stand.
        columns: the greatest number of rounds in a row, 0 without moves.
        newline: the text's line end.
        more: the offset of rows after the end of the game, -1 if there are none.
    """

    values: list[Value]
    fen: tuple[int, int] | None
    board: bytes | None
    shown: tuple[int, int]
    to_move: str
    words: list[Word]
    black_first: bool
    remarks: list[Remarks]
    head_at: int
    moves_at: int
    columns: int
    newline: str
    more: int


class _Line(NamedTuple):
    text: str
    start: int
    end: int  # with its line end


def _lines(text: str) -> list[_Line]:
    out: list[_Line] = []
    at = 0
    while at < len(text):
        found = _LINE.match(text, at)
        assert found is not None
        end = _END.match(text, found.end())
        after = len(text) if end is None else end.end()
        out.append(_Line(found.group(), at, after))
        at = after
    return out


def layout_of(text: str, most: int) -> Layout:
    """Split a text into its parts; at most `most` moves."""
    return _Splitter(text, most).split()


class _Splitter:
    def __init__(self, text: str, most: int) -> None:
        self._text = text
        self._most = most
        self._values: list[Value] = []
        self._fen: tuple[int, int] | None = None
        self._ranks: list[list[tuple[int, str]]] = []
        self._shown = (0, 0)
        self._board: bytes | None = None
        self._to_move = ""
        self._words: list[Word] = []
        self._remarks: list[Remarks] = []
        self._open: tuple[int, int] | None = None  # a comment: its first and last character so far
        self._columns = 0
        self._first_gap = self._begun = False
        self._head_at = self._moves_at = 0

    def split(self) -> Layout:
        lines = _lines(self._text)
        rows = [index for index, line in enumerate(lines) if _ROW.match(line.text)]
        first = rows[0] if rows else len(lines)
        last = rows[-1] if rows else len(lines) - 1
        more = -1
        for index, line in enumerate(lines):
            if index < first and self._head(line):
                self._begun = True
                continue
            if _RULE.match(line.text):
                self._close()
                self._begun = True
                if self._words:
                    more = next((lines[row].start for row in rows if row > index), -1)
                    break
                self._moves_at = line.end
            elif _ROW.match(line.text):
                self._close()
                self._row(line)
            elif (self._begun and index < last) or self._words:
                self._comment(line)
        self._close()
        end = _END.search(self._text)
        return Layout(
            self._values,
            self._fen,
            self._board,
            self._shown,
            self._to_move,
            self._words,
            self._first_gap,
            self._remarks,
            self._head_at,
            self._words[0].start if self._words else self._moves_at or len(self._text),
            self._columns,
            end.group() if end is not None else "\n",
            more,
        )

    # ------------------------------------------------------------------------------- the head

    def _head(self, line: _Line) -> bool:
        """Read a line before the moves; returns whether it is a label, or a part of a diagram."""
        if self._board is None:
            points = points_of(line.text)
            if points is not None:
                if points and not self._ranks:
                    self._shown = (line.start, line.end)
                if points:
                    self._ranks.append(points)
                    self._shown = (self._shown[0], line.end)
                if len(self._ranks) == 10:
                    self._board = board_of(self._ranks)
                self._turn(line)
                return True
            self._ranks = []
        return self._turn(line) or _HEADING.match(line.text) is not None or self._labels(line)

    def _turn(self, line: _Line) -> bool:
        found = _TO_MOVE.search(line.text)
        if found is None:
            return False
        self._to_move = "b" if found[1] == "黑" else "w"
        return True

    def _labels(self, line: _Line) -> bool:
        found = list(_LABEL.finditer(line.text))
        if not found or line.text[: found[0].start(1)].strip("\ufeff \t\u3000"):
            return self._name(line)
        side = ""
        for at, label in enumerate(found):
            name = _BLANKS.sub("", label[1])
            stop = found[at + 1].start(1) if at + 1 < len(found) else len(line.text)
            said = line.text[label.end() : stop]
            start = line.start + label.end() + len(said) - len(said.lstrip())
            end = start + len(said.strip())
            if not said.strip():
                start = end = line.start + label.end() + min(1, len(said))
            key = _LABELS[name]
            if name == "FEN":
                self._fen = (start, end) if said.strip() else None
                continue
            if name == "耗时":
                key = f"{side}用时" if side else name
            elif key in ("红方", "黑方"):
                side = key
            self._values.append(Value(key, start, end))
        self._head_at = line.end
        return True

    def _name(self, line: _Line) -> bool:
        """Read a player's name beside a diagram, which has no colon."""
        found = _NAME.match(line.text)
        if found is None:
            return False
        name = found[2].rstrip(" \t\u3000")
        start = line.start + found.start(2)
        self._values.append(Value(found[1], start, start + len(name)))
        return True

    # ------------------------------------------------------------------------------ the moves

    def _row(self, line: _Line) -> None:
        rounds = 0
        for one in _TOKEN.finditer(line.text):
            if one["number"]:
                rounds += 1
            elif one["gap"] and not self._words:
                self._first_gap = True
            elif one["said"] and len(self._words) < self._most:
                word = one["said"].rstrip("，,。;；")
                start = line.start + one.start()
                if word:
                    self._words.append(Word(word, start, start + len(word)))
        self._columns = max(self._columns, rounds)

    def _comment(self, line: _Line) -> None:
        said = line.text.strip("\ufeff \t\u3000")
        if said:
            start = line.start + line.text.index(said)
            first = self._open[0] if self._open is not None else start
            self._open = (first, start + len(said))

    def _close(self) -> None:
        if self._open is not None:
            self._remarks.append(Remarks(len(self._words), *self._open))
        self._open = None


def is_move(word: str) -> bool:
    """Whether a word looks like a move."""
    return _MOVE.fullmatch(word) is not None


class Evidence(NamedTuple):
    """What tells such a text: its labels, a row of moves, a diagram."""

    labels: frozenset[str]
    row: bool
    diagram: bool


def evidence(text: str) -> Evidence:
    """The evidence in the beginning of a text."""
    lines = _lines(text)
    labels = [found for line in lines if (found := _LABEL.match(line.text)) is not None]
    ranks = sum(1 for line in lines if points_of(line.text))
    rows = any(_ROW.match(line.text) for line in lines)
    return Evidence(frozenset(_BLANKS.sub("", one[1]) for one in labels), rows, ranks >= 10)

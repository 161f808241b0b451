"""Reads the game of a text: labelled values, a diagram or FEN, rows of moves, comments between them.

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

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.formats.kit.charsets import XIANGQI
from viewer.formats.kit.collections import SingleText
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.read_game import MoveLine
from viewer.formats.kit.xiangqi import USUAL, USUAL_BOARD, setup_of
from viewer.games import game_of
from viewer.games.xiangqi.position import (
    EITHER,
    MARKED_BLACK,
    MARKED_RED,
    PIECES,
    Placed,
    pieces_of,
)
from viewer.tree.action import Setup, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

FILES, RANKS = 9, 10
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


def points_of(line: str) -> list[tuple[int, str]] | None:
    """The points of a line of a diagram, each as a side and a character ("" if empty).

    [] for a line between two ranks, None for a line that isn't of a diagram. What stands to the right of
    the ninth point isn't looked at.
    """
    points: list[tuple[int, str]] = []
    at = 0
    while at < len(line) and len(points) < FILES:
        found = _POINT.match(line, at)
        if found is not None:
            sign = found["sign"]
            points.append((_SIGNS[sign] if sign else EITHER, found["piece"] or ""))
            at = found.end()
        elif line[at] in _BESIDE:
            at += 1
        else:
            return None
    if len(points) == FILES:
        return points
    return [] if not points and "│" in line else None


def board_of(ranks: Sequence[Sequence[tuple[int, str]]]) -> bytes:
    """The board of ten ranks of nine points from Black's side."""
    placed = [
        Placed((RANKS - 1 - row) * FILES + file, character, side)
        for row, rank in enumerate(ranks)
        for file, (side, character) in enumerate(rank)
        if character
    ]
    board = bytearray(RANKS * FILES)
    for point, piece in pieces_of(placed)[0].items():
        board[point] = piece
    return bytes(board)


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
ROW = re.compile(rf"[ \t\u3000]*\d{{1,4}}[ \t]?[.．、](?=[ \t\u3000]*(?:{MOVE}|[…\.]{{2,}}))")
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
LABEL = re.compile(
    rf"(?:^[\s\ufeff]*|(?<=[ \t\u3000]{{2}})|(?<=[ \t\u3000]))({_SPACED})[ \t]*[:：]"
)
BREAKS = re.compile(r"[ \t]*[\r\n]+[ \t]*")
BLANKS = re.compile(r"[\s\u3000]+")
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


class _Line(NamedTuple):
    text: str
    start: int
    end: int  # with its line end


def lines_of(text: str) -> list[_Line]:
    """The lines of a text, with their offsets."""
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


class Layout:
    """The parts of a text.

    Attributes:
        values: the headers, in the text's order.
        fen: the offsets of a FEN, None if there is none.
        board: that of a diagram, None if there is none.
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

    def __init__(self, text: str, most: int) -> None:
        """Split a text; at most `most` moves are read."""
        self._text = text
        self._most = most
        self.values: list[Value] = []
        self.fen: tuple[int, int] | None = None
        self.board: bytes | None = None
        self.to_move = ""
        self.words: list[Word] = []
        self.black_first = False
        self.remarks: list[Remarks] = []
        self.head_at = self.moves_at = 0
        self.columns = 0
        end = _END.search(text)
        self.newline = end.group() if end is not None else "\n"
        self.more = -1
        self._ranks: list[list[tuple[int, str]]] = []
        self._open: tuple[int, int] | None = None  # a comment: its first and last character so far
        self._split(lines_of(text))
        self.moves_at = self.words[0].start if self.words else self.moves_at or len(text)

    def _split(self, lines: list[_Line]) -> None:
        rows = [index for index, line in enumerate(lines) if ROW.match(line.text)]
        first = rows[0] if rows else len(lines)
        last = rows[-1] if rows else len(lines) - 1
        begun = False
        for index, line in enumerate(lines):
            if index < first and self._head(line):
                begun = True
                continue
            if _RULE.match(line.text):
                self._close()
                begun = True
                if self.words:
                    self.more = next((lines[row].start for row in rows if row > index), -1)
                    break
                self.moves_at = line.end
            elif ROW.match(line.text):
                self._close()
                self._row(line)
            elif (begun and index < last) or self.words:
                self._comment(line)
        self._close()

    # ------------------------------------------------------------------------------- the head

    def _head(self, line: _Line) -> bool:
        """Read a line before the moves; returns whether it is a label, or a part of a diagram."""
        if self.board is None:
            points = points_of(line.text)
            if points is not None:
                if points:
                    self._ranks.append(points)
                if len(self._ranks) == 10:
                    self.board = board_of(self._ranks)
                self._turn(line)
                return True
            self._ranks = []
        return self._turn(line) or _HEADING.match(line.text) is not None or self._labels(line)

    def _turn(self, line: _Line) -> bool:
        found = _TO_MOVE.search(line.text)
        if found is None:
            return False
        self.to_move = "b" if found[1] == "黑" else "w"
        return True

    def _labels(self, line: _Line) -> bool:
        found = list(LABEL.finditer(line.text))
        if not found or line.text[: found[0].start(1)].strip("\ufeff \t\u3000"):
            return self._name(line)
        side = ""
        for at, label in enumerate(found):
            name = BLANKS.sub("", label[1])
            stop = found[at + 1].start(1) if at + 1 < len(found) else len(line.text)
            said = line.text[label.end() : stop]
            start = line.start + label.end() + len(said) - len(said.lstrip())
            end = start + len(said.strip())
            if not said.strip():
                start = end = line.start + label.end() + min(1, len(said))
            key = _LABELS[name]
            if name == "FEN":
                self.fen = (start, end) if said.strip() else None
                continue
            if name == "耗时":
                key = f"{side}用时" if side else name
            elif key in ("红方", "黑方"):
                side = key
            self.values.append(Value(key, start, end))
        self.head_at = line.end
        return True

    def _name(self, line: _Line) -> bool:
        """Read a player's name beside a diagram, which has no colon."""
        found = _NAME.match(line.text)
        if found is None:
            return False
        name = found[2].rstrip(" \t\u3000")
        start = line.start + found.start(2)
        self.values.append(Value(found[1], start, start + len(name)))
        return True

    # ------------------------------------------------------------------------------ the moves

    def _row(self, line: _Line) -> None:
        rounds = 0
        for one in _TOKEN.finditer(line.text):
            if one["number"]:
                rounds += 1
            elif one["gap"] and not self.words:
                self.black_first = True
            elif one["said"] and len(self.words) < self._most:
                word = one["said"].rstrip("，,。;；")
                start = line.start + one.start()
                if word:
                    self.words.append(Word(word, start, start + len(word)))
        self.columns = max(self.columns, rounds)

    def _comment(self, line: _Line) -> None:
        said = line.text.strip("\ufeff \t\u3000")
        if said:
            start = line.start + line.text.index(said)
            first = self._open[0] if self._open is not None else start
            self._open = (first, start + len(said))

    def _close(self) -> None:
        if self._open is not None:
            self.remarks.append(Remarks(len(self.words), *self._open))
        self._open = None


def is_move(word: str) -> bool:
    """Whether a word looks like a move."""
    return _MOVE.fullmatch(word) is not None


# ---------------------------------------------------------------------------------------- the record

FILE = "xqtext.file"
"""Fact of a record; value: its codec, whether the user chose it, the number of moves; raw: the file."""
_BLACK_DIGITS = frozenset("123456789１２３４５６７８９")
_SHOWN = 40


def headers_of(text: str, layout: Layout) -> tuple[Header, ...]:
    """The headers that have a value, each once."""
    said: dict[str, str] = {}
    for value in layout.values:
        if value.end > value.start:
            said.setdefault(value.key, text[value.start : value.end])
    return tuple(Header(key, value) for key, value in said.items())


def record_of(text: str, layout: Layout, codec: str) -> tuple[Record, list[Diagnostic]]:
    """The game of a text, and the faults, at offsets in characters."""
    found: list[Diagnostic] = []

    def tell(code: str, words: Message, at: int, node: int) -> None:
        found.append(diagnostic_at(Severity.WARNING, f"xqtext.{code}", words, at, node))

    setup = _setup(text, layout)
    if setup is None and layout.fen is not None:
        fen = text[slice(*layout.fen)]
        words = message("The start position can't be read: {text}", text=fen[:60])
        tell("start", words, layout.fen[0], 0)
    tree = MoveLine(None if setup in (None, USUAL) else setup)
    for word in layout.words:
        node = tree.add(Written(word.text))
        if not is_move(word.text):
            words = message("This is no move: “{text}”.", text=word.text[:_SHOWN])
            tell("move", words, word.start, node.id)
    for remark in layout.remarks:
        node = tree.nodes[remark.ply]
        said = _comment(text[remark.start : remark.end])
        node.notes = {COMMENT: f"{node.comment}\n{said}" if node.comment else said}
    if layout.more >= 0:
        words = message("The text goes on with moves of another game, which aren't read.")
        tell("more", words, layout.more, tree.last.id)
    headers = headers_of(text, layout)
    return Record("xiangqi", tree.root, headers, codec, nodes=tree.nodes), found


def _comment(raw: str) -> str:
    return "\n".join(line.strip(" \t\u3000") for line in _END.split(raw))


def _setup(text: str, layout: Layout) -> Setup | None:
    """The start, None if the text has none that can be read."""
    if layout.board is None and layout.fen is not None:
        try:
            return game_of("xiangqi").parse_setup(text[slice(*layout.fen)])
        except ValueError:
            return None
    black = layout.board is not None and layout.to_move == "b"
    if layout.words and not layout.to_move:
        black = _black_first(layout)
    return setup_of(USUAL_BOARD if layout.board is None else layout.board, black)


def _black_first(layout: Layout) -> bool:
    """Whether Black begins: Red's move is left out, or only the other side's have digits in Chinese."""
    digits = [word.text[-1:] in _BLACK_DIGITS for word in layout.words]
    return layout.black_first or (digits[0] and not all(digits))


class XQTextCollection(SingleText):
    """The game of a source. Raises Unreadable if there is none, OSError."""

    format = "xqtext"
    variant = "Text"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits, encoding, XIANGQI)
        text = self._decoded.text
        self._layout = Layout(text, min(limits.plies, limits.nodes - 1))
        there = self._layout.words or any(self._layout.board or ()) or self._layout.values
        if not there and encoding is None:
            raise self._nothing()
        self._tell_read(record_of(text, self._layout, self._decoded.codec)[1])

    def _read(self) -> Record:
        """The game, a new object at each call."""
        data, codec, by_hand, text = self._decoded
        record, _ = record_of(text, self._layout, codec)
        record.facts = (Fact(FILE, (codec, by_hand, len(self._layout.words)), data),)
        return record
